/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * structure_library.c: links that library routines read and set. The object that a link is set to
 * becomes an element before the link leads to it, because links of the library's objects lead to
 * objects of the same type only.
 */
#include "activities.h"
#include "engine/runtime/core/effects.h"

int ort_effect_links(void) {
    return ort_structure_on;
}

/* Returns the type and sets *slot to the link's slot; NULL: nothing is recorded, or it is not a
 * link. */
static struct ordo_type *find(struct ort_link_type *t, const void *base, const void *link,
                              uint64_t *slot) {
    if (likely(!ort_structure_on) || !__ordo_self || !__ordo_self->tick) return NULL;
    if (!t->type) t->type = ort_graph_type_named(t->name);
    if (!t->type) return NULL;
    uint64_t offset = (uint64_t)((uintptr_t)link - (uintptr_t)base) - t->type->first_link;
    *slot = offset / 8;
    return *slot < t->type->n_slots ? (struct ordo_type *)(uintptr_t)t->type : NULL;
}

void ort_effect_link(struct ort_link_type *t, const void *base, const void *link, const void *to) {
    uint64_t slot;
    bool created;
    struct ordo_type *type = find(t, base, link, &slot);
    if (!type || !ort_graph_enter()) return;
    ort_vertex v = ort_graph_element((uintptr_t)base, type, &created);
    if (to) ort_graph_element((uintptr_t)to, type, &created);
    if (v) ort_graph_link(v, type, slot, (uintptr_t)to, &created);
    ort_graph_leave();
}

void ort_effect_link_read(struct ort_link_type *t, const void *base, const void *link) {
    uint64_t slot;
    struct ordo_type *type = find(t, base, link, &slot);
    if (type) __ordo_link_read(__ordo_self->top, base, type, slot);
}

void ort_effect_link_write(struct ort_link_type *t, const void *base, const void *link,
                           const void *to) {
    uint64_t slot;
    struct ordo_type *type = find(t, base, link, &slot);
    if (type) __ordo_link_write(__ordo_self->top, base, type, slot, to);
}
