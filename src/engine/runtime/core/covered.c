/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * covered.c: a hash table that is at most half full. Entries are not removed; the table is built
 * again.
 */
#include "covered.h"
#include "engine/runtime/system/private_memory.h"

#define LEAST_ROOM 1024

static struct ort_covered *table;
static uint64_t room;

/* Returns the entry of the address, or the free entry where it belongs. */
static struct ort_covered *place_of(const void *address) {
    uint64_t at = (((uintptr_t)address * 0x9E3779B97F4A7C15ull) >> 32) & (room - 1);
    while (table[at].address && table[at].address != address) at = (at + 1) & (room - 1);
    return &table[at];
}

int ort_covered_begin(uint64_t routines) {
    uint64_t wanted = LEAST_ROOM;
    while (wanted < 2 * (routines + 1)) wanted *= 2;
    if (wanted > room) {
        ort_private_array_free(table, room, sizeof *table);
        table = ort_private_array(NULL, 0, wanted, sizeof *table);
        room = table ? wanted : 0;
    } else {
        for (uint64_t i = 0; i < room; i++) table[i] = (struct ort_covered){NULL, NULL};
    }
    return table != NULL;
}

void ort_covered_put(const struct ordo_scope *routine) {
    struct ort_covered *c = place_of(routine->address);
    if (!c->address || routine->recorded) c->recorded = routine->recorded;
    c->address = routine->address;
}

const struct ort_covered *ort_covered_find(const void *address) {
    if (!room) return NULL;
    const struct ort_covered *c = place_of(address);
    return c->address ? c : NULL;
}
