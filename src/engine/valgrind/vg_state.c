/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * vg_state.c: switches the recording state between threads.
 *
 * Each thread of the program has a state, adopted when the thread first runs. If no more states are
 * available, the thread uses an idle one whose stamp is 0: its reads are never first reads, and its
 * writes go into a window that is not read.
 */
#include "pub_tool_basics.h"
#include "pub_tool_transtab.h"

#include "vg_state.h"

#include "engine/runtime/core/scopes.h"
#include "engine/runtime/core/shadow.h"
#include "engine/runtime/core/thread.h"
#include "engine/runtime/lifecycle/signal.h"
#include "engine/runtime/lifecycle/start.h"
#include "engine/runtime/system/os.h"
#include "engine/runtime/system/settings.h"
#include "engine/runtime/system/stop.h"

extern Bool VG_(ok_to_discard_translations);

#define ALL_ADDRESSES (1ull << 47)
#define MOST_TIDS 65536u /* Valgrind's --max-threads is far below */
#define MOST_BINDINGS 4096u

struct ovg_now ovg_now;
struct ordo_frame ovg_no_frame = {.scope = &ort_root_scope};
int ovg_inline_checks;
int ovg_measures_loops;
int ovg_counts_instructions;

static struct ordo_thread **self_of; /* by thread id */
static struct binding {
    uint64_t until, cost, instructions, allocator;
} * bindings; /* by number of the state; valid for states that are not running */
static uint64_t mapped[OVG_ADDRESSES >> ORT_BLOCK_SHIFT >> 6]; /* bits as in ort_thread.touched */
static uint64_t idle_shadow;
static uint32_t running;

/* Returns the place of the running state's binding, or NULL. */
static struct binding *binding(void) {
    const struct ort_thread *t = ort_thread_current();
    return t && t->number < MOST_BINDINGS ? &bindings[t->number] : NULL;
}

void ovg_state_save(void) {
    if (!__ordo_self) return;
    if (ort_thread_current())
        ovg_state_settle_costs(__ordo_self);
    else
        __ordo_self->cost = ovg_now.cost;
    struct binding *b = binding();
    if (b)
        *b = (struct binding){ovg_now.binding_until, ovg_now.binding_cost,
                              ovg_now.binding_instructions, ovg_now.allocator};
}

static void note_mapped(struct ort_thread *t) {
    if (!t->shadow_slot) return;
    for (uint64_t i = 0; i < sizeof mapped / sizeof *mapped; i++) t->touched[i] |= mapped[i];
}

/* Stops recording: the program has memory outside all windows, and translated code must no
 * longer look for its stamps. Valgrind itself does not choose such addresses, but programs may
 * request them. */
static void stop_for_addresses(void) {
    ort_stop(ORDO_STOP_ADDRESSES, 0);
    ovg_inline_checks = 0;
    ovg_state_load();
    /* A system call made the mapping, so no translated code is running. Valgrind's core also
     * discards translations at such times. */
    Bool allowed = VG_(ok_to_discard_translations);
    VG_(ok_to_discard_translations) = True;
    VG_(discard_translations_safely)(0, ALL_ADDRESSES, "ordo");
    VG_(ok_to_discard_translations) = allowed;
}

void ovg_state_mapped(uint64_t low, uint64_t high) {
    if (!ovg_inline_checks || low >= high) return;
    if (high > OVG_ADDRESSES) {
        stop_for_addresses();
        return;
    }
    for (uint64_t at = low >> ORT_BLOCK_SHIFT; at <= (high - 1) >> ORT_BLOCK_SHIFT; at++)
        mapped[at >> 6] |= 1ull << (at & 63);
    for (struct ort_thread *t = ort_threads; t; t = t->next) note_mapped(t);
    const uint64_t piece = 1ull << ORT_TAG_SHIFT;
    for (uint64_t at = low & ~(piece - 1); at < high; at += piece)
        ort_shadow_tags[1][at >> ORT_TAG_SHIFT] = (uint16_t)((at >> 36) + 1);
}

void ovg_state_load(void) {
    const struct ordo_thread *t = __ordo_self;
    if (!t) return;
    const struct binding *b = binding();
    ovg_now.cost = t->cost;
    ovg_now.binding_until = b ? b->until : 0;
    ovg_now.binding_cost = b ? b->cost : 0;
    ovg_now.binding_instructions = b ? b->instructions : 0;
    ovg_now.instructions =
        t->tick ? ((const struct ort_thread *)t)->counts[ORDO_COST_INSTRUCTIONS] : 0;
    ovg_now.allocator = b ? b->allocator : 0;
    ovg_state_top(t);
    /* Probes for a cell's owner (vg_checks.c) end at the root. */
    if (t->tick) ((const struct ort_thread *)t)->frames[-1].stamp = 0;
    ovg_now.shadow = t->shadow_mask ? t->shadow_base : idle_shadow;
    ovg_state_note_special();
}

int ovg_state_init(void) {
    ort_start();
    if (!ort_recording) return -1;
    self_of = ort_os_memory(NULL, MOST_TIDS * sizeof *self_of);
    bindings = ort_os_memory(NULL, MOST_BINDINGS * sizeof *bindings);
    if (!self_of || !bindings) return -1;
    struct ort_thread *first = ort_thread_adopt();
    if (!first) return -1;
    __ordo_self = &first->hot;
    ovg_inline_checks = first->shadow_slot && !ort_settings.drms;
    ovg_measures_loops = ort_settings.loops || ort_settings.costs >> ORDO_COST_ITERATIONS & 1;
    ovg_counts_instructions = ort_settings.costs >> ORDO_COST_INSTRUCTIONS & 1;
    if (ovg_inline_checks) {
        idle_shadow = (uint64_t)(uintptr_t)ort_os_memory(NULL, OVG_ADDRESSES / 2);
        if (!idle_shadow) ovg_inline_checks = 0;
    }
    running = 1;
    self_of[running] = __ordo_self;
    ovg_state_load();
    return 0;
}

static struct ordo_thread *adopt(void) {
    struct ort_thread *t = ort_thread_adopt();
    if (!t) return ort_thread_idle();
    if (ovg_inline_checks && !t->shadow_slot) ort_stop(ORDO_STOP_THREADS, 0);
    if (t->number < MOST_BINDINGS) bindings[t->number] = (struct binding){0};
    note_mapped(t);
    return &t->hot;
}

void ovg_state_switch(uint32_t tid) {
    if (!self_of || tid == running || tid >= MOST_TIDS) return;
    ovg_state_save();
    running = tid;
    if (!self_of[tid]) self_of[tid] = adopt();
    __ordo_self = self_of[tid];
    ovg_state_load();
}

void ovg_state_note(void) {
    if (!self_of) return;
    if (ort_thread_current()) note_mapped((struct ort_thread *)__ordo_self);
    self_of[running] = __ordo_self;
    ovg_state_load();
}

void ovg_state_end(uint32_t tid) {
    if (!self_of || tid >= MOST_TIDS || !self_of[tid]) return;
    ovg_state_switch(tid);
    ovg_state_save();
    if (ort_thread_current()) {
        struct ort_thread *bottom = ort_state_bottom((struct ort_thread *)__ordo_self);
        __ordo_self = &bottom->hot;
        ort_thread_release(bottom);
    }
    self_of[tid] = NULL;
    __ordo_self = NULL;
    running = 0;
}

void ovg_state_alone(void) {
    if (!self_of) return;
    for (uint32_t i = 0; i < MOST_TIDS; i++)
        if (i != running && self_of[i]) self_of[i] = NULL;
    self_of[running] = __ordo_self;
    ovg_state_load();
}
