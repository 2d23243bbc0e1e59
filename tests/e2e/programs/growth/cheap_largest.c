/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cheap_largest.c: linear up to size 300; a call of size 2,000 costs a hundredth of what the others
 * predict. */
#define TEN(x, i) (x[i] + x[i + 1] + x[i + 2] + x[i + 3] + x[i + 4] + x[i + 5] + x[i + 6] + x[i + 7] + x[i + 8] + x[i + 9])
#define FIFTY(x, i) (TEN(x, i) + TEN(x, i + 10) + TEN(x, i + 20) + TEN(x, i + 30) + TEN(x, i + 40))
static int a[2000];
__attribute__((noinline)) static long total(const int *x, int n) {
    long sum = 0;
    if (n < 1000)
        for (int i = 0; i < n; i++) sum += x[i];
    else
        for (int i = 0; i < n; i += 100) sum += FIFTY(x, i) + FIFTY(x, i + 50);
    return sum;
}
int main(void) {
    long sum = 0;
    for (int n = 10; n <= 300; n += 10) sum += total(a, n);
    return sum + total(a, 2000) != 0;
}
