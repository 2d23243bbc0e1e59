/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * work_lists.h: stacks and queues in local arrays, with which a repetition walks over a structure.
 * Its input is the structure: the array only holds what is still to be visited.
 *
 * Errors:  none.   Threads: the owner, in the graph.   Signal-safe: yes.
 */
#ifndef ORT_WORK_LISTS_H
#define ORT_WORK_LISTS_H

#include "structure_state.h"

/* Is v such an array, as far as is known when it is accessed first? */
int ort_work_list_is(ort_vertex v);

/* Makes the home's own fact f one of a structure if it is of a local array of pointers, and the
 * repetition also accessed links of objects that the array leads to. The sizes of f are final,
 * except that the room of arrays is not added yet. */
void ort_work_list_settle(struct ort_structure *s, struct ort_fact *f);

#endif
