/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "sampled_program.h"

#include <stdlib.h>
#include <string.h>

#define SCOPE(i, its_kind, its_parent, its_routine, more)                                          \
    [i] = {.name = "sampled",                                                                      \
           .linkage_name = "sampled",                                                              \
           .file = "sampled.c",                                                                    \
           .arg_names = "",                                                                        \
           .parent = its_parent,                                                                   \
           .routine = &sampled_program[its_routine],                                               \
           .group = &sampled_program[its_routine],                                                 \
           .line = (i) + 1,                                                                        \
           .column = 1,                                                                            \
           .kind = its_kind,                                                                       \
           .flags = ORDO_SCOPE_SAMPLED | (more)}

struct ordo_scope sampled_program[SAMPLED_SCOPES] = {
    SCOPE(SAMPLED_MAIN, ORDO_KIND_ROUTINE, NULL, SAMPLED_MAIN, 0),
    SCOPE(SAMPLED_LOOP, ORDO_KIND_LOOP, &sampled_program[SAMPLED_MAIN], SAMPLED_MAIN, 0),
    SCOPE(SAMPLED_INNER, ORDO_KIND_LOOP, &sampled_program[SAMPLED_LOOP], SAMPLED_MAIN, 0),
    SCOPE(SAMPLED_CALLEE, ORDO_KIND_ROUTINE, NULL, SAMPLED_CALLEE, 0),
    SCOPE(SAMPLED_RECURSE, ORDO_KIND_ROUTINE, NULL, SAMPLED_RECURSE,
          ORDO_SCOPE_RECURSIVE | ORDO_SCOPE_CYCLE),
};

static struct ordo_gate_info infos[SAMPLED_GATES];
struct ordo_production sampled_gates_info = {.n_gates = SAMPLED_GATES, .gates = infos};

static struct ordo_gate zeros[SAMPLED_GATES];
__thread struct ordo_gate *sampled_gates = zeros;

struct ordo_callee sampled_stranger = {"stranger", (void *)(uintptr_t)abort, NULL, 0, 0};

static struct ordo_module module = {.abi_version = ORDO_ABI_VERSION,
                                    .n_scopes = SAMPLED_SCOPES,
                                    .scopes = sampled_program,
                                    .source_root = "/source",
                                    .unit = "sampled.c",
                                    .production = &sampled_gates_info};

static void set_gate(int gate, int scope, uint32_t flags) {
    intptr_t distance = (char *)&sampled_program[scope] - (char *)&infos[gate];
    infos[gate] = (struct ordo_gate_info){.scope = (int32_t)distance, .flags = flags};
}

void sampled_load(void) {
    set_gate(SAMPLED_GATE_LOOP, SAMPLED_LOOP, ORDO_GATE_OUTER);
    set_gate(SAMPLED_GATE_INNER, SAMPLED_INNER, ORDO_GATE_REPEATS);
    set_gate(SAMPLED_GATE_RECURSE, SAMPLED_RECURSE, 0);
    __ordo_module_add(&module);
}

/* Checks the gate before a plain execution. */
static int gate(uint32_t g, const void *stack) {
    return --sampled_gates[g].countdown < 0 &&
           __ordo_sample(&sampled_gates, &sampled_gates_info, g, stack);
}

static void read_cell(struct ordo_frame *f, const char *p) {
    __ordo_read(f, p, 8);
}

static __attribute__((noinline)) void callee(const char *p) {
    if (!__ordo_sampling) return;
    struct ordo_frame *f = instrumented_enter(&sampled_program[SAMPLED_CALLEE]);
    read_cell(f, p);
    instrumented_leave(f);
}

static void recorded_inner(const char *p, uint64_t n) {
    struct ordo_frame *f = instrumented_enter(&sampled_program[SAMPLED_INNER]);
    for (uint64_t i = 0; i < n; i++) {
        f->iterations++;
        read_cell(f, p + 8 * i);
    }
    __ordo_end(f);
}

static __attribute__((noinline)) void recorded_loop(const char *p, uint64_t n,
                                                    const struct sampled_way *way) {
    struct ordo_frame *f = instrumented_enter(&sampled_program[SAMPLED_LOOP]);
    for (uint64_t i = 0; i < n; i++) {
        f->iterations++;
        if (way->writes) __ordo_write(f, p + 8 * i, 8);
        read_cell(f, p + 8 * i);
        if (way->inner) recorded_inner(p, (uint64_t)way->inner);
        if (way->calls_callee) callee(p + 8 * n);
        if (way->stranger) __ordo_callee(f, &sampled_stranger);
        if (way->between && i == n / 2) way->between();
        if (way->way_out && i == n / 2) longjmp(*way->way_out, 1);
    }
    __ordo_end(f);
}

