/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * raw_image.h: builds raw files by hand, block by block.
 *
 * Blocks are appended in the order of the calls. Each function returns the offset of its block, so
 * that a test can refer to it or damage it. The test program exits if memory runs out.
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

/* Begins the file of a finished process with cells of 8 bytes. */
void raw_image_init(struct raw_image *r, uint32_t pid);
void raw_image_done(struct raw_image *r);

/* Recomputes the blocks' checks as far as the chain of blocks is valid, so that damage in a
 * block reaches the code that reads its contents. */
void raw_image_seal(uint8_t *bytes, size_t n);
struct ordo_raw_header *raw_image_header(struct raw_image *r);

/* Appends a block that is all zero except for its header. */
size_t raw_image_block(struct raw_image *r, uint32_t kind, uint32_t thread, size_t size);
void *raw_image_at(struct raw_image *r, size_t offset);

size_t raw_image_module(struct raw_image *r, uint32_t number, const char *object, const char *root);

struct raw_image_scope {
    uint32_t id, module, kind, flags, line, column, parent, routine;
    const char *name, *linkage_name, *file, *arg_names; /* NULL: "" */
    uint64_t descriptor, uncovered;
};
size_t raw_image_scope(struct raw_image *r, const struct raw_image_scope *s);

/* Appends the totals of one scope. */
size_t raw_image_total(struct raw_image *r, uint32_t thread, uint32_t scope,
                       const struct ordo_raw_total *t);

/* Appends a table of `capacity` slots, of which the first n are used. If bucketed, sum_n[n]
 * follows. */
size_t raw_image_points(struct raw_image *r, uint32_t thread, uint32_t scope, uint32_t metric,
                        uint32_t unit, const struct ordo_raw_point *points, uint32_t n,
                        const uint64_t *sum_n);

/* Returns a point of `count` activations of size n that cost `cost` each. */
struct ordo_raw_point raw_image_point(uint64_t n, uint64_t count, uint64_t cost);

size_t raw_image_contexts(struct raw_image *r, uint32_t thread, uint32_t first,
                          const struct ordo_raw_context *nodes, uint32_t n);
size_t raw_image_observations(struct raw_image *r, uint32_t thread, uint32_t node, uint32_t scope,
                              const struct ordo_raw_observation *o, uint32_t n);
/* Belongs to the contexts with the same `first` and `n`. */
size_t raw_image_steps(struct raw_image *r, uint32_t thread, uint32_t first,
                       const struct ordo_raw_step *steps, uint32_t n);

/* Structure builds. Offsets of names refer to the given string; all names are in one block. */
size_t raw_image_type(struct raw_image *r, uint32_t id, uint32_t flags, uint64_t bytes,
                      const char *name);
size_t raw_image_advance(struct raw_image *r, uint32_t outer, uint32_t inner, uint32_t callee,
                         bool ends);
size_t raw_image_names(struct raw_image *r, uint64_t first, const char *names, size_t bytes);
struct raw_image_invocation {
    struct ordo_raw_invocation head; /* n_inputs, n_facts: the lengths of the two lists */
    const struct ordo_raw_input *inputs;
    const struct ordo_raw_fact *facts;
};
size_t raw_image_invocations(struct raw_image *r, uint32_t thread,
                             const struct raw_image_invocation *list, size_t n);

/* Production builds. The header's `sampled` must be set. */
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

/* Appends n blocks of a module, and their lines. File names are NUL-terminated, one after the
 * other. */
size_t raw_image_code(struct raw_image *r, uint32_t number, uint32_t first_scope,
                      const struct ordo_raw_code_block *blocks, uint32_t n,
                      const struct ordo_raw_code_line *lines, uint32_t n_lines, const char *files,
                      uint32_t files_bytes);
size_t raw_image_counts(struct raw_image *r, uint32_t thread, uint32_t number,
                        const uint64_t *counts, uint32_t n);

void raw_image_write(const struct raw_image *r, const char *path);

/* Makes a small program: main has a loop that calls work(n) for n = 1..5, which recurses, and
 * strlen. The file has one of each kind of block. */
void raw_image_sample(struct raw_image *r, uint32_t pid);

/* Makes the same program built with --production: its loop has two gates (as if inlined twice),
 * work has one; there are two threads. Samples of the loop come in pairs; the third is
 * incomplete, the sixth given up. */
void raw_image_production(struct raw_image *r, uint32_t pid, uint32_t n_samples);

#endif
