/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * work_lists.h: stacks and queues in arrays of pointers, with which a repetition walks over a
 * structure. Its input is the structure: the array only holds what is still to be visited.
 *
 * A local array of pointers is a work list. Another one is, if it leads to objects with links and,
 * since its first element was written, has always been accessed as a stack (only at its end) or as
 * a queue (written behind its last element, read from the first one on), and something was written
 * after something was taken.
 *
 * Errors:  none.   Threads: the owner, in the graph.   Signal-safe: yes.
 */
#ifndef ORT_WORK_LISTS_H
#define ORT_WORK_LISTS_H

#include "structure_state.h"

enum ort_work_list {
    ORT_WORK_LIST_NOT,
    ORT_WORK_LIST_LOCAL,
    ORT_WORK_LIST_MAYBE, /* accessed as one so far */
    ORT_WORK_LIST_IS,
    ORT_WORK_LIST_LOST, /* emptied like a work list, but what was in it is not known */
};

/* Notes that an element of v, an array or an element with links, is going to be read or written,
 * and returns what v is. */
enum ort_work_list ort_work_list_note(ort_vertex v, uintptr_t element, bool write);
/* Notes before that that a pointer of `type` is going to be written to an element of v. If v is a
 * work list and this is its first element, the list was empty: then v ends, what ort_graph_array
 * returns for the element from now on is another array, and the result is true. */
bool ort_work_list_begins(ort_vertex v, uintptr_t element, const struct ordo_type *type);
/* Notes that the pointer that was written to the element made the object that it leads to known. */
void ort_work_list_makes(ort_vertex v, uintptr_t element);
/* Notes that `bytes` bytes of pointers at `from` were copied to `to`. */
void ort_work_list_copied(uintptr_t to, uintptr_t from, uint64_t bytes);

/* Returns what v is, as far as is known. */
enum ort_work_list ort_work_list_of(ort_vertex v);
/* Notes in f that its home's repetition accessed an array that is `list`. */
void ort_work_list_accessed(struct ort_fact *f, enum ort_work_list list);

/* Makes the home's own fact f one of a structure if it began with a work list and the repetition
 * also accessed links of objects that the array leads to. Returns whether it did. The sizes of f
 * are final, except that the room of arrays is not added yet. */
bool ort_work_list_settle(struct ort_structure *s, struct ort_fact *f);
/* Notes that `from` is going to be joined with or merged into the own fact `into`. If invocations
 * that are not observed share `into`, and one of both is of a structure and the other began with a
 * work list, what was done with the list was counted before and is not counted afterwards, or the
 * other way round. */
void ort_work_list_meets(struct ort_fact *into, const struct ort_fact *from);
/* Makes the counts of f's context partial: they are not what they would be if all invocations were
 * observed. */
void ort_work_list_unclear(struct ort_structure *s, const struct ort_fact *f);
/* Drops the home's facts by type that are not needed after that. */
void ort_work_lists_drop(struct ort_structure *s, uint32_t home);

#endif
