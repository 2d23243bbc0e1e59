// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// advances.c: loops that advance what inner loops access: by indices, by pointers, in calls.
#include <stddef.h>
void *take(size_t);
static void fill(int *row, int n) {
    for (int j = 0; j < n; j++) row[j] = 0;
}
static int at(const int *a, int first, int n) {
    int s = 0;
    for (int j = 0; j < n; j++) s += a[first + j];
    return s;
}
static int through(const int *a, int i, int n) {
    return n ? at(a, i * n, n) : 0;
}
static void listing5(int **a, int n) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) a[i][j] = j;
}
static void flat(int *m, int n) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) m[i * n + j] = j;
}
static void rows(int *row, int n) {
    for (int i = 0; i < n; i++, row += n)
        for (int j = 0; j < n; j++) row[j] = j;
}
static void passes(int *m, int n) {
    for (int i = 0; i < n; i++) fill(&m[i * n], n);
}
static int indices(int *m, int n) {
    int s = 0;
    for (int i = 0; i < n; i++) s += at(m, i * n, n);
    return s;
}
static int deep(int *m, int n) {
    int s = 0;
    for (int i = 0; i < n; i++) s += through(m, i, n);
    return s;
}
static void repeats(int *a, int n) {
    for (int k = 0; k < 2; k++)
        for (int j = 0; j < n; j++) a[j] = k;
}
static void words(const char *s, int *count) {
    while (*s) {
        while (*s == ' ') s++;
        while (*s && *s != ' ') s++;
        ++*count;
    }
}
static void outer(int *m, int n) {
    for (int k = 0; k < n; k++) fill(m, n);
}
static void triangle(int *a, int n) {
    for (int i = 1; i < n; i++)
        for (int j = i; j > 0 && a[j - 1] > a[j]; j--) a[j] = a[j - 1];
}
struct table {
    int *slots;
};
static void make(struct table *t, int n) {
    t->slots = take(2 * n * sizeof *t->slots);
    fill(t->slots + n, n);
}
static void own(int n) {
    struct table t;
    make(&t, n);
}
static void tables(int n) {
    for (int i = 1; i < n; i++) own(i);
}
static void one_table(int n) {
    struct table t;
    make(&t, n);
    for (int i = 0; i < n; i++) fill(t.slots + i, 1);
}
int main(void) {
    int *m = take(4 * sizeof *m), *a[2] = {m, m + 2}, n = 0;
    listing5(a, 2), flat(m, 2), rows(m, 2), passes(m, 2), repeats(m, 2), words("a b", &n),
        outer(m, 2), triangle(m, 2), tables(2), one_table(2);
    return indices(m, 2) + deep(m, 2) < 0;
}

//: type int *, 8 bytes pointer -> int
//: type int, 4 bytes
//: type char, 1 bytes
//: advance listing5/2 by listing5/1
//: advance listing5/2 by listing5/2
//: advance flat/2 by flat/2
//: advance flat/2 by flat/1
//: advance rows/2 by rows/2
//: advance rows/2 by rows/1
//: advance passes/1 by passes/1 in a call of fill
//: advance repeats/2 by repeats/2
//: advance words/1 by words/1
//: advance words/2 by words/2
//: advance words/2 by words/1
//: advance words/3 by words/3
//: advance words/3 by words/1
//: advance triangle/2 by triangle/2
//: advance triangle/2 by triangle/1
//: advance one_table/1 by one_table/1 in a call of fill
//: advance indices/1 by indices/1 in a call of at
//: advance deep/1 by deep/1 in a call of through
//: advance fill/1 by fill/1
//: advance at/1 by at/1
//: main array_link int * stack = #1+0
//: main array_link int * stack = #1+8
//: listing5/2 array_read int * stack
//: listing5/2 array_read int * stack
//: listing5/2 array_run int #1+0 to #1+4: 0 read, 2 written, iterations 1 to 2
//: listing5/2 array_read int * stack
//: listing5/2 array_read int * stack
//: listing5/2 array_run int #1+8 to #1+12: 0 read, 2 written, iterations 1 to 2
//: flat/2 array_run int #1+0 to #1+4: 0 read, 2 written, iterations 1 to 2
//: flat/2 array_run int #1+8 to #1+12: 0 read, 2 written, iterations 1 to 2
//: rows/2 array_run int #1+0 to #1+4: 0 read, 2 written, iterations 1 to 2
//: rows/2 array_run int #1+8 to #1+12: 0 read, 2 written, iterations 1 to 2
//: fill/1 array_run int #1+0 to #1+4: 0 read, 2 written, iterations 1 to 2
//: fill/1 array_run int #1+8 to #1+12: 0 read, 2 written, iterations 1 to 2
//: repeats/2 array_run int #1+0 to #1+4: 0 read, 2 written, iterations 1 to 2
//: repeats/2 array_run int #1+0 to #1+4: 0 read, 2 written, iterations 1 to 2
//: words/2 array_run char stack to stack: 1 read, 0 written, iterations 0 to 0
//: words/3 array_run char stack to stack: 4 read, 0 written, iterations 0 to 1
//: words/2 array_run char stack to stack: 2 read, 0 written, iterations 0 to 1
//: words/3 array_run char stack to stack: 3 read, 0 written, iterations 0 to 1
//: words/1 array_run char stack to stack: 3 read, 0 written, iterations 0 to 2
//: words/1 array_run int stack to stack: 2 read, 2 written, iterations 1 to 2
//: fill/1 array_run int #1+0 to #1+4: 0 read, 2 written, iterations 1 to 2
//: fill/1 array_run int #1+0 to #1+4: 0 read, 2 written, iterations 1 to 2
//: triangle/2 array_run int #1+0 to #1+4: 2 read, 0 written, iterations 0 to 0
//: fill/1 array_run int #2+4 to #2+4: 0 read, 1 written, iterations 1 to 1
//: fill/1 array_run int #3+8 to #3+12: 0 read, 2 written, iterations 1 to 2
//: fill/1 array_run int #3+0 to #3+0: 0 read, 1 written, iterations 1 to 1
//: fill/1 array_run int #3+4 to #3+4: 0 read, 1 written, iterations 1 to 1
//: at/1 array_run int #1+0 to #1+4: 2 read, 0 written, iterations 1 to 2
//: at/1 array_run int #1+8 to #1+12: 2 read, 0 written, iterations 1 to 2
//: at/1 array_run int #1+0 to #1+4: 2 read, 0 written, iterations 1 to 2
//: at/1 array_run int #1+8 to #1+12: 2 read, 0 written, iterations 1 to 2
