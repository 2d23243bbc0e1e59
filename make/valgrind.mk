# The Valgrind engine: a tool and its launcher. The tool is linked statically with the core of
# Debian's package; its code and tables are the runtime's, compiled without thread-local storage. If
# the package is not installed, Ordo is built without the engine and reports that when it is requested.

VALGRIND := $(shell pkg-config --modversion valgrind 2>/dev/null)
HOST_CFLAGS += -DORDO_VALGRIND='"$(or $(VALGRIND),3.19.0)"'

comma := ,
ifneq ($(VALGRIND),)
VG_DIR    := $(shell pkg-config --variable=libdir valgrind)/valgrind
VG_CFLAGS := -std=gnu11 -O2 -g -D_GNU_SOURCE $(filter-out -Wvla,$(WARN)) -fno-pie -fvisibility=hidden -fno-builtin \
             -fno-stack-protector -fno-asynchronous-unwind-tables -fomit-frame-pointer -Wno-attributes -Wno-array-bounds -D__thread= -DORT_ADDRESS_LOG2=37 -DORT_NO_STRUCTURE -DORT_NO_SAMPLER -DORT_NO_MARKS \
             -DVGA_amd64=1 -DVGO_linux=1 -DVGP_amd64_linux=1 -DVGPV_amd64_linux_vanilla=1 \
             -DORDO_VERSION='"$(VERSION)"' -Isrc -Iinclude \
             -isystem $(shell pkg-config --variable=includedir valgrind)
VG_CORE   := $(addprefix core/,access access_hooks activation block_counts bounds child_costs contexts drms extra granules input_size marks observe \
               points recursion renumber scopes settling shadow slots space steps thread zeroed) \
             $(addprefix lifecycle/,fork leave signal start thread_life) \
             $(addprefix system/,lock os private_memory raw_file raw_folder raw_successor recorded_process setting_values settings stop word_lock)
VG_SRC    := $(filter-out %/vg_launcher.c,$(wildcard src/engine/valgrind/*.c))
VG_OBJ    := $(VG_SRC:src/engine/valgrind/%.c=$(B)/valgrind/%.o) $(VG_CORE:%=$(B)/valgrind/core/%.o)
VG_TOOL   := $(LIBDIR)/ordo-valgrind-tool
# The readers of line tables and unwinding tables are replaced (vg_debuginfo.c).
VG_WRAP   := $(addprefix -Wl$(comma)--wrap=vgModuleLocal_,read_debuginfo_dwarf3 read_callframe_info_dwarf3)
VG_START  := $(LIBDIR)/ordo-valgrind

all: $(VG_TOOL) $(VG_START)

$(B)/valgrind/core/%.o: src/engine/runtime/%.c
	@mkdir -p $(@D)
	$(call step,CC,$<)$(CC) $(VG_CFLAGS) -MMD -MP -c $< -o $@

$(B)/valgrind/%.o: src/engine/valgrind/%.c
	@mkdir -p $(@D)
	$(call step,CC,$<)$(CC) $(VG_CFLAGS) -MMD -MP -c $< -o $@

$(VG_TOOL): $(VG_OBJ)
	@mkdir -p $(@D)
	$(call step,LINK,$@)$(CC) -static -nodefaultlibs -nostartfiles -no-pie -u _start -Wl,--build-id=none $(VG_WRAP) \
	    -Wl,-Ttext-segment=$(shell pkg-config --variable=valt_load_address valgrind) -o $@.$$$$ $^ \
	    $(VG_DIR)/libcoregrind-amd64-linux.a $(VG_DIR)/libvex-amd64-linux.a \
	    $(VG_DIR)/libgcc-sup-amd64-linux.a -lgcc && mv -f $@.$$$$ $@

$(VG_START): src/engine/valgrind/vg_launcher.c
	@mkdir -p $(@D)
	$(call step,LINK,$@)$(CC) $(HOST_CFLAGS) -o $@.$$$$ $< && mv -f $@.$$$$ $@
endif

# The parts that do not depend on Valgrind are tested without it.
VG_TEST_SRC := $(wildcard tests/unit/valgrind/*_test.c)
VG_TEST_BIN := $(VG_TEST_SRC:tests/%.c=$(B)/tests/%)

TEST_PROGRAMS += $(VG_TEST_BIN)

.PHONY: check-unit-valgrind
check-unit-valgrind: $(VG_TEST_BIN) ## run the unit tests of the Valgrind engine's decoder of machine code
	$(call run_each,$(VG_TEST_BIN),)

$(B)/tests/unit/valgrind/flow_test: src/engine/valgrind/vg_flow.c

$(VG_TEST_BIN): $(B)/tests/%: tests/%.c src/engine/valgrind/vg_decode.c
	@mkdir -p $(@D)
	$(call step,LINK,$@)$(CC) $(TEST_CFLAGS) -o $@ $^ -lcmocka
