/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * algorithm.c: the counter of steps, and scratch memory: blocks that double in size, which all
 * calls use again from the start.
 */
#include "models/algorithm.h"

#include "base/memory.h"

#include <string.h>

uint64_t steps_taken;

enum { BLOCKS = 40, FIRST_BLOCK = 1 << 16 };

static struct {
    char *start[BLOCKS];
    size_t size[BLOCKS], used, total; /* total: of all blocks, in this run */
    int block;
} memory;

void begin_steps(void) {
    steps_taken = 1;
}

void *scratch(size_t count, size_t size) {
    size_t bytes = (count * size + 31) & ~(size_t)15;
    while (memory.start[memory.block] && memory.used + bytes > memory.size[memory.block]) {
        memory.block++;
        memory.used = 0;
    }
    if (!memory.start[memory.block]) {
        size_t least = (size_t)FIRST_BLOCK << memory.block;
        memory.size[memory.block] = bytes > least ? bytes : least;
        memory.start[memory.block] = ordo_memory_new(memory.size[memory.block], 1);
    }
    void *p = memory.start[memory.block] + memory.used;
    memory.used += bytes;
    memory.total += bytes;
    return memset(p, 0, bytes);
}

int *scratch_ints(size_t n) {
    return scratch(n + 1, sizeof(int));
}

double *scratch_reals(size_t n) {
    return scratch(n + 1, sizeof(double));
}

static double planned = -1;

void plan_first_draw(double unit) {
    planned = unit;
}

static double draw(struct random_numbers *r) {
    double unit = planned < 0 ? random_unit(r) : planned;
    planned = -1;
    return unit;
}

size_t below(struct random_numbers *r, size_t n) {
    return (size_t)(draw(r) * (double)n);
}

bool chance(struct random_numbers *r, double probability) {
    return draw(r) < probability;
}

int *random_ints(struct random_numbers *r, size_t n, size_t range) {
    int *a = scratch_ints(n);
    for (size_t i = 0; i < n; i++) a[i] = (int)below(r, range);
    return a;
}

int *ascending(size_t n) {
    int *a = scratch_ints(n);
    for (size_t i = 0; i < n; i++) a[i] = (int)i;
    return a;
}

int *permutation(struct random_numbers *r, size_t n) {
    int *a = ascending(n);
    for (size_t i = n; i > 1; i--) swap_ints(&a[i - 1], &a[below(r, i)]);
    return a;
}

char *random_text(struct random_numbers *r, size_t n, size_t letters) {
    char *s = scratch(n + 1, 1);
    for (size_t i = 0; i < n; i++) s[i] = (char)('a' + below(r, letters));
    return s;
}

void swap_ints(int *a, int *b) {
    int t = *a;
    *a = *b;
    *b = t;
}

void part_in_three(int *a, int pivot, long *less, long *more) {
    for (long i = *less; i <= *more;) {
        STEP;
        if (a[i] < pivot)
            STEP, swap_ints(&a[(*less)++], &a[i++]);
        else if (a[i] > pivot)
            STEP, swap_ints(&a[i], &a[(*more)--]);
        else
            i++;
    }
}

void start_run(void) {
    memory.block = 0;
    memory.used = 0;
    memory.total = 0;
    steps_taken = 0;
}

double run_algorithm(const struct algorithm *a, size_t n, struct random_numbers *r) {
    start_run();
    a->run(n, r);
    planned = -1;
    return (double)steps_taken;
}

double numbers_made(void) {
    return (double)(memory.total / sizeof(int));
}
