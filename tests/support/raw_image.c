/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * raw_image.c: one growing, aligned buffer.
 */
#include "support/raw_image.h"

#include "abi/abi.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void need(const void *p, const char *what) {
    if (p) return;
    fprintf(stderr, "raw_image: %s\n", what);
    abort();
}

void raw_image_init(struct raw_image *r, uint32_t pid) {
    *r = (struct raw_image){.used = ORDO_RAW_HEADER_BYTES, .capacity = (size_t)1 << 16};
    r->bytes = aligned_alloc(64, r->capacity);
    need(r->bytes, "out of memory");
    memset(r->bytes, 0, r->capacity);
    struct ordo_raw_header *h = raw_image_header(r);
    memcpy(h->magic, ORDO_RAW_MAGIC, sizeof h->magic);
    h->abi_version = ORDO_ABI_VERSION;
    h->layout = ordo_raw_layout();
    h->used = r->used;
    h->cell_bytes = 8;
    h->state = ORDO_RAW_FINISHED;
    h->pid = pid;
    h->ppid = 1;
    h->start_ns = 1000 + pid;
    h->end_ns = 2000 + pid;
    snprintf((char *)h->exe, sizeof h->exe, "/bin/program");
    memcpy(h->command, "./program\0an argument\0", 23);
}

void raw_image_done(struct raw_image *r) {
    free(r->bytes);
    r->bytes = NULL;
}

struct ordo_raw_header *raw_image_header(struct raw_image *r) {
    return (struct ordo_raw_header *)r->bytes;
}

void *raw_image_at(struct raw_image *r, size_t offset) {
    return r->bytes + offset;
}

size_t raw_image_block(struct raw_image *r, uint32_t kind, uint32_t thread, size_t size) {
    size = (size + 63) & ~(size_t)63;
    while (r->used + size > r->capacity) {
        uint8_t *bigger = aligned_alloc(64, r->capacity * 2);
        need(bigger, "out of memory");
        memset(bigger, 0, r->capacity * 2);
        memcpy(bigger, r->bytes, r->used);
        free(r->bytes);
        r->bytes = bigger;
        r->capacity *= 2;
    }
    size_t offset = r->used;
    *(struct ordo_raw_block *)(r->bytes + offset) =
        (struct ordo_raw_block){.kind = kind, .thread = thread, .size = size};
    r->used += size;
    raw_image_header(r)->used = r->used;
    return offset;
}

/* Appends a block with strings after its fixed part. */
static size_t block_with_strings(struct raw_image *r, uint32_t kind, size_t fixed,
                                 const char *const *strings, size_t n) {
    size_t size = fixed;
    for (size_t i = 0; i < n; i++) size += strlen(strings[i] ? strings[i] : "") + 1;
    size_t offset = raw_image_block(r, kind, 0, size);
    char *at = (char *)r->bytes + offset + fixed;
    for (size_t i = 0; i < n; i++) {
        strcpy(at, strings[i] ? strings[i] : "");
        at += strlen(at) + 1;
    }
    return offset;
}

size_t raw_image_module(struct raw_image *r, uint32_t number, const char *object,
                        const char *root) {
    const char *strings[] = {object, root, "unit.c"};
    size_t offset =
        block_with_strings(r, ORDO_RAW_MODULE, sizeof(struct ordo_raw_module), strings, 3);
    struct ordo_raw_module *m = raw_image_at(r, offset);
    m->number = number;
    m->check = ordo_raw_module_check(m);
    return offset;
}

