/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * graph_types.c: types are compared one by one when they first appear (once per type and object
 * file), and copied, because an object file may be unloaded. The copy does not know what its slots
 * lead to.
 */
#include "engine/runtime/system/private_memory.h"
#include "graph_parts.h"

struct ordo_type **ort_graph_types;
uint32_t ort_graph_n_types;
static uint32_t room;

static bool same_text(const char *a, const char *b) {
    while (*a && *a == *b) a++, b++;
    return *a == *b;
}

static uint32_t mask_words(const struct ordo_type *t) {
    return t->links ? (t->n_slots + 63) / 64 : 0;
}

static bool equal(const struct ordo_type *a, const struct ordo_type *b) {
    if (a->size != b->size || a->n_slots != b->n_slots || a->first_link != b->first_link ||
        a->flags != b->flags || a->row != b->row || mask_words(a) != mask_words(b) ||
        !same_text(a->name, b->name))
        return false;
    for (uint32_t i = 0; i < mask_words(a); i++)
        if (a->links[i] != b->links[i]) return false;
    return true;
}

static struct ordo_type *copy(const struct ordo_type *type) {
    size_t length = 0;
    while (type->name[length]) length++;
    struct ordo_type *c = ort_private_take(sizeof *c);
    uint64_t *links = ort_private_take(mask_words(type) * sizeof *links + 8);
    char *name = ort_private_take(length + 1);
    if (!c || !links || !name) return NULL;
    for (size_t i = 0; i < length; i++) name[i] = type->name[i];
    for (uint32_t i = 0; i < mask_words(type); i++) links[i] = type->links[i];
    *c = (struct ordo_type){.name = name,
                            .size = type->size,
                            .flags = type->flags,
                            .first_link = type->first_link,
                            .n_slots = type->n_slots,
                            .row = type->row,
                            .links = type->links ? links : NULL,
                            .id = ort_graph_n_types + 1};
    return c;
}

uint32_t ort_graph_type(struct ordo_type *type) {
    if (type->id) return type->id;
    for (uint32_t i = 1; i <= ort_graph_n_types; i++)
        if (equal(ort_graph_types[i], type)) return type->id = i;
    if (ort_graph_n_types + 1 >= room) {
        uint32_t more = room ? room * 2 : 512;
        struct ordo_type **moved =
            ort_private_array(ort_graph_types, room, more, sizeof *ort_graph_types);
        if (!moved) return 0;
        ort_graph_types = moved;
        room = more;
    }
    struct ordo_type *c = copy(type);
    if (!c) return 0;
    ort_graph_types[++ort_graph_n_types] = c;
    return type->id = ort_graph_n_types;
}

uint32_t ort_type_number(const struct ordo_type *type) {
    return type->id ? type->id : ort_graph_type((struct ordo_type *)(uintptr_t)type);
}

const struct ordo_type *ort_graph_type_named(const char *name) {
    for (uint32_t i = 1; i <= ort_graph_n_types; i++)
        if (ort_graph_types[i]->flags & ORDO_TYPE_LINKED &&
            same_text(ort_graph_types[i]->name, name))
            return ort_graph_types[i];
    return NULL;
}
