/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * work.h: work for instrumented programs: arrays, nested loops, recursion, a list.
 */
#ifndef PROGRAMS_WORK_H
#define PROGRAMS_WORK_H

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define KEPT __attribute__((noinline, unused)) static

static volatile long sink;

struct node {
    struct node *next;
    int value;
};

KEPT long sum(const int *a, int n) {
    long s = 0;
    int i, j;
    for (i = 0; i < n; i++)
        for (j = 0; j <= i % 3; j++) s += a[i] ^ j;
    return s;
}

KEPT long fibonacci(int n) {
    return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

KEPT long list(int n) {
    struct node *head = NULL, *x;
    long s = 0;
    int i;
    for (i = 0; i < n; i++) {
        if (!(x = (struct node *)malloc(sizeof *x))) break;
        x->next = head;
        x->value = i;
        head = x;
    }
    for (x = head; x; x = x->next) s += x->value;
    while (head) {
        x = head->next;
        free(head);
        head = x;
    }
    return s;
}

KEPT long work(int n) {
    int *a = (int *)calloc((size_t)n + 1, sizeof *a), i;
    char text[64];
    long s;
    if (!a) return -1;
    for (i = 0; i < n; i++) a[i] = i * 7;
    snprintf(text, sizeof text, "%d", n);
    s = sum(a, n) + fibonacci(n % 9) + list(n % 40) + (long)strlen(text);
    free(a);
    return s;
}

KEPT long plenty(void) {
    long s = 0;
    int i;
    for (i = 0; i < 60; i++) s += work(i);
    return s;
}

/* Like plenty(), but calls no function of the C library. */
KEPT long alone(int n) {
    int room[64], i, k;
    long s = 0;
    for (i = 0; i < 64; i++) room[i] = i * n;
    for (k = 0; k < n; k++) s += sum(room, k % 64) + fibonacci(k % 9);
    return s;
}

/* Has so many different sizes that the raw file grows to a megabyte. */
KEPT void grow(void) {
    static int room[5000];
    int i;
    for (i = 0; i < 5000; i++) sink += sum(room, i);
}

KEPT int wait_for(pid_t p) {
    int status = -1;
    if (p > 0)
        while (waitpid(p, &status, 0) < 0 && errno == EINTR) continue;
    return status;
}

KEPT void say_end(const char *what, int status) {
    if (WIFSIGNALED(status))
        printf("%s: signal %d\n", what, WTERMSIG(status));
    else
        printf("%s: exit %d\n", what, WEXITSTATUS(status));
    fflush(stdout);
}

KEPT void say(const char *what, long number) {
    printf("%s: %ld\n", what, number);
    fflush(stdout);
}

KEPT int is(const char *a, const char *b) {
    return !strcmp(a, b);
}

#endif