size_t raw_image_scope(struct raw_image *r, const struct raw_image_scope *s) {
    const char *strings[] = {"", s->name, s->linkage_name, s->file, s->arg_names};
    struct ordo_raw_scope_table *table;
    struct ordo_raw_scope *x;
    size_t offset = block_with_strings(r, ORDO_RAW_SCOPES, sizeof *table + sizeof *x, strings, 5);
    table = raw_image_at(r, offset);
    x = (struct ordo_raw_scope *)(table + 1);
    uint32_t at[6] = {0};
    for (int i = 0; i < 5; i++)
        at[i + 1] = at[i] + (uint32_t)strlen(strings[i] ? strings[i] : "") + 1;
    table->first = s->id;
    table->n = 1;
    table->module = s->module;
    table->texts = at[5];
    table->descriptors = s->descriptor;
    table->uncovered = s->uncovered;
    x->scope_kind = s->kind;
    x->flags = s->flags;
    x->line = s->line;
    x->column = s->column;
    x->parent = s->parent;
    x->routine = s->routine;
    x->name = at[1];
    x->linkage_name = at[2];
    x->file = at[3];
    x->arg_names = at[4];
    table->check = ordo_raw_scopes_check(table);
    return offset;
}

size_t raw_image_total(struct raw_image *r, uint32_t thread, uint32_t scope,
                       const struct ordo_raw_total *t) {
    size_t offset = raw_image_block(r, ORDO_RAW_TOTALS, thread, 64 + sizeof *t);
    struct ordo_raw_totals *table = raw_image_at(r, offset);
    table->first = scope;
    table->capacity = 1;
    memcpy(table + 1, t, sizeof *t);
    return offset;
}

static uint32_t slots_for(uint32_t n) {
    uint32_t slots = 1;
    while (slots < n) slots *= 2;
    return slots;
}

size_t raw_image_points(struct raw_image *r, uint32_t thread, uint32_t scope, uint32_t metric,
                        uint32_t unit, const struct ordo_raw_point *points, uint32_t n,
                        const uint64_t *sum_n) {
    uint32_t slots = slots_for(n);
    size_t offset = raw_image_block(r, ORDO_RAW_POINTS, thread,
                                    64 + slots * (sizeof *points + (sum_n ? sizeof *sum_n : 0)));
    struct ordo_raw_points *table = raw_image_at(r, offset);
    table->scope = scope;
    table->metric = metric;
    table->unit = unit;
    table->capacity = slots;
    table->bucketed = sum_n != NULL;
    memcpy(table + 1, points, n * sizeof *points);
    if (sum_n) memcpy((uint8_t *)(table + 1) + slots * sizeof *points, sum_n, n * sizeof *sum_n);
    return offset;
}

struct ordo_raw_point raw_image_point(uint64_t n, uint64_t count, uint64_t cost) {
    unsigned __int128 sumsq = (unsigned __int128)cost * cost * count;
    return (struct ordo_raw_point){.n = n,
                                   .count = count,
                                   .min = cost,
                                   .max = cost,
                                   .sum = cost * count,
                                   .sumsq_low = (uint64_t)sumsq,
                                   .sumsq_high = (uint64_t)(sumsq >> 64),
                                   .self = cost / 2 * count};
}

size_t raw_image_contexts(struct raw_image *r, uint32_t thread, uint32_t first,
                          const struct ordo_raw_context *nodes, uint32_t n) {
    size_t offset = raw_image_block(r, ORDO_RAW_CONTEXTS, thread, 64 + n * sizeof *nodes);
    struct ordo_raw_contexts *table = raw_image_at(r, offset);
    table->first = first;
    table->capacity = n;
    memcpy(table + 1, nodes, n * sizeof *nodes);
    return offset;
}

size_t raw_image_observations(struct raw_image *r, uint32_t thread, uint32_t node, uint32_t scope,
                              const struct ordo_raw_observation *o, uint32_t n) {
    size_t offset = raw_image_block(r, ORDO_RAW_OBSERVATIONS, thread, 64 + n * sizeof *o);
    struct ordo_raw_observations *table = raw_image_at(r, offset);
    table->node = node;
    table->scope = scope;
    table->capacity = table->used = n;
    memcpy(table + 1, o, n * sizeof *o);
    return offset;
}

