/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * struct_objects.c: reports variables that are arrays, or that are or contain records with links.
 *
 * Local variables are reported where their life begins, or at -O0 where they are declared.
 * Variables with static storage are in the module's table; thread_variables.c reports thread-local
 * ones. Memory that is allocated for records, or for one scalar, is reported where it is allocated,
 * because its contents are not an array.
 *
 * Local variables that are still in memory are those that are indexed by a variable or accessed by
 * other code. Variables in registers have no place.
 */
#include "struct_objects.h"
#include "places.h"
#include "struct_table.h"
#include "struct_types.h"
#include "thread_variables.h"
#include "variables.h"

#include "engine/llvm/ir/emit.h"
#include "engine/llvm/ir/hooks.h"
#include "engine/llvm/ir/module_memory.h"
#include "engine/llvm/ir/routine_slots.h"

#include <string.h>

enum { MOST_STEPS = 8 }; /* when following how a size is computed */

/* Returns a local variable's type in the source, or LLVM's for temporaries of the compiler. */
static struct dtype *local_type(struct opass *p, LLVMValueRef alloca) {
    struct dtype *t = opass_pointee(p, alloca);
    if (t) return t;
    LLVMTypeRef type = opass_allocated(alloca);
    return LLVMGetTypeKind(type) == LLVMStructTypeKind ? opass_record(p, type, NULL) : NULL;
}

/* Is the address of the variable passed as a `void *`? Then the routine may copy it to an array
 * whose elements it knows only by their size (graph_generic.c). */
static bool is_passed_as_anything(LLVMValueRef alloca) {
    for (LLVMUseRef u = LLVMGetFirstUse(alloca); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (!LLVMIsACallInst(user) && !LLVMIsAInvokeInst(user)) continue;
        LLVMValueRef fn = LLVMGetCalledValue(user);
        if (!LLVMIsAFunction(fn) || LLVMGetIntrinsicID(fn)) continue;
        for (unsigned k = 0; k < LLVMGetNumArgOperands(user); k++)
            if (LLVMGetOperand(user, k) == alloca && shim_takes_anything(fn, k)) return true;
    }
    return false;
}

/* Is it a variable of one number or of one record without pointers, that shows the type of what it
 * is copied to? */
static bool shows_type(const struct dtype *t, LLVMValueRef alloca) {
    if (!t || !t->bytes || opass_has_pointers(t)) return false;
    bool one = t->kind == SHIM_TYPE_SCALAR || (t->kind == SHIM_TYPE_RECORD && t->di);
    return one && is_passed_as_anything(alloca);
}

/* Without optimisation the compiler does not say where the life of a variable begins. If the
 * variable is declared in a loop, its life begins there in each iteration. */
static void find_birth(struct opass *p, struct routine *r, struct object *o) {
    LLVMValueRef at = o->n_births ? NULL : shim_declaration(o->alloca);
    int loop = at ? shim_loop_of(r->cfg, LLVMGetInstructionParent(at)) : -1;
    while (loop >= 0 && !r->loops[loop]) loop = shim_loop_parent(r->cfg, (unsigned)loop);
    if (loop < 0 || LLVMIsAPHINode(at)) return;
    opass_before(p, at);
    LLVMValueRef mark = LLVMBuildFreeze(p->b, LLVMGetUndef(p->ptr), "");
    *OPASS_PUSH(p, o->births, o->n_births) = (struct birth){.inst = mark, .scope = r->loops[loop]};
}

static void collect_locals(struct opass *p, struct routine *r) {
    for (unsigned i = 0; i < r->n_objects; i++) {
        struct object *o = &r->objects[i];
        struct dtype *t = local_type(p, o->alloca);
        if (!opass_is_interesting(t, o->bytes) && !shows_type(t, o->alloca)) continue;
        o->type = t;
        find_birth(p, r, o);
        struct object_part parts[OPASS_PARTS];
        unsigned n = opass_object_parts(p, t, o->bytes, parts);
        for (unsigned k = 0; k < n; k++) opass_type_use(p, parts[k].type);
    }
    for (unsigned i = 0; i < r->n_dynamic_allocas; i++) {
        struct birth *b = &r->dynamic_allocas[i];
        struct dtype *t = opass_pointee(p, b->inst);
        LLVMTypeRef type = LLVMGetAllocatedType(b->inst);
        if (t && t->kind == SHIM_TYPE_ARRAY) t = t->target;
        uint64_t bytes = shim_alloc_size(p->m, type);
        if (!t && LLVMGetTypeKind(type) != LLVMStructTypeKind && bytes != 1)
            t = opass_plain_type(p, type);
        b->type = t; /* bytes of alloca(): what they are used for is not known yet */
        opass_type_use(p, t);
    }
}

