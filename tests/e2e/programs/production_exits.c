/* production_exits.c: loops with several exits, each of which delivers a value of its own. */
#include <stdio.h>
#include <stdlib.h>

enum { LENGTH = 96, LOOPS = 6 };

#include "counted_iterations.h"

/* Compares two rotations of a text, as in sorting of rotations. */
__attribute__((noinline)) static int greater(const unsigned char *a, const unsigned short *rank,
                                             unsigned i, unsigned k, unsigned n) {
    int left = (int)n;
    LOOP(0);
    do { /* greater */
        ITERATION(0);
        unsigned char c = a[i], d = a[k];
        if (c != d) return c > d;
        unsigned short r = rank[i], s = rank[k];
        if (r != s) return r > s;
        i++, k++;
        c = a[i], d = a[k];
        if (c != d) return c > d;
        r = rank[i], s = rank[k];
        if (r != s) return r > s;
        i++, k++;
        if (i >= n) i -= n;
        if (k >= n) k -= n;
        left -= 2;
    } while (left >= 0);
    return 0;
}

/* The inner loop leaves both loops, or only itself; each exit delivers another number. */
__attribute__((noinline)) static long search(const unsigned char *a, unsigned n, unsigned sum) {
    LOOP(1);
    for (unsigned i = 0; i < n; i++) { /* search outer */
        ITERATION(1);
        unsigned x = a[i];
        if (x * 3 == sum) return (long)x * 7 - i;
        LOOP(2);
        for (unsigned k = i + 1; k < n; k++) { /* search inner */
            ITERATION(2);
            unsigned y = a[k];
            if (x + y == sum) return (long)i * 1000 + k;
            if (x * y == sum) return (long)k * 1000 - i;
            if (y == x) break;
        }
        if (x > sum) return ~(long)x;
    }
    return -1;
}

/* The outer loop continues with what the inner loop was left with. */
__attribute__((noinline)) static double lengths(const unsigned char *a, unsigned n) {
    double all = 0;
    LOOP(3);
    for (unsigned at = 0; at < n;) { /* lengths outer */
        ITERATION(3);
        long by;
        unsigned x = a[at], y = 0, steps = 0;
        LOOP(4);
        for (;;) { /* lengths inner */
            y = a[(at + steps) % n];
            if (y > x + 40) {
                by = (long)y - x;
                break;
            }
            ITERATION(4); /* a test before it may leave the loop */
            if (y + 40 < x) {
                by = (long)(x ^ y) * 3;
                break;
            }
            if (++steps > 40) {
                by = (long)(x + y) >> 1;
                break;
            }
        }
        all += (double)by / (1 + (double)steps);
        at += 1 + steps / 4;
    }
    return all;
}

/* Too long to be copied in front of its loop; the first test passes. */
static inline int goes_on(unsigned s, unsigned at, unsigned x, unsigned open) {
    unsigned mixed = (((s * 7) ^ (at * 13)) + (s >> 3) * 5 - (at << 2)) ^ (s >> 7);
    return ((mixed * 31 + (s & at) * 3 + x * (s >> 5)) | open) > 400000000u;
}

__attribute__((noinline)) static unsigned mixed(const unsigned char *a, const unsigned *open,
                                                unsigned n, unsigned key) {
    unsigned at = 0, s = key * 40503u + 1;
    LOOP(5);
    while (goes_on(s, at, a[at], open[at])) { /* long test */
        ITERATION(5);
        if (a[at] == key % 200) return s * 3 + at;
        s = s * 5 + a[at];
        if (++at == n) return s ^ key;
    }
    return s + at * 7;
}

int main(int argc, char **argv) {
    unsigned rounds = argc > 1 ? (unsigned)atoi(argv[1]) : 1, seed = 1;
    unsigned char a[LENGTH + 2];
    unsigned short rank[LENGTH + 2];
    unsigned open[LENGTH] = {~0u};
    long s = 0;
    double all = 0;
    for (unsigned r = 0; r < rounds; r++) {
        unsigned few = r % 5 ? 3 : 200;
        for (unsigned i = 0; i < LENGTH + 2; i++) {
            seed = seed * 1103515245 + 12345;
            a[i] = (unsigned char)((seed >> 16) % few);
            rank[i] = (unsigned short)((seed >> 20) % 2);
        }
        for (unsigned k = 0; k < 20; k++)
            s = s * 3 + greater(a, rank, k, (k * 7 + r) % LENGTH, LENGTH);
        s = s * 5 + search(a, LENGTH, 2 + r % 300);
        all += lengths(a, LENGTH);
        for (unsigned k = 0; k < 5; k++) s = s * 3 + mixed(a, open, LENGTH, r * 5 + k);
    }
    printf("%ld %.6f\n", s, all);
    print_counts();
    return 0;
}
