/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * hidden_links.c: follows what is loaded from a member to where the source shows what it leads to:
 * a variable, a routine's result, or a struct whose member is accessed. In the other direction, it
 * follows what is stored in a member to where it comes from. Both go over arithmetic, casts of
 * numbers, local variables, arguments and results. If they lead to two different records, the
 * member counts as no link.
 */
#include "hidden_links.h"
#include "struct_types.h"

#include "engine/llvm/ir/module_memory.h"

#include <llvm-c/Target.h>

#include <string.h>

enum { MAX_DEPTH = 8, MAX_VALUES = 128 /* that are looked at for one access */ };

enum hidden_kind { HIDDEN_NUMBER, HIDDEN_POINTER, HIDDEN_ARRAY };

/* A member that is a number, a `void *` (or an array of these), or a pointer to an array of
 * `void *`. */
struct hidden {
    struct dtype *record;
    struct dmember *at;
    enum hidden_kind kind;
    struct dtype *to; /* the record that it leads to; NULL: none was found */
    bool several;
};

struct hidden_links {
    struct opass *p;
    struct hidden *list;
    unsigned n;
    struct ptrmap numbers; /* member -> index in the list */
    unsigned left;         /* values that may still be looked at for this access */
};

static struct dtype *record_behind(struct dtype *t) {
    bool leads = t && t->kind == SHIM_TYPE_POINTER && t->target;
    return leads && t->target->kind == SHIM_TYPE_RECORD ? t->target : NULL;
}

static struct dtype *of_variable(struct hidden_links *h, LLVMValueRef v) {
    if (!LLVMIsAInstruction(v) && !LLVMIsAArgument(v)) return NULL;
    return record_behind(opass_type(h->p, shim_variable_with(v)));
}

static bool is_call(LLVMValueRef v) {
    return LLVMIsACallInst(v) || LLVMIsAInvokeInst(v);
}

static bool passes_on(LLVMValueRef v) {
    return LLVMIsABinaryOperator(v) || LLVMIsAIntToPtrInst(v) || LLVMIsAPtrToIntInst(v) ||
           LLVMIsAPHINode(v) || LLVMIsASelectInst(v);
}

static LLVMValueRef callee_of(LLVMValueRef call) {
    LLVMValueRef fn = LLVMGetCalledValue(call);
    return LLVMIsAFunction(fn) && !LLVMIsDeclaration(fn) ? fn : NULL;
}

static struct dtype *leads_as(struct hidden_links *h, LLVMValueRef v, int depth);

static struct dtype *parameter_leads_as(struct hidden_links *h, LLVMValueRef call, LLVMValueRef v,
                                        int depth) {
    LLVMValueRef callee = callee_of(call);
    unsigned n = LLVMGetNumArgOperands(call), most = callee ? LLVMCountParams(callee) : 0;
    struct dtype *t = NULL;
    for (unsigned i = 0; !t && i < n && i < most; i++)
        if (LLVMGetOperand(call, i) == v) t = leads_as(h, LLVMGetParam(callee, i), depth);
    return t;
}

/* Returns what the results of the routine's calls lead to. */
static struct dtype *result_leads_as(struct hidden_links *h, LLVMValueRef fn, int depth) {
    struct dtype *t = record_behind(opass_type(h->p, shim_return_type(fn)));
    for (LLVMUseRef u = LLVMGetFirstUse(fn); !t && u && h->left; u = LLVMGetNextUse(u)) {
        LLVMValueRef call = LLVMGetUser(u);
        if (!is_call(call) || LLVMGetCalledValue(call) != fn) continue;
        t = leads_as(h, call, depth);
    }
    return t;
}

static struct dtype *local_leads_as(struct hidden_links *h, LLVMValueRef local, int depth) {
    if (!LLVMIsAAllocaInst(local)) return NULL;
    struct dtype *t = record_behind(opass_type(h->p, shim_variable_at(local)));
    for (LLVMUseRef u = LLVMGetFirstUse(local); !t && u && h->left; u = LLVMGetNextUse(u))
        if (LLVMIsALoadInst(LLVMGetUser(u))) t = leads_as(h, LLVMGetUser(u), depth);
    return t;
}

/* Returns the record that v, a pointer or its number, leads to according to its uses, or NULL. */
static struct dtype *leads_as(struct hidden_links *h, LLVMValueRef v, int depth) {
    struct dtype *t = of_variable(h, v);
    if (depth > MAX_DEPTH || !h->left) return t;
    h->left--;
    for (LLVMUseRef u = LLVMGetFirstUse(v); !t && u && h->left; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (LLVMIsAGetElementPtrInst(user) && LLVMGetOperand(user, 0) == v)
            t = opass_record(h->p, LLVMGetGEPSourceElementType(user), NULL);
        else if (passes_on(user))
            t = leads_as(h, user, depth + 1);
        else if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) == v)
            t = local_leads_as(h, LLVMGetOperand(user, 1), depth + 1);
        else if (LLVMIsAReturnInst(user))
            t = result_leads_as(h, LLVMGetBasicBlockParent(LLVMGetInstructionParent(user)),
                                depth + 1);
        else if (is_call(user))
            t = parameter_leads_as(h, user, v, depth + 1);
    }
    return t;
}

