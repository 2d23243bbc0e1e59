/* entered_once.c: sorts n numbers by selection, which is a small part of the run, and then counts
 * the ways up n steps by a recursion that is entered once. Prints them and the recursion's
 * activations.
 *
 *   ./entered_once N */
#include <stdio.h>
#include <stdlib.h>

#ifdef COUNT
static unsigned long activations;
#define ACTIVATION activations++
#else
#define ACTIVATION
#endif

static unsigned seed = 1;

__attribute__((noinline)) static void sort(unsigned *a, int n) {
    for (int i = 0; i < n; i++) {
        int least = i;
        for (int k = i + 1; k < n; k++)
            if (a[k] < a[least]) least = k;
        unsigned x = a[i];
        a[i] = a[least];
        a[least] = x;
    }
}

static unsigned weight[64];

__attribute__((noinline)) static unsigned ways(int n) {
    ACTIVATION;
    if (n < 2) return weight[n & 63];
    return ways(n - 1) + ways(n - 2);
}

int main(int argc, char **argv) {
    int n = argc > 1 ? atoi(argv[1]) : 20, size = 30 * n;
    unsigned *a = malloc((size_t)size * sizeof *a);
    for (int i = 0; i < size; i++) a[i] = seed = seed * 1103515245 + 12345;
    sort(a, size);
    weight[0] = weight[1] = 1;
    printf("%u %u\n", a[0] & 1, ways(n));
#ifdef COUNT
    printf("%lu\n", activations);
#endif
    free(a);
}