/* Returns what the pointer points to according to the source, if `user` returns it or stores it in
 * memory; otherwise NULL. */
static struct dtype *led_to_by(struct opass *p, struct routine *r, LLVMValueRef user,
                               LLVMValueRef pointer) {
    struct dtype *t = NULL;
    if (LLVMIsAReturnInst(user)) t = opass_type(p, shim_return_type(r->fn));
    if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) == pointer) {
        t = opass_pointee(p, LLVMGetOperand(user, 1));
        if (t) t = opass_member(t, 0, 8);
    }
    return t && t->kind == SHIM_TYPE_POINTER ? t->target : NULL;
}

/* Returns the type for which memory is allocated, according to the new expression or to the
 * variable, the place in memory or the routine's result to which the pointer is assigned; NULL: not
 * known. */
static struct dtype *allocated_type(struct opass *p, struct routine *r, LLVMValueRef call) {
    struct dtype *t = opass_type(p, shim_allocated_type(call));
    if (t && t->kind == SHIM_TYPE_ARRAY) t = t->target;
    if (!t) t = opass_pointee(p, call);
    for (LLVMUseRef u = LLVMGetFirstUse(call); u && !t; u = LLVMGetNextUse(u))
        t = led_to_by(p, r, LLVMGetUser(u), call);
    return t;
}

/* Returns the number of leading arguments whose product is the allocated size, 1 or 2; 0 if the
 * routine is not an allocator. */
static unsigned size_arguments(struct opass *p, const struct call *c) {
    static const char *const names[] = {"malloc", "_Znwm", "_ZnwmRKSt9nothrow_t",
                                        "_ZnwmSt11align_val_t", "_Znam"};
    if (c->kind != CALL_MODELLED) return 0;
    size_t n;
    const char *name = LLVMGetValueName2(p->callees[c->callee_index].fn, &n);
    if (!strcmp(name, "calloc")) return 2;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(name, names[i])) return 1;
    return 0;
}

/* Is it always memory for exactly one object of so many bytes? */
static bool is_one(const struct call *c, unsigned n_sizes, uint64_t bytes) {
    uint64_t size = 1;
    for (unsigned i = 0; i < n_sizes; i++) {
        LLVMValueRef v = LLVMGetOperand(c->inst, i);
        if (!LLVMIsAConstantInt(v)) return false;
        size *= LLVMConstIntGetZExtValue(v);
    }
    return size == bytes;
}

/* Can the value be seen to be a multiple of `bytes` from the way in which it is computed? */
static bool is_multiple(LLVMValueRef v, uint64_t bytes, unsigned depth) {
    if (LLVMIsAConstantInt(v)) return LLVMConstIntGetZExtValue(v) % bytes == 0;
    if (!LLVMIsAInstruction(v) || depth == MOST_STEPS) return false;
    LLVMValueRef a = LLVMGetOperand(v, 0), b = LLVMGetNumOperands(v) > 1 ? LLVMGetOperand(v, 1) : a;
    switch (LLVMGetInstructionOpcode(v)) {
    case LLVMZExt:
    case LLVMSExt:
    case LLVMTrunc:
    case LLVMFreeze:
        return is_multiple(a, bytes, depth + 1);
    case LLVMAdd:
    case LLVMSub:
        return is_multiple(a, bytes, depth + 1) && is_multiple(b, bytes, depth + 1);
    case LLVMMul:
        return is_multiple(a, bytes, depth + 1) || is_multiple(b, bytes, depth + 1);
    case LLVMShl:
        return LLVMIsAConstantInt(b) && LLVMConstIntGetZExtValue(b) < 64 &&
               (UINT64_C(1) << LLVMConstIntGetZExtValue(b)) % bytes == 0;
    default:
        return false;
    }
}

