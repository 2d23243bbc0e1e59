/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * raw_image.h: raw files made by hand, block by block.
 *
 * Blocks are appended in the order of the calls; each function returns the offset of its block, so
 * that a test can point at it or damage it. Memory that cannot be had ends the test program.
 */
#ifndef RAW_IMAGE_H
#define RAW_IMAGE_H

#include "abi/raw.h"

#include <stdbool.h>
#include <stddef.h>

struct raw_image {
    uint8_t *bytes; /* aligned to 64 */
    size_t used, capacity;
};

/* A finished process with cells of 8 bytes. */
void raw_image_init(struct raw_image *r, uint32_t pid);
void raw_image_done(struct raw_image *r);

/* Computes the blocks' checks again, as far as the chain of blocks holds: damage to what they cover
 * then gets past them, to the code behind. */
void raw_image_seal(uint8_t *bytes, size_t n);
struct ordo_raw_header *raw_image_header(struct raw_image *r);

/* An empty block, zeroed but for its header. */
size_t raw_image_block(struct raw_image *r, uint32_t kind, uint32_t thread, size_t size);
void *raw_image_at(struct raw_image *r, size_t offset);

size_t raw_image_module(struct raw_image *r, uint32_t number, const char *object, const char *root);

struct raw_image_scope {
    uint32_t id, module, kind, flags, line, column, parent, routine;
    const char *name, *linkage_name, *file, *arg_names; /* NULL: "" */
    uint64_t descriptor, uncovered;
};
size_t raw_image_scope(struct raw_image *r, const struct raw_image_scope *s);

/* The totals of one scope. */
size_t raw_image_total(struct raw_image *r, uint32_t thread, uint32_t scope,
                       const struct ordo_raw_total *t);

/* capacity slots, the first n filled. bucketed: sum_n[n] too. */
size_t raw_image_points(struct raw_image *r, uint32_t thread, uint32_t scope, uint32_t metric,
                        uint32_t unit, const struct ordo_raw_point *points, uint32_t n,
                        const uint64_t *sum_n);

/* One activation of size n and cost c as a point. */
struct ordo_raw_point raw_image_point(uint64_t n, uint64_t count, uint64_t cost);

size_t raw_image_contexts(struct raw_image *r, uint32_t thread, uint32_t first,
                          const struct ordo_raw_context *nodes, uint32_t n);
/* Beside the contexts of the same `first` and `n`. */
size_t raw_image_steps(struct raw_image *r, uint32_t thread, uint32_t first,
                       const struct ordo_raw_step *steps, uint32_t n);

/* Structure builds. Offsets of names are those of the string given, all of them in one block. */
size_t raw_image_type(struct raw_image *r, uint32_t id, uint32_t flags, uint64_t bytes,
                      const char *name);
size_t raw_image_advance(struct raw_image *r, uint32_t outer, uint32_t inner, uint32_t callee,
                         bool ends);
size_t raw_image_names(struct raw_image *r, uint64_t first, const char *names, size_t bytes);
struct raw_image_invocation {
    struct ordo_raw_invocation head; /* n_inputs, n_facts: how many of the following */
    const struct ordo_raw_input *inputs;
    const struct ordo_raw_fact *facts;
};
size_t raw_image_invocations(struct raw_image *r, uint32_t thread,
                             const struct raw_image_invocation *list, size_t n);

/* Production builds: the header's `sampled` is set. */
size_t raw_image_gate_scopes(struct raw_image *r, uint32_t number, const uint32_t *scopes,
                             uint32_t n);
size_t raw_image_gates(struct raw_image *r, uint32_t thread, uint32_t number,
                       const struct ordo_raw_gate *gates, uint32_t n);
size_t raw_image_samples(struct raw_image *r, uint32_t thread, const struct ordo_raw_sample *list,
                         uint32_t n);

struct raw_image_child {
    uint32_t scope, child;
    uint64_t n;
    uint32_t calls;
    uint64_t cost;
};
size_t raw_image_children(struct raw_image *r, uint32_t thread, const struct raw_image_child *items,
                          uint32_t n);
size_t raw_image_thread(struct raw_image *r, uint32_t thread, uint64_t cost);
size_t raw_image_feature(struct raw_image *r, const char *name, double value);

/* Blocks of a module, n of them, and lines; names are NUL-terminated, one after the other. */
size_t raw_image_code(struct raw_image *r, uint32_t number, uint32_t first_scope,
                      const struct ordo_raw_code_block *blocks, uint32_t n,
                      const struct ordo_raw_code_line *lines, uint32_t n_lines, const char *files,
                      uint32_t files_bytes);
size_t raw_image_counts(struct raw_image *r, uint32_t thread, uint32_t number,
                        const uint64_t *counts, uint32_t n);

void raw_image_write(const struct raw_image *r, const char *path);

/* A small program: main with a loop that calls work(n) for n = 1..5, which recurses, and strlen;
 * one of everything that a file can hold. */
void raw_image_sample(struct raw_image *r, uint32_t pid);

/* The same program built with --production: two gates of its loop (as if inlined twice), one of
 * work; two threads; samples of the loop in pairs, the third incomplete, the sixth abandoned. */
void raw_image_production(struct raw_image *r, uint32_t pid, uint32_t n_samples);

#endif
