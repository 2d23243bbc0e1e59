/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * elide.c: which accesses need no check.
 *
 * Invariant (aprof's latest-access algorithm with the activation's entry time as stamp): once an
 * activation has accessed a cell, the cell's stamp stays at or above the activation's own for as
 * long as it is open, whatever it calls. So access B needs no check when an access A to the same
 * address, at least as wide, dominates B, and A was made by B's own activation or by an inner scope
 * of it. A belongs to the same activation: B's scope is entered at a point that dominates A, so
 * every way from the latest such point to B leads over A. This holds at every cell size, because
 * both touch the same bytes.
 *
 * Addresses are equal when their value numbers are: expressions over the same SSA values. A
 * variable that is born anew between A and B (a lifetime marker) breaks the argument unless its one
 * marker dominates A.
 */
#include "pass.h"

#include <string.h>

enum { MAX_OPERANDS = 4 };

struct expression {
    int opcode;
    LLVMTypeRef type, source;
    unsigned n;
    int64_t operands[MAX_OPERANDS];
    int next; /* of the same hash; -1: last */
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

/* A value's number: its own address, or the number of the first equal expression (odd). */
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

static bool born_before(struct routine *r, LLVMValueRef pointer, const struct access *a) {
    LLVMValueRef base = shim_underlying(pointer);
    if (!LLVMIsAAllocaInst(base)) return true;
    for (unsigned i = 0; i < r->n_objects; i++) {
        if (r->objects[i].alloca != base) continue;
        if (r->objects[i].n_births == 0) return true;
        return r->objects[i].n_births == 1 &&
               shim_dominates(r->cfg, r->objects[i].births[0].inst, a->inst);
    }
    return true;
}

void opass_elide(struct opass *p, struct routine *r) {
    struct numbers ns = {0};
    struct ptrmap last = {0}; /* address number -> latest kept access + 1 */
    int *previous = opass_alloc(p, (r->n_accesses + 1) * sizeof *previous);
    for (unsigned i = 0; i < r->n_accesses; i++) {
        struct access *b = &r->accesses[i];
        if (b->length) continue;
        const void *key = (const void *)(uintptr_t)number(p, &ns, b->pointer, 0);
        int chain = (int)ptrmap_get(&last, key, 0), tries = 16;
        for (int k = chain; k && tries--; k = previous[k - 1]) {
            struct access *a = &r->accesses[k - 1];
            if (a->size < b->size || a->inst == b->inst) continue;
            if (!p->options.break_elision && !within(a->scope, b->scope)) continue;
            if (!shim_dominates(r->cfg, a->inst, b->inst)) continue;
            if (!born_before(r, b->pointer, a)) continue;
            b->elided = true;
            break;
        }
        if (b->elided) continue;
        previous[i] = chain;
        ptrmap_set(&last, key, i + 1);
    }
    ptrmap_done(&ns.of_value);
    ptrmap_done(&ns.of_hash);
    ptrmap_done(&last);
}
