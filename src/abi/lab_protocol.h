/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * lab_protocol.h: how `ordo lab` and a program of the laboratory communicate.
 *
 * The compiler pass (option `statements`) adds a struct ordo_lab_module to every object file. It
 * describes the counters of clang's coverage regions, and the calls. `ordo lab` combines these with
 * the statements of the source and gives the program a *plan*: the counters of each statement and
 * the weight of each counter. The program runs an experiment at one size and writes a *result*.
 *
 * Plan and result are files of 64-bit words in the machine's byte order. A string is a word with
 * the number of bytes, followed by the bytes, padded with zeros to whole words.
 */
#ifndef ORDO_ABI_LAB_PROTOCOL_H
#define ORDO_ABI_LAB_PROTOCOL_H

#include <stdint.h>

/* Environment variables of a program of the laboratory. */
#define ORDO_LAB_ENV_PLAN "ORDO_LAB_PLAN"     /* the plan's file; if not set, main runs uncounted */
#define ORDO_LAB_ENV_RESULT "ORDO_LAB_RESULT" /* the file to write; it exists and is empty */
#define ORDO_LAB_ENV_RUN                                                                           \
    "ORDO_LAB_RUN" /* "list", "main", or "EXPERIMENT INPUT SIZE REPEAT SEED"                       \
                    */

/* Records of a result: the kind, then the data listed here. Numbers are words. */
enum ordo_lab_record {
    ORDO_LAB_RECORD_END = 1,  /* no data: the run is complete */
    ORDO_LAB_RECORD_DECLARED, /* run "list": function, input (strings), experiment, input (numbers),
                                 file (string), line, from, to, step, repeat, ratio (a double's
                                 bits; 0: steps are added); one record for each input */
    ORDO_LAB_RECORD_COUNTS,   /* one repetition: total, n, then n times: statement, own, inclusive;
                                 in ascending order of statements, without those that are all 0 */
    ORDO_LAB_RECORD_WRONG,    /* the check failed: the repetition's number and its seed */
    ORDO_LAB_RECORD_MAIN,     /* run "list": the program has a main */
    ORDO_LAB_RECORD_NO_INPUT, /* the generator returned NULL: the repetition's number and its seed
                               */
    ORDO_LAB_RECORD_UNREPEATABLE, /* the generator made two inputs that differ: the same data */
    ORDO_LAB_RECORD_PHASE,        /* what runs next: one of enum ordo_lab_phase */
};

/* Parts of a repetition, so that a crash can be attributed. */
enum ordo_lab_phase {
    ORDO_LAB_PHASE_CALL,
    ORDO_LAB_PHASE_MAKE,
    ORDO_LAB_PHASE_CHECK,
    ORDO_LAB_PHASE_RELEASE
};

/* The compiler pass adds one to each object file, whose constructor passes it to __ordo_lab_add. */
struct ordo_lab_module {
    uint64_t id; /* of its map */
    uint32_t n_counters, n_calls;
    int32_t *weights;          /* by counter: what it adds to the work; 0 until the plan is read */
    uint64_t *(*counts)(void); /* returns the calling thread's counters */
    struct ordo_lab_module *next;       /* this and the following fields are the runtime's */
    uint32_t first_counter, first_call; /* in the plan */
};

/* The maps of all modules, one after another, are in this section of the executable. Words of a
 * map: magic, number of words, id the list of files of clang's coverage mapping (string) number of
 * counters number of functions; for each: its name's hash, its coverage mapping (string), number of
 * marks, and for each mark the mapping's counter << 32 | the module's counter number of files, and
 * their names (strings) number of calls; for each: file, line << 32 | column */
#define ORDO_LAB_MAP_SECTION "ordo_lab_map"
#define ORDO_LAB_MAP_MAGIC UINT64_C(0x3170616d62616c6f) /* "olabmap1" */

/* The plan. Words:
 *   magic, number of words, number of statements, number of modules
 *   for each module: id, number of counters, number of calls, the weight of each counter, and for
 * each call the statement that contains it (or ORDO_LAB_NOWHERE), and the number and the list of
 *     statements that do not run if the call does not return
 *   for each statement: the number and the list of its counters, each as number << 1, plus 1 if the
 *     counter is subtracted; counters are numbered through all modules in order */
#define ORDO_LAB_PLAN_MAGIC UINT64_C(0x316e616c7062616c) /* "lablpan1" */
#define ORDO_LAB_NOWHERE UINT64_MAX

#endif
