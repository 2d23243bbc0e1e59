/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * library.c: a library. NAME is its routine, NEXT the routine of the library that it calls.
 */
long NAME(int n);
long NEXT(int n);

long NAME(int n) {
    int a[64];
    long s = 0;
    for (int i = 0; i < 64; i++) a[i] = i * n;
    for (int i = 0; i < n; i++) s += a[i % 64];
    return n > 0 ? s + NEXT(n - 1) : s;
}
