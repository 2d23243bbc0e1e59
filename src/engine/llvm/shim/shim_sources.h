/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * shim_sources.h: which routines of the source an instruction or a loop comes from. A routine is
 * named by its debug information, which stays when the routine has been inlined everywhere; code
 * without debug information comes from nowhere.
 */
#ifndef ORDO_SHIM_SOURCES_H
#define ORDO_SHIM_SOURCES_H

#include "shim_versions.h"

#include <llvm-c/Types.h>
#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Notes the routine with a number in the module, until the next call of shim_noted_routines. */
void shim_note_routine(LLVMModuleRef m, LLVMValueRef fn, unsigned number);
/* Calls `each` for the routines that were noted, and drops the notes. */
void shim_noted_routines(LLVMModuleRef m, void *to,
                         void (*each)(void *to, const void *source, unsigned number));

/* Store the routines, each inlined into the next one; the last one is that of the function that the
 * code is in. Return their number, at most `most`. */
unsigned shim_sources(LLVMValueRef inst, const void **out, unsigned most);
unsigned shim_sources_of_loop(struct shim_versions *b, unsigned loop, const void **out,
                              unsigned most);

/* Returns the routine of the function; NULL: it has no debug information. */
const void *shim_source_of(LLVMValueRef fn);

/* Is the routine in a header that comes with the system, such as those of the C++ library? */
bool shim_source_is_installed(const void *source);

#ifdef __cplusplus
}
#endif

#endif
