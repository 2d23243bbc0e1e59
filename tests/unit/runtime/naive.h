/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * naive.h: computes sizes, costs, callers and children by their definitions: every open activation
 * keeps the set of cells that it or its callees have accessed (aprof, section 4.1). Shares no code
 * with the runtime. One per thread.
 */
#ifndef TEST_NAIVE_H
#define TEST_NAIVE_H

#include "raw_image.h"

#define NAIVE_SCOPES 32 /* numbers 1 to 31 */

struct naive;

/* Creates one for accesses within [arena, arena + size), in cells of 2^shift bytes. */
struct naive *naive_new(const void *arena, uint64_t size, int shift);
void naive_free(struct naive *o);

/* Begins an activation. `group` is 0 if the scope is not a recursive routine. */
void naive_enter(struct naive *o, uint32_t scope, uint32_t group, int n_args, const int64_t *args);
void naive_leave(struct naive *o, int at_exit);
int naive_depth(const struct naive *o);
void naive_blocks(struct naive *o, uint64_t n);
void naive_read(struct naive *o, const void *addr, uint64_t size);
void naive_write(struct naive *o, const void *addr, uint64_t size);
void naive_fresh(struct naive *o, const void *addr, uint64_t size);
void naive_library(struct naive *o, uint32_t scope, uint64_t blocks);

/* Adds the tallies of `from` (its thread has ended) to `o`. */
void naive_merge(struct naive *o, const struct naive *from);

/* Compares all tallies with an image, in which scope s has the number ids[s]. Prints differences
 * and returns their number. */
int naive_compare(const struct naive *o, const struct raw_image *image, const uint32_t *ids);

#endif
