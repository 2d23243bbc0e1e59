/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * collect.c: reads a module's routines: blocks, loops, accesses, calls, local objects.
 *
 * This file defines the cost model: a block counts one unless it contains only an unconditional
 * branch. Such blocks come and go with clang's options and have no counterpart in the source.
 *
 * It also defines the access stream: every load and store that is left after promotion of
 * non-escaping scalars, including intrinsics that move memory, excluding reads of variadic
 * arguments (arguments are not memory).
 */
#include "collect.h"
#include "elide.h"
#include "scope_names.h"

#include "engine/llvm/ir/early_code.h"
#include "engine/llvm/ir/emit.h"
#include "engine/llvm/ir/mode.h"
#include "engine/llvm/ir/models.h"
#include "engine/llvm/ir/module_memory.h"
#include "engine/llvm/ir/source_names.h"
#include "engine/llvm/ir/vfork_calls.h"

#include <string.h>

static bool is_plain(const struct opass *p) {
    return p->options.production && !opass_is_late(p);
}

static const char *name_of(LLVMValueRef v) {
    size_t n;
    return LLVMGetValueName2(v, &n);
}

/* Is `v` the address of a variadic argument, in the save areas that a va_list points to? */
static bool is_variadic_slot(LLVMValueRef v, int depth) {
    if (depth > 6) return false;
    if (LLVMIsAPHINode(v)) {
        for (unsigned i = 0; i < LLVMCountIncoming(v); i++)
            if (!is_variadic_slot(LLVMGetIncomingValue(v, i), depth + 1)) return false;
        return true;
    }
    if (LLVMIsAGetElementPtrInst(v)) return is_variadic_slot(LLVMGetOperand(v, 0), depth + 1);
    if (LLVMIsACallInst(v)) {
        LLVMValueRef callee = LLVMGetCalledValue(v);
        return LLVMIsAFunction(callee) && opass_starts_with(name_of(callee), "llvm.ptrmask") &&
               is_variadic_slot(LLVMGetOperand(v, 0), depth + 1);
    }
    if (!LLVMIsALoadInst(v)) return false;
    LLVMValueRef from = LLVMGetOperand(v, 0);
    if (!LLVMIsAGetElementPtrInst(from)) return false;
    LLVMTypeRef type = LLVMGetGEPSourceElementType(from);
    const char *name = LLVMGetTypeKind(type) == LLVMStructTypeKind ? LLVMGetStructName(type) : NULL;
    return name && opass_starts_with(name, "struct.__va_list_tag");
}

/* Is it a table or variable of the C library, reached through one of its accessors? isalpha and
 * errno expand to such accesses. They are not data of the program (docs/measurement.md, Sizes). */
static bool is_library_data(LLVMValueRef pointer) {
    for (int depth = 0; depth < 2; depth++) {
        LLVMValueRef base = shim_underlying(pointer);
        if (LLVMIsACallInst(base)) {
            static const char *const accessors[] = {"__ctype_b_loc", "__ctype_tolower_loc",
                                                    "__ctype_toupper_loc", "__errno_location"};
            LLVMValueRef fn = LLVMGetCalledValue(base);
            for (size_t i = 0; LLVMIsAFunction(fn) && i < sizeof accessors / sizeof *accessors; i++)
                if (!strcmp(name_of(fn), accessors[i])) return true;
            return false;
        }
        if (!LLVMIsALoadInst(base)) return false;
        pointer = LLVMGetOperand(base, 0);
    }
    return false;
}

static void add_access(struct opass *p, struct routine *r, struct scope *s, struct access a) {
    if (LLVMGetPointerAddressSpace(LLVMTypeOf(a.pointer)) != 0) return;
    a.scope = s;
    *OPASS_PUSH(p, r->accesses, r->n_accesses) = a;
}

/* Returns the alignment, in bytes, that a call's attributes promise for its argument; 1: none. */
static unsigned argument_align(LLVMValueRef call, unsigned index) {
    unsigned kind = LLVMGetEnumAttributeKindForName("align", 5);
    LLVMAttributeRef align = LLVMGetCallSiteEnumAttribute(call, index + 1, kind);
    return align ? (unsigned)LLVMGetEnumAttributeValue(align) : 1;
}

