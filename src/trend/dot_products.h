/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * dot_products.h: computes all scalar products of two sets of vectors.
 *
 * Shapes:  a[n_a * stride], b[n_b * stride], out[n_a * n_b], all row-major; stride is
 *          ordo_dot_stride(n), and elements from n to stride are 0
 * Threads: pure, reentrant; a product has the same bits whatever other vectors are in the sets
 * Memory:  a and b are aligned as malloc aligns
 * Cost:    2 n_a n_b n operations, near the limit of two lanes of a core
 */
#ifndef ORDO_DOT_PRODUCTS_H
#define ORDO_DOT_PRODUCTS_H

#include <stddef.h>

/* Returns the length in memory of a row of n elements. */
size_t ordo_dot_stride(size_t n);

void ordo_dot_products(const double *a, size_t n_a, const double *b, size_t n_b, size_t stride,
                       double *out);

#endif
