/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * vg_decode.h: finds the length of an x86-64 instruction and where control goes from it.
 *
 * Shapes:  code[0..size): bytes that begin with the instruction; `address`: its address
 * Errors:  length 0: not a known instruction, or it does not end within `size`
 * Threads: pure
 * Source:  Intel 64 and IA-32 Architectures Software Developer's Manual, volume 2, chapter 2
 *          (instruction format) and appendix A (opcode map)
 */
#ifndef OVG_DECODE_H
#define OVG_DECODE_H

#include <stdint.h>

enum ovg_flow_kind {
    OVG_NEXT,     /* to the next instruction; calls too */
    OVG_BRANCH,   /* to the next one or to `target` */
    OVG_JUMP,     /* to `target` */
    OVG_INDIRECT, /* a jump through a register or memory */
    OVG_NOWHERE,  /* returns, traps */
};

struct ovg_instruction {
    uint32_t length;
    enum ovg_flow_kind kind;
    uint64_t target;
    int is_padding; /* a no-op or int3 */
};

struct ovg_instruction ovg_decode(const uint8_t *code, uint64_t size, uint64_t address);

#endif
