/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * raw_image.c: simple walks over the chain of blocks; nothing is cached.
 */
#include "raw_image.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void die(const char *what, const char *path) {
    fprintf(stderr, "raw_image: %s: %s\n", path, what);
    exit(1);
}

const struct ordo_raw_header *raw_image_header(const struct raw_image *i) {
    return (const struct ordo_raw_header *)(const void *)i->base;
}

struct raw_image raw_image_file(const char *path) {
    FILE *f = fopen(path, "rb");
    if (!f) die("cannot be opened", path);
    fseek(f, 0, SEEK_END);
    long size = ftell(f);
    rewind(f);
    char *bytes = calloc(1, (size_t)size + 8);
    if (!bytes || fread(bytes, 1, (size_t)size, f) != (size_t)size) die("cannot be read", path);
    fclose(f);
    struct raw_image i = {bytes, 0};
    if (size < (long)ORDO_RAW_HEADER_BYTES) die("too short", path);
    const struct ordo_raw_header *h = raw_image_header(&i);
    if (memcmp(h->magic, ORDO_RAW_MAGIC, 8)) die("not a raw file", path);
    if (h->layout != ordo_raw_layout()) die("another layout", path);
    if (h->used > (uint64_t)size) die("shorter than its header says", path);
    i.used = h->used;
    return i;
}

static const struct ordo_raw_block *block_at(const struct raw_image *i, uint64_t at) {
    const struct ordo_raw_block *b = (const void *)(i->base + at);
    if (at + sizeof *b > i->used || b->size < 64 || b->size % 64 || at + b->size > i->used) {
        fprintf(stderr, "raw_image: broken chain at offset %llu\n", (unsigned long long)at);
        exit(1);
    }
    return b;
}

static int superseded(const struct raw_image *i, uint64_t offset) {
    for (uint64_t at = ORDO_RAW_HEADER_BYTES; at < i->used; at += block_at(i, at)->size) {
        const struct ordo_raw_block *b = block_at(i, at);
        if (b->kind == ORDO_RAW_POINTS &&
            ((const struct ordo_raw_points *)(const void *)b)->supersedes == offset)
            return 1;
    }
    return 0;
}

const void *raw_image_next(const struct raw_image *i, uint32_t kind, const void *after) {
    uint64_t at = ORDO_RAW_HEADER_BYTES;
    if (after) {
        at = (uint64_t)((const char *)after - i->base);
        at += block_at(i, at)->size;
    }
    for (; at < i->used; at += block_at(i, at)->size) {
        const struct ordo_raw_block *b = block_at(i, at);
        if (b->kind != kind) continue;
        if (kind != ORDO_RAW_POINTS || !superseded(i, at)) return b;
    }
    return NULL;
}

/* Returns a point or total as it was before an update that the kill interrupted, or NULL. */
static const uint64_t *undone(const struct raw_image *i, const void *at) {
    uint64_t offset = (uint64_t)((const char *)at - i->base);
    const struct ordo_raw_thread *t = NULL;
    while ((t = raw_image_next(i, ORDO_RAW_THREAD, t)))
        if (ORDO_RAW_UNDO_OFFSET(t->undo) == offset) return t->undo_copy;
    return NULL;
}

static struct ordo_raw_point whole(const struct raw_image *i, const struct ordo_raw_point *p) {
    struct ordo_raw_point old = *p;
    const uint64_t *copy = undone(i, p);
    if (copy) memcpy(&old, copy, sizeof old);
    return old;
}

/* Returns the next record of a thread that was not completely settled, or NULL. */
static const struct ordo_raw_repeat *next_repeat(const struct raw_image *i,
                                                 const struct ordo_raw_repeats **b, uint32_t *k) {
    for (;; *k = 0) {
        if (!*b && !(*b = raw_image_next(i, ORDO_RAW_REPEATS, NULL))) return NULL;
        while (*k < (*b)->capacity) {
            const struct ordo_raw_repeat *r = (const struct ordo_raw_repeat *)(*b + 1) + (*k)++;
            if (r->count) return r;
        }
        if (!(*b = raw_image_next(i, ORDO_RAW_REPEATS, *b))) return NULL;
    }
}

