/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * growing.c: routines of known growth, and a quadratic part hidden under a large linear one.
 */
#include <stdio.h>
#include <stdlib.h>

static int sink;

/* Linear and expensive: sixty passes. */
static void scan(const int *a, int n) {
    for (int pass = 0; pass < 60; pass++)
        for (int i = 0; i < n; i++) sink += a[i] & pass;
}

/* Quadratic and cheap: searches the list for every eighth element. */
static void add_item(const int *a, int n) {
    for (int i = 0; i < n; i += 8)
        for (int k = 0; k < i; k++) sink += a[k] == a[i];
}

static void parse(const int *a, int n) {
    scan(a, n);
    add_item(a, n);
}

/* The cause of means' n^2: its loop calls this linear routine n times. */
static long total(const int *a, int n) {
    long sum = 0;
    for (int i = 0; i < n; i++) sum += a[i];
    return sum;
}

static void means(const int *a, int n) {
    for (int i = 0; i < n; i++) sink += (int)(total(a, n) / n);
}

static int fib(int n) {
    return n < 2 ? n : fib(n - 1) + fib(n - 2);
}

static double factorial(int n) {
    return n < 2 ? 1 : n * factorial(n - 1);
}

static int never(int n) {
    for (int i = 0; i < n; i++) sink += i;
    return sink;
}

int main(int argc, char **argv) {
    (void)argv;
    for (int n = 16; n <= 1200; n += n / 3) {
        int *a = malloc((size_t)n * sizeof *a);
        for (int i = 0; i < n; i++) a[i] = (i * 7919) % 1013;
        parse(a, n);
        if (n < 300) means(a, n);
        free(a);
    }
    for (int n = 2; n <= 18; n++) sink += fib(n) + (factorial(n) > 1);
    if (argc > 5) sink += never(argc);
    return sink == 12345;
}
