/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * elide.c: finds accesses that need no check.
 *
 * Invariant (aprof's latest-access algorithm with the activation's entry time as stamp): once an
 * activation has accessed a cell, the cell's stamp stays at or above the activation's own while the
 * activation is open, whatever it calls. So access B needs no check if an access A to the same
 * address, at least as wide, dominates B, and A was made by the same activation as B or by an inner
 * scope of it. A belongs to the same activation because the entry of B's scope dominates A, so
 * every path from the latest entry to B passes A. This holds for every cell size, because both
 * touch the same bytes.
 *
 * The birth of a local variable that does not escape counts as such an access, by the scope in
 * which its life begins (objects.c). If no remaining check could see its stamps, the birth itself
 * is dropped.
 *
 * Two addresses are equal if their value numbers are equal, that is, if they are the same
 * expression over the same SSA values. If a variable's life begins again between A and B (a
 * lifetime marker), the argument does not hold, unless its only marker dominates A.
 */
#include "elide.h"

#include "engine/llvm/ir/module_memory.h"

#include <string.h>

enum { MAX_OPERANDS = 4 };

struct expression {
    int opcode;
    LLVMTypeRef type, source;
    unsigned n;
    int64_t operands[MAX_OPERANDS];
    int next; /* the next expression with the same hash; -1: last */
};

struct numbers {
    struct ptrmap of_value, of_hash;
    struct expression *list;
    unsigned n;
};

static bool is_pure(LLVMValueRef v) {
    switch (LLVMGetInstructionOpcode(v)) {
    case LLVMGetElementPtr:
    case LLVMSExt:
    case LLVMZExt:
    case LLVMTrunc:
    case LLVMBitCast:
    case LLVMPtrToInt:
    case LLVMIntToPtr:
    case LLVMAdd:
    case LLVMSub:
    case LLVMMul:
    case LLVMShl:
    case LLVMAnd:
    case LLVMOr:
    case LLVMLShr:
    case LLVMAShr:
        return LLVMGetNumOperands(v) <= MAX_OPERANDS;
    default:
        return false;
    }
}

static uint64_t hash_of(const struct expression *e) {
    uint64_t h = (uint64_t)e->opcode * 0x9E3779B97F4A7C15u;
    h = (h ^ (uintptr_t)e->type) * 0x100000001B3u;
    h = (h ^ (uintptr_t)e->source) * 0x100000001B3u;
    for (unsigned i = 0; i < e->n; i++) h = (h ^ (uint64_t)e->operands[i]) * 0x100000001B3u;
    return h | 1;
}

/* Returns a value's number: its own address, or the odd number of the first equal expression. */
static int64_t number(struct opass *p, struct numbers *ns, LLVMValueRef v, int depth) {
    if (!LLVMIsAInstruction(v) || !is_pure(v) || depth > 40) return (int64_t)(uintptr_t)v;
    int64_t known = ptrmap_get(&ns->of_value, v, 0);
    if (known) return known;
    struct expression e = {.opcode = (int)LLVMGetInstructionOpcode(v), .type = LLVMTypeOf(v)};
    e.n = (unsigned)LLVMGetNumOperands(v);
    e.next = -1;
    if (LLVMIsAGetElementPtrInst(v)) e.source = LLVMGetGEPSourceElementType(v);
    for (unsigned i = 0; i < e.n; i++)
        e.operands[i] = number(p, ns, LLVMGetOperand(v, i), depth + 1);
    const void *key = (const void *)(uintptr_t)hash_of(&e);
    int first = (int)ptrmap_get(&ns->of_hash, key, -1);
    int found = -1;
    for (int k = first; k >= 0 && found < 0; k = ns->list[k].next) {
        struct expression *o = &ns->list[k];
        if (o->opcode == e.opcode && o->type == e.type && o->source == e.source && o->n == e.n &&
            !memcmp(o->operands, e.operands, sizeof e.operands))
            found = k;
    }
    if (found < 0) {
        e.next = first;
        found = (int)ns->n;
        *OPASS_PUSH(p, ns->list, ns->n) = e;
        ptrmap_set(&ns->of_hash, key, found);
    }
    int64_t result = (int64_t)found * 2 + 1;
    ptrmap_set(&ns->of_value, v, result);
    return result;
}

/* Is `inner` the scope `outer` or lexically inside of it? */
static bool within(const struct scope *inner, const struct scope *outer) {
    while (inner && inner != outer) inner = inner->parent;
    return inner != NULL;
}

static struct object *object_of(struct routine *r, LLVMValueRef base) {
    for (unsigned i = 0; i < r->n_objects; i++)
        if (r->objects[i].alloca == base) return &r->objects[i];
    return NULL;
}

static bool born_before(struct routine *r, struct object *o, const struct access *a) {
    if (!o || o->n_births == 0) return true;
    return o->n_births == 1 && shim_dominates(r->cfg, o->births[0].inst, a->inst);
}

