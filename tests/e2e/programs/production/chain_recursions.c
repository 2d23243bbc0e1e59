/* Recursions without loops over a list of argv[1] nodes that grows by one node a step: one that
 * LLVM keeps, a tail recursion, one of two routines, and one that is inlined into its caller.
 * Prints a sum; -DCOUNT: how often each routine was active instead. */
#include <stdio.h>
#include <stdlib.h>

#ifdef COUNT
#define ACTIVE(n) active[n]++
static unsigned long active[5];
#else
#define ACTIVE(n)
#endif

struct node {
    struct node *next;
    int key;
};

static int length(const struct node *n) {
    ACTIVE(0);
    return n ? (n->key & 1) + length(n->next) / 2 * 2 : 0;
}

static int member(const struct node *n, int key) {
    ACTIVE(1);
    if (!n) return 0;
    return n->key == key || member(n->next, key);
}

static int odd(unsigned n);
static int even(unsigned n) {
    ACTIVE(2);
    return n == 0 || odd(n - 1);
}

static int odd(unsigned n) {
    ACTIVE(3);
    return n != 0 && even(n - 1);
}

static int fib(int n) {
    ACTIVE(4);
    return n < 2 ? n : fib(n - 1) + fib(n - 2);
}

int main(int argc, char **argv) {
    struct node *list = NULL;
    long sum = fib(18);
    for (int i = 0; i < atoi(argv[1]); i++) {
        struct node *n = malloc(sizeof *n);
        n->next = list;
        n->key = i;
        list = n;
        sum += length(list) + member(list, -1) + even((unsigned)i);
    }
#ifdef COUNT
    printf("length %lu\nmember %lu\neven %lu\nodd %lu\nfib %lu\n", active[0], active[1], active[2],
           active[3], active[4]);
#else
    printf("%ld\n", sum);
#endif
    return 0;
}
