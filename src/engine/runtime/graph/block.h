/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * block.h: a block of memory that the graph knows (graph_blocks.c).
 *
 * Threads: the caller holds the graph's lock.
 */
#ifndef ORT_BLOCK_H
#define ORT_BLOCK_H

#include "graph.h"
#include "graph_pool.h"

struct ort_block {
    uintptr_t at; /* of a free one: the next free one */
    uint64_t bytes;
    union {
        const char *name;
        struct {
            uint32_t frame, stamp; /* of a local one: the activation whose it is */
        };
    };
    uint32_t array;         /* its vertex, or 0 */
    uint32_t age;           /* changes at its end */
    uint32_t elements : 28; /* begun in it since it began */
    uint32_t heap : 1;      /* it began before it was said what it holds: allocated, no variable */
    uint32_t local : 1;     /* a variable that ends with its activation, and has no name */
    uint32_t nodes : 1;     /* it was said to hold elements: what else is in it is no array */
    uint32_t awaited : 1;   /* a pending slot holds an address in it */
    uint32_t scale;         /* of its array's indices; 0: none yet */
    uint32_t type;          /* what it is said to hold: ordo_type.id; 0: not known */
    uint32_t thread;        /* of a local one */
    struct ort_copying copying; /* of its array, the latest */
};

extern struct ort_pool ort_blocks;

/* Has the activation ended? Seen by its own thread. */
bool ort_block_is_left(const struct ort_block *b);

static inline struct ort_block *ort_block_at(uint32_t id) {
    return ort_pool_at(&ort_blocks, id, sizeof(struct ort_block));
}

/* A block of one record is no array. */
static inline bool ort_block_holds_nodes(const struct ordo_type *type, uint64_t bytes) {
    if (type->flags & ORDO_TYPE_LINKED) return true;
    return type->flags & ORDO_TYPE_PLAIN && bytes / type->size < 2;
}

/* Has nothing come to live in it, nor anything led to it? */
static inline bool ort_block_is_untouched(const struct ort_block *b) {
    return !b->array && !b->elements && !b->awaited;
}

#endif
