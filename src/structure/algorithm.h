/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * algorithm.h: algorithms, their inputs and their cost functions, as plain data (algorithms.h).
 */
#ifndef ORDO_ALGORITHM_H
#define ORDO_ALGORITHM_H

#include "model/fit/model.h"
#include "structure/grouping.h"

enum ordo_operation {
    ORDO_OPERATION_TRAVERSAL = 1,
    ORDO_OPERATION_MODIFICATION,
    ORDO_OPERATION_CONSTRUCTION,
    ORDO_OPERATION_INPUT,
    ORDO_OPERATION_OUTPUT,
};

enum ordo_size_metric {
    ORDO_SIZE_ELEMENTS, /* of streams: bytes */
    ORDO_SIZE_USED,
    ORDO_SIZE_REFERENCES, /* of streams: lines */
    ORDO_SIZE_CAPACITY,
    ORDO_SIZES
};

struct ordo_input_class {
    enum ordo_input_form form;
    uint32_t type;    /* of the profile; ORDO_TYPE_NONE: a stream */
    uint32_t rank;    /* among the algorithm's inputs of the same form and type, by first access */
    bool mapped;      /* an array that is a mapped file; its name is the file's */
    bool further;     /* all inputs from this rank on, with the sum of their sizes */
    const char *name; /* of the variable or file if the same in all invocations, else "" */
    enum ordo_operation operation;
    bool repeated;        /* some repetition accessed it in more than one step */
    bool innermost;       /* a repetition without others below it accessed it */
    bool several_types;   /* its elements have more than one type */
    uint64_t invocations; /* kept ones that have such an input */
    uint64_t reads, writes, creations;
    uint64_t least[ORDO_SIZES], greatest[ORDO_SIZES]; /* by metric, in invocations that measured */
    bool measured;                                    /* elements, in some invocation */
    bool whole;                                       /* all sizes, in some invocation */
    bool partial; /* some accesses were not recorded: reads, writes, creations are lower bounds */
};

enum ordo_cost_metric {
    ORDO_COST_STEPS,
    ORDO_COST_READS,
    ORDO_COST_WRITES,
    ORDO_COST_CREATIONS,
    ORDO_COSTS
};

/* What is measured: elements of one class, or only those of one type. */
struct ordo_size_key {
    enum ordo_size_metric metric;
    uint32_t input; /* index into the algorithm's classes */
    uint32_t type;  /* ORDO_TYPE_NONE: all */
};
struct ordo_cost_key {
    enum ordo_cost_metric metric;
    uint32_t input; /* ORDO_INPUT_NONE for steps */
    uint32_t type;
};

struct ordo_cost_function {
    struct ordo_size_key size;
    struct ordo_cost_key cost;
    uint64_t least_n, greatest_n;
    uint64_t invocations; /* kept ones in the points */
    uint64_t unmeasured;  /* kept ones that are not, because n or the cost was not measured */
    struct ordo_span points;
    struct ordo_model model; /* of the mean cost */
    double leading; /* the model at greatest_n, in units of its class: 0.25 for 0.25 n^2 + ... */
    double unexplained; /* relative variance of single costs that model and n do not explain */
};

#define ORDO_FUNCTION_NONE UINT32_MAX

struct ordo_algorithm {
    uint32_t root;              /* node */
    struct ordo_span nodes;     /* into nodes[], in the tree's order; the root first */
    uint64_t invocations;       /* of the root, kept or not */
    uint32_t kept;              /* invocations that were kept */
    uint64_t steps;             /* of all its nodes, in all invocations */
    uint64_t kept_steps;        /* in those that were kept */
    struct ordo_span inputs;    /* into classes[] */
    struct ordo_span functions; /* steps first */
    uint32_t best;              /* index into functions[], or ORDO_FUNCTION_NONE */
    uint32_t outgrowing;        /* the same, of reads or writes that grow faster than the steps */
    bool by_hand;               /* a person's choice decided about one of its edges */
};

struct ordo_algorithms {
    enum ordo_identity identity;
    struct ordo_algorithm *list;
    uint32_t n;
    uint32_t *of_node; /* by node of the tree: its algorithm; UINT32_MAX: an entry point */
    struct ordo_grouping grouping;
    uint32_t *nodes;
    struct ordo_input_class *classes;
    uint32_t n_classes;
    struct ordo_cost_function *functions;
    uint32_t n_functions;
    struct ordo_point *points; /* n, count, min, max, sum, sumsq; sum_n = n * count, self 0 */
    uint64_t n_points;
};

#endif
