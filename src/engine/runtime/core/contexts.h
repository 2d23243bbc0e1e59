/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * contexts.h: the calling context tree of one thread state, in the raw file.
 *
 * A node is (parent node, scope). Two rules bound the tree and keep every caller-callee count
 * exact:
 *   folding     a recursive routine that is already on the path gets a node below its true caller,
 *               which counts its calls, but what it calls hangs below the node of its first
 *               occurrence on the path (`folded` names it);
 *   the bound   past ORT_CONTEXTS nodes, a new child hangs below a node of its caller whose
 *               parent is ORDO_RAW_TRUNCATED, one such node per calling scope; so at most one
 *               node more per scope and per pair of caller and callee.
 *
 * Errors:  0; recording has been stopped.      Threads: the owner of `t` only.
 */
#ifndef ORT_CONTEXTS_H
#define ORT_CONTEXTS_H

#include "thread_state.h"

#define ORT_CONTEXTS 65536u

/* The tree's root, for the scope of the root frame: 0, or -1. */
int ort_contexts_init(struct ort_thread *t, uint32_t root_scope);

/* A child that was found is one word, so that many stay in the cache: parent and node, indices + 1,
 * and the scope; 0: none. */
#define ORT_CONTEXT_BITS 22
#define ORT_CONTEXT_SCOPE_BITS 20
_Static_assert(ORDO_MAX_SCOPES == 1u << ORT_CONTEXT_SCOPE_BITS, "scopes of found contexts");

static inline uint64_t *ort_context_found_at(const struct ort_thread *t, uint32_t parent,
                                             uint32_t scope) {
    return &t->found_contexts[(parent * 0x9E3779B1u ^ scope * 0x85EBCA6Bu) >>
                              t->found_contexts_shift];
}

/* The node, index + 1, below node `parent` for the scope, when it was found of late; else 0. */
static inline uint32_t ort_context_found(const struct ort_thread *t, uint32_t parent,
                                         uint32_t scope) {
    uint64_t found = *ort_context_found_at(t, parent, scope);
    uint64_t of = (uint64_t)parent << ORT_CONTEXT_SCOPE_BITS | scope;
    if (unlikely(found >> ORT_CONTEXT_BITS != of)) return 0;
    return (uint32_t)found & ((1u << ORT_CONTEXT_BITS) - 1);
}

/* Rare half of ort_context_find. */
uint32_t ort_context_find_slow(struct ort_thread *t, uint32_t parent, uint32_t scope);

/* The node, index + 1, below node `parent` for the scope, which has a slot. */
static inline uint32_t ort_context_find(struct ort_thread *t, uint32_t parent, uint32_t scope) {
    uint32_t node = ort_context_found(t, parent, scope);
    return likely(node) ? node : ort_context_find_slow(t, parent, scope);
}

/* The node of an open activation, index + 1; those of its callers are looked up first. Their slots
 * are made, too: pointers to slots do not hold past it. */
uint32_t ort_context_of(struct ort_thread *t, struct ordo_frame *f);

/* The same, on a short way where it was found of late. */
static inline uint32_t ort_context_known(struct ort_thread *t, struct ordo_frame *f) {
    if (f->context) return f->context;
    uint32_t node = ort_context_found(t, f[-1].context, f->scope->id);
    return likely(node) ? node : ort_context_of(t, f);
}

_Static_assert(ORT_CONTEXT_FIRST_CHUNK_LOG2 + ORT_CONTEXT_CHUNKS <= ORT_CONTEXT_BITS,
               "indices of found contexts");

static inline struct ordo_raw_context *ort_context_node(const struct ort_thread *t, uint32_t i) {
    uint32_t at, k = ort_context_chunk(i, &at);
    return t->contexts[k] + at;
}

#endif
