/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * places.c: finds the place of an address.
 *
 * An address is followed back to its root and then interpreted from there: every step shows which
 * record or array it enters. The records on the path are kept, innermost last, with the distance
 * from their beginning to the address. From the address outwards, the first record that has a link
 * there owns the link. The outermost index of an array determines the element: an access to a table
 * of records counts for the table and not for arrays in its records.
 */
#include "places.h"
#include "struct_table.h"
#include "struct_types.h"

#include <llvm-c/Target.h>

#include <string.h>

enum { MAX_STEPS = 24, MAX_RECORDS = 24, MAX_PHI_LEVELS = 4, MAX_PHIS = 256 };

/* A record on the path to the address. */
struct container {
    struct dtype *type;
    LLVMValueRef value, index; /* it begins `index` elements of `index_type` after `value` */
    LLVMTypeRef index_type;
    uint64_t distance; /* bytes from its beginning to the address, without variable indices */
    bool variable;     /* there is a variable index on the rest of the path */
};

struct walk {
    struct opass *p;
    struct dtype *at; /* type of the object reached so far, or NULL */
    struct container records[MAX_RECORDS];
    unsigned n_records;
    bool member;   /* a member of a record was selected */
    bool indexed;  /* an array was indexed */
    bool bytewise; /* an array was indexed in bytes: the next step shows the element */
    bool behind;   /* memory behind a record was reached by a constant: `(char *)(header + 1)` */
    struct dtype *element;
    LLVMTypeRef element_type; /* if `element` is not known yet; NULL: the type that is accessed */
};

static bool is_gep(LLVMValueRef v) {
    return LLVMIsAGetElementPtrInst(v) ||
           (LLVMIsAConstantExpr(v) && LLVMGetConstOpcode(v) == LLVMGetElementPtr);
}

static LLVMTypeRef innermost(LLVMTypeRef t) {
    while (LLVMGetTypeKind(t) == LLVMArrayTypeKind) t = LLVMGetElementType(t);
    return t;
}

LLVMValueRef opass_thread_variable(LLVMValueRef v) {
    if (!LLVMIsACallInst(v)) return NULL;
    LLVMValueRef fn = LLVMGetCalledValue(v);
    if (!LLVMIsAFunction(fn) || !LLVMGetIntrinsicID(fn)) return NULL;
    size_t n;
    const char *name = LLVMGetValueName2(fn, &n);
    if (strncmp(name, "llvm.threadlocal.address", 24)) return NULL;
    LLVMValueRef g = LLVMGetOperand(v, 0);
    return LLVMIsAGlobalVariable(g) ? g : NULL;
}

LLVMTypeRef opass_allocated(LLVMValueRef alloca) {
    LLVMTypeRef type = LLVMGetAllocatedType(alloca);
    if (LLVMGetTypeKind(type) != LLVMStructTypeKind || LLVMGetStructName(type)) return type;
    if (LLVMCountStructElementTypes(type) != 2) return type;
    LLVMTypeRef pad = LLVMStructGetTypeAtIndex(type, 1);
    bool padded = LLVMGetTypeKind(pad) == LLVMArrayTypeKind &&
                  LLVMGetTypeKind(LLVMGetElementType(pad)) == LLVMIntegerTypeKind &&
                  LLVMGetIntTypeWidth(LLVMGetElementType(pad)) == 8;
    return padded ? LLVMStructGetTypeAtIndex(type, 0) : type;
}

static uint64_t size_of(struct opass *p, LLVMTypeRef t) {
    return LLVMTypeIsSized(t) ? shim_alloc_size(p->m, t) : 0;
}

static void enter_record(struct walk *w, struct dtype *type, LLVMValueRef value, LLVMValueRef index,
                         LLVMTypeRef index_type) {
    if (!type || type->kind != SHIM_TYPE_RECORD || w->n_records == MAX_RECORDS) return;
    w->records[w->n_records++] = (struct container){type, value, index, index_type, 0, false};
}

static void move(struct walk *w, uint64_t bytes) {
    for (unsigned i = 0; i < w->n_records; i++) w->records[i].distance += bytes;
}

