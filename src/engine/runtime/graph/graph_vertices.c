/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * graph_vertices.c: elements and arrays.
 *
 * An address has at most one element, whatever types it is seen as: a base and what is derived from
 * it are one. It has the slots of all of them and the type of the largest. A block has at most one
 * array, besides elements.
 *
 * Invariant: from when an element is made until it dies or leaves, the place of its address holds
 * it. The same applies to an array and its block's `array`.
 */
#include "graph_kept.h"
#include "graph_population.h"

struct ort_pool ort_vertices;
uint64_t ort_vertex_longest, ort_vertex_outside;

static ort_vertex take(void) {
    ort_vertex v = ort_vertices.free;
    if (!v) return ort_pool_next(&ort_vertices, sizeof(struct ort_graph_vertex));
    struct ort_graph_vertex *x = ort_vertex_at(v);
    ort_vertices.free = x->identity;
    *x = (struct ort_graph_vertex){.age = x->age, .place = x->place};
    return v;
}

/* Elements longer than NEAR bytes are usually few. A search for the element that contains an
 * address looks farther back than NEAR bytes only among these. */
#define NEAR 256u

void ort_vertex_note_length(ort_vertex v, uint64_t bytes) {
    struct ort_graph_vertex *x = ort_vertex_at(v);
    if (bytes > ort_vertex_longest) ort_vertex_longest = bytes;
    if (bytes > ort_vertex_outside && !ort_place_block(x->at)) ort_vertex_outside = bytes;
    if (bytes <= NEAR || x->flags & ORT_VERTEX_LONG) return;
    x->flags |= ORT_VERTEX_LONG;
    ort_place_set_long(x->at);
}

static void note_length(ort_vertex v, uint64_t size) {
    const struct ort_graph_vertex *x = ort_vertex_at(v);
    uint64_t slots = 8 * ((uint64_t)x->first + x->n_slots);
    ort_vertex_note_length(v, size > slots ? size : slots);
}

/* Gives the vertex n slots from word `first` on. Those that stay keep what they hold. The caller
 * has emptied those that go. */
static bool set_slots(struct ort_graph_vertex *x, uint32_t first, uint32_t n) {
    if (!(x->flags & ORT_VERTEX_ARRAY) && !ort_place_mark_slots(x->at + 8 * (uint64_t)first, n))
        return false;
    uint64_t *from = ort_vertex_slots(x);
    bool outside = x->flags & ORT_VERTEX_OUTSIDE;
    if (x->n_slots ? first == x->first && outside && ort_room_fits(x->n_slots, n)
                   : !outside && n <= ORT_SLOTS_HERE) {
        x->first = first;
        x->n_slots = n;
        return true;
    }
    uint64_t *to = ort_room_take(n);
    if (!to) return false;
    uint32_t low = first > x->first ? first : x->first;
    uint32_t end = first + n < x->first + x->n_slots ? first + n : x->first + x->n_slots;
    for (uint32_t i = low; i < end; i++) to[i - first] = from[i - x->first];
    if (outside && x->n_slots) ort_room_give(from, x->n_slots);
    x->outside = to;
    x->flags |= ORT_VERTEX_OUTSIDE;
    x->first = first;
    x->n_slots = n;
    return true;
}

bool ort_vertex_widen(struct ort_graph_vertex *x, uint32_t first, uint32_t n) {
    if (unlikely(first > ORT_FIRST_SLOT_MOST)) return false;
    if (!x->n_slots) return set_slots(x, first, n);
    uint32_t low = x->first < first ? x->first : first;
    uint32_t end = first + n, was = x->first + x->n_slots;
    if (was > end) end = was;
    return (low == x->first && end == was) || set_slots(x, low, end - low);
}

bool ort_vertex_shorten(ort_vertex v, uintptr_t end) {
    struct ort_graph_vertex *x = ort_vertex_at(v);
    uint64_t words = (end >> 3) - (x->at >> 3);
    uint32_t n = words > x->first ? (uint32_t)(words - x->first) : 0;
    if (n >= x->n_slots) return true;
    for (uint32_t i = n; i < x->n_slots; i++) { /* ORT_SLOT_UNCOUNTED is cleared too */
        ort_slot_store(v, i, 0);
        ort_vertex_slots(x)[i] = 0;
    }
    if (n) return set_slots(x, x->first, n);
    if (x->flags & ORT_VERTEX_OUTSIDE) {
        ort_room_give(x->outside, x->n_slots);
        x->outside = NULL;
        if (!(x->flags & ORT_VERTEX_ARRAY)) x->flags &= ~(uint32_t)ORT_VERTEX_OUTSIDE;
    }
    x->n_slots = 0;
    return true;
}