/* Returns the number of the record's updates that were done before the kill. */
static uint32_t done(const struct raw_image *i, const struct ordo_raw_repeat *r) {
    const struct ordo_raw_thread *t = NULL;
    while ((t = raw_image_next(i, ORDO_RAW_THREAD, t)))
        if (t->settling == (uint64_t)((const char *)r - i->base))
            return (uint32_t)(t->undo >> ORDO_RAW_UNDO_BITS);
    return 0;
}

/* Returns which update of the record adds to the series: docs/raw-format.md, "Repeats". */
static uint32_t step(const struct ordo_raw_repeat *r, uint32_t metric, uint32_t unit, int recursive,
                     uint32_t n_args) {
    uint32_t has_units = (r->flags & ORDO_REPEAT_UNIT) != 0, at = 1;
    if (metric == ORDO_METRIC_RMS) return unit ? at + 1 + (uint32_t)recursive : at;
    if (metric == ORDO_METRIC_DEPTH) return unit ? at + 3 : at + 1;
    at += 1 + (uint32_t)recursive + 2 * has_units;
    for (uint32_t k = 0; k < (metric == ORDO_METRIC_INPUT ? n_args : metric - ORDO_METRIC_ARG); k++)
        if (r->args[k] >= 0) at += 1 + has_units;
    return at + unit;
}

/* Returns whether a repeat has a size in a series, and sets *n. By input it has one if there is a
 * table of such points. */
static int repeat_size(const struct ordo_raw_repeats *b, const struct ordo_raw_repeat *r,
                       uint32_t metric, uint32_t n_args, int recursive, uint64_t *n) {
    if (metric == ORDO_METRIC_INPUT) *n = ordo_raw_repeat_input(b, r);
    if (metric == ORDO_METRIC_INPUT) return 1;
    if (metric == ORDO_METRIC_RMS) *n = r->n;
    if (metric == ORDO_METRIC_DEPTH) *n = r->depth;
    if (metric == ORDO_METRIC_RMS) return 1;
    if (metric == ORDO_METRIC_DEPTH) return recursive;
    if (metric < ORDO_METRIC_ARG || metric - ORDO_METRIC_ARG >= n_args) return 0;
    *n = (uint64_t)r->args[metric - ORDO_METRIC_ARG];
    return r->args[metric - ORDO_METRIC_ARG] >= 0;
}

static struct ordo_raw_point repeat_point(const struct ordo_raw_repeat *r, uint64_t n) {
    unsigned __int128 squares = (unsigned __int128)r->cost * r->cost * r->count;
    return (struct ordo_raw_point){.n = n,
                                   .count = r->count,
                                   .min = r->cost,
                                   .max = r->cost,
                                   .sum = r->cost * r->count,
                                   .sumsq_low = (uint64_t)squares,
                                   .sumsq_high = (uint64_t)(squares >> 64),
                                   .self = r->self * r->count};
}

static int by_n(const void *a, const void *b) {
    const struct ordo_raw_point *p = a, *q = b;
    return p->n < q->n ? -1 : p->n > q->n;
}

/* Joins points of the same size. Returns how many are left, in ascending order. */
static size_t join(struct ordo_raw_point *all, size_t used) {
    if (used) qsort(all, used, sizeof *all, by_n);
    size_t out = 0;
    for (size_t k = 0; k < used; k++) {
        if (out && all[out - 1].n == all[k].n) {
            struct ordo_raw_point *to = &all[out - 1], *from = &all[k];
            to->count += from->count;
            to->sum += from->sum;
            to->self += from->self;
            to->sumsq_low += from->sumsq_low;
            to->sumsq_high += from->sumsq_high + (to->sumsq_low < from->sumsq_low);
            if (from->min < to->min) to->min = from->min;
            if (from->max > to->max) to->max = from->max;
        } else {
            all[out++] = all[k];
        }
    }
    return out;
}