static void vary(struct walk *w) {
    for (unsigned i = 0; i < w->n_records; i++) w->records[i].variable = true;
}

/* Notes that an array of `type` is indexed; w->at is its type in the source. */
static void take_index(struct walk *w, LLVMTypeRef type) {
    if (w->indexed) return;
    w->indexed = true;
    type = innermost(type);
    struct dtype *t = w->at;
    if (t && t->kind == SHIM_TYPE_ARRAY) t = t->target;
    if (LLVMGetTypeKind(type) == LLVMStructTypeKind)
        w->element = opass_record(w->p, type, t);
    else if (t && t->bytes == size_of(w->p, type) && t->kind != SHIM_TYPE_RECORD)
        w->element = t;
    else
        w->element_type = type;
}

static bool is_zero(LLVMValueRef v) {
    return LLVMIsAConstantInt(v) && LLVMConstIntGetZExtValue(v) == 0;
}

/* Applies the first index of a step, which moves the pointer by `index` elements of `type`.
 * `record`: the next step selects a member of a record there. */
static void first_index(struct walk *w, LLVMTypeRef type, LLVMValueRef index, bool last,
                        bool record, uint64_t bytes) {
    if (is_zero(index)) return;
    bool constant = LLVMIsAConstantInt(index);
    if (constant)
        move(w, (uint64_t)LLVMConstIntGetSExtValue(index) * size_of(w->p, type));
    else
        vary(w);
    bool by_byte = size_of(w->p, type) == 1 && LLVMGetTypeKind(type) == LLVMIntegerTypeKind;
    bool of_bytes = w->at && w->at->bytes == 1 && (constant || !record);
    if (by_byte && !of_bytes && !(last && bytes == 1)) {
        /* an offset within a record, or out of it, or elements whose size is known at run time */
        struct dtype *t = w->at;
        w->at = NULL;
        if (constant && t && t->kind == SHIM_TYPE_RECORD && LLVMConstIntGetSExtValue(index) >= 0)
            w->at = opass_member(t, LLVMConstIntGetZExtValue(index), last ? bytes : 0);
        if (constant) w->member = true;
        if (!constant && !w->indexed) w->bytewise = true;
        return;
    }
    take_index(w, type);
    if (w->at && w->at->kind == SHIM_TYPE_ARRAY) w->at = w->at->target;
}

static LLVMTypeRef select_field(struct walk *w, LLVMTypeRef type, LLVMValueRef index) {
    unsigned k = (unsigned)LLVMConstIntGetZExtValue(index);
    uint64_t offset = LLVMOffsetOfElement(LLVMGetModuleDataLayout(w->p->m), type, k);
    LLVMTypeRef field = LLVMStructGetTypeAtIndex(type, k);
    struct dtype *part = opass_part(w->at, offset, size_of(w->p, field));
    if (!part) part = opass_member(w->at, offset, size_of(w->p, field));
    move(w, offset);
    w->at = part;
    w->member = true;
    return field;
}

static LLVMTypeRef select_element(struct walk *w, LLVMTypeRef type, LLVMValueRef index) {
    LLVMTypeRef element = LLVMGetElementType(type);
    if (LLVMGetArrayLength(type) != 1 || !is_zero(index)) take_index(w, element);
    if (LLVMIsAConstantInt(index))
        move(w, LLVMConstIntGetZExtValue(index) * size_of(w->p, element));
    else
        vary(w);
    /* arrays of arrays count as one array, whose element is reached with the last index */
    if (LLVMGetTypeKind(element) != LLVMArrayTypeKind)
        w->at = w->at && w->at->kind == SHIM_TYPE_ARRAY ? w->at->target : NULL;
    return element;
}

