/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * plain.c: an ordinary program; the cases link it in different ways.
 */
#include "../../support/programs/life.h"

static int (*volatile compare_them)(const void *, const void *);

KEPT int compare(const void *a, const void *b) {
    return *(const int *)a - *(const int *)b;
}

int main(void) {
    int a[300];
    long s = 0;
    for (int i = 0; i < 300; i++) a[i] = i * 7919 % 301;
    compare_them = compare;
    qsort(a, 300, sizeof *a, compare_them);
    for (int i = 0; i < 300; i++) s += a[i] * i;
    say("sorted", s);
    grow();
    live();
    return 5;
}
