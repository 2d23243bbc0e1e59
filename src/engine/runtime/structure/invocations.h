/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * invocations.h: ended invocations of repetitions, written down one by one (abi/raw.def): of those
 * that were looked at (watch.h).
 *
 * Of each context, invocations are told apart by how large their greatest input was, in steps of a
 * quarter of an octave (without inputs: by their blocks). Of those that fall into one step the
 * first 16 are kept, and of later ones every 2nd up to the 32nd, every 4th up to the 64th, and so
 * on: so few are kept of what is frequent, and all of what is rare. Of invocations with more than
 * 32 facts as many fewer are kept. What is kept is exact. ORDO_STRUCTURE_EFFORT=all keeps all.
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
    struct ort_input_of {
        uint64_t key;
        uint32_t order, fact;
    } * inputs; /* of the invocation being written */
    uint32_t inputs_room;
    struct ort_key_index numbers; /* of its inputs in the record, + 1, by key */
    struct ort_name_seen names[ORT_NAMES_SEEN];
};

/* The `ordinal`-th invocation of `context` (index + 1) by thread state `thread`, of `steps` and
 * with the facts of `list`, which took `blocks`, is kept or not. `partial`: it was not told all
 * that it accessed itself. 1: it was one of the first of its size; 0; or -1. */
int ort_invocation_ended(struct ort_invocations *v, uint32_t thread, uint32_t context,
                         uint64_t ordinal, uint64_t steps, int partial, const struct ort_facts *t,
                         uint32_t list, uint64_t blocks);
/* In a fork's child: none has ended yet. */
void ort_invocations_forget(struct ort_invocations *v);

#endif
