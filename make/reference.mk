# The reference engine: hooks with the simple-minded algorithm, and the runtime's library models.

REF_SRC := $(wildcard src/engine/reference/*.c)
REF_OBJ := $(REF_SRC:src/engine/reference/%.c=$(B)/reference/%.o)
REF_MODELS := $(patsubst src/engine/runtime/%.c,$(B)/runtime/%.o,\
                $(filter-out %/libc_thread_begin.c,$(wildcard src/engine/runtime/library/libc_*.c)))
REF_SO  := $(LIBDIR)/libordo-ref.so.1
REF_A   := $(LIBDIR)/libordo-ref.a

all: $(REF_SO) $(REF_A)

$(B)/reference/%.o: src/engine/reference/%.c
	@mkdir -p $(@D)
	$(call step,CC,$<)$(CLANG) $(RT_CFLAGS) -MMD -MP -c $< -o $@

$(B)/reference/ordo-ref.o: $(REF_OBJ) $(REF_MODELS)
	$(call step,LD,$@)$(LD) -r -o $@ $^

$(REF_SO): $(REF_OBJ) $(REF_MODELS)
	@mkdir -p $(@D)
	$(call step,LINK,$@)$(CLANG) -shared -Wl,-soname,libordo-ref.so.1 -Wl,-z,defs -Wl,-z,now -o $@ $^ -Wl,--no-as-needed -lm
	@ln -sf libordo-ref.so.1 $(@D)/libordo-ref.so

$(REF_A): $(B)/reference/ordo-ref.o
	@mkdir -p $(@D)
	$(call step,AR,$@)$(AR) rcs $@ $^
