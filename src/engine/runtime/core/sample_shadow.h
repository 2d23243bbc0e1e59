/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * sample_shadow.h: the stamps of the cells that a sample accesses, per thread state, in place of
 * windows (shadow.h).
 *
 * Most samples access a few cells, long after the one before. What costs then is memory that was
 * never touched or is not in the caches any more; so stamps are kept close together: pages of 128
 * cells, found by hashing, from a pool that every sample uses from its beginning. Nothing is
 * cleared: what stands in a page that another sample used is older than this one's root, as in
 * cells that it never accessed.
 *
 * Errors:  NULL; recording has been stopped.
 * Threads: the owner of the state. Signal-safe: yes. May allocate: no.
 */
#ifndef ORT_SAMPLE_SHADOW_H
#define ORT_SAMPLE_SHADOW_H

#include "engine/runtime/core/thread_state.h"

#define ORT_SAMPLE_PAGE_LOG2 7 /* cells of a page */
#define ORT_SAMPLE_PAGE_CELLS (1u << ORT_SAMPLE_PAGE_LOG2)
#define ORT_SAMPLE_POOLS 24 /* memory of the pool; each as large as all before it */

struct ort_sample_page {
    uint64_t number; /* of the cells, >> ORT_SAMPLE_PAGE_LOG2 */
    uint32_t *stamps;
    uint32_t sample; /* whose page this is; another one's: free */
    uint32_t pad;
};

struct ort_sample_shadow {
    struct ort_sample_page *pages; /* 2^(64 - shift), at most half of them this sample's */
    uint32_t shift, used;
    uint32_t sample; /* number of the current one, from 1 */
    uint32_t pad;
    char *pools[ORT_SAMPLE_POOLS];
};

struct ort_sample_shadow *ort_sample_shadow_new(void);

/* Gives back what can be large; nothing else may be called then. */
void ort_sample_shadow_free(struct ort_sample_shadow *s);

/* A sample begins: it has accessed nothing. */
void ort_sample_shadow_begin(struct ort_sample_shadow *s);

/* The stamps of a page, found or made; what is new in it was never accessed, or is part of lazily
 * zeroed objects, and may be 0 as shadow.h has it. */
uint32_t *ort_sample_shadow_get(struct ort_thread *t, uint64_t number);

static inline struct ort_sample_page *ort_sample_page_home(const struct ort_sample_shadow *s,
                                                           uint64_t number) {
    return &s->pages[(number * 0x9E3779B97F4A7C15ull) >> s->shift];
}

/* The stamp of cell `cell` (its address over the cells' size) where it is found at once. */
static inline uint32_t *ort_sample_stamp(const struct ort_sample_shadow *s, uint64_t cell) {
    const struct ort_sample_page *p = ort_sample_page_home(s, cell >> ORT_SAMPLE_PAGE_LOG2);
    if (unlikely(p->number != cell >> ORT_SAMPLE_PAGE_LOG2) || unlikely(p->sample != s->sample))
        return NULL;
    return p->stamps + (cell & (ORT_SAMPLE_PAGE_CELLS - 1));
}

/* The cells of [low, high), addresses of whole cells, not empty, become 0. */
void ort_sample_shadow_clear(struct ort_thread *t, uintptr_t low, uintptr_t high);

/* Calls f(t, stamps, n, argument) for all pages of the pool. */
void ort_sample_shadow_each(struct ort_thread *t,
                            void (*f)(struct ort_thread *, uint32_t *, uint64_t, void *),
                            void *argument);

#endif
