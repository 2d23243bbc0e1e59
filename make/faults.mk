# Fault injection: a runtime whose system calls can be made to fail (tests/faults).

FAULT_DIR := $(B)/faults
FAULT_LIB := $(FAULT_DIR)/lib/libordo-rt.so.1
FAULT_OBJ := $(filter-out $(B)/runtime/system/os.o,$(RT_OBJ)) $(FAULT_DIR)/os.o $(FAULT_DIR)/faulty.o $(FAULT_DIR)/plan.o

$(FAULT_DIR)/faulty.c $(FAULT_DIR)/renamed.h &: src/engine/runtime/system/os.h tests/faults/generate.py
	@mkdir -p $(@D)
	$(call step,GEN,$@)python3 tests/faults/generate.py $< $(FAULT_DIR)

$(FAULT_DIR)/os.o: src/engine/runtime/system/os.c $(FAULT_DIR)/renamed.h
	$(call step,CC,$<)$(CLANG) $(RT_CFLAGS) -include $(FAULT_DIR)/renamed.h -c $< -o $@

$(FAULT_DIR)/faulty.o: $(FAULT_DIR)/faulty.c
	$(call step,CC,$<)$(CLANG) $(RT_CFLAGS) -Wno-missing-prototypes -Itests/faults -c $< -o $@

$(FAULT_DIR)/plan.o: tests/faults/plan.c tests/faults/plan.h
	@mkdir -p $(@D)
	$(call step,CC,$<)$(CLANG) $(RT_CFLAGS) -c $< -o $@

# Linked like $(RUNTIME_SO), but from ordinary objects even if the build is trained.
$(FAULT_LIB): $(FAULT_OBJ)
	@mkdir -p $(@D)
	$(call step,LINK,$@)$(CLANG) $(RT_SHARED) -o $@ $^ -Wl,--no-as-needed -lm

TEST_PROGRAMS += $(FAULT_LIB)

.PHONY: check-faults check-faults-long
check-faults: all $(FAULT_LIB) ## test that a recorded program behaves as natively when a system call fails
	python3 tests/faults/run.py $(ORDO) $(CLANG) $(abspath $(FAULT_DIR)/lib)

check-faults-long: all $(FAULT_LIB) ## test that for many more system calls, in more runs
	python3 tests/faults/run.py --long $(ORDO) $(CLANG) $(abspath $(FAULT_DIR)/lib)