size_t raw_image_steps(struct raw_image *r, uint32_t thread, uint32_t first,
                       const struct ordo_raw_step *steps, uint32_t n) {
    size_t offset = raw_image_block(r, ORDO_RAW_STEPS, thread, 64 + n * sizeof *steps);
    struct ordo_raw_steps *table = raw_image_at(r, offset);
    table->first = first;
    table->capacity = n;
    memcpy(table + 1, steps, n * sizeof *steps);
    raw_image_header(r)->tree = 1;
    return offset;
}

size_t raw_image_type(struct raw_image *r, uint32_t id, uint32_t flags, uint64_t bytes,
                      const char *name) {
    size_t offset = block_with_strings(r, ORDO_RAW_TYPE, sizeof(struct ordo_raw_type), &name, 1);
    struct ordo_raw_type *t = raw_image_at(r, offset);
    t->id = id;
    t->flags = flags;
    t->bytes = bytes;
    return offset;
}

size_t raw_image_advance(struct raw_image *r, uint32_t outer, uint32_t inner, uint32_t callee,
                         bool ends) {
    size_t offset = raw_image_block(r, ORDO_RAW_ADVANCE, 0, sizeof(struct ordo_raw_advance));
    struct ordo_raw_advance *a = raw_image_at(r, offset);
    a->outer = outer;
    a->inner = inner;
    a->callee = callee;
    a->ends = ends;
    return offset;
}

size_t raw_image_names(struct raw_image *r, uint64_t first, const char *names, size_t bytes) {
    size_t offset = raw_image_block(r, ORDO_RAW_NAMES, 0, sizeof(struct ordo_raw_names) + bytes);
    struct ordo_raw_names *n = raw_image_at(r, offset);
    n->first = first;
    n->used = bytes;
    memcpy(n + 1, names, bytes);
    return offset;
}

size_t raw_image_invocations(struct raw_image *r, uint32_t thread,
                             const struct raw_image_invocation *list, size_t n) {
    size_t bytes = 0;
    for (size_t i = 0; i < n; i++)
        bytes += sizeof list->head + list[i].head.n_inputs * sizeof *list->inputs +
                 list[i].head.n_facts * sizeof *list->facts;
    size_t offset = raw_image_block(r, ORDO_RAW_INVOCATIONS, thread,
                                    sizeof(struct ordo_raw_invocations) + bytes);
    struct ordo_raw_invocations *b = raw_image_at(r, offset);
    b->used = bytes;
    char *at = (char *)(b + 1);
    for (size_t i = 0; i < n; i++) {
        size_t inputs = list[i].head.n_inputs * sizeof *list->inputs;
        size_t facts = list[i].head.n_facts * sizeof *list->facts;
        memcpy(at, &list[i].head, sizeof list->head);
        if (inputs) memcpy(at + sizeof list->head, list[i].inputs, inputs);
        if (facts) memcpy(at + sizeof list->head + inputs, list[i].facts, facts);
        at += sizeof list->head + inputs + facts;
    }
    raw_image_header(r)->structure = 1;
    return offset;
}

size_t raw_image_gate_scopes(struct raw_image *r, uint32_t number, const uint32_t *scopes,
                             uint32_t n) {
    size_t fixed = sizeof(struct ordo_raw_gate_scopes);
    size_t offset = raw_image_block(r, ORDO_RAW_GATE_SCOPES, 0, fixed + n * sizeof *scopes);
    struct ordo_raw_gate_scopes *b = raw_image_at(r, offset);
    b->number = number;
    b->n_gates = n;
    memcpy(b + 1, scopes, n * sizeof *scopes);
    raw_image_header(r)->sampled = 1;
    return offset;
}

size_t raw_image_gates(struct raw_image *r, uint32_t thread, uint32_t number,
                       const struct ordo_raw_gate *gates, uint32_t n) {
    size_t fixed = sizeof(struct ordo_raw_gates);
    size_t offset = raw_image_block(r, ORDO_RAW_GATES, thread, fixed + n * sizeof *gates);
    struct ordo_raw_gates *b = raw_image_at(r, offset);
    b->number = number;
    b->n_gates = n;
    memcpy(b + 1, gates, n * sizeof *gates);
    raw_image_header(r)->sampled = 1;
    return offset;
}

