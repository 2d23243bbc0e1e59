/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * texts.h: reads the strings of modules' tables, eight bytes at a time, because a recorded program
 * reads all of them when it starts. Does not use the C library, because a program may define a
 * strlen of its own.
 *
 * Sizes:   in bytes, including the NUL; NULL is treated as "".
 * Threads: any. Pure. Signal-safe: yes.
 */
#ifndef ORT_TEXTS_H
#define ORT_TEXTS_H

#include <stdint.h>

/* An aligned word does not cross the end of its page, whatever follows the string. */
#define ORT_BEYOND __attribute__((no_sanitize("address")))

typedef uint64_t __attribute__((may_alias)) ort_text_word;

ORT_BEYOND static inline uint64_t ort_text_size(const char *s) {
    if (!s) return 1;
    uint64_t before = (uintptr_t)s & 7; /* bytes of the first word that precede the string */
    const char *at = s - before;
    uint64_t ignored = (1ull << 8 * before) - 1;
    for (;; at += 8, ignored = 0) {
        uint64_t word = *(const ort_text_word *)(const void *)at | ignored;
        uint64_t zero = (word - 0x0101010101010101ull) & ~word & 0x8080808080808080ull;
        if (zero) return (uint64_t)(at - s) + ((uint64_t)__builtin_ctzll(zero) >> 3) + 1;
    }
}

static inline uint64_t ort_text_word_at(const char *s) {
    uint64_t word;
    __builtin_memcpy(&word, s, 8);
    return word;
}

/* Copies a string of that size. Returns the end of the copy. */
static inline char *ort_text_copy(char *to, const char *s, uint64_t size) {
    uint64_t word;
    if (size < 8) {
        for (uint64_t i = 0; i < size; i++) to[i] = s ? s[i] : 0;
        return to + size;
    }
    for (uint64_t i = 0; i < size - 8; i += 8) {
        word = ort_text_word_at(s + i);
        __builtin_memcpy(to + i, &word, 8);
    }
    word = ort_text_word_at(s + size - 8); /* this overlaps the previous word */
    __builtin_memcpy(to + size - 8, &word, 8);
    return to + size;
}

static inline uint64_t ort_text_hash_word(uint64_t h, uint64_t word) {
    h = (h ^ word) * 0x9E3779B97F4A7C15ull;
    return h ^ h >> 32;
}

/* Combines the hash h with the string and its size. */
static inline uint64_t ort_text_hash(uint64_t h, const char *s) {
    uint64_t size = ort_text_size(s), word = 0;
    if (size < 8) {
        for (uint64_t i = 0; s && i < size; i++) word = word << 8 | (uint8_t)s[i];
    } else {
        for (uint64_t i = 0; i < size - 8; i += 8)
            h = ort_text_hash_word(h, ort_text_word_at(s + i));
        word = ort_text_word_at(s + size - 8);
    }
    return ort_text_hash_word(h, word + (size << 56));
}

#endif