/* Adds an access to the range that argument `index` of the call `inst` points to. */
static void add_range(struct opass *p, struct routine *r, struct scope *s, LLVMValueRef inst,
                      unsigned index, LLVMValueRef length, bool read) {
    struct access a = {.inst = inst, .read = read, .write = !read};
    if (is_plain(p)) return;
    a.pointer = LLVMGetOperand(inst, index);
    a.align = argument_align(inst, index);
    if (LLVMIsAConstantInt(length))
        a.size = LLVMConstIntGetZExtValue(length);
    else
        a.length = length;
    if (a.size || a.length) add_access(p, r, s, a);
}

/* A hidden declaration is the program's own function, whatever its name is. */
static enum model model_of(LLVMValueRef fn) {
    if (LLVMGetVisibility(fn) != LLVMDefaultVisibility) return MODEL_NOTHING;
    return opass_model(name_of(fn));
}

int opass_callee_index(struct opass *p, LLVMValueRef fn) {
    if (is_plain(p)) return 0; /* no call uses the index */
    int64_t known = ptrmap_get(&p->callee_of, fn, -1);
    if (known >= 0) return (int)known;
    struct callee *c = OPASS_PUSH(p, p->callees, p->n_callees);
    c->fn = fn;
    enum model model = model_of(fn);
    if (model == MODEL_WRAPPED || model == MODEL_QUIET)
        c->wrapper = opass_wrapper(p, name_of(fn), LLVMGlobalGetValueType(fn));
    c->quiet = model == MODEL_QUIET;
    ptrmap_set(&p->callee_of, fn, p->n_callees - 1);
    return (int)p->n_callees - 1;
}

void opass_unrecorded(struct opass *p, LLVMValueRef fn) {
    if (ptrmap_get(&p->callee_of, fn, -1) >= 0) return;
    OPASS_PUSH(p, p->callees, p->n_callees)->fn = fn;
    ptrmap_set(&p->callee_of, fn, p->n_callees - 1);
}

/* In recorded code, is it a call that production builds count (library_counts.c)? */
static bool is_counted(const struct opass *p, const char *name, LLVMValueRef length) {
    return opass_is_late(p) && !strstr(name, ".inline.") && LLVMIsAConstantInt(length) &&
           LLVMTypeOf(length) == p->i64 && LLVMConstIntGetZExtValue(length) >= ORDO_COUNTED_BYTES;
}

/* memcpy, memmove and memset are library calls if their length is known only at run time, and
 * assignments if it is constant. */
static bool collect_memory_intrinsic(struct opass *p, struct routine *r, struct scope *s,
                                     LLVMValueRef i, const char *name) {
    bool set = opass_starts_with(name, "llvm.memset");
    bool copy = opass_starts_with(name, "llvm.memcpy");
    if (!set && !copy && !opass_starts_with(name, "llvm.memmove")) return false;
    LLVMValueRef length = LLVMGetOperand(i, 2);
    if (is_counted(p, name, length) || (!LLVMIsAConstantInt(length) && !is_plain(p))) {
        const char *plain = set ? "memset" : copy ? "memcpy" : "memmove";
        LLVMValueRef fn = LLVMGetNamedFunction(p->m, plain);
        if (!fn) {
            LLVMTypeRef params[] = {p->ptr, set ? p->i32 : p->ptr, p->i64};
            fn = LLVMAddFunction(p->m, plain, LLVMFunctionType(p->ptr, params, 3, false));
        }
        r->has_variable_range = true;
        if (LLVMIsDeclaration(fn)) {
            struct call *c = OPASS_PUSH(p, r->calls, r->n_calls);
            c->inst = i, c->kind = CALL_MODELLED, c->scope = s, c->quiet = true;
            c->callee_index = opass_callee_index(p, fn);
            return true;
        }
    }
    if (!set) add_range(p, r, s, i, 1, length, true);
    add_range(p, r, s, i, 0, length, false);
    return true;
}

static void collect_birth(struct opass *p, struct routine *r, struct scope *s, LLVMValueRef i) {
    LLVMValueRef alloca = LLVMGetOperand(i, 1);
    for (unsigned k = 0; k < r->n_objects; k++) {
        struct object *o = &r->objects[k];
        if (o->alloca == alloca)
            *OPASS_PUSH(p, o->births, o->n_births) = (struct birth){.inst = i, .scope = s};
    }
}

static void collect_intrinsic(struct opass *p, struct routine *r, struct scope *s, LLVMValueRef i,
                              const char *name) {
    if (collect_memory_intrinsic(p, r, s, i, name)) return;
    if (opass_starts_with(name, "llvm.lifetime.start")) collect_birth(p, r, s, i);
    LLVMValueRef va_list_bytes = opass_i64(p, 24);
    if (opass_starts_with(name, "llvm.va_start")) add_range(p, r, s, i, 0, va_list_bytes, false);
    if (opass_starts_with(name, "llvm.va_copy")) {
        add_range(p, r, s, i, 1, va_list_bytes, true);
        add_range(p, r, s, i, 0, va_list_bytes, false);
    }
}

