/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* long_list.c: builds and walks a list of 1,500,000 nodes. */
#include <stdio.h>
#include <stdlib.h>
struct node { struct node *next; };
int main(void) {
    struct node *list = NULL;
    long n = 0;
    for (int i = 0; i < 1500000; i++) {
        struct node *node = malloc(sizeof *node);
        node->next = list;
        list = node;
    }
    for (struct node *i = list; i; i = i->next) n++;
    printf("%ld\n", n);
    return 0;
}
