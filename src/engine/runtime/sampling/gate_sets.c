/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * gate_sets.c: the gates of production builds, per thread state and module.
 *
 * Plain code changes its gates at any time, and may be between a load and its store. So counts that
 * belong to an earlier raw file are never set to zero: they are kept in `before` and subtracted.
 *
 * Each array of idle gates is shared by some of the threads, so that threads that come and go do
 * not use up memory, and not all threads write to one place. The arrays serve all modules, because
 * nobody reads what is counted there.
 */
#include "gate_sets.h"
#include "engine/runtime/system/private_memory.h"
#include "engine/runtime/system/raw_file.h"
#include "gate_area.h"

#define IDLE_ARRAYS_LOG2 6
#define IDLE_LEAST 128u

_Static_assert(sizeof(struct ordo_gate) == sizeof(struct ordo_raw_gate) &&
                   offsetof(struct ordo_gate, before) == offsetof(struct ordo_raw_gate, before),
               "abi.h against raw.def");

static uint32_t latest_number;

uint32_t ort_gates_describe(const struct ordo_production *p) {
    struct ordo_raw_gate_scopes *b =
        ort_raw_block(0, sizeof *b + 2 * p->n_gates * sizeof(uint32_t), ORT_RAW_BEHIND);
    if (!b) return 0;
    b->number = ++latest_number;
    b->n_gates = p->n_gates;
    uint32_t *ids = (uint32_t *)(b + 1);
    for (uint32_t i = 0; i < p->n_gates; i++) {
        const struct ordo_scope *caller = ordo_gate_caller(&p->gates[i]);
        uint32_t flags = p->gates[i].flags;
        ids[i] = ordo_gate_scope(&p->gates[i])->id |
                 (flags & ORDO_GATE_REPEATS ? ORDO_RAW_GATE_REPEATS : 0) |
                 (flags & ORDO_GATE_LIBRARY ? ORDO_RAW_GATE_LIBRARY : 0) |
                 (flags & ORDO_GATE_CALLS ? ORDO_RAW_GATE_CALLS : 0);
        ids[p->n_gates + i] = caller ? caller->id : 0;
    }
    ort_raw_publish(b, ORDO_RAW_GATE_SCOPES);
    return b->number;
}

static int make_room(struct ort_gate_sets *s, uint32_t number) {
    uint32_t room = s->room ? s->room : 128;
    while (room <= number) room *= 2;
    if (room == s->room) return 0;
    struct ort_gate_set *more = ort_private_array(s->sets, s->room, room, sizeof *more);
    if (!more) return -1;
    s->sets = more;
    s->room = room;
    return 0;
}

/* Returns the GATES block of the module's gates: a new one, or the module's part of the area. NULL:
 * no area, or recording has been stopped. */
static struct ordo_raw_gates *block_of(struct ort_gate_sets *s, uint32_t thread,
                                       const struct ordo_production *p) {
    if (!p->own)
        return ort_raw_block(
            thread, sizeof(struct ordo_raw_gates) + p->n_gates * sizeof(struct ordo_raw_gate),
            ORT_RAW_BEHIND);
    return s->area ? (struct ordo_raw_gates *)ort_gate_area_part(s->area, p) : NULL;
}

struct ort_gate_set *ort_gates_get(struct ort_gate_sets *s, uint32_t thread, uint32_t number,
                                   const struct ordo_production *p) {
    if (unlikely(number >= s->room) && make_room(s, number) < 0) return NULL;
    struct ort_gate_set *set = &s->sets[number];
    if (likely(set->gates != NULL)) return set;
    struct ordo_raw_gates *b = block_of(s, thread, p);
    struct ort_gate_choice *choices = b ? ort_private_take(p->n_gates * sizeof *choices) : NULL;
    if (!choices) return NULL;
    b->number = number;
    b->n_gates = p->n_gates;
    ort_raw_publish(b, ORDO_RAW_GATES);
    set->n = p->n_gates;
    set->choices = choices;
    set->gates = (struct ordo_gate *)(b + 1);
    return set;
}

static struct {
    struct ordo_gate *gates;
    uint32_t n;
} idle[1 << IDLE_ARRAYS_LOG2];

struct ordo_gate *ort_gates_idle(uint32_t n) {
    uint64_t place = ((uintptr_t)&__ordo_sampling >> 6) * 0x9E3779B97F4A7C15ull;
    place >>= 64 - IDLE_ARRAYS_LOG2;
    if (__atomic_load_n(&idle[place].n, __ATOMIC_ACQUIRE) >= n)
        return __atomic_load_n(&idle[place].gates, __ATOMIC_ACQUIRE);
    uint32_t room = IDLE_LEAST;
    while (room < n) room *= 2;
    struct ordo_gate *gates = ort_os_memory(NULL, room * sizeof *gates);
    if (!gates) return NULL;
    /* The length is stored last: a thread that sees it also sees this array, or a later one that is
     * no shorter. */
    uint64_t saved = ort_lock_take(ORT_LOCK_PRIVATE);
    if (idle[place].n < room) {
        __atomic_store_n(&idle[place].gates, gates, __ATOMIC_RELEASE);
        __atomic_store_n(&idle[place].n, room, __ATOMIC_RELEASE);
    }
    ort_lock_drop(ORT_LOCK_PRIVATE, saved);
    return gates;
}

void ort_gates_forget(struct ort_gate_sets *s) {
    for (uint32_t number = 0; number < s->room; number++) {
        struct ort_gate_set *set = &s->sets[number];
        for (uint32_t i = 0; set->gates && i < set->n; i++) {
            set->choices[i].executions = 0;
            set->choices[i].iterations = set->gates[i].before;
            set->choices[i].past.samples = 0;
            set->choices[i].past.second = 0;
            set->choices[i].past.pressure = 0; /* of a budget that has been spent */
        }
    }
}
