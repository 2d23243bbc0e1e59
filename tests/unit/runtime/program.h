/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * program.h: a small instrumented program, for scenarios that need scopes but not a random trace.
 */
#ifndef TEST_PROGRAM_H
#define TEST_PROGRAM_H

#include "instrumented.h"

enum {
    PROGRAM_MAIN,
    PROGRAM_WORK,    /* a leaf routine */
    PROGRAM_ARGS,    /* one size argument */
    PROGRAM_RECURSE, /* recursive */
    PROGRAM_LOOP,    /* a loop of PROGRAM_MAIN */
    PROGRAM_HANDLER, /* a signal handler */
    PROGRAM_SCOPES
};

extern struct ordo_scope program[PROGRAM_SCOPES];
extern struct ordo_module program_module;

/* Registers the module. */
void program_load(void);

/* Makes an activation of `scope` that costs `blocks` and reads `cells` new cells at p. */
void program_call(int scope, uint64_t blocks, const char *p, uint64_t cells);

#endif