size_t raw_image_samples(struct raw_image *r, uint32_t thread, const struct ordo_raw_sample *list,
                         uint32_t n) {
    size_t fixed = sizeof(struct ordo_raw_samples);
    size_t offset = raw_image_block(r, ORDO_RAW_SAMPLES, thread, fixed + n * sizeof *list);
    struct ordo_raw_samples *b = raw_image_at(r, offset);
    b->n = b->capacity = n;
    memcpy(b + 1, list, n * sizeof *list);
    raw_image_header(r)->sampled = 1;
    return offset;
}

size_t raw_image_children(struct raw_image *r, uint32_t thread, const struct raw_image_child *items,
                          uint32_t n) {
    uint32_t slots = slots_for(n);
    size_t offset =
        raw_image_block(r, ORDO_RAW_CHILDREN, thread, 64 + slots * sizeof(struct ordo_raw_child));
    struct ordo_raw_children *table = raw_image_at(r, offset);
    table->capacity = slots;
    struct ordo_raw_child *to = (struct ordo_raw_child *)(table + 1);
    for (uint32_t i = 0; i < n; i++) {
        to[i].scope = items[i].scope;
        to[i].n = items[i].n;
        to[i].child[i % 3] = items[i].child; /* the items of a record, in order */
        to[i].calls[i % 3] = items[i].calls;
        to[i].cost[i % 3] = items[i].cost;
    }
    return offset;
}

size_t raw_image_thread(struct raw_image *r, uint32_t thread, uint64_t cost) {
    size_t offset = raw_image_block(r, ORDO_RAW_THREAD, thread, sizeof(struct ordo_raw_thread));
    struct ordo_raw_thread *t = raw_image_at(r, offset);
    t->cost = cost;
    t->threads = 1;
    return offset;
}

size_t raw_image_feature(struct raw_image *r, const char *name, double value) {
    size_t offset =
        block_with_strings(r, ORDO_RAW_FEATURE, sizeof(struct ordo_raw_feature), &name, 1);
    memcpy(&((struct ordo_raw_feature *)raw_image_at(r, offset))->value, &value, sizeof value);
    return offset;
}

size_t raw_image_code(struct raw_image *r, uint32_t number, uint32_t first_scope,
                      const struct ordo_raw_code_block *blocks, uint32_t n,
                      const struct ordo_raw_code_line *lines, uint32_t n_lines, const char *files,
                      uint32_t files_bytes) {
    size_t offset = raw_image_block(
        r, ORDO_RAW_CODE, 0, 64 + n * sizeof *blocks + n_lines * sizeof *lines + files_bytes);
    struct ordo_raw_code *code = raw_image_at(r, offset);
    code->number = number;
    code->first_scope = first_scope;
    code->n_blocks = code->n_counters = n;
    code->n_lines = n_lines;
    code->files_bytes = files_bytes;
    char *at = (char *)(code + 1);
    memcpy(at, blocks, n * sizeof *blocks);
    memcpy(at += n * sizeof *blocks, lines, n_lines * sizeof *lines);
    memcpy(at + n_lines * sizeof *lines, files, files_bytes);
    return offset;
}

size_t raw_image_counts(struct raw_image *r, uint32_t thread, uint32_t number,
                        const uint64_t *counts, uint32_t n) {
    size_t offset = raw_image_block(r, ORDO_RAW_COUNTS, thread, 64 + n * sizeof *counts);
    struct ordo_raw_counts *table = raw_image_at(r, offset);
    table->number = number;
    table->n_counters = n;
    memcpy(table + 1, counts, n * sizeof *counts);
    return offset;
}

void raw_image_write(const struct raw_image *r, const char *path) {
    FILE *f = fopen(path, "wb");
    need(f, path);
    if (fwrite(r->bytes, 1, r->used, f) != r->used || fclose(f) != 0) need(NULL, path);
}

