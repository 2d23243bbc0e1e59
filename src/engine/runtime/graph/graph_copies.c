/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * graph_copies.c: copies of links, and arrays that grow by copying.
 *
 * A copy takes what is in the slots of the range before it stores any of it, because ranges may
 * overlap, and elements that are made would hide slots. Words for which nothing has a slot are
 * skipped, and a range without slots is recognised at once.
 *
 * An array remembers the latest array to which its elements were copied, and how many were. If it
 * ends while that one lives and is at least as large, and at least a quarter of it was copied
 * there, the two were one input: an array that grew (a hash table that grows copies only the used
 * part). Until then they are two, and they stay two if both live on, because most copies are made
 * to have two.
 */
#include "graph_parts.h"

struct side {
    bool elements; /* elements may have slots in the range */
    bool begins;   /* elements may begin in the range */
    bool within;   /* the range lies in the block, or is a word outside all blocks */
    uint32_t block;
    ort_vertex array; /* of the block */
    uintptr_t window; /* first word that `seen` describes */
    struct ort_places_short seen;
};

static inline void look(struct side *s, uintptr_t word, uint64_t words) {
    s->window = word;
    s->seen = ort_place_short(word, words);
}

static void find_elements(struct side *s, uintptr_t first, uintptr_t end) {
    uint64_t words = (end - first) / 8;
    if (words <= ORT_PLACES_SHORT) {
        look(s, first, words);
        s->begins = s->seen.vertices;
        s->elements = s->seen.vertices | s->seen.slots;
        return;
    }
    s->begins = ort_place_next(first, end);
    s->elements = s->begins || ort_place_any_slot(first, end);
}

static struct side side_of(uintptr_t at, uint64_t bytes) {
    struct side s = {.block = ort_place_block(at)};
    const struct ort_block *b = s.block ? ort_block_at(s.block) : NULL;
    uintptr_t first = at & ~(uintptr_t)7, end = (at + bytes + 7) & ~(uintptr_t)7;
    s.within = b && first >= b->at && end <= b->at + b->bytes;
    if (!s.within || b->elements) find_elements(&s, first, end);
    if (b) s.array = b->array;
    return s;
}

/* Returns the side of a copy from which no links can be taken. */
static struct side block_of(uintptr_t at) {
    struct side s = {.block = ort_place_block(at)};
    if (s.block) s.array = ort_block_at(s.block)->array;
    return s;
}

static bool has_slots(const struct side *s) {
    return s->elements || (s->array && ort_vertex_at(s->array)->n_slots);
}

static inline uint64_t seen_from(struct side *s, uintptr_t word) {
    if (unlikely(word - s->window >= 8 * ORT_PLACES_SHORT)) look(s, word, ORT_PLACES_SHORT);
    return (word - s->window) / 8;
}

/* May an element begin in the word? */
static inline bool may_begin(struct side *s, uintptr_t word) {
    uint64_t i = seen_from(s, word);
    return s->seen.vertices >> i & 1;
}

/* May there be anything in the word's slot? */
static inline bool may_lead(struct side *s, uintptr_t word) {
    uint64_t i = s->elements ? seen_from(s, word) : 0;
    if (s->elements && s->seen.slots >> i & 1) return true;
    if (!s->array) return false;
    struct ort_graph_vertex *x = ort_vertex_at(s->array);
    uint64_t k = (word >> 3) - (x->at >> 3);
    return k < x->n_slots && ort_vertex_slots(x)[k];
}

struct slot_name {
    ort_vertex v;
    uint32_t i;
};

/* Returns the slot for the word; v is 0 if there is none. `make`: adds a slot to the array if there
 * is none. */
static struct slot_name find(const struct side *s, uintptr_t word, bool make) {
    struct slot_name n = {0, 0};
    if (s->elements) n.v = ort_vertex_with_slot(word, s->within ? s->block : ort_place_block(word));
    if (n.v) {
        const struct ort_graph_vertex *x = ort_vertex_at(n.v);
        n.i = (uint32_t)((word - x->at) >> 3) - x->first;
        return n;
    }
    if (!s->array) return n;
    const struct ort_graph_vertex *x = ort_vertex_at(s->array);
    uint64_t i = (word >> 3) - (x->at >> 3);
    if (i >= x->n_slots && make) i = ort_slot_in_array(s->array, word);
    if (i < x->n_slots) n = (struct slot_name){s->array, (uint32_t)i};
    return n;
}

/* Returns the type of the element that begins at `from` and ends by `end`, or 0. */
static uint32_t whole_element(uintptr_t from, uintptr_t end) {
    uint32_t *place = ort_place_find(from);
    if (!place || !*place) return 0;
    uint32_t type = ort_vertex_at(*place)->type;
    return from + ort_graph_type_of(type)->size <= end ? type : 0;
}

