/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* functional_sort.c: The running example as in section 4.3 of the paper: functional, recursive, with
 * lists that never change.
 *
 * Algorithms:
 *   measure: no data structure
 *   repeat: no data structure
 *   construct: construction of structure cell; steps = n + 1; n = elements 1..59
 *   sort + insert: construction of structure cell...; class = n^2; coefficient = 0.25; n = elements 1..59 */
#include <stdlib.h>

struct cell {
    int value;
    const struct cell *next;
};

static const struct cell *cons(int value, const struct cell *next) {
    struct cell *c = malloc(sizeof *c);
    c->value = value;
    c->next = next;
    return c;
}

static const struct cell *insert(const struct cell *sorted, int value) {
    if (!sorted || value <= sorted->value) return cons(value, sorted);
    return cons(sorted->value, insert(sorted->next, value));
}

static const struct cell *sort(const struct cell *list) {
    if (!list || !list->next) return list;
    return insert(sort(list->next), list->value);
}

static const struct cell *construct(int size, unsigned state) {
    if (size == 0) return NULL;
    state = state * 1103515245u + 12345u;
    return cons((int)(state >> 16), construct(size - 1, state));
}

static void repeat(int size, int times) {
    if (times == 0) return;
    sort(construct(size, (unsigned)(size * 10 + times)));
    repeat(size, times - 1);
}

static void measure(int size) {
    if (size < 0) return;
    repeat(size, 10);
    measure(size - 1);
}

int main(void) {
    measure(59);
    return 0;
}
