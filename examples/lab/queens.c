/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * In how many ways can n queens be placed on an n by n board so that none attacks another? Places
 * one queen per row and goes back if there is no free place.
 *
 * Count of queens: solutions = [1, 1, 0, 0, 2, 10, 4, 40, 92][n]
 */
#include <ordo/ordo.h>

static size_t place(unsigned row, unsigned n, unsigned columns, unsigned rising, unsigned falling) {
    size_t solutions = 0;
    if (row == n) {
        return 1; /* count: solutions */
    }
    for (unsigned column = 0; column < n; column++) {
        unsigned up = row + column, down = row + n - column;
        if (columns >> column & 1 || rising >> up & 1 || falling >> down & 1) continue;
        solutions +=
            place(row + 1, n, columns | 1u << column, rising | 1u << up, falling | 1u << down);
    }
    return solutions;
}

static size_t queens(long *number, size_t n) {
    (void)number;
    return place(0, (unsigned)n, 0, 0, 0);
}

ORDO_EXPERIMENT(queens, .inputs = ordo_integer, .to = 8);