static void collect_asm(struct opass *p, struct routine *r, struct scope *s, LLVMValueRef i) {
    for (unsigned k = 0; k < LLVMGetNumArgOperands(i); k++) {
        uint64_t size = shim_asm_operand_size(p->m, i, k);
        if (!size) continue;
        add_range(p, r, s, i, k, opass_i64(p, size), true);
        add_range(p, r, s, i, k, opass_i64(p, size), false);
    }
}

static void collect_call(struct opass *p, struct routine *r, struct scope *s, LLVMValueRef i) {
    LLVMValueRef fn = LLVMGetCalledValue(i);
    if (LLVMIsAInlineAsm(fn)) {
        collect_asm(p, r, s, i);
        return;
    }
    if (LLVMIsAFunction(fn) && LLVMGetIntrinsicID(fn)) {
        collect_intrinsic(p, r, s, i, name_of(fn));
        return;
    }
    struct call c = {.inst = i, .scope = s, .callee_index = -1};
    c.vforks = opass_is_vfork(i);
    c.returns_twice = c.vforks || shim_returns_twice(i);
    r->has_setjmp |= c.returns_twice;
    for (unsigned k = 0; k < LLVMGetNumArgOperands(i); k++) {
        uint64_t size = shim_byval_size(p->m, i, k, true);
        if (size) add_range(p, r, s, i, k, opass_i64(p, size), true);
    }
    if (!LLVMIsAFunction(fn)) {
        c.kind = CALL_INDIRECT;
    } else if (!LLVMIsDeclaration(fn)) {
        c.kind = CALL_DEFINED;
    } else {
        enum model model = model_of(fn);
        bool wrapped = model == MODEL_WRAPPED || model == MODEL_QUIET;
        c.kind = wrapped ? CALL_MODELLED : CALL_EXTERNAL;
        c.quiet = model == MODEL_QUIET;
        c.unit = model == MODEL_UNIT;
        c.library_returns = opass_model_returns(name_of(fn));
        if ((wrapped || model == MODEL_NOTHING) && !p->options.counts_only)
            c.callee_index = opass_callee_index(p, fn);
    }
    *OPASS_PUSH(p, r->calls, r->n_calls) = c;
}

static void collect_instruction(struct opass *p, struct routine *r, struct scope *s,
                                LLVMValueRef i) {
    struct access a = {.inst = i, .align = 1};
    if (opass_is_late(p) && shim_is_own(i)) return;
    switch (LLVMGetInstructionOpcode(i)) {
    case LLVMLoad:
        a.pointer = LLVMGetOperand(i, 0);
        if (is_variadic_slot(a.pointer, 0) || is_library_data(a.pointer)) return;
        a.size = shim_store_size(p->m, LLVMTypeOf(i));
        a.read = true;
        break;
    case LLVMStore:
        a.pointer = LLVMGetOperand(i, 1);
        if (is_library_data(a.pointer)) return;
        a.size = shim_store_size(p->m, LLVMTypeOf(LLVMGetOperand(i, 0)));
        a.write = true;
        break;
    case LLVMAtomicRMW:
        a.pointer = LLVMGetOperand(i, 0);
        a.size = shim_store_size(p->m, LLVMTypeOf(LLVMGetOperand(i, 1)));
        a.read = a.write = true;
        break;
    case LLVMAtomicCmpXchg:
        a.pointer = LLVMGetOperand(i, 0);
        a.size = shim_store_size(p->m, LLVMTypeOf(LLVMGetOperand(i, 2)));
        a.read = a.write = true;
        break;
    case LLVMInvoke:
        r->has_invoke = true;
        collect_call(p, r, s, i);
        return;
    case LLVMCall:
        collect_call(p, r, s, i);
        return;
    case LLVMAlloca:
        if (!shim_is_static_alloca(i))
            *OPASS_PUSH(p, r->dynamic_allocas, r->n_dynamic_allocas) =
                (struct birth){.inst = i, .scope = s};
        return;
    case LLVMIndirectBr:
    case LLVMCallBr:
        r->has_indirectbr = true;
        return;
    default:
        return;
    }
    a.align = LLVMGetAlignment(i);
    if (a.size) add_access(p, r, s, a);
}

