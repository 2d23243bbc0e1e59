/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * same_input.c: compares words. Two words that differ are pointers if both point to the beginning
 * of a block, or both into the block that they are in, at the same place. Each pair of blocks is
 * compared once: pairs are kept in a list, up to a limit.
 */
#include "engine/lab/same_input.h"

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Of AddressSanitizer, if the program has it. */
int __sanitizer_get_ownership(const volatile void *p) __attribute__((weak));
size_t __sanitizer_get_allocated_size(const volatile void *p) __attribute__((weak));

enum { MOST_PAIRS = 4096 };

struct pairs {
    struct pair {
        const char *a, *b;
    } list[MOST_PAIRS];
    size_t n;
};

bool olab_same_input_is_known(void) {
    return __sanitizer_get_ownership && __sanitizer_get_allocated_size;
}

static bool is_block(const void *p) {
    return p && __sanitizer_get_ownership(p);
}

static void add(struct pairs *p, const void *a, const void *b) {
    for (size_t i = 0; i < p->n; i++)
        if (p->list[i].a == a && p->list[i].b == b) return;
    if (p->n < MOST_PAIRS) p->list[p->n++] = (struct pair){a, b};
}

/* Compares one word of two blocks of `size` bytes; adds the blocks that it points to. */
static bool same_word(struct pairs *p, const struct pair *in, size_t size, size_t at) {
    uintptr_t x, y;
    memcpy(&x, in->a + at, sizeof x);
    memcpy(&y, in->b + at, sizeof y);
    if (x == y) return true;
    uintptr_t from_a = x - (uintptr_t)in->a, from_b = y - (uintptr_t)in->b;
    if (from_a <= size && from_a == from_b) return true;
    if (!is_block((const void *)x) || !is_block((const void *)y)) return false;
    add(p, (const void *)x, (const void *)y);
    return true;
}

static bool same_block(struct pairs *p, struct pair in) {
    size_t size = __sanitizer_get_allocated_size(in.a), at = 0;
    if (size != __sanitizer_get_allocated_size(in.b)) return false;
    for (; at + sizeof(uintptr_t) <= size; at += sizeof(uintptr_t))
        if (!same_word(p, &in, size, at)) return false;
    return memcmp(in.a + at, in.b + at, size - at) == 0;
}

bool olab_same_input(const void *a, const void *b) {
    bool same = true;
    if (!olab_same_input_is_known() || !is_block(a) || !is_block(b)) return true;
    struct pairs *p = calloc(1, sizeof *p);
    if (!p) return true;
    add(p, a, b);
    for (size_t i = 0; i < p->n && same; i++) same = same_block(p, p->list[i]);
    free(p);
    return same;
}
