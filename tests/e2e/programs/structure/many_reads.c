/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* many_reads.c: builds lists at their front, the last one of 700,000 nodes, and reads a ring of two
 * elements 9.5 times per node: one invocation with more reads of its own than it records. */
#include <stdlib.h>
enum { MOST = 700000 };
struct node { struct node *next; long value; } pool[MOST];
struct ring { struct ring *next; } ring[2];
static struct node *build(int n, long *sum) {
    struct node *head = NULL;
    const struct ring *r = ring;
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < 2 + (i & 1); k++) r = r->next;
        r = r->next->next->next->next->next->next->next;
        *sum += r == ring;
        pool[i].next = head, pool[i].value = *sum;
        head = &pool[i];
    }
    return head;
}
int main(void) {
    long sum = 0;
    ring[0].next = &ring[1], ring[1].next = &ring[0];
    for (int k = 1; k <= 11; k++) sum += build(k < 11 ? 100 * k : MOST, &sum) != NULL;
    return sum == 0;
}
