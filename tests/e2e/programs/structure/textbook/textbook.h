/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* textbook.h: what the programs of this folder share. */
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static volatile long sink;
static unsigned state = 1;
static unsigned draw(void) {
    return state = state * 1103515245u + 12345u, state >> 8;
}
