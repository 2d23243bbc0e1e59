/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* allocations.cc: allocates records with and without links: by malloc, calloc, new, new[] and a
 * container. */
#include <cstdlib>
#include <list>
struct node { long value; node *next; };
struct plain { long value; };
static node *made(int n) { return static_cast<node *>(malloc(n * sizeof(node))); }
int main(int n, char **) {
    node *one = new node, *some = made(3);
    node *clear = static_cast<node *>(calloc(2, sizeof *clear));
    plain *other = new plain, *more = new plain[n];
    long *number = new long, *numbers = new long[n];
    std::list<int> l(4);
    one->next = some, some->next = clear;
    return other == nullptr || more == nullptr || number == numbers;
}
