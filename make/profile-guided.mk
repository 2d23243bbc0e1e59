# The runtime is compiled with profile-guided optimisation. It is first built with counters, and
# programs of the end-to-end tests are recorded with it in every kind of build. Then clang reads
# the counts when it compiles the runtime, and optimises it as one module. `make PGO=0` skips all this.
#
# Training doubles the time of a first build and changes no figure that is recorded, so that `make demo` and `make
# check` do without it in a tree that has no trained runtime (UNTRAINED).
#
# The profile is made once per build tree. Sources that have changed since are compiled without
# counts, which makes them slower but not wrong. `make retrain` makes a new profile.

TRAINING     := $(B)/training
TRAINING_OBJ := $(RT_SRC:src/engine/runtime/%.c=$(TRAINING)/runtime/%.o)
TRAINING_SO  := $(TRAINING)/lib/libordo-rt.so.1
# They need no arguments, and together use lists, trees, graphs, arrays, streams, recursions and many small blocks.
# Kinds of builds whose counts weigh little are trained by a few of them.
TRAINING_BY := growing list_sort measurement nulls production_nesting growth/hard_calls identity/many_kinds \
               library/lines production/calls_by_address structure/array_list_generic \
               structure/functional_sort structure/graph_matrix structure/hash_table structure/headers \
               structure/index_linked structure/linked_list_generic tree/exits_of_loops tree/recursions
TRAINING_FEW := growing list_sort measurement production_nesting library/lines structure/hash_table tree/recursions
TRAINING_RUN := $(TRAINING_BY:%=$(TRAINING)/%.profdata)
UNTRAINED     = $(if $(filter command% environment%,$(origin PGO))$(wildcard $(B)/runtime/pgo-1),,PGO=0)
LLVM_BIN      = $(shell $(LLVM_CONFIG) --bindir)

# Options of the runtime's objects; an empty profile is one that could not be made. Without
# -pgso=false, clang would compile code that never ran for size, and copy structures with calls of the
# program's memcpy.
RT_PROFILE := $(B)/runtime/profile
RT_TRAINED  = $(if $(shell [ $(PGO) = 0 ] || find $(RT_PROFILE) -size +0),-fprofile-use=$(RT_PROFILE) -mllvm -pgso=false \
                  -Wno-profile-instr-unprofiled -Wno-profile-instr-out-of-date -Wno-backend-plugin)

.PHONY: retrain
retrain: ## profile the runtime again and compile it with that
	rm -f $(TRAINING)/profile $(TRAINING_RUN) $(RT_PROFILE)
	+$(MAKE) --no-print-directory all

# Compiles everything again if PGO has changed.
$(RT_OBJ): $(B)/runtime/pgo-$(PGO)
$(B)/runtime/pgo-$(PGO):
	@mkdir -p $(@D)
	@rm -f $(@D)/pgo-* && : >$@

# The shared runtime is one module: calls between its files are inlined, and functions that are not
# hooks disappear with their last call. Unit tests, the reference engine and the archive use one object
# per file. The archive does because llvm-link makes a reference weak if one file has it weak and
# another one strong, and a static program would then lack that routine of libc.
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

# If training fails, the runtime is built without a profile, and a message says so. `make -n` runs the
# first command but not the second.
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

# As in an installation, the pass is in the runtime's folder.
$(TRAINING)/lib/$(notdir $(PASS_SO)): $(PASS_SO)
	@mkdir -p $(@D)
	@ln -sf $(abspath $<) $@

$(TRAINING_RUN): $(TRAINING)/%.profdata: tests/e2e/programs/%.c $(TRAINING_SO) | $(TRAINING)/lib/$(notdir $(PASS_SO))
	scripts/train_runtime.sh $(ORDO) $(TRAINING)/lib $(LLVM_BIN)/llvm-profdata $< $@ $(if $(filter $*,$(TRAINING_FEW)),all,most)

# First checks that the tools that will read the profile are installed.
$(TRAINING)/profile: $(TRAINING_RUN)
	$(LLVM_BIN)/llvm-link --version && $(LLVM_BIN)/opt --version
	$(LLVM_BIN)/llvm-profdata merge -o $@.new $^
	$(CLANG) -O2 -fprofile-use=$@.new -x c -c /dev/null -o /dev/null
	mv -f $@.new $@
