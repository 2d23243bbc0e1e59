/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * sampled_program.h: what the compiler pass makes of a small program with --production, written by
 * hand: plain bodies with gates in front, and recorded ones.
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

/* What the bodies of the loop do besides reading cell i of p. */
struct sampled_way {
    int inner;        /* run the inner loop, so many bodies, on p */
    int calls_callee; /* a routine with an entry of its own, which reads one cell behind the n */
    int stranger;     /* call code that records nothing */
    jmp_buf *way_out; /* leave by longjmp in the middle */
    int writes;       /* write cell i before it is read */
    void (*between)(void); /* called in the middle of the loop */
};

/* One execution of the loop: n bodies. */
void sampled_loop(const char *p, uint64_t n, const struct sampled_way *way);
/* One call of the recursion from outside: depth further activations below, two calls each when
 * `wide`. */
void sampled_recursion(int depth, int wide);

/* Sums over the raw image: plain executions and iterations of a scope, by its gates. */
uint64_t sampled_plain_executions(const struct raw_image *i, uint32_t scope);
uint64_t sampled_plain_iterations(const struct raw_image *i, uint32_t scope);

/* The records of a scope, ordered by time; at most `most` of them are stored. How many there are.
 */
uint32_t sampled_records(const struct raw_image *i, uint32_t scope, struct ordo_raw_sample *into,
                         uint32_t most);
uint32_t sampled_id(const struct raw_image *i, const char *name, uint32_t line);
/* A scope of the module that sampled_load adds. */
#define ID(i, scope) sampled_id(i, "sampled", (scope) + 1)

#endif
