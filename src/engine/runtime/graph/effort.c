/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * effort.c: the accounts that limit measuring (effort.h).
 */
#include "effort.h"
#include "engine/runtime/system/private_memory.h"
#include "engine/runtime/system/settings.h"
#include "graph_parts.h"

#define WORK 32u         /* blocks that looking at a vertex or link costs */
#define ALLOWANCE 65536u /* looks of a context before it has earned anything */
#define AHEAD 16384u     /* blocks earned beyond what is owed that ensure a measurement */
/* The same of all contexts together, in equal parts, if that is more. */
#define FAIR_LOOKS (1u << 23)
/* Looks of a thread beyond what it earns: a fixed number, and more for each vertex there ever
 * was. */
#define FREE_LOOKS (3u << 24)
#define FIRST_LOOKS (1u << 24) /* of these, as many are for whatever asks first */
#define FREE_PER_VERTEX 16u

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

/* Returns what a thread has that has executed `cost` blocks. */
static uint64_t had(uint64_t cost) {
    return cost + WORK * (FREE_LOOKS + FREE_PER_VERTEX * (uint64_t)ort_vertices.used);
}

static uint64_t allowance(const struct ort_effort *e) {
    uint64_t fair = FAIR_LOOKS / (e->contexts + 1);
    return WORK * (fair > ALLOWANCE ? fair : ALLOWANCE);
}

/* May a context measure that has paid so much? */
static int may(const struct ort_effort *e, uint64_t paid, uint64_t cost, uint64_t earned) {
    uint64_t has = had(cost);
    if (e->spent > has) return 0;
    if (e->spent <= WORK * (uint64_t)FIRST_LOOKS) return 1;
    return paid + AHEAD <= earned || (paid < earned + allowance(e) && e->spent <= has / 2);
}

int ort_effort_may(struct ort_effort *e, uint32_t context, uint64_t cost, uint64_t earned) {
    if (ort_settings.measure_all) return 1;
    const uint64_t *paid = context ? account(e, context) : NULL;
    return paid && may(e, *paid, cost, earned);
}

static uint64_t more(uint64_t than, uint64_t n) {
    return n > than ? n - than : 0;
}

/* `may` becomes true once the thread has enough, and the context either has earned all that it owes
 * or owes little while the thread has plenty. What the thread lacks is executed by other contexts
 * too: this context is taken to execute half of its share so far. */
uint64_t ort_effort_lacks(const struct ort_effort *e, uint32_t context, uint64_t cost,
                          uint64_t earned) {
    uint64_t paid = context && context <= e->room ? e->paid[context - 1] : 0;
    if (!paid || ort_settings.measure_all || may(e, paid, cost, earned)) return 0;
    uint64_t has = had(cost), others = 2 * (cost / (earned + 1) + 1);
    uint64_t enough = more(has, e->spent) / others, plenty = more(has / 2, e->spent) / others;
    uint64_t all = more(earned, paid + AHEAD - 1), some = more(earned + allowance(e), paid);
    if (some < plenty) some = plenty;
    if (some < all) all = some;
    return 1 + (enough > all ? enough : all);
}

void ort_effort_spend(struct ort_effort *e, uint32_t context, uint64_t work) {
    uint64_t *paid = context ? account(e, context) : NULL;
    if (paid && !*paid) e->contexts++;
    e->spent += WORK * work;
    if (paid) *paid += WORK * work;
}

void ort_effort_forget(struct ort_effort *e) {
    ort_private_array_free(e->paid, e->room, sizeof *e->paid);
    *e = (struct ort_effort){0};
}
