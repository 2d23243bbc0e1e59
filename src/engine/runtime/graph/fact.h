/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * fact.h: a fact and the table of a thread's facts, as plain data (facts.h).
 */
#ifndef ORT_FACT_H
#define ORT_FACT_H

#include "graph.h"

#define ORT_KEY_STREAM (1ull << 40)
#define ORT_KEY_MANY (1ull << 41)
#define ORT_KEY_RANGE (1ull << 42)
#define ORT_MOST_FACTS (1u << 20)
#define ORT_MOST_INPUTS 16u /* of one form and type that a home tells apart */

/* First what every walk over facts looks at, then what they count, then what is asked of own facts,
 * of what the home itself accessed, when it ends: a cache line each, more or less. */
struct ort_fact {
    uint64_t key;
    uint32_t home, context, type;
    uint32_t serial;  /* differs whenever this place holds another fact */
    uint32_t next;    /* of the home's list: index + 1 */
    uint8_t form;     /* ordo_raw_form */
    uint8_t partial;  /* of steps: 1: not all that the context accessed was told */
    uint8_t measured; /* 1: its sizes are exact */
    uint8_t repeated; /* 1: the input was accessed in more than one step of an activation */
    uint8_t own;
    uint8_t apart;        /* 1: of a repetition within the home that was not looked at itself */
    uint8_t has_types;    /* 1: there are facts for types of its elements */
    uint32_t of;          /* the type that what is not told by type counts for */
    uint32_t began_as;    /* type of the elements that were accessed first */
    uint32_t order;       /* of the input's first access, among the thread's */
    uint64_t last_access; /* among the thread's */

    uint64_t reads, writes, creations;
    uint64_t elements, references, capacity, used;
    uint64_t last_below; /* of facts that were merged into it */

    ort_vertex first, last; /* where the input was seen */
    uint32_t first_age, last_age;
    uint64_t step;       /* in which it was accessed last */
    uint32_t activation; /* of the repetition then: stamp */
    uint32_t many;       /* inputs that it stands for */
    /* of the input's first array, and of a range's: what was accessed, in bytes from its beginning
     */
    uint64_t low, high;
    uint32_t each;  /* bytes of an element; 0: no array */
    uint32_t scale; /* that its indices are on (graph.h) */

    uint64_t used_beside; /* what of `used` is not that range: other arrays */
    const char *variable; /* blocks: what it is called, or NULL */
    uint32_t name;        /* streams: offset in NAMES, + 1 */
    uint32_t spans;       /* of invocations that began with other arrays (spans.h): index + 1 */
};

struct ort_span;

struct ort_fact_place {
    uint32_t fact; /* index + 1; 0: none */
    uint32_t hash; /* half of ort_fact_hash */
};

struct ort_facts {
    struct ort_fact *facts;
    struct ort_fact_place *places; /* by hash, a power of two of them */
    uint32_t room, used, free, n_places, serial;
    struct ort_span *spans;
    uint32_t spans_room, used_spans, free_span;
};

#endif
