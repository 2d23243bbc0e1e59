/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * zeroed.c: a sorted array with binary search. Insertion moves the entries that follow, because
 * large blocks are few.
 */
#include "zeroed.h"
#include "engine/runtime/system/private_memory.h"
#include "engine/runtime/system/stop.h"

#define FIRST_ROOM 256u
#define MOST 65536u

uint32_t ort_zeroed_first(const struct ort_thread *t, uintptr_t addr) {
    uint32_t low = 0, high = t->zeroed_used;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (t->zeroed[middle].high > addr)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

uint32_t ort_zeroed_stamp(const struct ort_thread *t, uintptr_t addr) {
    uint32_t i = ort_zeroed_first(t, addr);
    return i < t->zeroed_used && t->zeroed[i].low <= addr ? t->zeroed[i].stamp : ORDO_STAMP_FRESH;
}

/* Replaces the entries [at, at + take) of the list by `put` entries, which the caller fills: 0, or
 * -1; recording has then been stopped. */
static int splice(struct ort_thread *t, uint32_t at, uint32_t take, uint32_t put) {
    uint32_t used = t->zeroed_used - take + put;
    if (used > t->zeroed_room) {
        uint32_t room = t->zeroed_room ? t->zeroed_room * 2 : FIRST_ROOM;
        if (room > 4 * MOST) {
            ort_stop(ORDO_STOP_LIMIT, 0);
            return -1;
        }
        struct ort_zeroed *more = ort_private_array(t->zeroed, t->zeroed_room, room, sizeof *more);
        if (!more) return -1;
        t->zeroed = more;
        t->zeroed_room = room;
    }
    struct ort_zeroed *from = t->zeroed + at + take, *to = t->zeroed + at + put;
    uint32_t n = t->zeroed_used - at - take;
    if (to < from)
        for (uint32_t i = 0; i < n; i++) to[i] = from[i];
    else if (to > from)
        for (uint32_t i = n; i-- > 0;) to[i] = from[i];
    t->zeroed_used = used;
    return 0;
}

void ort_zeroed_cut(struct ort_thread *t, uintptr_t low, uintptr_t high) {
    if (likely(!ort_zeroed_overlaps(t, low, high))) return;
    uint32_t first = ort_zeroed_first(t, low), end = first, kept = 0;
    struct ort_zeroed rest[2];
    while (end < t->zeroed_used && t->zeroed[end].low < high) end++;
    struct ort_zeroed a = t->zeroed[first], b = t->zeroed[end - 1];
    if (a.low < low) rest[kept++] = (struct ort_zeroed){a.low, low, a.stamp, 0};
    if (b.high > high) rest[kept++] = (struct ort_zeroed){high, b.high, b.stamp, 0};
    if (splice(t, first, end - first, kept) < 0) return;
    for (uint32_t i = 0; i < kept; i++) t->zeroed[first + i] = rest[i];
}

int ort_zeroed_add(struct ort_thread *t, uintptr_t low, uintptr_t high, uint32_t stamp) {
    if (low >= high) return 0;
    ort_zeroed_cut(t, low, high);
    if (t->zeroed_used >= MOST) return -1;
    uint32_t at = ort_zeroed_first(t, low);
    if (splice(t, at, 0, 1) < 0) return -1;
    t->zeroed[at] = (struct ort_zeroed){low, high, stamp, 0};
    return 0;
}
