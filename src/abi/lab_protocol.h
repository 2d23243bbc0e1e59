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
#define ORDO_LAB_ENV_RUN "ORDO_LAB_RUN" /* "list", "main", or "EXPERIMENT INPUT SIZE REPEAT SEED" */

/* Records of a result: kind, then what follows. Numbers are words. */
enum ordo_lab_record {
    ORDO_LAB_RECORD_END = 1,  /* nothing follows: the run came to its end */
    ORDO_LAB_RECORD_DECLARED, /* list: function, input (strings), experiment, input (numbers), file
                                 (string), line, from, to, step, repeat, ratio (a double's bits;
                                 0: steps are added); one record for each input */
    ORDO_LAB_RECORD_COUNTS,   /* one repetition: total, n, then n times: statement, own, inclusive;
                                 statements rise, what is all 0 is left out */
    ORDO_LAB_RECORD_WRONG,    /* the check said no: the repetition's number and its seed */
    ORDO_LAB_RECORD_NO_INPUT, /* the generator gave NULL: the repetition's number and its seed */
};

/* The first words of a plan; docs/lab.md has the rest. */
#define ORDO_LAB_PLAN_MAGIC UINT64_C(0x316e616c706c616f) /* "oalplan1" */

#endif
