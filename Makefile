# Ordo's build. Every .c file of a folder that is named below belongs to a part, so that adding a file
# needs no change here. `make help` lists the targets.
#
# Parts: the host program (gcc or clang), the runtime (clang: preserve_most hooks) and the compiler
# pass (one shared object per LLVM version).

B           ?= build
PREFIX      ?= /usr/local
DESTDIR     ?=
LLVM        ?= 19
CLANG       ?= clang-$(LLVM)
LLVM_CONFIG ?= llvm-config-$(LLVM)
PGO         ?= 1
VERSION     := 0.1.0

CC          ?= cc
WARN        := -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wvla -Werror
HOST_CFLAGS := -std=c11 -O2 -g -D_GNU_SOURCE $(WARN) -Isrc -Iinclude -I$(B)/gen -DORDO_VERSION='"$(VERSION)"' \
               -DORDO_LLVM='"$(LLVM)"'
# DWARF 4: the latest version of clang's that Debian 12's valgrind can read. It reads the debug
# information of all libraries of a program, and exits if it cannot.
RT_CFLAGS   := -std=gnu11 -O2 -gdwarf-4 -D_GNU_SOURCE $(WARN) -fPIC -fvisibility=hidden -fno-builtin \
               -ftls-model=initial-exec -fno-plt -fno-stack-protector -fno-asynchronous-unwind-tables -Isrc -Iinclude
HOST_LIBS    = $(shell pkg-config --libs sqlite3 jansson libdw libelf libzstd zlib) -lm

