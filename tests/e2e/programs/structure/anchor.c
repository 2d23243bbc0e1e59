/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* anchor.c: builds and destroys lists whose first link is in a variable of another file. */
#include <stdlib.h>
#include "node.h"
int main(void) {
    for (int n = 10; n <= 60; n += 10) {
        for (int i = 0; i < n; i++) {
            struct node *x = malloc(sizeof *x);
            x->next = anchor.next;
            anchor.next = x;
        }
        while (anchor.next) {
            struct node *x = anchor.next;
            anchor.next = x->next;
            free(x);
        }
    }
    return 0;
}
