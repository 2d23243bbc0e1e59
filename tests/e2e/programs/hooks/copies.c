// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// copies.c: copies from array to array, of records, by memory intrinsics; and memory that is cleared.
#include <stddef.h>
#include <string.h>
void *take(size_t);
typedef struct {
    long key;
    double weight;
    int more[4];
} item;
struct node {
    int value;
    struct node *next;
};
static int *grow(int *old, int n) {
    int *a = take((n + 1) * sizeof *a);
    for (int i = 0; i < n; i++) a[i] = old[i];
    return a;
}
static void swap(item *a, int i, int j) {
    item t = a[i];
    a[i] = a[j];
    a[j] = t;
}
int main(int argc, char **argv) {
    grow(take(2 * sizeof(int)), 2);
    swap(take(3 * sizeof(item)), argc, argc + 1);
    struct node *n = take(sizeof *n), *m = take(sizeof *m);
    *m = *n;
    memset(n, 0, sizeof *n);
    long *words = take(4 * sizeof *words);
    memset(words, 0, 4 * sizeof *words);
    struct node **p = take(3 * sizeof *p);
    p[argc] = p[argc + 1];
    memcpy(p, p + 1, 2 * sizeof *p);
    return 0;
}

//: type node, 16 bytes linked, 1 slots from 8 0:node
//: type node *, 8 bytes pointer -> node
//: type int, 4 bytes
//: type item, 32 bytes
//: advance grow/1 by grow/1
//: grow/1 array_copy int #2+0 from #1+0
//: grow/1 array_copy int #2+4 from #1+4
//: grow/1 array_run int #1+0 to #1+4: 2 read, 0 written, iterations 1 to 2
//: grow/1 array_run int #2+0 to #2+4: 0 read, 2 written, iterations 1 to 2
//: main array_read item #3+32
//: main array_read item #3+64
//: main array_write item #3+32
//: main array_write item #3+64
//: main range_copy #5+0 from #4+0 16 bytes
//: main range_set #4+0 16 bytes
//: main array_read node * #7+16
//: main array_link node * #7+8 = null
//: main range_copy #7+0 from #7+8 16 bytes
