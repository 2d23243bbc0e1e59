/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * registers.c: a loop and a recursion that work in registers, so that no size of their own explains
 * their cost, and a list that grows while it is searched. */
#include <stdio.h>
#include <stdlib.h>

struct item {
    int key;
    struct item *next;
};

static struct item *items;

static int find(int key) {
    for (struct item *i = items; i; i = i->next)
        if (i->key == key) return 1;
    return 0;
}

static void add(int key) {
    struct item *i = malloc(sizeof *i);
    i->key = key;
    i->next = items;
    items = i;
}

static unsigned spin(int n) {
    unsigned sum = 0;
    for (int i = 0;;) {
        if (i++ >= n) break;
        sum = sum * 3 + (unsigned)i;
    }
    return sum;
}

static int descend(int n) {
    return n <= 1 ? 1 : n + descend(n - 1);
}

int main(int argc, char **argv) {
    int n = argc > 1 ? atoi(argv[1]) : 300;
    unsigned sum = 0;
    for (int i = 0; i < n; i++)
        if (!find(i)) add(i);
    for (int i = 1; i < n; i += n / 20 + 1) sum += spin(i) + (unsigned)descend(i % 200);
    printf("%u\n", sum);
}
