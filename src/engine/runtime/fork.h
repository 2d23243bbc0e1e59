/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * fork.h: a forked child records into a file of its own.
 *
 * It begins with the modules, scopes and open activations of the forking thread and without any
 * tally; the inherited activations are never counted in it.
 */
#ifndef ORT_FORK_H
#define ORT_FORK_H

#include <stdint.h>

void ort_fork_init(void);

/* The stacks' second views, once a new raw file whose blocks end at `end` has taken a place. */
void ort_fork_view_stacks(uint64_t end);

#endif