static struct dtype *comes_as(struct hidden_links *h, LLVMValueRef v, int depth);

static struct dtype *argument_comes_as(struct hidden_links *h, LLVMValueRef argument, int depth) {
    LLVMValueRef fn = LLVMGetParamParent(argument);
    struct dtype *t = NULL;
    unsigned k = 0;
    while (LLVMGetParam(fn, k) != argument) k++;
    for (LLVMUseRef u = LLVMGetFirstUse(fn); !t && u && h->left; u = LLVMGetNextUse(u)) {
        LLVMValueRef call = LLVMGetUser(u);
        if (!is_call(call) || LLVMGetCalledValue(call) != fn) continue;
        if (LLVMGetNumArgOperands(call) > k) t = comes_as(h, LLVMGetOperand(call, k), depth);
    }
    return t;
}

static struct dtype *local_comes_as(struct hidden_links *h, LLVMValueRef local, int depth) {
    if (!LLVMIsAAllocaInst(local)) return NULL;
    struct dtype *t = record_behind(opass_type(h->p, shim_variable_at(local)));
    for (LLVMUseRef u = LLVMGetFirstUse(local); !t && u && h->left; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == local)
            t = comes_as(h, LLVMGetOperand(user, 0), depth);
    }
    return t;
}

/* Returns the record that v, a pointer or its number, leads to according to where it comes from, or
 * NULL. */
static struct dtype *comes_as(struct hidden_links *h, LLVMValueRef v, int depth) {
    struct dtype *t = of_variable(h, v);
    if (t || depth > MAX_DEPTH || !h->left) return t;
    h->left--;
    if (LLVMIsALoadInst(v)) return local_comes_as(h, LLVMGetOperand(v, 0), depth + 1);
    if (LLVMIsAArgument(v)) return argument_comes_as(h, v, depth + 1);
    if (is_call(v) && callee_of(v))
        return record_behind(opass_type(h->p, shim_return_type(callee_of(v))));
    if (!passes_on(v)) return NULL;
    unsigned n = LLVMIsAPHINode(v) ? LLVMCountIncoming(v) : (unsigned)LLVMGetNumOperands(v);
    for (unsigned i = 0; !t && i < n; i++)
        t = comes_as(h, LLVMIsAPHINode(v) ? LLVMGetIncomingValue(v, i) : LLVMGetOperand(v, i),
                     depth + 1);
    return t;
}

static bool is_anything(const struct dtype *t) {
    return t && t->kind == SHIM_TYPE_POINTER && !t->target;
}

static bool kind_of(const struct dtype *t, enum hidden_kind *kind) {
    bool array = t && t->kind == SHIM_TYPE_POINTER && is_anything(t->target);
    if (t && t->kind == SHIM_TYPE_ARRAY) t = t->target;
    bool number = t && t->kind == SHIM_TYPE_SCALAR && t->bytes == 8;
    *kind = array ? HIDDEN_ARRAY : number ? HIDDEN_NUMBER : HIDDEN_POINTER;
    return array || number || is_anything(t);
}

/* Returns the member that is accessed at the address, or NULL. */
static struct hidden *hidden_at(struct hidden_links *h, LLVMValueRef pointer) {
    if (LLVMIsAGetElementPtrInst(pointer) &&
        LLVMGetTypeKind(LLVMGetGEPSourceElementType(pointer)) == LLVMArrayTypeKind)
        pointer = LLVMGetOperand(pointer, 0);
    if (!LLVMIsAGetElementPtrInst(pointer) || LLVMGetNumOperands(pointer) < 3) return NULL;
    LLVMTypeRef type = LLVMGetGEPSourceElementType(pointer);
    LLVMValueRef index = LLVMGetOperand(pointer, 2);
    if (LLVMGetTypeKind(type) != LLVMStructTypeKind || !LLVMIsAConstantInt(index)) return NULL;
    struct dtype *record = opass_record(h->p, type, NULL);
    uint64_t offset = LLVMOffsetOfElement(LLVMGetModuleDataLayout(h->p->m), type,
                                          (unsigned)LLVMConstIntGetZExtValue(index));
    for (unsigned i = 0; record && i < record->n_members; i++) {
        struct dmember *m = &record->members[i];
        enum hidden_kind kind;
        if (m->offset != offset || !kind_of(m->type, &kind)) continue;
        int64_t known = ptrmap_get(&h->numbers, m, -1);
        if (known >= 0) return &h->list[known];
        ptrmap_set(&h->numbers, m, h->n);
        struct hidden *new = OPASS_PUSH(h->p, h->list, h->n);
        *new = (struct hidden){.record = record, .at = m, .kind = kind};
        return new;
    }
    return NULL;
}

