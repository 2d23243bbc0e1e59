/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* three_levels.c: main calls f for each of 30 sizes n, and f calls g n times; g's loop is linear in
 * n. */
#include <stdlib.h>
static int g(const int *a, int n) {
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += a[i];
    return sum;
}
int f(const int *a, int n) {
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += g(a, n);
    return sum;
}
int main(void) {
    int *a = calloc(4000, sizeof *a), sum = 0;
    for (int n = 10; n <= 300; n += 10)
        sum += f(a, n);
    free(a);
    return sum;
}
