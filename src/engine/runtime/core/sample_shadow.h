/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * sample_shadow.h: the stamps of the cells that a sample accesses, per thread state. Used instead
 * of windows (shadow.h).
 *
 * Most samples access few cells, long after the sample before. What costs time then is memory that
 * was never touched or is no longer in the caches. Stamps are therefore kept close together, in
 * pages of 128 cells that are found by hashing. All samples use the same pool of pages, each from
 * its start. Pages are not cleared: a stamp that another sample left in a page is older than this
 * sample's root, so its cell counts as never accessed.
 *
 * Errors:  NULL; recording has then been stopped.
 * Threads: the owner of the state. Signal-safe: yes. May allocate: no.
 */
#ifndef ORT_SAMPLE_SHADOW_H
#define ORT_SAMPLE_SHADOW_H

#include "engine/runtime/core/thread_state.h"

#define ORT_SAMPLE_PAGE_LOG2 7 /* log2 of the cells of a page */
#define ORT_SAMPLE_PAGE_CELLS (1u << ORT_SAMPLE_PAGE_LOG2)
#define ORT_SAMPLE_POOLS 24 /* memory blocks of the pool, each as large as all before it */

struct ort_sample_page {
    uint64_t number; /* number of its cells >> ORT_SAMPLE_PAGE_LOG2 */
    uint32_t *stamps;
    uint32_t sample; /* the sample that uses the page; free if it is not the current one */
    uint32_t pad;
};

struct ort_sample_shadow {
    struct ort_sample_page *pages; /* 2^(64 - shift), at most half of them in use */
    uint32_t shift, used;
    uint32_t sample; /* number of the current sample, from 1 */
    uint32_t pad;
    char *pools[ORT_SAMPLE_POOLS];
};

struct ort_sample_shadow *ort_sample_shadow_new(void);

/* Frees the pool. No other function may be called afterwards. */
void ort_sample_shadow_free(struct ort_sample_shadow *s);

/* Begins a sample, which has accessed no cell yet. */
void ort_sample_shadow_begin(struct ort_sample_shadow *s);

/* Returns the stamps of a page, making it if there is none. The cells of a new page were never
 * accessed, or are part of lazily zeroed objects; their stamps may then be 0 (shadow.h). */
uint32_t *ort_sample_shadow_get(struct ort_thread *t, uint64_t number);

static inline struct ort_sample_page *ort_sample_page_home(const struct ort_sample_shadow *s,
                                                           uint64_t number) {
    return &s->pages[(number * 0x9E3779B97F4A7C15ull) >> s->shift];
}

/* Returns the stamp of a cell (address / cell size) if its page is in the first entry probed, else
 * NULL. */
static inline uint32_t *ort_sample_stamp(const struct ort_sample_shadow *s, uint64_t cell) {
    const struct ort_sample_page *p = ort_sample_page_home(s, cell >> ORT_SAMPLE_PAGE_LOG2);
    if (unlikely(p->number != cell >> ORT_SAMPLE_PAGE_LOG2) || unlikely(p->sample != s->sample))
        return NULL;
    return p->stamps + (cell & (ORT_SAMPLE_PAGE_CELLS - 1));
}

/* Sets the stamps of the cells of [low, high) to 0. The range is not empty and has only whole
 * cells. */
void ort_sample_shadow_clear(struct ort_thread *t, uintptr_t low, uintptr_t high);

/* Calls f(t, stamps, n, argument) for every memory block of the pool. */
void ort_sample_shadow_each(struct ort_thread *t,
                            void (*f)(struct ort_thread *, uint32_t *, uint64_t, void *),
                            void *argument);

#endif
