/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Small objects are cut off 64 KiB slabs under a lock; arrays are mappings of their own, so that
 * growing one gives the old pages back.
 */
#include "private_memory.h"
#include "lock.h"
#include "stop.h"

#include <errno.h>

#define SLAB (64u << 10)

static char *slab;
static size_t slab_left;

void *ort_private_take(size_t size) {
    char *at = NULL;
    size = (size + 63) & ~(size_t)63;
    uint64_t saved = ort_lock_take(ORT_LOCK_PRIVATE);
    if (size > slab_left) {
        size_t want = size > SLAB ? size : SLAB;
        char *more = ort_os_memory(NULL, want);
        if (!more) {
            ort_stop(ORDO_STOP_MEMORY, ENOMEM);
            goto out;
        }
        slab = more;
        slab_left = want;
    }
    at = slab;
    slab += size;
    slab_left -= size;
out:
    ort_lock_drop(ORT_LOCK_PRIVATE, saved);
    return at;
}

static size_t pages(size_t count, size_t each) {
    return (count * each + ORT_PAGE - 1) & ~(size_t)(ORT_PAGE - 1);
}

void *ort_private_array(void *old, size_t old_count, size_t count, size_t each) {
    uint64_t *fresh = ort_os_memory(NULL, pages(count, each));
    if (!fresh) {
        ort_stop(ORDO_STOP_MEMORY, ENOMEM);
        return NULL;
    }
    const uint64_t *from = old;
    for (size_t i = 0; i < (old_count * each + 7) / 8; i++) fresh[i] = from[i];
    if (old) ort_private_array_free(old, old_count, each);
    return fresh;
}

void ort_private_array_free(void *array, size_t count, size_t each) {
    if (array) ort_os_unmap(array, pages(count, each));
}
