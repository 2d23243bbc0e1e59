/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * library.h: which routines the library models stand for, by their numbers: the place in
 * abi/models.def, from 0, which ordo_callee.modelled has one higher.
 *
 * Threads: any. Pure. Signal-safe: yes.
 */
#ifndef ORT_LIBRARY_H
#define ORT_LIBRARY_H

#include <stdint.h>

/* What the wrapper calls, as the dynamic linker binds the name for the runtime: NULL when no object
 * defines it (libstdc++ in a C program), or when there is no wrapper (families `unit` and `none`,
 * numbers past the last). */
void *ort_model_real(uint32_t number);
void *ort_model_wrapper(uint32_t number);

/* How many there are, of all families. */
extern const uint32_t ort_models;

/* In the C library's code; NULL: it is another one. */
const void *ort_library_code(void);

#endif
