/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * builds.c: what different builds treat differently: floating point, strings, switches, calls by
 * address, locals, bit-fields, varargs, static and inline routines, and unused code.
 */
#include "../../support/programs/work.h"

#include <math.h>
#include <stdarg.h>

struct fields {
    unsigned a : 3, b : 7;
    int c : 12;
    double d;
};

static double table[64];

KEPT double numbers(int n) {
    double s = 0;
    int i;
    for (i = 0; i < 64; i++) table[i] = i * 0.5;
    for (i = 0; i < n; i++) s += table[i % 64] * 2;
    return s;
}

KEPT int words(const char *text) {
    char copy[200], *w;
    int n = 0;
    strncpy(copy, text, sizeof copy - 1);
    copy[sizeof copy - 1] = 0;
    for (w = strtok(copy, " "); w; w = strtok(NULL, " ")) n += (int)strlen(w);
    return n;
}

KEPT int choose(int n) {
    switch (n % 7) {
    case 0:
        return 3;
    case 1:
        return (int)fibonacci(n % 8);
    case 2:
        return (int)work(n % 20);
    case 5:
        return n * 2;
    default:
        return -1;
    }
}

KEPT long add_all(int n, ...) {
    va_list list_of;
    long s = 0;
    int i;
    va_start(list_of, n);
    for (i = 0; i < n; i++) s += va_arg(list_of, int);
    va_end(list_of);
    return s;
}

KEPT long with_fields(int n) {
    struct fields f[10];
    long s = 0;
    int i;
    memset(f, 0, sizeof f);
    for (i = 0; i < n; i++) {
        f[i % 10].a += 1;
        f[i % 10].b += (unsigned)i;
        f[i % 10].c -= 3;
        f[i % 10].d += i;
    }
    for (i = 0; i < 10; i++) s += (long)f[i].a + (long)f[i].b + f[i].c + (long)f[i].d;
    return s;
}

int never_called(int n);
int never_called(int n) {
    int i, s = 0;
    for (i = 0; i < n; i++) s += i;
    return s;
}

static long by_address(long (*routine)(int), int n) {
    return routine(n);
}

static void child(void) {
    pid_t p = fork();
    if (p == 0) {
        sink += plenty();
        exit(4);
    }
    say_end("child", wait_for(p));
}

int main(void) {
    int i;
    for (i = 0; i < 30; i++) {
        printf("%.1f %d\n", numbers(i * 5), choose(i));
        printf("%ld %ld\n", with_fields(i), by_address(i % 2 ? work : fibonacci, i % 15));
    }
    printf("%d %ld\n", words("a few words that are counted by their letters"),
           add_all(4, 1, 2, 3, 4));
    say("work", plenty());
    child();
    grow();
    child();
    return 6;
}
