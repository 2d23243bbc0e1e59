/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * nearest.h: the word that was most likely meant.
 *
 * Threads: pure
 */
#ifndef ORDO_NEAREST_H
#define ORDO_NEAREST_H

#include <stddef.h>

/* The nearest of the n candidates, if it is near enough to be worth saying; else NULL. */
const char *ordo_nearest_find(const char *word, const char *const *candidates, size_t n);

#endif
