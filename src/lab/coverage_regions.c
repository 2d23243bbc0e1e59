/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * coverage_regions.c: decodes the mapping, in which all numbers are ULEB128.
 *
 * A record has files (number, numbers), expressions (number, their two sides), and for each file
 * its regions (number, then each region). A region begins with a counter: 2 bits of tag and a
 * number. Tag 0 with more bits is not a counter but a kind. Then come the lines since the last
 * region, the column, the number of further lines, and the last column, whose bit 31 marks a gap.
 */
#include "lab/coverage_regions.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

enum { TAG_ZERO, TAG_COUNTER, TAG_DIFFERENCE, TAG_SUM };
enum { EXPANSION_BIT = 4 };
enum { KIND_CODE = 0, KIND_SKIPPED = 2, KIND_BRANCH = 4 }; /* LLVM's, above the tag */

struct bytes {
    const unsigned char *v;
    size_t n, at;
    bool bad;
};

static uint64_t number(struct bytes *b) {
    uint64_t value = 0;
    for (unsigned shift = 0; shift < 63; shift += 7) {
        if (b->at >= b->n) break;
        unsigned char byte = b->v[b->at++];
        value |= (uint64_t)(byte & 127) << shift;
        if (byte < 128) return value;
    }
    b->bad = true;
    return 0;
}

/* Reads a number of things that take at least one byte each. */
static size_t how_many(struct bytes *b) {
    uint64_t n = number(b);
    if (n > b->n - b->at) b->bad = true;
    return b->bad ? 0 : (size_t)n;
}

static uint32_t small(struct bytes *b) {
    uint64_t n = number(b);
    if (n > UINT32_MAX) b->bad = true;
    return (uint32_t)n;
}

static enum ordo_status wrong(const struct bytes *b, const char *what, struct ordo_error *error) {
    return ordo_error_set(error, ORDO_BAD_INPUT,
                          "coverage mapping: byte %zu: %s: was it made by clang-" ORDO_LLVM "?",
                          b->at, what);
}

/* Returns false if it is not a region of code, an expansion or a place without code. */
static bool read_region(struct bytes *b, struct ordo_region *r, uint32_t *line) {
    uint32_t head = small(b), tag = head & 3;
    bool keep = true;
    r->kind = ORDO_REGION_CODE;
    r->runs = ORDO_REGION_ZERO;
    if (tag != TAG_ZERO) {
        r->runs = head;
    } else if (head & EXPANSION_BIT) {
        r->kind = ORDO_REGION_EXPANSION;
        r->expanded = head >> 3;
    } else if (head >> 3 == KIND_BRANCH) {
        keep = false;
        small(b);
        small(b);
    } else if (head >> 3 == KIND_SKIPPED) {
        r->kind = ORDO_REGION_OTHER;
    } else if (head >> 3 != KIND_CODE) {
        b->bad = true;
    }
    r->line = *line += small(b);
    r->column = small(b);
    r->end_line = r->line + small(b);
    r->end_column = small(b);
    if (r->end_column >> 31) {
        r->kind = ORDO_REGION_OTHER;
        r->end_column &= INT32_MAX;
    }
    if (r->column == 0 && r->end_column == 0) r->column = 1, r->end_column = INT32_MAX;
    return keep;
}

/* Gives an expansion the count of its first region. Inner files come after outer ones. */
static void count_expansions(struct ordo_regions *out) {
    for (size_t i = out->n; i-- > 0;) {
        struct ordo_region *x = &out->v[i];
        if (x->kind != ORDO_REGION_EXPANSION) continue;
        for (size_t k = 0; k < out->n; k++)
            if (out->v[k].file == x->expanded && out->v[k].kind != ORDO_REGION_OTHER) {
                x->runs = out->v[k].runs;
                break;
            }
    }
}

/* Orders sums depth first, so that each comes after its parts. Returns false if that is
 * impossible. */