/* `next`: the step after this one; NULL: it is the last one. */
static void step(struct walk *w, LLVMValueRef gep, LLVMValueRef next, uint64_t bytes) {
    LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
    LLVMValueRef from = LLVMGetOperand(gep, 0), first = LLVMGetOperand(gep, 1);
    unsigned n = (unsigned)LLVMGetNumOperands(gep);
    bool is_struct = LLVMGetTypeKind(type) == LLVMStructTypeKind;
    if (w->bytewise && !w->indexed) {
        w->indexed = true, w->bytewise = false;
        if (is_struct)
            w->element = opass_record(w->p, type, w->at);
        else
            w->element_type = innermost(type);
    }
    if (w->behind && !is_struct) {
        struct dtype *t = opass_type(w->p, shim_variable_with(from));
        w->at = t && t->kind == SHIM_TYPE_POINTER ? t->target : NULL;
        w->indexed = false, w->element = NULL;
    }
    w->behind = is_struct && n == 2 && !w->indexed && LLVMIsAConstantInt(first) && !is_zero(first);
    bool record = next && LLVMGetTypeKind(LLVMGetGEPSourceElementType(next)) == LLVMStructTypeKind;
    first_index(w, type, first, !next && n == 2, record && n == 2, bytes);
    if (is_struct) {
        w->at = opass_record(w->p, type, w->at);
        enter_record(w, w->at, from, is_zero(first) ? NULL : first, type);
    }
    for (unsigned i = 2; i < n; i++) {
        LLVMValueRef index = LLVMGetOperand(gep, i);
        if (LLVMGetTypeKind(type) == LLVMStructTypeKind) {
            type = select_field(w, type, index);
            /* a record in a record, without a step of its own */
            if (i + 1 < n && LLVMGetTypeKind(type) == LLVMStructTypeKind)
                w->at = opass_record(w->p, type, w->at);
        } else if (LLVMGetTypeKind(type) == LLVMArrayTypeKind) {
            type = select_element(w, type, index);
        } else {
            return; /* a vector's lane */
        }
    }
    if (w->at && w->at->kind == SHIM_TYPE_RECORD) enter_record(w, w->at, gep, NULL, NULL);
}

/* Returns the struct type whose size is added to a PHI or a step to get the value, or NULL. */
static LLVMTypeRef advance_of(LLVMValueRef v) {
    if (!is_gep(v) || LLVMGetNumOperands(v) != 2 || is_zero(LLVMGetOperand(v, 1))) return NULL;
    LLVMTypeRef type = LLVMGetGEPSourceElementType(v);
    LLVMValueRef from = LLVMGetOperand(v, 0);
    if (LLVMGetTypeKind(type) != LLVMStructTypeKind) return NULL;
    return LLVMIsAPHINode(from) || is_gep(from) ? type : NULL;
}

/* Searches all values that reach a PHI, directly or through other PHIs. In an interpreter, PHIs
 * have hundreds of values each, mostly other PHIs, so each PHI is visited once. */
static LLVMTypeRef find_stride(LLVMValueRef root) {
    LLVMValueRef queue[MAX_PHIS] = {root};
    unsigned n = 1, level_end = 1;
    struct ptrmap seen = {0};
    ptrmap_set(&seen, root, 1);
    LLVMTypeRef type = NULL;
    for (unsigned i = 0, level = 0; i < n && !type; i++) {
        if (i == level_end) level++, level_end = n;
        unsigned values = LLVMCountIncoming(queue[i]);
        for (unsigned k = 0; k < values && !type; k++) {
            LLVMValueRef v = LLVMGetIncomingValue(queue[i], k);
            type = advance_of(v);
            if (!LLVMIsAPHINode(v) || level == MAX_PHI_LEVELS || n == MAX_PHIS) continue;
            if (ptrmap_get(&seen, v, 0)) continue;
            ptrmap_set(&seen, v, 1);
            queue[n++] = v;
        }
    }
    ptrmap_done(&seen);
    return type;
}

/* Returns the struct type by whose size a PHI advances, or NULL. */
static LLVMTypeRef stride(struct opass *p, LLVMValueRef root) {
    if (!LLVMIsAPHINode(root)) return NULL;
    int64_t known = ptrmap_get(&p->structure.strides, root, -1);
    if (known >= 0) return (LLVMTypeRef)(intptr_t)known;
    LLVMTypeRef type = find_stride(root);
    ptrmap_set(&p->structure.strides, root, (intptr_t)type);
    return type;
}

