/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * dot_products.h: all scalar products of two sets of vectors.
 *
 * Shapes:  a[n_a * stride], b[n_b * stride], out[n_a * n_b], all row-major; stride is
 *          ordo_dot_stride(n), and elements from n to stride are 0
 * Threads: pure, reentrant; a product is the same bits whatever other vectors stand beside it
 * Memory:  a and b are aligned as malloc aligns
 * Cost:    2 n_a n_b n operations, near what two lanes of a core can do
 */
#ifndef ORDO_DOT_PRODUCTS_H
#define ORDO_DOT_PRODUCTS_H

#include <stddef.h>

/* The length of a row of n elements in memory. */
size_t ordo_dot_stride(size_t n);

void ordo_dot_products(const double *a, size_t n_a, const double *b, size_t n_b, size_t stride,
                       double *out);

#endif
