/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * gcov_image.h: sound files of gcc's coverage data: two functions of one file, one a loop around a
 * branch, the other never executed.
 *
 * Memory:  static, whole words
 */
#ifndef GCOV_IMAGE_H
#define GCOV_IMAGE_H

#include <stddef.h>
#include <stdint.h>

struct gcov_image {
    uint8_t bytes[1024];
    size_t n;
};

/* `loop`: lines 3 to 9 of a.c below /src; data: the loop entered once, run ten times, its branch
 * taken three times. */
void gcov_image_make(struct gcov_image *notes, struct gcov_image *data);

#endif
