/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * vg_checks.c: emits the checks of memory accesses.
 *
 * With cells of 8 bytes, translated code finds and compares the stamp itself:
 *   read    calls if stamp < the activation's, or if the access is not aligned
 *   write   stores the activation's stamp for each cell, and for the cell of the last byte
 * A 32-bit stamp is compared with a 64-bit value; 2^32 is added to that value if a read is not
 * aligned, so that it always calls. While reads are not to be attributed (OVG_QUIET), the value is
 * negative, so that no read calls. Reads of more than a cell call if any stamp is older or the
 * address is not aligned to a cell. The shadow already knows the places that stamps are stored to:
 * they were announced when they were mapped (ovg_state_mapped).
 *
 * Translated code finds ovg_now through a pointer in the first shadow of the guest's registers.
 * This costs less than its address in every instruction. Signal frames preserve the pointer,
 * because it is always the same.
 *
 * After an access the cell's stamp stays at or above the activation's until the end of the block,
 * because calls end blocks. So another access to the same address in the block needs no check.
 */
#include "vg_checks.h"
#include "vg_state.h"

#include "libvex_guest_amd64.h"
#include "pub_tool_machine.h"
#include "pub_tool_tooliface.h"

#include "engine/runtime/core/access.h"
#include "engine/runtime/core/drms.h"

#define U64(n) IRExpr_Const(IRConst_U64(n))
#define U32(n) IRExpr_Const(IRConst_U32(n))
#define U8(n) IRExpr_Const(IRConst_U8(n))
#define AT(what) U64((Addr)(what))

static void read_memory(Addr address, UWord size) {
    struct ort_thread *t = (struct ort_thread *)__ordo_self;
    if (!t->hot.tick || ovg_now.stamp & OVG_QUIET) return;
    if (t->seen) ort_drms_read(t, t->hot.top, address, size);
    ort_access_read(t, t->hot.top, address, size);
}

/* Offset of the shadow of guest_RAX, which holds the pointer to ovg_now. */
#define NOW_OFFSET offsetof(VexGuestAMD64State, guest_RAX)

/* Numbers of frames searched for a cell's owner: first PROBES below the innermost activation,
 * then MORE_PROBES in each of ROUNDS rounds. Below the root is a zeroed page of 32 frames
 * (thread.c). */
#define PROBES 5
#define MORE_PROBES 8
#define ROUNDS 3
_Static_assert(PROBES + MORE_PROBES * ROUNDS < 32, "probes stay within the page below the root");

/* Returns the owner among the n activations below f as an index from f, or -1 - n if it is not
 * one of them. Counts the younger ones without a branch, because their number is unpredictable. */
static inline __attribute__((always_inline)) int64_t owner_below(const struct ordo_frame *f,
                                                                 uint32_t stamp, const int n) {
    int64_t owner = -1;
#pragma GCC unroll 8
    for (int i = 1; i <= n; i++) owner -= f[-i].stamp > stamp;
    return owner;
}

/* Finds the owner among the activations at and below `f`, after the innermost ones were
 * searched. */
static __attribute__((noinline)) void take_from_far(struct ordo_frame *f, uint32_t stamp) {
    for (int round = 0; round < ROUNDS; round++, f -= MORE_PROBES) {
        int64_t owner = owner_below(f, stamp, MORE_PROBES);
        if (owner == -1 - MORE_PROBES) continue;
        f[owner].rms--;
        return;
    }
    struct ordo_frame *o = ort_access_owner((const struct ort_thread *)__ordo_self, f, stamp);
    if (o) o->rms--;
}

/* Gives a cell with the older stamp `s` to the innermost activation and takes it from its owner.
 * A stamp from before the bottom of the stack finds an owner below it, which nothing reads. */
static inline __attribute__((always_inline)) void take(struct ordo_frame *f, uint32_t *word,
                                                       uint32_t s) {
    int64_t owner = owner_below(f, s, PROBES);
    f->rms++;
    *word = f->stamp;
    if (likely(owner != -1 - PROBES))
        f[owner].rms--;
    else
        take_from_far(f - PROBES, s);
}

