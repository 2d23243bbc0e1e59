# The runtime's objects are optimised for what programs do to it: it is built once with counters,
# short programs (src/engine/training) are profiled with that in every kind of build, and clang reads
# the counts when it compiles the runtime itself, which it then optimises as a whole. `make PGO=0`
# leaves all of this out.
#
# The profile is made once a build tree and never by a change of a source: what has changed since is
# compiled without counts, which costs its speed and nothing else. `make retrain` makes it anew.

TRAINING     := $(B)/training
TRAINING_OBJ := $(RT_SRC:src/engine/runtime/%.c=$(TRAINING)/runtime/%.o)
TRAINING_SO  := $(TRAINING)/lib/libordo-rt.so.1
TRAINING_RUN := $(patsubst src/engine/training/%.c,$(TRAINING)/%.profdata,$(wildcard src/engine/training/*.c))
LLVM_BIN      = $(shell $(LLVM_CONFIG) --bindir)

# For the rule of the runtime's objects; an empty profile is one that could not be made. Where clang
# compiles for size what never ran, it would copy structures by calls of the program's memcpy.
RT_PROFILE := $(B)/runtime/profile
RT_TRAINED  = $(if $(shell [ $(PGO) = 0 ] || find $(RT_PROFILE) -size +0),-fprofile-use=$(RT_PROFILE) -mllvm -pgso=false \
                  -Wno-profile-instr-unprofiled -Wno-profile-instr-out-of-date -Wno-backend-plugin)

.PHONY: retrain
retrain: ## make the profile anew that the runtime is optimised with
	rm -f $(TRAINING)/profile $(TRAINING_RUN) $(RT_PROFILE)
	+$(MAKE) --no-print-directory all

# Another choice than last time compiles everything again.
$(RT_OBJ): $(B)/runtime/pgo-$(PGO)
$(B)/runtime/pgo-$(PGO):
	@mkdir -p $(@D)
	@rm -f $(@D)/pgo-* && : >$@

# All files of the shared runtime as one module: calls between them are inlined, and what is no hook
# goes with its last call. The objects of single files are for unit tests, for the reference engine,
# and for the archive: llvm-link takes for weak what one file refers to weakly and another one
# strongly, and a static program would lack that routine of libc.
ifneq ($(PGO),0)
RT_BITCODE := $(RT_OBJ:.o=.bc)
$(RT_OBJ) $(RT_BITCODE): $(RT_PROFILE)
$(B)/runtime/shared.o: $(RT_BITCODE)
RT_JOIN = $(if $(RT_TRAINED),$(RT_WHOLE),$(RT_PARTS))
endif

$(B)/runtime/%.bc: src/engine/runtime/%.c
	@mkdir -p $(@D)
	$(call step,CC,$<)$(CLANG) $(RT_CFLAGS) $(RT_TRAINED) -flto -MMD -MP -MF $@.d -c $< -o $@

define RT_WHOLE
	$(LLVM_BIN)/llvm-link -o $(@:.o=.all.bc) $(RT_BITCODE)
	$(QUIET)$(LLVM_BIN)/opt -passes='internalize,lto<O2>' -internalize-public-api-list='__ordo_*,__wrap_*,*rlimit,*rlimit64,mlockall,munlockall,syscall,clone' -pgso=false \
	    -o $(@:.o=.whole.bc) $(@:.o=.all.bc)
	$(QUIET)$(CLANG) -O2 -fPIC -mllvm -pgso=false -Xclang -disable-llvm-passes -c $(@:.o=.whole.bc) -o $@
endef

# Whatever fails, there is a runtime, and a line that says what it lacks. `make -n` runs the first
# command but not the second.
$(RT_PROFILE): | $(ORDO) $(PASS_SO)
	+$(call step,TRAIN,$@)mkdir -p $(@D) $(TRAINING) && $(MAKE) --no-print-directory $(TRAINING)/profile >$(TRAINING)/log 2>&1 || true
	@cp $(TRAINING)/profile $@ 2>/dev/null || { : >$@; \
	    echo "make: the runtime is built without a profile and slower for it: see $(TRAINING)/log, then make retrain" >&2; }

$(TRAINING)/runtime/%.o: src/engine/runtime/%.c
	@mkdir -p $(@D)
	$(call step,CC,$<)$(CLANG) $(RT_CFLAGS) -fprofile-generate -MMD -MP -c $< -o $@

$(TRAINING_SO): $(TRAINING_OBJ)
	@mkdir -p $(@D)
	$(call step,LINK,$@)$(CLANG) -fprofile-generate $(RT_SHARED) -o $@ $^ -Wl,--no-as-needed -lm

# As installed: the pass beside the runtime.
$(TRAINING)/lib/$(notdir $(PASS_SO)): $(PASS_SO)
	@mkdir -p $(@D)
	@ln -sf $(abspath $<) $@

$(TRAINING_RUN): $(TRAINING)/%.profdata: src/engine/training/%.c $(TRAINING_SO) | $(TRAINING)/lib/$(notdir $(PASS_SO))
	scripts/train_runtime.sh $(ORDO) $(TRAINING)/lib $(LLVM_BIN)/llvm-profdata $< $@

# What is to use it is there and can read it.
$(TRAINING)/profile: $(TRAINING_RUN)
	$(LLVM_BIN)/llvm-link --version && $(LLVM_BIN)/opt --version
	$(LLVM_BIN)/llvm-profdata merge -o $@.new $^
	$(CLANG) -O2 -fprofile-use=$@.new -x c -c /dev/null -o /dev/null
	mv -f $@.new $@
