/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * structures.h: the part of a profile that describes which data repetitions worked on, of programs
 * built with `ordo cc --structure`. Plain data.
 *
 * An invocation is one activation of a loop, or one outermost activation of a recursion, that was
 * kept whole: its inputs, and facts that say what each calling context at or below it did with
 * them. Only some invocations are kept; each that is kept is exact.
 *
 * Shapes:  contexts and scopes are indices of the profile; an invocation's spans refer to its
 *          inputs and facts; profile.h states the order of each array
 * Source:  Zaparanuks and Hauswirth, Algorithmic Profiling, 2012, sections 2.2 to 2.4, 3.3, 3.4
 */
#ifndef ORDO_STRUCTURES_H
#define ORDO_STRUCTURES_H

#include <stdbool.h>
#include <stdint.h>

enum ordo_input_form {
    ORDO_INPUT_STRUCTURE = 1, /* objects that are linked to each other */
    ORDO_INPUT_ARRAY = 2,     /* an array, whose elements may lead to other arrays */
    ORDO_INPUT_SOURCE = 3,    /* a stream that was read */
    ORDO_INPUT_SINK = 4,      /* a stream that was written */
};

enum ordo_element_flag {
    ORDO_ELEMENT_LINKED = 1,  /* has links: an element of a recursive structure */
    ORDO_ELEMENT_POINTER = 4, /* a pointer */
};

/* The type of the elements of a structure or array. */
struct ordo_element_type {
    const char *name; /* as in the source */
    uint64_t bytes;   /* of one element */
    uint32_t flags;   /* ordo_element_flag */
};

#define ORDO_TYPE_NONE UINT32_MAX

/* The loop `outer` advances the address of an access in `inner` (a scope inside `outer`, or
 * itself), or of an argument that `inner` passes to `callee`. Or, if `ends`: something that loop
 * `inner` changes, wherever it runs below `outer`, decides whether `outer` continues. If `outer` is
 * a routine, it is a recursion that passes what its recursive call returned to `callee`. */
struct ordo_scope_advance {
    uint32_t outer, inner, callee; /* scopes; callee: ORDO_SCOPE_NONE_INDEX for none */
    bool ends;
};

struct ordo_input {
    uint32_t type; /* of its elements; ORDO_TYPE_NONE: a stream */
    enum ordo_input_form form;
    uint64_t identity; /* equal in two invocations: the same input */
    uint32_t many;     /* 1, or the number of inputs of one type that are combined here */
    const char *name;  /* a variable or a file; "" if it has none */
};

enum ordo_fact_flag {
    ORDO_FACT_IS_MEASURED = 1, /* its sizes are exact */
    ORDO_FACT_IS_REPEATED = 2, /* some activation accessed the input in several steps */
    ORDO_FACT_IS_BOUNDED = 8, /* not measured, but its elements are no more than the invocation's */
    ORDO_FACT_IS_PARTIAL = 4, /* without an input: some accesses of the context are not known */
    ORDO_FACT_KNOWS_USED = 16, /* its elements used are exact, whatever its other sizes are */
};

#define ORDO_INPUT_NONE UINT32_MAX

/* What one context did within the invocation. Without an input, `reads` counts activations of the
 * context and `writes` its steps. */
struct ordo_fact {
    uint32_t context;
    uint32_t input; /* index among the invocation's inputs; ORDO_INPUT_NONE: none */
    uint32_t type;  /* only elements of this type; ORDO_TYPE_NONE: all elements */
    uint32_t flags; /* ordo_fact_flag */
    uint64_t reads, writes, creations;
    uint64_t elements;   /* greatest number; streams: bytes */
    uint64_t references; /* greatest number of links that are not null; streams: lines */
    uint64_t capacity;   /* arrays: number of elements that fit */
    uint64_t used;       /* arrays: distance between the outermost accessed elements, plus one */
};

struct ordo_invocation {
    uint32_t context;
    uint32_t n_inputs, n_facts;
    uint64_t process; /* identifies the process */
    uint64_t ordinal; /* invocations of the context in its thread that ended before it */
    uint64_t first_input, first_fact;
};

/* A user's choice for two repetitions: wherever `inner` is below `outer` in the repetition tree,
 * they belong to one algorithm, or do not. */
struct ordo_group_choice {
    uint32_t outer, inner; /* scopes: loops, or routines that recurred */
    bool together;
};

#endif