static bool fits(uintptr_t base, uint64_t size, uint32_t block) {
    const struct ort_block *b = ort_block_at(block);
    return base + size <= b->at + b->bytes;
}

/* Notes that a vertex appeared in the block, or outside all blocks if it is 0. */
static void appear(uint32_t block) {
    if (block ? ort_block_at(block)->awaited : ort_slots_outside != 0) ort_appearances++;
}

static ort_vertex make_element(uintptr_t base, const struct ordo_type *type, uint32_t block) {
    uint32_t id = ort_type_number(type);
    uint32_t *place = ort_place_make(base);
    ort_vertex v = place && id ? take() : 0;
    if (!v) return 0;
    struct ort_graph_vertex *x = ort_vertex_at(v);
    x->at = base;
    x->type = id;
    if (type->n_slots && !ort_vertex_widen(x, type->first_link / 8, type->n_slots)) return 0;
    ort_place_set(base, place, v);
    note_length(v, type->size);
    if (block && ort_block_at(block)->local && ort_block_at(block)->bytes < 2 * type->size)
        x->flags |= ORT_VERTEX_LOCAL;
    appear(block);
    if (block && !ort_block_at(block)->elements++ && ort_block_at(block)->array)
        ort_vertex_forget(ort_vertex_at(ort_block_at(block)->array));
    return v;
}

/* Does what is known of the element already include `type`? */
static bool includes(const struct ort_graph_vertex *x, const struct ordo_type *type) {
    uint32_t first = type->first_link / 8;
    return type->size <= ort_graph_type_of(x->type)->size &&
           (!type->n_slots ||
            (first >= x->first && first + type->n_slots <= x->first + x->n_slots));
}

/* Notes that the element is also seen as `type`. */
static bool see_as(ort_vertex v, const struct ordo_type *type) {
    struct ort_graph_vertex *x = ort_vertex_at(v);
    uint32_t id = ort_type_number(type);
    if (!id) return false;
    if (x->stamp) ort_kept_changed(v);
    if (type->n_slots && !ort_vertex_widen(x, type->first_link / 8, type->n_slots)) return false;
    if (type->size > ort_graph_type_of(x->type)->size) x->type = id;
    note_length(v, type->size);
    return true;
}

ort_vertex ort_graph_element(uintptr_t base, const struct ordo_type *type, bool *created) {
    *created = false;
    if (unlikely(base & 7) || unlikely(base >= ORT_GRAPH_ADDRESSES) || unlikely(!base)) return 0;
    uint32_t *place = ort_place_find(base);
    ort_vertex v = place ? *place : 0;
    if (likely(v) &&
        (likely(ort_vertex_at(v)->type == type->id) || includes(ort_vertex_at(v), type)))
        return v;
    uint32_t block = ort_place_block(base);
    if (block && !fits(base, type->size, block)) return 0;
    if (v) return see_as(v, type) ? v : 0;
    v = make_element(base, type, block);
    *created = v != 0;
    return v;
}

void ort_graph_table_ends(ort_vertex v) {
    uint32_t block = ort_place_block(ort_vertex_at(v)->at);
    ort_vertex array = block ? ort_block_at(block)->array : 0;
    if (!array || !(ort_graph_type_of(ort_vertex_at(array)->type)->flags & ORDO_TYPE_LINKED))
        return;
    ort_identity_join(array, v);
    ort_vertex_kill(array);
}

bool ort_vertex_reaches(uint32_t block, uintptr_t addr) {
    const struct ort_block *b = ort_block_at(block);
    uint32_t *place = b->at & 7 || !b->elements ? NULL : ort_place_find(b->at);
    if (!place || !*place) return false;
    const struct ort_graph_vertex *x = ort_vertex_at(*place);
    return addr < x->at + ort_graph_type_of(x->type)->size;
}

ort_vertex ort_vertex_array_of(uint32_t block, const struct ordo_type *type, uint32_t flags) {
    struct ort_block *b = ort_block_at(block);
    if (b->array) return b->array;
    uint32_t id = ort_type_number(type);
    ort_vertex v = id && b->bytes >= type->size ? take() : 0;
    if (!v) return 0;
    struct ort_graph_vertex *x = ort_vertex_at(v);
    x->at = b->at;
    x->type = id;
    x->flags = ORT_VERTEX_ARRAY | ORT_VERTEX_OUTSIDE | flags;
    x->array.block = block;
    b->array = v;
    appear(block);
    return v;
}

