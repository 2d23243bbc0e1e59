/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * contexts.h: the calling context tree of one thread state, in the raw file.
 *
 * A node is a pair (parent node, scope). Two rules bound the tree and keep the count of every pair
 * of caller and callee exact:
 *   folding     If a recursive routine is already on the path, its new node is below its actual
 *               caller and counts its calls, but its callees get nodes below the node of its first
 *               occurrence on the path (`folded`).
 *   the bound   Once there are ORT_CONTEXTS nodes, a new child goes below a node of its caller
 *               whose parent is ORDO_RAW_TRUNCATED. There is one such node per calling scope. Thus
 *               at most one node is added per scope and per pair of caller and callee.
 *
 * Errors:  0 or -1; recording has then been stopped.
 * Threads: the owner of `t` only.
 */
#ifndef ORT_CONTEXTS_H
#define ORT_CONTEXTS_H

#include "thread_state.h"

#define ORT_CONTEXTS 65536u

/* Makes a tree that has only a root, for the scope of the root frame: 0, or -1. */
int ort_contexts_init(struct ort_thread *t, uint32_t root_scope);

/* An entry of the cache of found children is one word, so that many fit in the processor's caches:
 * the parent's index + 1, the scope, and the node's index + 1. 0: free. */
_Static_assert(ORDO_MAX_SCOPES == 1u << ORDO_FOUND_SCOPE_BITS, "scopes of found contexts");

static inline uint64_t *ort_context_found_at(const struct ort_thread *t, uint32_t parent,
                                             uint32_t scope) {
    return &t->hot.found[(parent * ORDO_FOUND_PARENT ^ scope * ORDO_FOUND_SCOPE) >>
                         t->hot.found_shift];
}

/* Returns the index + 1 of the node below node `parent` for the scope if it was found recently,
 * else 0. */
static inline uint32_t ort_context_found(const struct ort_thread *t, uint32_t parent,
                                         uint32_t scope) {
    uint64_t found = *ort_context_found_at(t, parent, scope);
    uint64_t of = (uint64_t)parent << ORDO_FOUND_SCOPE_BITS | scope;
    if (unlikely(found >> ORDO_FOUND_BITS != of)) return 0;
    return (uint32_t)found & ((1u << ORDO_FOUND_BITS) - 1);
}

/* Slow path of ort_context_find. */
uint32_t ort_context_find_slow(struct ort_thread *t, uint32_t parent, uint32_t scope);

/* Returns the index + 1 of the node below node `parent` for the scope, which must have a slot.
 * Makes the node if there is none; 0 if there is no room. */
static inline uint32_t ort_context_find(struct ort_thread *t, uint32_t parent, uint32_t scope) {
    uint32_t node = ort_context_found(t, parent, scope);
    return likely(node) ? node : ort_context_find_slow(t, parent, scope);
}

/* Returns the index + 1 of the node of an open activation, or 0. Looks up the nodes of its callers
 * first, and makes their slots: pointers to slots are not valid afterwards. */
uint32_t ort_context_of(struct ort_thread *t, struct ordo_frame *f);

/* Does the same, with a fast path for nodes that were found recently. */
static inline uint32_t ort_context_known(struct ort_thread *t, struct ordo_frame *f) {
    if (f->context) return f->context;
    uint32_t node = ort_context_found(t, f[-1].context, f->scope->id);
    if (unlikely(!node)) return ort_context_of(t, f);
    f->context = node;
    return node;
}

_Static_assert(sizeof(struct ordo_raw_context) == ORDO_NODE_SIZE, "abi.h against raw.def");
_Static_assert(ORT_CONTEXT_FIRST_CHUNK_LOG2 + ORT_CONTEXT_CHUNKS <= ORDO_FOUND_BITS,
               "indices of found contexts");

static inline struct ordo_raw_context *ort_context_node(const struct ort_thread *t, uint32_t i) {
    uint32_t at, k = ort_context_chunk(i, &at);
    return t->contexts[k] + at;
}

#endif