/* Handles a read of several cells, or of a cell that was never accessed. */
static __attribute__((noinline)) void read_cells(Addr address, UWord size) {
    const int64_t mine = (int64_t)ovg_now.stamp;
    uint32_t *word = (uint32_t *)(ovg_now.shadow + (address >> 3 << 2));
    uint32_t *end = (uint32_t *)(ovg_now.shadow + ((address + size - 1) >> 3 << 2));
    for (; word <= end; word++) {
        uint32_t s = *word;
        if (s >= mine) continue;
        if (unlikely(s == 0)) {
            read_memory(address, size);
            return;
        }
        take(ovg_now.frame, word, s);
    }
}

/* Handles a read that is, or may be, the first of at least one of its cells. If the address is a
 * multiple of the size, translated code has already compared the stamp. */
static inline __attribute__((always_inline)) void read_old(Addr address, UWord size) {
    uint32_t *word = (uint32_t *)(ovg_now.shadow + (address >> 3 << 2)), s = *word;
    if (unlikely(address & (size - 1)) || unlikely(s == 0))
        read_cells(address, size);
    else
        take(ovg_now.frame, word, s);
}

/* There is one function per size: an argument would be computed at every read, even if nothing
 * is called. */
static void read_old_1(Addr address) {
    read_old(address, 1);
}

static void read_old_2(Addr address) {
    read_old(address, 2);
}

static void read_old_4(Addr address) {
    read_old(address, 4);
}

static void read_old_8(Addr address) {
    read_old(address, 8);
}

static void write_memory(Addr address, UWord size) {
    struct ort_thread *t = (struct ort_thread *)__ordo_self;
    if (!t->hot.tick) return;
    if (t->seen) ort_drms_write(t, address, size, 0);
    ort_access_write(t, t->hot.top, address, size);
}

IRTemp ovg_emit(struct ovg_block *b, IRType type, IRExpr *value) {
    IRTemp t = newIRTemp(b->out->tyenv, type);
    addStmtToIRSB(b->out, IRStmt_WrTmp(t, value));
    return t;
}

static IRExpr *emit64(struct ovg_block *b, IRExpr *value) {
    return IRExpr_RdTmp(ovg_emit(b, Ity_I64, value));
}

static IRExpr *emit1(struct ovg_block *b, IRExpr *value) {
    return IRExpr_RdTmp(ovg_emit(b, Ity_I1, value));
}

static IRExpr *op2(struct ovg_block *b, IROp op, IRExpr *x, IRExpr *y) {
    return emit64(b, IRExpr_Binop(op, x, y));
}

void ovg_emit_call(struct ovg_block *b, const HChar *name, void *helper, IRExpr *first,
                   IRExpr *second, IRExpr *guard) {
    IRDirty *d = unsafeIRDirty_0_N(0, name, VG_(fnptr_to_fnentry)(helper),
                                   second ? mkIRExprVec_2(first, second) : mkIRExprVec_1(first));
    if (guard) d->guard = guard;
    addStmtToIRSB(b->out, IRStmt_Dirty(d));
}

void ovg_block_begin(struct ovg_block *b, IRSB *out, const VexGuestLayout *layout) {
    b->out = out;
    b->now_offset = layout->total_sizeB + NOW_OFFSET;
    b->now = IRTemp_INVALID;
    b->stamp = b->shadow = IRTemp_INVALID;
    b->n_seen = 0;
}

/* Returns the address of a field of ovg_now. */
static IRExpr *now_at(struct ovg_block *b, UInt offset) {
    if (b->now == IRTemp_INVALID) b->now = ovg_emit(b, Ity_I64, IRExpr_Get(b->now_offset, Ity_I64));
    IRExpr *now = IRExpr_RdTmp(b->now);
    return offset ? op2(b, Iop_Add64, now, U64(offset)) : now;
}