void ort_vertex_retype(ort_vertex array, uint32_t type) {
    struct ort_graph_vertex *x = ort_vertex_at(array);
    if (x->stamp) ort_kept_changed(array);
    uint64_t was = ort_array_room(x, ort_graph_type_of(x->type));
    bool content = ort_array_is_content(x);
    x->type = type;
    x->flags &= ~(uint32_t)ORT_VERTEX_GUESSED;
    ort_population_room(array, was, content);
}

struct ort_known_array ort_known_arrays[ORT_KNOWN_ARRAYS];

void ort_vertex_forget(struct ort_graph_vertex *x) {
    if (!(x->flags & ORT_VERTEX_KNOWN)) return;
    x->flags &= ~(uint32_t)ORT_VERTEX_KNOWN;
    ort_vertex v = ort_block_at(x->array.block)->array;
    for (uint32_t i = 0; i < ORT_KNOWN_ARRAYS; i++)
        if (ort_known_arrays[i].v == v) ort_known_arrays[i] = (struct ort_known_array){0, 0, 0};
}

/* Enters the array into ort_known_arrays, where it stays until ort_vertex_forget. */
static void know(struct ort_graph_vertex *x, const struct ort_block *b, uintptr_t element) {
    x->flags |= ORT_VERTEX_KNOWN;
    ort_known_arrays[(element >> 9) % ORT_KNOWN_ARRAYS] =
        (struct ort_known_array){b->at, b->bytes, b->array};
}

uint32_t ort_graph_row(ort_vertex v, uint32_t each) {
    const struct ort_graph_vertex *x = ort_vertex_at(v);
    if (!(x->flags & ORT_VERTEX_ARRAY)) return 0;
    const struct ort_block *b = ort_block_at(x->array.block);
    const struct ordo_type *type = b->type ? ort_graph_type_of(b->type) : NULL;
    bool rows = type && type->row && type->size == each && each > 1;
    return rows && type->row < UINT32_MAX / each ? type->row * each : 0;
}

static const struct ordo_type *type_in(const struct ort_block *b) {
    return b->type ? ort_graph_type_of(b->type) : NULL;
}

/* Returns where the record of `type` that contains the address begins. A block for one record may
 * be for a derived type, and longer. */
static uintptr_t record_at(const struct ort_block *b, const struct ordo_type *type,
                           uintptr_t addr) {
    uintptr_t at = addr - b->at;
    if (!b->local && b->lead) return b->at + b->lead;
    return at < type->size || b->bytes % type->size ? b->at : addr - at % type->size;
}

static bool is_link(const struct ordo_type *type, uintptr_t offset) {
    uint64_t slot = (offset - type->first_link) / 8;
    return !(offset & 7) && offset >= type->first_link && slot < type->n_slots &&
           (!type->links || type->links[slot / 64] >> slot % 64 & 1);
}

/* Returns the element with a link there, or 0. The block is known to hold such elements. */
static ort_vertex element_with_link(const struct ort_block *b, uintptr_t addr) {
    const struct ordo_type *type = type_in(b);
    uintptr_t base = record_at(b, type, addr);
    bool created;
    if (!is_link(type, addr - base)) return 0;
    ort_vertex v = ort_graph_element(base, type, &created);
    if (created) ort_vertex_at(v)->flags |= ORT_VERTEX_FRESH;
    return v;
}

void ort_graph_found(ort_vertex v) {
    ort_vertex_at(v)->flags |= ORT_VERTEX_FOUND;
}

bool ort_graph_is_made(ort_vertex v) {
    struct ort_graph_vertex *x = ort_vertex_at(v);
    bool found = x->flags & ORT_VERTEX_FOUND;
    x->flags &= ~(uint32_t)ORT_VERTEX_FOUND;
    return found;
}

bool ort_graph_is_fresh(ort_vertex v) {
    struct ort_graph_vertex *x = ort_vertex_at(v);
    bool fresh = x->flags & ORT_VERTEX_FRESH;
    x->flags &= ~(uint32_t)ORT_VERTEX_FRESH;
    return fresh;
}

ort_vertex ort_graph_guessed(uintptr_t base, const struct ordo_type *type, bool *created) {
    uintptr_t link = base + type->first_link;
    uint32_t block = base & 7 ? 0 : ort_place_block(link);
    const struct ort_block *b = block ? ort_block_at(block) : NULL;
    *created = false;
    if (!b || base < b->at) return 0;
    const struct ordo_type *of = type_in(b);
    uint32_t *place = ort_place_find(base);
    bool known = place && *place && includes(ort_vertex_at(*place), type);
    bool held = of && of->flags & ORDO_TYPE_LINKED && record_at(b, of, link) == base;
    if (!known && of && !held && !(of->flags & ORDO_TYPE_STORAGE)) return 0;
    if (!known && !of && base != b->at) return 0;
    return ort_graph_element(base, type, created);
}

