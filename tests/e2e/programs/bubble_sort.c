/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * bubble_sort.c N SEED ORDER: the bubble sort of Goldsmith, Aiken and Wilkerson, Measuring Empirical
 * Computational Complexity, 2007, section 3, with one location per line. ORDER: random (values 0 to 32767),
 * sorted, reversed, nearly (sorted, then N / 10 swaps of neighbours). The rest of the program does about the
 * same work in every run.
 */
#include <stdint.h>
#include <stdlib.h>

/* One location: a swap without a jump of its own is one basic block. */
#define SWAP(x, y) (x ^= y, y ^= x, x ^= y)

static void bubble_sort(int n, int *arr) {
    int i = 0;
    while (i < n) {
        int j = i + 1;
        while (j < n) {                 // 4
            if (arr[j] < arr[i])        // 5
                SWAP(arr[i], arr[j]);   // 6
            j++;                        // 7
        }
        i++;
    }
}

static uint64_t state;

static uint64_t draw(void) {
    uint64_t x = state += 0x9e3779b97f4a7c15u;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

int main(int argc, char **argv) {
    if (argc < 4) return 2;
    int n = atoi(argv[1]);
    char order = argv[3][1];
    state = (uint64_t)atoi(argv[2]) * 1000003u + (uint64_t)n;
    int *arr = malloc((size_t)n * sizeof *arr);
    for (int i = 0; i < n; i++) arr[i] = order == 'a' ? (int)(draw() % 32768) : order == 'e' && argv[3][0] == 'r' ? n - i : 10 * i;
    for (int i = 0; argv[3][0] == 'n' && i < n / 10; i++) SWAP(arr[10 * i], arr[10 * i + 1]);
    bubble_sort(n, arr);
    return 0;
}
