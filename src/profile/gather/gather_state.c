/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * gather_state.c: operations on the state of a gather that the files which fill and seal it share.
 */
#include "profile/gather/gather_state.h"

#include "base/memory.h"
#include "base/vector.h"
#include "profile/gather/point_set.h"

#include <stdlib.h>
#include <string.h>

void *ordo_gather_room(void *items, size_t *capacity, size_t n, size_t size) {
    if (n >= UINT32_MAX) ordo_memory_exhausted();
    return ordo_vector_reserve(items, capacity, n + 1, size);
}

const char *ordo_gather_keep(struct ordo_gather *g, const char *s) {
    return ordo_intern_string(&g->strings, s);
}

uint32_t ordo_gather_key(struct ordo_gather *g, struct ordo_intern *keys) {
    uint32_t number = ordo_intern_add(keys, g->key.bytes, g->key.n);
    ordo_text_clear(&g->key);
    return number;
}

int ordo_gather_compare_scopes(const struct ordo_profile_scope *a,
                               const struct ordo_profile_scope *b) {
    int c = strcmp(a->file, b->file);
    if (c) return c;
    if (a->line != b->line) return a->line < b->line ? -1 : 1;
    if (a->column != b->column) return a->column < b->column ? -1 : 1;
    if (a->kind != b->kind) return a->kind < b->kind ? -1 : 1;
    if ((c = strcmp(a->linkage_name, b->linkage_name))) return c;
    return (a->ordinal > b->ordinal) - (a->ordinal < b->ordinal);
}

static int by_child_key(const void *a, const void *b) {
    const struct ordo_child *x = a, *y = b;
    if (x->parent.i != y->parent.i) return x->parent.i < y->parent.i ? -1 : 1;
    if (x->child.i != y->child.i) return x->child.i < y->child.i ? -1 : 1;
    return (x->n > y->n) - (x->n < y->n);
}

size_t ordo_gather_tidy_children(struct ordo_child *children, size_t n) {
    bool sorted = true;
    for (size_t i = 1; i < n && sorted; i++)
        sorted = by_child_key(&children[i - 1], &children[i]) <= 0;
    if (!sorted) qsort(children, n, sizeof *children, by_child_key);
    size_t kept = 0;
    for (size_t i = 0; i < n; i++) {
        struct ordo_child *last = kept ? &children[kept - 1] : NULL;
        if (last && by_child_key(last, &children[i]) == 0) {
            last->calls = ordo_count_add(last->calls, children[i].calls);
            last->cost = ordo_count_add(last->cost, children[i].cost);
        } else {
            children[kept++] = children[i];
        }
    }
    return kept;
}
