/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * graph_pool.h: numbered objects of one size, and rooms of words.
 *
 * Objects never move. Numbers run from 1 and are below 2^31.
 *
 * Errors:  0, NULL: recording has been stopped
 * Threads: the caller holds the graph's lock. Signal-safe: yes. Never the program's heap.
 */
#ifndef ORT_GRAPH_POOL_H
#define ORT_GRAPH_POOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct ort_pool {
    char *base;    /* address of object 0, which is never given out */
    uint64_t room; /* number of objects for which there are addresses */
    bool reserved; /* the addresses are reserved; otherwise they are taken when needed */
    uint32_t used; /* highest number given out so far */
    uint32_t free; /* for the owner: first of a chain of free ones */
};

static inline void *ort_pool_at(const struct ort_pool *p, uint32_t number, size_t each) {
    return p->base + number * each;
}

/* Returns a number that was never given out; its object is zero. */
uint32_t ort_pool_next(struct ort_pool *p, size_t each);

/* Take a zeroed room of `words` words, and give it back. */
uint64_t *ort_room_take(uint64_t words);
/* Is a room for `a` words the same size as one for `b`? Words past those in use are zero. */
bool ort_room_fits(uint64_t a, uint64_t b);
void ort_room_give(uint64_t *room, uint64_t words);
/* Gives back a room that is all zero. */
void ort_room_give_empty(uint64_t *room, uint64_t words);

#endif