static void store(const struct side *dest, uintptr_t word, uint64_t slot) {
    struct slot_name d = find(dest, word, slot != 0);
    if (!d.v) {
        ort_slot_drop(slot);
        return;
    }
    ort_vertex t = ort_slot_leads(slot);
    if (t) ort_identity_join(d.v, t);
    ort_slot_store(d.v, d.i, slot);
}

/* Returns the side of a single word, for which no range has to be searched for elements. */
static struct side side_of_word(uintptr_t word) {
    struct side s = {.within = true, .block = ort_place_block(word)};
    s.elements = ort_place_has_slot(word);
    if (!s.block) return s;
    s.elements &= ort_block_at(s.block)->elements != 0;
    s.array = ort_block_at(s.block)->array;
    return s;
}

static void clear_word(uintptr_t to) {
    struct side s = side_of_word(to);
    struct slot_name n = find(&s, to, false);
    if (n.v) ort_slot_store(n.v, n.i, 0);
}

/* Clears the array's slots for the words from `low` up to `end`, for which no element has a
 * slot. */
static void clear_array(ort_vertex v, uintptr_t low, uintptr_t end) {
    struct ort_graph_vertex *x = ort_vertex_at(v);
    uint64_t first = (low >> 3) - (x->at >> 3), past = (end >> 3) - (x->at >> 3);
    if (past > x->n_slots) past = x->n_slots;
    for (uint64_t i = first; i < past; i++)
        if (ort_vertex_slots(x)[i]) ort_slot_store(v, (uint32_t)i, 0);
}

static void clear_side(struct side *s, uintptr_t to, uint64_t bytes) {
    uintptr_t low = to & ~(uintptr_t)7, end = (to + bytes + 7) & ~(uintptr_t)7;
    if (!has_slots(s)) return;
    if (s->within && !s->elements) {
        clear_array(s->array, low, end);
        return;
    }
    for (uintptr_t w = low; w < end; w += 8) {
        if (!may_lead(s, w)) continue;
        struct slot_name n = find(s, w, false);
        if (n.v) ort_slot_store(n.v, n.i, 0);
    }
}

void ort_graph_clear(uintptr_t to, uint64_t bytes) {
    if (!bytes || to >= ORT_GRAPH_ADDRESSES || bytes > ORT_GRAPH_ADDRESSES - to) return;
    if (bytes == 8 && !(to & 7)) {
        clear_word(to);
        return;
    }
    struct side s = side_of(to, bytes);
    clear_side(&s, to, bytes);
}

uint32_t ort_graph_copyings;

static void note(ort_vertex a, ort_vertex b, uint64_t elements) {
    struct ort_graph_vertex *y = ort_vertex_at(b);
    uint32_t age = ort_vertex_at(a)->age;
    if (y->array.copied_to != a || y->array.copied_age != age) {
        y->array.copied_to = a;
        y->array.copied_age = age;
        y->array.copies = 0;
        ort_graph_copyings++;
    }
    uint64_t n = y->array.copies + elements;
    y->array.copies = n < UINT32_MAX ? (uint32_t)n : UINT32_MAX;
}

void ort_graph_copied(ort_vertex a, ort_vertex b) {
    uint32_t both = ort_vertex_at(a)->flags & ort_vertex_at(b)->flags;
    if (a != b && both & ORT_VERTEX_ARRAY) note(a, b, 1);
}

/* Is it memory for one number or record? */
static bool is_for_one(const struct ort_block *b) {
    if (!b->type) return false;
    const struct ordo_type *type = ort_graph_type_of(b->type);
    return !(type->flags & ORDO_TYPE_POINTER) && b->bytes < 2 * (uint64_t)type->size;
}

/* Notes that the elements of one array that lie in the range go to another block. */
static void copy_of_array(struct side *dest, const struct side *source, uintptr_t to,
                          uint64_t bytes) {
    if (!source->array || !dest->block || dest->block == source->block) return;
    const struct ordo_type *type = ort_graph_type_of(ort_vertex_at(source->array)->type);
    if (bytes < type->size || ort_vertex_reaches(dest->block, to)) return;
    if (is_for_one(ort_block_at(dest->block))) return;
    dest->array = ort_vertex_array_of(dest->block, type, ORT_VERTEX_GUESSED);
    if (dest->array) note(dest->array, source->array, bytes / type->size);
}

/* Copies a word. false: it was not done, because an element must be made. */
static bool copy_word(uintptr_t to, uintptr_t from) {
    struct side source = side_of_word(from);
    if (whole_element(from, from + 8)) return false;
    bool copied = source.array && ort_graph_type_of(ort_vertex_at(source.array)->type)->size <= 8;
    struct slot_name s = find(&source, from, false);
    if (!s.v && !copied) {
        clear_word(to);
        return true;
    }
    struct side dest = side_of_word(to);
    if (copied) copy_of_array(&dest, &source, to, 8);
    store(&dest, to, s.v ? ort_slot_copy(ort_vertex_slots(ort_vertex_at(s.v))[s.i]) : 0);
    return true;
}

#define FEW 16u /* words that a copy takes without a room */

