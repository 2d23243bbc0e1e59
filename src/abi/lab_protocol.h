/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * lab_protocol.h: what `ordo lab` and a program of the laboratory say to each other.
 *
 * The compiler pass (-ordo statements) leaves a struct ordo_lab_module in every object file: the
 * counters of clang's coverage regions, and the calls. `ordo lab` joins them with the statements of
 * the source and gives the program a *plan*: which counter is whose, what each counter weighs. The
 * program runs an experiment at one size and writes a *result*.
 *
 * Plan and result are files of 64-bit words in the machine's byte order. Strings: a word with the
 * number of bytes, then the bytes, filled with zeros to whole words.
 */
#ifndef ORDO_ABI_LAB_PROTOCOL_H
#define ORDO_ABI_LAB_PROTOCOL_H

#include <stdint.h>

/* Environment of a program of the laboratory. */
#define ORDO_LAB_ENV_PLAN "ORDO_LAB_PLAN"     /* the plan's file; without it main runs, uncounted */
#define ORDO_LAB_ENV_RESULT "ORDO_LAB_RESULT" /* the file to write, which is there and empty */
#define ORDO_LAB_ENV_RUN                                                                           \
    "ORDO_LAB_RUN" /* "list", "main", or "EXPERIMENT INPUT SIZE REPEAT SEED"                       \
                    */

/* Records of a result: kind, then what follows. Numbers are words. */
enum ordo_lab_record {
    ORDO_LAB_RECORD_END = 1,  /* nothing follows: the run came to its end */
    ORDO_LAB_RECORD_DECLARED, /* list: function, input (strings), experiment, input (numbers), file
                                 (string), line, from, to, step, repeat, ratio (a double's bits;
                                 0: steps are added); one record for each input */
    ORDO_LAB_RECORD_COUNTS,   /* one repetition: total, n, then n times: statement, own, inclusive;
                                 statements rise, what is all 0 is left out */
    ORDO_LAB_RECORD_WRONG,    /* the check said no: the repetition's number and its seed */
    ORDO_LAB_RECORD_MAIN,     /* list: there is a main */
    ORDO_LAB_RECORD_NO_INPUT, /* the generator gave NULL: the repetition's number and its seed */
};

/* What the compiler pass leaves in an object file, and hands to __ordo_lab_add when it is loaded.
 */
struct ordo_lab_module {
    uint64_t id; /* the map's */
    uint32_t n_counters, n_calls;
    int32_t *weights;          /* by counter: what it adds to the work; 0 until the plan is read */
    uint64_t *(*counts)(void); /* the calling thread's counters */
    struct ordo_lab_module *next;       /* the runtime's, as what follows */
    uint32_t first_counter, first_call; /* in the plan */
};

/* The map: one a module, in this section of the executable, one behind the other. Words:
 *   magic, words in all, id
 *   the list of files of clang's coverage mapping (string)
 *   counters
 *   functions; of each: its name's hash, its coverage mapping (string), marks, and of each of these
 *     the mapping's counter << 32 | the module's counter
 *   files (strings), after their number
 *   calls; of each: file, line << 32 | column */
#define ORDO_LAB_MAP_SECTION "ordo_lab_map"
#define ORDO_LAB_MAP_MAGIC UINT64_C(0x3170616d62616c6f) /* "olabmap1" */

/* The plan. Words:
 *   magic, words in all, statements, modules
 *   of each module: id, counters, calls, the weight of each counter, and of each call the statement
 *     that it stands in (or ORDO_LAB_NOWHERE), and the number and the list of the statements that
 *     do not run when it does not return
 *   of each statement: the number and the list of its counters (modules' counters one after
 *     another), each << 1 | 1 if it is taken off */
#define ORDO_LAB_PLAN_MAGIC UINT64_C(0x316e616c7062616c) /* "lablpan1" */
#define ORDO_LAB_NOWHERE UINT64_MAX

#endif
