/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * draft_profile.h: builds profiles with invocations by hand.
 *
 * Scopes and contexts are handles until the draft is sealed. The test program exits if memory runs
 * out.
 */
#ifndef DRAFT_PROFILE_H
#define DRAFT_PROFILE_H

#include "profile/gather/gather.h"

struct draft {
    struct ordo_gather *g;
    struct ordo_invocation open; /* the invocation that is open */
    struct ordo_input inputs[64];
    struct ordo_fact facts[256];
};

void draft_init(struct draft *d);

/* Adds a scope in a.c at a line. `name` is the routine's, also for a loop. */
uint32_t draft_routine(struct draft *d, const char *name, uint32_t line);
uint32_t draft_loop(struct draft *d, uint32_t routine, const char *name, uint32_t line);
uint32_t draft_context(struct draft *d, uint32_t parent, uint32_t scope, uint64_t calls);
uint32_t draft_type(struct draft *d, const char *name);

/* Sets the invocations, and the sum of their steps, of the context of a loop or recursive
 * routine. */
void draft_steps(struct draft *d, uint32_t context, uint64_t invocations, uint64_t steps);

/* An invocation begins, is filled, and ends. */
void draft_begin(struct draft *d, uint32_t context);
uint32_t draft_input(struct draft *d, enum ordo_input_form form, uint32_t type, uint64_t identity);
void draft_activations(struct draft *d, uint32_t context, uint64_t activations, uint64_t steps);
/* Adds a measured fact of accesses in several steps. Its elements and references, and for arrays
 * used and capacity, are `size`. */
struct ordo_fact *draft_fact(struct draft *d, uint32_t context, uint32_t input, uint64_t reads,
                             uint64_t writes, uint64_t creations, uint64_t size);
void draft_end(struct draft *d);

/* Returns the profile, which the caller owns, and ends the draft. */
struct ordo_profile *draft_seal(struct draft *d);

/* Returns the paper's figure 3 (Zaparanuks and Hauswirth, Algorithmic Profiling): two loops
 * (lines 2, 3) build lists of 0 to sizes - 1 Nodes, `each` lists of every size (line 41), and
 * insertion sort sorts them (lines 51, 52) with about n^2 / 4 moves. */
struct ordo_profile *draft_figure_3(unsigned sizes, unsigned each);

/* Returns the scope of a sealed profile at the line. */
uint32_t draft_scope_at(const struct ordo_profile *p, uint32_t line);

#endif
