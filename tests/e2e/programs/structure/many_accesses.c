/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* many_accesses.c: walks a list 100 times for each length up to 100, and a list of 1,000 nodes
 * 20,000 times, which is more than an invocation records. */
#include <stdlib.h>
struct node { struct node *next; long value; };
static long walk(const struct node *n) {
    long sum = 0;
    for (; n; n = n->next) sum += n->value;
    return sum;
}
static long work(int length, int times) {
    struct node *head = NULL;
    long sum = 0;
    while (length-- > 0) {
        struct node *n = malloc(sizeof *n);
        n->next = head, n->value = length;
        head = n;
    }
    for (int i = 0; i < times; i++) sum += (head->next != NULL) + walk(head);
    return sum;
}
int main(void) {
    long sum = 0;
    for (int k = 1; k <= 11; k++) sum += k < 11 ? work(10 * k, 100) : work(1000, 20000);
    return sum == 0;
}
