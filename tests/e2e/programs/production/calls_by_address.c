/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* calls_by_address.c: loops that call by address: a routine of the library, a routine that the
 * library calls back, one with many arguments in all kinds of registers, and one through a tail
 * call. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
struct item { long key, pad[7]; };
typedef double four __attribute__((vector_size(32)));
typedef long many(const long *a, double b, const long *c, float d, int e, int f, int g, int h, const long *i, four j);
static int compare(const void *a, const void *b) {
    const struct item *const *p = a, *const *q = b;
    return ((*p)->key > (*q)->key) - ((*p)->key < (*q)->key);
}
static long sum(const long *a, double b, const long *c, float d, int e, int f, int g, int h, const long *i, four j) {
    return *a + (long)b + *c + (long)d + e + f + g + h + *i + (long)(j[0] + j[1] + j[2] + j[3]);
}
static long step(const long *p) { return *p; }
static long jump(const long *p);
size_t (*volatile length)(const char *) = strlen;
int (*volatile by)(const void *, const void *) = compare;
many *volatile all = sum;
long (*volatile next)(const long *) = step;
static long jump(const long *p) { __attribute__((musttail)) return next(p); }
long (*volatile jumping)(const long *) = jump;
static volatile int twice = 2;
static char text[8 * 64 + 1];
static long cells[300];

__attribute__((noinline)) long lengths(int n) {
    long s = 0;
    for (int i = 0; i < n; i++) s += (long)length(text + 8 * (64 - n + i));
    return s;
}
__attribute__((noinline)) long sorts(struct item **v, int n) {
    long s = 0;
    for (int i = 0; i < twice; i++) {
        qsort(v, (size_t)n, sizeof *v, by);
        s = s * 31 + v[n / 2]->key;
    }
    return s;
}
__attribute__((noinline)) long many_arguments(int n) {
    long s = 0;
    for (int i = 0; i < n; i++) s += all(&cells[i], 1.5 * i, &cells[i + 100], 2.5f, i, 2, 3, 4, &cells[i + 200], (four){i, 2.0 * i, 7.0, 3.0 * i});
    return s;
}
__attribute__((noinline)) long jumps(int n) {
    long s = 0;
    for (int i = 0; i < n; i++) s += jumping(&cells[i]);
    return s;
}
int main(void) {
    static struct item items[64];
    struct item *v[64];
    long s = 0;
    memset(text, 'x', sizeof text - 1);
    for (int i = 0; i < 300; i++) cells[i] = i * 7;
    for (int n = 2; n <= 62; n += 4) {
        for (int i = 0; i < n; i++) items[i].key = i * 37 % 61, v[i] = &items[i];
        s += lengths(n) + sorts(v, n) + many_arguments(n) + jumps(n);
    }
    printf("%ld\n", s);
    return 0;
}
