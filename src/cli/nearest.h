/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * nearest.h: finds the candidate nearest to a misspelled word.
 *
 * Threads: pure
 */
#ifndef ORDO_NEAREST_H
#define ORDO_NEAREST_H

#include <stddef.h>

/* Returns the nearest of the n candidates, or NULL if none is near enough to suggest. */
const char *ordo_nearest_find(const char *word, const char *const *candidates, size_t n);

#endif
