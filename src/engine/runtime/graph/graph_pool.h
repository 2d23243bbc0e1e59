/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * graph_pool.h: objects of one size with numbers, and rooms of words.
 *
 * Objects never move; numbers run from 1 and are below 2^31.
 * Errors:  0, NULL: recording has been stopped
 * Threads: the caller holds the graph's lock. Signal-safe: yes. Never the program's heap.
 */
#ifndef ORT_GRAPH_POOL_H
#define ORT_GRAPH_POOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct ort_pool {
    char *base;    /* of the object 0, which nobody is given */
    uint64_t room; /* objects that there are addresses for */
    bool reserved; /* these are the pool's already; else they are taken as they are needed */
    uint32_t used; /* numbers up to it have been given */
    uint32_t free; /* the owner's: first of a chain of free ones */
};

static inline void *ort_pool_at(const struct ort_pool *p, uint32_t number, size_t each) {
    return p->base + number * each;
}

/* A number that was never given; its object is zero. */
uint32_t ort_pool_next(struct ort_pool *p, size_t each);

/* A zeroed room of `words`, and back. */
uint64_t *ort_room_take(uint64_t words);
/* Is a room of `a` words one of `b` words as well? What lies past those in use is zero. */
bool ort_room_fits(uint64_t a, uint64_t b);
void ort_room_give(uint64_t *room, uint64_t words);
/* The same, of a room that is all zero. */
void ort_room_give_empty(uint64_t *room, uint64_t words);

#endif
