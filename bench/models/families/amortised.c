/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * amortised.c: operations that are cheap on average.
 */
#include "models/algorithm.h"

static void two_stack_dequeue(size_t n, struct random_numbers *r) {
    bool empty = below(r, n) == 0;
    begin_steps();
    STEP;
    if (!empty) return;
    for (size_t i = 0; i < n; i++) STEP, STEP;
}

static void pop_some(size_t n, struct random_numbers *r) {
    size_t left = n;
    begin_steps();
    while (left && chance(r, 0.6)) STEP, left--;
}

/* Moves two old buckets at each operation while a table grows. */
static void incremental_rehash(size_t n, struct random_numbers *r) {
    bool growing = below(r, 4) == 0;
    begin_steps();
    STEP;
    for (size_t i = 0; growing && i < 2 && i < n; i++) {
        STEP;
        while (chance(r, 0.5)) STEP;
    }
}

static void stack_with_pops(size_t n, struct random_numbers *r) {
    size_t depth = 0;
    begin_steps();
    for (size_t i = 0; i < n; i++) {
        STEP;
        depth++;
        if (below(r, 20) == 0)
            for (size_t k = below(r, depth + 1); k > 0; k--) STEP, depth--;
    }
}

/* Keeps the greatest element of every window of 50. */
static void sliding_maximum(size_t n, struct random_numbers *r) {
    int *a = random_ints(r, n, 1 << 20);
    size_t *queue = scratch(n + 1, sizeof *queue), head = 0, tail = 0;
    begin_steps();
    for (size_t i = 0; i < n; i++) {
        STEP;
        while (tail > head && a[queue[tail - 1]] <= a[i]) STEP, tail--;
        queue[tail++] = i;
        if (queue[head] + 50 <= i) STEP, head++;
    }
}

static void next_greater(size_t n, struct random_numbers *r) {
    int *a = permutation(r, n), *stack = scratch_ints(n), top = 0;
    begin_steps();
    for (size_t i = 0; i < n; i++) {
        STEP;
        while (top && stack[top - 1] < a[i]) STEP, top--;
        stack[top++] = a[i];
    }
}

static void two_ends(size_t n, struct random_numbers *r) {
    size_t low = 0, high = n;
    begin_steps();
    while (low < high) {
        STEP;
        if (chance(r, 0.5))
            STEP, low++;
        else
            high--;
    }
}

/* Clears a table of n when its counter overflows, one time in a hundred. */
static void clear_now_and_then(size_t n, struct random_numbers *r) {
    bool overflow = chance(r, 0.01);
    begin_steps();
    for (int i = 0; i < 6; i++) STEP;
    if (!overflow) return;
    for (size_t i = 0; i < n; i++) STEP;
}

static void find_with_halving(size_t n, struct random_numbers *r) {
    size_t v = below(r, n), hops = 0;
    begin_steps();
    while (v) {
        STEP;
        v = below(r, v);
        hops++;
    }
}

/* Logarithmic method: merges blocks like the carries of a binary counter. */
static void binary_blocks(size_t n, struct random_numbers *r) {
    (void)r;
    begin_steps();
    for (size_t i = 1; i <= n; i++) {
        STEP;
        for (size_t width = 1; !(i & width) && 2 * width <= i; width *= 2)
            for (size_t k = 0; k < width; k++) STEP;
    }
}

FAMILY(amortised, ROW_ALSO(two_stack_dequeue, 1, NONE, N, 8, 2000, TAILS),
       ROW_ALSO(pop_some, 1, LOG, NONE, 32, 20000, 0),
       ROW_ALSO(incremental_rehash, 1, LOG, NONE, 8, 20000, 0),
       ROW(stack_with_pops, N, 40, 8000, 0), ROW(sliding_maximum, N, 200, 8000, 0),
       ROW(next_greater, N, 8, 8000, 0), ROW(two_ends, N, 8, 10000, 0),
       ROW_ALSO(clear_now_and_then, N, NONE, N, 8, 10000, TAILS),
       ROW_ALSO(find_with_halving, LOG, NONE, NONE, 8, 100000, ARGUMENT),
       ROW(binary_blocks, N_LOG, 8, 8000, SAME_COST | STAIRS));
