/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * module_memory.h: memory that lives as long as the module is being instrumented.
 */
#ifndef ORDO_LLVM_MODULE_MEMORY_H
#define ORDO_LLVM_MODULE_MEMORY_H

#include "pass.h"

/* Returns zeroed memory, which is freed when the module is done. Never NULL. */
void *opass_alloc(struct opass *p, size_t bytes);
/* Returns a copy of the text in such memory. */
char *opass_text(struct opass *p, const char *text);
/* Appends an element to an array, which grows as needed. Returns the new element, zeroed. */
#define OPASS_PUSH(p, array, n)                                                                    \
    ((array) = opass_grow((p), (array), (n), sizeof *(array)), &(array)[(n)++])
void *opass_grow(struct opass *p, void *array, unsigned n, size_t element);
/* Frees all of it. */
void opass_free(struct opass *p);

#endif
