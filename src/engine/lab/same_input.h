/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * same_input.h: whether a generator made the same input twice.
 *
 * Threads: one at a time
 */
#ifndef OLAB_SAME_INPUT_H
#define OLAB_SAME_INPUT_H

#include <stdbool.h>

/* Returns whether inputs can be compared: only if the program has AddressSanitizer, which knows the
 * sizes of blocks of memory and gives fresh ones the same contents. */
bool olab_same_input_is_known(void);

/* Returns whether two inputs are equal: the blocks that they point to, and the blocks that pointers
 * in these point to, have the same sizes and bytes, except that pointers may differ. True if they
 * cannot be compared. */
bool olab_same_input(const void *a, const void *b);

#endif
