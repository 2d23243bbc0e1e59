/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * vg_instrument.c: adds the code that measures to a superblock.
 *
 * A superblock is one basic block (chasing is off), or a loop of one block that Valgrind has
 * unrolled. Blocks are counted at each occurrence of the first instruction. Calls, returns and
 * jumps are handled at the end. The stubs of the procedure linkage table access no memory of the
 * program.
 */
#include "vg_instrument.h"
#include "vg_calls.h"
#include "vg_checks.h"
#include "vg_events.h"
#include "vg_loops.h"
#include "vg_state.h"

#include "libvex_guest_amd64.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_machine.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_tooliface.h"

#include <stddef.h>

#define U64(n) IRExpr_Const(IRConst_U64(n))

struct reading {
    struct ovg_block block;
    const IRSB *in;
    Addr first, now;       /* the block's first instruction, the current instruction */
    struct ovg_code *code; /* the routine's; NULL: it has no loop */
    Bool stub;             /* in the procedure linkage table */
    Int instructions;
    UInt uncounted; /* instructions since the latest exit */
    UChar *from_sp; /* by temporary: 1 + offset modulo 8 from the stack pointer; 0: unrelated */
};

static Int size_of(const struct reading *r, const IRExpr *e) {
    return sizeofIRType(typeOfIRExpr(r->in->tyenv, e));
}

/* Returns whether the temporary is the load of a return address, which is not an access of the
 * program. */
static Bool is_return_load(const struct reading *r, IRTemp t) {
    const IRExpr *next = r->in->next;
    return r->in->jumpkind == Ijk_Ret && next->tag == Iex_RdTmp && next->Iex.RdTmp.tmp == t;
}

static Bool is_from_sp(const struct reading *r, const IRExpr *e) {
    return e->tag == Iex_RdTmp && r->from_sp[e->Iex.RdTmp.tmp];
}

/* Returns the offset modulo 8 from the stack pointer, which is a multiple of 8, or -1. */
static Int offset_from_sp(const struct reading *r, const IRExpr *e) {
    return is_from_sp(r, e) ? r->from_sp[e->Iex.RdTmp.tmp] - 1 : -1;
}

static void note_temporary(struct reading *r, IRTemp t, const IRExpr *e) {
    if (e->tag == Iex_Get) {
        r->from_sp[t] = e->Iex.Get.offset == offsetof(VexGuestAMD64State, guest_RSP);
    } else if (e->tag == Iex_RdTmp) {
        r->from_sp[t] = r->from_sp[e->Iex.RdTmp.tmp];
    } else if (e->tag == Iex_Binop && e->Iex.Binop.arg2->tag == Iex_Const) {
        IROp op = e->Iex.Binop.op;
        if ((op != Iop_Add64 && op != Iop_Sub64) || !is_from_sp(r, e->Iex.Binop.arg1)) return;
        ULong by = e->Iex.Binop.arg2->Iex.Const.con->Ico.U64;
        ULong at = (ULong)offset_from_sp(r, e->Iex.Binop.arg1);
        r->from_sp[t] = (UChar)(1 + ((op == Iop_Add64 ? at + by : at - by) & 7));
    }
}

/* Returns whether the address is on the activation's own stack: locals and stack arguments are
 * not input. With drms, what others have written there since the activation began would be
 * input. */
static Bool is_own(const struct reading *r, const IRExpr *address) {
    return ovg_inline_checks && is_from_sp(r, address);
}

/* Returns whether the statement stores a return address, which is not attributed. */
static Bool is_return_store(const struct reading *r, const IRStmt *s) {
    return r->in->jumpkind == Ijk_Call && ovg_inline_checks &&
           s->Ist.Store.data->tag == Iex_Const && is_from_sp(r, s->Ist.Store.addr);
}

static void check_dirty(struct reading *r, const IRDirty *d) {
    if (d->mFx == Ifx_None) return;
    IRExpr *guard = d->guard;
    if (guard->tag == Iex_Const && guard->Iex.Const.con->Ico.U1) guard = NULL;
    if (d->mFx == Ifx_Read || d->mFx == Ifx_Modify)
        ovg_check_read(&r->block, d->mAddr, d->mSize, guard);
    if (d->mFx == Ifx_Write || d->mFx == Ifx_Modify)
        ovg_check_write(&r->block, d->mAddr, d->mSize, -1, guard);
}

