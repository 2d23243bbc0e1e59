/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * generators_string.c: makes strings of n characters and a NUL.
 */
#include "engine/lab/generator_block.h"
#include "ordo/ordo.h"

enum { LETTERS = 26, PERIOD = 7, LONGEST_WORD = 10 };

/* Occurrences of each letter in 10,000 letters of English, a to z. */
static const unsigned FREQUENCIES[LETTERS] = {820, 150, 280, 430, 1270, 220, 200, 610, 700,
                                              15,  77,  400, 240, 670,  750, 190, 10,  600,
                                              630, 910, 280, 98,  240,  15,  200, 7};

static char *string_new(size_t n) {
    return n == SIZE_MAX ? NULL : olab_array_new(n + 1, 1);
}

static char letter(uint64_t *random) {
    return (char)('a' + ordo_random_below(random, LETTERS));
}

static char english_letter(uint64_t *random) {
    unsigned all = 0, k = 0;
    for (unsigned i = 0; i < LETTERS; i++) all += FREQUENCIES[i];
    uint64_t drawn = ordo_random_below(random, all);
    for (; drawn >= FREQUENCIES[k]; k++) drawn -= FREQUENCIES[k];
    return (char)('a' + k);
}

char *ordo_make_random_string(size_t n, uint64_t seed) {
    char *s = string_new(n);
    for (size_t i = 0; s && i < n; i++) s[i] = letter(&seed);
    return s;
}

char *ordo_make_periodic_string(size_t n, uint64_t seed) {
    char *s = string_new(n);
    for (size_t i = 0; s && i < n; i++) s[i] = i < PERIOD ? letter(&seed) : s[i - PERIOD];
    return s;
}

/* Makes a Fibonacci string: each word is the previous word followed by the one before it, which
 * is also its prefix. */
char *ordo_make_fibonacci_string(size_t n, uint64_t seed) {
    char *s = string_new(n);
    size_t before = 1, length = 2;
    (void)seed;
    for (size_t i = 0; s && i < n; i++) {
        if (i < 2) {
            s[i] = (char)('a' + i);
            continue;
        }
        if (i == length + before) {
            size_t longer = length + before;
            before = length;
            length = longer;
        }
        s[i] = s[i - length];
    }
    return s;
}

char *ordo_make_equal_string(size_t n, uint64_t seed) {
    char *s = string_new(n);
    (void)seed;
    for (size_t i = 0; s && i < n; i++) s[i] = 'a';
    return s;
}

char *ordo_make_text(size_t n, uint64_t seed) {
    char *s = string_new(n);
    uint64_t left = 1 + ordo_random_below(&seed, LONGEST_WORD);
    for (size_t i = 0; s && i < n; i++) {
        if (left-- > 0) {
            s[i] = english_letter(&seed);
        } else {
            s[i] = ' ';
            left = 1 + ordo_random_below(&seed, LONGEST_WORD);
        }
    }
    return s;
}