int raw_image_next_scope(const struct raw_image *i, struct raw_image_scope *s) {
    uint32_t at = s->of ? s->id - s->of->first + 1 : 0;
    while (!s->of || at == s->of->n) {
        s->of = raw_image_next(i, ORDO_RAW_SCOPES, s->of);
        if (!s->of) return 0;
        at = 0;
    }
    const struct ordo_raw_scope *first = (const struct ordo_raw_scope *)(s->of + 1);
    const char *texts = (const char *)(first + s->of->n);
    s->raw = first + at;
    s->id = s->of->first + at;
    s->name = texts + s->raw->name;
    s->linkage_name = texts + s->raw->linkage_name;
    s->file = texts + s->raw->file;
    return 1;
}

static const struct ordo_raw_scope *described(const struct raw_image *i, uint32_t id) {
    struct raw_image_scope s = {0};
    while (raw_image_next_scope(i, &s))
        if (s.id == id) return s.raw;
    return NULL;
}

struct ordo_raw_point *raw_image_points(const struct raw_image *i, uint32_t scope, uint32_t metric,
                                        uint32_t cost, uint32_t unit, size_t *n, int *bucketed) {
    struct ordo_raw_point *all = NULL;
    size_t used = 0;
    int has_table = 0;
    *bucketed = 0;
    const struct ordo_raw_points *b = NULL;
    while ((b = raw_image_next(i, ORDO_RAW_POINTS, b))) {
        if (b->scope != scope || b->metric != metric || b->cost != cost || b->unit != unit)
            continue;
        *bucketed |= (int)b->bucketed;
        has_table = 1;
        const struct ordo_raw_point *p = (const void *)(b + 1);
        all = realloc(all, (used + b->capacity) * sizeof *all);
        for (uint32_t k = 0; k < b->capacity; k++) {
            all[used] = whole(i, &p[k]);
            if (all[used].count) used++;
        }
    }
    const struct ordo_raw_scope *s = described(i, scope);
    int recursive =
        s && s->scope_kind == ORDO_KIND_ROUTINE && (s->flags & ORDO_SCOPE_RECURSIVE) != 0;
    const struct ordo_raw_repeats *rb = NULL;
    uint32_t next = 0;
    for (const struct ordo_raw_repeat *r; s && cost == 0 && (r = next_repeat(i, &rb, &next));) {
        uint64_t size;
        if (r->scope != scope || (unit && !(r->flags & ORDO_REPEAT_UNIT))) continue;
        if (metric == ORDO_METRIC_INPUT && !has_table) continue;
        if (!repeat_size(rb, r, metric, s->n_args, recursive, &size)) continue;
        if (step(r, metric, unit, recursive, s->n_args) < done(i, r)) continue;
        all = realloc(all, (used + 1) * sizeof *all);
        all[used++] = repeat_point(r, *bucketed ? ordo_raw_bucket(size) : size);
    }
    size_t out = join(all, used);
    if (out > ORDO_RAW_EXACT_POINTS && !*bucketed) {
        *bucketed = 1;
        for (size_t k = 0; k < out; k++) all[k].n = ordo_raw_bucket(all[k].n);
        out = join(all, out);
    }
    *n = out;
    return all;
}

struct ordo_raw_total raw_image_total(const struct raw_image *i, uint32_t scope) {
    struct ordo_raw_total sum = {0};
    const struct ordo_raw_totals *b = NULL;
    while ((b = raw_image_next(i, ORDO_RAW_TOTALS, b))) {
        if (scope - b->first >= b->capacity) continue;
        const struct ordo_raw_total *t = (const struct ordo_raw_total *)(b + 1) + scope - b->first;
        const uint64_t *old = undone(i, t);
        if (old) t = (const struct ordo_raw_total *)(const void *)old;
        sum.calls += t->calls;
        sum.iterations += t->iterations;
        sum.cost += t->cost;
        sum.self += t->self;
        sum.units += t->units;
        sum.at_exit += t->at_exit;
        sum.recurred |= t->recurred;
        sum.negative_args += t->negative_args;
    }
    const struct ordo_raw_scope *s = described(i, scope);
    const struct ordo_raw_repeats *rb = NULL;
    uint32_t next = 0;
    for (const struct ordo_raw_repeat *r; s && (r = next_repeat(i, &rb, &next));) {
        if (r->scope != scope || done(i, r) > 0) continue;
        sum.calls += r->count;
        sum.iterations += r->iterations * r->count;
        if (r->flags & ORDO_REPEAT_OUTERMOST) sum.cost += r->cost * r->count;
        sum.self += r->self * r->count;
        if (r->flags & ORDO_REPEAT_UNIT) sum.units += r->count;
        sum.recurred |= r->depth > 0;
        for (uint32_t k = 0; k < s->n_args; k++)
            if (r->args[k] < 0) sum.negative_args += r->count;
    }
    return sum;
}