HOST_DIRS   := base profile model analysis trend workloads run structure production lab report watch wrapper cli
HOST_SRC    := $(foreach d,$(HOST_DIRS),$(wildcard src/$(d)/*.c src/$(d)/*/*.c))
HOST_OBJ    := $(HOST_SRC:src/%.c=$(B)/host/%.o)
LIB_OBJ     := $(filter-out $(B)/host/cli/main.o,$(HOST_OBJ))
RT_SRC      := $(wildcard src/engine/runtime/*/*.c)
RT_OBJ      := $(RT_SRC:src/engine/runtime/%.c=$(B)/runtime/%.o)
PASS_C      := $(wildcard src/engine/llvm/*.c src/engine/llvm/*/*.c)
PASS_CXX    := $(wildcard src/engine/llvm/*/*.cpp)
PASS_OBJ    := $(PASS_C:src/engine/llvm/%.c=$(B)/pass$(LLVM)/%.o) $(PASS_CXX:src/engine/llvm/%.cpp=$(B)/pass$(LLVM)/%.o)

# For builds that people wait for: as many steps at a time as there are processors, unless -j says how many.
JOBS = $(if $(findstring -j,$(MAKEFLAGS)),,-j$(shell nproc))

# Each step prints one short line, or the command if V=1.
ifeq ($(V),1)
step  :=
QUIET :=
else
step   = @printf '  %-5s %s\n' $(1) $(2);
QUIET := @
endif

# Linked files are moved into place, so that programs that use them never see an incomplete file.
# The build tree has the layout of an installation, so that `$(B)/bin/ordo` works without one.
ORDO        := $(B)/bin/ordo
LIBDIR      := $(B)/lib/ordo
RUNTIME_SO  := $(LIBDIR)/libordo-rt.so.1
RUNTIME_A   := $(LIBDIR)/libordo-rt.a
PASS_SO     := $(LIBDIR)/ordo-pass-$(LLVM).so

.PHONY: all setup check check-san check-long demo install uninstall clean help format
all: $(ORDO) $(RUNTIME_SO) $(RUNTIME_A) $(PASS_SO) ## build everything into build/

help: ## print this list
	@sed -n 's/^\([a-z0-9-]*\):.*## /  \1\t/p' $(MAKEFILE_LIST) | expand -t 24

setup: ## install missing Debian packages (packages.txt)
	scripts/setup.sh

$(B)/host/%.o: src/%.c
	@mkdir -p $(@D)
	$(call step,CC,$<)$(CC) $(HOST_CFLAGS) -MMD -MP -c $< -o $@

$(foreach d,host san/host fuzz/host,$(B)/$(d)/lab/%.o): HOST_CFLAGS += -isystem $(shell $(LLVM_CONFIG) --includedir)

$(ORDO): $(HOST_OBJ)
	@mkdir -p $(@D)
	$(call step,LINK,$@)$(CC) -o $@.$$$$ $^ -Wl,--as-needed $(HOST_LIBS) && mv -f $@.$$$$ $@
	@for n in cc c++; do ln -sf ordo $(@D)/ordo-$$n; done

$(B)/runtime/%.o: src/engine/runtime/%.c
	@mkdir -p $(@D)
	$(call step,CC,$<)$(CLANG) $(RT_CFLAGS) $(RT_TRAINED) -MMD -MP -c $< -o $@

# One relocatable object, so that a reference to the anchor links the whole archive.
RT_PARTS = $(LD) -r -o $@ $(RT_OBJ)
RT_JOIN  = $(RT_PARTS)
# clang writes a section that shows lld which routines call each other. GNU ld loses the size of its
# entries, and lld then rejects the archive.
$(B)/runtime/ordo-rt.o: $(RT_OBJ)
	$(call step,LD,$@)$(RT_PARTS)
	$(QUIET)objcopy --remove-section=.llvm.call-graph-profile $@
$(B)/runtime/shared.o: $(RT_OBJ)
	$(call step,LD,$@)$(RT_JOIN)

# Functions that create threads are intercepted (libc_thread_begin.c). nodelete: destructors of
# thread-specific values are code of the runtime, so closing a plugin must not unload it.
RT_SHARED = -shared -Wl,-soname,libordo-rt.so.1 -Wl,-z,defs -Wl,-z,now -Wl,-z,nodelete \
            -Wl,--defsym,pthread_create=__wrap_pthread_create -Wl,--defsym,thrd_create=__wrap_thrd_create

# libm is a dependency because models refer to its routines that are chosen at load time (IFUNC): the
# loader must relocate it before the runtime.
$(RUNTIME_SO): $(B)/runtime/shared.o
	@mkdir -p $(@D)
	$(call step,LINK,$@)$(CLANG) $(RT_SHARED) -o $@.$$$$ $^ -Wl,--no-as-needed -lm && mv -f $@.$$$$ $@
	@ln -sf libordo-rt.so.1 $(@D)/libordo-rt.so

$(RUNTIME_A): $(B)/runtime/ordo-rt.o
	@mkdir -p $(@D)
	$(call step,AR,$@)$(AR) rcs $@ $^

PASS_BASE   = -DORDO_LLVM_MAJOR=$(LLVM) -fPIC -O2 -Wall -Wextra -Werror -Isrc -isystem $(shell $(LLVM_CONFIG) --includedir)
PASS_FLAGS  = -g $(PASS_BASE)
# The shim is compiled with LLVM's own compiler and line tables alone: with g++ and all debug information of LLVM's
# headers it takes 2.7 times as long. libstdc++ 12 uses a routine of its own that it declares deprecated.
SHIM_CXX    = $(subst clang,clang++,$(CLANG)) $(shell $(LLVM_CONFIG) --cxxflags) -g1 $(PASS_BASE) \
              -Wno-unused-parameter -Wno-deprecated-declarations
$(B)/pass$(LLVM)/%.o: src/engine/llvm/%.c
	@mkdir -p $(@D)
	$(call step,CC,$<)$(CC) -std=c11 -D_GNU_SOURCE $(PASS_FLAGS) -MMD -MP -c $< -o $@

$(B)/pass$(LLVM)/%.o: src/engine/llvm/%.cpp
	@mkdir -p $(@D)
	$(call step,CXX,$<)$(SHIM_CXX) -MMD -MP -c $< -o $@

$(PASS_SO): $(PASS_OBJ)
	@mkdir -p $(@D)
	$(call step,LINK,$@)$(CXX) -shared -o $@.$$$$ $^ && mv -f $@.$$$$ $@

clean: ## remove build/
	rm -rf $(B)

-include $(shell find $(B) -type f -name '*.d' 2>/dev/null)
-include make/*.mk
