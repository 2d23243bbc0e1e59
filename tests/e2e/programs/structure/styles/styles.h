/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* styles.h: what the programs of this folder share. A name ends with the number of the program in
 * Table 1 of the paper, in the table's order, and the style: sentinels (s), intrusive links (i),
 * arenas (a), explicit stacks and queues (e), tagged pointers (t), `void *` with memcpy (v), smart
 * pointers and containers of C++ (p). */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#ifndef MOST
#define MOST 200
#endif
#define FOR_SIZES(n) for (int n = 2; n <= MOST; n += 9)

static volatile long sink;

/* An arena that hands out pieces of one block. */
struct arena {
    char *memory;
    size_t used;
};
static inline struct arena *arena_new(size_t bytes) {
    struct arena *a = (struct arena *)malloc(sizeof *a);
    a->memory = (char *)malloc(bytes);
    a->used = 0;
    return a;
}
static inline void *arena_take(struct arena *a, size_t bytes) {
    void *p = a->memory + a->used;
    a->used += (bytes + 15) & ~(size_t)15;
    return p;
}
static inline void arena_free(struct arena *a) {
    free(a->memory);
    free(a);
}