IRExpr *ovg_now_field(struct ovg_block *b, UInt offset) {
    return emit64(b, IRExpr_Load(Iend_LE, Ity_I64, now_at(b, offset)));
}

void ovg_checks_run(ThreadId tid) {
    struct ovg_now *now = &ovg_now;
    VG_(set_shadow_regs_area)(tid, 1, NOW_OFFSET, sizeof now, (const UChar *)&now);
}

static void count(struct ovg_block *b, UInt offset, UInt by) {
    IRExpr *at = now_at(b, offset), *n = emit64(b, IRExpr_Load(Iend_LE, Ity_I64, at));
    addStmtToIRSB(b->out, IRStmt_Store(Iend_LE, at, op2(b, Iop_Add64, n, U64(by))));
}

void ovg_count_block(struct ovg_block *b) {
    count(b, offsetof(struct ovg_now, cost), 1);
}

void ovg_count_instructions(struct ovg_block *b, UInt n) {
    count(b, offsetof(struct ovg_now, instructions), n);
}

static IRExpr *of_frame(struct ovg_block *b, IRExpr *frame, UInt offset) {
    return op2(b, Iop_Add64, frame, U64(offset));
}

void ovg_count_iteration(struct ovg_block *b, const struct ordo_scope *loop, IRExpr *guard) {
    IRExpr *frame = ovg_now_field(b, offsetof(struct ovg_now, frame));
    IRExpr *at = of_frame(b, frame, offsetof(struct ordo_frame, iterations));
    IRExpr *scope = of_frame(b, frame, offsetof(struct ordo_frame, scope));
    IRExpr *open = emit64(b, IRExpr_Load(Iend_LE, Ity_I64, scope));
    IRExpr *counts = emit1(b, IRExpr_Binop(Iop_CmpEQ64, open, AT(loop)));
    if (guard) counts = emit1(b, IRExpr_Binop(Iop_And1, counts, guard));
    IRExpr *n = emit64(b, IRExpr_Load(Iend_LE, Ity_I64, at));
    IRExpr *by = emit64(b, IRExpr_Unop(Iop_1Uto64, counts));
    addStmtToIRSB(b->out, IRStmt_Store(Iend_LE, at, op2(b, Iop_Add64, n, by)));
}

void ovg_block_restart(struct ovg_block *b) {
    b->stamp = IRTemp_INVALID;
    b->n_seen = 0;
}

static IRExpr *stamp(struct ovg_block *b) {
    if (b->stamp == IRTemp_INVALID)
        b->stamp = ovg_now_field(b, offsetof(struct ovg_now, stamp))->Iex.RdTmp.tmp;
    return IRExpr_RdTmp(b->stamp);
}

static IRExpr *shadow(struct ovg_block *b) {
    if (b->shadow == IRTemp_INVALID)
        b->shadow = ovg_now_field(b, offsetof(struct ovg_now, shadow))->Iex.RdTmp.tmp;
    return IRExpr_RdTmp(b->shadow);
}

/* Returns whether this block has accessed at least as many bytes at the same address; remembers
 * the access if not. */
static Bool was_seen(struct ovg_block *b, const IRExpr *address, Int size) {
    if (address->tag != Iex_RdTmp) return False;
    for (Int i = 0; i < b->n_seen; i++) {
        if (b->seen[i].address != address->Iex.RdTmp.tmp) continue;
        if (b->seen[i].size >= size) return True;
        b->seen[i].size = size;
        return False;
    }
    if (b->n_seen < OVG_SEEN) {
        b->seen[b->n_seen].address = address->Iex.RdTmp.tmp;
        b->seen[b->n_seen++].size = size;
    }
    return False;
}

/* Returns the place of the stamp of the cell at the address. */
static IRExpr *place(struct ovg_block *b, IRExpr *address) {
    IRExpr *cell = op2(b, Iop_Shr64, address, U8(3));
    return op2(b, Iop_Add64, shadow(b), op2(b, Iop_Shl64, cell, U8(2)));
}

/* Returns 0 if the access cannot reach into a second cell because its address is a multiple of
 * its size, which is a power of two. */
