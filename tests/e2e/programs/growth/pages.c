/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * pages.c: pages of 10 to 196 items. Each item calls mix, whose cost is constant, once for each item
 * of its page, and is drawn 300 times. At ten times the sizes mix and what calls it have 98 % of the
 * cost, and draw has 1.6 %.
 */
#include <stdio.h>

__attribute__((noinline)) static unsigned mix(unsigned x) {
    for (int k = 0; k < 12; k++) x = x * 31 + (x >> 7);
    return x;
}

__attribute__((noinline)) static long overlap(const unsigned *a, int n) {
    long sum = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) sum += mix(a[i] ^ a[j]) & 1;
    return sum;
}

__attribute__((noinline)) static long draw(const unsigned *a, int n) {
    long sum = 0;
    for (int times = 0; times < 300; times++)
        for (int i = 0; i < n; i++) sum += a[i] & (unsigned)times;
    return sum;
}

int main(void) {
    static unsigned a[500];
    long sum = 0;
    for (int i = 0; i < 500; i++) a[i] = (unsigned)i * 2654435761u;
    for (int n = 10; n <= 200; n += 6) sum += overlap(a, n) + draw(a, n);
    printf("%ld\n", sum);
}
