/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * invocations.h: ended invocations of repetitions that were observed (watch.h), written down one by
 * one (abi/raw.def).
 *
 * The invocations of a context are classified by the size of their greatest input, in steps of a
 * quarter of an octave (without inputs: by their blocks). Of each step the first 16 are kept, then
 * every 2nd up to the 32nd, every 4th up to the 64th, and so on: few of what is frequent, and all
 * of what is rare. While a thread has few facts, all are kept. Of invocations with more than 32
 * facts proportionally fewer are kept. What is kept is exact. ORDO_STRUCTURE_EFFORT=all keeps all.
 *
 * Errors:  recording has been stopped.   Threads: the owner only.   Signal-safe: yes.
 */
#ifndef ORT_INVOCATIONS_H
#define ORT_INVOCATIONS_H

#include "engine/runtime/graph/facts.h"
#include "engine/runtime/system/names.h"
#include "key_index.h"

struct ort_invocations {
    struct ort_key_index quotas;        /* invocations so far, by context << 16 | step of size */
    struct ordo_raw_invocations *block; /* the latest, with `left` bytes of room */
    uint64_t left;
    uint64_t facts; /* of invocations that were kept only because there are few so far */
    struct ort_input_of {
        uint64_t key;
        uint32_t order, fact;
    } * inputs; /* of the invocation being written */
    uint32_t inputs_room;
    struct ort_key_index numbers; /* numbers of its inputs in the record, from 1, by key */
    struct ort_name_seen names[ORT_NAMES_SEEN];
};

/* Writes down the `ordinal`-th invocation of `context` (index + 1) by thread state `thread`, if it
 * is to be kept. It took `steps` and `blocks` and has the facts of `list`. `partial`: it did not
 * record all of its own accesses. Returns 1 if it was one of the first of its size, 0 if not, or
 * -1. */
int ort_invocation_ended(struct ort_invocations *v, uint32_t thread, uint32_t context,
                         uint64_t ordinal, uint64_t steps, int partial, const struct ort_facts *t,
                         uint32_t list, uint64_t blocks);
/* Forgets all invocations, in a fork's child. */
void ort_invocations_forget(struct ort_invocations *v);

#endif
