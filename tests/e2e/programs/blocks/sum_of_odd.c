/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* sum_of_odd.c: a loop with a condition. */
static int sum(const int *a, int n) {
    int s = 0;
    for (int i = 0; i < n; i++)
        if (a[i] & 1)
            s += a[i];
    return s;
}
int main(int argc, char **argv) {
    static int a[100];
    (void)argv;
    for (int i = 0; i < 100; i++) a[i] = i * argc;
    return sum(a, 100) == 7;
}