void sampled_loop(const char *p, uint64_t n, const struct sampled_way *way) {
    static const struct sampled_way plain_way;
    const void *here = __builtin_frame_address(0);
    if (!way) way = &plain_way;
    if (gate(SAMPLED_GATE_LOOP, here)) {
        recorded_loop(p, n, way);
        return;
    }
    uint64_t i;
    for (i = 0; i < n; i++) {
        if (way->inner) {
            if (gate(SAMPLED_GATE_INNER, here))
                recorded_inner(p, (uint64_t)way->inner);
            else
                sampled_gates[SAMPLED_GATE_INNER].iterations += (uint64_t)way->inner - 1;
        }
        if (way->calls_callee) callee(p + 8 * n);
        if (way->between && i == n / 2) way->between();
        if (way->way_out && i == n / 2) {
            sampled_gates[SAMPLED_GATE_LOOP].iterations += i + 1;
            longjmp(*way->way_out, 1);
        }
    }
    sampled_gates[SAMPLED_GATE_LOOP].iterations += i;
}

static void recorded_recursion(int depth, int wide) {
    struct ordo_frame *f = instrumented_enter(&sampled_program[SAMPLED_RECURSE]);
    __ordo_self->cost++;
    for (int k = 0; depth > 0 && k < (wide ? 2 : 1); k++) recorded_recursion(depth - 1, wide);
    instrumented_leave(f);
}

void sampled_recursion(int depth, int wide) {
    const void *here = __builtin_frame_address(0);
    if (gate(SAMPLED_GATE_RECURSE, here)) recorded_recursion(depth, wide);
}

/* ---- contents of the raw image ---- */

static uint64_t of_gates(const struct raw_image *i, uint32_t scope, int iterations) {
    uint64_t sum = 0;
    const struct ordo_raw_gate_scopes *names = NULL;
    while ((names = raw_image_next(i, ORDO_RAW_GATE_SCOPES, names))) {
        const uint32_t *ids = (const uint32_t *)(names + 1);
        const struct ordo_raw_gates *b = NULL;
        while ((b = raw_image_next(i, ORDO_RAW_GATES, b))) {
            const struct ordo_raw_gate *g = (const struct ordo_raw_gate *)(b + 1);
            for (uint32_t k = 0; b->number == names->number && k < b->n_gates; k++) {
                if ((ids[k] & ~ORDO_RAW_GATE_REPEATS) != scope) continue;
                uint64_t executions =
                    g[k].executions + g[k].interval - (uint64_t)(int64_t)(int32_t)g[k].countdown;
                if (!iterations || ids[k] & ORDO_RAW_GATE_REPEATS) sum += executions;
                if (iterations) sum += g[k].iterations - g[k].before;
            }
        }
    }
    return sum;
}

uint64_t sampled_plain_executions(const struct raw_image *i, uint32_t scope) {
    return of_gates(i, scope, 0);
}

uint64_t sampled_plain_iterations(const struct raw_image *i, uint32_t scope) {
    return of_gates(i, scope, 1);
}

static int by_order(const void *a, const void *b) {
    const struct ordo_raw_sample *x = a, *y = b;
    if (x->samples != y->samples) return x->samples < y->samples ? -1 : 1;
    return x->time_ns < y->time_ns ? -1 : x->time_ns > y->time_ns;
}

uint32_t sampled_records(const struct raw_image *i, uint32_t scope, struct ordo_raw_sample *into,
                         uint32_t most) {
    uint32_t n = 0;
    const struct ordo_raw_samples *b = NULL;
    while ((b = raw_image_next(i, ORDO_RAW_SAMPLES, b))) {
        const struct ordo_raw_sample *s = (const struct ordo_raw_sample *)(b + 1);
        for (uint32_t k = 0; k < b->n; k++) {
            if (s[k].scope != scope) continue;
            if (n < most) into[n] = s[k];
            n++;
        }
    }
    qsort(into, n < most ? n : most, sizeof *into, by_order);
    return n;
}

uint32_t sampled_id(const struct raw_image *i, const char *name, uint32_t line) {
    struct raw_image_scope s = {0};
    while (raw_image_next_scope(i, &s))
        if (s.raw->line == line && !strcmp(s.name, name)) return s.id;
    return 0;
}
