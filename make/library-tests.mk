# Unit tests of the library models, against an engine that writes down what it is told.

LIBTEST_SRC := $(wildcard tests/unit/library/*_test.c)
LIBTEST_BIN := $(LIBTEST_SRC:tests/unit/library/%.c=$(B)/tests/library/%)
LIBTEST_MODELS := $(patsubst src/engine/runtime/%.c,$(B)/runtime/%.o,$(wildcard src/engine/runtime/libc_*.c))
LIBTEST_CFLAGS := -std=gnu11 -O1 -g -D_GNU_SOURCE $(WARN) -fno-builtin -Isrc

.PHONY: check-unit-library
check-unit-library: $(LIBTEST_BIN) ## unit tests of the library models
	@status=0; for t in $^; do timeout 120 $$t || status=1; done; exit $$status

$(B)/tests/library/fake_effects.o: tests/unit/library/fake_effects.c
	@mkdir -p $(@D)
	$(CLANG) $(LIBTEST_CFLAGS) -MMD -MP -c $< -o $@

.PRECIOUS: $(B)/tests/library/%_test.o
$(B)/tests/library/%_test.o: tests/unit/library/%_test.c
	@mkdir -p $(@D)
	$(CLANG) $(LIBTEST_CFLAGS) -MMD -MP -c $< -o $@

$(B)/tests/library/%_test: $(B)/tests/library/%_test.o $(B)/tests/library/fake_effects.o $(LIBTEST_MODELS)
	$(CLANG) -o $@ $^ -lcmocka -lm -lstdc++ -lpthread