/* Returns the array that an access of `type` makes of the block, or 0. */
static ort_vertex make_array(uint32_t block, uintptr_t element, const struct ordo_type *type) {
    const struct ort_block *b = ort_block_at(block);
    const struct ordo_type *of = type_in(b);
    bool plain = of && of->flags & ORDO_TYPE_PLAIN, pointer = type->flags & ORDO_TYPE_POINTER;
    bool whole = b->type == ort_type_number(type);
    bool bytes = plain && of->flags & ORDO_TYPE_STORAGE && type->size == 1;
    /* records with links that are indexed, and have no links so far, are an array of them */
    bool table = of && of->flags & ORDO_TYPE_LINKED && !b->elements && b->bytes >= 2 * of->size;
    if (b->nodes && !((plain || table) && whole) && !bytes) return 0;
    if (type->flags & ORDO_TYPE_LOOSE && !plain) return 0;
    if (plain && !b->nodes && (type->size < of->size || type->flags & ORDO_TYPE_LOOSE)) type = of;
    uint64_t least = pointer || !of || plain ? 1 : 2;
    if (b->bytes / type->size < least || ort_vertex_reaches(block, element)) return 0;
    return ort_vertex_array_of(block, type, 0);
}

ort_vertex ort_graph_array_far(uintptr_t element, const struct ordo_type *type) {
    uint32_t block = ort_place_block(element);
    const struct ort_block *b = block ? ort_block_at(block) : NULL;
    if (unlikely(b && b->local) && ort_block_is_left(b)) {
        ort_graph_end(b->at);
        return 0;
    }
    if (type && type->flags & ORDO_TYPE_POINTER && (!b || b->elements)) {
        ort_vertex v = ort_vertex_with_slot(element, block);
        if (v) return v;
    }
    if (!b) return 0;
    if (type && type->flags & ORDO_TYPE_POINTER && b->nodes &&
        type_in(b)->flags & ORDO_TYPE_LINKED) {
        ort_vertex v = element_with_link(b, element);
        if (v) return v;
    }
    if (likely(b->array)) {
        struct ort_graph_vertex *x = ort_vertex_at(b->array);
        if (unlikely(x->flags & ORT_VERTEX_GUESSED) && type && b->bytes >= type->size) {
            uint32_t id = ort_type_number(type);
            if (!id) return 0;
            ort_vertex_retype(b->array, id);
        }
        if (!b->elements && !b->local && !(x->flags & ORT_VERTEX_GUESSED)) know(x, b, element);
        return b->array;
    }
    return type ? make_array(block, element, type) : 0;
}

ort_vertex ort_graph_text(uintptr_t at) {
    static struct ordo_type text = {.name = "char", .size = 1};
    ort_vertex known = ort_graph_array(at, NULL);
    uint32_t block = known ? 0 : ort_place_block(at);
    const struct ort_block *b = block ? ort_block_at(block) : NULL;
    if (!b) return known;
    if (b->type) return type_in(b)->size == 1 ? ort_graph_array(at, type_in(b)) : 0;
    bool bare = b->heap && b->at == at && !b->nodes && !b->elements;
    return bare ? ort_vertex_array_of(block, &text, ORT_VERTEX_GUESSED) : 0;
}

/* Returns the lowest address, from `first` on, where an element of `far` bytes that contains `addr`
 * can begin. */
static uintptr_t lowest(uintptr_t addr, uintptr_t first, uint64_t far) {
    return addr >= far && addr - far + 1 > first ? addr - far + 1 : first;
}

/* Returns the last element, from `first` on, that has a slot for the word, or 0. */
static ort_vertex search_slot(uintptr_t addr, uintptr_t first) {
    uintptr_t at = addr, low = lowest(addr, first, NEAR);
    for (ort_vertex v; at >= low && (v = ort_place_latest(at, low)) != 0;) {
        const struct ort_graph_vertex *x = ort_vertex_at(v);
        if (ort_vertex_has_slot(x, addr)) return v;
        if (x->at < 8) return 0;
        at = x->at - 8;
    }
    if (ort_vertex_longest <= NEAR || low <= first) return 0;
    at = low - 1;
    low = lowest(addr, first, ort_vertex_longest);
    for (ort_vertex v; at >= low && (v = ort_place_latest_long(at, low)) != 0;) {
        const struct ort_graph_vertex *x = ort_vertex_at(v);
        if (ort_vertex_has_slot(x, addr)) return v;
        at = x->at - 8;
    }
    return 0;
}

