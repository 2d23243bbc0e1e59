/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * structure.c: decides which accesses are reported, and inserts the calls of the hooks.
 *
 * An access of the access stream (collect.c) is reported if its place (places.c) is a link or an
 * element. If something other than a pointer is written to a link, the link is forgotten. Copies of
 * records report the elements that they read and write, and the links that they may move.
 */
#include "structure.h"
#include "advances.h"
#include "endings.h"
#include "frames.h"
#include "handovers.h"
#include "hidden_links.h"
#include "places.h"
#include "runs.h"
#include "struct_objects.h"
#include "struct_table.h"
#include "struct_types.h"
#include "touch.h"
#include "unreported.h"
#include "variables.h"

#include "engine/llvm/ir/emit.h"
#include "engine/llvm/ir/hooks.h"
#include "engine/llvm/ir/module_memory.h"
#include "engine/llvm/ir/routine_slots.h"
#include "engine/llvm/ir/tables.h"

#include <string.h>

static struct touch *add(struct opass *p, struct routine *r, const struct access *a,
                         enum touch_kind kind, LLVMValueRef pointer, const struct place *place) {
    struct touch *t = OPASS_PUSH(p, r->structure.touches, r->structure.n_touches);
    *t = (struct touch){
        .kind = kind, .at = a->inst, .scope = a->scope, .pointer = pointer, .place = *place};
    opass_type_use(p, place->type);
    return t;
}

/* If the stored value was loaded, perhaps with casts, from an element of an array other than `to`:
 * returns the address of that element. Otherwise NULL. */
static LLVMValueRef origin(struct opass *p, const struct place *to, LLVMValueRef v) {
    while (LLVMIsACastInst(v)) v = LLVMGetOperand(v, 0);
    if (!LLVMIsALoadInst(v)) return NULL;
    LLVMValueRef from = LLVMGetOperand(v, 0);
    LLVMTypeRef type = LLVMTypeOf(v);
    struct place place = opass_place(p, from, shim_store_size(p->m, type), type);
    return place.kind == PLACE_ELEMENT && place.root != to->root ? from : NULL;
}

/* Returns the value that a store or an exchange writes, or NULL. */
static LLVMValueRef written(LLVMValueRef i) {
    if (LLVMIsAStoreInst(i)) return LLVMGetOperand(i, 0);
    if (LLVMIsAAtomicCmpXchgInst(i)) return LLVMGetOperand(i, 2);
    if (LLVMIsAAtomicRMWInst(i) && LLVMGetAtomicRMWBinOp(i) == LLVMAtomicRMWBinOpXchg)
        return LLVMGetOperand(i, 1);
    return NULL;
}

static LLVMTypeRef access_type(LLVMValueRef i) {
    if (LLVMIsALoadInst(i)) return LLVMTypeOf(i);
    if (LLVMIsAAtomicCmpXchgInst(i)) return LLVMTypeOf(LLVMGetOperand(i, 2));
    if (LLVMIsAAtomicRMWInst(i)) return LLVMTypeOf(LLVMGetOperand(i, 1));
    return LLVMTypeOf(LLVMGetOperand(i, 0));
}

static bool is_pointer(LLVMTypeRef t) {
    return LLVMGetTypeKind(t) == LLVMPointerTypeKind;
}

/* Is it a pointer that is accessed as a number, as in atomic accesses, after casts in the source,
 * and if the source keeps it as one? */
static bool is_pointer_number(LLVMValueRef i, LLVMValueRef value, const struct place *place) {
    if (place->object && place->object->number) return true;
    if (value && LLVMIsAPtrToIntInst(value)) return true;
    return !LLVMIsALoadInst(i) && !LLVMIsAStoreInst(i)
               ? true
               : LLVMGetOrdering(i) != LLVMAtomicOrderingNotAtomic;
}

