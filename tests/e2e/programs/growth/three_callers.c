/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * three_callers.c: memcpy copies a growing array in two loops. A third one copies a record of the
 * input each time, and has the greatest part of what memcpy costs.
 */
#include <stdio.h>
#include <string.h>

enum { N = 400, LITTLE = 64 };

static long input[5 * N * LITTLE], data[N], copy[N], sum;

static void snapshots(void) {
    for (long i = 0; i < N; i++) {
        data[i] = i;
        memcpy(copy, data, (size_t)(i + 1) * sizeof *data);
        sum += copy[i];
    }
}

static void smaller_snapshots(void) {
    for (long i = 0; i < N; i++) {
        data[i] = i;
        memcpy(copy, data, (size_t)(3 * i / 4 + 1) * sizeof *data);
        sum += copy[i / 2];
    }
}

static void records(void) {
    for (long i = 0; i < 5 * N; i++) {
        memcpy(copy, input + i * LITTLE, (size_t)(LITTLE - i % 2) * sizeof *input);
        sum += copy[i % LITTLE];
    }
}

int main(void) {
    records();
    snapshots();
    smaller_snapshots();
    printf("%ld\n", sum);
}
