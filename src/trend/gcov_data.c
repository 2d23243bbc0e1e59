/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * gcov_data.c: reads counters and derives block counts.
 *
 * The counters of a function belong to its arcs off the spanning tree, in their order. base/flow.h
 * computes the others, with one additional edge that enters the function and one that leaves it.
 */
#include "trend/gcov_data.h"

#include "base/flow.h"
#include "base/memory.h"

#include <stdlib.h>

enum { FUNCTION = 0x01000000, ARC_COUNTERS = 0x01a10000 };
enum { ENTRY, EXIT }; /* blocks */

static enum ordo_status take_counts(const struct ordo_gcov_bytes *b,
                                    const struct ordo_gcov_function *f,
                                    const ordo_flow_amount *entered, uint64_t *counts) {
    for (uint32_t k = 0; k < f->n_blocks; k++) {
        if (entered[k + 1] < 0 || entered[k + 1] > INT64_MAX)
            return ordo_error_set(
                b->error, ORDO_BAD_INPUT,
                "%s: the counts of %s do not add up: a program with threads needs "
                "-fprofile-update=atomic, and must not end while they run",
                b->path, f->name);
        counts[k] = (uint64_t)entered[k + 1];
    }
    return ORDO_OK;
}

/* Derives the counts of the blocks; block k is node k + 1 of the flow. */
static enum ordo_status solve(const struct ordo_gcov_bytes *b, const struct ordo_gcov_function *f,
                              const uint64_t *counters, uint64_t *counts) {
    const size_t n = f->n_arcs + 2;
    struct ordo_flow_edge *edges = ordo_memory_new(n, sizeof *edges);
    ordo_flow_amount *entered = ordo_memory_new((size_t)f->n_blocks + 1, sizeof *entered);
    for (size_t i = 0; i < f->n_arcs; i++) {
        const struct ordo_gcov_arc *a = &f->arcs[i];
        edges[i] = (struct ordo_flow_edge){a->from + 1, a->to + 1, !a->on_tree, 0};
        if (!a->on_tree && counters) edges[i].amount = *counters++;
    }
    edges[n - 2] = (struct ordo_flow_edge){.from = 0, .to = ENTRY + 1};
    edges[n - 1] = (struct ordo_flow_edge){.from = EXIT + 1, .to = 0};
    enum ordo_status status = ORDO_OK;
    if (!ordo_flow_solve(edges, n, (size_t)f->n_blocks + 1, entered))
        status = ordo_gcov_corrupt(b, "a flow graph that its counters do not determine");
    else
        status = take_counts(b, f, entered, counts);
    free(edges);
    free(entered);
    return status;
}

static enum ordo_status read_counters(struct ordo_gcov_bytes *b, struct ordo_arena *arena,
                                      struct ordo_gcov_function *f, int32_t length) {
    size_t n = 0, bytes = length < 0 ? -(size_t)length : (size_t)length;
    uint64_t *counters = NULL;
    for (size_t i = 0; i < f->n_arcs; i++) n += !f->arcs[i].on_tree;
    if (bytes != 8 * n || !f->n_blocks)
        return ordo_gcov_corrupt(b, "another number of counters than the function has");
    f->counts = ordo_arena_array(arena, f->n_blocks, sizeof *f->counts);
    if (length > 0) counters = ordo_memory_new(bytes, 1);
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
        "%s: does not belong to the compilation that wrote %s: keep the .gcno files of the "
        "program that ran",
        b->path, notes->path);
}

/* Finds the function that a record names. A record without contents belongs to a function that the
 * linker left out. */
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
        bool all_zero = (int32_t)length < 0; /* then there are no contents */
        if (!all_zero && length > b->n - b->at)
            return ordo_gcov_corrupt(b, "a record longer than the file");
        size_t end = b->at + (all_zero ? 0 : length);
        if (tag == FUNCTION) {
            if (all_zero) return ordo_gcov_corrupt(b, "a function record without a length");
            ORDO_TRY(find_function(b, notes, length, &f));
        } else if (tag == ARC_COUNTERS) {
            if (!f) return ordo_gcov_corrupt(b, "counters without a function");
            ORDO_TRY(read_counters(b, arena, f, (int32_t)length));
        }
        if (b->at > end) return ordo_gcov_corrupt(b, "a record longer than its length");
        b->at = end;
    }
    return ORDO_OK;
}