static Int size_of_guarded_load(IRLoadGOp op) {
    IRType result, loaded;
    typeOfIRLoadGOp(op, &result, &loaded);
    return sizeofIRType(loaded);
}

static void check_accesses(struct reading *r, const IRStmt *s) {
    struct ovg_block *b = &r->block;
    switch (s->tag) {
    case Ist_WrTmp: {
        const IRExpr *e = s->Ist.WrTmp.data;
        note_temporary(r, s->Ist.WrTmp.tmp, e);
        if (e->tag == Iex_Load && !is_return_load(r, s->Ist.WrTmp.tmp) &&
            !is_own(r, e->Iex.Load.addr))
            ovg_check_read(b, e->Iex.Load.addr, sizeofIRType(e->Iex.Load.ty), NULL);
        break;
    }
    case Ist_Store:
        if (!is_return_store(r, s))
            ovg_check_write(b, s->Ist.Store.addr, size_of(r, s->Ist.Store.data),
                            offset_from_sp(r, s->Ist.Store.addr), NULL);
        break;
    case Ist_LoadG: {
        const IRLoadG *g = s->Ist.LoadG.details;
        ovg_check_read(b, g->addr, size_of_guarded_load(g->cvt), g->guard);
        break;
    }
    case Ist_StoreG: {
        const IRStoreG *g = s->Ist.StoreG.details;
        ovg_check_write(b, g->addr, size_of(r, g->data), -1, g->guard);
        break;
    }
    case Ist_CAS: {
        const IRCAS *c = s->Ist.CAS.details;
        Int size = size_of(r, c->dataLo) * (c->dataHi ? 2 : 1);
        ovg_check_read(b, c->addr, size, NULL);
        ovg_check_write(b, c->addr, size, -1, NULL);
        break;
    }
    case Ist_Dirty:
        check_dirty(r, s->Ist.Dirty.details);
        break;
    default:
        break;
    }
}

static IRExpr *stack_pointer(struct reading *r) {
    Int at = offsetof(VexGuestAMD64State, guest_RSP);
    return IRExpr_RdTmp(ovg_emit(&r->block, Ity_I64, IRExpr_Get(at, Ity_I64)));
}

static void emit_transfer(struct reading *r, const HChar *name, void *helper, IRExpr *what,
                          IRExpr *guard) {
    ovg_emit_call(&r->block, name, helper, what, stack_pointer(r), guard);
}

/* Counts the instructions so far; called before control can leave. */
static void count_instructions(struct reading *r) {
    if (ovg_counts_instructions && r->uncounted) ovg_count_instructions(&r->block, r->uncounted);
    r->uncounted = 0;
}

/* Handles the edge from here to `to`: counts iterations, and begins and ends loops. The edge is
 * taken if the guard holds (NULL: always); otherwise control stays in this block. */
static void edge(struct reading *r, Addr to, IRExpr *guard) {
    struct ovg_block *b = &r->block;
    struct ovg_code *code = r->code;
    Bool returns = !code || !ovg_code_has(code, to); /* from a part that the compiler moved away? */
    if (returns && ovg_measures_loops && ovg_routine_may_be_moved(r->first)) {
        struct ovg_code *other = ovg_code_at(to);
        if (other && ovg_code_entry(other) != to) {
            ovg_emit_call(b, "ordo_settle", ovg_loop_settle, U64((Addr)other),
                          U64((Addr)ovg_code_loop(other, to)), guard);
            return;
        }
    }
    if (!code || (ovg_code_has(code, to) && !ovg_code_leads(code, to))) return;
    if (!ovg_code_has(code, to) && ovg_routine_may_be_moved(to)) return;
    struct ovg_loop *from = ovg_code_loop(code, r->now);
    struct ovg_loop *into = ovg_code_loop(code, to);
    if (from && from->tests_first && ovg_loop_holds(from, into) &&
        ovg_code_block(code, r->now) == from->header)
        ovg_count_iteration(b, &from->scope, guard);
    if (from != into)
        ovg_emit_call(b, "ordo_settle", ovg_loop_settle, U64((Addr)code), U64((Addr)into), guard);
    if (into && into->header == to && !into->tests_first)
        ovg_count_iteration(b, &into->scope, guard);
}

