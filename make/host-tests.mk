# Unit tests of the host program: every tests/unit/PART/NAME_test.c of the parts below is a cmocka
# program, linked with tests/support and all host objects except the command line's.

HOST_TEST_PARTS := base profile model analysis trend structure production lab report run watch wrapper hostile
HOST_TEST_SRC   := $(foreach p,$(HOST_TEST_PARTS),$(wildcard tests/unit/$(p)/*_test.c)) \
                   tests/fuzz/mutation_test.c
HOST_TEST_BIN   := $(HOST_TEST_SRC:tests/%.c=$(B)/tests/%)
SUPPORT_SRC     := $(wildcard tests/support/*.c)
SUPPORT_OBJ     := $(SUPPORT_SRC:tests/%.c=$(B)/tests/%.o)
UNIT_LIB_SRC    := $(filter-out src/cli/%,$(HOST_SRC))
UNIT_LIB_OBJ    := $(UNIT_LIB_SRC:src/%.c=$(B)/host/%.o)
TEST_CFLAGS      = $(HOST_CFLAGS) -Itests -Wno-missing-prototypes
TEST_LIBS        = $(HOST_LIBS) -lcmocka

SAN_FLAGS       := -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
SAN_TEST_BIN    := $(HOST_TEST_SRC:tests/%.c=$(B)/san/tests/%)
SAN_LIB_OBJ     := $(UNIT_LIB_SRC:src/%.c=$(B)/san/host/%.o) $(SUPPORT_SRC:tests/%.c=$(B)/san/tests/%.o)

FUZZ_BIN        := $(patsubst tests/fuzz/%_fuzzer.c,$(B)/fuzz/%_fuzzer,$(wildcard tests/fuzz/*_fuzzer.c))
FUZZ_FLAGS      := $(SAN_FLAGS) -g -O1
FUZZ_LIB_OBJ    := $(UNIT_LIB_SRC:src/%.c=$(B)/fuzz/host/%.o) $(SUPPORT_SRC:tests/%.c=$(B)/fuzz/tests/%.o)
FUZZ_SECONDS    ?= 60

.PHONY: check-unit-host check-unit-host-long check-san-host fuzz check-fuzz-long bench-report
TEST_PROGRAMS += $(HOST_TEST_BIN)
.SECONDARY: $(SUPPORT_OBJ) $(SAN_LIB_OBJ) $(FUZZ_LIB_OBJ)

# Runs all programs, one after the other, even if one fails.
run_each = @failed=0; for t in $(1); do timeout 600 $(2) $$t || { failed=1; echo "FAIL  $$t"; }; done; \
           [ $$failed -eq 0 ]

check-unit-host: $(HOST_TEST_BIN) ## run the unit tests of the host program
	$(call run_each,$(HOST_TEST_BIN),env ORDO_SOURCE=$(CURDIR))

check-unit-host-long: ## run the unit tests of the host program with more random cases
	+@LONG=1 $(MAKE) --no-print-directory check-unit-host

check-san-host: $(SAN_TEST_BIN) ## run the unit tests of the host program with the sanitizers
	$(call run_each,$(SAN_TEST_BIN),env ORDO_SOURCE=$(CURDIR) ASAN_OPTIONS=allocator_may_return_null=1)

fuzz: $(FUZZ_BIN) ## fuzz the readers of raw files and profiles, FUZZ_SECONDS each
	@for f in $(FUZZ_BIN); do mkdir -p $$f.corpus && \
	    $$f -max_total_time=$(FUZZ_SECONDS) -rss_limit_mb=4096 -timeout=20 -verbosity=0 \
	        -artifact_prefix=$$f. $$f.corpus \
	    && echo "$$(basename $$f): 1 passed, 0 failed, 0 skipped" \
	    || { echo "$$(basename $$f): 0 passed, 1 failed, 0 skipped"; exit 1; }; done

check-fuzz-long: fuzz

# The test intercepts the allocations of our own objects.
HOSTILE_BIN := $(B)/tests/unit/hostile/hostile_test $(B)/san/tests/unit/hostile/hostile_test
$(HOSTILE_BIN): TEST_LIBS += -Wl,--wrap=calloc,--wrap=reallocarray

$(B)/tests/%.o: tests/%.c
	@mkdir -p $(@D)
	$(call step,CC,$<)$(CC) $(TEST_CFLAGS) -MMD -MP -c $< -o $@

$(HOST_TEST_BIN): $(B)/tests/%: $(B)/tests/%.o $(SUPPORT_OBJ) $(UNIT_LIB_OBJ)
	$(call step,LINK,$@)$(CC) -o $@ $^ $(TEST_LIBS)

$(B)/san/host/%.o: src/%.c
	@mkdir -p $(@D)
	$(call step,CC,$<)$(CC) $(HOST_CFLAGS) $(SAN_FLAGS) -MMD -MP -c $< -o $@

$(B)/san/tests/%.o: tests/%.c
	@mkdir -p $(@D)
	$(call step,CC,$<)$(CC) $(TEST_CFLAGS) $(SAN_FLAGS) -MMD -MP -c $< -o $@

bench-report: $(ORDO) $(B)/bench/large_profile ## measure how long reports of a million points take
	bench/report.sh $(ORDO) $(B)/bench/large_profile

$(B)/bench/large_profile.o: bench/large_profile.c
	@mkdir -p $(@D)
	$(call step,CC,$<)$(CC) $(TEST_CFLAGS) -MMD -MP -c $< -o $@

$(B)/bench/large_profile: $(B)/bench/large_profile.o $(SUPPORT_OBJ) $(UNIT_LIB_OBJ)
	$(call step,LINK,$@)$(CC) -o $@ $^ $(TEST_LIBS)

$(SAN_TEST_BIN): $(B)/san/tests/%: $(B)/san/tests/%.o $(SAN_LIB_OBJ)
	$(call step,LINK,$@)$(CC) $(SAN_FLAGS) -o $@ $^ $(TEST_LIBS)

$(B)/fuzz/host/%.o: src/%.c
	@mkdir -p $(@D)
	$(call step,CC,$<)$(CLANG) $(HOST_CFLAGS) $(FUZZ_FLAGS) -fsanitize=fuzzer-no-link -MMD -MP -c $< -o $@

$(B)/fuzz/tests/%.o: tests/%.c
	@mkdir -p $(@D)
	$(call step,CC,$<)$(CLANG) $(TEST_CFLAGS) $(FUZZ_FLAGS) -fsanitize=fuzzer-no-link -MMD -MP -c $< -o $@

$(FUZZ_BIN): $(B)/fuzz/%_fuzzer: $(B)/fuzz/tests/fuzz/%_fuzzer.o $(FUZZ_LIB_OBJ)
	$(call step,LINK,$@)$(CLANG) $(FUZZ_FLAGS) -fsanitize=fuzzer -o $@ $^ $(TEST_LIBS)
