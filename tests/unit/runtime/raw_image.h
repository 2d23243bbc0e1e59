/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * raw_image.h: a raw file's bytes, looked into by the runtime's tests: of a file, or the live ones
 * of the test's own process.
 */
#ifndef TEST_RAW_IMAGE_H
#define TEST_RAW_IMAGE_H

#include "abi/abi.h"
#include "abi/raw.h"

#include <stddef.h>

struct raw_image {
    const char *base;
    uint64_t used;
};

struct raw_image raw_image_live(void);
/* Reads the file; ends the process with a message when it cannot, or when the header is wrong. */
struct raw_image raw_image_file(const char *path);
const struct ordo_raw_header *raw_image_header(const struct raw_image *i);

/* The block after b (the first after NULL) that is of the kind, or NULL. Tables that a newer one
 * supersedes are passed over. */
const void *raw_image_next(const struct raw_image *i, uint32_t kind, const void *b);

/* All threads' points of one series added up; undo records applied. Returns how many, ascending in
 * n, into a malloc'ed array; *bucketed says whether any table is (n is then the bucket's end). */
struct ordo_raw_point *raw_image_points(const struct raw_image *i, uint32_t scope, uint32_t metric,
                                        uint32_t cost, uint32_t unit, size_t *n, int *bucketed);
struct ordo_raw_total raw_image_total(const struct raw_image *i, uint32_t scope);
/* Calls of `callee` straight from `caller`, by the context trees. */
uint64_t raw_image_edge(const struct raw_image *i, uint32_t caller, uint32_t callee);
/* What activations of `scope` of size n spent in `child`. */
struct child_cost {
    uint32_t scope, child;
    uint64_t n, calls, cost;
};
struct child_cost raw_image_child(const struct raw_image *i, uint32_t scope, uint64_t n,
                                  uint32_t child);
/* Activations of the scope that were open when the image was taken. */
uint64_t raw_image_open(const struct raw_image *i, uint64_t descriptor);
/* The described scopes one after the other: 0 when there is none behind *s, which is zero at first.
 */
struct raw_image_scope {
    const struct ordo_raw_scope_table *of;
    const struct ordo_raw_scope *raw;
    uint32_t id;
    const char *name, *linkage_name, *file;
};
int raw_image_next_scope(const struct raw_image *i, struct raw_image_scope *s);
/* Number of the scope with that linkage name, 0 if there is none. */
uint32_t raw_image_scope(const struct raw_image *i, const char *linkage_name);

#endif
