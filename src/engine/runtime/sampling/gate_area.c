/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "gate_area.h"
#include "abi/raw.h"
#include "engine/runtime/core/thread_state.h"
#include "engine/runtime/system/os.h"
#include "engine/runtime/system/raw_file.h"
#include "engine/runtime/system/settings.h"
#include "engine/runtime/system/stop.h"

#define IDLE_AREAS_LOG2 6

_Static_assert(sizeof(struct ordo_gates_head) == sizeof(struct ordo_raw_gates) &&
                   offsetof(struct ordo_gates_head, size) ==
                       offsetof(struct ordo_raw_gates, size) &&
                   offsetof(struct ordo_gates_head, n_gates) ==
                       offsetof(struct ordo_raw_gates, n_gates) &&
                   sizeof(struct ordo_gates_head) == ORDO_RAW_ALIGN,
               "abi.h against raw.def");

static char *section, *section_end;
static uint64_t sampling; /* offset in the section of the head that holds __ordo_sampling */
static int gs_denied;     /* 1: the kernel did not let GS be set */

static __thread char *area; /* the area that the thread is in; NULL: none */
static __thread int left;   /* how often the thread has left it: handlers nest */

void ort_gate_area_module(const struct ordo_production *p) {
    if (!p->own) return;
    if (section && section != p->section) {
        ort_os_say(
            "ordo: two parts of this program were compiled as code of an executable (-fPIE): "
            "compile what goes into libraries with -fPIC\n");
        __builtin_trap();
    }
    sampling = (uint64_t)((char *)p->sampling - p->section);
    section_end = p->section_end;
    section = p->section;
}

/* Writes the heads of an area, back to back as in the section. Until the others are written, the
 * first head has the size of all of them. */
static void divide(char *made, uint32_t thread, uint64_t room) {
    uint64_t size = (uint64_t)(section_end - section), first = 0;
    for (uint64_t at = 0, own; at < size; at += own) {
        const struct ordo_gates_head *from = (const struct ordo_gates_head *)(section + at);
        struct ordo_gates_head *to = (struct ordo_gates_head *)(made + at);
        own = from->size;
        if (at + own >= size) own = room - at;
        if (own < sizeof *from) own = sizeof *from;
        to->thread = thread;
        to->number = from->number;
        to->n_gates = from->n_gates;
        if (at)
            to->kind = ORDO_RAW_GATES, to->size = own;
        else
            first = own;
    }
    ((struct ordo_gates_head *)made)->kind = ORDO_RAW_GATES;
    __atomic_store_n(&((struct ordo_gates_head *)made)->size, first, __ATOMIC_RELEASE);
}

char *ort_gate_area_make(uint32_t thread) {
    if (!section || gs_denied) return NULL;
    char *made = ort_raw_block(thread, (uint64_t)(section_end - section), ORT_RAW_BEHIND);
    if (made) divide(made, thread, ((struct ordo_raw_block *)made)->size);
    return made;
}

/* ---- threads that record nothing ---- */

static char *idle[1 << IDLE_AREAS_LOG2];

char *ort_gate_area_idle(void) {
    uint64_t place = ((uintptr_t)&area >> 6) * 0x9E3779B97F4A7C15ull >> (64 - IDLE_AREAS_LOG2);
    char *here = __atomic_load_n(&idle[place], __ATOMIC_ACQUIRE), *none = NULL;
    if (here || gs_denied) return here;
    uint64_t size = (uint64_t)(section_end - section);
    if (!(here = ort_os_memory(NULL, size))) return NULL;
    if (__atomic_compare_exchange_n(&idle[place], &none, here, 0, __ATOMIC_ACQ_REL,
                                    __ATOMIC_ACQUIRE))
        return here;
    ort_os_unmap(here, size);
    return none;
}

/* ---- the calling thread's area ---- */

struct ordo_gates_head *ort_gate_area_part(char *in, const struct ordo_production *p) {
    return (struct ordo_gates_head *)(in ? in + ((char *)p->own - section) : (char *)p->own);
}

static uint64_t *sampling_in(char *in) {
    return &((struct ordo_gates_head *)(in + sampling))->sampling;
}

static long go_to(const char *to) {
    return ort_os_set_gs(to ? (uintptr_t)to - (uintptr_t)section : 0);
}

int ort_gate_area_enter(char *to) {
    if (!to) return -1;
    if (likely(to == area)) return 0;
    long r = go_to(to);
    if (r < 0) {
        int first = !__atomic_exchange_n(&gs_denied, 1, __ATOMIC_RELAXED);
        ort_stop(ORDO_STOP_SEGMENT, (int)-r);
        if (first && !ort_settings.recorder)
            ort_os_say(
                "ordo: the system does not let this program set the segment register GS, which "
                "it counts through: code of its executable is not recorded; compile it "
                "with `ordo cc --production --keep-gs`\n");
        return -1;
    }
    if (area) *sampling_in(area) = 0;
    *sampling_in(to) = __ordo_sampling;
    area = to;
    return 1;
}

void ort_sampling_set(uint32_t on) {
    __ordo_sampling = on;
    if (area) *sampling_in(area) = on;
}

void ort_gate_area_leave(void) {
    left++;
    ort_barrier();
    if (area) go_to(NULL);
}

void ort_gate_area_return(void) {
    if (area && left == 1) go_to(area);
    ort_barrier();
    left--;
}

int ort_gate_area_is_left(void) {
    return left != 0;
}
