/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * byte_size.h: reads a number of bytes as people write it.
 *
 * Threads: pure, reentrant
 */
#ifndef ORDO_BYTE_SIZE_H
#define ORDO_BYTE_SIZE_H

#include <stdbool.h>
#include <stdint.h>

/* Reads a decimal number with an optional unit: k (or K), M, G or T, powers of 1024. Returns false
 * and leaves *value unchanged if the text is anything else or the number exceeds 64 bits. */
bool ordo_byte_size_read(const char *text, uint64_t *value);

#endif