/* Begins a routine that was called; its first block may be a loop's header. */
static void begin(struct reading *r) {
    struct ovg_loop *loop = r->code ? ovg_code_loop(r->code, r->first) : NULL;
    if (!loop || ovg_code_entry(r->code) != r->first) return;
    struct ovg_block *b = &r->block;
    IRExpr *frame = ovg_now_field(b, offsetof(struct ovg_now, frame));
    IRExpr *at = IRExpr_Binop(Iop_Add64, frame, U64(offsetof(struct ordo_frame, scope)));
    IRTemp place = ovg_emit(b, Ity_I64, at);
    IRTemp scope = ovg_emit(b, Ity_I64, IRExpr_Load(Iend_LE, Ity_I64, IRExpr_RdTmp(place)));
    IRExpr *other = IRExpr_Binop(Iop_CmpNE64, IRExpr_RdTmp(scope), U64((Addr)&loop->scope));
    ovg_emit_call(b, "ordo_begin", ovg_loop_begin, U64((Addr)r->code), U64((Addr)loop),
                  IRExpr_RdTmp(ovg_emit(b, Ity_I1, other)));
}

/* Handles a jump to a constant address, which may be another routine's beginning. */
static void jump(struct reading *r, Addr to, IRExpr *guard) {
    if (ovg_routine_arrival(to) != OVG_ENTRY || ovg_routine_same(r->first, to)) return;
    struct ovg_routine *routine = ovg_routine_at(to);
    if (routine) emit_transfer(r, "ordo_jump", ovg_jump, U64((Addr)routine), guard);
}

static void call(struct reading *r, Addr to) {
    enum ovg_arrival arrival = ovg_routine_arrival(to);
    if (arrival == OVG_LINKAGE) return;
    if (arrival == OVG_INSIDE && ovg_routine_is_named(to) && ovg_routine_same(r->first, to)) return;
    struct ovg_routine *routine = ovg_routine_at(to);
    if (routine) emit_transfer(r, "ordo_call", ovg_call, U64((Addr)routine), NULL);
}

/* Handles a jump to a computed address. Jumps within a routine that has data on its stack are
 * ignored. */
static void jump_to(struct reading *r, IRExpr *next) {
    IRExpr *sp = stack_pointer(r), *top = ovg_now_field(&r->block, offsetof(struct ovg_now, sp));
    IRExpr *above = IRExpr_Binop(Iop_CmpLE64U, top, sp);
    IRTemp guard = ovg_emit(&r->block, Ity_I1, above);
    ovg_emit_call(&r->block, "ordo_jump_to", ovg_jump_to, next, sp, IRExpr_RdTmp(guard));
}

#define REGISTER(name) offsetof(VexGuestAMD64State, guest_##name)

static IRExpr *get(struct reading *r, Int at) {
    return IRExpr_RdTmp(ovg_emit(&r->block, Ity_I64, IRExpr_Get(at, Ity_I64)));
}

static void put(struct reading *r, Int at, const HChar *name, void *helper, IRExpr **arguments) {
    IRTemp result = newIRTemp(r->block.out->tyenv, Ity_I64);
    IRDirty *d = unsafeIRDirty_1_N(result, 0, name, VG_(fnptr_to_fnentry)(helper), arguments);
    addStmtToIRSB(r->block.out, IRStmt_Dirty(d));
    addStmtToIRSB(r->block.out, IRStmt_Put(at, IRExpr_RdTmp(result)));
}

static void system_call(struct reading *r) {
    IRExpr *number = get(r, REGISTER(RAX)), *first = get(r, REGISTER(RDI));
    IRExpr *fourth = get(r, REGISTER(R10));
    put(r, REGISTER(RAX), "ordo_call_number", ovg_call_number, mkIRExprVec_2(number, first));
    put(r, REGISTER(RDI), "ordo_call_first", ovg_call_first, mkIRExprVec_3(number, first, fourth));
}

