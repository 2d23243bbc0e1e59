/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* alloca_array.c: fills and sums an array in memory from alloca, which is a void *. */
#include <alloca.h>
#include <stdio.h>
__attribute__((noinline)) static int sum(int n) {
    void *volatile memory = alloca((size_t)n * sizeof(int) + 1);
    int *v = memory, s = 0;
    for (int i = 0; i < n; i++) v[i] = i;
    for (int i = 0; i < n; i++) s += v[i];
    return s;
}
int main(void) {
    int s = 0;
    for (int n = 0; n < 40; n++) s += sum(n);
    printf("%d\n", s);
    return 0;
}
