/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * code_hash.c: walks the module in its own order and hashes what decides what the code does.
 *
 * Values have numbers: globals in the order of the module, and parameters, blocks and instructions
 * in the order of their function. An operand counts as its number.
 */
#include "engine/llvm/ir/code_hash.h"

#include "abi/code_section.h"
#include "engine/llvm/ir/ptrmap.h"
#include "engine/llvm/shim/shim.h"

#include <string.h>

struct hashing {
    struct opass *p;
    uint64_t h;
    struct ptrmap globals, locals;
    int64_t n_locals;
};

static void add(struct hashing *s, uint64_t x) {
    s->h = (s->h ^ x) * 0x9E3779B97F4A7C15u;
    s->h ^= s->h >> 29;
}

static void add_bytes(struct hashing *s, const char *bytes, size_t n) {
    add(s, n);
    for (size_t i = 0; i < n; i++) add(s, (unsigned char)bytes[i]);
}

static void add_type(struct hashing *s, LLVMTypeRef type) {
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    add(s, (uint64_t)kind);
    if (kind == LLVMIntegerTypeKind) add(s, LLVMGetIntTypeWidth(type));
    if (kind == LLVMArrayTypeKind) add(s, LLVMGetArrayLength(type));
    if (kind == LLVMVectorTypeKind) add(s, LLVMGetVectorSize(type));
    if (kind == LLVMArrayTypeKind || kind == LLVMVectorTypeKind)
        add_type(s, LLVMGetElementType(type));
    if (kind != LLVMStructTypeKind) return;
    unsigned n = LLVMCountStructElementTypes(type);
    add(s, n);
    for (unsigned i = 0; i < n; i++) add_type(s, LLVMStructGetTypeAtIndex(type, i));
}

/* Is it a string that holds the path of a source file, as __FILE__ does? `n` counts its NUL. */
static bool names_source(const struct hashing *s, const char *bytes, size_t n) {
    size_t root = strlen(s->p->options.root), length;
    const char *unit = LLVMGetSourceFileName(s->p->m, &length);
    if (n == length + 1 && memcmp(bytes, unit, length) == 0) return true;
    for (size_t i = 0; root > 1 && i + root <= n; i++)
        if (memcmp(bytes + i, s->p->options.root, root) == 0) return true;
    return false;
}

static void add_elements(struct hashing *s, LLVMValueRef value);

static void add_constant(struct hashing *s, LLVMValueRef value) {
    add_type(s, LLVMTypeOf(value));
    if (LLVMIsAConstantInt(value)) {
        if (LLVMGetIntTypeWidth(LLVMTypeOf(value)) <= 64) add(s, LLVMConstIntGetZExtValue(value));
    } else if (LLVMIsAConstantFP(value)) {
        LLVMBool inexact;
        double x = LLVMConstRealGetDouble(value, &inexact);
        uint64_t bits;
        memcpy(&bits, &x, sizeof bits);
        add(s, bits);
    } else if (LLVMIsAConstantDataSequential(value)) {
        add_elements(s, value);
    } else {
        if (LLVMIsAConstantExpr(value)) add(s, LLVMGetConstOpcode(value));
        int n = LLVMGetNumOperands(value);
        add(s, (uint64_t)n);
        for (int i = 0; i < n; i++) {
            LLVMValueRef operand = LLVMGetOperand(value, (unsigned)i);
            int64_t number = ptrmap_get(&s->globals, operand, -1);
            if (number >= 0 || !LLVMIsAConstant(operand))
                add(s, (uint64_t)number);
            else
                add_constant(s, operand);
        }
    }
}

/* Adds an array of numbers or characters. */
static void add_elements(struct hashing *s, LLVMValueRef value) {
    if (LLVMIsConstantString(value)) {
        size_t n;
        const char *bytes = LLVMGetAsString(value, &n);
        if (!names_source(s, bytes, n)) add_bytes(s, bytes, n);
        return;
    }
    LLVMTypeRef type = LLVMTypeOf(value);
    unsigned n = LLVMGetTypeKind(type) == LLVMArrayTypeKind ? LLVMGetArrayLength(type)
                                                            : LLVMGetVectorSize(type);
    for (unsigned i = 0; i < n; i++) add_constant(s, LLVMGetAggregateElement(value, i));
}

static void add_operand(struct hashing *s, LLVMValueRef value) {
    if (LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMMetadataTypeKind) return;
    int64_t number = ptrmap_get(&s->locals, value, -1);
    if (number < 0) number = ptrmap_get(&s->globals, value, -1);
    if (number < 0 && LLVMIsAConstant(value))
        add_constant(s, value);
    else
        add(s, (uint64_t)number);
}

