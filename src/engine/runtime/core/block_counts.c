/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * block_counts.c: a state's table of counter arrays, by module number, is private memory. All
 * states begin with one shared empty table, so that programs without counted blocks pay nothing.
 * Code that runs before its module is registered uses number 0. Its counts are discarded, as are
 * those of a thread that has no array because recording has stopped.
 */
#include "block_counts.h"
#include "engine/runtime/system/os.h"
#include "engine/runtime/system/raw_file.h"
#include "engine/runtime/system/stop.h"

#include <errno.h>

uint64_t *ort_block_counts_none[ORDO_MAX_CODES];
uint64_t *ort_block_counts_idle[ORDO_MAX_CODES];

static uint64_t discarded[ORDO_MAX_BLOCKS]; /* only modules with counted blocks touch it */
static uint32_t latest_number;

_Static_assert(sizeof(struct ordo_code_block) == sizeof(struct ordo_raw_code_block) &&
                   sizeof(struct ordo_code_line) == sizeof(struct ordo_raw_code_line) &&
                   sizeof(struct ordo_code_edge) == sizeof(struct ordo_raw_code_edge),
               "abi.h against raw.def");

static char *copy(char *to, const void *from, uint64_t size) {
    for (uint64_t i = 0; i < size; i++) to[i] = ((const char *)from)[i];
    return to + size;
}

uint32_t ort_block_counts_describe(const struct ordo_code *c, uint32_t first_scope) {
    if (latest_number + 1 >= ORDO_MAX_CODES) {
        ort_stop(ORDO_STOP_LIMIT, 0);
        return 0;
    }
    uint64_t blocks = (uint64_t)c->n_blocks * sizeof *c->blocks;
    uint64_t lines = (uint64_t)c->n_lines * sizeof *c->lines;
    uint64_t edges = (uint64_t)c->n_edges * sizeof *c->edges;
    struct ordo_raw_code *b =
        ort_raw_block(0, sizeof *b + blocks + lines + edges + c->files_bytes, ORT_RAW_BEHIND);
    if (!b) return 0;
    b->number = ++latest_number;
    b->first_scope = first_scope;
    b->n_blocks = c->n_blocks;
    b->n_lines = c->n_lines;
    b->n_edges = c->n_edges;
    b->n_counters = c->n_counters;
    b->files_bytes = c->files_bytes;
    char *to = copy(copy((char *)(b + 1), c->blocks, blocks), c->lines, lines);
    copy(copy(to, c->edges, edges), c->files, c->files_bytes);
    ort_raw_publish(b, ORDO_RAW_CODE);
    return b->number;
}

/* Replaces the shared empty table by one of the state's own: 0, or -1; recording has then been
 * stopped. */
static int own_table(struct ort_thread *t) {
    if (t->hot.counts != ort_block_counts_none) return 0;
    uint64_t **table = ort_os_memory(NULL, ORDO_MAX_CODES * sizeof *table);
    if (!table) {
        ort_stop(ORDO_STOP_MEMORY, ENOMEM);
        return -1;
    }
    t->hot.counts = table;
    return 0;
}

static uint64_t *make(struct ort_thread *t, const struct ordo_code *c, uint32_t number) {
    if (own_table(t) < 0) return discarded;
    struct ordo_raw_counts *b =
        number
            ? ort_raw_block(t->number, sizeof *b + c->n_counters * sizeof(uint64_t), ORT_RAW_BEHIND)
            : NULL;
    if (!b) return t->hot.counts[number] = discarded;
    b->number = number;
    b->n_counters = c->n_counters;
    ort_raw_publish(b, ORDO_RAW_COUNTS);
    return t->hot.counts[number] = (uint64_t *)(b + 1);
}

__attribute__((visibility("default"))) ORDO_PRESERVE_MOST uint64_t *
__ordo_counts(struct ordo_thread *hot, struct ordo_code *c) {
    uint32_t number = __atomic_load_n(&c->number, __ATOMIC_RELAXED);
    if (hot->counts == ort_block_counts_idle) return ort_block_counts_idle[number] = discarded;
    return make((struct ort_thread *)hot, c, number);
}

__attribute__((visibility("default"))) ORDO_PRESERVE_MOST uint64_t *
__ordo_counts_here(struct ordo_code *c) {
    struct ordo_thread *hot = __ordo_self ? __ordo_self : __ordo_begin();
    uint64_t *known = hot->counts[__atomic_load_n(&c->number, __ATOMIC_RELAXED)];
    return known ? known : __ordo_counts(hot, c);
}

void ort_block_counts_forget(struct ort_thread *t) {
    if (t->hot.counts == ort_block_counts_none) return;
    for (uint32_t number = 1; number <= latest_number; number++) {
        uint64_t *counts = t->hot.counts[number];
        if (!counts || counts == discarded) continue;
        const struct ordo_raw_counts *b = (const struct ordo_raw_counts *)(const void *)counts - 1;
        for (uint32_t i = 0; i < b->n_counters; i++) counts[i] = 0;
    }
}
