/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * structures.h: the vocabulary of what repetitions worked on: a part of a profile, of programs
 * built with `ordo cc --structure`. Plain data.
 *
 * An invocation is one activation of a loop, or one outermost activation of a recursion, that was
 * kept whole: its inputs, and for each calling context at or below it what that context did with
 * them (facts). Not all invocations are kept; each that is kept is exact.
 *
 * Shapes:  contexts and scopes are indices of the profile; the spans of an invocation lead into its
 *          inputs and facts; every array is sorted as stated beside it in profile.h
 * Source:  Zaparanuks and Hauswirth, Algorithmic Profiling, 2012, sections 2.2 to 2.4, 3.3, 3.4
 */
#ifndef ORDO_STRUCTURES_H
#define ORDO_STRUCTURES_H

#include <stdbool.h>
#include <stdint.h>

enum ordo_input_form {
    ORDO_INPUT_STRUCTURE = 1, /* objects that link to each other */
    ORDO_INPUT_ARRAY = 2,     /* one array, or one whose elements lead to others */
    ORDO_INPUT_SOURCE = 3,    /* a stream that was read */
    ORDO_INPUT_SINK = 4,      /* a stream that was written */
};

enum ordo_element_flag {
    ORDO_ELEMENT_LINKED = 1,  /* has links: an element of a recursive structure */
    ORDO_ELEMENT_POINTER = 4, /* a pointer */
};

/* What elements of structures and arrays are. */
struct ordo_element_type {
    const char *name; /* as the source says it */
    uint64_t bytes;   /* of one element */
    uint32_t flags;   /* ordo_element_flag */
};

#define ORDO_TYPE_NONE UINT32_MAX

/* The loop `outer` advances the address of an access in `inner` (a scope that it encloses, or
 * itself), or of an argument that `inner` passes to `callee`; or what loop `inner`, wherever it runs
 * below, changes decides whether `outer` goes on. */
struct ordo_scope_advance {
    uint32_t outer, inner, callee; /* scopes; callee: ORDO_SCOPE_NONE_INDEX for none */
    bool ends;
};

struct ordo_input {
    uint32_t type; /* of its elements; ORDO_TYPE_NONE: a stream */
    enum ordo_input_form form;
    uint64_t identity; /* equal in two invocations: the same input */
    uint32_t many;     /* 1; more: so many inputs of one type are taken together */
    const char *name;  /* a variable or a file; "" when it has none */
};

enum ordo_fact_flag {
    ORDO_FACT_IS_MEASURED = 1, /* its sizes are exact */
    ORDO_FACT_IS_REPEATED = 2, /* some activation accessed the input in more than one step */
    ORDO_FACT_IS_PARTIAL = 4,  /* without an input: not all that the context accessed was told */
};

#define ORDO_INPUT_NONE UINT32_MAX

/* What one context did within the invocation. Without an input: `reads` are activations of the
 * context and `writes` its steps. */
struct ordo_fact {
    uint32_t context;
    uint32_t input; /* among the invocation's; ORDO_INPUT_NONE: none */
    uint32_t type;  /* ORDO_TYPE_NONE: all elements, else those of this type */
    uint32_t flags; /* ordo_fact_flag */
    uint64_t reads, writes, creations;
    uint64_t elements;   /* greatest number; of streams: bytes */
    uint64_t references; /* greatest number of links that lead somewhere; of streams: lines */
    uint64_t capacity;   /* arrays: room for so many elements */
    uint64_t used;       /* arrays: distance of the outermost elements accessed, plus one */
};

struct ordo_invocation {
    uint32_t context;
    uint32_t n_inputs, n_facts;
    uint64_t process; /* tells processes apart */
    uint64_t ordinal; /* so many of the context ended before, in its thread */
    uint64_t first_input, first_fact;
};

/* What a person said of two repetitions: wherever `inner` lies below `outer` in the repetition
 * tree, they are of one algorithm, or are not. */
struct ordo_group_choice {
    uint32_t outer, inner; /* scopes: loops, or routines that recurred */
    bool together;
};

#endif
