/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Numbers are dense from 1 and never used twice. A scope's number is stored after its description
 * is in the raw file, so that who sees the number may count under it.
 */
#include "scopes.h"
#include "lock.h"
#include "raw_file.h"
#include "stop.h"
#include "texts.h"

struct ordo_scope ort_root_scope = {
    .name = "", .linkage_name = "", .file = "", .arg_names = "", .kind = ORDO_KIND_ROOT};

static uint32_t latest;

uint32_t ort_scope_numbers(uint32_t n) {
    uint32_t first = __atomic_fetch_add(&latest, n, __ATOMIC_RELAXED) + 1;
    if (first + n >= ORDO_MAX_SCOPES) {
        __atomic_fetch_sub(&latest, n, __ATOMIC_RELAXED);
        ort_stop(ORDO_STOP_LIMIT, 0);
        return 0;
    }
    return first;
}

/* A text that was asked for last: scopes of a module share their files, loops their routines'
 * names. */
struct text {
    const char *at;
    uint64_t size;
};

struct texts {
    struct text name, linkage_name, file, arg_names;
};

static struct text measure(struct text *last, const char *s) {
    if (!last->size || last->at != s) *last = (struct text){s, ort_text_size(s)};
    return *last;
}

static char *copy(char *to, struct text of) {
    return ort_text_copy(to, of.at, of.size);
}

static void describe(const struct ordo_scope *s, uint32_t module, uint64_t detail,
                     struct texts *last) {
    struct text name = measure(&last->name, s->name), file = measure(&last->file, s->file);
    struct text linkage_name = measure(&last->linkage_name, s->linkage_name);
    struct text arg_names = measure(&last->arg_names, s->arg_names);
    uint64_t texts = name.size + linkage_name.size + file.size + arg_names.size;
    struct ordo_raw_scope *b = ort_raw_block(0, sizeof *b + texts, 0);
    if (!b) return;
    b->id = s->id;
    b->module = module;
    b->scope_kind = s->kind;
    b->flags = s->flags;
    b->line = s->line;
    b->column = s->column;
    b->parent = s->parent ? s->parent->id : 0;
    b->routine = s->routine ? s->routine->id : s->id;
    b->group = s->group ? s->group->id : s->id;
    b->n_args = s->n_args;
    b->descriptor = (uint64_t)(uintptr_t)s;
    b->uncovered = detail;
    copy(copy(copy(copy((char *)(b + 1), name), linkage_name), file), arg_names);
    ort_raw_publish(b, ORDO_RAW_SCOPE);
}

void ort_scope_describe(const struct ordo_scope *scope, uint32_t module, uint64_t detail) {
    struct texts last = {0};
    describe(scope, module, detail, &last);
}

void ort_scopes_describe(const struct ordo_scope *scopes, uint32_t n, uint32_t module) {
    struct texts last = {0};
    for (uint32_t i = 0; i < n; i++) describe(&scopes[i], module, 0, &last);
}

void ort_scope_library(struct ordo_scope *s, int uncovered) {
    uint64_t saved = ort_lock_take(ORT_LOCK_SCOPES);
    if (!s->id) {
        struct ordo_scope described = *s;
        described.id = ort_scope_numbers(1);
        ort_scope_describe(&described, 0, (uint64_t)uncovered);
        __atomic_store_n(&s->id, described.id, __ATOMIC_RELEASE);
    }
    ort_lock_drop(ORT_LOCK_SCOPES, saved);
}
