/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * sample_shadow.c: invariant: an entry belongs to the current sample if its `sample` is the current
 * number; all other entries are free. A sample therefore begins by taking a new number. When the
 * numbers are used up, all entries are freed one by one.
 */
#include "sample_shadow.h"
#include "engine/runtime/core/zeroed.h"
#include "engine/runtime/system/os.h"
#include "engine/runtime/system/private_memory.h"
#include "engine/runtime/system/settings.h"
#include "engine/runtime/system/stop.h"

#include <errno.h>

#define FIRST_LOG2 7      /* entries */
#define FIRST_POOL_LOG2 5 /* pages */
#define PAGE_BYTES (ORT_SAMPLE_PAGE_CELLS * sizeof(uint32_t))

/* Returns the number of pages in the pool's memory blocks before block k. */
static uint64_t pages_before(uint32_t k) {
    return k ? 1ull << (FIRST_POOL_LOG2 + k - 1) : 0;
}

static uint64_t pages_in(uint32_t k) {
    return 1ull << (FIRST_POOL_LOG2 + (k ? k - 1 : 0));
}

struct ort_sample_shadow *ort_sample_shadow_new(void) {
    struct ort_sample_shadow *s = ort_private_take(sizeof *s);
    if (!s) return NULL;
    s->pages = ort_private_array(NULL, 0, 1u << FIRST_LOG2, sizeof *s->pages);
    if (!s->pages) return NULL;
    s->shift = 64 - FIRST_LOG2;
    s->sample = 1;
    return s;
}

void ort_sample_shadow_free(struct ort_sample_shadow *s) {
    for (uint32_t k = 0; k < ORT_SAMPLE_POOLS; k++)
        if (s->pools[k]) ort_os_unmap(s->pools[k], pages_in(k) * PAGE_BYTES);
}

void ort_sample_shadow_begin(struct ort_sample_shadow *s) {
    s->used = 0;
    if (likely(++s->sample)) return;
    for (uint64_t i = 0; i < 1ull << (64 - s->shift); i++) s->pages[i].sample = 0;
    s->sample = 1;
}

/* Returns the page's entry, or the free entry where it belongs. */
static struct ort_sample_page *look(const struct ort_sample_shadow *s, uint64_t number) {
    const struct ort_sample_page *end = s->pages + (1ull << (64 - s->shift));
    struct ort_sample_page *p = ort_sample_page_home(s, number);
    while (p->sample == s->sample && p->number != number)
        if (++p == end) p = s->pages;
    return p;
}

static int make_room(struct ort_sample_shadow *s) {
    const uint64_t n = 1ull << (64 - s->shift);
    if (2ull * (s->used + 1) <= n) return 0;
    struct ort_sample_page *old = s->pages;
    struct ort_sample_page *more = ort_private_array(NULL, 0, 2 * n, sizeof *more);
    if (!more) return -1;
    s->pages = more;
    s->shift--;
    for (uint64_t i = 0; i < n; i++)
        if (old[i].sample == s->sample) *look(s, old[i].number) = old[i];
    ort_private_array_free(old, n, sizeof *old);
    return 0;
}

/* Returns page i of the pool, or NULL; recording has then been stopped. */
static uint32_t *pool_page(struct ort_sample_shadow *s, uint32_t i) {
    uint32_t high = i >> FIRST_POOL_LOG2, k = high ? 32 - (uint32_t)__builtin_clz(high) : 0;
    if (unlikely(k >= ORT_SAMPLE_POOLS)) {
        ort_stop(ORDO_STOP_MEMORY, ENOMEM);
        return NULL;
    }
    if (unlikely(!s->pools[k])) {
        s->pools[k] = ort_os_memory(NULL, pages_in(k) * PAGE_BYTES);
        if (!s->pools[k]) {
            ort_stop(ORDO_STOP_MEMORY, ENOMEM);
            return NULL;
        }
    }
    return (uint32_t *)(void *)(s->pools[k] + (i - pages_before(k)) * PAGE_BYTES);
}

uint32_t *ort_sample_shadow_get(struct ort_thread *t, uint64_t number) {
    struct ort_sample_shadow *s = t->sample_shadow;
    struct ort_sample_page *p = look(s, number);
    if (likely(p->sample == s->sample)) return p->stamps;
    if (make_room(s) < 0) return NULL;
    uint32_t *stamps = pool_page(s, s->used);
    if (!stamps) return NULL;
    const uint32_t shift = ort_settings.cell_shift + ORT_SAMPLE_PAGE_LOG2;
    if (unlikely(ort_zeroed_overlaps(t, number << shift, (number + 1) << shift)))
        for (uint32_t i = 0; i < ORT_SAMPLE_PAGE_CELLS; i++) stamps[i] = 0;
    *look(s, number) = (struct ort_sample_page){number, stamps, s->sample, 0};
    s->used++;
    return stamps;
}

/* Clears the page's cells in [low, high), which are numbers of cells. */
static void clear_cells(struct ort_sample_page *p, uint64_t low, uint64_t high) {
    uint64_t first = p->number << ORT_SAMPLE_PAGE_LOG2, last = first + ORT_SAMPLE_PAGE_CELLS;
    if (low > first) first = low;
    if (high < last) last = high;
    for (; first < last; first++) p->stamps[first & (ORT_SAMPLE_PAGE_CELLS - 1)] = 0;
}

void ort_sample_shadow_clear(struct ort_thread *t, uintptr_t low, uintptr_t high) {
    struct ort_sample_shadow *s = t->sample_shadow;
    const uint64_t n = 1ull << (64 - s->shift);
    uint64_t from = low >> ort_settings.cell_shift, to = high >> ort_settings.cell_shift;
    uint64_t number = from >> ORT_SAMPLE_PAGE_LOG2, last = (to - 1) >> ORT_SAMPLE_PAGE_LOG2;
    if (last - number >= n) { /* more pages than there are entries */
        for (uint64_t i = 0; i < n; i++)
            if (s->pages[i].sample == s->sample) clear_cells(&s->pages[i], from, to);
        return;
    }
    for (; number <= last; number++) {
        struct ort_sample_page *p = look(s, number);
        if (p->sample == s->sample) clear_cells(p, from, to);
    }
}

void ort_sample_shadow_each(struct ort_thread *t,
                            void (*f)(struct ort_thread *, uint32_t *, uint64_t, void *),
                            void *argument) {
    struct ort_sample_shadow *s = t->sample_shadow;
    for (uint32_t k = 0; k < ORT_SAMPLE_POOLS; k++)
        if (s->pools[k])
            f(t, (uint32_t *)(void *)s->pools[k], pages_in(k) * ORT_SAMPLE_PAGE_CELLS, argument);
}
