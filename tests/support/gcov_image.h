/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * gcov_image.h: valid files of gcc's coverage data for two functions of one file. One is a loop
 * around a branch, the other was never executed.
 *
 * Memory:  static, in whole words
 */
#ifndef GCOV_IMAGE_H
#define GCOV_IMAGE_H

#include <stddef.h>
#include <stdint.h>

struct gcov_image {
    uint8_t bytes[1024];
    size_t n;
};

/* Function `loop` is in lines 3 to 9 of a.c below /src. Its data: the loop was entered once and
 * had ten iterations, and its branch was taken three times. */
void gcov_image_make(struct gcov_image *notes, struct gcov_image *data);

#endif
