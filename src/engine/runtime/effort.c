/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "effort.h"
#include "private_memory.h"
#include "settings.h"

#define ALLOWANCE 65536       /* spent before anything is earned */
#define WORK 4                /* blocks that a look at a vertex or link is worth */
#define FREE_SHARE (1u << 27) /* of a thread, beyond what it earns */

static uint64_t *account(struct ort_effort *e, uint32_t context) {
    if (context > e->room) {
        uint32_t room = e->room ? e->room : 1024;
        while (room < context) room *= 2;
        uint64_t *more = ort_private_array(e->paid, e->room, room, sizeof *more);
        if (!more) return NULL;
        e->paid = more;
        e->room = room;
    }
    return &e->paid[context - 1];
}

int ort_effort_may(struct ort_effort *e, uint32_t context, uint64_t cost, uint64_t earned) {
    if (ort_settings.measure_all) return 1;
    if (!context || e->spent > cost + FREE_SHARE) return 0;
    uint64_t *paid = account(e, context);
    return paid && *paid < earned + ALLOWANCE;
}

void ort_effort_spend(struct ort_effort *e, uint32_t context, uint64_t work) {
    uint64_t *paid = context ? account(e, context) : NULL;
    e->spent += WORK * work;
    if (paid) *paid += WORK * work;
}

void ort_effort_forget(struct ort_effort *e) {
    ort_private_array_free(e->paid, e->room, sizeof *e->paid);
    *e = (struct ort_effort){0};
}
