/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * libc_models.c: the real routine and the wrapper of each row of models.def, by the row's number.
 * The families `none` and `unit` have no wrappers: for their rows both are NULL. The routines'
 * types do not matter here, so each is declared as a symbol only.
 *
 * These are switches and not tables of addresses. In a table each address would be a relocation of
 * its own, which takes 600 instructions whenever a program starts. The code shares the relocations
 * of the wrappers' calls.
 */
#include "engine/runtime/core/library.h"
#include "libc_wrap.h"

enum number {
#define ORDO_MODEL(name, family) NUMBER_##name,
#include "abi/models.def"
    NUMBERS
};

const uint32_t ort_models = NUMBERS;

#define MODEL_REPLACED(n) extern char real_##n[] __asm__(#n) ORT_WEAK;
#define MODEL_KEPT(n)

#define FAMILY_string MODEL_REPLACED
#define FAMILY_memory MODEL_REPLACED
#define FAMILY_wide MODEL_REPLACED
#define FAMILY_number MODEL_REPLACED
#define FAMILY_stdio MODEL_REPLACED
#define FAMILY_sort MODEL_REPLACED
#define FAMILY_alloc MODEL_REPLACED
#define FAMILY_io MODEL_REPLACED
#define FAMILY_map MODEL_REPLACED
#define FAMILY_time MODEL_REPLACED
#define FAMILY_process MODEL_REPLACED
#define FAMILY_signal MODEL_REPLACED
#define FAMILY_thread MODEL_REPLACED
#define FAMILY_math MODEL_REPLACED
#define FAMILY_pattern MODEL_REPLACED
#define FAMILY_system MODEL_REPLACED
#define FAMILY_cxx MODEL_REPLACED
#define FAMILY_unit MODEL_KEPT
#define FAMILY_none MODEL_KEPT

#define ORDO_MODEL(name, family) FAMILY_##family(name)
#include "abi/models.def"

/* Keeps the compiler from making a table of addresses from the switch. */
static inline void *untabled(void *address) {
    __asm__("" : "+r"(address));
    return address;
}

#undef MODEL_REPLACED
#define MODEL_REPLACED(n)                                                                          \
    case NUMBER_##n:                                                                               \
        return untabled(real_##n);

__attribute__((noinline)) void *ort_model_real(uint32_t number) {
    switch ((enum number)number) {
#define ORDO_MODEL(name, family) FAMILY_##family(name)
#include "abi/models.def"
    default:
        return NULL;
    }
}

#undef MODEL_REPLACED
#define MODEL_REPLACED(n) extern char ort_wrapper_##n[];
#define ORDO_MODEL(name, family) FAMILY_##family(name)
#include "abi/models.def"

#undef MODEL_REPLACED
#define MODEL_REPLACED(n)                                                                          \
    case NUMBER_##n:                                                                               \
        return untabled(ort_wrapper_##n);

__attribute__((noinline)) void *ort_model_wrapper(uint32_t number) {
    switch ((enum number)number) {
#define ORDO_MODEL(name, family) FAMILY_##family(name)
#include "abi/models.def"
    default:
        return NULL;
    }
}

extern const char *gnu_get_libc_version(void) ORT_WEAK;

const void *ort_library_code(void) {
    return (const void *)(uintptr_t)gnu_get_libc_version;
}
