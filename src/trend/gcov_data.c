/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Per block and side: how many arcs, how many of them are unknown, and the sum of the known ones. A
 * block is looked at again whenever an arc of it becomes known; each arc does once.
 */
#include "trend/gcov_data.h"

#include <stdlib.h>

enum { FUNCTION = 0x01000000, ARC_COUNTERS = 0x01a10000 };
enum { OUT, IN };
enum { ENTRY, EXIT }; /* blocks */

struct side {
    size_t n_unknown;
    __int128 sum;
};

struct node {
    struct side side[2];
    __int128 count;
    bool is_known, waits;
};

struct flow {
    const struct ordo_gcov_function *f;
    struct node *nodes;
    size_t *first[2]; /* [n_blocks + 1]: where a block's arcs begin in `list` */
    size_t *list[2];  /* arcs by block */
    bool *arc_known;
    uint32_t *waiting;
    size_t n_waiting;
};

static uint32_t end_of(const struct ordo_gcov_arc *a, int side) {
    return side == OUT ? a->from : a->to;
}

static void wait(struct flow *w, uint32_t block) {
    if (w->nodes[block].waits) return;
    w->nodes[block].waits = true;
    w->waiting[w->n_waiting++] = block;
}

static void learn_arc(struct flow *w, size_t arc, __int128 count) {
    w->arc_known[arc] = true;
    for (int s = OUT; s <= IN; s++) {
        uint32_t block = end_of(&w->f->arcs[arc], s);
        struct side *side = &w->nodes[block].side[s];
        side->n_unknown--;
        side->sum += count;
        wait(w, block);
    }
}

/* What enters a function and what leaves it has no arcs. */
static bool is_open(uint32_t block, int side) {
    return block == (side == IN ? ENTRY : EXIT);
}

static void learn_block(struct flow *w, uint32_t block) {
    struct node *node = &w->nodes[block];
    for (int s = OUT; s <= IN && !node->is_known; s++) {
        if (is_open(block, s) || node->side[s].n_unknown) continue;
        node->is_known = true;
        node->count = node->side[s].sum;
    }
    if (!node->is_known) return;
    for (int s = OUT; s <= IN; s++) {
        if (node->side[s].n_unknown != 1) continue;
        for (size_t i = w->first[s][block]; i < w->first[s][block + 1]; i++)
            if (!w->arc_known[w->list[s][i]]) {
                learn_arc(w, w->list[s][i], node->count - node->side[s].sum);
                break;
            }
    }
}

static bool make_lists(struct flow *w) {
    const struct ordo_gcov_function *f = w->f;
    size_t n = f->n_blocks;
    for (int s = OUT; s <= IN; s++) {
        w->first[s] = calloc(n + 2, sizeof *w->first[s]);
        w->list[s] = calloc(f->n_arcs + 1, sizeof *w->list[s]);
        if (!w->first[s] || !w->list[s]) return false;
        for (size_t i = 0; i < f->n_arcs; i++) w->first[s][end_of(&f->arcs[i], s) + 2]++;
        for (size_t b = 2; b < n + 2; b++) w->first[s][b] += w->first[s][b - 1];
        for (size_t i = 0; i < f->n_arcs; i++)
            w->list[s][w->first[s][end_of(&f->arcs[i], s) + 1]++] = i;
        for (size_t b = 0; b < n; b++) {
            w->nodes[b].side[s].n_unknown = w->first[s][b + 1] - w->first[s][b];
        }
    }
    return true;
}

static enum ordo_status take_counts(const struct flow *w, const struct ordo_gcov_bytes *b,
                                    uint64_t *counts) {
    for (uint32_t k = 0; k < w->f->n_blocks; k++) {
        const struct node *node = &w->nodes[k];
        if (!node->is_known)
            return ordo_gcov_corrupt(b, "a flow graph that its counters do not determine");
        if (node->count < 0 || node->count > (__int128)INT64_MAX)
            return ordo_error_set(
                b->error, ORDO_BAD_INPUT,
                "%s: the counts of %s do not add up: a program with threads needs "
                "-fprofile-update=atomic, and must not end while they run",
                b->path, w->f->name);
        counts[k] = (uint64_t)node->count;
    }
    return ORDO_OK;
}