/* Clears the words that are overwritten in part. They may lie in other blocks. */
static void clear_ends(uintptr_t to, uint64_t bytes) {
    if (to & 7) ort_graph_clear(to, 1);
    if ((to + bytes) & 7) ort_graph_clear(to + bytes - 1, 1);
}

bool ort_graph_copy(uintptr_t to, uintptr_t from, uint64_t bytes) {
    if (!bytes || to == from) return true;
    if (to >= ORT_GRAPH_ADDRESSES || bytes > ORT_GRAPH_ADDRESSES - to ||
        from >= ORT_GRAPH_ADDRESSES || bytes > ORT_GRAPH_ADDRESSES - from)
        return true;
    if (bytes == 8 && !((to | from) & 7) && copy_word(to, from)) return true;
    uintptr_t low = (from + 7) & ~(uintptr_t)7, end = (from + bytes) & ~(uintptr_t)7;
    bool whole = !((to ^ from) & 7) && low < end; /* the range has whole words */
    struct side source = whole ? side_of(from, bytes) : block_of(from), dest = side_of(to, bytes);
    copy_of_array(&dest, &source, to, bytes);
    if (!whole || !has_slots(&source)) {
        clear_side(&dest, to, bytes);
        if (!((to ^ from) & 7)) clear_ends(to, bytes);
        return true;
    }
    uint64_t words = (end - low) / 8, few[2][FEW];
    uint64_t *slots = words <= FEW ? few[0] : ort_room_take(words), *types = NULL;
    if (source.begins) types = words <= FEW ? few[1] : ort_room_take(words);
    bool ok = slots && (types || !source.begins);
    for (uint64_t i = 0; ok && i < words; i++) {
        uintptr_t word = low + 8 * i;
        struct slot_name s = {0, 0};
        if (may_lead(&source, word)) s = find(&source, word, false);
        slots[i] = s.v ? ort_slot_copy(ort_vertex_slots(ort_vertex_at(s.v))[s.i]) : 0;
        if (types) types[i] = may_begin(&source, word) ? whole_element(word, from + bytes) : 0;
    }
    for (uint64_t i = 0; ok && types && i < words; i++) {
        bool created;
        uintptr_t word = low + 8 * i - from + to;
        if (!types[i]) continue;
        ort_graph_element(word, ort_graph_type_of((uint32_t)types[i]), &created);
        dest.window = 0;
    }
    dest.elements |= source.elements;
    for (uint64_t i = 0; ok && i < words; i++) {
        uintptr_t word = low + 8 * i - from + to;
        if (slots[i] || may_lead(&dest, word)) store(&dest, word, slots[i]);
    }
    clear_ends(to, bytes);
    if (words > FEW) {
        ort_room_give(slots, words);
        ort_room_give(types, words);
    }
    return ok;
}

struct ort_copying *ort_graph_copying(uintptr_t to, uintptr_t from) {
    uint32_t block = ort_place_block(from);
    ort_vertex b = block && block != ort_place_block(to) ? ort_block_at(block)->array : 0;
    return b && ort_vertex_at(b)->array.copied_to ? &ort_block_at(block)->copying : NULL;
}

void ort_graph_read_late(ort_vertex b, const struct ort_copying *now) {
    const struct ort_graph_vertex *y = ort_vertex_at(b);
    if (!(y->flags & ORT_VERTEX_ARRAY) || !y->array.copied_to) return;
    struct ort_copying *copying = &ort_block_at(y->array.block)->copying;
    if (copying->thread == now->thread && copying->activation == now->activation) *copying = *now;
}

/* Returns the array that b has grown into if b ends now, and its bytes; or 0. */
static ort_vertex grown(const struct ort_graph_vertex *b, uint64_t *bytes) {
    ort_vertex to = b->array.copied_to;
    if (!to || ort_vertex_at(to)->age != b->array.copied_age) return 0;
    uint64_t was = ort_block_at(b->array.block)->bytes;
    *bytes = ort_block_at(ort_vertex_at(to)->array.block)->bytes;
    uint64_t room = was / ort_graph_type_of(b->type)->size;
    return *bytes >= was && (uint64_t)b->array.copies * 4 >= room ? to : 0;
}

ort_vertex ort_graph_larger(ort_vertex b, struct ort_copying *when) {
    const struct ort_graph_vertex *y = ort_vertex_at(b);
    if (!(y->flags & ORT_VERTEX_ARRAY)) return 0;
    uint64_t bytes;
    ort_vertex to = grown(y, &bytes);
    *when = ort_block_at(y->array.block)->copying;
    return to && bytes > ort_block_at(y->array.block)->bytes ? to : 0;
}

void ort_copies_end(struct ort_graph_vertex *b) {
    uint64_t bytes;
    ort_vertex to = grown(b, &bytes);
    if (!to) return;
    ort_vertex from = ort_block_at(b->array.block)->array;
    ort_identity_join(to, from);
    ort_graph_join_scales(to, from);
}