static bool holds_code(LLVMBasicBlockRef b) {
    LLVMValueRef t = LLVMGetBasicBlockTerminator(b);
    if (!LLVMIsABranchInst(t) || LLVMIsConditional(t)) return true;
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i != t; i = LLVMGetNextInstruction(i))
        if (!LLVMIsAPHINode(i) && !shim_is_marker(i)) return true;
    return false;
}

static struct scope *add_scope(struct opass *p, struct routine *r, unsigned kind, int loop,
                               struct scope *parent) {
    struct scope *s = opass_alloc(p, sizeof *s);
    *s = (struct scope){.kind = kind, .routine = r, .loop = loop, .parent = parent};
    s->index = p->n_scopes;
    *OPASS_PUSH(p, p->scopes, p->n_scopes) = s;
    return s;
}

/* Can the loop be profiled? Not if its header is reached from outside through an edge that cannot
 * carry code (a computed goto). Such a loop is only listed, like an irreducible cycle. */
static bool enterable(struct routine *r, unsigned loop) {
    LLVMBasicBlockRef header = shim_loop_header(r->cfg, loop);
    for (LLVMUseRef u = LLVMGetFirstUse(LLVMBasicBlockAsValue(header)); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef t = LLVMGetUser(u);
        if (LLVMIsABlockAddress(t)) continue;
        if (!LLVMIsAIndirectBrInst(t) && !LLVMIsACallBrInst(t)) continue;
        int from = shim_loop_of(r->cfg, LLVMGetInstructionParent(t));
        while (from >= 0 && from != (int)loop) from = shim_loop_parent(r->cfg, from);
        if (from < 0) return false;
    }
    return true;
}

/* Returns the innermost scope around a loop in its routine. */
static struct scope *scope_around(struct routine *r, unsigned loop) {
    for (int l = shim_loop_parent(r->cfg, loop); l >= 0; l = shim_loop_parent(r->cfg, (unsigned)l))
        if (r->loops[l]) return r->loops[l];
    return r->scope;
}

/* The loops of recorded versions are those that were tagged before inlining and rotation. LLVM may
 * have split a loop into two, with the same tag on the inner one. They still count as one loop. */
static void collect_tagged_loops(struct opass *p, struct routine *r) {
    for (unsigned i = 0; i < r->n_loops; i++) {
        int tag = shim_loop_tag(r->cfg, i);
        struct scope *around = scope_around(r, i);
        for (struct scope *s = around; s && tag >= 0; s = s->parent)
            if (s->loop >= 0 && s->index == (unsigned)tag) tag = -1;
        if (tag < 0 || !enterable(r, i)) continue;
        r->loops[i] = opass_alloc(p, sizeof *r->loops[i]);
        *r->loops[i] = (struct scope){.kind = ORDO_KIND_LOOP,
                                      .index = (unsigned)tag,
                                      .routine = r,
                                      .loop = (int)i,
                                      .parent = around,
                                      .flags = p->late.scope_flags[tag]};
    }
}

static void collect_loops(struct opass *p, struct routine *r) {
    r->n_loops = shim_loop_count(r->cfg);
    r->loops = opass_alloc(p, (r->n_loops + 1) * sizeof *r->loops);
    if (opass_is_late(p)) {
        collect_tagged_loops(p, r);
        return;
    }
    for (unsigned i = 0; p->options.loops && i < r->n_loops; i++) {
        struct scope *s = add_scope(p, r, ORDO_KIND_LOOP, (int)i, scope_around(r, i));
        if (!shim_loop_location(r->cfg, i, &s->line, &s->column)) s->line = i + 1;
        if (enterable(r, i))
            r->loops[i] = s;
        else
            s->flags |= ORDO_SCOPE_IRREDUCIBLE;
    }
    LLVMBasicBlockRef heads[16];
    unsigned n = shim_irreducible(r->cfg, heads, 16);
    r->has_irreducible = n > 0;
    for (unsigned i = 0; p->options.loops && i < n; i++) {
        struct scope *s = add_scope(p, r, ORDO_KIND_LOOP, -1, r->scope);
        s->flags |= ORDO_SCOPE_IRREDUCIBLE;
        for (LLVMValueRef k = LLVMGetFirstInstruction(heads[i]); k; k = LLVMGetNextInstruction(k))
            if (shim_location(k, &s->line, &s->column) && s->line) break;
    }
}

