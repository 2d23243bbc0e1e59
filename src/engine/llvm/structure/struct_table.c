/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * struct_table.c: writes the module's table of types (abi.h: ordo_type).
 */
#include "struct_table.h"
#include "struct_types.h"

#include "engine/llvm/ir/emit.h"
#include "engine/llvm/ir/module_memory.h"
#include "engine/llvm/ir/tables.h"

#include <string.h>

enum { MAX_SLOTS = 1 << 16 };

/* Returns the type that represents `t` in the table: for an array its element; for a record that
 * has only the links of its base, the base; NULL: none. */
static struct dtype *representative(struct dtype *t) {
    if (t && t->kind == SHIM_TYPE_ARRAY) t = t->target;
    for (int i = 0; t && t->cycle && !t->n_links && i < 16; i++) {
        struct dtype *base = NULL;
        for (unsigned k = 0; k < t->n_members && !base; k++)
            if (t->members[k].offset == 0 && t->members[k].type && t->members[k].type->cycle)
                base = t->members[k].type;
        if (!base) break;
        t = base;
    }
    return t && t->bytes && t->kind != SHIM_TYPE_FUNCTION && t->kind != SHIM_TYPE_ARRAY ? t : NULL;
}

void opass_type_use(struct opass *p, struct dtype *type) {
    struct dtype *t = representative(type);
    if (!t || t->entry) return;
    *OPASS_PUSH(p, p->structure.table_types, p->structure.n_table_types) = t;
    t->entry = p->structure.n_table_types;
    if (t->kind == SHIM_TYPE_POINTER) opass_type_use(p, t->target);
    for (unsigned i = 0; i < t->n_links; i++) opass_type_use(p, t->links[i].pointer->target);
}

LLVMValueRef opass_type_address(struct opass *p, struct dtype *type) {
    struct dtype *t = representative(type);
    if (!t || !t->entry) return LLVMConstNull(p->ptr);
    LLVMValueRef index[] = {opass_i64(p, 0), opass_i64(p, t->entry - 1)};
    LLVMValueRef table = p->structure.type_table;
    return LLVMConstInBoundsGEP2(LLVMGlobalGetValueType(table), table, index, 2);
}

uint64_t opass_first_link(const struct dtype *t) {
    uint64_t first = UINT64_MAX;
    for (unsigned i = 0; i < t->n_links; i++)
        if (t->links[i].offset < first) first = t->links[i].offset;
    return first;
}

uint64_t opass_slot(const struct dtype *t, uint64_t offset) {
    return (offset - opass_first_link(t)) / 8;
}

static unsigned slot_count(const struct dtype *t) {
    uint64_t end = 0;
    for (unsigned i = 0; i < t->n_links; i++) {
        const struct dlink *l = &t->links[i];
        uint64_t last = opass_slot(t, l->offset + (l->count - 1) * l->stride) + 1;
        if (last > end) end = last;
    }
    return end > MAX_SLOTS ? MAX_SLOTS : (unsigned)end;
}

static bool is_open(const struct dtype *t) {
    for (unsigned i = 0; i < t->n_links; i++)
        if (t->links[i].open) return true;
    return false;
}

/* Defines the slots' bits and targets. */
static void define_slots(struct opass *p, const struct dtype *t, LLVMValueRef *links,
                         LLVMValueRef *targets) {
    unsigned n = slot_count(t);
    uint64_t *bits = opass_alloc(p, (n / 64 + 1) * sizeof *bits);
    LLVMValueRef *to = opass_alloc(p, n * sizeof *to);
    for (unsigned i = 0; i < n; i++) to[i] = LLVMConstNull(p->ptr);
    for (unsigned i = 0; i < t->n_links; i++) {
        const struct dlink *l = &t->links[i];
        LLVMValueRef target = opass_type_address(p, l->pointer->target);
        for (uint64_t k = 0; k < l->count; k++) {
            uint64_t slot = opass_slot(t, l->offset + k * l->stride);
            if (slot < n) bits[slot / 64] |= UINT64_C(1) << slot % 64, to[slot] = target;
        }
    }
    LLVMValueRef *words = opass_alloc(p, (n / 64 + 1) * sizeof *words);
    for (unsigned i = 0; i <= n / 64; i++) words[i] = opass_i64(p, bits[i]);
    *links = opass_constant(p, LLVMConstArray(p->i64, words, n / 64 + 1), "__ordo_links");
    *targets = opass_constant(p, LLVMConstArray(p->ptr, to, n), "__ordo_targets");
}

static LLVMValueRef define_type(struct opass *p, struct dtype *t) {
    LLVMValueRef links = NULL, targets = NULL;
    unsigned flags = 0, n = 0;
    uint64_t first = 0;
    if (t->cycle) flags |= ORDO_TYPE_LINKED;
    if (opass_is_plain_record(t) && !opass_has_links(t)) flags |= ORDO_TYPE_PLAIN;
    if (t->kind == SHIM_TYPE_RECORD && opass_has_storage(t)) flags |= ORDO_TYPE_STORAGE;
    if (t->n_links) {
        n = slot_count(t), first = opass_first_link(t);
        if (is_open(t)) flags |= ORDO_TYPE_FLEXIBLE;
        define_slots(p, t, &links, &targets);
    }
    if (t->kind == SHIM_TYPE_POINTER) {
        flags |= ORDO_TYPE_POINTER;
        if (t->loose == t) flags |= ORDO_TYPE_LOOSE;
        LLVMValueRef to = opass_type_address(p, t->target);
        if (!LLVMIsNull(to))
            targets = opass_constant(p, LLVMConstArray(p->ptr, &to, 1), "__ordo_targets");
    }
    uint64_t size = t->bytes > UINT32_MAX ? UINT32_MAX : t->bytes;
    return OPASS_VALUE(p, type, .name = opass_name(p, t->name), .size = size, .flags = flags,
                       .first_link = first, .n_slots = n, .links = links, .targets = targets,
                       .row = t->row < UINT32_MAX ? t->row : 0);
}

void opass_type_table_declare(struct opass *p) {
    p->structure.type_table =
        opass_table_declare(p, TABLE_type, p->structure.n_table_types, "__ordo_types");
}

void opass_type_table_define(struct opass *p) {
    LLVMValueRef *all = opass_alloc(p, (p->structure.n_table_types + 1) * sizeof *all);
    for (unsigned i = 0; i < p->structure.n_table_types; i++)
        all[i] = define_type(p, p->structure.table_types[i]);
    opass_table_define(p->structure.type_table, all);
}
