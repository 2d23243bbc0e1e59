/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * indices.c: sorts positions by keys of one byte, eight of which are in a cell: large parts read
 * all cells of the keys, small ones one for each position.
 *
 *   indices N [sorted]: random keys, or ascending ones with the last key as the pivot (n^2)
 */
#include <stdio.h>
#include <stdlib.h>

static unsigned char *keys;
static int *wide, *order;
static int is_sorted;

static int key(int position) {
    return is_sorted ? wide[position] : keys[position];
}

static void swap(int *a, int *b) {
    int x = *a;
    *a = *b;
    *b = x;
}

static void sort(int low, int high) {
    if (low >= high) return;
    if (!is_sorted) swap(&order[(low + high) / 2], &order[high]);
    int pivot = key(order[high]), place = low;
    for (int i = low; i < high; i++)
        if (key(order[i]) < pivot || (key(order[i]) == pivot && i % 2))
            swap(&order[i], &order[place++]);
    swap(&order[place], &order[high]);
    sort(low, place - 1);
    sort(place + 1, high);
}

int main(int argc, char **argv) {
    int n = argc > 1 ? atoi(argv[1]) : 0;
    unsigned long x = 1;
    is_sorted = argc > 2;
    keys = malloc((size_t)n + 1);
    wide = malloc(((size_t)n + 1) * sizeof *wide);
    order = malloc(((size_t)n + 1) * sizeof *order);
    for (int i = 0; i < n; i++) {
        x = x * 6364136223846793005ul + 1442695040888963407ul;
        keys[i] = (unsigned char)(x >> 33);
        wide[i] = order[i] = i;
    }
    sort(0, n - 1);
    printf("%d\n", order[n / 2]);
}
