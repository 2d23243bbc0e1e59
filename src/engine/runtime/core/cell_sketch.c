/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * cell_sketch.c: the tracked cells of one execution, and of all executions of a scope.
 *
 * The list of one execution uses a hash table that is not cleared between executions: an entry is
 * valid if it has the list's generation. Each cell of a sketch records how many executions read it
 * and which one did last. The counts `once`, `twice` and `all` are kept up to date, and are
 * computed again when the level rises.
 *
 * Invariant: the hash of every cell in a sketch is at most the limit of the sketch's level, and the
 * sketch holds every such cell of the executions that were added.
 */
#include "cell_sketch.h"
#include "engine/runtime/system/private_memory.h"

#define PLACES (2 * ORT_SKETCH_CELLS)
#define INDEX_BITS 12u
#define MOST_GENERATION ((1u << (32 - INDEX_BITS)) - 1)
#define FIRST_CAPACITY 32u

_Static_assert(PLACES == 1u << INDEX_BITS, "an index fits into its bits");

struct ort_sketch_cell {
    uint64_t hash;
    uint32_t latest; /* number of the latest execution that had it, from 1; 0: the entry is free */
    uint32_t count; /* executions << 1; bit 0: the execution before the latest one had it as well */
};

static uint64_t limit_of(uint32_t level) {
    return level < 64 ? ~0ull >> level : 0;
}

/* ---- the list of one execution ---- */

static void next_generation(struct ort_cell_list *l) {
    if (l->generation++ < MOST_GENERATION) return;
    for (uint32_t i = 0; i < PLACES; i++) l->places[i] = 0;
    l->generation = 1;
}

void ort_cell_list_begin(struct ort_cell_list *l, uint32_t level) {
    l->level = level;
    l->limit = limit_of(level);
    l->used = 0;
    next_generation(l);
}

static void append(struct ort_cell_list *l, uint64_t hash) {
    uint32_t at = (uint32_t)hash & (PLACES - 1);
    for (uint32_t place; (place = l->places[at]) >> INDEX_BITS == l->generation;
         at = (at + 1) & (PLACES - 1))
        if (l->hashes[place & (PLACES - 1)] == hash) return;
    l->places[at] = l->generation << INDEX_BITS | l->used;
    l->hashes[l->used++] = hash;
}

static void raise_list(struct ort_cell_list *l) {
    uint32_t n = l->used;
    l->limit = limit_of(++l->level);
    l->used = 0;
    next_generation(l);
    for (uint32_t i = 0; i < n; i++)
        if (l->hashes[i] <= l->limit) append(l, l->hashes[i]);
}

void ort_cell_list_track(struct ort_cell_list *l, uint64_t hash) {
    while (l->used == ORT_SKETCH_CELLS) raise_list(l);
    if (hash <= l->limit) append(l, hash);
}

/* ---- the sketch of all executions ---- */

static struct ort_sketch_cell *find(struct ort_sketch_cell *cells, uint32_t capacity,
                                    uint64_t hash) {
    uint32_t at = (uint32_t)hash & (capacity - 1);
    while (cells[at].latest && cells[at].hash != hash) at = (at + 1) & (capacity - 1);
    return &cells[at];
}

/* Moves the cells that are tracked at `level` to a new table of `capacity` and counts them again.
 * Returns 0, or -1: no memory. */
static int rebuild(struct ort_sketch *s, uint32_t capacity, uint32_t level) {
    struct ort_sketch_cell *old = s->cells;
    struct ort_sketch_cell *cells = ort_private_array(NULL, 0, capacity, sizeof *cells);
    if (!cells) return -1;
    s->all = s->once = s->twice = s->latest = 0;
    for (uint32_t i = 0; i < s->capacity; i++) {
        if (!old[i].latest || old[i].hash > limit_of(level)) continue;
        *find(cells, capacity, old[i].hash) = old[i];
        s->all++;
        s->once += old[i].count >> 1 == 1;
        s->twice += old[i].count >> 1 == 2;
        s->latest += old[i].latest == s->samples;
    }
    ort_private_array_free(old, s->capacity, sizeof *old);
    s->cells = cells;
    s->capacity = capacity;
    s->level = level;
    return 0;
}

static int make_room(struct ort_sketch *s) {
    while (s->all == ORT_SKETCH_CELLS)
        if (rebuild(s, s->capacity, s->level + 1) < 0) return -1;
    if (2 * (s->all + 1) <= s->capacity) return 0;
    return rebuild(s, s->capacity ? 2 * s->capacity : FIRST_CAPACITY, s->level);
}

/* Adds one cell of execution number `now`. Returns 0, or -1: no memory. */
static int add(struct ort_sketch *s, uint64_t hash, uint32_t now) {
    if (make_room(s) < 0) return -1;
    if (hash > limit_of(s->level)) return 0;
    struct ort_sketch_cell *c = find(s->cells, s->capacity, hash);
    uint32_t count = c->latest ? c->count >> 1 : 0;
    s->all += !count;
    s->once += (uint32_t)(count == 0) - (uint32_t)(count == 1);
    s->twice += (uint32_t)(count == 1) - (uint32_t)(count == 2);
    c->hash = hash;
    c->count = (count < UINT32_MAX / 2 ? count + 1 : count) << 1 | (count && c->latest == now - 1);
    c->latest = now;
    return 0;
}

int ort_sketch_add(struct ort_sketch *s, const struct ort_cell_list *l,
                   struct ort_sketch_counts *counts) {
    uint32_t now = s->samples + 1, first_level;
    if (s->level < l->level && rebuild(s, s->capacity ? s->capacity : FIRST_CAPACITY, l->level) < 0)
        return -1;
    first_level = s->level;
    uint32_t before = s->latest;
    for (uint32_t i = 0; i < l->used; i++)
        if (l->hashes[i] <= limit_of(s->level) && add(s, l->hashes[i], now) < 0) return -1;
    *counts = (struct ort_sketch_counts){0, 0, before};
    for (uint32_t i = 0; i < l->used; i++) {
        if (l->hashes[i] > limit_of(s->level)) continue;
        counts->tracked++;
        counts->again += find(s->cells, s->capacity, l->hashes[i])->count & 1;
    }
    if (s->level != first_level) { /* the level rose: fewer cells are tracked than before */
        counts->before = counts->again;
        for (uint32_t i = 0; i < s->capacity; i++)
            counts->before += s->cells[i].latest && s->cells[i].latest == now - 1;
    }
    s->samples = now;
    s->latest = counts->tracked;
    return 0;
}

void ort_sketch_forget(struct ort_sketch *s) {
    ort_private_array_free(s->cells, s->capacity, sizeof *s->cells);
    *s = (struct ort_sketch){0};
}
