/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * ref_memory.c: allocates powers of two from 16 bytes up. Small blocks are cut from chunks of 1 MiB
 * and kept in a free list per size; those of 64 KiB and more are mappings of their own.
 */
#include "ref_memory.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { SMALLEST = 4, LARGE = 16, CHUNK = 1 << 20 };

struct free_block {
    struct free_block *next;
};

static struct free_block *free_lists[LARGE];
static char *chunk, *chunk_end;

void oref_die(const char *what) {
    static const char prefix[] = "ordo reference engine: ";
    if (write(2, prefix, sizeof prefix - 1) < 0 || write(2, what, strlen(what)) < 0 ||
        write(2, "\n", 1) < 0)
        abort();
    abort();
}

void *oref_reserve(size_t bytes) {
    void *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
                   -1, 0);
    if (p == MAP_FAILED) oref_die("out of memory");
    return p;
}

static int size_class(size_t bytes) {
    int k = SMALLEST;
    while (((size_t)1 << k) < bytes) k++;
    return k;
}

void *oref_alloc(size_t bytes) {
    int k = size_class(bytes);
    size_t size = (size_t)1 << k;
    if (k >= LARGE) return oref_reserve(size);
    struct free_block *b = free_lists[k];
    if (b) {
        free_lists[k] = b->next;
        return memset(b, 0, size);
    }
    if ((size_t)(chunk_end - chunk) < size) {
        chunk = oref_reserve(CHUNK);
        chunk_end = chunk + CHUNK;
    }
    void *p = chunk;
    chunk += size;
    return p;
}

void oref_free(void *block, size_t bytes) {
    if (!block) return;
    int k = size_class(bytes);
    if (k >= LARGE) {
        munmap(block, (size_t)1 << k);
        return;
    }
    struct free_block *b = block;
    b->next = free_lists[k];
    free_lists[k] = b;
}

char *oref_copy(const char *s) {
    size_t n = strlen(s) + 1;
    return memcpy(oref_alloc(n), s, n);
}

void *oref_grow(void *block, size_t used, size_t *capacity, size_t size) {
    if (used < *capacity) return block;
    size_t larger = *capacity ? *capacity * 2 : 8;
    void *p = oref_alloc(larger * size);
    if (used) memcpy(p, block, used * size);
    oref_free(block, *capacity * size);
    *capacity = larger;
    return p;
}
