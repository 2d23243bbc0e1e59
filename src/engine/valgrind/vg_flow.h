/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * vg_flow.h: finds basic blocks and natural loops in the machine code of one routine.
 *
 * Shapes:  code[0..size): the routine's bytes, at address `low`. Blocks are sorted by address; each
 * ends
 *          where the next begins. Outer loops come first. `parent` and `loop`: indices or -1
 * Errors:  NULL: out of memory, or some of the bytes are not instructions
 * Memory:  from ovg_flow_take, which the program that links this defines; ended by ovg_flow_free
 * Threads: one at a time
 * Source:  Aho, Lam, Sethi, Ullman, Compilers, section 9.6 (natural loops);
 *          Cooper, Harvey, Kennedy, A Simple, Fast Dominance Algorithm, 2001.
 *          The targets of a jump through a register or memory are guessed (vg_flow.c).
 */
#ifndef OVG_FLOW_H
#define OVG_FLOW_H

#include <stddef.h>
#include <stdint.h>

struct ovg_flow_block {
    uint64_t start;
    int32_t loop; /* the innermost loop that it belongs to, or -1 */
};

struct ovg_flow_loop {
    uint64_t header;
    uint64_t latch; /* address of the last instruction that closes it */
    int32_t parent;
    int tests_first; /* the header may leave the loop and does not close it */
};

struct ovg_flow {
    struct ovg_flow_block *blocks;
    struct ovg_flow_loop *loops;
    uint32_t n_blocks, n_loops;
};

struct ovg_flow *ovg_flow_new(const uint8_t *code, uint64_t size, uint64_t low);
void ovg_flow_free(struct ovg_flow *f);

/* Returns the index of the block that contains the address. */
uint32_t ovg_flow_block_at(const struct ovg_flow *f, uint64_t address);

void *ovg_flow_take(size_t size); /* zeroed; NULL: out of memory */
void ovg_flow_give(void *taken);

#endif
