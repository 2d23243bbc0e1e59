/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * variable_length.c: arrays of variable length: in loops, in recursions, with two dimensions, left
 * by goto and longjmp.
 */
#include "../../support/programs/work.h"

#include <setjmp.h>

static jmp_buf before;

KEPT long table(int n, int m) {
    int a[n][m];
    long s = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) a[i][j] = i ^ j;
    for (int j = 0; j < m; j++)
        for (int i = 0; i < n; i++) s += a[i][j];
    return s;
}

KEPT long nested(int n) {
    long a[n + 1], s = 0;
    for (int i = 0; i <= n; i++) a[i] = i * n;
    if (n == 7) longjmp(before, 1);
    if (n > 0) s = nested(n - 1);
    for (int i = 0; i <= n; i++) s += a[i];
    return s;
}

KEPT long left_by_goto(int n) {
    long s = 0;
    int k = 0;
again:;
    int a[k + 1];
    for (int i = 0; i <= k; i++) a[i] = i + n;
    s += a[k / 2];
    if (++k < n) goto again;
    return s;
}

int main(void) {
    for (int i = 1; i < 40; i++) say("table", table(i, 50 - i));
    say("nested", nested(6));
    for (int i = 0; i < 10; i++)
        if (!setjmp(before)) sink += nested(8 + i);
    say("goto", left_by_goto(60));
    say("work", plenty());
    return 0;
}
