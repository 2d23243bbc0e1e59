/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * drms.c: a process-wide table has a version number of each cell, which every write increments. A
 * thread notes the latest version that it has seen of each cell that it accesses. Its own writes
 * count as seen, the kernel's do not. A read of an unseen version is new input to every open
 * activation: the innermost one's partial size grows, and no owner's shrinks. A read of a version
 * already seen is counted as for rms, by the stamps.
 */
#include "drms.h"
#include "access.h"
#include "engine/runtime/system/os.h"
#include "engine/runtime/system/settings.h"
#include "engine/runtime/system/stop.h"
#include "granules.h"
#include "shadow.h"

#include <errno.h>

#define GRANULES (1ull << 27) /* of 1 MiB each: 47 bits of addresses */

static uint32_t **versions;

int ort_drms_init(struct ort_thread *t) {
    if (!__atomic_load_n(&versions, __ATOMIC_ACQUIRE)) {
        uint32_t **table = ort_os_memory(NULL, GRANULES * sizeof *table), **none = NULL;
        if (!table) {
            ort_stop(ORDO_STOP_MEMORY, ENOMEM);
            return -1;
        }
        if (!__atomic_compare_exchange_n(&versions, &none, table, 0, __ATOMIC_ACQ_REL,
                                         __ATOMIC_ACQUIRE))
            ort_os_unmap(table, GRANULES * sizeof *table);
    }
    t->seen = ort_granules_new(4u << (20 - ort_settings.cell_shift));
    return t->seen ? 0 : -1;
}

/* Returns the versions of the cells from addr to the end of its granule, or NULL; recording has
 * then been stopped. */
static uint32_t *versions_at(uintptr_t addr) {
    uint32_t shift = ort_settings.cell_shift, **at = &versions[(addr >> 20) & (GRANULES - 1)];
    uint64_t bytes = 4ull << (20 - shift);
    uint32_t *found = __atomic_load_n(at, __ATOMIC_ACQUIRE);
    if (!found) {
        uint32_t *made = ort_os_memory(NULL, bytes);
        if (!made) {
            ort_stop(ORDO_STOP_MEMORY, ENOMEM);
            return NULL;
        }
        if (__atomic_compare_exchange_n(at, &found, made, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
            found = made;
        else
            ort_os_unmap(made, bytes);
    }
    return found + ((addr & 0xfffff) >> shift);
}

struct piece {
    uint32_t *version, *seen;
    uint64_t cells;
};

static int piece_at(struct ort_thread *t, uintptr_t addr, uint64_t left, struct piece *p) {
    uint32_t shift = ort_settings.cell_shift;
    uint64_t at = (addr & 0xfffff) >> shift;
    uint32_t *seen = ort_granule_get(t->seen, addr >> 20);
    p->version = versions_at(addr);
    if (!seen || !p->version) return -1;
    p->seen = seen + at;
    p->cells = (1ull << (20 - shift)) - at;
    if (p->cells > left) p->cells = left;
    return 0;
}

static uint64_t count_cells(uintptr_t addr, uint64_t size) {
    uint32_t shift = ort_settings.cell_shift;
    return size ? ((addr + size - 1) >> shift) - (addr >> shift) + 1 : 0;
}

static void read_cell(struct ort_thread *t, struct ordo_frame *f, uintptr_t addr, int unseen) {
    int64_t *mine = &t->extras[f - t->frames].drms;
    uint64_t cells = 1;
    uint32_t *stamp = ort_shadow_run(t, addr, &cells);
    if (!stamp) return;
    if (!*stamp) ort_shadow_prepare(t, stamp, addr);
    if (unseen) {
        ++*mine;
    } else if (*stamp < f->stamp) {
        struct ordo_frame *o = ort_access_owner(t, f, *stamp);
        ++*mine;
        if (o) t->extras[o - t->frames].drms--;
    }
}

void ort_drms_read(struct ort_thread *t, struct ordo_frame *f, uintptr_t addr, uint64_t size) {
    uint64_t left = count_cells(addr, size);
    struct piece p;
    while (left && piece_at(t, addr, left, &p) == 0) {
        for (uint64_t i = 0; i < p.cells; i++) {
            uint32_t now = __atomic_load_n(&p.version[i], __ATOMIC_RELAXED);
            read_cell(t, f, addr + (i << ort_settings.cell_shift), now != p.seen[i]);
            p.seen[i] = now;
        }
        addr += p.cells << ort_settings.cell_shift;
        left -= p.cells;
    }
}

void ort_drms_write(struct ort_thread *t, uintptr_t addr, uint64_t size, int by_kernel) {
    uint64_t left = count_cells(addr, size);
    struct piece p;
    while (left && piece_at(t, addr, left, &p) == 0) {
        for (uint64_t i = 0; i < p.cells; i++) {
            uint32_t now = __atomic_add_fetch(&p.version[i], 1, __ATOMIC_RELAXED);
            if (!by_kernel) p.seen[i] = now;
        }
        addr += p.cells << ort_settings.cell_shift;
        left -= p.cells;
    }
}

static ORDO_PRESERVE_MOST __attribute__((noinline)) void
read_both(struct ordo_frame *f, const void *addr, uint64_t size) {
    struct ort_thread *t = ort_thread_current();
    if (!t) return;
    if (t->seen) ort_drms_read(t, f, (uintptr_t)addr, size);
    ort_access_read(t, f, (uintptr_t)addr, size);
}

static ORDO_PRESERVE_MOST __attribute__((noinline)) void
write_both(struct ordo_frame *f, const void *addr, uint64_t size) {
    struct ort_thread *t = ort_thread_current();
    if (!t) return;
    if (t->seen) ort_drms_write(t, (uintptr_t)addr, size, 0);
    ort_access_write(t, f, (uintptr_t)addr, size);
}

__attribute__((visibility("default"))) ORDO_PRESERVE_MOST void
__ordo_drms_read(struct ordo_frame *f, const void *addr, uint64_t size) {
    if (__ordo_self->tick) read_both(f, addr, size);
}

__attribute__((visibility("default"))) ORDO_PRESERVE_MOST void
__ordo_drms_write(struct ordo_frame *f, const void *addr, uint64_t size) {
    if (__ordo_self->tick) write_both(f, addr, size);
}
