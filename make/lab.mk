# The library that `ordo lab` links to a program of the laboratory. It is never instrumented.

LAB_SRC    := $(wildcard src/engine/lab/*.c)
LAB_OBJ    := $(LAB_SRC:src/engine/lab/%.c=$(B)/lab/%.o)
LAB_CFLAGS := -std=gnu11 -O2 -g -D_GNU_SOURCE $(WARN) -fPIC -fno-profile-instr-generate -fno-coverage-mapping \
              -Isrc -Iinclude
LAB_A      := $(LIBDIR)/libordo-lab.a

all: $(LAB_A) $(B)/include

# The layout of an installation: lib/ordo/../../include.
$(B)/include:
	@mkdir -p $(B)
	@ln -sfn $(CURDIR)/include $@

$(B)/lab/%.o: src/engine/lab/%.c
	@mkdir -p $(@D)
	$(call step,CC,$<)$(CLANG) $(LAB_CFLAGS) -MMD -MP -c $< -o $@

$(LAB_A): $(LAB_OBJ)
	@mkdir -p $(@D)
	@rm -f $@.new
	$(call step,AR,$@)$(AR) rcs $@.new $^ && mv -f $@.new $@

# Unit tests of its inputs, compiled with the host's compiler and, with the sanitizers, with clang.
LABTEST_SRC := $(wildcard tests/unit/lab_inputs/*_test.c)
LABTEST_BIN := $(LABTEST_SRC:tests/%.c=$(B)/tests/%)
LABSAN_BIN  := $(LABTEST_SRC:tests/%.c=$(B)/san/tests/%)
LABTEST_LIB := $(wildcard src/engine/lab/generator*.c) src/engine/lab/experiments.c
LABTEST_CC   = -Wno-missing-prototypes -Itests $(filter-out -fPIC,$(LAB_CFLAGS:-fno-%=))

# The test intercepts the generators' allocations.
LABTEST_HOSTILE := tests/unit/lab_inputs/hostile_inputs_test
$(B)/$(LABTEST_HOSTILE) $(B)/san/$(LABTEST_HOSTILE): LABTEST_CC += -Wl,--wrap=calloc,--wrap=reallocarray

TEST_PROGRAMS += $(LABTEST_BIN)

.PHONY: check-unit-lab check-san-lab
check-unit-lab: $(LABTEST_BIN) ## run the unit tests of the laboratory's inputs
	$(call run_each,$(LABTEST_BIN),)

check-san-lab: $(LABSAN_BIN) ## run the unit tests of the laboratory's inputs with the sanitizers
	$(call run_each,$(LABSAN_BIN),env ASAN_OPTIONS=allocator_may_return_null=1)

$(LABTEST_BIN): $(B)/tests/%: tests/%.c $(LABTEST_LIB) include/ordo/ordo.h
	@mkdir -p $(@D)
	$(call step,LINK,$@)$(CC) $(LABTEST_CC) -o $@ $< $(LABTEST_LIB) -lcmocka

$(LABSAN_BIN): $(B)/san/tests/%: tests/%.c $(LABTEST_LIB) include/ordo/ordo.h
	@mkdir -p $(@D)
	$(call step,LINK,$@)$(CLANG) $(LABTEST_CC) $(SAN_FLAGS) -o $@ $< $(LABTEST_LIB) -lcmocka

.PHONY: gallery
gallery: all ## redraw the plots of docs/gallery
	@for f in examples/lab/*.c; do n=$$(basename $$f .c); \
	    $(ORDO) lab --quiet --json -o $(B)/lab/gallery.html $$f >$(B)/lab/gallery.json && \
	    python3 scripts/lab_plot.py $$f $(B)/lab/gallery.json >docs/gallery/$$n.svg || exit 1; done
