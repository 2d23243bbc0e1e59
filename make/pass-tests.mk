# Unit tests of the compiler pass: every tests/unit/llvm/NAME_test.c is a cmocka program, linked with all
# objects of the pass and with LLVM.

PASS_TEST_BIN := $(patsubst tests/%.c,$(B)/tests/%,$(wildcard tests/unit/llvm/*_test.c))
PASS_LIBS      = $(shell $(LLVM_CONFIG) --link-shared --ldflags --libs)

TEST_PROGRAMS += $(PASS_TEST_BIN)

.PHONY: check-unit-pass

$(PASS_TEST_BIN:%=%.o): $(B)/tests/%.o: tests/%.c
	@mkdir -p $(@D)
	$(call step,CC,$<)$(CC) -std=c11 -D_GNU_SOURCE $(PASS_FLAGS) -MMD -MP -c $< -o $@

$(PASS_TEST_BIN): %: %.o $(PASS_OBJ)
	$(call step,LINK,$@)$(CXX) -o $@ $^ $(PASS_LIBS) -lcmocka

check-unit-pass: $(PASS_TEST_BIN) ## run the unit tests of the compiler pass
	$(call run_each,$^,env)
