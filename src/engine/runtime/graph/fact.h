/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * fact.h: a fact and the table of a thread's facts, as plain data (facts.h).
 */
#ifndef ORT_FACT_H
#define ORT_FACT_H

#include "graph.h"
#include "graph_population.h"

#define ORT_KEY_STREAM (1ull << 40)
#define ORT_KEY_MANY (1ull << 41)
#define ORT_KEY_RANGE (1ull << 42)
#define ORT_MOST_FACTS (1u << 20)

/* Which sizes of a fact are known. Facts that are merged know what both knew. */
enum ort_sizes_known {
    ORT_KNOWS_ELEMENTS = 1, /* `elements`, or another fact of the input in the home has as
                               many as any could have found (known_sizes.h) */
    ORT_KNOWS_USED = 4,     /* `used`: no activations were counted together that used several
                               arrays */
    ORT_KNOWS_ALL = 2 | ORT_KNOWS_ELEMENTS | ORT_KNOWS_USED, /* all of its own */
};

#define ORT_MOST_INPUTS 16u /* inputs of one form and type that a home distinguishes */

/* The fields are in groups of about one cache line: what every walk over facts looks at, what facts
 * count, and what is asked of own facts (those of what the home itself accessed) when the home
 * ends. */
struct ort_fact {
    uint64_t key;
    uint32_t home, context, type;
    uint32_t serial;  /* changes when this place gets another fact */
    uint32_t next;    /* next fact of the home's list: index + 1 */
    uint8_t form;     /* ordo_raw_form */
    uint8_t partial;  /* in facts with key 0; 1: some accesses of the context were not recorded */
    uint8_t measured; /* ort_sizes_known */
    uint8_t repeated; /* 1: the input was accessed in more than one step of an activation */
    uint8_t own;
    uint8_t apart;        /* 1: of a repetition within the home that is not looked at itself */
    uint8_t work_list;    /* the array of pointers that it began with (ort_work_list), or 0 */
    uint8_t mixed;        /* 1: facts of structures and of arrays have become this one */
    uint8_t has_types;    /* 1: other facts count by type of element */
    uint8_t unclear;      /* 1: of accesses of a work list, some are counted and some are not */
    uint8_t counts_bytes; /* 1: the program's own code accessed bytes of the input in the home */
    uint32_t of;          /* type of the elements that those do not count */
    uint32_t began_as;    /* type of the elements that were accessed first */
    uint32_t order;       /* rank of the input's first access in the thread */
    uint64_t last_access; /* number of the last access in the thread */

    uint64_t reads, writes, creations;
    uint64_t elements, references, capacity, used;
    uint64_t all_elements, all_capacity; /* with bytes that may be texts (ort_sizes.bytes) */
    uint64_t last_below;                 /* the same, of facts merged into this one */

    ort_vertex first, last; /* first and last vertex of the input that was accessed */
    uint32_t first_age, last_age;
    /* the first element that was accessed in the latest step of a loop, and that step + 1 (0:
     * none); of other repetitions, the first one of all */
    ort_vertex step_first;
    uint32_t step_first_age;
    uint64_t step_of_first;
    uint64_t step_access; /* the thread's number of that access */
    uint64_t step;        /* step of the last access */
    uint32_t activation;  /* stamp of the repetition's activation at that access */
    uint32_t many;        /* number of inputs that the fact represents */
    /* of the input's first array, or of a range: lowest and highest byte accessed, from its
     * beginning */
    uint64_t low, high;
    uint32_t each;  /* bytes of an element; 0: no array */
    uint32_t row;   /* bytes of a row; 0: the array has one dimension */
    uint32_t scale; /* scale of its indices (graph.h) */

    /* of an input: what its period began with (graph_population.h); 1: it has one */
    struct ort_peak before;
    uint64_t has_period;
    uint64_t used_beside; /* part of `used` that lies in other arrays */
    const char *variable; /* of a block: name of the variable, or NULL */
    uint32_t name;        /* of a stream: offset in NAMES, + 1 */
    uint32_t spans; /* ranges of invocations that began with other arrays (spans.h): index + 1 */
};

struct ort_span;

/* Returns the sizes of a fact of an ended invocation. Bytes that an array of pointers leads to
 * count if the invocation accessed some of the input; otherwise they are texts. */
static inline uint64_t ort_fact_elements(const struct ort_fact *f) {
    return f->counts_bytes ? f->all_elements : f->elements;
}
static inline uint64_t ort_fact_capacity(const struct ort_fact *f) {
    return f->counts_bytes ? f->all_capacity : f->capacity;
}

/* Returns the number of elements from the one with the byte `low` to the one with `high`. In an
 * array with rows, both are corners of a rectangle; if that is not so, all columns count. */
static inline uint64_t ort_elements_between(uint64_t low, uint64_t high, uint32_t each,
                                            uint32_t row) {
    uint64_t rows = row ? high / row - low / row + 1 : 1;
    if (rows == 1) return high / each - low / each + 1;
    uint64_t left = low % row / each, right = high % row / each;
    return rows * (left <= right ? right - left + 1 : row / each);
}

struct ort_fact_place {
    uint32_t fact; /* index + 1; 0: none */
    uint32_t hash; /* upper half of ort_fact_hash */
};

struct ort_facts {
    struct ort_fact *facts;
    struct ort_fact_place *places; /* by hash; their number is a power of two */
    uint32_t room, used, free, n_places, serial;
    struct ort_span *spans;
    uint32_t spans_room, used_spans, free_span;
};

#endif
