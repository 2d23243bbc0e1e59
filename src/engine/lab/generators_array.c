/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * generators_array.c: makes arrays. A shape gives each place a rank, and an element type turns
 * ranks into elements of the same order. So the same seed gives equally ordered arrays of every
 * element type.
 */
#include "engine/lab/generator_block.h"
#include "ordo/ordo.h"

#include <stdlib.h>

enum shape { RANDOM, SORTED, REVERSED, NEARLY_SORTED, FEW_DISTINCT, ORGAN_PIPE };
enum { DISTINCT = 8, LETTERS = 26, WORD = 8, DISPLACED = 20 };

static const uint64_t INTS = 1000000000, LONGS = 1000000000000, DOUBLES = UINT64_C(1) << 53,
                      WORDS = UINT64_C(208827064576); /* LETTERS to the power of WORD */

static uint64_t rank_at(enum shape shape, size_t i, size_t n, uint64_t *random, uint64_t below) {
    switch (shape) {
    case RANDOM:
        return ordo_random_below(random, below);
    case FEW_DISTINCT:
        return ordo_random_below(random, DISTINCT);
    case REVERSED:
        return n - 1 - i;
    case ORGAN_PIPE:
        return i < n - 1 - i ? i : n - 1 - i;
    case SORTED:
    case NEARLY_SORTED:
        break;
    }
    return i;
}

static void exchange(uint64_t *a, uint64_t *b) {
    uint64_t kept = *a;
    *a = *b;
    *b = kept;
}

/* Returns the ranks of n places; random ranks are below `below`. */
static uint64_t *ranks_new(enum shape shape, size_t n, uint64_t seed, uint64_t below) {
    uint64_t *ranks = olab_array_new(n, sizeof *ranks);
    if (!ranks) return NULL;
    for (size_t i = 0; i < n; i++) ranks[i] = rank_at(shape, i, n, &seed, below);
    if (shape == NEARLY_SORTED)
        for (size_t k = 0; k < (n + DISPLACED - 1) / DISPLACED; k++) {
            size_t i = ordo_random_below(&seed, n), j = ordo_random_below(&seed, n);
            exchange(&ranks[i], &ranks[j]);
        }
    return ranks;
}

static int *ints(enum shape shape, size_t n, uint64_t seed) {
    uint64_t *ranks = ranks_new(shape, n, seed, INTS);
    int *a = olab_array_new(n, sizeof *a);
    for (size_t i = 0; ranks && a && i < n; i++) a[i] = (int)ranks[i];
    if (!ranks) free(a), a = NULL;
    free(ranks);
    return a;
}

static long *longs(enum shape shape, size_t n, uint64_t seed) {
    uint64_t *ranks = ranks_new(shape, n, seed, LONGS);
    long *a = olab_array_new(n, sizeof *a);
    for (size_t i = 0; ranks && a && i < n; i++) a[i] = (long)ranks[i];
    if (!ranks) free(a), a = NULL;
    free(ranks);
    return a;
}

static double *doubles(enum shape shape, size_t n, uint64_t seed) {
    uint64_t *ranks = ranks_new(shape, n, seed, DOUBLES);
    double *a = olab_array_new(n, sizeof *a), unit = shape == RANDOM ? (double)DOUBLES : 1;
    for (size_t i = 0; ranks && a && i < n; i++) a[i] = (double)ranks[i] / unit;
    if (!ranks) free(a), a = NULL;
    free(ranks);
    return a;
}

static void write_word(char *word, uint64_t rank) {
    for (int k = WORD; k-- > 0; rank /= LETTERS) word[k] = (char)('a' + rank % LETTERS);
}

static char **strings(enum shape shape, size_t n, uint64_t seed) {
    uint64_t *ranks = ranks_new(shape, n, seed, WORDS);
    struct olab_block block = {0};
    if (ranks) block = olab_block_new(0, n, sizeof(char *), n, WORD + 1);
    for (size_t i = 0; block.head && i < n; i++) {
        char *word = (char *)block.second + i * (WORD + 1);
        write_word(word, ranks[i]);
        ((char **)block.first)[i] = word;
    }
    free(ranks);
    return block.head;
}

#define ARRAYS(type, element)                                                                      \
    type *ordo_make_random_##element(size_t n, uint64_t seed) {                                    \
        return element(RANDOM, n, seed);                                                           \
    }                                                                                              \
    type *ordo_make_sorted_##element(size_t n, uint64_t seed) {                                    \
        return element(SORTED, n, seed);                                                           \
    }                                                                                              \
    type *ordo_make_reversed_##element(size_t n, uint64_t seed) {                                  \
        return element(REVERSED, n, seed);                                                         \
    }                                                                                              \
    type *ordo_make_nearly_sorted_##element(size_t n, uint64_t seed) {                             \
        return element(NEARLY_SORTED, n, seed);                                                    \
    }                                                                                              \
    type *ordo_make_few_distinct_##element(size_t n, uint64_t seed) {                              \
        return element(FEW_DISTINCT, n, seed);                                                     \
    }                                                                                              \
    type *ordo_make_organ_pipe_##element(size_t n, uint64_t seed) {                                \
        return element(ORGAN_PIPE, n, seed);                                                       \
    }

ARRAYS(int, ints)
ARRAYS(long, longs)
ARRAYS(double, doubles)
ARRAYS(char *, strings)

/* Shuffles from the end, so that every order is equally likely. */
int *ordo_make_permutation(size_t n, uint64_t seed) {
    int *a = ints(SORTED, n, seed);
    for (size_t i = n; a && i > 1; i--) {
        size_t j = ordo_random_below(&seed, i);
        int kept = a[i - 1];
        a[i - 1] = a[j];
        a[j] = kept;
    }
    return a;
}

long *ordo_make_integer(size_t n, uint64_t seed) {
    long *value = olab_array_new(1, sizeof *value);
    (void)seed;
    if (value) *value = (long)n;
    return value;
}
