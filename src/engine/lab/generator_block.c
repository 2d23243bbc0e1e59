/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * generator_block.c: adds sizes with checks for overflow. calloc provides the memory, so that equal
 * arguments are equal in every byte, padding included.
 */
#include "engine/lab/generator_block.h"
#include "ordo/ordo.h"

#include <stdbool.h>
#include <stdlib.h>

enum { ALIGNMENT = 16 };

/* Adds count * size bytes to *at, rounded up. Returns false on overflow. */
static bool add(size_t *at, size_t count, size_t size) {
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes)) return false;
    if (__builtin_add_overflow(bytes, ALIGNMENT - 1, &bytes)) return false;
    return !__builtin_add_overflow(*at, bytes & ~(size_t)(ALIGNMENT - 1), at);
}

struct olab_block olab_block_new(size_t head, size_t first_count, size_t first_size,
                                 size_t second_count, size_t second_size) {
    size_t first = 0, second, end;
    if (!add(&first, 1, head)) return (struct olab_block){0};
    second = first;
    if (!add(&second, first_count, first_size)) return (struct olab_block){0};
    end = second;
    if (!add(&end, second_count, second_size)) return (struct olab_block){0};
    char *memory = calloc(end ? end : 1, 1);
    if (!memory) return (struct olab_block){0};
    return (struct olab_block){memory, memory + first, memory + second};
}

void *olab_array_new(size_t count, size_t size) {
    return count ? calloc(count, size) : calloc(1, 1);
}

void ordo_release(void *argument) {
    free(argument);
}
