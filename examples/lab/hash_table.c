/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A hash table that doubles its room when it is half full. Per insertion, doubling moves less than
 * two elements on average.
 *
 * Count of fill: moved = 8 * (2^ceil_log2(n / 8) - 1) where n > 8
 * Count of fill: moved = 0 where n <= 8
 * Count of fill: moved <= 2*n
 */
#include <ordo/ordo.h>

#include <stdlib.h>

struct table {
    size_t room, used; /* room is a power of two */
    int *keys;         /* -1: free */
};

static int *new_keys(size_t room) {
    int *keys = malloc(room * sizeof *keys);
    if (!keys) abort();
    for (size_t i = 0; i < room; i++) keys[i] = -1;
    return keys;
}

static void put(struct table *t, int key) {
    size_t i = ((unsigned)key * 2654435769u) & (t->room - 1);
    while (t->keys[i] != -1 && t->keys[i] != key) i = (i + 1) & (t->room - 1);
    if (t->keys[i] == -1) t->used++;
    t->keys[i] = key;
}

static void grow(struct table *t) {
    struct table larger = {2 * t->room, 0, new_keys(2 * t->room)};
    for (size_t i = 0; i < t->room; i++) {
        if (t->keys[i] != -1) {
            put(&larger, t->keys[i]); /* count: moved */
        }
    }
    free(t->keys);
    *t = larger;
}

static size_t fill(int *keys, size_t n) {
    struct table t = {16, 0, new_keys(16)};
    for (size_t i = 0; i < n; i++) {
        if (2 * t.used == t.room) grow(&t);
        put(&t, keys[i]);
    }
    size_t used = t.used;
    free(t.keys);
    return used;
}

static int are_all_there(const int *keys, size_t n, const int *result, size_t used) {
    (void)keys, (void)result;
    return used == n;
}

ORDO_EXPERIMENT(fill, .inputs = ordo_permutation, .to = 160, .step = 4, .check = are_all_there);
