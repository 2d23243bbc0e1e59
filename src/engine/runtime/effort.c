/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "effort.h"
#include "private_memory.h"
#include "settings.h"

#define ALLOWANCE 16384       /* spent before anything is earned */
#define WORK 2                /* blocks that a look at a vertex or link is worth */
#define FREE_SHARE (1u << 24) /* of a thread, beyond what it earns */
#define MOST_SAVED ((int64_t)1 << 40)

static int64_t *account(struct ort_effort *e, uint32_t context) {
    if (context > e->room) {
        uint32_t room = e->room ? e->room : 1024;
        while (room < context) room *= 2;
        int64_t *more = ort_private_array(e->accounts, e->room, room, sizeof *more);
        if (!more) return NULL;
        e->accounts = more;
        e->room = room;
    }
    return &e->accounts[context - 1];
}

int ort_effort_may(struct ort_effort *e, uint32_t context, uint64_t cost) {
    if (ort_settings.measure_all) return 1;
    if (!context || e->spent > cost + FREE_SHARE) return 0;
    int64_t *a = account(e, context);
    return a && *a > -ALLOWANCE;
}

void ort_effort_spend(struct ort_effort *e, uint32_t context, uint64_t work) {
    int64_t *a = context ? account(e, context) : NULL;
    e->spent += WORK * work;
    if (a) *a -= (int64_t)(WORK * work);
}

void ort_effort_earn(struct ort_effort *e, uint32_t context, uint64_t blocks) {
    int64_t *a = account(e, context);
    if (!a) return;
    *a += (int64_t)blocks;
    if (*a > MOST_SAVED) *a = MOST_SAVED;
}

void ort_effort_forget(struct ort_effort *e) {
    ort_private_array_free(e->accounts, e->room, sizeof *e->accounts);
    *e = (struct ort_effort){0};
}