static void end(struct reading *r) {
    IRExpr *next = r->in->next;
    Bool constant = next->tag == Iex_Const;
    Addr to = constant ? (Addr)next->Iex.Const.con->Ico.U64 : 0;
    switch (r->in->jumpkind) {
    case Ijk_Call:
        if (constant)
            call(r, to);
        else
            emit_transfer(r, "ordo_call_to", ovg_call_to, next, NULL);
        break;
    case Ijk_Ret:
        emit_transfer(r, "ordo_return", ovg_return, next, NULL);
        break;
    case Ijk_Boring:
        if (constant && !r->stub) {
            edge(r, to, NULL);
            jump(r, to, NULL);
        } else if (!constant && r->stub && r->instructions > 1 &&
                   !ovg_routine_is_marked(r->first)) {
            IRExpr *past = IRExpr_Binop(Iop_Add64, stack_pointer(r), U64(16));
            IRTemp until = ovg_emit(&r->block, Ity_I64, past);
            ovg_emit_call(&r->block, "ordo_bind", ovg_bind, IRExpr_RdTmp(until), NULL, NULL);
        } else if (!constant && r->stub) {
            emit_transfer(r, "ordo_linkage_to", ovg_linkage_to, next, NULL);
        } else if (!constant) {
            jump_to(r, next);
            if (r->code) ovg_emit_call(&r->block, "ordo_arrive", ovg_loop_arrive, next, NULL, NULL);
        }
        break;
    case Ijk_Sys_syscall:
        system_call(r);
        break;
    default:
        break;
    }
}

/* Returns zeroed bytes, one per temporary, valid until the next superblock. */
static UChar *temporaries(Int n) {
    static UChar *room;
    static Int size;
    if (n > size) {
        if (room) VG_(free)(room);
        size = 2 * n;
        room = VG_(malloc)("ordo.temporaries", (SizeT)size);
    }
    VG_(memset)(room, 0, (SizeT)n);
    return room;
}

/* Begins an instruction. If loops are measured, a block begins at every possible target of a
 * jump. */
static void mark(struct reading *r, Addr address) {
    Bool leads = r->code && ovg_code_leads(r->code, address);
    if (r->instructions && (leads || address == r->first)) {
        count_instructions(r);
        edge(r, address, NULL);
        ovg_block_restart(&r->block);
    }
    r->instructions++;
    r->uncounted++;
    r->now = address;
    if (leads || address == r->first) ovg_count_block(&r->block);
}

IRSB *ovg_instrument(VgCallbackClosure *closure, IRSB *in, const VexGuestLayout *layout,
                     const VexGuestExtents *extents, const VexArchInfo *host, IRType guest_word,
                     IRType host_word) {
    (void)closure;
    (void)host;
    if (!__ordo_self || guest_word != host_word) return in;
    struct reading r = {.in = in, .first = extents->base[0]};
    IRSB *out = deepCopyIRSBExceptStmts(in);
    ovg_block_begin(&r.block, out, layout);
    r.from_sp = temporaries(in->tyenv->types_used);
    r.stub = ovg_routine_arrival(r.first) == OVG_LINKAGE;
    r.now = r.first;
    if (!r.stub) r.code = ovg_code_at(r.first);
    begin(&r);
    for (Int i = 0; i < in->stmts_used; i++) {
        IRStmt *s = in->stmts[i];
        if (!s || s->tag == Ist_NoOp) continue;
        if (s->tag == Ist_Exit) count_instructions(&r);
        if (s->tag == Ist_Exit && s->Ist.Exit.jk == Ijk_Boring && !r.stub) {
            edge(&r, (Addr)s->Ist.Exit.dst->Ico.U64, s->Ist.Exit.guard);
            jump(&r, (Addr)s->Ist.Exit.dst->Ico.U64, s->Ist.Exit.guard);
        }
        addStmtToIRSB(out, s);
        if (s->tag == Ist_IMark) {
            mark(&r, (Addr)s->Ist.IMark.addr);
        } else if (!r.stub) {
            check_accesses(&r, s);
        }
    }
    count_instructions(&r);
    end(&r);
    return out;
}