static const struct ordo_raw_context *context(const struct raw_image *i, uint32_t thread,
                                              uint32_t index) {
    const struct ordo_raw_contexts *b = NULL;
    while ((b = raw_image_next(i, ORDO_RAW_CONTEXTS, b)))
        if (b->thread == thread && index - b->first < b->capacity)
            return (const struct ordo_raw_context *)(b + 1) + index - b->first;
    fprintf(stderr, "raw_image: thread %u has no context %u\n", thread, index);
    exit(1);
}

uint64_t raw_image_edge(const struct raw_image *i, uint32_t caller, uint32_t callee) {
    uint64_t calls = 0;
    const struct ordo_raw_contexts *b = NULL;
    while ((b = raw_image_next(i, ORDO_RAW_CONTEXTS, b)))
        for (uint32_t k = 0; k < b->capacity; k++) {
            const struct ordo_raw_context *c = (const struct ordo_raw_context *)(b + 1) + k;
            if (c->scope != callee || !c->parent || c->parent == ORDO_RAW_TRUNCATED) continue;
            if (context(i, b->thread, c->parent - 1)->scope == caller) calls += c->calls;
        }
    return calls;
}

struct child_cost raw_image_child(const struct raw_image *i, uint32_t scope, uint64_t n,
                                  uint32_t child) {
    struct child_cost sum = {scope, child, n, 0, 0};
    size_t sizes;
    int bucketed;
    free(raw_image_points(i, scope, ORDO_METRIC_RMS, 0, 0, &sizes, &bucketed));
    const struct ordo_raw_children *b = NULL;
    while ((b = raw_image_next(i, ORDO_RAW_CHILDREN, b)))
        for (uint32_t k = 0; k < 3 * b->capacity; k++) {
            const struct ordo_raw_child *c = (const struct ordo_raw_child *)(b + 1) + k / 3;
            if (c->scope != scope || c->child[k % 3] != child) continue;
            if ((bucketed ? ordo_raw_bucket(c->n) : c->n) != n) continue;
            sum.calls += c->calls[k % 3];
            sum.cost += c->cost[k % 3];
        }
    return sum;
}

static const struct ordo_frame *frame_at(const struct raw_image *i, uint32_t thread,
                                         uint64_t address) {
    const struct ordo_raw_stack *b = NULL;
    while ((b = raw_image_next(i, ORDO_RAW_STACK, b)))
        if (b->thread == thread && address - b->address < b->n_frames * sizeof(struct ordo_frame))
            return (const void *)((const char *)(b + 1) + (address - b->address));
    return NULL;
}

uint64_t raw_image_open(const struct raw_image *i, uint64_t descriptor) {
    uint64_t n = 0;
    const struct ordo_raw_thread *t = NULL;
    while ((t = raw_image_next(i, ORDO_RAW_THREAD, t)))
        for (uint64_t at = t->frames + sizeof(struct ordo_frame); at <= t->top;
             at += sizeof(struct ordo_frame)) {
            const struct ordo_frame *f = frame_at(i, t->thread, at);
            n += f && (uint64_t)(uintptr_t)f->scope == descriptor;
        }
    return n;
}

uint32_t raw_image_scope(const struct raw_image *i, const char *linkage_name) {
    struct raw_image_scope s = {0};
    while (raw_image_next_scope(i, &s))
        if (!strcmp(s.linkage_name, linkage_name)) return s.id;
    return 0;
}
