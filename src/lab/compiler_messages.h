/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * compiler_messages.h: what clang says of a source with experiments, without what ORDO_EXPERIMENT
 * adds: a declaration expands to many macros and uses each of its words several times.
 *
 * Threads: reentrant
 */
#ifndef ORDO_COMPILER_MESSAGES_H
#define ORDO_COMPILER_MESSAGES_H

#include "base/text.h"

/* Appends the messages to *out, each with its source lines. Leaves out where macros of ordo.h were
 * expanded, further errors and warnings at the same place, with their notes, and the number of
 * errors. Colours stay. */
void ordo_compiler_messages_tidy(const char *messages, struct ordo_text *out);

/* Appends the linker's messages to *out. The object SCRATCH/K.o is named as sources[K], of
 * n_sources, from which it was compiled. Lines about functions that ORDO_EXPERIMENT makes, and that
 * the linker failed, are left out. Each undefined routine is named once. */
void ordo_linker_messages_tidy(const char *messages, const char *scratch,
                               const char *const *sources, size_t n_sources, struct ordo_text *out);

#endif