/* Follows the address back to its root and interprets the steps from there. Returns the root. */
static LLVMValueRef walk_to(struct walk *w, LLVMValueRef pointer, uint64_t bytes) {
    LLVMValueRef steps[MAX_STEPS];
    unsigned n = 0;
    while (is_gep(pointer) && n < MAX_STEPS)
        steps[n++] = pointer, pointer = LLVMGetOperand(pointer, 0);
    LLVMValueRef variable = opass_thread_variable(pointer);
    if (variable) pointer = variable;
    w->at = opass_pointee(w->p, pointer);
    LLVMTypeRef advance = stride(w->p, pointer);
    if (advance) take_index(w, advance);
    if (w->at && w->at->kind == SHIM_TYPE_RECORD) enter_record(w, w->at, pointer, NULL, NULL);
    while (n-- > 0) step(w, steps[n], n ? steps[n - 1] : NULL, bytes);
    return pointer;
}

/* Debug information does not describe another file's variables, but LLVM knows the types of
 * structs. */
static struct dtype *global_type(struct opass *p, LLVMValueRef v) {
    struct dtype *t = opass_type(p, shim_global_type(v, NULL, 0));
    if (!t && LLVMIsDeclaration(v)) t = opass_record(p, LLVMGlobalGetValueType(v), NULL);
    return t && t->di ? t : NULL;
}

/* Returns the type in the source of what a root points to, or NULL. */
static struct dtype *root_pointee(struct opass *p, LLVMValueRef v) {
    if (LLVMIsAGlobalVariable(v)) return global_type(p, v);
    struct dtype *t = NULL;
    if (LLVMIsAInstruction(v) || LLVMIsAArgument(v)) {
        t = opass_type(p, shim_variable_at(v));
        if (t || LLVMIsAAllocaInst(v)) return t;
        t = opass_type(p, shim_variable_with(v));
        if (t && t->kind == SHIM_TYPE_POINTER && t->target) return t->target;
    }
    if (LLVMIsALoadInst(v)) {
        t = opass_pointee(p, LLVMGetOperand(v, 0));
        t = t ? opass_member(t, 0, 8) : NULL;
    } else if (LLVMIsACallInst(v) || LLVMIsAInvokeInst(v)) {
        LLVMValueRef fn = LLVMGetCalledValue(v);
        t = LLVMIsAFunction(fn) && !LLVMIsDeclaration(fn) ? opass_type(p, shim_return_type(fn))
                                                          : NULL;
    } else if (LLVMIsAPHINode(v)) {
        for (unsigned i = 0; i < LLVMCountIncoming(v); i++) {
            t = opass_pointee(p, LLVMGetIncomingValue(v, i));
            if (t) return t;
        }
    } else if (LLVMIsASelectInst(v)) {
        t = opass_pointee(p, LLVMGetOperand(v, 1));
        return t ? t : opass_pointee(p, LLVMGetOperand(v, 2));
    }
    return t && t->kind == SHIM_TYPE_POINTER ? t->target : NULL;
}

struct dtype *opass_pointee(struct opass *p, LLVMValueRef pointer) {
    int64_t known = ptrmap_get(&p->structure.pointees, pointer, -1);
    if (known >= 0) return (struct dtype *)(intptr_t)known;
    ptrmap_set(&p->structure.pointees, pointer, 0); /* the value may depend on itself */
    struct dtype *t;
    if (is_gep(pointer)) {
        struct walk w = {.p = p};
        walk_to(&w, pointer, 0);
        t = w.at;
        if (!t) t = root_pointee(p, pointer);
    } else {
        t = root_pointee(p, pointer);
    }
    ptrmap_set(&p->structure.pointees, pointer, (intptr_t)t);
    return t;
}

/* Finds the link. `home`: also in linked records that contain a record on the path but are not on
 * the path themselves. */