static struct scope *scope_of_block(struct routine *r, LLVMBasicBlockRef b) {
    for (int l = shim_loop_of(r->cfg, b); l >= 0; l = shim_loop_parent(r->cfg, l))
        if (r->loops[l]) return r->loops[l];
    return r->scope;
}

static void collect_objects(struct opass *p, struct routine *r) {
    LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(r->fn);
    LLVMValueRef next;
    for (LLVMValueRef i = LLVMGetFirstInstruction(entry); i; i = next) {
        next = LLVMGetNextInstruction(i);
        if (!shim_is_static_alloca(i) || (opass_is_late(p) && shim_is_own(i))) continue;
        struct object *o = OPASS_PUSH(p, r->objects, r->n_objects);
        o->bytes = shim_alloc_size(p->m, LLVMGetAllocatedType(i));
        i = shim_pad_alloca(i, ORDO_CELL_INLINE);
        o->alloca = i;
        o->escapes = shim_escapes(i);
    }
}

static void collect_routine(struct opass *p, struct routine *r) {
    r->entry_mark = shim_gather_allocas(r->fn);
    if (!p->options.counts_only && !is_plain(p)) {
        collect_objects(p, r);
        r->entry_mark = shim_gather_allocas(r->fn); /* padding has made new allocas */
    }
    r->cfg = shim_cfg_new(r->fn);
    if (!opass_is_late(p)) r->scope = add_scope(p, r, ORDO_KIND_ROUTINE, -1, NULL);
    collect_loops(p, r);
    unsigned max = LLVMCountBasicBlocks(r->fn);
    LLVMBasicBlockRef *order = opass_alloc(p, max * sizeof *order);
    r->n_blocks = shim_blocks(r->cfg, order, max);
    r->blocks = opass_alloc(p, r->n_blocks * sizeof *r->blocks);
    for (unsigned k = 0; k < r->n_blocks; k++) {
        struct block *b = &r->blocks[k];
        b->ref = order[k];
        b->terminator = LLVMGetBasicBlockTerminator(order[k]);
        b->scope = scope_of_block(r, order[k]);
        b->counted = holds_code(order[k]);
        for (LLVMValueRef i = LLVMGetFirstInstruction(order[k]); i; i = LLVMGetNextInstruction(i))
            collect_instruction(p, r, b->scope, i);
    }
    if (!opass_is_late(p)) opass_place_scopes(p, r);
    if (p->options.elide && !is_plain(p)) opass_elide(p, r);
}

static void find_callees(struct opass *p) {
    for (unsigned i = 0; i < p->n_routines; i++)
        for (unsigned k = 0; k < p->routines[i].n_calls; k++) {
            struct call *c = &p->routines[i].calls[k];
            if (c->kind != CALL_DEFINED) continue;
            int64_t index = ptrmap_get(&p->routine_of, LLVMGetCalledValue(c->inst), -1);
            if (index >= 0)
                c->callee = &p->routines[index];
            else if (!opass_is_late(p))
                c->kind = CALL_INDIRECT; /* a naked routine: nothing is known about it */
        }
}

/* Treats a routine that has no recorded version, or that the linker may replace by another
 * module's, like one that the module does not define. */
static void find_unrecorded(struct opass *p, struct routine *r) {
    for (unsigned k = 0; k < r->n_calls; k++) {
        struct call *c = &r->calls[k];
        if (c->kind != CALL_DEFINED) continue;
        LLVMValueRef fn = LLVMGetCalledValue(c->inst);
        if (shim_is_interposable(fn)) opass_unrecorded(p, fn);
        c->callee_index = (int)ptrmap_get(&p->callee_of, fn, -1);
        if (c->callee_index >= 0) c->kind = CALL_EXTERNAL;
    }
}

void opass_collect_recorded(struct opass *p) {
    for (unsigned i = 0; i < p->n_routines; i++) {
        collect_routine(p, &p->routines[i]);
        find_unrecorded(p, &p->routines[i]);
    }
    find_callees(p);
}

void opass_collect(struct opass *p) {
    for (LLVMValueRef f = LLVMGetFirstFunction(p->m); f; f = LLVMGetNextFunction(f)) {
        if (LLVMIsDeclaration(f) || opass_stays(f)) continue;
        struct routine *r = OPASS_PUSH(p, p->routines, p->n_routines);
        r->fn = f;
        ptrmap_set(&p->routine_of, f, p->n_routines - 1);
    }
    for (unsigned i = 0; i < p->n_routines; i++) collect_routine(p, &p->routines[i]);
    find_callees(p);
}
