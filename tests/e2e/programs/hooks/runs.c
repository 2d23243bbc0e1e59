// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// runs.c: accesses to one array that are reported together, as a run, and those that must be reported singly.
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
void *take(size_t);
struct text {
    char *at;
    int length;
};
static int table[8], other[8];
/* The call may free an array: accesses are reported singly. */
static void frees(int *a, int n) {
    for (int i = 0; i < n; i++) {
        a[i] = i;
        free(malloc(1));
    }
}
/* Library routines that free nothing, and routines that call only such. */
static int sum(const int *a, int n) {
    int s = 0;
    for (int i = 0; i < n; i++) s += a[i];
    return s;
}
static void keeps(int *a, int n) {
    for (int i = 0; i < n; i++) {
        a[i] += sum(other, 1) + (int)strlen("x");
    }
}
/* A pointer that is read again in every iteration, and changes in the second one. */
static int moves(struct text *t, int n) {
    int s = 0;
    for (int i = 0; i < n; i++) {
        s += t->at[i & 1];
        if (i == 1) t->at = t->at + 4;
    }
    return s;
}
/* Accesses in the first and the third iteration only. */
static int sparse(const int *a, int n) {
    int s = 0;
    for (int i = 0; i < n; i++)
        if (i % 2 == 0) s += a[i];
    return s;
}
/* A routine without loops that accesses an array often. */
static int often(int *a, int i) {
    free(NULL);
    return a[0] + a[i] + a[2] + a[3];
}
static int oftener(int *a, int i) {
    return sum(a, 0) + a[0] + a[i] + a[2] + a[3];
}
/* The program ends in a routine that another one called: earlier accesses are still reported. */
static void ends(int *a, int n) {
    for (int i = 0; i < n; i++) {
        a[i] = 1;
        if (i == 1) exit(0);
    }
}
int main(int argc, char **argv) {
    struct text t = {take(8), 8};
    frees(table, 2);
    keeps(table, 2);
    moves(&t, 4);
    sparse(table, 4);
    often(table, argc);
    oftener(table, argc);
    ends(table, 3);
    return 1;
}

//: type int, 4 bytes
//: type char, 1 bytes
//: variable table, 32 bytes of int
//: variable other, 32 bytes of int
//: advance frees/1 by frees/1
//: advance keeps/1 by keeps/1
//: advance sparse/1 by sparse/1
//: advance ends/1 by ends/1
//: advance sum/1 by sum/1
//: frees/1 array_write int table+0
//: frees/1 array_write int table+4
//: sum/1 array_run int other+0 to other+0: 1 read, 0 written, iterations 1 to 1
//: sum/1 array_run int other+0 to other+0: 1 read, 0 written, iterations 1 to 1
//: keeps/1 array_run int table+0 to table+4: 2 read, 2 written, iterations 1 to 2
//: moves/1 array_run char #1+0 to #1+1: 2 read, 0 written, iterations 1 to 2
//: moves/1 array_run char #1+4 to #1+5: 2 read, 0 written, iterations 3 to 4
//: sparse/1 array_run int table+0 to table+8: 2 read, 0 written, iterations 1 to 3
//: main array_read int table+0
//: main array_read int table+4
//: main array_read int table+8
//: main array_read int table+12
//: main array_run int table+0 to table+12: 4 read, 0 written, iterations 0 to 0
//: ends/1 array_run int table+0 to table+4: 0 read, 2 written, iterations 1 to 2