/* Returns the store that fills the whole object right after its only birth, if nothing in between
 * could read the object. Otherwise NULL. */
static LLVMValueRef first_store(struct opass *p, struct routine *r, struct object *o) {
    if (o->n_births > 1) return NULL;
    LLVMValueRef i = o->n_births ? LLVMGetNextInstruction(o->births[0].inst) : r->entry_mark;
    for (; i; i = LLVMGetNextInstruction(i)) {
        if (shim_is_marker(i)) continue;
        if (LLVMIsAStoreInst(i) && LLVMGetOperand(i, 1) == o->alloca)
            return shim_store_size(p->m, LLVMTypeOf(LLVMGetOperand(i, 0))) >= o->bytes ? i : NULL;
        if (LLVMIsACallInst(i) || LLVMIsAInvokeInst(i)) return NULL;
        for (int k = 0; k < LLVMGetNumOperands(i); k++)
            if (LLVMGetOperand(i, (unsigned)k) == o->alloca) return NULL;
    }
    return NULL;
}

/* The birth of a private object stamps all of it as written by the scope of the birth. */
static bool settled_by_birth(struct routine *r, struct object *o, const struct access *b) {
    if (!o || o->escapes || o->n_births > 1 || b->inst == o->first_store) return false;
    if (o->n_births == 0) return b->scope == r->scope;
    return within(o->births[0].scope, b->scope) &&
           shim_dominates(r->cfg, o->births[0].inst, b->inst);
}

static bool is_mixed(LLVMValueRef base) {
    return LLVMIsAPHINode(base) || LLVMIsASelectInst(base);
}

/* Is the object copied or filled with a length that is known only at run time? Such copies and
 * fills are calls, whose models look at every cell. Sets *mixed if a pointer may lead to several
 * objects. */
static bool is_in_a_range(struct routine *r, const struct object *o, bool *mixed) {
    bool found = false;
    for (unsigned i = 0; i < r->n_calls; i++) {
        LLVMValueRef inst = r->calls[i].inst, fn = LLVMGetCalledValue(inst);
        if (!LLVMIsAFunction(fn) || !LLVMGetIntrinsicID(fn)) continue;
        for (unsigned k = 0; k < 2; k++) {
            LLVMValueRef pointer = LLVMGetOperand(inst, k);
            if (LLVMGetTypeKind(LLVMTypeOf(pointer)) != LLVMPointerTypeKind) continue;
            LLVMValueRef base = shim_underlying(pointer);
            found |= base == o->alloca;
            *mixed |= is_mixed(base);
        }
    }
    return found;
}

/* A birth needs no stamps if no remaining check and no model can see them. */
static void find_unobserved(struct routine *r) {
    bool mixed = false;
    for (unsigned i = 0; i < r->n_accesses; i++)
        mixed |= is_mixed(shim_underlying(r->accesses[i].pointer));
    for (unsigned k = 0; k < r->n_objects; k++) {
        struct object *o = &r->objects[k];
        o->unobserved = o->first_store != NULL;
        if (o->unobserved || o->escapes) continue;
        o->unobserved = !is_in_a_range(r, o, &mixed) && !mixed;
        for (unsigned i = 0; i < r->n_accesses; i++)
            if (!r->accesses[i].elided && shim_underlying(r->accesses[i].pointer) == o->alloca)
                o->unobserved = false;
    }
}

void opass_elide(struct opass *p, struct routine *r) {
    struct numbers ns = {0};
    struct ptrmap last = {0}; /* address number -> latest kept access + 1 */
    int *previous = opass_alloc(p, (r->n_accesses + 1) * sizeof *previous);
    for (unsigned i = 0; i < r->n_objects; i++)
        r->objects[i].first_store = first_store(p, r, &r->objects[i]);
    for (unsigned i = 0; i < r->n_accesses; i++) {
        struct access *b = &r->accesses[i];
        if (b->length) continue;
        struct object *o = object_of(r, shim_underlying(b->pointer));
        b->elided = settled_by_birth(r, o, b);
        const void *key = (const void *)(uintptr_t)number(p, &ns, b->pointer, 0);
        int chain = (int)ptrmap_get(&last, key, 0), tries = b->elided ? 0 : 16;
        for (int k = chain; k && tries--; k = previous[k - 1]) {
            struct access *a = &r->accesses[k - 1];
            if (a->size < b->size || a->inst == b->inst) continue;
            if (!p->options.break_elision && !within(a->scope, b->scope)) continue;
            if (!shim_dominates(r->cfg, a->inst, b->inst)) continue;
            if (!born_before(r, o, a)) continue;
            b->elided = true;
            break;
        }
        if (b->elided) continue;
        previous[i] = chain;
        ptrmap_set(&last, key, i + 1);
    }
    find_unobserved(r);
    ptrmap_done(&ns.of_value);
    ptrmap_done(&ns.of_hash);
    ptrmap_done(&last);
}