/* Is it a sum with a constant, as in sizeof (struct header) + n? */
static bool adds_constant(LLVMValueRef v) {
    while (LLVMIsAZExtInst(v) || LLVMIsASExtInst(v)) v = LLVMGetOperand(v, 0);
    return LLVMIsAInstruction(v) && LLVMGetInstructionOpcode(v) == LLVMAdd &&
           (LLVMIsAConstantInt(LLVMGetOperand(v, 0)) || LLVMIsAConstantInt(LLVMGetOperand(v, 1)));
}

/* Is it memory for a record and something else behind it, such as a flexible array member, or the
 * memory that an allocator returns behind its header? Accesses will show what that is. */
static bool has_more_behind(const struct call *c, unsigned n_sizes, uint64_t bytes) {
    bool sum = false;
    for (unsigned i = 0; i < n_sizes; i++) {
        LLVMValueRef v = LLVMGetOperand(c->inst, i);
        if (is_multiple(v, bytes, 0)) return false;
        sum |= adds_constant(v);
    }
    return sum;
}

/* Is it a call of a routine that is not the library's, with `bytes` as an argument, such as a
 * wrapper of an allocator or an allocator of the program? */
static bool asks_for(const struct call *c, uint64_t bytes) {
    LLVMTypeRef returned = LLVMTypeOf(c->inst);
    if (c->kind == CALL_MODELLED || LLVMGetTypeKind(returned) != LLVMPointerTypeKind) return false;
    for (unsigned i = 0; i < LLVMGetNumArgOperands(c->inst); i++) {
        LLVMValueRef v = LLVMGetOperand(c->inst, i);
        if (LLVMIsAConstantInt(v) && LLVMConstIntGetZExtValue(v) == bytes) return true;
    }
    return false;
}

/* Does the call return memory for one record with links, from a routine that is not a known
 * allocator? Sets c->node if so. */
static bool allocated_elsewhere(struct opass *p, struct routine *r, struct call *c) {
    if (c->kind == CALL_MODELLED) return false;
    struct dtype *t = allocated_type(p, r, c->inst);
    if (!t || t->kind != SHIM_TYPE_RECORD || !t->cycle || !asks_for(c, t->bytes)) return false;
    c->node = t;
    opass_type_use(p, t);
    return true;
}

/* Is it memory for a counter and a record with links behind it? Sets c->node if so. */
static bool allocated_counted(struct opass *p, struct call *c, const struct dtype *t) {
    uint64_t offset;
    struct dtype *of = opass_counted(p, t, &offset);
    if (!of) return false;
    c->node = of, c->node_offset = offset;
    opass_type_use(p, of);
    return true;
}

void opass_struct_memory_collect(struct opass *p, struct routine *r) {
    for (unsigned i = 0; i < r->n_calls; i++) {
        struct call *c = &r->calls[i];
        if (allocated_elsewhere(p, r, c)) continue;
        unsigned n_sizes = size_arguments(p, c);
        struct dtype *t = n_sizes ? allocated_type(p, r, c->inst) : NULL;
        if (t && allocated_counted(p, c, t)) continue;
        if (!t || !(t->cycle || opass_is_plain_record(t) || is_one(c, n_sizes, t->bytes))) continue;
        if (t->kind == SHIM_TYPE_RECORD ? !t->cycle && !opass_is_plain_record(t)
                                        : t->kind == SHIM_TYPE_FUNCTION)
            continue;
        if (!t->cycle && has_more_behind(c, n_sizes, t->bytes)) continue;
        c->node = t;
        if (opass_is_plain_record(t) && !is_one(c, n_sizes, t->bytes)) opass_type_hold(t);
        opass_type_use(p, t);
    }
}

void opass_struct_objects_collect(struct opass *p) {
    for (unsigned i = 0; i < p->n_routines; i++) {
        collect_locals(p, &p->routines[i]);
        opass_thread_variables_collect(p, &p->routines[i]);
    }
    opass_variables_collect(p);
}