ort_vertex ort_vertex_with_slot(uintptr_t addr, uint32_t block) {
    addr &= ~(uintptr_t)7;
    if (!ort_place_has_slot(addr)) return 0;
    uintptr_t first = block ? ort_block_at(block)->at : 0;
    uint32_t *owner = ort_place_owner(addr);
    if (likely(owner) && likely(*owner)) {
        const struct ort_graph_vertex *x = ort_vertex_at(*owner);
        if (likely(x->at >= first) && likely(ort_vertex_owns(x, addr))) return *owner;
    }
    ort_vertex v = search_slot(addr, first);
    if (owner) *owner = v;
    /* The bit is left from an element that is gone, unless it belongs to one around the block. */
    if (!v && !(block && search_slot(addr, 0))) ort_place_clear_slots(addr, addr + 8);
    return v;
}

static void drop_slots(uint64_t *slots, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) {
        if (slots[i] & ORT_SLOT_PENDING) ort_slot_drop(slots[i]);
        slots[i] = 0;
    }
}

#define TOGETHER 8u /* slots: usually few are set in arrays on the stack */

static void give_slots(struct ort_graph_vertex *x) {
    uint64_t *slots = ort_vertex_slots(x);
    uint32_t n = x->n_slots, i = 0;
    if (!n) return;
    for (; i + TOGETHER <= n; i += TOGETHER) {
        uint64_t any = 0;
        for (uint32_t k = 0; k < TOGETHER; k++) any |= slots[i + k];
        if (any) drop_slots(slots + i, TOGETHER);
    }
    drop_slots(slots + i, n - i);
    if (x->flags & ORT_VERTEX_OUTSIDE) ort_room_give_empty(slots, n);
}

void ort_vertex_leave(ort_vertex v) {
    struct ort_graph_vertex *x = ort_vertex_at(v);
    if (x->stamp) ort_kept_moved(v);
    x->place++;
    if (x->flags & ORT_VERTEX_ARRAY) {
        ort_vertex_forget(x);
        return;
    }
    ort_place_set(x->at, ort_place_find(x->at), 0);
}

bool ort_vertex_arrive(ort_vertex v, uintptr_t at) {
    struct ort_graph_vertex *x = ort_vertex_at(v);
    x->at = at;
    if (x->flags & ORT_VERTEX_ARRAY) return true;
    uint32_t *place = ort_place_make(at);
    if (place) ort_place_set(at, place, v);
    if (place && x->flags & ORT_VERTEX_LONG) ort_place_set_long(at);
    return place && ort_place_mark_slots(at + 8 * (uint64_t)x->first, x->n_slots);
}

void ort_vertex_kill(ort_vertex v) {
    struct ort_graph_vertex *x = ort_vertex_at(v);
    if (x->stamp) ort_kept_gone(v);
    if (x->flags & ORT_VERTEX_ARRAY) {
        ort_copies_end(x);
        ort_vertex_forget(x);
        ort_block_at(x->array.block)->array = ort_block_at(x->array.block)->scale = 0;
        x->place++;
    } else {
        ort_vertex_leave(v);
    }
    if (x->identity) ort_population_remove(v);
    give_slots(x);
    x->n_slots = 0; /* so that it has no slot for any word */
    x->age++;
    x->identity = ort_vertices.free;
    ort_vertices.free = v;
}

uint64_t ort_graph_index(ort_vertex v, uintptr_t element) {
    const struct ort_graph_vertex *x = ort_vertex_at(v);
    return (element - x->at) / ort_graph_type_of(x->type)->size;
}

bool ort_graph_is_array(ort_vertex v) {
    return ort_vertex_at(v)->flags & ORT_VERTEX_ARRAY;
}

uint32_t ort_graph_vertex_type(ort_vertex v) {
    return ort_vertex_at(v)->type;
}

const char *ort_graph_name(ort_vertex v) {
    const struct ort_graph_vertex *x = ort_vertex_at(v);
    uint32_t block = x->flags & ORT_VERTEX_ARRAY ? x->array.block : ort_place_block(x->at);
    return block && !ort_block_at(block)->local ? ort_block_at(block)->name : NULL;
}

bool ort_graph_alive(ort_vertex v, uint32_t age) {
    return ort_vertex_at(v)->age == age;
}

uint32_t ort_graph_age(ort_vertex v) {
    return ort_vertex_at(v)->age;
}
