/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * libc_models.c: models.def as a table. A family is replaced unless it is `none` or `unit`, whose
 * rows leave nothing. The routines' types do not matter here: each is known by its symbol only.
 */
#include "libc_wrap.h"
#include "library.h"

#define MODEL_REPLACED(n)                                                                          \
    extern char wrapper_##n[] __asm__("__ordo_wrap_" #n);                                          \
    extern char real_##n[] __asm__(#n) ORT_WEAK;
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

#undef MODEL_REPLACED
#define MODEL_REPLACED(n) {#n, wrapper_##n, real_##n},

const struct ort_model ort_models[] = {
#define ORDO_MODEL(name, family) FAMILY_##family(name)
#include "abi/models.def"
};

const size_t ort_n_models = sizeof ort_models / sizeof *ort_models;
