/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * structure_effects.c: what library routines do with the program's objects, for the graph and the
 * facts: blocks that begin, end and move, ranges that are copied or filled, and arrays that are
 * read or written as a whole. An array that only library routines access stays unknown, except for
 * text.
 */
#include "activities.h"
#include "descriptors.h"
#include "engine/runtime/core/effects.h"
#include "engine/runtime/graph/graph_parts.h"
#include "engine/runtime/system/names.h"
#include "work_lists.h"

static int begin(void) {
    const struct ordo_thread *t = __ordo_self;
    return unlikely(ort_structure_on) && t && t->tick && ort_graph_enter();
}

void ort_effect_block(const void *p, size_t bytes) {
    if (!p || !begin()) return;
    ort_graph_block((uintptr_t)p, bytes, NULL, NULL);
    ort_graph_leave();
}

/* Names the memory of a mapped file after the file. */
void ort_effect_mapped(const void *p, size_t bytes, int fd) {
    if (!begin()) return;
    ort_graph_block((uintptr_t)p, bytes, NULL, ort_name_text(ort_descriptor_name(fd)));
    ort_graph_leave();
}

void ort_effect_block_end(const void *p) {
    if (!p || !begin()) return;
    ort_graph_end((uintptr_t)p);
    ort_graph_leave();
}

void ort_effect_block_move(const void *from, const void *to, size_t bytes) {
    if (!begin()) return;
    ort_graph_move((uintptr_t)from, (uintptr_t)to, bytes);
    ort_graph_leave();
}

void ort_effect_set(const void *to, size_t size) {
    if (!size || !begin()) return;
    ort_graph_clear((uintptr_t)to, size);
    ort_graph_leave();
}

/* Does nothing where nothing is recorded, because nothing would be counted. */
void ort_effect_text(const void *addr) {
    if (likely(!ort_structure_on)) return;
    struct ort_thread *t = ort_thread_current();
    if (!t || !t->hot.tick || !t->structure) return;
    if (ort_structure_at(t, t->hot.top)->home == 1 || !ort_graph_enter()) return;
    ort_graph_text((uintptr_t)addr);
    ort_structure_types();
    ort_graph_leave();
}

void ort_structure_range(struct ort_thread *t, const void *p, size_t size, int is_write) {
    if (!size || !t->structure) return;
    const struct ort_activity *a = ort_structure_at(t, t->hot.top);
    if (a->home == 1 || !ort_graph_enter()) return;
    ort_vertex v = ort_graph_array((uintptr_t)p, NULL);
    uint32_t range = 0;
    uint32_t i = v ? ort_structure_fact(t, t->structure, a, v, 0, &range) : 0;
    if (i) {
        struct ort_fact *f = &t->structure->table.facts[i - 1];
        struct ort_fact *r = range ? &t->structure->table.facts[range - 1] : f;
        uint64_t low = (uintptr_t)p - ort_vertex_at(v)->at, high = low + size - 1;
        *(is_write ? &f->writes : &f->reads) +=
            ort_graph_index(v, (uintptr_t)p + size - 1) - ort_graph_index(v, (uintptr_t)p) + 1;
        if (low < r->low) r->low = low;
        if (high > r->high) r->high = high;
    }
    ort_graph_leave();
}

/* A copy that shows an array counts as an access to it, as copies of known arrays have counted
 * before (effects.c). */
void ort_effect_copy(const void *to, const void *from, size_t size) {
    if (!size || !begin()) return;
    uintptr_t read = ort_graph_generic((uintptr_t)from, size, (uintptr_t)to);
    uintptr_t written = ort_graph_generic((uintptr_t)to, size, (uintptr_t)from);
    ort_structure_types();
    if (unlikely(read || written)) {
        struct ort_thread *t = ort_thread_current();
        ort_graph_leave();
        if (read) ort_structure_range(t, from, size, 0);
        if (written) ort_structure_range(t, (void *)written, (uintptr_t)to + size - written, 1);
        if (!begin()) return;
    }
    ort_structure_copies();
    ort_graph_copy((uintptr_t)to, (uintptr_t)from, size);
    ort_structure_copied(to, from, __ordo_self->top);
    ort_work_list_copied((uintptr_t)to, (uintptr_t)from, size);
    ort_graph_leave();
}
