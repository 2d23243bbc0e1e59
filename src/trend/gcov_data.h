/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * gcov_data.h: combines the data (.gcda) of a program that gcc instrumented with its notes: how
 * often each basic block was executed.
 *
 * Counters belong to arcs off the spanning tree. Flow into a block equals flow out of it. So a
 * block is known if all arcs on one of its sides are, and then the last unknown arc on its other
 * side is known as well. On a tree there is always such a block until all are known.
 *
 * Errors:  as gcov_bytes.h; ORDO_MISMATCH: data of another compilation than the notes;
 *          ORDO_BAD_INPUT: inconsistent flows, which threads without atomic counters cause
 * Memory:  counts belong to the arena
 * Threads: reentrant
 * Source:  Knuth, Stevenson, Optimal measurement points for program frequency counts, 1973
 */
#ifndef ORDO_GCOV_DATA_H
#define ORDO_GCOV_DATA_H

#include "trend/gcov_notes.h"

/* Sets the functions' counts. `b` was opened with ORDO_GCOV_DATA. */
enum ordo_status ordo_gcov_data_read(struct ordo_gcov_bytes *b, struct ordo_arena *arena,
                                     struct ordo_gcov_notes *notes);

#endif
