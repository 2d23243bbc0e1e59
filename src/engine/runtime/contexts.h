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

#include "thread.h"

#define ORT_CONTEXTS 65536u

/* The tree's root, for the scope of the root frame: 0, or -1. */
int ort_contexts_init(struct ort_thread *t, uint32_t root_scope);

/* Rare half of ort_context_find: `at` is of another child. */
uint32_t ort_context_find_slow(struct ort_thread *t, uint32_t parent, uint32_t scope,
                               struct ort_found_context *at);

/* The node, index + 1, below node `parent` for the scope. */
static inline uint32_t ort_context_find(struct ort_thread *t, uint32_t parent, uint32_t scope) {
    struct ort_found_context *c = &t->found_contexts[(parent * 0x9E3779B1u ^ scope * 0x85EBCA6Bu) >>
                                                     (32 - ORT_FOUND_CONTEXTS_LOG2)];
    if (likely(c->parent == parent) && likely(c->scope == scope)) return c->node;
    return ort_context_find_slow(t, parent, scope, c);
}

/* The node of an open activation, index + 1; those of its callers are looked up first. */
uint32_t ort_context_of(struct ort_thread *t, struct ordo_frame *f);

#define ORT_CONTEXT_FIRST_CHUNK_LOG2 6

/* Node of index i: chunk k holds 64 << k of them. */
static inline struct ordo_raw_context *ort_context_node(const struct ort_thread *t, uint32_t i) {
    uint32_t at = i + (1u << ORT_CONTEXT_FIRST_CHUNK_LOG2);
    uint32_t k = 31u - (uint32_t)__builtin_clz(at) - ORT_CONTEXT_FIRST_CHUNK_LOG2;
    return t->contexts[k] + (at - (1u << (ORT_CONTEXT_FIRST_CHUNK_LOG2 + k)));
}

#endif
