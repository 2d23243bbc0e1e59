/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * source_names.h: names of symbols and paths of source files.
 */
#ifndef ORDO_LLVM_SOURCE_NAMES_H
#define ORDO_LLVM_SOURCE_NAMES_H

#include "pass.h"

/* Does the text begin with the prefix? */
bool opass_starts_with(const char *text, const char *prefix);
/* Returns the path relative to the source root if it is below that, otherwise the path itself. */
const char *opass_relative(struct opass *p, const char *path);
/* Writes the relative path of the translation unit's main file. */
void opass_unit_file(struct opass *p, char *out, size_t size);

#endif