void raw_image_sample(struct raw_image *r, uint32_t pid) {
    enum { MAIN = 1, LOOP, WORK, STRLEN, GETENV, ROOT };
    raw_image_init(r, pid);
    raw_image_module(r, 1, "/home/u/program", "/home/u");
    const struct raw_image_scope scopes[] = {
        {MAIN, 1, ORDO_KIND_ROUTINE, 0, 10, 0, 0, MAIN, "main", "main", "a.c", "argc", 0x1000, 0},
        {LOOP, 1, ORDO_KIND_LOOP, 0, 12, 5, MAIN, MAIN, "", "main", "a.c", "", 0x1100, 0},
        {WORK, 1, ORDO_KIND_ROUTINE, ORDO_SCOPE_RECURSIVE, 3, 0, 0, WORK, "work", "work", "a.c",
         "n", 0x1200, 0},
        {STRLEN, 0, ORDO_KIND_LIBRARY, 0, 0, 0, 0, STRLEN, "strlen", "strlen", "", "", 0, 0},
        {GETENV, 0, ORDO_KIND_LIBRARY, 0, 0, 0, 0, GETENV, "getenv", "getenv", "libc.so.6", "", 0,
         1},
        {ROOT, 0, ORDO_KIND_ROOT, 0, 0, 0, 0, ROOT, "", "", "", "", 0x1300, 0},
    };
    for (size_t i = 0; i < sizeof scopes / sizeof *scopes; i++) raw_image_scope(r, &scopes[i]);
    raw_image_thread(r, 1, 1000);
    raw_image_total(r, 1, MAIN, &(struct ordo_raw_total){.calls = 1, .cost = 1000, .self = 10});
    raw_image_total(r, 1, LOOP,
                    &(struct ordo_raw_total){.calls = 1, .iterations = 5, .cost = 990, .self = 40});
    raw_image_total(
        r, 1, WORK,
        &(struct ordo_raw_total){.calls = 15, .cost = 900, .self = 900, .units = 5, .recurred = 1});
    raw_image_total(r, 1, STRLEN, &(struct ordo_raw_total){.calls = 5, .cost = 50, .self = 50});
    raw_image_total(r, 1, GETENV, &(struct ordo_raw_total){.calls = 2});
    struct ordo_raw_point p = raw_image_point(100, 1, 1000);
    raw_image_points(r, 1, MAIN, ORDO_METRIC_RMS, 0, &p, 1, NULL);
    p = raw_image_point(99, 1, 990);
    raw_image_points(r, 1, LOOP, ORDO_METRIC_RMS, 0, &p, 1, NULL);
    struct ordo_raw_point work[5], units[5];
    for (unsigned n = 1; n <= 5; n++) {
        work[n - 1] = raw_image_point(n, 6 - n, 60 * n);
        units[n - 1] = raw_image_point(n, 1, 60 * n);
    }
    raw_image_points(r, 1, WORK, ORDO_METRIC_RMS, 0, work, 5, NULL);
    raw_image_points(r, 1, WORK, ORDO_METRIC_ARG, 0, work, 5, NULL);
    raw_image_points(r, 1, WORK, ORDO_METRIC_RMS, 1, units, 5, NULL);
    raw_image_points(r, 1, WORK, ORDO_METRIC_DEPTH, 1, units, 5, NULL);
    const struct ordo_raw_context nodes[] = {
        {.parent = 0, .scope = ROOT},
        {.parent = 1, .scope = MAIN, .calls = 1, .cost = 1000, .self = 10},
        {.parent = 2, .scope = LOOP, .calls = 1, .cost = 990, .self = 40},
        {.parent = 3, .scope = WORK, .calls = 5, .cost = 900, .self = 300},
        {.parent = 4, .scope = WORK, .calls = 10, .cost = 600, .self = 600, .folded = 4},
        {.parent = 3, .scope = STRLEN, .calls = 5, .cost = 50, .self = 50},
        {.parent = ORDO_RAW_TRUNCATED, .scope = LOOP},
        {.parent = 7, .scope = GETENV, .calls = 2},
    };
    raw_image_contexts(r, 1, 0, nodes, 8);
    const struct ordo_raw_observation calls[] = {
        {.calls = 1,
         .sum_cost = 100,
         .sum_size = 3,
         .clock = 150,
         .rms = 3,
         .cost = 100,
         .args = {7}},
        {.calls = 2, .sum_cost = 300, .sum_size = 9, .next_rms = 8, .next_kept = 8, .args = {-1}}};
    raw_image_observations(r, 1, 3, WORK, calls, 2);
    const struct ordo_raw_step steps[8] = {
        [2] = {1, 5, 5, 5, 0, 0, 0, 0}, [3] = {5, 15, 1, 5, 5, 15, 1, 5}};
    raw_image_steps(r, 1, 0, steps, 8);
    raw_image_type(r, 1, 1, 16, "Node");
    raw_image_type(r, 2, 0, 4, "int");
    raw_image_advance(r, LOOP, LOOP, WORK, false);
    raw_image_advance(r, LOOP, LOOP, 0, true);
    raw_image_names(r, 0, "table\0/home/u/texts/words.txt", 30);
    const struct ordo_raw_input inputs[] = {{1, ORDO_FORM_STRUCTURE, 7, 1, 0},
                                            {2, ORDO_FORM_ARRAY, 8, 1, 1},
                                            {0, ORDO_FORM_SOURCE, 9, 1, 7}};
    const struct ordo_raw_fact facts[] = {
        {2, 0, 0, 1, 1, 5, 0, 0, 0, 0, 0},    {3, 0, 0, 1, 5, 15, 0, 0, 0, 0, 0},
        {3, 1, 0, 1, 10, 2, 3, 8, 12, 0, 0},  {3, 1, 1, 1, 10, 2, 3, 8, 12, 0, 0},
        {2, 2, 0, 1, 20, 20, 0, 9, 0, 16, 5}, {2, 3, 0, 1, 4, 0, 0, 100, 7, 0, 0}};
    const struct raw_image_invocation invocations[] = {{{3, 1, 2, 0, 0}, inputs, facts + 1},
                                                       {{2, 3, 6, 0, 0}, inputs, facts}};
    raw_image_invocations(r, 1, invocations, 2);
    const struct raw_image_child children[] = {
        {.scope = LOOP, .child = WORK, .n = 99, .calls = 5, .cost = 900},
        {.scope = LOOP, .child = STRLEN, .n = 99, .calls = 5, .cost = 50},
        {.scope = MAIN, .child = LOOP, .n = 100, .calls = 1, .cost = 990}};
    raw_image_children(r, 1, children, 3);
    raw_image_feature(r, "words", 12.5);
    const struct ordo_raw_code_block blocks[] = {{MAIN - 1, 0, 0, 11, 5, 1},
                                                 {MAIN - 1, 1, 0, 12, 5, 1},
                                                 {WORK - 1, 0, 0, 4, 9, 1},
                                                 {WORK - 1, 1, 4, 1, 3, 0}};
    const struct ordo_raw_code_line lines[] = {{0, 0, 10}, {0, 0, 11}, {1, 0, 12},
                                               {2, 0, 3},  {2, 0, 4},  {3, 4, 1}};
    raw_image_code(r, 1, 1, blocks, 4, lines, 6, "a.c\0b.inc", 10);
    raw_image_counts(r, 1, 1, (const uint64_t[]){1, 6, 15, 3}, 4);
}

