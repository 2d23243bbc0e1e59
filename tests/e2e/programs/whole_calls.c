/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * whole_calls.c: routines whose cost depends on two sizes, or on the caller. Each is called about
 * sixty times.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROUTINE __attribute__((noinline))
enum { MOST = 20000 };

static unsigned long state = 7;
static unsigned below(unsigned n) {
    state = state * 6364136223846793005ul + 1442695040888963407ul;
    return (unsigned)(state >> 33) % n;
}

/* Evenly over the powers of two from `least` to `most`. */
static int size(int least, int most) {
    int powers = 1;
    while (least << powers < most) powers++;
    int x = least << below((unsigned)powers);
    x += (int)below((unsigned)x);
    return x > most ? most : x;
}

/* n * m */
ROUTINE int occurrences(const char *text, int n, const char *pattern, int m) {
    int found = 0;
    for (int i = 0; i < n; i++) {
        int k = 0;
        while (k < m && text[i + k] == pattern[k]) k++;
        found += k == m;
    }
    return found;
}

ROUTINE void convolve(const int *a, int n, const int *b, int m, long *out) {
    for (int i = 0; i < n; i++)
        for (int k = 0; k < m; k++) out[i + k] += (long)a[i] * b[k];
}

ROUTINE int edit_distance(const char *a, int n, const char *b, int m, int *row) {
    for (int k = 0; k <= m; k++) row[k] = k;
    for (int i = 0; i < n; i++) {
        int corner = row[0]++;
        for (int k = 0; k < m; k++) {
            int up = row[k + 1], least = corner + (a[i] != b[k]);
            if (row[k] + 1 < least) least = row[k] + 1;
            if (up + 1 < least) least = up + 1;
            row[k + 1] = least;
            corner = up;
        }
    }
    return row[m];
}

ROUTINE int knapsack(const int *weight, int items, int *best, int room) {
    for (int i = 0; i < items; i++)
        for (int k = room; k >= weight[i]; k--)
            if (best[k - weight[i]] + 1 > best[k]) best[k] = best[k - weight[i]] + 1;
    return best[room];
}

ROUTINE void relax(const int *edges, int vertices, int m, int *distance) {
    for (int round = 1; round < vertices; round++)
        for (int e = 0; e < m; e++)
            if (distance[edges[3 * e]] + edges[3 * e + 2] < distance[edges[3 * e + 1]])
                distance[edges[3 * e + 1]] = distance[edges[3 * e]] + edges[3 * e + 2];
}

/* n * n * m */
ROUTINE void multiply(const int *a, const int *b, long *c, int n, int m) {
    for (int i = 0; i < n; i++)
        for (int k = 0; k < m; k++) {
            long sum = 0;
            for (int j = 0; j < n; j++) sum += (long)a[i * n + j] * b[j * m + k];
            c[i * m + k] = sum;
        }
}

/* n * m * m */
ROUTINE void blur(const int *in, int n, int m, long *out) {
    for (int i = 0; i < n; i++)
        for (int y = 0; y < m; y++)
            for (int x = 0; x < m; x++) out[i] += in[(i + y + x) % MOST];
}

/* m log n */
ROUTINE long look_up(const int *sorted, int n, const int *keys, int m) {
    long sum = 0;
    for (int i = 0; i < m; i++) {
        int low = 0, high = n;
        while (low < high) {
            int middle = (low + high) / 2;
            if (sorted[middle] < keys[i])
                low = middle + 1;
            else
                high = middle;
        }
        sum += low;
    }
    return sum;
}

/* n + m, both in registers */
ROUTINE unsigned draw(int n, int m) {
    unsigned sum = 1;
    for (int i = 0; i < n; i++) sum = sum * 3 + (unsigned)i;
    for (int k = 0; k < m; k++) sum = sum * 5 + (unsigned)k;
    return sum;
}

/* n * m in a loop of which only one size is an argument: the other is what it reads */
ROUTINE long rounds(const int *cells, int times) {
    long sum = 0;
    for (int r = 0; r < times; r++)
        for (int i = 0; cells[i] >= 0; i++) sum += cells[i];
    return sum;
}

/* One size explains it: n. The other arguments do not matter. */
ROUTINE long total(const int *a, int n, int weight, int unit) {
    long sum = 0;
    for (int i = 0; i < n; i++) sum += (long)a[i] * weight / unit;
    return sum;
}

/* n * n in calls from `fill`, n in calls from `tidy`. */
ROUTINE void insertion(int *a, int n) {
    for (int i = 1; i < n; i++) {
        int x = a[i], k = i;
        while (k > 0 && a[k - 1] > x) a[k] = a[k - 1], k--;
        a[k] = x;
    }
}
ROUTINE void fill(int *a, int n) {
    for (int i = 0; i < n; i++) a[i] = n - i;
    insertion(a, n);
}
ROUTINE void tidy(int *a, int n) {
    for (int i = 0; i < 20; i++) insertion(a, n);
}

int main(void) {
    static int a[MOST], b[MOST], row[MOST], edges[3 * MOST];
    static long out[MOST];
    static char text[MOST], pattern[MOST];
    long sum = 0;
    memset(text, 'a', MOST - 1);
    memset(pattern, 'a', MOST - 1);
    for (int turn = 0; turn < 60; turn++) {
        for (int i = 0; i < MOST; i++) a[i] = 3 * i, b[i] = (int)below(MOST), row[i] = 0;
        sum += occurrences(text, size(20, 600), pattern, size(4, 200));
        convolve(a, size(10, 300), b, size(10, 300), out);
        sum += edit_distance(text, size(10, 300), pattern, size(10, 300), row);
        for (int i = 0; i < MOST; i++) b[i] = 1 + (int)below(5), row[i] = 0;
        sum += knapsack(b, size(5, 100), row, size(60, 1000));
        int vertices = size(5, 100), m = size(20, 400);
        for (int e = 0; e < 3 * m; e++) edges[e] = (int)below((unsigned)vertices);
        relax(edges, vertices, m, row);
        multiply(a, b, out, size(5, 40), size(5, 60));
        blur(a, size(20, 300), size(2, 16), out);
        for (int i = 0; i < 10; i++) sum += look_up(a, size(5, 15000), b, size(20, 900));
        for (int i = 0; i < 20; i++) sum += draw(size(50, 3000), size(50, 3000));
        int cells = size(10, 300);
        b[cells] = -1;
        sum += rounds(b, size(4, 100));
        for (int i = 0; i < 10; i++) sum += total(a, size(50, 9000), size(1, 100), size(1, 1000));
        int n = size(20, 600);
        fill(row, n);
        tidy(row, n);
    }
    printf("%ld\n", sum);
    return 0;
}