static void link_touches(struct opass *p, struct routine *r, const struct access *a,
                         const struct place *place) {
    LLVMValueRef value = a->write ? written(a->inst) : NULL;
    LLVMTypeRef type = access_type(a->inst);
    if (!is_pointer(type) && !is_pointer_number(a->inst, value, place)) {
        if (!a->write) return;
        struct touch *t = add(p, r, a, TOUCH_RANGE_SET, a->pointer, place);
        t->bytes = opass_i64(p, a->size);
        return;
    }
    if (a->read) add(p, r, a, TOUCH_LINK_READ, a->pointer, place);
    if (!a->write) return;
    struct touch *t = add(p, r, a, value ? TOUCH_LINK_WRITE : TOUCH_RANGE_SET, a->pointer, place);
    t->value = value;
    t->bytes = opass_i64(p, a->size);
    t->exchanged = LLVMIsAAtomicCmpXchgInst(a->inst);
}

static void element_touches(struct opass *p, struct routine *r, const struct access *a,
                            const struct place *place) {
    if (a->read) add(p, r, a, TOUCH_READ, a->pointer, place);
    if (!a->write) return;
    struct touch *t = add(p, r, a, TOUCH_WRITE, a->pointer, place);
    LLVMValueRef value = written(a->inst);
    if (!value) return;
    if (is_pointer(LLVMTypeOf(value))) t->value = value;
    t->exchanged = t->value && LLVMIsAAtomicCmpXchgInst(a->inst);
    t->from = LLVMIsAStoreInst(a->inst) ? origin(p, place, value) : NULL;
}

/* Is the loaded pointer used only to call or to jump, or to load a pointer that is used so?
 * (Virtual calls, computed gotos.) */
static bool is_code(LLVMValueRef v, int depth) {
    LLVMUseRef use = LLVMGetFirstUse(v);
    if (!use || depth > 3) return false;
    for (; use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        bool call = LLVMIsACallInst(user) || LLVMIsAInvokeInst(user);
        if (call && LLVMGetCalledValue(user) == v) continue;
        if (LLVMIsAGetElementPtrInst(user) && LLVMGetOperand(user, 0) == v &&
            is_code(user, depth + 1))
            continue;
        if (LLVMIsALoadInst(user) && is_code(user, depth + 1)) continue;
        if (LLVMIsAPHINode(user) && is_code(user, depth + 1)) continue;
        if (LLVMIsAIndirectBrInst(user)) continue;
        return false;
    }
    return true;
}

static bool is_copy(LLVMValueRef i, bool *set) {
    if (!LLVMIsACallInst(i)) return false;
    LLVMValueRef fn = LLVMGetCalledValue(i);
    if (!LLVMIsAFunction(fn) || !LLVMGetIntrinsicID(fn)) return false;
    size_t n;
    const char *name = LLVMGetValueName2(fn, &n);
    *set = !strncmp(name, "llvm.memset", 11);
    return *set || !strncmp(name, "llvm.memcpy", 11) || !strncmp(name, "llvm.memmove", 12);
}

/* Is it one element of an array, or a part of an element? */
static bool is_one_element(const struct place *place, uint64_t bytes) {
    return place->kind == PLACE_ELEMENT && bytes && bytes <= place->type->bytes;
}

static void range_touches(struct opass *p, struct routine *r, const struct access *a) {
    bool set;
    if (!is_copy(a->inst, &set)) {
        struct place place = opass_place(p, a->pointer, a->size, NULL);
        if (is_one_element(&place, a->size))
            add(p, r, a, a->write ? TOUCH_WRITE : TOUCH_READ, a->pointer, &place);
        return;
    }
    if (!a->write) return; /* the write reports both sides of a copy */
    LLVMValueRef from = set ? NULL : LLVMGetOperand(a->inst, 1);
    struct place to_place = opass_place(p, a->pointer, a->size, NULL), from_place = {0};
    if (from) from_place = opass_place(p, from, a->size, NULL);
    bool reads = from && is_one_element(&from_place, a->size);
    if (reads) add(p, r, a, TOUCH_READ, from, &from_place);
    bool pointer = false;
    if (is_one_element(&to_place, a->size)) {
        struct touch *t = add(p, r, a, TOUCH_WRITE, a->pointer, &to_place);
        t->from = reads && from_place.root != to_place.root ? from : NULL;
        pointer = from && !a->length && a->size == 8 && to_place.type->kind == SHIM_TYPE_POINTER;
        t->moved = pointer ? from : NULL;
    }
    if (pointer) return;
    if (!a->length && a->size < 8) return;
    if (!opass_has_pointers(to_place.object)) return;
    if (from && !opass_has_pointers(from_place.object)) return;
    struct place nowhere = {0};
    struct touch *t = add(p, r, a, set ? TOUCH_RANGE_SET : TOUCH_RANGE_COPY, a->pointer, &nowhere);
    t->from = from;
    t->bytes = a->length ? a->length : opass_i64(p, a->size);
}

