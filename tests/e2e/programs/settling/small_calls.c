/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * small_calls.c: many small calls of each kind that settles: of several sizes and costs, in turn, of recursions, with arguments,
 * by several callers, with calls of libraries, and a few that are larger or dearer than all others.
 */
#include <ctype.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct node {
    struct node *left, *right;
    int key;
};

static jmp_buf escape;
static unsigned state = 12345;

static unsigned next(void) {
    state = state * 1103515245u + 12345u;
    return state >> 16;
}

__attribute__((noinline)) static int sum(const int *a, int n) {
    int s = 0;
    for (int i = 0; i < n; i++) s += a[i];
    return s;
}

__attribute__((noinline)) static struct node *insert(struct node *t, int key) {
    if (!t) {
        t = calloc(1, sizeof *t);
        t->key = key;
    } else if (key < t->key) {
        t->left = insert(t->left, key);
    } else if (key > t->key) {
        t->right = insert(t->right, key);
    }
    return t;
}

static int odd(int n);
__attribute__((noinline)) static int even(int n) {
    return n == 0 ? 1 : odd(n - 1);
}
__attribute__((noinline)) static int odd(int n) {
    return n == 0 ? 0 : even(n - 1);
}

__attribute__((noinline)) static int hash(const char *s) {
    int h = 0;
    for (; *s; s++) h = h * 31 + tolower(*s);
    return h;
}

__attribute__((noinline)) static int may_escape(const int *a, int n) {
    for (int i = 0; i < n; i++)
        if (a[i] == 77) longjmp(escape, 1);
    return n;
}

/* The cost has a period of 32, and the size of 96. */
__attribute__((noinline)) static int in_turn(const int *a, int i) {
    int s = sum(a, i % 3 + 1);
    for (int k = 0; k < i % 32; k++) s ^= k;
    return s;
}

int main(void) {
    static int a[4096];
    static const char *const words[] = {"a", "bc", "Def", "ghijkl", "mnopqrstuvwxyz0123456789"};
    struct node *tree = NULL;
    long total = 0;
    for (int i = 0; i < 4096; i++) a[i] = i % 50;
    for (int i = 0; i < 60000; i++) {
        total += sum(a + i % 4000, (int)(next() % 12));
        total += in_turn(a, i);
        total += hash(words[next() % 5]);
        total += even((int)(next() % 6));
        if (i % 6000 == 5999) total += sum(a, i / 20) + even(i / 500);
    }
    for (int i = 0; i < 40000; i++) tree = insert(tree, (int)(next() % 3000));
    for (int i = 0; i < 20000; i++) {
        a[5] = i % 1000 == 999 ? 77 : 5;
        if (!setjmp(escape)) total += may_escape(a, 9);
    }
    printf("%ld %d\n", total, tree->key);
    return 0;
}
