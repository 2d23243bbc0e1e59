/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * mixture.c PART: sorts 300 arrays by insertion. PART per cent of them are random, the others
 * nearly sorted.
 */
#include <stdio.h>
#include <stdlib.h>

static unsigned long state = 1;
static int below(unsigned n) {
    state = state * 6364136223846793005ul + 1442695040888963407ul;
    return (int)((unsigned)(state >> 33) % n);
}

__attribute__((noinline)) void insertion(int *a, int n) {
    for (int i = 1; i < n; i++) {
        int x = a[i], k = i;
        while (k > 0 && a[k - 1] > x) a[k] = a[k - 1], k--;
        a[k] = x;
    }
}

int main(int argc, char **argv) {
    static int a[2000];
    int part = argc > 1 ? atoi(argv[1]) : 50;
    for (int turn = 0; turn < 300; turn++) {
        int n = 20 + below(1000), random = below(100) < part;
        for (int i = 0; i < n; i++) a[i] = random ? below(100000) : i + below(3);
        insertion(a, n);
    }
    printf("%d\n", a[10]);
    return 0;
}
