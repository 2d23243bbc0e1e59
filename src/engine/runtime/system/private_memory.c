/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * private_memory.c: small objects are cut off slabs of 64 KiB under a lock. So are small arrays, in
 * sizes that are powers of two, so that the room of an array that was freed can be used again. Each
 * larger array is a mapping of its own, so that the old pages are freed when it grows.
 */
#include "private_memory.h"
#include "lock.h"
#include "stop.h"

#include <errno.h>

#define SLAB (64u << 10)

static char *slab;
static size_t slab_left;

/* Returns zeroed memory, or NULL; recording has then been stopped. The caller holds the lock. */
static void *cut_off(size_t size) {
    if (size > slab_left) {
        size_t want = size > SLAB ? size : SLAB;
        char *more = ort_os_memory(NULL, want);
        if (!more) {
            ort_stop(ORDO_STOP_MEMORY, ENOMEM);
            return NULL;
        }
        slab = more;
        slab_left = want;
    }
    char *at = slab;
    slab += size;
    slab_left -= size;
    return at;
}

void *ort_private_take(size_t size) {
    uint64_t saved = ort_lock_take(ORT_LOCK_PRIVATE);
    void *at = cut_off((size + 63) & ~(size_t)63);
    ort_lock_drop(ORT_LOCK_PRIVATE, saved);
    return at;
}

/* ---- arrays ---- */

enum { LEAST_LOG2 = 6, SMALL_LOG2 = 11 };

/* Small arrays that were freed, by the log2 of their size. The first word of each is the address of
 * the next one. */
static void *released[SMALL_LOG2 + 1];

static int is_small(size_t bytes) {
    return bytes <= (size_t)1 << SMALL_LOG2;
}

static int size_log2(size_t bytes) {
    return bytes <= (size_t)1 << LEAST_LOG2 ? LEAST_LOG2 : 64 - __builtin_clzll(bytes - 1);
}

static void *take_small(size_t bytes) {
    int log2 = size_log2(bytes);
    uint64_t saved = ort_lock_take(ORT_LOCK_PRIVATE);
    uint64_t *words = released[log2];
    if (words) {
        released[log2] = *(void **)(void *)words;
        for (size_t i = 0; i < ((size_t)1 << log2) / sizeof *words; i++) words[i] = 0;
    } else {
        words = cut_off((size_t)1 << log2);
    }
    ort_lock_drop(ORT_LOCK_PRIVATE, saved);
    return words;
}

static void give_back_small(void *array, size_t bytes) {
    int log2 = size_log2(bytes);
    uint64_t saved = ort_lock_take(ORT_LOCK_PRIVATE);
    *(void **)array = released[log2];
    released[log2] = array;
    ort_lock_drop(ORT_LOCK_PRIVATE, saved);
}

static size_t pages(size_t bytes) {
    return (bytes + ORT_PAGE - 1) & ~(size_t)(ORT_PAGE - 1);
}

static void *take_pages(size_t bytes) {
    void *at = ort_os_memory(NULL, pages(bytes));
    if (!at) ort_stop(ORDO_STOP_MEMORY, ENOMEM);
    return at;
}

void *ort_private_array(void *old, size_t old_count, size_t count, size_t each) {
    size_t bytes = count * each;
    uint64_t *fresh = is_small(bytes) ? take_small(bytes) : take_pages(bytes);
    if (!fresh) return NULL;
    /* Moving the pages leaves untouched pages untouched. */
    size_t had = old_count * each;
    if (old && !is_small(had) && bytes > had &&
        ort_os_move_grown(old, pages(had), fresh, pages(bytes)) == 0)
        return fresh;
    const uint64_t *from = old;
    for (size_t i = 0; i < (had + 7) / 8; i++) fresh[i] = from[i];
    if (old) ort_private_array_free(old, old_count, each);
    return fresh;
}

void ort_private_array_free(void *array, size_t count, size_t each) {
    size_t bytes = count * each;
    if (array && is_small(bytes))
        give_back_small(array, bytes);
    else if (array)
        ort_os_unmap(array, pages(bytes));
}

void *ort_private_grow(void *array, uint32_t *room, void *first, uint32_t first_room, size_t each) {
    if (!*room) {
        *room = first_room;
        return first;
    }
    const int is_first = array == first;
    const uint32_t had = *room;
    uint64_t *more =
        ort_private_array(is_first ? NULL : array, is_first ? 0 : had, (size_t)had * 2, each);
    if (!more) return NULL;
    const uint64_t *from = first;
    for (size_t i = 0; is_first && i < had * each / 8; i++) more[i] = from[i];
    *room = 2 * had;
    return more;
}
