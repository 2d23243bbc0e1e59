/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * raw_image.h: reads the bytes of a raw file for the runtime's tests: those of a file, or the live
 * ones of the test's own process.
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
/* Reads the file. Ends the process with a message if it cannot be read or its header is wrong. */
struct raw_image raw_image_file(const char *path);
const struct ordo_raw_header *raw_image_header(const struct raw_image *i);

/* Returns the next block of the kind after b (NULL: the first one), or NULL. Skips tables that a
 * newer one supersedes. */
const void *raw_image_next(const struct raw_image *i, uint32_t kind, const void *b);

/* Returns the sum of all threads' points of a series, with undo records applied, as a malloc'ed
 * array of *n points in ascending order of size. *bucketed is set if any table has buckets; a
 * point's size is then the bucket's end. */
struct ordo_raw_point *raw_image_points(const struct raw_image *i, uint32_t scope, uint32_t metric,
                                        uint32_t cost, uint32_t unit, size_t *n, int *bucketed);
struct ordo_raw_total raw_image_total(const struct raw_image *i, uint32_t scope);
/* Returns the calls of `callee` directly from `caller`, according to the context trees. */
uint64_t raw_image_edge(const struct raw_image *i, uint32_t caller, uint32_t callee);
/* The cost of activations of `scope` of size n in `child`. */
struct child_cost {
    uint32_t scope, child;
    uint64_t n, calls, cost;
};
struct child_cost raw_image_child(const struct raw_image *i, uint32_t scope, uint64_t n,
                                  uint32_t child);
/* Returns the number of activations of the scope that were open when the image was taken. */
uint64_t raw_image_open(const struct raw_image *i, uint64_t descriptor);
/* Moves *s, which is zero at first, to the next described scope. Returns 0 if there are no more. */
struct raw_image_scope {
    const struct ordo_raw_scope_table *of;
    const struct ordo_raw_scope *raw;
    uint32_t id;
    const char *name, *linkage_name, *file;
};
int raw_image_next_scope(const struct raw_image *i, struct raw_image_scope *s);
/* Returns the number of the scope with the linkage name, or 0. */
uint32_t raw_image_scope(const struct raw_image *i, const char *linkage_name);

#endif
