/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * duration.h: times as users write them.
 */
#ifndef ORDO_DURATION_H
#define ORDO_DURATION_H

#include <stdbool.h>
#include <stdint.h>

/* Reads "30s", "500ms", "5m", "1.5h" or a number of seconds into *ms. Returns false if the text is
 * no such time, or is more than a year. Pure. */
bool ordo_duration_read(const char *text, uint64_t *ms);

#endif
