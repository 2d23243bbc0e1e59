/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * scopes.c: numbers are dense from 1 and never used twice. The scope of a library routine gets its
 * number after its description is in the raw file, so that a thread that sees the number may count
 * under it.
 */
#include "scopes.h"
#include "engine/runtime/system/lock.h"
#include "engine/runtime/system/raw_file.h"
#include "engine/runtime/system/stop.h"
#include "engine/runtime/system/texts.h"

struct ordo_scope ort_root_scope = {
    .name = "", .linkage_name = "", .file = "", .arg_names = "", .kind = ORDO_KIND_ROOT};

#define BYTES_PER_SCOPE 4096 /* of limited memory: tables take about a thirtieth of it */
#define LEAST_SCOPES (1u << 14)

static uint32_t latest;

uint32_t ort_scopes_most(void) {
    static uint32_t most;
    uint32_t m = __atomic_load_n(&most, __ATOMIC_RELAXED);
    if (m) return m;
    uint64_t memory = ort_os_limit_memory(), data = ort_os_limit_data();
    uint64_t fit = (memory < data ? memory : data) / BYTES_PER_SCOPE;
    m = fit > ORDO_MAX_SCOPES ? ORDO_MAX_SCOPES : fit < LEAST_SCOPES ? LEAST_SCOPES : (uint32_t)fit;
    __atomic_store_n(&most, m, __ATOMIC_RELAXED);
    return m;
}

uint32_t ort_scope_numbers(uint32_t n) {
    uint32_t first = __atomic_fetch_add(&latest, n, __ATOMIC_RELAXED) + 1;
    if (first + n >= ort_scopes_most()) {
        __atomic_fetch_sub(&latest, n, __ATOMIC_RELAXED);
        ort_stop(ORDO_STOP_LIMIT, 0);
        return 0;
    }
    return first;
}

/* The texts of scopes that are described together. A text that the previous scope has is not stored
 * again: scopes of a module share their files, and loops share the names of their routines. */
struct texts {
    const char *last[4];
    uint32_t at[4];
    uint32_t used;
    char *into; /* NULL: the texts are only measured */
};

__attribute__((noinline)) static uint32_t put_new(struct texts *t, int which, const char *text) {
    uint32_t at = 0;
    if (text && *text) {
        for (int i = 0; i < 4 && !at; i++)
            if (t->last[i] == text) at = t->at[i];
        if (!at) {
            uint64_t size = ort_text_size(text);
            if (t->into) ort_text_copy(t->into + t->used, text, size);
            at = t->used;
            t->used += (uint32_t)size;
        }
    }
    t->last[which] = text;
    return t->at[which] = at;
}

static inline uint32_t put(struct texts *t, int which, const char *text) {
    return t->last[which] == text ? t->at[which] : put_new(t, which, text);
}

static void put_all(struct texts *t, const struct ordo_scope *s, struct ordo_raw_scope *out) {
    out->name = put(t, 0, s->name);
    out->linkage_name = put(t, 1, s->linkage_name);
    out->file = put(t, 2, s->file);
    out->arg_names = put(t, 3, s->arg_names);
}

static uint64_t describe(const struct ordo_scope *scopes, uint32_t first, uint32_t n,
                         uint32_t module, uint64_t detail) {
    struct texts texts = {.used = 1};
    struct ordo_raw_scope measured;
    for (uint32_t i = 0; i < n; i++) put_all(&texts, &scopes[i], &measured);
    uint64_t table = n * sizeof(struct ordo_raw_scope);
    struct ordo_raw_scope_table *b =
        ort_raw_block(0, sizeof *b + table + texts.used, ORT_RAW_BEHIND);
    if (!b) return 0;
    b->first = first;
    b->n = n;
    b->module = module;
    b->texts = texts.used;
    b->descriptors = (uint64_t)(uintptr_t)scopes;
    b->uncovered = detail;
    struct ordo_raw_scope *out = (struct ordo_raw_scope *)(b + 1);
    texts = (struct texts){.used = 1, .into = (char *)(out + n)};
    for (uint32_t i = 0; i < n; i++, out++) {
        const struct ordo_scope *s = &scopes[i];
        out->scope_kind = s->kind;
        out->flags = s->flags;
        out->line = s->line;
        out->column = s->column;
        out->parent = s->parent ? s->parent->id : 0;
        out->routine = s->routine ? s->routine->id : first + i;
        out->group = s->group ? s->group->id : first + i;
        out->n_args = s->n_args;
        put_all(&texts, s, out);
    }
    b->check = ordo_raw_scopes_check(b);
    ort_raw_publish(b, ORDO_RAW_SCOPES);
    return ort_raw_offset(b);
}

void ort_scope_describe(const struct ordo_scope *scope, uint32_t module, uint64_t detail) {
    describe(scope, scope->id, 1, module, detail);
}

uint64_t ort_scopes_describe(const struct ordo_scope *scopes, uint32_t n, uint32_t module) {
    return describe(scopes, scopes->id, n, module, 0);
}

static int is(const char *a, const char *b) {
    if (!b) return !*a;
    while (*a && *a == *b) a++, b++;
    return *a == *b;
}

int ort_scopes_are(const struct ordo_raw_scope_table *described, const struct ordo_scope *scopes) {
    const struct ordo_raw_scope *raw = (const struct ordo_raw_scope *)(described + 1);
    const char *texts = (const char *)(raw + described->n);
    for (uint32_t i = 0; i < described->n; i++, raw++) {
        const struct ordo_scope *s = &scopes[i];
        if (raw->scope_kind != s->kind || raw->flags != s->flags || raw->line != s->line ||
            raw->column != s->column || !is(texts + raw->linkage_name, s->linkage_name) ||
            !is(texts + raw->file, s->file))
            return 0;
    }
    return 1;
}

void ort_scope_library(struct ordo_scope *s, int uncovered) {
    uint64_t saved = ort_lock_take(ORT_LOCK_SCOPES);
    if (!s->id) {
        uint32_t id = ort_scope_numbers(1);
        describe(s, id, 1, 0, (uint64_t)uncovered);
        __atomic_store_n(&s->id, id, __ATOMIC_RELEASE);
    }
    ort_lock_drop(ORT_LOCK_SCOPES, saved);
}
