/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* kmerge.c: Merging of eight runs with a heap.
 *
 * Algorithms:
 *   main#1: no data structure
 *   main#2 + main#3: any
 *   merge#1 + sift: modification of array run; class = any
 *   merge#2 + sift: modification of array run, modification of array int; class = n; coefficient = any; n = elements of run 48..1608 */
#include "textbook.h"

struct run {
    const int *at, *end;
};
static void sift(struct run *heap, int i, int n) {
    for (int c; (c = 2 * i + 1) < n; i = c) {
        if (c + 1 < n && *heap[c + 1].at < *heap[c].at) c++;
        if (*heap[i].at <= *heap[c].at) break;
        struct run t = heap[i];
        heap[i] = heap[c];
        heap[c] = t;
    }
}
static int merge(struct run *runs, int k, int *out) {
    int n = 0;
    for (int i = k / 2; i-- > 0;) sift(runs, i, k);
    while (k) {
        out[n++] = *runs[0].at++;
        if (runs[0].at == runs[0].end) runs[0] = runs[--k];
        sift(runs, 0, k);
    }
    return n;
}
int main(void) {
    for (int n = 40; n <= 1600; n += 60) {
        int k = 8, each = n / k;
        struct run *runs = malloc(k * sizeof *runs);
        int *all = malloc(n * sizeof *all), *out = malloc(n * sizeof *out);
        for (int r = 0; r < k; r++) {
            int v = 0;
            for (int i = 0; i < each; i++) all[r * each + i] = v += draw() % 10;
            runs[r] = (struct run){all + r * each, all + (r + 1) * each};
        }
        sink += merge(runs, k, out);
        free(runs);
        free(all);
        free(out);
    }
}
