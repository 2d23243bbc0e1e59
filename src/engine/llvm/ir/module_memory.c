/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "module_memory.h"

#include <stdlib.h>
#include <string.h>

struct chunk {
    struct chunk *next;
};

void *opass_alloc(struct opass *p, size_t bytes) {
    struct chunk *k = calloc(1, sizeof *k + 8 + bytes);
    if (!k) abort();
    k->next = p->memory;
    p->memory = k;
    return (char *)k + 16;
}

char *opass_text(struct opass *p, const char *text) {
    size_t n = strlen(text) + 1;
    return memcpy(opass_alloc(p, n), text, n);
}

/* Capacities are powers of two from 8 on, so the number of elements alone says when to grow. */
void *opass_grow(struct opass *p, void *array, unsigned n, size_t element) {
    if (n != 0 && (n < 8 || (n & (n - 1)) != 0)) return array;
    void *bigger = opass_alloc(p, (n ? 2 * (size_t)n : 8) * element);
    if (n) memcpy(bigger, array, n * element);
    return bigger;
}

void opass_free(struct opass *p) {
    for (struct chunk *k = p->memory, *next; k; k = next) next = k->next, free(k);
}
