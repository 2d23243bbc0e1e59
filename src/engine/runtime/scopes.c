/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Numbers are dense from 1 and never used twice. A scope's number is stored after its description
 * is in the raw file, so that who sees the number may count under it.
 */
#include "scopes.h"
#include "lock.h"
#include "raw_file.h"
#include "stop.h"

struct ordo_scope ort_root_scope = {
    .name = "", .linkage_name = "", .file = "", .arg_names = "", .kind = ORDO_KIND_ROOT};

static uint32_t latest;

static uint64_t length(const char *s) {
    uint64_t n = 0;
    while (s && s[n]) n++;
    return n + 1;
}

static char *copy(char *to, const char *s) {
    while (s && *s) *to++ = *s++;
    *to = 0;
    return to + 1;
}

uint32_t ort_scope_numbers(uint32_t n) {
    uint32_t first = __atomic_fetch_add(&latest, n, __ATOMIC_RELAXED) + 1;
    if (first + n >= ORDO_MAX_SCOPES) {
        __atomic_fetch_sub(&latest, n, __ATOMIC_RELAXED);
        ort_stop(ORDO_STOP_LIMIT, 0);
        return 0;
    }
    return first;
}

void ort_scope_describe(struct ordo_scope *s, uint32_t module, uint64_t detail) {
    uint64_t size = sizeof(struct ordo_raw_scope) + length(s->name) + length(s->linkage_name) +
                    length(s->file) + length(s->arg_names);
    struct ordo_raw_scope *b = ort_raw_block(0, size, 0);
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
    char *at = (char *)(b + 1);
    at = copy(at, s->name);
    at = copy(at, s->linkage_name);
    at = copy(at, s->file);
    copy(at, s->arg_names);
    ort_raw_publish(b, ORDO_RAW_SCOPE);
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