static void add_gates(struct raw_image *r, uint32_t thread, uint64_t before) {
    const struct ordo_raw_gate gates[] = {
        {50, 3, 10, before, 0}, {7, (uint32_t)-1, 99, before, 0}, {0, INT32_MAX, INT32_MAX, 0, 0}};
    raw_image_gates(r, thread, 1, gates, 3);
}

void raw_image_production(struct raw_image *r, uint32_t pid, uint32_t n_samples) {
    enum { MAIN = 1, LOOP, WORK };
    raw_image_init(r, pid);
    struct ordo_raw_header *h = raw_image_header(r);
    h->sampled = 1;
    h->rate = 100;
    h->budget = 10000;
    h->sampled_ns = 5000;
    h->unsampled = 3;
    raw_image_module(r, 1, "/home/u/program", "/home/u");
    const struct raw_image_scope scopes[] = {{MAIN, 1, ORDO_KIND_ROUTINE, ORDO_SCOPE_SAMPLED, 10, 0,
                                              0, MAIN, "main", "main", "a.c", "", 0x1000, 0},
                                             {LOOP, 1, ORDO_KIND_LOOP, ORDO_SCOPE_SAMPLED, 12, 5,
                                              MAIN, MAIN, "", "main", "a.c", "", 0x1100, 0},
                                             {WORK, 1, ORDO_KIND_ROUTINE,
                                              ORDO_SCOPE_SAMPLED | ORDO_SCOPE_RECURSIVE, 3, 0, 0,
                                              WORK, "work", "work", "a.c", "", 0x1200, 0}};
    for (size_t i = 0; i < 3; i++) raw_image_scope(r, &scopes[i]);
    raw_image_thread(r, 1, 60);
    raw_image_thread(r, 2, 40);
    raw_image_total(
        r, 1, LOOP,
        &(struct ordo_raw_total){.calls = n_samples, .iterations = 80, .cost = 100, .self = 80});
    struct ordo_raw_point p = raw_image_point(20, n_samples, 50);
    raw_image_points(r, 1, LOOP, ORDO_METRIC_RMS, 0, &p, 1, NULL);
    raw_image_gate_scopes(r, 1, (const uint32_t[]){LOOP, LOOP, WORK}, 3);
    add_gates(r, 1, 100);
    add_gates(r, 2, 1000);
    uint32_t n_whole = 0;
    for (uint32_t i = 0; i < n_samples; i += 2) {
        struct ordo_raw_sample two[2];
        for (uint32_t k = 0; k < 2; k++) {
            uint32_t flags = k;
            if (i + k == 2) flags |= ORDO_SAMPLE_INCOMPLETE;
            if (i + k == 5) flags |= ORDO_SAMPLE_GIVEN_UP;
            n_whole += flags <= ORDO_SAMPLE_SECOND;
            two[k] = (struct ordo_raw_sample){.scope = LOOP,
                                              .flags = flags,
                                              .executions = 100 * i + k,
                                              .iterations = 500 * i,
                                              .own = 5,
                                              .cost = 50,
                                              .n = 20,
                                              .rms = 20,
                                              .tracked = 20,
                                              .again = k ? 10 : 0,
                                              .before = i || k ? 20 : 0,
                                              .all = 30 + i,
                                              .once = 10,
                                              .twice = 10,
                                              .samples = n_whole,
                                              .sum_own = 5 * n_whole,
                                              .sum_cost = 50 * n_whole,
                                              .sum_n = 20 * n_whole};
        }
        raw_image_samples(r, 1 + i / 2 % 2, two, 2);
    }
}

void raw_image_seal(uint8_t *bytes, size_t n) {
    for (size_t at = ORDO_RAW_HEADER_BYTES; at + ORDO_RAW_ALIGN <= n;) {
        struct ordo_raw_block *b = (struct ordo_raw_block *)(void *)(bytes + at);
        if (b->size < ORDO_RAW_ALIGN || b->size % ORDO_RAW_ALIGN || b->size > n - at) return;
        if (b->kind == ORDO_RAW_MODULE) {
            struct ordo_raw_module *m = (struct ordo_raw_module *)b;
            m->check = ordo_raw_module_check(m);
        } else if (b->kind == ORDO_RAW_SCOPES) {
            struct ordo_raw_scope_table *t = (struct ordo_raw_scope_table *)b;
            t->check = ordo_raw_scopes_check(t);
        }
        at += b->size;
    }
}
