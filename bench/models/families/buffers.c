/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * buffers.c: buffers that grow, shift and wrap.
 */
#include "models/algorithm.h"

/* Appends n elements. A full buffer is copied into one with `chunk` more, or half as much again. */
static void append(size_t n, size_t room, size_t chunk) {
    begin_steps();
    for (size_t i = 0; i < n; i++) {
        STEP;
        if (i < room) continue;
        for (size_t k = 0; k < room; k++) STEP;
        room += chunk ? chunk : room / 2;
    }
}

static void grow_by_half(size_t n, struct random_numbers *r) {
    (void)r;
    append(n, 4, 0);
}

static void grow_by_chunks(size_t n, struct random_numbers *r) {
    (void)r;
    append(n, 8, 8);
}

/* n edits of one letter, each at a random place: the gap moves there. */
static void gap_buffer_edits(size_t n, struct random_numbers *r) {
    size_t gap = 0;
    begin_steps();
    for (size_t i = 0; i < n; i++) {
        size_t at = below(r, i + 1);
        STEP;
        while (gap < at) STEP, gap++;
        while (gap > at) STEP, gap--;
        gap++;
    }
}

static void ring_buffer_pass(size_t n, struct random_numbers *r) {
    int *ring = scratch_ints(64), sum = 0;
    begin_steps();
    for (size_t i = 0; i < n; i++) {
        STEP;
        ring[i & 63] = (int)below(r, 9);
        if ((i & 63) == 63) {
            STEP;
            for (int k = 0; k < 64; k++) STEP, sum += ring[k];
        }
    }
}

static void queue_by_shifting(size_t n, struct random_numbers *r) {
    int *a = scratch_ints(n);
    (void)r;
    begin_steps();
    for (size_t left = n; left > 0; left--) {
        STEP;
        for (size_t k = 1; k < left; k++) STEP, a[k - 1] = a[k];
    }
}

static void one_append(size_t n, struct random_numbers *r) {
    begin_steps();
    STEP;
    if (below(r, n) == 0) {
        STEP;
        for (size_t i = 0; i < n; i++) STEP;
    }
}

static void copy_in_blocks(size_t n, struct random_numbers *r) {
    (void)r;
    begin_steps();
    for (size_t i = 0; i < n; i += 16) {
        STEP;
        for (size_t k = i; k < i + 16 && k < n; k++) STEP;
    }
}

static void join_pieces(size_t n, struct random_numbers *r) {
    size_t length = 0;
    begin_steps();
    for (size_t i = 0; i < n; i++) {
        STEP;
        for (size_t k = 0; k < length; k++) STEP;
        length += 1 + below(r, 3);
    }
}

FAMILY(buffers, ROW_ALSO(grow_by_half, N, NONE, N, 16, 20000, SAME_COST | STAIRS),
       ROW_ALSO(grow_by_chunks, N2, NONE, N2, 64, 2500, SAME_COST),
       ROW(gap_buffer_edits, N2, 8, 500, 0), ROW(ring_buffer_pass, N, 200, 8000, 0),
       ROW(queue_by_shifting, N2, 4, 1500, POLYNOMIAL),
       ROW_ALSO(one_append, 1, NONE, N, 8, 2000, TAILS),
       ROW(copy_in_blocks, N, 64, 10000, SAME_COST), ROW(join_pieces, N2, 8, 300, 0));
