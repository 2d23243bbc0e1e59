/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * library.h: the library routines that have models, by number. A routine's number is its place in
 * abi/models.def, from 0. ordo_callee.modelled is one higher.
 *
 * Threads: any. Pure. Signal-safe: yes.
 */
#ifndef ORT_LIBRARY_H
#define ORT_LIBRARY_H

#include <stdint.h>

/* Return the routine that the wrapper calls, as the dynamic linker binds its name for the runtime,
 * or the wrapper itself. Both return NULL if there is no wrapper (families `unit` and `none`,
 * numbers past the last). ort_model_real also returns NULL if no object defines the routine
 * (libstdc++ in a C program). */
void *ort_model_real(uint32_t number);
void *ort_model_wrapper(uint32_t number);

/* Number of models, of all families. */
extern const uint32_t ort_models;

/* Returns an address in the code of the GNU C library, or NULL if the program has another C
 * library. */
const void *ort_library_code(void);

#endif
