/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * vg_loops.c: begins and ends activations of loops.
 *
 * The activations of a routine's loops are above the routine's own on the shadow stack and have its
 * stack pointer, so that they end when the routine ends. All loops of a routine get their numbers,
 * by address, when one of them is first entered. So two loops on the same source line are
 * distinguished in the same way in every run.
 */
#include "vg_loops.h"
#include "vg_flow.h"
#include "vg_frames.h"
#include "vg_routines.h"
#include "vg_state.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_basics.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_mallocfree.h"

#include "engine/runtime/core/scopes.h"
#include "engine/runtime/system/private_memory.h"

#define SLOTS 4096u
#define MOST_NESTED 64

struct ovg_code {
    uint64_t low, high;
    struct ovg_flow *flow;
    struct ovg_loop *loops; /* as in flow; NULL: no loops, and no flow */
    int described;
    struct ovg_code *next;
};

static struct ovg_code *table[SLOTS];

void *ovg_flow_take(size_t size) {
    return VG_(calloc)("ordo.flow", 1, size ? size : 1);
}

void ovg_flow_give(void *taken) {
    if (taken) VG_(free)(taken);
}

static struct ovg_code **place(uint64_t low) {
    return &table[(low * 0x9E3779B97F4A7C15ull) >> 52];
}

static void read_flow(struct ovg_code *c) {
    const NSegment *s = VG_(am_find_nsegment)((Addr)c->low);
    if (!s || !s->hasR || s->end < c->high - 1) return;
    struct ovg_flow *f = ovg_flow_new((const uint8_t *)(Addr)c->low, c->high - c->low, c->low);
    if (!f) return;
    if (f->n_loops) c->loops = ort_private_take(f->n_loops * sizeof *c->loops);
    if (!c->loops) {
        ovg_flow_free(f);
        return;
    }
    c->flow = f;
    for (uint32_t i = 0; i < f->n_loops; i++) {
        const struct ovg_flow_loop *from = &f->loops[i];
        c->loops[i] = (struct ovg_loop){.code = c,
                                        .parent = from->parent < 0 ? NULL : &c->loops[from->parent],
                                        .header = from->header,
                                        .latch = from->latch,
                                        .tests_first = from->tests_first};
    }
}

struct ovg_code *ovg_code_at(uint64_t address) {
    static struct ovg_code *latest;
    uint64_t low, high;
    if (!ovg_measures_loops) return NULL;
    if (latest && ovg_code_has(latest, address)) return latest->loops ? latest : NULL;
    if (!ovg_routine_range(address, &low, &high)) return NULL;
    struct ovg_code *c = *place(low);
    while (c && (c->low != low || c->high != high)) c = c->next;
    if (!c) {
        if (!(c = ort_private_take(sizeof *c))) return NULL;
        c->low = low;
        c->high = high;
        read_flow(c);
        c->next = *place(low);
        *place(low) = c;
    }
    latest = c;
    return c->loops ? c : NULL;
}

uint64_t ovg_code_entry(const struct ovg_code *c) {
    return c->low;
}

int ovg_code_has(const struct ovg_code *c, uint64_t address) {
    return address - c->low < c->high - c->low;
}

struct ovg_loop *ovg_code_loop(const struct ovg_code *c, uint64_t address) {
    if (!ovg_code_has(c, address)) return NULL;
    int32_t loop = c->flow->blocks[ovg_flow_block_at(c->flow, address)].loop;
    return loop < 0 ? NULL : &c->loops[loop];
}

int ovg_code_leads(const struct ovg_code *c, uint64_t address) {
    return ovg_code_has(c, address) &&
           c->flow->blocks[ovg_flow_block_at(c->flow, address)].start == address;
}

uint64_t ovg_code_block(const struct ovg_code *c, uint64_t address) {
    return c->flow->blocks[ovg_flow_block_at(c->flow, address)].start;
}

int ovg_loop_holds(const struct ovg_loop *outer, const struct ovg_loop *inner) {
    while (inner && inner != outer) inner = inner->parent;
    return inner != NULL;
}

/* Numbers and describes all loops, by address. Outer loops have lower indices than inner ones;
 * readers accept scopes in any order. Returns -1 if there are no more numbers. */
