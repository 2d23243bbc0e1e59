/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * vg_loops.h: the natural loops of executed routines as scopes.
 *
 * A routine's code is read when its first block is translated; translated code then tells of edges
 * that enter or leave a loop, and counts iterations itself. Whatever is told, the open loops are
 * made those of the block that control goes to, so that a way that was not foreseen (an exception,
 * a jump by way of the stack) is put right when it arrives.
 *
 * Memory:  lives as long as the code is mapped; scopes as long as the process
 * Threads: the one that runs.
 */
#ifndef OVG_LOOPS_H
#define OVG_LOOPS_H

#include "abi/abi.h"

struct ovg_code; /* a routine's, with at least one loop */

struct ovg_loop {
    struct ordo_scope scope;
    struct ovg_code *code;
    struct ovg_loop *parent;
    uint64_t header, latch;
    int tests_first; /* iterations: ways from the header into the loop; else: to the header */
};

/* The code that the address is in; NULL: none with a loop, or it has no symbol. */
struct ovg_code *ovg_code_at(uint64_t address);
uint64_t ovg_code_entry(const struct ovg_code *c);
int ovg_code_has(const struct ovg_code *c, uint64_t address);

/* The innermost loop around the address; NULL: none, or another routine's address. */
struct ovg_loop *ovg_code_loop(const struct ovg_code *c, uint64_t address);

/* Whether a block of the control flow begins there. */
int ovg_code_leads(const struct ovg_code *c, uint64_t address);

/* Where the block around the address begins. */
uint64_t ovg_code_block(const struct ovg_code *c, uint64_t address);

int ovg_loop_holds(const struct ovg_loop *outer, const struct ovg_loop *inner);

/* From translated code: control goes to a block whose innermost loop is `loop` (NULL: none). */
void ovg_loop_settle(struct ovg_code *c, struct ovg_loop *loop);
/* The same at a routine's entry, which is the loop's header. */
void ovg_loop_begin(struct ovg_code *c, struct ovg_loop *loop);
/* The same, and the block is found by its address. */
void ovg_loop_arrive(uint64_t address);

/* Code at [low, high) is gone. */
void ovg_code_forget(uint64_t low, uint64_t high);

#endif
