# Models: calibration on new cases, the shared benchmark, speed.

MODEL_TEST_SRC := $(wildcard tests/model/*_test.c)
MODEL_TEST_BIN := $(MODEL_TEST_SRC:tests/%.c=$(B)/tests/%)
MODEL_CASES    := $(B)/tests/model/cases.o

# Fits are loops over a few dozen numbers, which gcc 12 does not unroll at -O2.
$(B)/host/model/%.o: HOST_CFLAGS += -O3

# Labelled points that are not in this repository; with them, the models are scored, too.
MODEL_LABELS := $(wildcard $(or $(SHARED),../shared)/benchmarks/models/public.jsonl)

.PHONY: check-model check-model-long bench-model bench-labelled
TEST_PROGRAMS += $(MODEL_TEST_BIN) $(B)/bench/model_speed $(B)/bench/models/generate
.SECONDARY: $(MODEL_CASES)
check-model: $(MODEL_TEST_BIN) $(ORDO) $(B)/bench/model_speed $(B)/bench/models/generate ## check the calibration of the models, the shared benchmark, and the generator of labelled cases
	$(call run_each,$(MODEL_TEST_BIN),env)
	@python3 tests/model/scorer_test.py $(CURDIR)
	@bash tests/model/labelled.sh
	$(if $(MODEL_LABELS),@bash tests/model/benchmark.sh)

check-model-long: $(MODEL_TEST_BIN) ## check the models with ten times the cases
	$(call run_each,$(MODEL_TEST_BIN),env ORDO_CALIBRATION=10)

$(MODEL_TEST_BIN): $(B)/tests/%: $(B)/tests/%.o $(MODEL_CASES) $(SUPPORT_OBJ) $(UNIT_LIB_OBJ)
	$(call step,LINK,$@)$(CC) -o $@ $^ $(TEST_LIBS)

# SEED=1 repeats a run of bench-labelled; without it every day has other cases.
SEED           ?= $(shell date +%Y%m%d)
LABELLED_CASES ?= 2500

bench-model: $(ORDO) $(B)/bench/large_profile $(B)/bench/model_speed bench-labelled ## measure how long fits and reports of 50,000 scopes take, and score fresh labelled cases
	$(B)/bench/model_speed
	bench/model_report.sh $(ORDO) $(B)/bench/large_profile

bench-labelled: $(ORDO) $(B)/bench/models/generate ## score the models on fresh labelled cases (SEED=, LABELLED_CASES= of each part)
	bench/models/report.sh $(ORDO) $(B)/bench/models/generate $(SEED) $(LABELLED_CASES) >$(B)/bench/labelled.md
	cat $(B)/bench/labelled.md
	bench/section.py bench/results/models.md "Random labelled cases" <$(B)/bench/labelled.md

$(B)/bench/%.o: bench/%.c
	@mkdir -p $(@D)
	$(call step,CC,$<)$(CC) $(TEST_CFLAGS) -MMD -MP -c $< -o $@

$(B)/bench/model_speed: $(B)/bench/model_speed.o $(MODEL_CASES) $(SUPPORT_OBJ) $(UNIT_LIB_OBJ)
	$(call step,LINK,$@)$(CC) -o $@ $^ $(TEST_LIBS)

# Random labelled cases (bench/models). Algorithms are loops that are compiled as they are written.
LABELLED_SRC := $(wildcard bench/models/*.c bench/models/families/*.c bench/models/pairs/*.c)
LABELLED_OBJ := $(LABELLED_SRC:%.c=$(B)/%.o)
LABELLED_LIB := $(filter-out $(B)/bench/models/generate.o,$(LABELLED_OBJ))
LABELS_TEST  := $(B)/tests/model/algorithms_test $(B)/tests/model/two_sizes_test

$(LABELLED_OBJ) $(LABELS_TEST:%=%.o): TEST_CFLAGS += -Ibench

$(B)/bench/models/generate: $(LABELLED_OBJ) $(MODEL_CASES) $(SUPPORT_OBJ) $(UNIT_LIB_OBJ)
	$(call step,LINK,$@)$(CC) -o $@ $^ $(TEST_LIBS)

$(LABELS_TEST): $(LABELLED_LIB)
