/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * vg_checks.h: emits the code that checks memory accesses and counts blocks.
 *
 * Checks follow the access, so that an access that faults does so as in the native program.
 */
#ifndef OVG_CHECKS_H
#define OVG_CHECKS_H

#include "libvex_ir.h"
#include "pub_tool_basics.h"
#include "pub_tool_tooliface.h"

struct ordo_scope;

#define OVG_SEEN 32

/* A superblock that is being instrumented. */
struct ovg_block {
    IRSB *out;
    Int now_offset; /* offset in the guest state of the pointer to ovg_now */
    IRTemp now;     /* that pointer */
    IRTemp stamp,
        shadow; /* the activation's stamp as I64, and the shadow; IRTemp_INVALID: not loaded yet */
    struct {
        IRTemp address;
        Int size;
    } seen[OVG_SEEN]; /* accesses of this block, which need no second check */
    Int n_seen;
};

void ovg_block_begin(struct ovg_block *b, IRSB *out, const VexGuestLayout *layout);

/* Prepares the guest state of thread `tid`, which is about to run translated code. */
void ovg_checks_run(ThreadId tid);

/* Returns the field of ovg_now at `offset`, as I64. */
IRExpr *ovg_now_field(struct ovg_block *b, UInt offset);

/* Emits the check of a read of [address, address + size). guard: the condition of the access, or
 * NULL. */
void ovg_check_read(struct ovg_block *b, IRExpr *address, Int size, IRExpr *guard);
/* Emits the check of a write. offset: the address's offset within its cell if known, else -1. */
void ovg_check_write(struct ovg_block *b, IRExpr *address, Int size, Int offset, IRExpr *guard);

/* Counts a basic block; counts `n` more instructions. */
void ovg_count_block(struct ovg_block *b);
void ovg_count_instructions(struct ovg_block *b, UInt n);
/* Counts an iteration if the innermost activation is of `loop`. guard: a further condition, or
 * NULL. */
void ovg_count_iteration(struct ovg_block *b, const struct ordo_scope *loop, IRExpr *guard);

/* Forgets what was loaded and checked: another activation may be the innermost one from here on. */
void ovg_block_restart(struct ovg_block *b);

/* Emits a call of `helper` with two arguments. guard: its condition, or NULL. */
void ovg_emit_call(struct ovg_block *b, const HChar *name, void *helper, IRExpr *first,
                   IRExpr *second, IRExpr *guard);

IRTemp ovg_emit(struct ovg_block *b, IRType type, IRExpr *value);

#endif
