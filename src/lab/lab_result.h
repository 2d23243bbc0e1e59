/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * lab_result.h: reads what a program of the laboratory has written (abi/lab_protocol.h).
 *
 * A result may end anywhere, because the program may have been killed. Incomplete records are left
 * out.
 *
 * Errors:  ORDO_BAD_INPUT, naming the word, if it is not a result; ORDO_ENVIRONMENT if it cannot be
 *          read
 * Memory:  all in the given arena
 * Threads: reentrant
 */
#ifndef ORDO_LAB_RESULT_H
#define ORDO_LAB_RESULT_H

#include "base/arena.h"
#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* An experiment as the source declares it, with one of its inputs. */
struct ordo_lab_declared {
    const char *function, *input, *file;
    uint64_t experiment, number; /* its number, and its input's */
    uint32_t line;
    uint64_t from, to, step, repeat;
    double ratio; /* 0: sizes grow by `step` */
};

/* One repetition. */
struct ordo_lab_counts {
    uint64_t total, n;
    const uint64_t *v; /* n times: statement, own, inclusive */
};

enum ordo_lab_trouble {
    ORDO_LAB_NO_TROUBLE,
    ORDO_LAB_IS_WRONG,
    ORDO_LAB_HAS_NO_INPUT,
    ORDO_LAB_IS_UNREPEATABLE
};

struct ordo_lab_result {
    struct ordo_lab_declared *declared;
    size_t n_declared;
    struct ordo_lab_counts *counts;
    size_t n_counts;
    enum ordo_lab_trouble trouble;
    uint64_t repetition, seed; /* of the trouble */
    uint64_t phase;            /* enum ordo_lab_phase: what ran last */
    bool has_main;             /* of a list */
    bool ended;                /* the run reached its end */
};

enum ordo_status ordo_lab_result_read(struct ordo_arena *arena, const char *path,
                                      struct ordo_lab_result *out, struct ordo_error *error);

enum ordo_status ordo_lab_result_decode(struct ordo_arena *arena, const uint64_t *words, size_t n,
                                        struct ordo_lab_result *out, struct ordo_error *error);

#endif
