/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* long_line.c: a linear loop with sizes from 10 to 4,000. */
static int a[4000];
__attribute__((noinline)) static long total(const int *x, int n) {
    long sum = 0;
    for (int i = 0; i < n; i++) sum += x[i];
    return sum;
}
int main(void) {
    long sum = 0;
    for (int n = 10; n <= 4000; n += n / 4) sum += total(a, n);
    return sum != 0;
}
