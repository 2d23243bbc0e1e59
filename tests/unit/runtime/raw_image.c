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
        if (t->undo == offset) return t->undo_copy;
    return NULL;
}

static struct ordo_raw_point whole(const struct raw_image *i, const struct ordo_raw_point *p) {
    struct ordo_raw_point old = *p;
    const uint64_t *copy = undone(i, p);
    if (copy) memcpy(&old, copy, sizeof old);
    return old;
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

struct ordo_raw_point *raw_image_points(const struct raw_image *i, uint32_t scope, uint32_t metric,
                                        uint32_t cost, uint32_t unit, size_t *n, int *bucketed) {
    struct ordo_raw_point *all = NULL;
    size_t used = 0;
    *bucketed = 0;
    const struct ordo_raw_points *b = NULL;
    while ((b = raw_image_next(i, ORDO_RAW_POINTS, b))) {
        if (b->scope != scope || b->metric != metric || b->cost != cost || b->unit != unit)
            continue;
        *bucketed |= (int)b->bucketed;
        const struct ordo_raw_point *p = (const void *)(b + 1);
        all = realloc(all, (used + b->capacity) * sizeof *all);
        for (uint32_t k = 0; k < b->capacity; k++) {
            all[used] = whole(i, &p[k]);
            if (all[used].count) used++;
        }
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
        sum.unit_cost += t->unit_cost;
        sum.at_exit += t->at_exit;
        sum.recurred |= t->recurred;
        sum.negative_args += t->negative_args;
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