static void collect_access(struct opass *p, struct routine *r, const struct access *a) {
    LLVMValueRef i = a->inst;
    if (LLVMIsACallInst(i) || LLVMIsAInvokeInst(i)) {
        range_touches(p, r, a);
        return;
    }
    if (LLVMIsALoadInst(i) && is_pointer(LLVMTypeOf(i)) && is_code(i, 0)) return;
    struct place place = opass_place(p, a->pointer, a->size, access_type(i));
    if (place.kind == PLACE_LINK) link_touches(p, r, a, &place);
    if (place.kind == PLACE_ELEMENT) element_touches(p, r, a, &place);
}

void opass_structure_collect(struct opass *p) {
    opass_types_read(p);
    opass_hidden_links_find(p);
    opass_types_collect(p);
    for (unsigned i = 0; i < p->n_routines; i++) opass_struct_memory_collect(p, &p->routines[i]);
    for (unsigned i = 0; i < p->n_routines; i++) {
        struct routine *r = &p->routines[i];
        for (unsigned k = 0; k < r->n_accesses; k++) collect_access(p, r, &r->accesses[k]);
    }
    opass_struct_objects_collect(p);
    opass_advances_collect(p);
    opass_endings_collect(p);
    opass_handovers_collect(p);
    opass_runs_collect(p);
    opass_frames_choose(p);
    for (unsigned i = 0; i < p->n_routines; i++)
        for (unsigned k = 0; k < p->routines[i].structure.n_touches; k++) {
            struct touch *t = &p->routines[i].structure.touches[k];
            if (!t->run || t->from) t->scope->structure.reports_each = true;
        }
    ptrmap_done(&p->structure.pointees);
    ptrmap_done(&p->structure.strides);
    opass_type_table_declare(p);
}

/* Computes the address of a link's record, and the link's slot, at the builder. */
static LLVMValueRef link_record(struct opass *p, const struct touch *t, LLVMValueRef *slot) {
    const struct place *at = &t->place;
    if (!at->record) {
        *slot = opass_i64(p, at->slot | (at->guessed ? ORDO_SLOT_GUESSED : 0));
        return opass_field(p, t->pointer, -at->offset);
    }
    LLVMValueRef base = at->record, index = at->index;
    if (index) base = LLVMBuildGEP2(p->b, at->index_type, base, &index, 1, "");
    base = opass_field(p, base, at->offset);
    LLVMValueRef from = LLVMBuildPtrToInt(p->b, base, p->i64, "");
    LLVMValueRef distance =
        LLVMBuildSub(p->b, LLVMBuildPtrToInt(p->b, t->pointer, p->i64, ""), from, "");
    LLVMValueRef words = LLVMBuildLShr(p->b, distance, opass_i64(p, 3), "");
    uint64_t first = opass_first_link(at->type) / 8 + (at->guessed ? ORDO_SLOT_GUESSED : 0);
    *slot = LLVMBuildSub(p->b, words, opass_i64(p, first), "");
    return base;
}

