/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * vg_decode.h: how long an instruction of x86-64 is, and where control goes from it.
 *
 * Shapes:  code[0..size): the bytes from the instruction on; `address`: where it lies
 * Errors:  length 0: no instruction that is known, or it does not end within `size`
 * Threads: pure
 * Source:  Intel 64 and IA-32 Architectures Software Developer's Manual, volume 2, chapter 2
 *          (instruction format) and appendix A (opcode map)
 */
#ifndef OVG_DECODE_H
#define OVG_DECODE_H

#include <stdint.h>

enum ovg_flow_kind {
    OVG_NEXT,     /* the instruction behind it; calls too */
    OVG_BRANCH,   /* there or `target` */
    OVG_JUMP,     /* `target` */
    OVG_INDIRECT, /* a jump through a register or memory */
    OVG_NOWHERE,  /* returns, traps */
};

struct ovg_instruction {
    uint32_t length;
    enum ovg_flow_kind kind;
    uint64_t target;
    int is_padding; /* does nothing, or is int3 */
};

struct ovg_instruction ovg_decode(const uint8_t *code, uint64_t size, uint64_t address);

#endif
