/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * input.h: gives a program its elements, lines or numbers, in three ways.
 *
 *   PROGRAM N             the program makes N elements
 *   PROGRAM file FILE     it reads FILE at once
 *   PROGRAM stream        it reads standard input through a buffer of 512 bytes
 *   PROGRAM write N       it writes N elements, one a line, for the other two ways
 *
 * Units: lines have less than LINE_BYTES bytes and no newline
 */
#ifndef GROWTH_INPUT_H
#define GROWTH_INPUT_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LINE_BYTES 128

/* Writes line i of n into `line`. */
typedef void make_line(char *line, long i, long n);
/* Handles a line; the caller keeps it. */
typedef void take_line(char *line);
/* Returns number i of n. */
typedef long make_number(long i, long n);
typedef void take_number(long number);

/* Returns a number that looks random and depends on i only. */
static inline unsigned mixed(long i) {
    unsigned long x = (unsigned long)i * 0x9e3779b97f4a7c15ul;
    x = (x ^ x >> 31) * 0xbf58476d1ce4e5b9ul;
    return (unsigned)(x >> 33);
}

/* Returns a hash of a text. */
static inline unsigned long text_key(const char *text) {
    unsigned long key = 0xcbf29ce484222325ul;
    for (; *text; text++) key = (key ^ (unsigned char)*text) * 0x100000001b3ul;
    return key;
}

/* Returns the block with room for at least `bytes` bytes. The room at least doubles. */
static inline void *room_for(void *block, size_t bytes, size_t *room) {
    if (bytes <= *room) return block;
    *room = 2 * bytes;
    return realloc(block, *room);
}

/* Returns the array with room for one item more than n. The number of items that it has room for
 * doubles. */
static inline void *more_room(void *items, size_t n, size_t *capacity, size_t size) {
    if (n < *capacity) return items;
    *capacity = n ? 2 * n : 16;
    return realloc(items, *capacity * size);
}

static inline void lines_of_file(const char *path, take_line *take) {
    FILE *f = fopen(path, "r");
    if (!f || fseek(f, 0, SEEK_END) != 0) exit(2);
    long bytes = ftell(f);
    rewind(f);
    char *text = (char *)malloc((size_t)bytes + 1);
    if (!text || fread(text, 1, (size_t)bytes, f) != (size_t)bytes) exit(2);
    fclose(f);
    text[bytes] = '\0';
    for (char *line = text, *end; (end = strchr(line, '\n')); line = end + 1) {
        *end = '\0';
        take(line);
    }
    free(text);
}

static inline void lines_of_stream(take_line *take) {
    char buffer[512], line[LINE_BYTES];
    size_t length = 0;
    ssize_t n;
    while ((n = read(0, buffer, sizeof buffer)) > 0) {
        for (ssize_t i = 0; i < n; i++) {
            if (buffer[i] != '\n') {
                line[length++] = buffer[i];
                continue;
            }
            line[length] = '\0';
            take(line);
            length = 0;
        }
    }
}

static inline void lines(int argc, char **argv, make_line *make, take_line *take) {
    char line[LINE_BYTES];
    bool write = argc == 3 && strcmp(argv[1], "write") == 0;
    if (argc == 3 && !write) {
        lines_of_file(argv[2], take);
    } else if (strcmp(argv[1], "stream") == 0) {
        lines_of_stream(take);
    } else {
        long n = strtol(argv[argc - 1], NULL, 10);
        for (long i = 0; i < n; i++) {
            make(line, i, n);
            if (write)
                puts(line);
            else
                take(line);
        }
    }
    if (write) exit(0);
}

static take_number *number_taker;

static inline void take_text_of_number(char *line) {
    number_taker(strtol(line, NULL, 10));
}

static inline void numbers(int argc, char **argv, make_number *make, take_number *take) {
    number_taker = take;
    if (argc == 3 && strcmp(argv[1], "write") == 0) {
        long n = strtol(argv[2], NULL, 10);
        for (long i = 0; i < n; i++) printf("%ld\n", make(i, n));
        exit(0);
    }
    if (argc == 3) {
        lines_of_file(argv[2], take_text_of_number);
    } else if (strcmp(argv[1], "stream") == 0) {
        lines_of_stream(take_text_of_number);
    } else {
        long n = strtol(argv[1], NULL, 10);
        for (long i = 0; i < n; i++) take(make(i, n));
    }
}

#endif