/* Computes the pointer that is written. If an exchange fails, it is the pointer that was there. */
static LLVMValueRef written_pointer(struct opass *p, const struct touch *t) {
    LLVMValueRef v = t->moved ? LLVMBuildLoad2(p->b, p->ptr, t->moved, "") : t->value;
    if (t->exchanged) {
        LLVMValueRef old = LLVMBuildExtractValue(p->b, t->at, 0, "");
        LLVMValueRef done = LLVMBuildExtractValue(p->b, t->at, 1, "");
        v = LLVMBuildSelect(p->b, done, v, old, "");
    }
    return is_pointer(LLVMTypeOf(v)) ? v : LLVMBuildIntToPtr(p->b, v, p->ptr, "");
}

static void emit(struct opass *p, struct routine *r, const struct touch *t) {
    if (t->run) opass_runs_access(p, r, t);
    LLVMValueRef next = t->exchanged ? LLVMGetNextInstruction(t->at) : t->at;
    opass_before(p, next);
    LLVMValueRef frame = opass_frame(p, t->scope), slot, base;
    LLVMValueRef type = opass_type_address(p, t->place.type);
    switch (t->kind) {
    case TOUCH_LINK_READ:
        opass_if_reported(p, r, next);
        base = link_record(p, t, &slot);
        opass_call(p, HOOK___ordo_link_read, (LLVMValueRef[]){frame, base, type, slot}, 4);
        return;
    case TOUCH_LINK_WRITE:
        base = link_record(p, t, &slot);
        opass_call(p, HOOK___ordo_link_write,
                   (LLVMValueRef[]){frame, base, type, slot, written_pointer(p, t)}, 5);
        return;
    case TOUCH_READ:
        if (t->run) return;
        opass_if_reported(p, r, next);
        opass_call(p, HOOK___ordo_array_read, (LLVMValueRef[]){frame, t->pointer, type}, 3);
        return;
    case TOUCH_WRITE:
        if (t->run) {
        } else if (t->value || t->moved)
            opass_call(p, HOOK___ordo_array_link,
                       (LLVMValueRef[]){frame, t->pointer, type, written_pointer(p, t)}, 4);
        else {
            opass_if_reported(p, r, next);
            opass_call(p, HOOK___ordo_array_write, (LLVMValueRef[]){frame, t->pointer, type}, 3);
        }
        opass_before(p, next);
        if (t->from)
            opass_call(p, HOOK___ordo_array_copy,
                       (LLVMValueRef[]){frame, t->pointer, t->from, type}, 4);
        return;
    case TOUCH_RANGE_COPY:
    case TOUCH_RANGE_SET: {
        LLVMValueRef bytes = LLVMBuildZExtOrBitCast(p->b, t->bytes, p->i64, "");
        if (t->kind == TOUCH_RANGE_COPY)
            opass_call(p, HOOK___ordo_range_copy,
                       (LLVMValueRef[]){frame, t->pointer, t->from, bytes}, 4);
        else
            opass_call(p, HOOK___ordo_range_set, (LLVMValueRef[]){frame, t->pointer, bytes}, 3);
        return;
    }
    }
}

void opass_structure_emit(struct opass *p, struct routine *r) {
    opass_struct_objects(p, r);
    for (unsigned i = 0; i < r->n_accesses; i++) {
        LLVMValueRef inst = r->accesses[i].inst;
        if (LLVMIsALoadInst(inst) || LLVMIsAStoreInst(inst)) shim_tag_untouched(inst, SHIM_ALL);
    }
    for (unsigned i = 0; i < r->structure.n_touches; i++) emit(p, r, &r->structure.touches[i]);
    opass_runs_before_last_calls(p, r);
}

LLVMValueRef opass_structure_define(struct opass *p) {
    if (!p->options.structure) return LLVMConstNull(p->ptr);
    opass_type_table_define(p);
    unsigned n_variables, n_advances;
    LLVMValueRef variables = opass_variables_define(p, &n_variables);
    LLVMValueRef advances = opass_advances_define(p, &n_advances);
    LLVMValueRef value =
        OPASS_VALUE(p, structure, .n_types = p->structure.n_table_types, .n_variables = n_variables,
                    .n_advances = n_advances, .types = p->structure.type_table,
                    .variables = variables, .advances = advances);
    return opass_constant(p, value, "__ordo_structure");
}
