/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * found_context.c: the end of an activation counts in the node of its calling context (abi.h:
 * ordo_thread.found). There are tens of thousands of nodes, so that each is usually far from the
 * processor. The entry fetches the node into the processor's caches while the program goes on.
 *
 * Nothing waits for the node. If the entry does not find it, the end looks it up or makes it.
 */
#include "found_context.h"

#include "engine/llvm/ir/emit.h"

#include <stddef.h>
#include <string.h>

#define THREAD(field) ((int64_t)offsetof(struct ordo_thread, field))
#define FRAME(field) ((int64_t)offsetof(struct ordo_frame, field))
#define ABOVE(field) (FRAME(field) - (int64_t)sizeof(struct ordo_frame))

enum { CACHE_LINE = 64, WRITES = 1, OFTEN = 3, DATA = 1 };

static LLVMValueRef wide(struct opass *p, LLVMValueRef value) {
    return LLVMBuildZExt(p->b, value, p->i64, "");
}

static LLVMValueRef intrinsic(struct opass *p, const char *name, LLVMTypeRef type,
                              LLVMValueRef *args, unsigned n_args) {
    unsigned id = LLVMLookupIntrinsicID(name, strlen(name));
    return LLVMBuildCall2(p->b, LLVMIntrinsicGetType(p->c, id, &type, 1),
                          LLVMGetIntrinsicDeclaration(p->m, id, &type, 1), args, n_args, "");
}

/* Returns the word that T->found has for the scope `id` below the node `parent` - 1. */
static LLVMValueRef found_word(struct opass *p, LLVMValueRef t, LLVMValueRef parent,
                               LLVMValueRef id) {
    LLVMValueRef by_parent = LLVMBuildMul(p->b, parent, opass_i32(p, ORDO_FOUND_PARENT), "");
    LLVMValueRef by_scope = LLVMBuildMul(p->b, id, opass_i32(p, ORDO_FOUND_SCOPE), "");
    LLVMValueRef shift = opass_load(p, p->i32, opass_field(p, t, THREAD(found_shift)));
    LLVMValueRef hash = LLVMBuildXor(p->b, by_parent, by_scope, "");
    LLVMValueRef index = wide(p, LLVMBuildLShr(p->b, hash, shift, ""));
    LLVMValueRef words = opass_load(p, p->ptr, opass_field(p, t, THREAD(found)));
    return opass_load(p, p->i64, LLVMBuildGEP2(p->b, p->i64, words, &index, 1, ""));
}

/* Fetches the node with the index `number` - 1. */
static void fetch(struct opass *p, LLVMValueRef t, LLVMValueRef number) {
    LLVMValueRef n = LLVMBuildAdd(p->b, number, opass_i32(p, (1u << ORDO_NODES_LOG2) - 1), "");
    LLVMValueRef args[] = {n, LLVMConstInt(LLVMInt1TypeInContext(p->c), 1, false)};
    LLVMValueRef zeros = intrinsic(p, "llvm.ctlz", p->i32, args, 2);
    LLVMValueRef chunk = LLVMBuildSub(p->b, opass_i32(p, 31 - ORDO_NODES_LOG2), zeros, "");
    LLVMValueRef first = LLVMBuildShl(p->b, opass_i32(p, 1u << ORDO_NODES_LOG2), chunk, "");
    LLVMValueRef in_chunk = wide(p, LLVMBuildSub(p->b, n, first, ""));
    LLVMValueRef offset = LLVMBuildMul(p->b, in_chunk, opass_i64(p, ORDO_NODE_SIZE), "");
    LLVMValueRef index = wide(p, chunk);
    LLVMValueRef chunks = opass_load(p, p->ptr, opass_field(p, t, THREAD(nodes)));
    LLVMValueRef nodes = opass_load(p, p->ptr, LLVMBuildGEP2(p->b, p->ptr, chunks, &index, 1, ""));
    LLVMValueRef node = LLVMBuildGEP2(p->b, p->i8, nodes, &offset, 1, "");
    for (int64_t at = 0; at < ORDO_NODE_SIZE; at += CACHE_LINE) {
        LLVMValueRef how[] = {opass_field(p, node, at), opass_i32(p, WRITES), opass_i32(p, OFTEN),
                              opass_i32(p, DATA)};
        intrinsic(p, "llvm.prefetch", p->ptr, how, 4);
    }
}

void opass_found_context(struct opass *p, LLVMValueRef t, LLVMValueRef frame, LLVMValueRef scope,
                         LLVMValueRef at) {
    LLVMValueRef none = opass_i32(p, 0);
    LLVMValueRef parent = opass_load(p, p->i32, opass_field(p, frame, ABOVE(context)));
    LLVMValueRef known = LLVMBuildICmp(p->b, LLVMIntNE, parent, none, "");
    opass_before(p, shim_if_unlikely(known, at)); /* where nothing is recorded it is never so */
    LLVMValueRef id =
        opass_load(p, p->i32, opass_field(p, scope, (int64_t)offsetof(struct ordo_scope, id)));
    LLVMValueRef word = found_word(p, t, parent, id);
    LLVMValueRef bits = opass_i64(p, ORDO_FOUND_BITS);
    LLVMValueRef above =
        LLVMBuildShl(p->b, wide(p, parent), opass_i64(p, ORDO_FOUND_SCOPE_BITS), "");
    LLVMValueRef of = LLVMBuildOr(p->b, above, wide(p, id), "");
    LLVMValueRef same = LLVMBuildICmp(p->b, LLVMIntEQ, LLVMBuildLShr(p->b, word, bits, ""), of, "");
    LLVMValueRef low = LLVMBuildTrunc(p->b, word, p->i32, "");
    LLVMValueRef number = LLVMBuildAnd(p->b, low, opass_i32(p, (1u << ORDO_FOUND_BITS) - 1), "");
    opass_store(p, LLVMBuildSelect(p->b, same, number, none, ""),
                opass_field(p, frame, FRAME(context)));
    LLVMValueRef root = opass_i32(p, 1);
    fetch(p, t, LLVMBuildSelect(p->b, same, number, root, ""));
    opass_before(p, at);
}
