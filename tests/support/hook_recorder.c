/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * hook_recorder.c: replaces the runtime in tests of the compiler pass. It prints the module's table
 * of data structures, and a line for every call of a hook of structure builds:
 *
 *   SCOPE HOOK TYPE[SLOT] PLACE (= PLACE | from PLACE)
 *
 * SCOPE is a routine, or routine/1 for its first loop, outer loops first. A routine without a frame
 * is shown as its caller's scope. PLACE is NAME+OFFSET of a variable with static storage or of a
 * block that the program allocated with `take` (#1, #2, ... in order), null, or stack. Only for
 * single-threaded programs; library routines are not intercepted.
 */
#include "abi/abi.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FRAMES = 4096, SCOPES = 4096, BLOCKS = 4096 };

uint32_t ORDO_ABI_ANCHOR;
__thread struct ordo_thread *__ordo_self;

static _Alignas(ORDO_ROOT_ALIGN) struct ordo_frame frames[FRAMES];
static struct ordo_nest nests[SCOPES];
static uint8_t unframed[SCOPES];
static struct ordo_thread self;
static struct ordo_module *modules[8];
static unsigned n_modules;
static struct {
    char *at;
    size_t bytes;
} blocks[BLOCKS];
static unsigned n_blocks;

void *take(size_t bytes) {
    if (n_blocks == BLOCKS) abort();
    blocks[n_blocks].at = calloc(1, bytes);
    blocks[n_blocks].bytes = bytes;
    return blocks[n_blocks++].at;
}

static void print_place(const void *address) {
    const char *p = address;
    for (unsigned i = 0; i < n_blocks; i++)
        if (p >= blocks[i].at && p < blocks[i].at + blocks[i].bytes) {
            printf(" #%u+%zu", i + 1, (size_t)(p - blocks[i].at));
            return;
        }
    for (unsigned k = 0; k < n_modules; k++) {
        const struct ordo_structure *s = modules[k]->structure;
        for (unsigned i = 0; s && i < s->n_variables; i++) {
            const struct ordo_variable *v = &s->variables[i];
            const char *at = v->address;
            if (p < at || p >= at + v->size) continue;
            printf(" %s+%zu", v->name, (size_t)(p - at));
            return;
        }
    }
    printf(address ? " stack" : " null");
}

static void print_scope(const struct ordo_scope *s) {
    printf("%s", s->routine->name);
    if (s->kind == ORDO_KIND_LOOP) printf("/%u", (unsigned)(s - s->routine));
}

static void begin(const struct ordo_frame *f, const char *hook) {
    print_scope(f->scope);
    printf(" %s", hook);
}

static void end(void) {
    putchar('\n');
    fflush(stdout);
}

static void print_type(const struct ordo_type *t) {
    static const char *const flags[] = {" linked", " flexible", " pointer"};
    printf("type %s, %u bytes", t->name, t->size);
    if (t->row) printf(", in rows of %u", t->row);
    for (unsigned i = 0; i < 3; i++)
        if (t->flags >> i & 1) printf("%s", flags[i]);
    if (t->flags & ORDO_TYPE_POINTER && t->targets) printf(" -> %s", t->targets[0]->name);
    if (t->n_slots) printf(", %u slots from %u", t->n_slots, t->first_link);
    for (unsigned i = 0; i < t->n_slots; i++)
        if (t->links[i / 64] >> i % 64 & 1)
            printf(" %u:%s", i, t->targets[i] ? t->targets[i]->name : "?");
    end();
}

static void print_advance(const struct ordo_module *m, const struct ordo_advance *a) {
    printf(a->ends ? "end " : "advance ");
    print_scope(&m->scopes[a->ends ? a->outer : a->inner]);
    printf(" by ");
    print_scope(&m->scopes[a->ends ? a->inner : a->outer]);
    if (a->callee != UINT32_MAX) printf(" in a call of %s", m->scopes[a->callee].name);
    end();
}

void __ordo_module_add(struct ordo_module *m) {
    if (n_modules == 8 || m->n_scopes >= SCOPES) abort();
    modules[n_modules++] = m;
    for (unsigned i = 0; i < m->n_scopes; i++) {
        m->scopes[i].id = i + 1;
        if (m->scopes[i].flags & ORDO_SCOPE_CYCLE) printf("cycle %s\n", m->scopes[i].name);
    }
    for (unsigned i = 0; i < m->n_callees; i++) {
        m->callees[i].target = m->callees[i].address;
        m->callees[i].state = 1;
    }
    const struct ordo_structure *s = m->structure;
    if (!s) return;
    for (unsigned i = 0; i < s->n_types; i++) print_type(&s->types[i]);
    for (unsigned i = 0; i < s->n_variables; i++) {
        const struct ordo_variable *v = &s->variables[i];
        printf("variable %s, %llu bytes of %s\n", v->name, (unsigned long long)v->size,
               v->type->name);
    }
    for (unsigned i = 0; i < s->n_advances; i++) print_advance(m, &s->advances[i]);
    fflush(stdout);
}

void __ordo_module_remove(struct ordo_module *m) {
    (void)m;
}

struct ordo_thread *__ordo_begin(void) {
    self.top = frames;
    self.limit = frames + FRAMES;
    self.tick = 1;
    self.nest = nests;
    self.unframed = unframed;
    memset(unframed, ORDO_UNFRAMED_NEVER, sizeof unframed); /* frames if possible */
    return __ordo_self = &self;
}

struct ordo_frame *__ordo_push(struct ordo_thread *t) {
    (void)t;
    abort();
}

uint32_t __ordo_renumber(struct ordo_thread *t) {
    (void)t;
    abort();
}

void __ordo_leave(struct ordo_thread *t, struct ordo_frame *f) {
    t->top = f - 1;
}

static struct ordo_frame *enter(struct ordo_thread *t, struct ordo_scope *s) {
    if (t->top + 1 == t->limit) abort();
    *++t->top = (struct ordo_frame){.scope = s};
    return t->top;
}

struct ordo_frame *__ordo_routine_enter(struct ordo_thread *t, struct ordo_scope *routine) {
    return enter(t, routine);
}

struct ordo_frame *__ordo_loop_enter(struct ordo_thread *t, struct ordo_scope *loop) {
    return enter(t, loop);
}

void __ordo_routine_leave(struct ordo_thread *t, struct ordo_frame *f) {
    __ordo_leave(t, f);
}

void __ordo_loop_leave(struct ordo_thread *t, struct ordo_frame *f) {
    __ordo_leave(t, f);
}

void __ordo_unwind(struct ordo_thread *t, struct ordo_frame *f) {
    t->top = f;
}

ORDO_PRESERVE_MOST void __ordo_callee(struct ordo_frame *f, struct ordo_callee *c) {
    (void)f, (void)c;
}

ORDO_PRESERVE_MOST void __ordo_link_read(struct ordo_frame *f, const void *base,
                                         struct ordo_type *type, uint64_t slot) {
    begin(f, "link_read");
    printf(" %s[%llu]", type->name, (unsigned long long)slot);
    print_place(base);
    end();
}

ORDO_PRESERVE_MOST void __ordo_link_write(struct ordo_frame *f, const void *base,
                                          struct ordo_type *type, uint64_t slot,
                                          const void *value) {
    begin(f, "link_write");
    printf(" %s[%llu]", type->name, (unsigned long long)slot);
    print_place(base);
    printf(" =");
    print_place(value);
    end();
}

static void element(struct ordo_frame *f, const char *hook, const void *at, struct ordo_type *t) {
    begin(f, hook);
    printf(" %s", t->name);
    print_place(at);
}

ORDO_PRESERVE_MOST void __ordo_array_read(struct ordo_frame *f, const void *at,
                                          struct ordo_type *type) {
    element(f, "array_read", at, type);
    end();
}

ORDO_PRESERVE_MOST void __ordo_array_write(struct ordo_frame *f, const void *at,
                                           struct ordo_type *type) {
    element(f, "array_write", at, type);
    end();
}

ORDO_PRESERVE_MOST void __ordo_array_link(struct ordo_frame *f, const void *at,
                                          struct ordo_type *type, const void *value) {
    element(f, "array_link", at, type);
    printf(" =");
    print_place(value);
    end();
}

/* Also prints the end of the range, elements read and written, and the first and last iteration. */
ORDO_PRESERVE_MOST void __ordo_array_run(struct ordo_frame *f, const void *low, const void *high,
                                         struct ordo_type *type, uint64_t reads, uint64_t writes,
                                         uint64_t first, uint64_t last) {
    if (!(reads | writes)) return;
    element(f, "array_run", low, type);
    printf(" to");
    print_place(high);
    printf(": %llu read, %llu written, iterations %llu to %llu", (unsigned long long)reads,
           (unsigned long long)writes, (unsigned long long)first, (unsigned long long)last);
    end();
}

ORDO_PRESERVE_MOST void __ordo_array_copy(struct ordo_frame *f, const void *to, const void *from,
                                          struct ordo_type *type) {
    element(f, "array_copy", to, type);
    printf(" from");
    print_place(from);
    end();
}

ORDO_PRESERVE_MOST void __ordo_object(struct ordo_frame *f, const void *at, uint64_t size,
                                      struct ordo_type *type) {
    (void)at;
    begin(f, "object");
    printf(" %s %llu bytes", type ? type->name : "?",
           (unsigned long long)(size & ~(ORDO_SIZE_SEVERAL | ORDO_SIZE_ELSEWHERE)));
    if (size & ORDO_SIZE_SEVERAL) printf(" of several");
    if (size & ORDO_SIZE_ELSEWHERE) printf(" from elsewhere");
    end();
}

ORDO_PRESERVE_MOST void __ordo_thread_object(struct ordo_frame *f, const void *at, uint64_t size,
                                             struct ordo_type *type, const char *name) {
    (void)at;
    begin(f, "thread_object");
    printf(" %s of %s %llu bytes", name, type ? type->name : "?", (unsigned long long)size);
    end();
}

ORDO_PRESERVE_MOST void __ordo_range_copy(struct ordo_frame *f, const void *to, const void *from,
                                          uint64_t size) {
    begin(f, "range_copy");
    print_place(to);
    printf(" from");
    print_place(from);
    printf(" %llu bytes", (unsigned long long)size);
    end();
}

ORDO_PRESERVE_MOST void __ordo_range_set(struct ordo_frame *f, const void *to, uint64_t size) {
    begin(f, "range_set");
    print_place(to);
    printf(" %llu bytes", (unsigned long long)size);
    end();
}
