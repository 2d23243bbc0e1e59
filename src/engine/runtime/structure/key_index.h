/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * key_index.h: a hash table of numbers by keys, all zero at first. Clearing it costs nothing, so it
 * can be filled for one walk over a list of facts.
 *
 * Errors:  NULL: without memory, recording has been stopped.   Threads: the owner only.
 * Signal-safe: yes.
 */
#ifndef ORT_KEY_INDEX_H
#define ORT_KEY_INDEX_H

#include <stdint.h>

struct ort_key {
    uint64_t key, value;
    uint32_t round; /* an entry with another round than its table's is free */
};
struct ort_key_index {
    struct ort_key *at;
    uint32_t room, used, round;
};

/* Clears the table. */
void ort_keys_begin(struct ort_key_index *x);
/* Returns the key's value, which is 0 if the key is new. It stays there until another new key is
 * added. */
uint64_t *ort_key_value(struct ort_key_index *x, uint64_t key);
/* Returns the key's value, or NULL if the key is not there. */
const uint64_t *ort_key_find(const struct ort_key_index *x, uint64_t key);
void ort_keys_free(struct ort_key_index *x);

#endif