static bool is_debugging(LLVMValueRef i) {
    if (!LLVMIsACallInst(i)) return false;
    size_t n;
    LLVMValueRef callee = LLVMGetCalledValue(i);
    return LLVMIsAFunction(callee) && LLVMGetIntrinsicID(callee) &&
           strncmp(LLVMGetValueName2(callee, &n), "llvm.dbg.", 9) == 0;
}

static void add_instruction(struct hashing *s, LLVMValueRef i) {
    LLVMOpcode code = LLVMGetInstructionOpcode(i);
    add(s, (uint64_t)code);
    add_type(s, LLVMTypeOf(i));
    if (code == LLVMICmp) add(s, (uint64_t)LLVMGetICmpPredicate(i));
    if (code == LLVMFCmp) add(s, (uint64_t)LLVMGetFCmpPredicate(i));
    if (code == LLVMGetElementPtr) add_type(s, LLVMGetGEPSourceElementType(i));
    if (code == LLVMAlloca) add_type(s, LLVMGetAllocatedType(i));
    int n = LLVMGetNumOperands(i);
    for (int k = 0; k < n; k++) add_operand(s, LLVMGetOperand(i, (unsigned)k));
}

static void number_local(struct hashing *s, LLVMValueRef value) {
    ptrmap_set(&s->locals, value, s->n_locals++);
}

static void add_function(struct hashing *s, LLVMValueRef f) {
    LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f);
    size_t n;
    const char *name = LLVMGetValueName2(f, &n);
    if (!b) return;
    add_bytes(s, name, n);
    add_type(s, LLVMGetReturnType(LLVMGlobalGetValueType(f)));
    s->n_locals = 0;
    for (unsigned k = 0; k < LLVMCountParams(f); k++) {
        add_type(s, LLVMTypeOf(LLVMGetParam(f, k)));
        number_local(s, LLVMGetParam(f, k));
    }
    for (; b; b = LLVMGetNextBasicBlock(b)) {
        number_local(s, LLVMBasicBlockAsValue(b));
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            if (!is_debugging(i)) number_local(s, i);
    }
    for (b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            if (!is_debugging(i)) add_instruction(s, i);
    ptrmap_done(&s->locals);
    s->locals = (struct ptrmap){0};
}

static void add_global(struct hashing *s, LLVMValueRef g) {
    size_t n;
    const char *name = LLVMGetValueName2(g, &n);
    LLVMValueRef value = LLVMGetInitializer(g);
    if (strncmp(name, "llvm.", 5) == 0) return;
    if (LLVMGetLinkage(g) != LLVMPrivateLinkage) add_bytes(s, name, n);
    if (!value) return;
    /* The length of a path is part of its type. */
    if (LLVMIsAConstantDataSequential(value))
        add_elements(s, value);
    else
        add_constant(s, value);
}

/* Declarations of intrinsics that only debug information uses do not count. */
static void number_globals(struct hashing *s) {
    int64_t n = 0;
    for (LLVMValueRef g = LLVMGetFirstGlobal(s->p->m); g; g = LLVMGetNextGlobal(g))
        ptrmap_set(&s->globals, g, n++);
    for (LLVMValueRef f = LLVMGetFirstFunction(s->p->m); f; f = LLVMGetNextFunction(f)) {
        size_t length;
        const char *name = LLVMGetValueName2(f, &length);
        if (strncmp(name, "llvm.dbg.", 9) == 0) continue;
        ptrmap_set(&s->globals, f, n++);
        add_bytes(s, name, length);
    }
}

uint64_t opass_code_hash(struct opass *p) {
    struct hashing s = {.p = p};
    number_globals(&s);
    for (LLVMValueRef g = LLVMGetFirstGlobal(p->m); g; g = LLVMGetNextGlobal(g)) add_global(&s, g);
    for (LLVMValueRef f = LLVMGetFirstFunction(p->m); f; f = LLVMGetNextFunction(f))
        add_function(&s, f);
    ptrmap_done(&s.globals);
    return s.h;
}

void opass_code_identify(struct opass *p, uint64_t hash) {
    LLVMValueRef number = LLVMAddGlobal(p->m, p->i64, "__ordo_code");
    LLVMSetInitializer(number, LLVMConstInt(p->i64, hash, false));
    LLVMSetGlobalConstant(number, true);
    LLVMSetLinkage(number, LLVMPrivateLinkage);
    LLVMSetSection(number, ORDO_CODE_SECTION);
    LLVMSetAlignment(number, sizeof hash);
    shim_append_retained(p->m, number);
}