static void birth(struct opass *p, LLVMValueRef frame, LLVMValueRef before, LLVMValueRef at,
                  LLVMValueRef bytes, struct dtype *type) {
    opass_before(p, before);
    LLVMValueRef args[] = {frame, at, bytes, opass_type_address(p, type)};
    opass_call(p, HOOK___ordo_object, args, 4);
}

static void births(struct opass *p, LLVMValueRef frame, LLVMValueRef before,
                   const struct object *o) {
    struct object_part parts[OPASS_PARTS];
    unsigned n = opass_object_parts(p, o->type, o->bytes, parts);
    for (unsigned i = 0; i < n; i++) {
        opass_before(p, before);
        LLVMValueRef at = o->alloca;
        if (parts[i].offset) at = opass_field(p, at, (int64_t)parts[i].offset);
        birth(p, frame, before, at, opass_i64(p, parts[i].bytes), parts[i].type);
    }
}

static void birth_of_node(struct opass *p, const struct call *c) {
    unsigned n = size_arguments(p, c);
    LLVMValueRef before = LLVMIsAInvokeInst(c->inst)
                              ? LLVMGetBasicBlockTerminator(shim_split_edge(c->inst, 0))
                              : LLVMGetNextInstruction(c->inst);
    opass_before(p, before);
    if (!n || c->node_offset) {
        LLVMValueRef whatever = opass_i64(p, c->node->bytes | ORDO_SIZE_ELSEWHERE);
        LLVMValueRef at = c->inst;
        if (c->node_offset) at = opass_field(p, at, (int64_t)c->node_offset);
        birth(p, opass_frame(p, c->scope), before, at, whatever, c->node);
        return;
    }
    LLVMValueRef bytes = LLVMGetOperand(c->inst, 0);
    if (n == 2) bytes = LLVMBuildMul(p->b, bytes, LLVMGetOperand(c->inst, 1), "");
    if (opass_is_plain_record(c->node) && !opass_has_storage(c->node) &&
        !is_one(c, n, c->node->bytes))
        bytes = LLVMBuildOr(p->b, bytes, opass_i64(p, ORDO_SIZE_SEVERAL), "");
    birth(p, opass_frame(p, c->scope), before, c->inst, bytes, c->node);
}

static bool has_linked_locals(const struct routine *r) {
    for (unsigned i = 0; i < r->n_objects; i++)
        if (opass_has_links(r->objects[i].type)) return true;
    return false;
}

/* LLVM gives variables of a routine the same place if their lives do not overlap. A variable with
 * pointers that is not reported itself ends what was at its place, if that may have had links. */
static void ends(struct opass *p, const struct object *o) {
    if (!opass_has_pointers(local_type(p, o->alloca))) return;
    for (unsigned k = 0; k < o->n_births; k++)
        birth(p, o->births[k].scope->frame, LLVMGetNextInstruction(o->births[k].inst), o->alloca,
              opass_i64(p, o->bytes), NULL);
}

void opass_struct_objects(struct opass *p, struct routine *r) {
    bool linked = has_linked_locals(r);
    opass_thread_variables_report(p, r);
    for (unsigned i = 0; i < r->n_calls; i++)
        if (r->calls[i].node) birth_of_node(p, &r->calls[i]);
    for (unsigned i = 0; i < r->n_objects; i++) {
        struct object *o = &r->objects[i];
        if (!o->type && linked) ends(p, o);
        if (!o->type) continue;
        if (o->n_births == 0) births(p, r->scope->frame, r->entry_mark, o);
        for (unsigned k = 0; k < o->n_births; k++)
            births(p, o->births[k].scope->frame, LLVMGetNextInstruction(o->births[k].inst), o);
    }
    for (unsigned i = 0; i < r->n_dynamic_allocas; i++) {
        struct birth *b = &r->dynamic_allocas[i];
        LLVMValueRef next = LLVMGetNextInstruction(b->inst);
        opass_before(p, next);
        LLVMValueRef count = LLVMBuildZExtOrBitCast(p->b, LLVMGetOperand(b->inst, 0), p->i64, "");
        uint64_t each = shim_alloc_size(p->m, LLVMGetAllocatedType(b->inst));
        birth(p, r->scope->frame, next, b->inst, LLVMBuildMul(p->b, count, opass_i64(p, each), ""),
              b->type);
    }
}
