/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * vg_checks.h: memory accesses of translated code: what it does itself and what it calls for.
 *
 * Emitted after the access, so that one that faults does so as the program's own.
 */
#ifndef OVG_CHECKS_H
#define OVG_CHECKS_H

#include "libvex_ir.h"
#include "pub_tool_basics.h"
#include "pub_tool_tooliface.h"

struct ordo_scope;

#define OVG_SEEN 32

/* One superblock being instrumented. */
struct ovg_block {
    IRSB *out;
    Int now_offset; /* in the guest state: the pointer to ovg_now */
    IRTemp now;     /* that pointer */
    IRTemp stamp,
        shadow; /* the activation's stamp as I64, and the shadow; IRTemp_INVALID: not yet */
    struct {
        IRTemp address;
        Int size;
    } seen[OVG_SEEN]; /* accessed in this block: no need to look again */
    Int n_seen;
};

void ovg_block_begin(struct ovg_block *b, IRSB *out, const VexGuestLayout *layout);

/* `tid` is about to run translated code. */
void ovg_checks_run(ThreadId tid);

/* The field of ovg_now at `offset`, an I64. */
IRExpr *ovg_now_field(struct ovg_block *b, UInt offset);

/* The access [address, address + size); guard: NULL or when it happens. */
void ovg_check_read(struct ovg_block *b, IRExpr *address, Int size, IRExpr *guard);
/* offset: the address's place within its cell where that is known, else -1. */
void ovg_check_write(struct ovg_block *b, IRExpr *address, Int size, Int offset, IRExpr *guard);

/* One more basic block; `n` more instructions. */
void ovg_count_block(struct ovg_block *b);
void ovg_count_instructions(struct ovg_block *b, UInt n);
/* One more iteration where the innermost activation is of `loop`; guard: NULL or when. */
void ovg_count_iteration(struct ovg_block *b, const struct ordo_scope *loop, IRExpr *guard);

/* Another activation may be the innermost one from here on. */
void ovg_block_restart(struct ovg_block *b);

/* A call of `helper` with two arguments; guard: NULL or when. */
void ovg_emit_call(struct ovg_block *b, const HChar *name, void *helper, IRExpr *first,
                   IRExpr *second, IRExpr *guard);

IRTemp ovg_emit(struct ovg_block *b, IRType type, IRExpr *value);

#endif
