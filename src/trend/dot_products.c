/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * dot_products.c: tiles of 3 x 3 products that share their loads: nine pairs of sums and six
 * operands in sixteen registers.
 *
 * Invariant: every product is the sum over the even elements plus the sum over the odd elements,
 * each added from the left, in whatever tile it is. So results do not depend on how the caller
 * divides its work.
 */
#include "trend/dot_products.h"

#include <string.h>

typedef double pair __attribute__((vector_size(16)));

enum { TILE = 3 };

size_t ordo_dot_stride(size_t n) {
    return (n + 1) & ~(size_t)1;
}

static pair load(const double *p) {
    pair v;
    memcpy(&v, p, sizeof v);
    return v;
}

static void tile(const double *a, const double *b, size_t stride, double *out, size_t n_b) {
    const double *a1 = a + stride, *a2 = a1 + stride, *b1 = b + stride, *b2 = b1 + stride;
    pair s00 = {0, 0}, s01 = s00, s02 = s00, s10 = s00, s11 = s00, s12 = s00, s20 = s00, s21 = s00,
         s22 = s00;
    for (size_t k = 0; k < stride; k += 2) {
        pair x = load(b + k), y = load(b1 + k), z = load(b2 + k);
        pair u = load(a + k);
        s00 += u * x;
        s01 += u * y;
        s02 += u * z;
        u = load(a1 + k);
        s10 += u * x;
        s11 += u * y;
        s12 += u * z;
        u = load(a2 + k);
        s20 += u * x;
        s21 += u * y;
        s22 += u * z;
    }
    out[0] = s00[0] + s00[1];
    out[1] = s01[0] + s01[1];
    out[2] = s02[0] + s02[1];
    out += n_b;
    out[0] = s10[0] + s10[1];
    out[1] = s11[0] + s11[1];
    out[2] = s12[0] + s12[1];
    out += n_b;
    out[0] = s20[0] + s20[1];
    out[1] = s21[0] + s21[1];
    out[2] = s22[0] + s22[1];
}

static double single(const double *a, const double *b, size_t stride) {
    pair s = {0, 0};
    for (size_t k = 0; k < stride; k += 2) s += load(a + k) * load(b + k);
    return s[0] + s[1];
}

void ordo_dot_products(const double *a, size_t n_a, const double *b, size_t n_b, size_t stride,
                       double *out) {
    size_t whole_a = n_a - n_a % TILE, whole_b = n_b - n_b % TILE;
    for (size_t j = 0; j < whole_b; j += TILE)
        for (size_t i = 0; i < whole_a; i += TILE)
            tile(a + i * stride, b + j * stride, stride, out + i * n_b + j, n_b);
    for (size_t i = 0; i < n_a; i++)
        for (size_t j = i < whole_a ? whole_b : 0; j < n_b; j++)
            out[i * n_b + j] = single(a + i * stride, b + j * stride, stride);
}
