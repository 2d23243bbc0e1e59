/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * noisy.c: the first loop does not follow n, the second one is quadratic in it.
 */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    unsigned n = argc > 2 ? (unsigned)atoi(argv[1]) : 1;
    unsigned mixed = (argc > 2 ? (unsigned)atoi(argv[2]) : 1) * 2654435761u + n * 40503u;
    unsigned long sum = 0;
    for (unsigned i = 0; i < (mixed >> 7) % 5000; i++) sum += i;
    for (unsigned i = 0; i < n * n; i++) sum ^= i * 3;
    printf("%lu\n", sum);
    return 0;
}
