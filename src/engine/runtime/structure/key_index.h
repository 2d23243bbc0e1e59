/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * key_index.h: a hash table of numbers by keys, all zero in the beginning. To forget all costs
 * nothing, so that it may be filled for one walk over a list of facts.
 *
 * Errors:  NULL: without memory, recording has been stopped.   Threads: the owner only.
 * Signal-safe: yes.
 */
#ifndef ORT_KEY_INDEX_H
#define ORT_KEY_INDEX_H

#include <stdint.h>

struct ort_key {
    uint64_t key, value;
    uint32_t round; /* an entry of another one than its table's is free */
};
struct ort_key_index {
    struct ort_key *at;
    uint32_t room, used, round;
};

/* Forgets all. */
void ort_keys_begin(struct ort_key_index *x);
/* The key's value, made 0 when the key is new; it stays there until the next one is. */
uint64_t *ort_key_value(struct ort_key_index *x, uint64_t key);
/* The same, or NULL when the key is not there. */
const uint64_t *ort_key_find(const struct ort_key_index *x, uint64_t key);
void ort_keys_free(struct ort_key_index *x);

#endif
