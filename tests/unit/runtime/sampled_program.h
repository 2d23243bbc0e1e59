/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * sampled_program.h: hand-written equivalent of a small program that the compiler pass has compiled
 * with --production: plain versions with gates, and recorded ones.
 */
#ifndef TEST_SAMPLED_PROGRAM_H
#define TEST_SAMPLED_PROGRAM_H

#include "instrumented.h"
#include "raw_image.h"

#include <setjmp.h>

enum { SAMPLED_MAIN, SAMPLED_LOOP, SAMPLED_INNER, SAMPLED_CALLEE, SAMPLED_RECURSE, SAMPLED_SCOPES };
enum { SAMPLED_GATE_LOOP, SAMPLED_GATE_INNER, SAMPLED_GATE_RECURSE, SAMPLED_GATES };

extern struct ordo_scope sampled_program[SAMPLED_SCOPES];
extern struct ordo_production sampled_gates_info;
extern struct ordo_callee sampled_stranger;
extern __thread struct ordo_gate *sampled_gates;

void sampled_load(void);

/* What the loop does in an iteration besides reading cell i of p. */
struct sampled_way {
    int inner;             /* run the inner loop on p with so many iterations */
    int calls_callee;      /* call a routine with its own entry, which reads the cell after the n */
    int stranger;          /* call code that is not recorded */
    jmp_buf *way_out;      /* leave by longjmp in the middle */
    int writes;            /* write cell i before reading it */
    void (*between)(void); /* called in the middle of the loop */
};

/* Executes the loop once, with n iterations. */
void sampled_loop(const char *p, uint64_t n, const struct sampled_way *way);
/* Calls the recursion once from outside. It has `depth` further levels, with two calls each if
 * `wide`. */
void sampled_recursion(int depth, int wide);

/* Return plain executions and iterations of a scope, summed over its gates in the raw image. */
uint64_t sampled_plain_executions(const struct raw_image *i, uint32_t scope);
uint64_t sampled_plain_iterations(const struct raw_image *i, uint32_t scope);

/* Stores at most `most` records of a scope, ordered by time. Returns how many there are. */
uint32_t sampled_records(const struct raw_image *i, uint32_t scope, struct ordo_raw_sample *into,
                         uint32_t most);
uint32_t sampled_id(const struct raw_image *i, const char *name, uint32_t line);
/* The number of a scope of the module that sampled_load adds. */
#define ID(i, scope) sampled_id(i, "sampled", (scope) + 1)

#endif
