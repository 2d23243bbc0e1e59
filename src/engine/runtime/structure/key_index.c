/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "key_index.h"
#include "engine/runtime/system/private_memory.h"

#include <stddef.h>

#define FIRST_ROOM 64u

void ort_keys_begin(struct ort_key_index *x) {
    x->used = 0;
    if (++x->round) return;
    for (uint32_t i = 0; i < x->room; i++) x->at[i].round = 0;
    x->round = 1;
}

/* Returns the key's entry, or the free one where it belongs. */
static struct ort_key *place_of(const struct ort_key_index *x, uint64_t key) {
    uint64_t at = key * 0x9E3779B97F4A7C15ull >> 32;
    struct ort_key *e = &x->at[at & (x->room - 1)];
    while (e->round == x->round && e->key != key) e = &x->at[++at & (x->room - 1)];
    return e;
}

static int grow(struct ort_key_index *x) {
    uint32_t room = x->room ? 2 * x->room : FIRST_ROOM;
    struct ort_key *more = ort_private_array(NULL, 0, room, sizeof *more);
    if (!more) return -1;
    struct ort_key_index to = {more, room, x->used, 1};
    for (uint32_t i = 0; i < x->room; i++) {
        const struct ort_key *e = &x->at[i];
        if (e->round == x->round) *place_of(&to, e->key) = (struct ort_key){e->key, e->value, 1};
    }
    ort_keys_free(x);
    *x = to;
    return 0;
}

uint64_t *ort_key_value(struct ort_key_index *x, uint64_t key) {
    if (2 * (x->used + 1) > x->room && grow(x) < 0) return NULL;
    struct ort_key *e = place_of(x, key);
    if (e->round != x->round) {
        *e = (struct ort_key){key, 0, x->round};
        x->used++;
    }
    return &e->value;
}

const uint64_t *ort_key_find(const struct ort_key_index *x, uint64_t key) {
    const struct ort_key *e = x->used ? place_of(x, key) : NULL;
    return e && e->round == x->round ? &e->value : NULL;
}

void ort_keys_free(struct ort_key_index *x) {
    ort_private_array_free(x->at, x->room, sizeof *x->at);
    *x = (struct ort_key_index){0};
}
