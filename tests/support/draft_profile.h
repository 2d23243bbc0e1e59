/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * draft_profile.h: profiles with invocations, made by hand.
 *
 * Scopes and contexts are handles until the draft is sealed. Memory that cannot be had ends the
 * test program.
 */
#ifndef DRAFT_PROFILE_H
#define DRAFT_PROFILE_H

#include "profile/gather/gather.h"

struct draft {
    struct ordo_gather *g;
    struct ordo_invocation open; /* the invocation being made */
    struct ordo_input inputs[64];
    struct ordo_fact facts[256];
};

void draft_init(struct draft *d);

/* In a.c, at the line; `name`: the routine's, a loop's too. */
uint32_t draft_routine(struct draft *d, const char *name, uint32_t line);
uint32_t draft_loop(struct draft *d, uint32_t routine, const char *name, uint32_t line);
uint32_t draft_context(struct draft *d, uint32_t parent, uint32_t scope, uint64_t calls);
uint32_t draft_type(struct draft *d, const char *name);

/* Invocations in all, and their steps in all, of a loop's or recursive routine's context. */
void draft_steps(struct draft *d, uint32_t context, uint64_t invocations, uint64_t steps);

/* An invocation is begun, filled and ended. */
void draft_begin(struct draft *d, uint32_t context);
uint32_t draft_input(struct draft *d, enum ordo_input_form form, uint32_t type, uint64_t identity);
void draft_activations(struct draft *d, uint32_t context, uint64_t activations, uint64_t steps);
/* A measured fact of accesses in several steps: elements, references and, of arrays, used and
 * capacity are `size`. */
struct ordo_fact *draft_fact(struct draft *d, uint32_t context, uint32_t input, uint64_t reads,
                             uint64_t writes, uint64_t creations, uint64_t size);
void draft_end(struct draft *d);

/* The profile, the caller's; the draft is over. */
struct ordo_profile *draft_seal(struct draft *d);

/* The paper's figure 3 (Zaparanuks and Hauswirth, Algorithmic Profiling): a harness of two loops
 * (lines 2, 3) that builds lists of 0 to sizes - 1 Nodes, `each` of every size (line 41), and sorts
 * them by insertion (lines 51, 52): a quarter of n^2 moves, give or take some. */
struct ordo_profile *draft_figure_3(unsigned sizes, unsigned each);

/* The scope of a sealed profile at the line. */
uint32_t draft_scope_at(const struct ordo_profile *p, uint32_t line);

#endif
