/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * searching.c: searches in ordered data.
 */
#include "models/algorithm.h"

static void exponential_search(size_t n, struct random_numbers *r) {
    size_t x = below(r, n), bound = 1;
    begin_steps();
    while (bound < n && bound <= x) STEP, bound *= 2;
    size_t low = bound / 2, high = bound < n ? bound : n;
    while (low < high) {
        size_t middle = (low + high) / 2;
        STEP;
        if (middle < x)
            STEP, low = middle + 1;
        else
            STEP, high = middle;
    }
}

static void ternary_search(size_t n, struct random_numbers *r) {
    size_t peak = below(r, n), low = 0, high = n;
    begin_steps();
    while (high - low > 2) {
        size_t third = (high - low) / 3, a = low + third, b = high - third;
        STEP;
        if ((a > peak ? a - peak : peak - a) < (b > peak ? b - peak : peak - b))
            STEP, high = b;
        else
            STEP, low = a;
    }
}

/* From the corner of a square of sorted rows and columns; n is its side. */
static void saddleback_search(size_t n, struct random_numbers *r) {
    size_t x = below(r, 2 * n), row = 0, column = n;
    begin_steps();
    while (row < n && column > 0) {
        STEP;
        size_t value = row + column - 1;
        if (value == x && row > n / 2) break;
        if (value > x)
            STEP, column--;
        else
            STEP, row++;
    }
}

/* An index of sqrt(n) entries, then a block of sqrt(n). */
static void indexed_block_search(size_t n, struct random_numbers *r) {
    size_t x = below(r, n), width = 1;
    while (width * width < n) width++;
    begin_steps();
    size_t block = 0;
    while ((block + 1) * width <= x) STEP, block++;
    for (size_t i = block * width; i < x; i++) STEP;
}

static void fibonacci_search(size_t n, struct random_numbers *r) {
    size_t x = below(r, n), a = 0, b = 1, offset = 0;
    begin_steps();
    while (a + b < n) {
        STEP;
        size_t t = a + b;
        a = b;
        b = t;
    }
    while (b > 1) {
        size_t step = a;
        STEP;
        if (offset + step < n && offset + step <= x) STEP, offset += step;
        a = b - a;
        b = step;
    }
}

static void sentinel_scan_miss(size_t n, struct random_numbers *r) {
    int *a = random_ints(r, n, 1000), i = 0;
    a[n] = 1000;
    begin_steps();
    while (a[i] != 1000) STEP, i++;
}

/* Draws until a value of n possible ones comes again: about 1.25 sqrt(n) draws. */
static void draws_until_repeated(size_t n, struct random_numbers *r) {
    int *seen = scratch_ints(n);
    begin_steps();
    for (;;) {
        size_t x = below(r, n);
        STEP;
        if (seen[x]) break;
        seen[x] = 1;
    }
}

static void rotated_search(size_t n, struct random_numbers *r) {
    size_t turn = below(r, n), low = 0, high = n - 1;
    begin_steps();
    while (low < high) {
        size_t middle = (low + high) / 2;
        STEP;
        if ((middle + turn) % n > (high + turn) % n)
            STEP, low = middle + 1;
        else
            high = middle;
    }
}

FAMILY(searching, ROW(exponential_search, LOG, 4, 20000, STAIRS),
       ROW(ternary_search, LOG, 4, 20000, 0), ROW(saddleback_search, N, 4, 10000, 0),
       ROW(indexed_block_search, SQRT, 9, 20000, 0), ROW(fibonacci_search, LOG, 4, 20000, STAIRS),
       ROW(sentinel_scan_miss, N, 2, 10000, POLYNOMIAL),
       ROW_ALSO(draws_until_repeated, SQRT, NONE, SQRT, 4, 5000, 0),
       ROW(rotated_search, LOG, 4, 20000, 0));
