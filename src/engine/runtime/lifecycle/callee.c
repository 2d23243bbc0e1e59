/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * callee.c: calls of routines that are neither instrumented nor modelled. Each thread counts them
 * as calls of a library routine of unknown cost: a scope of kind LIBRARY with `uncovered` set.
 * There is one such scope per name and library, whichever modules call it.
 *
 * ordo_callee.state is 0 before the first call, 1 if there is nothing to count, else the scope's
 * number.
 */
#include "callee.h"
#include "engine/runtime/core/activation.h"
#include "engine/runtime/core/scopes.h"
#include "engine/runtime/core/seams.h"
#include "engine/runtime/core/thread_state.h"
#include "engine/runtime/system/address_path.h"
#include "engine/runtime/system/lock.h"
#include "engine/runtime/system/private_memory.h"
#include "modules.h"

struct uncovered {
    struct ordo_scope scope;
    struct uncovered *next, *next_by_id;
};

#define BUCKETS 256u
static struct uncovered *by_name[BUCKETS], *by_id[BUCKETS];

static int same(const char *a, const char *b) {
    while (*a && *a == *b) a++, b++;
    return *a == *b;
}

static uint32_t hash(const char *s) {
    uint32_t h = 2166136261u;
    for (; *s; s++) h = (h ^ (uint8_t)*s) * 16777619u;
    return h % BUCKETS;
}

static char *keep(const char *s) {
    size_t n = 0;
    while (s[n]) n++;
    char *copy = ort_private_take(n + 1);
    for (size_t i = 0; copy && i < n; i++) copy[i] = s[i];
    return copy;
}

static struct uncovered *find_or_make(const char *name, const char *path) {
    uint32_t h = hash(name);
    for (struct uncovered *u = by_name[h]; u; u = u->next)
        if (same(u->scope.name, name) && same(u->scope.file, path)) return u;
    struct uncovered *u = ort_private_take(sizeof *u);
    char *own_name = keep(name), *own_path = keep(path);
    if (!u || !own_name || !own_path) return NULL;
    u->scope.name = u->scope.linkage_name = own_name;
    u->scope.file = own_path;
    u->scope.arg_names = "";
    u->scope.kind = ORDO_KIND_LIBRARY;
    u->scope.routine = u->scope.group = &u->scope;
    ort_scope_library(&u->scope, 1);
    u->next = by_name[h];
    by_name[h] = u;
    u->next_by_id = by_id[u->scope.id % BUCKETS];
    __atomic_store_n(&by_id[u->scope.id % BUCKETS], u, __ATOMIC_RELEASE);
    return u;
}

/* Returns whether the name is of the interface of this runtime, whose calls are not counted. */
static int own_name(const char *name) {
    static const char *const prefixes[] = {"ordo_", "__ordo_"};
    for (int i = 0; i < 2; i++) {
        const char *p = prefixes[i], *n = name;
        while (*p && *p == *n) p++, n++;
        if (!*p) return 1;
    }
    return 0;
}

uint32_t ort_uncovered(const char *name, const char *path) {
    uint64_t saved = ort_lock_take(ORT_LOCK_CALLEES);
    struct uncovered *u = find_or_make(name, path);
    ort_lock_drop(ORT_LOCK_CALLEES, saved);
    return u ? u->scope.id : 1;
}

void ort_uncovered_called(struct ort_thread *t, struct ordo_frame *f, uint32_t id) {
    struct uncovered *u = __atomic_load_n(&by_id[id % BUCKETS], __ATOMIC_ACQUIRE);
    while (u && u->scope.id != id) u = u->next_by_id;
    if (u) ort_activation_library(t, f, &u->scope, 0, 0, 0);
    if (ort_sampler_on) f->flags |= ORT_FRAME_INCOMPLETE;
}

static uint32_t look(struct ordo_callee *c) {
    if (c->modelled || !c->address || own_name(c->name)) return 1;
    void *recorded = ort_module_recorded(c->address);
    if (recorded) {
        if (!c->target) c->target = recorded;
        return 1;
    }
    struct ort_mapping mapping;
    ort_address_mapping(c->address, &mapping);
    return ort_uncovered(c->name, mapping.path);
}

static ORDO_PRESERVE_MOST __attribute__((noinline)) void call(struct ordo_frame *f,
                                                              struct ordo_callee *c) {
    struct ort_thread *t = ort_thread_current();
    if (!t) return;
    uint32_t state = __atomic_load_n(&c->state, __ATOMIC_ACQUIRE);
    if (!state) __atomic_store_n(&c->state, state = look(c), __ATOMIC_RELEASE);
    if (state != 1) ort_uncovered_called(t, f, state);
}

__attribute__((visibility("default"))) ORDO_PRESERVE_MOST void
__ordo_callee(struct ordo_frame *f, struct ordo_callee *c) {
    if (likely(c->state == 1) || !__ordo_self->tick) return;
    call(f, c);
}
