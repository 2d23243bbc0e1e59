/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * nested_prefix.c: adds names to a list unless they are in it, and searches the whole list each time, in the
 * form of the bug MySQL#27287. One search is linear in the list. All searches together are quadratic in the
 * cells that they read, which no single search shows.
 *
 * Usage: nested_prefix N     adds N names
 */
#include <stdio.h>
#include <stdlib.h>

struct list {
    long *name;
    long n;
};

__attribute__((noinline)) static long find(const struct list *l, long name) {
    for (long i = 0; i < l->n; i++) /* search */
        if (l->name[i] == name) return i;
    return -1;
}

int main(int argc, char **argv) {
    long n = argc > 1 ? atol(argv[1]) : 1000;
    struct list l = {calloc((size_t)n, sizeof *l.name), 0};
    if (!l.name) return 1;
    for (long i = 0; i < n; i++) /* each name */
        if (find(&l, 7 * i + 3) < 0) l.name[l.n++] = 7 * i + 3;
    printf("%ld\n", l.n);
    free(l.name);
    return 0;
}
