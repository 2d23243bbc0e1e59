// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// endings.c: loops that continue because of what inner loops change ("end"), and loops that end for other reasons.
#include <stdlib.h>
static int bubble(int *a, int n) {
    int passes = 0, swapped;
    do {
        swapped = 0;
        for (int j = 1; j < n; j++)
            if (a[j - 1] > a[j]) a[j] = a[j - 1], swapped = 1;
        passes++;
    } while (swapped);
    return passes;
}
static int pass(int *a, int n) {
    int any = 0;
    for (int j = 1; j < n; j++)
        if (a[j - 1] > a[j]) a[j] = a[j - 1], any = 1;
    return any;
}
static void by_routine(int *a, int n) {
    while (pass(a, n)) continue;
}
static int all_zero(const int *a, int n) {
    for (int j = 0; j < n; j++)
        if (a[j]) return 0;
    return 1;
}
static void while_checked(int *a, int n) {
    do pass(a, n);
    while (!all_zero(a, n));
}
static void own_arrays(int n) {
    int again;
    do {
        int *a = calloc((size_t)n, sizeof *a);
        again = pass(a, n);
        free(a);
    } while (again);
}
static void or_else(int *a, int n) {
    for (int k = 0; k < 2; k++)
        if (pass(a, n)) abort();
}
static void passes(int *a, int n) {
    for (int k = 0; k < 2; k++)
        for (int j = 1; j < n; j++) a[j] = k;
}
int main(void) {
    static int a[3];
    passes(a, 3), bubble(a, 1), by_routine(a, 1), while_checked(a, 0), own_arrays(1), or_else(a, 1);
    return 0;
}

//: type int, 4 bytes
//: variable a, 12 bytes of int
//: advance passes/2 by passes/2
//: advance bubble/2 by bubble/2
//: advance pass/1 by pass/1
//: advance all_zero/1 by all_zero/1
//: end bubble/1 by bubble/2
//: end by_routine/1 by pass/1
//: passes/2 array_run int a+4 to a+8: 0 read, 2 written, iterations 1 to 2
//: passes/2 array_run int a+4 to a+8: 0 read, 2 written, iterations 1 to 2