static int describe(struct ovg_code *c, struct ordo_scope *routine) {
    uint32_t n = c->flow->n_loops, first = ort_scope_numbers(n), module;
    uint64_t in_object;
    if (!first) return -1;
    for (uint32_t i = 0; i < n; i++) {
        struct ovg_loop *l = &c->loops[i];
        uint32_t rank = 0;
        for (uint32_t k = 0; k < n; k++) rank += c->loops[k].header < l->header;
        l->scope = (struct ordo_scope){
            .name = "",
            .linkage_name = routine->linkage_name,
            .file = "",
            .arg_names = "",
            .parent = l->parent ? &l->parent->scope : routine,
            .routine = routine,
            .group = routine->group,
            .line = (uint32_t)(l->latch - l->header),
            .kind = ORDO_KIND_LOOP,
            .flags = ORDO_SCOPE_RECURSIVE | ORDO_SCOPE_DRMS | ORDO_SCOPE_BINARY,
            .id = first + rank,
        };
    }
    for (uint32_t i = 0; i < n; i++) {
        ovg_routine_place(c->loops[i].header, &module, &in_object);
        ort_scope_describe(&c->loops[i].scope, module, in_object);
    }
    c->described = 1;
    return 0;
}

static struct ovg_loop *loop_of(const struct ordo_frame *f) {
    return (struct ovg_loop *)(void *)f->scope;
}

/* Returns whether the innermost activation is of a routine that begins in this code, or of its
 * loop. */
static int runs(const struct ovg_code *c, const struct ordo_frame *top) {
    if (top->scope->kind == ORDO_KIND_LOOP) return loop_of(top)->code == c;
    if (top->scope->kind != ORDO_KIND_ROUTINE) return 0;
    return ovg_code_has(c, ((const struct ovg_routine *)(const void *)top->scope)->address);
}

void ovg_loop_settle(struct ovg_code *c, struct ovg_loop *loop) {
    struct ordo_thread *hot = __ordo_self;
    if (!hot->tick || ovg_now.binding_until || !runs(c, hot->top)) return;
    struct ordo_scope *now = hot->top->scope, *routine = now->routine;
    if (loop ? now == &loop->scope : now == routine) return;
    if (unlikely(!c->described) && describe(c, routine) < 0) return;
    ovg_state_settle_costs(hot);
    while (hot->top->scope->kind == ORDO_KIND_LOOP && !ovg_loop_holds(loop_of(hot->top), loop))
        __ordo_leave(hot, hot->top);
    struct ovg_loop *open = hot->top->scope->kind == ORDO_KIND_LOOP ? loop_of(hot->top) : NULL;
    struct ovg_loop *missing[MOST_NESTED];
    int n = 0;
    for (; loop != open; loop = loop->parent)
        if (n < MOST_NESTED) missing[n++] = loop;
    uint64_t sp = (uint64_t)OVG_SP(hot->top);
    while (n-- > 0 && hot->tick) ovg_frame_push(hot, &missing[n]->scope, sp);
    ovg_state_top(hot);
}

void ovg_loop_begin(struct ovg_code *c, struct ovg_loop *loop) {
    ovg_loop_settle(c, loop);
    struct ordo_frame *top = __ordo_self->top;
    if (__ordo_self->tick && top->scope == &loop->scope && !loop->tests_first) top->iterations++;
}

/* Recent targets of jumps: a switch jumps to a few addresses again and again. */
static struct arrival {
    uint64_t address;
    struct ovg_code *code;
    struct ovg_loop *loop;
} arrivals[1024];

void ovg_loop_arrive(uint64_t address) {
    struct arrival *a = &arrivals[(address * 0x9E3779B97F4A7C15ull) >> 54];
    if (unlikely(a->address != address)) {
        a->code = ovg_code_at(address);
        a->loop = a->code ? ovg_code_loop(a->code, address) : NULL;
        a->address = address;
    }
    if (a->code) ovg_loop_settle(a->code, a->loop);
}

void ovg_code_forget(uint64_t low, uint64_t high) {
    VG_(memset)(arrivals, 0, sizeof arrivals);
    for (uint32_t i = 0; i < SLOTS; i++)
        for (struct ovg_code **at = &table[i]; *at;) {
            struct ovg_code *c = *at;
            if (c->low < low || c->low >= high) {
                at = &c->next;
                continue;
            }
            *at = c->next;
            ovg_flow_free(c->flow);
            c->flow = NULL;
            c->low = c->high = 0; /* so that ovg_code_at's `latest` does not match */
        }
}
