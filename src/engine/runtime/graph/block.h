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
    uintptr_t at; /* of a free block: number of the next free one */
    uint64_t bytes;
    union {
        const char *name;
        struct {
            uint32_t frame, stamp; /* of a local block: its activation */
        };
    };
    uint32_t array;         /* its array's vertex, or 0 */
    uint32_t age;           /* changes when the block ends */
    uint32_t elements : 28; /* number of elements made in it since it began */
    uint32_t heap : 1;      /* allocated, not a variable: it began before its type was known */
    uint32_t local : 1;     /* a variable without a name, which ends with its activation */
    uint32_t nodes : 1;     /* known to hold elements: nothing else in it is an array */
    uint32_t awaited : 1;   /* a pending slot holds an address in it */
    uint32_t scale;         /* scale of its array's indices (graph.h); 0: none yet */
    uint32_t type;          /* ordo_type.id of what it holds; 0: not known */
    union {
        uint32_t thread; /* of a local block: its thread */
        uint32_t lead;   /* of another block: bytes in front of the record that it is for */
    };
    struct ort_copying copying; /* latest copy of its array's elements */
};

extern struct ort_pool ort_blocks;

/* Has the block's activation ended? False in other threads than its own. */
bool ort_block_is_left(const struct ort_block *b);

static inline struct ort_block *ort_block_at(uint32_t id) {
    return ort_pool_at(&ort_blocks, id, sizeof(struct ort_block));
}

/* Does a block of this type and size hold elements, or one record only, so that it is not an
 * array? */
static inline bool ort_block_holds_nodes(const struct ordo_type *type, uint64_t bytes) {
    if (type->flags & ORDO_TYPE_LINKED) return true;
    return type->flags & ORDO_TYPE_PLAIN && bytes / type->size < 2;
}

/* Has nothing been made in the block, and does no pending slot hold an address in it? */
static inline bool ort_block_is_untouched(const struct ort_block *b) {
    return !b->array && !b->elements && !b->awaited;
}

#endif
