/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* hard_calls.c: of 100 calls at size n, n / 2 take 200 n steps and the others n: the mean grows
 * with n^2, the worst case with n. */
static volatile long a[200];
__attribute__((noinline)) void work(int n, int hard) {
    for (int i = 0; i < n; i++)
        for (int k = 0; k < (hard ? 200 : 1); k++) a[i]++;
}
int main(void) {
    for (int n = 5; n <= 180; n += 5)
        for (int k = 0; k < 100; k++) work(n, k < n / 2);
    return 0;
}
