/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * contexts.c: a direct-mapped cache has the nodes that were found recently. On a miss the parent's
 * list of children is searched, and the child that is found moves to its front. Nodes are never
 * removed, so that indices stay valid.
 */
#include "contexts.h"
#include "engine/runtime/system/os.h"
#include "engine/runtime/system/raw_file.h"
#include "engine/runtime/system/stop.h"
#include "marks.h"
#include "seams.h"
#include "slots.h"
#include "steps.h"

#include <errno.h>

#define FOUND_LOG2 15
#define FOUND_IN_SAMPLES_LOG2 10 /* nodes are few, and each page costs time */

static uint32_t make_node(struct ort_thread *t, uint32_t parent, uint32_t scope) {
    uint32_t i = t->n_contexts, at, k = ort_context_chunk(i, &at);
    if (k >= ORT_CONTEXT_CHUNKS) {
        ort_stop(ORDO_STOP_LIMIT, 0);
        return 0;
    }
    if (!t->contexts[k]) {
        uint32_t capacity = 1u << (ORT_CONTEXT_FIRST_CHUNK_LOG2 + k);
        struct ordo_raw_contexts *b = ort_raw_block(
            t->number, sizeof *b + (uint64_t)capacity * sizeof(struct ordo_raw_context),
            ORT_RAW_ANYWHERE);
        if (!b) return 0;
        b->first = i;
        b->capacity = capacity;
        if (ort_steps_make(t, k, b) < 0) return 0;
        ort_raw_publish(b, ORDO_RAW_CONTEXTS);
        t->contexts[k] = (struct ordo_raw_context *)(b + 1);
    }
    struct ordo_raw_context *node = ort_context_node(t, i);
    node->parent = parent;
    node->due = !ort_structure_on && !ort_sampler_on;
    if (parent && parent != ORDO_RAW_TRUNCATED) {
        struct ordo_raw_context *above = ort_context_node(t, parent - 1);
        node->next_sibling = above->first_child;
        above->first_child = i + 1;
    }
    ort_barrier();
    node->scope = scope;
    t->n_contexts = i + 1;
    return i + 1;
}

int ort_contexts_init(struct ort_thread *t, uint32_t root_scope) {
    t->n_contexts = 0;
    if (!t->hot.found)
        t->hot.found_shift = 32 - (ort_sampler_on ? FOUND_IN_SAMPLES_LOG2 : FOUND_LOG2);
    const size_t size = sizeof *t->hot.found << (32 - t->hot.found_shift);
    if (t->hot.found)
        ort_os_drop(t->hot.found, size);
    else if (!(t->hot.found = ort_os_memory(NULL, size))) {
        ort_stop(ORDO_STOP_MEMORY, ENOMEM);
        return -1;
    }
    t->hot.nodes = (void **)t->contexts;
    for (int k = 0; k < ORT_CONTEXT_CHUNKS; k++) {
        t->contexts[k] = NULL;
        t->steps[k] = NULL;
        t->tallies[k] = NULL;
    }
    t->root_context = make_node(t, 0, root_scope);
    return t->root_context ? 0 : -1;
}

/* Returns the child of `parent` for `scope`, after moving it to the front of the list; 0 if there
 * is none. */
static uint32_t search(struct ort_thread *t, uint32_t parent, uint32_t scope) {
    struct ordo_raw_context *above = ort_context_node(t, parent - 1), *before = NULL;
    for (uint32_t i = above->first_child; i;) {
        struct ordo_raw_context *node = ort_context_node(t, i - 1);
        if (node->scope == scope) {
            if (before) {
                before->next_sibling = node->next_sibling;
                node->next_sibling = above->first_child;
                above->first_child = i;
            }
            return i;
        }
        before = node;
        i = node->next_sibling;
    }
    return 0;
}

/* Returns the node for `scope` that is nearest to the root on the path from `node` to the root, or
 * 0. */
static uint32_t occurrence(struct ort_thread *t, uint32_t node, uint32_t scope) {
    uint32_t found = 0;
    while (node && node != ORDO_RAW_TRUNCATED) {
        struct ordo_raw_context *c = ort_context_node(t, node - 1);
        if (c->scope == scope) found = node;
        node = c->parent;
    }
    return found;
}

static uint32_t find_or_make(struct ort_thread *t, uint32_t parent, uint32_t scope) {
    struct ordo_raw_context *above = ort_context_node(t, parent - 1);
    uint32_t home = above->folded ? above->folded : parent;
    uint32_t caller = above->scope;
    uint32_t node = search(t, home, scope);
    if (node) return node;
    if (t->n_contexts >= ORT_CONTEXTS) {
        struct ort_slot *s = &t->slots[caller];
        if (!s->beyond && !(s->beyond = make_node(t, ORDO_RAW_TRUNCATED, caller))) return 0;
        home = s->beyond;
        node = search(t, home, scope);
        return node ? node : make_node(t, home, scope);
    }
    node = make_node(t, home, scope);
    if (!node || !t->slots[scope].recursive) return node;
    uint32_t folded = ort_context_node(t, node - 1)->folded = occurrence(t, home, scope);
    if (unlikely(ort_structure_on) && folded && t->structure) ort_structure_closed(t, node);
    return node;
}

uint32_t ort_context_find_slow(struct ort_thread *t, uint32_t parent, uint32_t scope) {
    uint64_t node = find_or_make(t, parent, scope);
    uint64_t of = (uint64_t)parent << ORDO_FOUND_SCOPE_BITS | scope;
    if (node) *ort_context_found_at(t, parent, scope) = of << ORDO_FOUND_BITS | node;
    return (uint32_t)node;
}

uint32_t ort_context_of(struct ort_thread *t, struct ordo_frame *f) {
    struct ordo_frame *known = f;
    while (!known->context) known--; /* the root always has a node */
    for (; known < f; known++) {
        if (ort_is_mark(&known[1])) {
            known[1].context = known->context;
            continue;
        }
        uint32_t node = ort_context_found(t, known->context, known[1].scope->id);
        if (unlikely(!node)) {
            if (!ort_slot_get(t, known[1].scope)) return 0;
            node = ort_context_find_slow(t, known->context, known[1].scope->id);
        }
        known[1].context = node;
        if (!node) return 0;
    }
    return f->context;
}
