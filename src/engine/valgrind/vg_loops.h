/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * vg_loops.h: the natural loops of executed routines as scopes.
 *
 * A routine's code is read when its first block is translated. Translated code then reports edges
 * that enter or leave a loop, and counts iterations itself. Every report makes the open loops those
 * of the block that control goes to. This also corrects the state after control flow that was not
 * foreseen, such as an exception or a return that serves as a jump.
 *
 * Memory:  lives as long as the code is mapped; scopes live as long as the process
 * Threads: the running one
 */
#ifndef OVG_LOOPS_H
#define OVG_LOOPS_H

#include "abi/abi.h"

struct ovg_code; /* a routine's code, with at least one loop */

struct ovg_loop {
    struct ordo_scope scope;
    struct ovg_code *code;
    struct ovg_loop *parent;
    uint64_t header, latch;
    int tests_first; /* 1: iterations are edges from the header into the loop; 0: edges to it */
};

/* Returns the code that contains the address, or NULL if it has no loop or no symbol. */
struct ovg_code *ovg_code_at(uint64_t address);
uint64_t ovg_code_entry(const struct ovg_code *c);
int ovg_code_has(const struct ovg_code *c, uint64_t address);

/* Returns the innermost loop around the address, or NULL if the address is in none or in
 * another routine. */
struct ovg_loop *ovg_code_loop(const struct ovg_code *c, uint64_t address);

/* Returns whether a block of the control flow begins at the address. */
int ovg_code_leads(const struct ovg_code *c, uint64_t address);

/* Returns the beginning of the block that contains the address. */
uint64_t ovg_code_block(const struct ovg_code *c, uint64_t address);

int ovg_loop_holds(const struct ovg_loop *outer, const struct ovg_loop *inner);

/* Called by translated code: control goes to a block whose innermost loop is `loop` (NULL:
 * none). */
void ovg_loop_settle(struct ovg_code *c, struct ovg_loop *loop);
/* Does the same at a routine's entry that is the loop's header. */
void ovg_loop_begin(struct ovg_code *c, struct ovg_loop *loop);
/* Does the same for the block at an address. */
void ovg_loop_arrive(uint64_t address);

/* Forgets the code at [low, high), which has been unmapped. */
void ovg_code_forget(uint64_t low, uint64_t high);

#endif