static bool order_sums(struct ordo_arena *arena, struct ordo_regions *r) {
    enum { NEW, OPEN, PLACED };
    size_t n = r->n_sums, placed = 0;
    unsigned char *state = ordo_arena_alloc(arena, n + 1);
    uint32_t *stack = ordo_arena_array(arena, n + 1, sizeof *stack);
    r->order = ordo_arena_array(arena, n + 1, sizeof *r->order);
    bool acyclic = true;
    for (size_t root = 0; root < n; root++) {
        size_t depth = 0;
        if (state[root] == NEW) stack[depth++] = (uint32_t)root, state[root] = OPEN;
        while (depth) {
            uint32_t sum = stack[depth - 1], next = UINT32_MAX;
            for (size_t side = 0; side < 2; side++) {
                uint32_t part = r->sums[sum][side], number = part >> 2;
                if ((part & 3) < TAG_DIFFERENCE || number >= n || state[number] == PLACED) continue;
                if (state[number] == OPEN) acyclic = false;
                if (state[number] == NEW) next = number;
            }
            if (next == UINT32_MAX) {
                state[sum] = PLACED;
                r->order[placed++] = sum;
                depth--;
            } else {
                state[next] = OPEN;
                stack[depth++] = next;
            }
        }
    }
    return acyclic;
}

enum ordo_status ordo_regions_read(struct ordo_arena *arena, const unsigned char *bytes, size_t n,
                                   struct ordo_regions *out, struct ordo_error *error) {
    struct bytes b = {.v = bytes, .n = n};
    *out = (struct ordo_regions){0};
    out->n_files = (uint32_t)how_many(&b);
    out->files = ordo_arena_array(arena, out->n_files, sizeof *out->files);
    out->v = ordo_arena_array(arena, n, sizeof *out->v); /* a region takes at least one byte */
    for (uint32_t i = 0; i < out->n_files; i++) out->files[i] = small(&b);
    out->n_sums = how_many(&b);
    out->sums = ordo_arena_array(arena, out->n_sums, sizeof *out->sums);
    for (size_t i = 0; i < out->n_sums; i++)
        for (size_t side = 0; side < 2; side++) out->sums[i][side] = small(&b);
    for (uint32_t file = 0; file < out->n_files && !b.bad; file++) {
        uint32_t line = 0;
        for (size_t i = how_many(&b); i-- > 0 && !b.bad;) {
            struct ordo_region *r = &out->v[out->n];
            r->file = file;
            if (read_region(&b, r, &line)) out->n++;
            if (r->kind == ORDO_REGION_EXPANSION && r->expanded >= out->n_files) b.bad = true;
        }
    }
    if (b.bad) return wrong(&b, "not a record of this format", error);
    if (b.at != b.n) return wrong(&b, "the record ends before its bytes do", error);
    count_expansions(out);
    return order_sums(arena, out) ? ORDO_OK : wrong(&b, "a sum is made of itself", error);
}

/* How often the sides of each sum are in the whole; unsigned, because invalid input can overflow
 * it. */
struct spread {
    const struct ordo_regions *r;
    int32_t *by_counter;
    size_t n;
    uint32_t (*times)[2];
};

static void spread(const struct spread *s, uint32_t runs, uint32_t times) {
    uint32_t tag = runs & 3, number = runs >> 2;
    if (tag == TAG_COUNTER && number < s->n)
        s->by_counter[number] = (int32_t)((uint32_t)s->by_counter[number] + times);
    if (tag < TAG_DIFFERENCE || number >= s->r->n_sums) return;
    s->times[number][0] += times;
    s->times[number][1] += tag == TAG_SUM ? times : -times;
}

void ordo_regions_add(const struct ordo_regions *r, uint32_t runs, int32_t *by_counter, size_t n) {
    struct spread s = {r, by_counter, n, ordo_memory_new(r->n_sums + 1, sizeof *s.times)};
    spread(&s, runs, 1);
    for (size_t i = r->n_sums; i-- > 0;) {
        uint32_t sum = r->order[i];
        for (size_t side = 0; side < 2; side++) spread(&s, r->sums[sum][side], s.times[sum][side]);
    }
    free(s.times);
}

enum ordo_status ordo_region_files_read(struct ordo_arena *arena, const unsigned char *bytes,
                                        size_t n, char ***names, size_t *n_names,
                                        struct ordo_error *error) {
    struct bytes b = {.v = bytes, .n = n};
    *n_names = how_many(&b);
    number(&b);
    if (number(&b) != 0) return wrong(&b, "the names of files are compressed", error);
    *names = ordo_arena_array(arena, *n_names, sizeof **names);
    for (size_t i = 0; i < *n_names && !b.bad; i++) {
        size_t length = how_many(&b);
        if (b.bad) break;
        char *name = ordo_arena_alloc(arena, length + 1);
        memcpy(name, bytes + b.at, length);
        (*names)[i] = name;
        b.at += length;
    }
    return b.bad ? wrong(&b, "not a list of names", error) : ORDO_OK;
}