static IRExpr *may_straddle(struct ovg_block *b, IRExpr *address, Int size) {
    return op2(b, Iop_And64, address, U64((ULong)size - 1));
}

static IRExpr *stamp_at(struct ovg_block *b, IRExpr *at) {
    IRTemp word = ovg_emit(b, Ity_I32, IRExpr_Load(Iend_LE, Ity_I32, at));
    return emit64(b, IRExpr_Unop(Iop_32Uto64, IRExpr_RdTmp(word)));
}

/* Returns whether one of the cells of the aligned access has a stamp below `limit` (I64), or the
 * address is not aligned. The shadow has a 32-bit word per cell. */
static IRExpr *any_below(struct ovg_block *b, IRExpr *address, IRExpr *at, Int size,
                         IRExpr *limit) {
    IRExpr *odd = op2(b, Iop_And64, address, U64(7));
    IRExpr *any = emit1(b, IRExpr_Binop(Iop_CmpNE64, odd, U64(0)));
    for (Int i = 0; i < size / 8; i++) {
        IRExpr *word = stamp_at(b, i ? op2(b, Iop_Add64, at, U64((ULong)i * 4)) : at);
        IRExpr *one = emit1(b, IRExpr_Binop(Iop_CmpLT64S, word, limit));
        any = emit1(b, IRExpr_Binop(Iop_Or1, any, one));
    }
    return any;
}

/* Returns whether the size is neither a power of two up to 8 nor a multiple of 8 up to 32. Such
 * accesses are rare and always call. */
static Bool is_odd_size(Int size) {
    return size > 32 || (size > 8 ? size % 8 : size & (size - 1));
}

void ovg_check_read(struct ovg_block *b, IRExpr *address, Int size, IRExpr *guard) {
    if (guard || !ovg_inline_checks || is_odd_size(size)) {
        ovg_emit_call(b, "ordo_read", read_memory, address, U64((ULong)size), guard);
        return;
    }
    if (was_seen(b, address, size)) return;
    IRExpr *at = place(b, address), *limit = stamp(b), *old;
    if (size > 8) {
        old = any_below(b, address, at, size, limit);
    } else {
        if (size > 1) {
            IRExpr *odd = op2(b, Iop_Shl64, may_straddle(b, address, size), U8(32));
            limit = op2(b, Iop_Or64, limit, odd);
        }
        old = emit1(b, IRExpr_Binop(Iop_CmpLT64S, stamp_at(b, at), limit));
    }
    if (size > 8) {
        ovg_emit_call(b, "ordo_read_old", read_cells, address, U64((ULong)size), old);
        return;
    }
    void *helper = size == 1   ? read_old_1
                   : size == 2 ? read_old_2
                   : size == 4 ? read_old_4
                               : read_old_8;
    ovg_emit_call(b, "ordo_read_old", helper, address, NULL, old);
}

void ovg_check_write(struct ovg_block *b, IRExpr *address, Int size, Int offset, IRExpr *guard) {
    if (guard || !ovg_inline_checks || is_odd_size(size)) {
        ovg_emit_call(b, "ordo_write", write_memory, address, U64((ULong)size), guard);
        return;
    }
    if (was_seen(b, address, size)) return;
    IRExpr *mine = IRExpr_RdTmp(ovg_emit(b, Ity_I32, IRExpr_Unop(Iop_64to32, stamp(b))));
    IRExpr *at = place(b, address);
    Int whole = offset < 0 ? size : offset + size;
    for (Int i = 0; i < whole; i += 8) {
        IRExpr *next = i ? op2(b, Iop_Add64, at, U64((ULong)i / 2)) : at;
        addStmtToIRSB(b->out, IRStmt_Store(Iend_LE, next, mine));
    }
    if (size == 1 || offset >= 0) return;
    IRExpr *last = place(b, op2(b, Iop_Add64, address, U64((ULong)size - 1)));
    addStmtToIRSB(b->out, IRStmt_Store(Iend_LE, last, mine));
}
