/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * effects.c: applies the effects of library models to the calling thread's state. Those of streams
 * are in input.c, those of blocks and links in the room for structures.
 */
#include "effects.h"
#include "engine/runtime/core/access.h"
#include "engine/runtime/core/activation.h"
#include "engine/runtime/core/drms.h"
#include "engine/runtime/core/marks.h"
#include "engine/runtime/core/scopes.h"
#include "engine/runtime/core/thread_state.h"
#include "engine/runtime/system/settings.h"
#include "seams.h"
#include "space.h"

/* Structure builds do not measure memory sizes: their hooks leave no stamps. */
static uint64_t structure_range(struct ort_thread *t, const void *addr, size_t size, int is_write) {
    ort_structure_range(t, addr, size, is_write);
    return ort_effect_cells(size);
}

uint64_t ort_effect_read(struct ordo_frame *f, const void *addr, size_t size) {
    struct ort_thread *t = ort_thread_current();
    if (!t) return 0;
    if (unlikely(ort_structure_on)) return structure_range(t, addr, size, 0);
    f = ort_marks_now(t, f);
    if (t->seen) ort_drms_read(t, f, (uintptr_t)addr, size);
    uint64_t cells = ort_access_read(t, f, (uintptr_t)addr, size);
    t->library_read += cells;
    return cells;
}

static uint64_t write_range(struct ordo_frame *f, const void *addr, size_t size, int by_kernel) {
    struct ort_thread *t = ort_thread_current();
    if (!t) return 0;
    if (unlikely(ort_structure_on)) return structure_range(t, addr, size, 1);
    if (t->seen) ort_drms_write(t, (uintptr_t)addr, size, by_kernel);
    return ort_access_write(t, ort_marks_now(t, f), (uintptr_t)addr, size);
}

uint64_t ort_effect_write(struct ordo_frame *f, const void *addr, size_t size) {
    return write_range(f, addr, size, 0);
}

uint64_t ort_effect_kernel_write(struct ordo_frame *f, const void *addr, size_t size) {
    return write_range(f, addr, size, 1);
}

uint64_t ort_effect_kernel_read(struct ordo_frame *f, const void *addr, size_t size) {
    return ort_effect_read(f, addr, size);
}

void ort_effect_fresh(struct ordo_frame *f, const void *addr, size_t size) {
    struct ort_thread *t = ort_thread_current();
    (void)f;
    if (!t) return;
    if (likely(!ort_structure_on)) ort_access_fresh(t, (uintptr_t)addr, size);
}

void ort_effect_zeroed(struct ordo_frame *f, const void *addr, size_t size) {
    struct ort_thread *t = ort_thread_current();
    if (!t) return;
    if (likely(!ort_structure_on)) ort_access_zeroed(t, ort_marks_now(t, f), (uintptr_t)addr, size);
}

static void charge(struct ort_site s, struct ordo_scope *library, uint64_t blocks, int counted) {
    struct ort_thread *t = (struct ort_thread *)s.t;
    if (!t->hot.tick) return;
    if (unlikely(!__atomic_load_n(&library->id, __ATOMIC_ACQUIRE))) ort_scope_library(library, 0);
    uint64_t cells = t->library_read < blocks ? t->library_read : blocks;
    t->library_read = 0;
    ort_activation_library(t, ort_marks_now(t, s.f), library, blocks, cells, counted);
}

void ort_charge(struct ort_site s, struct ordo_scope *library, uint64_t blocks) {
    charge(s, library, blocks, 0);
}

void ort_charge_counted(struct ort_site s, struct ordo_scope *library, uint64_t blocks,
                        size_t bytes) {
    const struct ort_thread *t = (const struct ort_thread *)s.t;
    charge(s, library, blocks, t->sampler && bytes >= ORDO_COUNTED_BYTES);
}

void ort_count(struct ort_site s, enum ordo_raw_cost metric, uint64_t amount) {
    struct ort_thread *t = (struct ort_thread *)s.t;
    t->counts[metric] += amount;
    if (metric == ORDO_COST_ALLOCS) t->allocations += amount;
}

_Static_assert(ORT_BYTES_UNKNOWN == ORT_SPACE_UNKNOWN, "effects.h and space.h");

void ort_count_block(struct ort_site s, size_t bytes) {
    ort_count_resized(s, 0, bytes);
}

void ort_count_resized(struct ort_site s, size_t had, size_t bytes) {
    struct ort_thread *t = (struct ort_thread *)s.t;
    ort_count(s, ORDO_COST_ALLOCS, 1);
    if (likely(t->hot.tick)) ort_space_count(t, bytes, had);
}

void ort_count_freed(struct ort_site s, size_t bytes) {
    struct ort_thread *t = (struct ort_thread *)s.t;
    if (bytes && likely(t->hot.tick)) ort_space_count(t, 0, bytes);
}

uint64_t ort_effect_cells(size_t bytes) {
    return (bytes + (1u << ort_settings.cell_shift) - 1) >> ort_settings.cell_shift;
}