static void note(struct hidden *m, struct dtype *to) {
    if (!to) return;
    m->several |= m->to && m->to != to;
    m->to = to;
}

/* Notes what the pointers lead to that are accessed through v, a pointer to an array of them. */
static void note_elements(struct hidden_links *h, struct hidden *m, LLVMValueRef v, int depth) {
    for (LLVMUseRef u = depth < MAX_DEPTH ? LLVMGetFirstUse(v) : NULL; u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (LLVMIsALoadInst(user))
            note(m, leads_as(h, user, 0));
        else if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == v)
            note(m, comes_as(h, LLVMGetOperand(user, 0), 0));
        else if (LLVMIsAGetElementPtrInst(user) || LLVMIsAPHINode(user))
            note_elements(h, m, user, depth + 1);
        else if (LLVMIsAStoreInst(user) && LLVMIsAAllocaInst(LLVMGetOperand(user, 1)))
            for (LLVMUseRef w = LLVMGetFirstUse(LLVMGetOperand(user, 1)); w; w = LLVMGetNextUse(w))
                if (LLVMIsALoadInst(LLVMGetUser(w))) note_elements(h, m, LLVMGetUser(w), depth + 1);
    }
}

static void find_in(struct hidden_links *h, const struct routine *r) {
    for (unsigned i = 0; i < r->n_accesses; i++) {
        const struct access *a = &r->accesses[i];
        bool load = LLVMIsALoadInst(a->inst), store = LLVMIsAStoreInst(a->inst);
        struct hidden *m = a->size == 8 && (load || store) ? hidden_at(h, a->pointer) : NULL;
        if (!m) continue;
        h->left = MAX_VALUES;
        LLVMValueRef v = store ? LLVMGetOperand(a->inst, 0) : a->inst;
        if (m->kind == HIDDEN_ARRAY)
            note_elements(h, m, v, 0);
        else
            note(m, store ? comes_as(h, v, 0) : leads_as(h, v, 0));
    }
}

static struct dtype *pointer_to(struct opass *p, struct dtype *to) {
    size_t n = strlen(to->name);
    bool pointer = to->kind == SHIM_TYPE_POINTER;
    struct dtype *t = opass_alloc(p, sizeof *t);
    t->kind = SHIM_TYPE_POINTER, t->bytes = 8, t->target = to;
    t->name = opass_alloc(p, n + 3);
    memcpy(t->name, to->name, n);
    memcpy(t->name + n, pointer ? "*" : " *", pointer ? 2 : 3);
    t->stem = t->name;
    return t;
}

/* Does the record contain the other one, or lead to it by a member? */
static bool leads_back(const struct dtype *from, const struct dtype *to, int depth) {
    if (from == to) return true;
    for (unsigned i = 0; depth < 3 && i < from->n_members; i++) {
        const struct dtype *t = from->members[i].type;
        while (t && (t->kind == SHIM_TYPE_POINTER || t->kind == SHIM_TYPE_ARRAY)) t = t->target;
        if (t && t->kind == SHIM_TYPE_RECORD && leads_back(t, to, depth + 1)) return true;
    }
    return false;
}

static void become_link(struct opass *p, const struct hidden *m) {
    bool number = m->kind == HIDDEN_NUMBER;
    if (!m->to || m->several || (number && m->to != m->record)) return;
    if (!number && !shim_is_of_source(m->record->di, p->m)) return;
    if (!number && !leads_back(m->to, m->record, 0)) return;
    struct dtype *link = pointer_to(p, m->to), *was = m->at->type;
    link->number = number;
    if (m->kind == HIDDEN_ARRAY) link = pointer_to(p, link);
    if (was->kind == SHIM_TYPE_ARRAY) {
        struct dtype *array = opass_alloc(p, sizeof *array);
        *array = *was;
        array->target = link;
        link = array;
    }
    m->at->type = link;
}

void opass_hidden_links_find(struct opass *p) {
    struct hidden_links h = {.p = p};
    for (unsigned i = 0; i < p->n_routines; i++) find_in(&h, &p->routines[i]);
    for (unsigned i = 0; i < h.n; i++) become_link(p, &h.list[i]);
    ptrmap_done(&h.numbers);
}
