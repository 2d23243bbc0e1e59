# Unit tests of the runtime. Each test program contains the runtime's objects and starts itself once
# per scenario (tests/unit/runtime/scenario.h).

RTT_DIR   := tests/unit/runtime
RTT_FLAGS := -std=gnu11 -O2 -g -D_GNU_SOURCE $(WARN) -Isrc -Iinclude -I$(RTT_DIR)
RTT_TESTS := $(patsubst $(RTT_DIR)/%_test.c,$(B)/test/runtime/%_test,$(wildcard $(RTT_DIR)/*_test.c))
RTT_PARTS := $(patsubst $(RTT_DIR)/%.c,$(B)/test/runtime/%.o,\
               $(filter-out %_test.c,$(wildcard $(RTT_DIR)/*.c)))

.PHONY: check-unit-runtime check-unit-runtime-long check-san-runtime
TEST_PROGRAMS += $(RTT_TESTS)
.SECONDARY: $(RTT_PARTS) $(RTT_TESTS:%=%.o)

$(B)/test/runtime/%.o: $(RTT_DIR)/%.c
	@mkdir -p $(@D)
	$(call step,CC,$<)$(CLANG) $(RTT_FLAGS) -MMD -MP -c $< -o $@

$(B)/test/runtime/%_test: $(B)/test/runtime/%_test.o $(RTT_PARTS) $(RT_OBJ)
	$(call step,LINK,$@)$(CLANG) -no-pie -o $@ $^ -lcmocka -pthread

check-unit-runtime: $(RTT_TESTS) ## run the unit tests of the runtime
	@failed=0; for t in $^; do $$t || failed=1; done; exit $$failed

check-unit-runtime-long: ## run the unit tests of the runtime with more random cases
	+@LONG=1 $(MAKE) --no-print-directory check-unit-runtime

# Unit tests with AddressSanitizer and UndefinedBehaviorSanitizer, in the runtime too.
RTS_FLAGS := -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
RTS_OBJ   := $(RT_SRC:src/engine/runtime/%.c=$(B)/san/runtime/%.o)
RTS_TESTS := $(patsubst $(RTT_DIR)/%_test.c,$(B)/san/test/runtime/%_test,$(wildcard $(RTT_DIR)/*_test.c))
RTS_PARTS := $(patsubst $(RTT_DIR)/%.c,$(B)/san/test/runtime/%.o,\
               $(filter-out %_test.c,$(wildcard $(RTT_DIR)/*.c)))
.SECONDARY: $(RTS_OBJ) $(RTS_PARTS) $(RTS_TESTS:%=%.o)

$(B)/san/runtime/%.o: src/engine/runtime/%.c
	@mkdir -p $(@D)
	$(call step,CC,$<)$(CLANG) $(RT_CFLAGS) $(RTS_FLAGS) -MMD -MP -c $< -o $@

$(B)/san/test/runtime/%.o: $(RTT_DIR)/%.c
	@mkdir -p $(@D)
	$(call step,CC,$<)$(CLANG) $(RTT_FLAGS) $(RTS_FLAGS) -MMD -MP -c $< -o $@

$(B)/san/test/runtime/%_test: $(B)/san/test/runtime/%_test.o $(RTS_PARTS) $(RTS_OBJ)
	$(call step,LINK,$@)$(CLANG) $(RTS_FLAGS) -no-pie -o $@ $^ -lcmocka -pthread

# To disable core dumps, AddressSanitizer would call getrlimit, which is the runtime's, before it is ready for it.
check-san-runtime: $(RTS_TESTS) ## run the unit tests of the runtime with the sanitizers
	@failed=0; for t in $^; do ASAN_OPTIONS=detect_leaks=0:disable_coredump=0 $$t || failed=1; done; exit $$failed
