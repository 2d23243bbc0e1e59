/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * gcov_image.c: a record's length is filled in when it ends.
 */
#include "support/gcov_image.h"

#include <string.h>

static void word(struct gcov_image *g, uint32_t v) {
    for (int i = 0; i < 4; i++) g->bytes[g->n++] = (uint8_t)(v >> 8 * i);
}

static void text(struct gcov_image *g, const char *s) {
    size_t n = strlen(s) + 1;
    word(g, (uint32_t)n);
    memcpy(g->bytes + g->n, s, n);
    g->n += n;
}

static void head(struct gcov_image *g, uint32_t magic) {
    g->n = 0;
    word(g, magic);
    word(g, 0x4232322a); /* B22* */
    word(g, 77);         /* stamp */
    word(g, 0);
}

static size_t begin(struct gcov_image *g, uint32_t tag) {
    word(g, tag);
    word(g, 0);
    return g->n;
}

static void end(struct gcov_image *g, size_t start) {
    size_t n = g->n;
    g->n = start - 4;
    word(g, (uint32_t)(n - start));
    g->n = n;
}

static void function(struct gcov_image *g, uint32_t ident, const char *name, uint32_t line,
                     uint32_t n_blocks) {
    size_t at = begin(g, 0x01000000);
    word(g, ident);
    word(g, ident + 1);
    word(g, ident + 2);
    text(g, name);
    word(g, 0);
    text(g, "/src/a.c");
    for (int i = 0; i < 4; i++) word(g, line);
    end(g, at);
    at = begin(g, 0x01410000);
    word(g, n_blocks);
    end(g, at);
}

static void arcs(struct gcov_image *g, uint32_t from, int n, const uint32_t *to_and_flags) {
    size_t at = begin(g, 0x01430000);
    word(g, from);
    for (int i = 0; i < 2 * n; i++) word(g, to_and_flags[i]);
    end(g, at);
}

static void lines(struct gcov_image *g, uint32_t block, uint32_t first, uint32_t last) {
    size_t at = begin(g, 0x01450000);
    word(g, block);
    word(g, 0);
    text(g, "/src/a.c");
    for (uint32_t line = first; line <= last; line++) word(g, line);
    word(g, 0);
    word(g, 0);
    end(g, at);
}

void gcov_image_make(struct gcov_image *notes, struct gcov_image *data) {
    head(notes, 0x67636e6f);
    text(notes, "/src");
    word(notes, 1);
    /* 0 -> 2 -> 6; 6 -> 3 | 7; 3 -> 4 | 5; 4 -> 5 -> 6; 7 -> 1. Flag 1: in the spanning tree. */
    function(notes, 100, "loop", 3, 8);
    arcs(notes, 0, 1, (uint32_t[]){2, 4});
    arcs(notes, 2, 1, (uint32_t[]){6, 5});
    arcs(notes, 3, 2, (uint32_t[]){4, 4, 5, 1});
    arcs(notes, 4, 1, (uint32_t[]){5, 5});
    arcs(notes, 5, 1, (uint32_t[]){6, 4});
    arcs(notes, 6, 2, (uint32_t[]){3, 1, 7, 5});
    arcs(notes, 7, 1, (uint32_t[]){1, 1});
    lines(notes, 2, 3, 4);
    lines(notes, 6, 5, 5);
    lines(notes, 3, 6, 6);
    lines(notes, 4, 7, 7);
    lines(notes, 5, 8, 8);
    lines(notes, 7, 9, 9);
    function(notes, 200, "never", 12, 3);
    arcs(notes, 0, 1, (uint32_t[]){2, 4});
    arcs(notes, 2, 1, (uint32_t[]){1, 1});
    lines(notes, 2, 12, 12);

    head(data, 0x67636461);
    size_t at = begin(data, 0xa1000000);
    word(data, 1);
    word(data, 10);
    end(data, at);
    at = begin(data, 0x01000000);
    for (uint32_t i = 100; i < 103; i++) word(data, i);
    end(data, at);
    at = begin(data, 0x01a10000);
    for (int i = 0; i < 3; i++) {
        word(data, (const uint32_t[]){1, 3, 10}[i]);
        word(data, 0);
    }
    end(data, at);
    at = begin(data, 0x01000000);
    for (uint32_t i = 200; i < 203; i++) word(data, i);
    end(data, at);
    word(data, 0x01a10000); /* all counters are zero: the negated length, no values */
    word(data, (uint32_t)-8);
    word(data, 0);
}
