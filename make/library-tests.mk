# Unit tests of the library models, with an engine that logs the effects that they report.

LIBTEST_SRC := $(wildcard tests/unit/library/*_test.c)
LIBTEST_BIN := $(LIBTEST_SRC:tests/unit/library/%.c=$(B)/tests/library/%)
LIBTEST_MODELS := $(patsubst src/engine/runtime/%.c,$(B)/runtime/%.o,$(wildcard src/engine/runtime/library/libc_*.c))
LIBTEST_CFLAGS := -std=gnu11 -O1 -g -D_GNU_SOURCE $(WARN) -fno-builtin -Isrc

TEST_PROGRAMS += $(LIBTEST_BIN)

.PHONY: check-unit-library check-san-library
check-unit-library: $(LIBTEST_BIN) ## run the unit tests of the library models
	@status=0; for t in $^; do timeout 120 $$t || status=1; done; exit $$status

$(B)/tests/library/fake_effects.o: tests/unit/library/fake_effects.c
	@mkdir -p $(@D)
	$(call step,CC,$<)$(CLANG) $(LIBTEST_CFLAGS) -MMD -MP -c $< -o $@

.PRECIOUS: $(B)/tests/library/%_test.o
$(B)/tests/library/%_test.o: tests/unit/library/%_test.c
	@mkdir -p $(@D)
	$(call step,CC,$<)$(CLANG) $(LIBTEST_CFLAGS) -MMD -MP -c $< -o $@

$(B)/tests/library/%_test: $(B)/tests/library/%_test.o $(B)/tests/library/fake_effects.o $(LIBTEST_MODELS)
	$(call step,LINK,$@)$(CLANG) -o $@ $^ -lcmocka -lm -lstdc++ -lpthread

LIBSAN_BIN := $(LIBTEST_SRC:tests/unit/library/%.c=$(B)/san/library/%)
# Functions that create threads are wrapped as in static programs: dlsym cannot find ASan's own.
LIBSAN_WRAP := -Wl,--wrap=pthread_create,--wrap=thrd_create
LIBSAN_SRC := tests/unit/library/fake_effects.c $(wildcard src/engine/runtime/library/libc_*.c)

check-san-library: $(LIBSAN_BIN) ## run the unit tests of the library models with the sanitizers
	@status=0; for t in $^; do \
	    ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1 timeout 120 $$t || status=1; done; exit $$status

$(B)/san/library/%: tests/unit/library/%.c $(LIBSAN_SRC)
	@mkdir -p $(@D)
	$(call step,LINK,$@)$(CLANG) $(LIBTEST_CFLAGS) -D__NO_INLINE__ -fexceptions -fsanitize=address,undefined \
	    -fno-sanitize-recover=undefined $(LIBSAN_WRAP) -o $@ $^ -lcmocka -lm -lstdc++ -lpthread