static bool find_link_in(struct walk *w, bool home, struct place *out) {
    for (unsigned i = w->n_records; i-- > 0;) {
        struct container *c = &w->records[i];
        if (home && (!c->type->home || c->type->home_offset == UINT64_MAX)) continue;
        uint64_t base = 0, back = home ? c->type->home_offset : 0;
        struct dtype *owner =
            opass_link_owner(home ? c->type->home : c->type, c->distance + back, &base);
        if (!owner) continue;
        out->kind = PLACE_LINK, out->type = owner, out->guessed = home;
        if (c->variable) {
            out->record = c->value, out->index = c->index, out->index_type = c->index_type;
            out->offset = (int64_t)base - (int64_t)back;
        } else {
            uint64_t distance = c->distance + back - base;
            out->offset = (int64_t)distance;
            out->slot = opass_slot(owner, distance);
        }
        return true;
    }
    return false;
}

static bool find_link(struct walk *w, struct place *out) {
    return find_link_in(w, false, out) || find_link_in(w, true, out);
}

/* Finds a pointer in a record that is part of linked records at several places, or of which there
 * are arrays. Which of these it is becomes known only at run time. */
static bool find_loose(struct walk *w, struct place *out) {
    for (unsigned i = w->n_records; i-- > 0;) {
        const struct container *c = &w->records[i];
        bool part = c->type->home && c->type->home_offset == UINT64_MAX;
        if (!(part || c->type->held) || c->variable) continue;
        struct dtype *t = opass_member(c->type, c->distance, 8);
        if (!t || t->kind != SHIM_TYPE_POINTER) continue;
        out->kind = PLACE_ELEMENT, out->type = opass_loose(w->p, t);
        return true;
    }
    return false;
}

static bool in_linked(const struct walk *w) {
    for (unsigned i = 0; i < w->n_records; i++)
        if (w->records[i].type->cycle) return true;
    return false;
}

/* Returns the type of the element that is accessed, or NULL. */
static struct dtype *accessed(struct walk *w, uint64_t bytes, LLVMTypeRef type) {
    struct dtype *t = w->at;
    if (t && t->kind == SHIM_TYPE_ARRAY) t = t->target;
    if (t && t->bytes == bytes && t->kind != SHIM_TYPE_FUNCTION) return t;
    return type ? opass_plain_type(w->p, type) : NULL;
}

/* Is the root a variable that is not an array? */
static bool is_plain_variable(LLVMValueRef root) {
    LLVMTypeRef type = NULL;
    if (LLVMIsAAllocaInst(root)) type = opass_allocated(root);
    if (LLVMIsAGlobalVariable(root)) type = LLVMGlobalGetValueType(root);
    if (type) return LLVMGetTypeKind(type) != LLVMArrayTypeKind;
    return LLVMIsAConstant(root);
}

struct place opass_place(struct opass *p, LLVMValueRef pointer, uint64_t bytes, LLVMTypeRef type) {
    struct walk w = {.p = p};
    struct place out = {.kind = PLACE_OTHER};
    LLVMValueRef root = walk_to(&w, pointer, bytes);
    out.object = w.at;
    out.root = root;
    if (bytes == 8 && find_link(&w, &out)) return out;
    if (in_linked(&w)) {
        bool indexed = w.indexed && w.element && w.element->cycle;
        out.kind = indexed ? PLACE_ELEMENT : PLACE_PAYLOAD;
        out.type = indexed ? w.element : NULL;
        return out;
    }
    if (bytes == 8 && !w.indexed && !is_plain_variable(root) && find_loose(&w, &out)) return out;
    if (w.bytewise && !w.indexed) w.indexed = true;
    if (w.indexed) {
        out.type = w.element;
        if (!out.type && w.element_type) out.type = opass_plain_type(p, w.element_type);
        if (!out.type) out.type = accessed(&w, bytes, type);
        if (out.type && out.type->cycle)
            out.kind = PLACE_PAYLOAD;
        else if (out.type)
            out.kind = PLACE_ELEMENT;
        return out;
    }
    bool in_record = w.member || (w.at && w.at->kind == SHIM_TYPE_RECORD);
    if (in_record || !type || is_plain_variable(root)) return out;
    out.type = accessed(&w, bytes, type);
    out.kind = PLACE_ELEMENT;
    return out;
}
