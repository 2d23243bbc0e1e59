/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* inside.c: routines that are called inside another one and outside. */
long data[64];
long sum(int n) { long s = 0; for (int i = 0; i < n; i++) s += data[i]; return s; }
long one(int n) { return sum(n); }
long two(int n) { return one(n) + sum(n); }
int main(void) {
    long s = 0;
    for (int n = 0; n < 20; n++) s += two(n) + one(n) + sum(n);
    return s != 0;
}