static enum ordo_status solve(const struct ordo_gcov_bytes *b, const struct ordo_gcov_function *f,
                              const uint64_t *counters, uint64_t *counts) {
    struct flow w = {.f = f};
    enum ordo_status status = ORDO_OK;
    w.nodes = calloc(f->n_blocks, sizeof *w.nodes);
    w.arc_known = calloc(f->n_arcs + 1, sizeof *w.arc_known);
    w.waiting = calloc(f->n_blocks, sizeof *w.waiting);
    if (w.nodes && w.arc_known && w.waiting && make_lists(&w)) {
        for (size_t i = 0; i < f->n_arcs; i++)
            if (!f->arcs[i].on_tree) learn_arc(&w, i, (__int128)(counters ? *counters++ : 0));
        for (uint32_t k = 0; k < f->n_blocks; k++) wait(&w, k);
        while (w.n_waiting) {
            uint32_t block = w.waiting[--w.n_waiting];
            w.nodes[block].waits = false;
            learn_block(&w, block);
        }
        status = take_counts(&w, b, counts);
    } else {
        status = ordo_error_memory(b->error, b->path);
    }
    for (int s = OUT; s <= IN; s++) {
        free(w.first[s]);
        free(w.list[s]);
    }
    free(w.nodes);
    free(w.arc_known);
    free(w.waiting);
    return status;
}

static enum ordo_status read_counters(struct ordo_gcov_bytes *b, struct ordo_arena *arena,
                                      struct ordo_gcov_function *f, int32_t length) {
    size_t n = 0, bytes = length < 0 ? -(size_t)length : (size_t)length;
    uint64_t *counters = NULL;
    for (size_t i = 0; i < f->n_arcs; i++) n += !f->arcs[i].on_tree;
    if (bytes != 8 * n || !f->n_blocks)
        return ordo_gcov_corrupt(b, "not as many counters as the function has");
    f->counts = ordo_arena_array(arena, f->n_blocks, sizeof *f->counts);
    if (!f->counts) return ordo_error_memory(b->error, b->path);
    if (length > 0 && !(counters = malloc(bytes))) return ordo_error_memory(b->error, b->path);
    enum ordo_status status = ORDO_OK;
    for (size_t i = 0; counters && i < n && status == ORDO_OK; i++) {
        uint32_t low = 0, high = 0;
        status = ordo_gcov_word(b, &low);
        if (status == ORDO_OK) status = ordo_gcov_word(b, &high);
        counters[i] = (uint64_t)high << 32 | low;
    }
    if (status == ORDO_OK) status = solve(b, f, counters, f->counts);
    free(counters);
    return status;
}

static enum ordo_status mismatch(const struct ordo_gcov_bytes *b,
                                 const struct ordo_gcov_notes *notes) {
    return ordo_error_set(
        b->error, ORDO_MISMATCH,
        "%s: is not of the compilation that wrote %s: keep the .gcno files of the "
        "program that ran",
        b->path, notes->path);
}

/* The function that a record names; a record without contents is of one that the linker left out.
 */
static enum ordo_status find_function(struct ordo_gcov_bytes *b,
                                      const struct ordo_gcov_notes *notes, uint32_t length,
                                      struct ordo_gcov_function **out) {
    uint32_t ident, lines, flow;
    *out = NULL;
    if (!length) return ORDO_OK;
    ORDO_TRY(ordo_gcov_word(b, &ident));
    ORDO_TRY(ordo_gcov_word(b, &lines));
    ORDO_TRY(ordo_gcov_word(b, &flow));
    *out = ordo_gcov_notes_find(notes, ident);
    if (!*out || (*out)->line_checksum != lines || (*out)->flow_checksum != flow)
        return mismatch(b, notes);
    return ORDO_OK;
}

enum ordo_status ordo_gcov_data_read(struct ordo_gcov_bytes *b, struct ordo_arena *arena,
                                     struct ordo_gcov_notes *notes) {
    struct ordo_gcov_function *f = NULL;
    uint32_t tag, length;
    if (b->stamp != notes->stamp) return mismatch(b, notes);
    while (b->at < b->n) {
        ORDO_TRY(ordo_gcov_word(b, &tag));
        if (!tag) break;
        ORDO_TRY(ordo_gcov_word(b, &length));
        bool all_zero = (int32_t)length < 0; /* then nothing follows */
        if (!all_zero && length > b->n - b->at)
            return ordo_gcov_corrupt(b, "a record longer than the file");
        size_t end = b->at + (all_zero ? 0 : length);
        if (tag == FUNCTION) {
            if (all_zero) return ordo_gcov_corrupt(b, "a function of no length");
            ORDO_TRY(find_function(b, notes, length, &f));
        } else if (tag == ARC_COUNTERS) {
            if (!f) return ordo_gcov_corrupt(b, "counters of no function");
            ORDO_TRY(read_counters(b, arena, f, (int32_t)length));
        }
        if (b->at > end) return ordo_gcov_corrupt(b, "a record longer than it says");
        b->at = end;
    }
    return ORDO_OK;
}
