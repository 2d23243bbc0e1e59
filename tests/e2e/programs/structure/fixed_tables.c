/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* fixed_tables.c: Corners of fixed tables with several dimensions: a global variable, a static one, a
 * local one, one in a record, and the columns of one. What lies between the corners is used.
 *
 * Algorithms:
 *   main: others
 *   fill#1 + fill#2: modification of array int; steps = n + isqrt(n); class = n; coefficient = 1; n = used 4..4096
 *   common#1 + common#2: modification of array short, others; steps = n; n = used of short 2..1056
 *   local#1 + local#2: modification of array double; class = n; coefficient = any; n = used 1..1024
 *   board#1 + board#2: modification of array long; class = n; coefficient = any; n = used 1..1024
 *   column: traversal of array int; steps = n; n = used 2..64 */
#include <string.h>

static volatile double sink;
static int fixed[64][64];

static void fill(int n) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) fixed[i][j] = i + j;
}

static int column(int n) {
    int sum = 0;
    for (int i = 0; i < n; i++) sum += fixed[i][1];
    return sum;
}

/* The longest common subsequence. */
static int common(const char *a, const char *b, int n) {
    static short length[72][70];
    for (int i = 1; i <= n; i++)
        for (int j = 1; j <= n; j++) {
            short up = length[i - 1][j], left = length[i][j - 1];
            short most = up > left ? up : left;
            length[i][j] = a[i - 1] == b[j - 1] ? (short)(length[i - 1][j - 1] + 1) : most;
        }
    return length[1][1];
}

static double local(int n) {
    double m[40][40];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) m[i][j] = i * j;
    return m[n / 2][n / 3];
}

static struct { int side; long cell[50][60]; } state;

static void board(int n) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) state.cell[i][j] = i ^ j;
}

int main(void) {
    char a[72], b[72];
    memset(a, 'x', sizeof a);
    memset(b, 'y', sizeof b);
    for (int n = 2; n <= 64; n += 2) {
        fill(n);
        sink = column(n);
        sink = common(a, b, n / 2);
        sink = local(n / 2 + n % 2);
        board(n / 2);
    }
    return 0;
}
