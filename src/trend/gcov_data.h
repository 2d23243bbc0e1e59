/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * gcov_data.h: how often a program that gcc instrumented executed each basic block: its data
 * (.gcda) laid over its notes.
 *
 * Counters belong to arcs off the spanning tree. What flows into a block flows out of it: a block
 * all of whose arcs on one side are known is known, and so is then the last unknown arc on its
 * other side. On a tree there is always such a block until all are known.
 *
 * Errors:  as gcov_bytes.h; ORDO_MISMATCH: data of another compilation than the notes;
 *          ORDO_BAD_INPUT: flows that do not add up, as those of threads without atomic counters
 * Memory:  counts belong to the arena
 * Threads: reentrant
 * Source:  Knuth, Stevenson, Optimal measurement points for program frequency counts, 1973
 */
#ifndef ORDO_GCOV_DATA_H
#define ORDO_GCOV_DATA_H

#include "trend/gcov_notes.h"

/* `b` was opened with ORDO_GCOV_DATA. Fills the functions' counts. */
enum ordo_status ordo_gcov_data_read(struct ordo_gcov_bytes *b, struct ordo_arena *arena,
                                     struct ordo_gcov_notes *notes);

#endif
