/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* byte_tables.c: grids of characters by rows, and arrays of words. The bytes of a grid that is searched are
 * elements; words that only strcmp() looks at are texts. Arguments: a seed, the number of rounds. With
 * 3,000, most of what the rounds access is not recorded. What `ordo tree` measures of the others must not
 * depend on that. */
#include <stdlib.h>
#include <string.h>

static volatile int sink;
static unsigned long state;
static unsigned draw(unsigned below) {
    state = state * 6364136223846793005ul + 1442695040888963407ul;
    return (unsigned)(state >> 33) % below;
}

static char **make(int n) {
    char **grid = malloc((size_t)n * sizeof *grid);
    for (int i = 0; i < n; i++) grid[i] = malloc((size_t)n);
    return grid;
}

static void fill(char **grid, int n) {
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++) grid[i][k] = (char)(k + 1 < n ? 'a' + draw(3) : 0);
}

static int count_in(char **grid, int n, int row) {
    int count = 0;
    for (int k = 0; k < n; k++) count += grid[row][k] == 'b';
    return count;
}

static void sort(char **words, int n) {
    for (int i = 1; i < n; i++)
        for (int k = i; k > 0 && strcmp(words[k - 1], words[k]) > 0; k--) {
            char *word = words[k];
            words[k] = words[k - 1];
            words[k - 1] = word;
        }
}

static void drop(char **grid, int n) {
    for (int i = 0; i < n; i++) free(grid[i]);
    free(grid);
}

int main(int argc, char **argv) {
    state = (unsigned long)atol(argv[1]);
    int rounds = argc > 2 ? atoi(argv[2]) : 60;
    for (int round = 0; round < rounds; round++) {
        int n = 4 + (int)draw(round % 8 ? 20 : 60);
        char **grid = make(n);
        fill(grid, n);
        sink = count_in(grid, n, (int)draw((unsigned)n));
        if (draw(2)) sort(grid, n);
        sink = count_in(grid, n, (int)draw((unsigned)n));
        drop(grid, n);
    }
    return 0;
}
