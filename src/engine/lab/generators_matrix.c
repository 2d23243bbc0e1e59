/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * generators_matrix.c: makes square matrices, row by row.
 */
#include "engine/lab/generator_block.h"
#include "ordo/ordo.h"

/* Returns a random number in [0, 1). A double has 53 binary digits. */
static double fraction(uint64_t *random) {
    return (double)(ordo_random(random) >> 11) * 0x1p-53;
}

/* Returns n * n, or a number that cannot be allocated if that overflows. */
static size_t square(size_t n) {
    size_t cells;
    return __builtin_mul_overflow(n, n, &cells) ? SIZE_MAX : cells;
}

double *ordo_make_random_matrix(size_t n, uint64_t seed) {
    double *cells = olab_array_new(square(n), sizeof *cells);
    for (size_t i = 0; cells && i < n * n; i++) cells[i] = fraction(&seed);
    return cells;
}

struct ordo_matrices *ordo_make_random_matrices(size_t n, uint64_t seed) {
    struct ordo_matrices *m = NULL;
    size_t two;
    if (__builtin_mul_overflow(square(n), 2, &two)) return NULL;
    struct olab_block block = olab_block_new(sizeof *m, two, sizeof *m->a, two / 2, sizeof *m->a);
    m = block.head;
    if (!m) return NULL;
    *m = (struct ordo_matrices){n, block.first, (double *)block.first + n * n, block.second};
    for (size_t i = 0; i < 2 * n * n; i++) m->a[i] = fraction(&seed);
    return m;
}
