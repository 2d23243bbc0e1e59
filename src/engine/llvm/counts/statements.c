/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * statements.c: counts executions of the source's regions, and the calls between them, for the
 * laboratory (ordo lab).
 *
 * clang marks the beginning of every region of its coverage mapping that has a counter with
 * llvm.instrprof.increment. Each mark becomes a separate counter, in an array of the thread, and
 * adds its weight to the thread's work. The weight depends on the statements whose counts include
 * the counter; it is known when the program is about to run.
 *
 * Two hooks around each call charge everything that runs in the call to the calling statement.
 * Control can come back to a frame without a return (a landing pad, setjmp's second return). Such a
 * frame remembers how many calls were open when it began and passes that number to a hook if it
 * happens.
 */
#include "statements.h"

#include "abi/lab_protocol.h"
#include "engine/llvm/ir/early_code.h"
#include "engine/llvm/ir/emit.h"
#include "engine/llvm/ir/module_memory.h"
#include "engine/llvm/ir/tables.h"

#include <stdlib.h>
#include <string.h>

struct map_words {
    uint64_t *v;
    unsigned n;
};

struct call_place {
    unsigned file, line, column;
};

struct statements {
    LLVMValueRef counts, weights, module; /* globals */
    LLVMValueRef work, depth;             /* of the runtime, thread-local */
    LLVMValueRef enter, leave, unwound, again;
    LLVMTypeRef enter_type, nothing_type, unwound_type, again_type, module_type;
    unsigned n_counters, n_calls, n_functions, n_files;
    struct map_words functions, calls, files;
    const void *file; /* handle of the file looked up last */
    unsigned file_number;
    const void **file_handles;
};

static void word(struct opass *p, struct map_words *w, uint64_t value) {
    *OPASS_PUSH(p, w->v, w->n) = value;
}

static void text(struct opass *p, struct map_words *w, const char *bytes, size_t n) {
    word(p, w, n);
    for (size_t i = 0; i < n; i += 8) {
        uint64_t value = 0;
        memcpy(&value, bytes + i, n - i < 8 ? n - i : 8);
        word(p, w, value);
    }
}

static LLVMValueRef runtime_variable(struct opass *p, LLVMTypeRef type, const char *name) {
    LLVMValueRef g = LLVMAddGlobal(p->m, type, name);
    LLVMSetThreadLocalMode(g, LLVMLocalExecTLSModel);
    LLVMSetVisibility(g, LLVMHiddenVisibility);
    return g;
}

static LLVMValueRef runtime_function(struct opass *p, const char *name, LLVMTypeRef type) {
    LLVMValueRef f = LLVMAddFunction(p->m, name, type);
    shim_set_nounwind(f);
    return f;
}

static LLVMValueRef zeros(struct opass *p, LLVMTypeRef of, unsigned n, const char *name) {
    LLVMTypeRef type = LLVMArrayType(of, n);
    LLVMValueRef g = LLVMAddGlobal(p->m, type, name);
    LLVMSetInitializer(g, LLVMConstNull(type));
    LLVMSetLinkage(g, LLVMInternalLinkage);
    return g;
}

static void declare(struct opass *p, struct statements *s, unsigned marks) {
    LLVMTypeRef call[] = {p->ptr, p->i32};
    s->enter_type = LLVMFunctionType(p->nothing, call, 2, false);
    s->unwound_type = LLVMFunctionType(p->nothing, &p->i32, 1, false);
    s->nothing_type = LLVMFunctionType(p->nothing, NULL, 0, false);
    LLVMTypeRef again[] = {p->ptr, p->i32, p->i32, p->i32};
    s->again_type = LLVMFunctionType(p->nothing, again, 4, false);
    s->again = runtime_function(p, "__ordo_lab_again", s->again_type);
    s->enter = runtime_function(p, "__ordo_lab_call", s->enter_type);
    s->leave = runtime_function(p, "__ordo_lab_return", s->nothing_type);
    s->unwound = runtime_function(p, "__ordo_lab_unwound", s->unwound_type);
    s->work = runtime_variable(p, p->i64, "__ordo_lab_work");
    s->depth = runtime_variable(p, p->i32, "__ordo_lab_depth");
    s->counts = zeros(p, p->i64, marks, "__ordo_lab_counts");
    LLVMSetThreadLocalMode(s->counts, LLVMLocalExecTLSModel);
    s->weights = zeros(p, p->i32, marks, "__ordo_lab_weights");
    LLVMTypeRef fields[] = {p->i64, p->i32, p->i32, p->ptr, p->ptr, p->ptr, p->i32, p->i32};
    s->module_type = LLVMStructTypeInContext(p->c, fields, sizeof fields / sizeof *fields, false);
    s->module = LLVMAddGlobal(p->m, s->module_type, "__ordo_lab_module");
    LLVMSetLinkage(s->module, LLVMInternalLinkage);
}

static void add(struct opass *p, LLVMValueRef address, LLVMValueRef what) {
    LLVMValueRef old = LLVMBuildLoad2(p->b, p->i64, address, "");
    LLVMValueRef sum = LLVMBuildAdd(p->b, old, what, "");
    shim_tag_memory(old, SHIM_COUNTS);
    shim_tag_memory(LLVMBuildStore(p->b, sum, address), SHIM_COUNTS);
}

/* Looks up the number of an intrinsic. */
static unsigned intrinsic(const char *name) {
    return LLVMLookupIntrinsicID(name, strlen(name));
}

static bool is_call_of(LLVMValueRef inst, unsigned id) {
    return LLVMIsACallInst(inst) && LLVMIsAFunction(LLVMGetCalledValue(inst)) &&
           LLVMGetIntrinsicID(LLVMGetCalledValue(inst)) == id;
}

/* Is it a mark that adds 0 or 1, as for `c ? 1 : 2` without a branch? */
static bool is_step(LLVMValueRef inst) {
    static unsigned id;
    if (!id) id = intrinsic("llvm.instrprof.increment.step");
    return is_call_of(inst, id);
}

static bool is_mark(LLVMValueRef inst) {
    static unsigned id;
    if (!id) id = intrinsic("llvm.instrprof.increment");
    return is_call_of(inst, id) || is_step(inst);
}

static void count(struct opass *p, struct statements *s, LLVMValueRef mark) {
    opass_before(p, mark);
    unsigned number = s->n_counters++;
    LLVMValueRef mine = shim_thread_address(p->b, p->m, s->counts);
    LLVMValueRef step = is_step(mark) ? LLVMGetOperand(mark, 4) : opass_i64(p, 1);
    add(p, opass_field(p, mine, 8 * (int64_t)number), step);
    LLVMValueRef weight =
        opass_load_stable(p, p->i32, opass_field(p, s->weights, 4 * (int64_t)number));
    weight = LLVMBuildSExt(p->b, weight, p->i64, "");
    if (is_step(mark)) weight = LLVMBuildMul(p->b, weight, step, "");
    add(p, shim_thread_address(p->b, p->m, s->work), weight);
}

/* Returns the number of the file in the module's list, which is short. Consecutive look-ups are
 * mostly for the same file. */
static unsigned file_number(struct opass *p, struct statements *s, const void *file) {
    if (s->n_files && s->file == file) return s->file_number;
    s->file = file;
    for (s->file_number = 0; s->file_number < s->n_files; s->file_number++)
        if (s->file_handles[s->file_number] == file) return s->file_number;
    char path[4096];
    shim_file_path(file, path, sizeof path);
    text(p, &s->files, path, strlen(path));
    *OPASS_PUSH(p, s->file_handles, s->n_files) = file;
    return s->file_number;
}

/* Gives the call a number in the module. Returns false if it has no place in the source. */
static bool number_call(struct opass *p, struct statements *s, LLVMValueRef inst,
                        LLVMValueRef *number) {
    unsigned line = 0, column = 0;
    const void *file = NULL;
    if (!shim_line(inst, &line, &column, &file)) return false;
    word(p, &s->calls, file_number(p, s, file));
    word(p, &s->calls, (uint64_t)line << 32 | column);
    *number = opass_i32(p, s->n_calls++);
    return true;
}

/* Inserts hooks around a call. A call returns to the next instruction, an invoke to its normal
 * edge. */
static void call(struct opass *p, struct statements *s, LLVMValueRef inst) {
    LLVMValueRef args[] = {s->module, NULL};
    if (shim_is_musttail(inst) || !number_call(p, s, inst, &args[1])) return;
    opass_before(p, inst);
    LLVMBuildCall2(p->b, s->enter_type, s->enter, args, 2, "");
    shim_no_tail(inst);
    if (LLVMIsAInvokeInst(inst))
        opass_before(p, LLVMGetFirstInstruction(shim_split_edge(inst, 0)));
    else
        opass_before(p, LLVMGetNextInstruction(inst));
    LLVMBuildCall2(p->b, s->nothing_type, s->leave, NULL, 0, "");
}

static bool is_call(LLVMValueRef inst) {
    if (!LLVMIsACallInst(inst) && !LLVMIsAInvokeInst(inst)) return false;
    LLVMValueRef callee = LLVMGetCalledValue(inst);
    if (LLVMIsAInlineAsm(callee)) return false;
    return !LLVMIsAFunction(callee) || !LLVMGetIntrinsicID(callee);
}

struct found {
    LLVMValueRef *marks, *calls, *twice,
        *pads; /* twice: calls that return twice; pads: first code of landing pads */
    unsigned n_marks, n_calls, n_twice, n_pads;
};

static void find(struct opass *p, LLVMValueRef fn, struct found *f) {
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            if (is_mark(i))
                *OPASS_PUSH(p, f->marks, f->n_marks) = i;
            else if (LLVMIsALandingPadInst(i))
                *OPASS_PUSH(p, f->pads, f->n_pads) = shim_first_insertion(b);
            else if (is_call(i) && shim_returns_twice(i))
                *OPASS_PUSH(p, f->twice, f->n_twice) = i;
            else if (is_call(i))
                *OPASS_PUSH(p, f->calls, f->n_calls) = i;
        }
}

/* Inserts hooks where control comes back to the function without a return. */
static void comebacks(struct opass *p, struct statements *s, LLVMValueRef fn, struct found *f) {
    if (f->n_pads + f->n_twice == 0) return;
    opass_before(p, shim_gather_allocas(fn));
    LLVMValueRef open = LLVMBuildLoad2(p->b, p->i32, shim_thread_address(p->b, p->m, s->depth), "");
    for (unsigned i = 0; i < f->n_pads; i++) {
        opass_before(p, f->pads[i]);
        LLVMBuildCall2(p->b, s->unwound_type, s->unwound, &open, 1, "");
    }
    for (unsigned i = 0; i < f->n_twice; i++) {
        LLVMValueRef args[] = {s->module, NULL, open, f->twice[i]};
        if (LLVMTypeOf(f->twice[i]) != p->i32 || !number_call(p, s, f->twice[i], &args[1]))
            continue;
        opass_before(p, LLVMGetNextInstruction(f->twice[i]));
        LLVMBuildCall2(p->b, s->again_type, s->again, args, 4, "");
    }
}

/* Returns the bytes of a constant array of characters; "" if it is not one. Sets *n. */
static const char *bytes_of(LLVMValueRef constant, size_t *n) {
    *n = 0;
    return constant && LLVMIsConstantString(constant) ? LLVMGetAsString(constant, n) : "";
}

/* Returns the bytes of the function's coverage mapping, whose record is
 * <{ name's hash, size, shape's hash, files' hash, bytes }>; NULL if the function has no record. */
static LLVMValueRef mapping_of(struct opass *p, uint64_t hash) {
    for (LLVMValueRef g = LLVMGetFirstGlobal(p->m); g; g = LLVMGetNextGlobal(g)) {
        size_t n;
        const char *name = LLVMGetValueName2(g, &n);
        if (n < 9 || memcmp(name, "__covrec_", 9) || !LLVMGetInitializer(g)) continue;
        LLVMValueRef key = LLVMGetAggregateElement(LLVMGetInitializer(g), 0);
        if (LLVMIsAConstantInt(key) && LLVMConstIntGetZExtValue(key) == hash)
            return LLVMGetAggregateElement(LLVMGetInitializer(g), 4);
    }
    return NULL;
}

static uint64_t region_counter(LLVMValueRef mark) {
    return LLVMConstIntGetZExtValue(LLVMGetOperand(mark, 3));
}

static void function(struct opass *p, struct statements *s, LLVMValueRef fn) {
    struct found f = {0};
    find(p, fn, &f);
    if (f.n_marks == 0) return;
    if (opass_stays(fn)) {
        for (unsigned i = 0; i < f.n_marks; i++) LLVMInstructionEraseFromParent(f.marks[i]);
        return;
    }
    size_t n;
    const char *name = bytes_of(LLVMGetInitializer(LLVMGetOperand(f.marks[0], 0)), &n);
    uint64_t hash = shim_profile_hash(name, n);
    s->n_functions++;
    word(p, &s->functions, hash);
    const char *mapping = bytes_of(mapping_of(p, hash), &n);
    text(p, &s->functions, mapping, n);
    word(p, &s->functions, f.n_marks);
    comebacks(p, s, fn, &f);
    for (unsigned i = 0; i < f.n_calls; i++) call(p, s, f.calls[i]);
    for (unsigned i = 0; i < f.n_marks; i++) {
        word(p, &s->functions, region_counter(f.marks[i]) << 32 | s->n_counters);
        count(p, s, f.marks[i]);
        LLVMInstructionEraseFromParent(f.marks[i]);
    }
}

static unsigned count_marks(struct opass *p) {
    unsigned n = 0;
    for (LLVMValueRef f = LLVMGetFirstFunction(p->m); f; f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
                n += is_mark(i);
    return n;
}

static LLVMValueRef begin_function(struct opass *p, LLVMTypeRef result, const char *name) {
    LLVMValueRef fn = LLVMAddFunction(p->m, name, LLVMFunctionType(result, NULL, 0, false));
    LLVMSetLinkage(fn, LLVMInternalLinkage);
    LLVMPositionBuilderAtEnd(p->b, LLVMAppendBasicBlockInContext(p->c, fn, ""));
    LLVMSetCurrentDebugLocation2(p->b, NULL);
    return fn;
}

/* Defines the module's map, which only `ordo lab` reads, in the executable. Returns its id. */
static uint64_t define_map(struct opass *p, struct statements *s) {
    struct map_words all = {0};
    for (unsigned i = 0; i < 3; i++) word(p, &all, i == 0 ? ORDO_LAB_MAP_MAGIC : 0);
    LLVMValueRef files = LLVMGetNamedGlobal(p->m, "__llvm_coverage_mapping");
    LLVMValueRef of_files = files ? LLVMGetAggregateElement(LLVMGetInitializer(files), 1) : NULL;
    size_t n;
    const char *bytes = bytes_of(of_files, &n);
    text(p, &all, bytes, n);
    word(p, &all, s->n_counters);
    struct map_words *parts[] = {&s->functions, &s->files, &s->calls};
    unsigned numbers[] = {s->n_functions, s->n_files, s->n_calls};
    for (unsigned k = 0; k < 3; k++) {
        word(p, &all, numbers[k]);
        for (unsigned i = 0; i < parts[k]->n; i++) word(p, &all, parts[k]->v[i]);
    }
    all.v[1] = all.n;
    char directory[4096], file[4096];
    shim_unit(p->m, directory, file, sizeof file);
    all.v[2] =
        shim_profile_hash((const char *)all.v, all.n * 8) ^ shim_profile_hash(file, strlen(file));
    LLVMValueRef *values = opass_alloc(p, all.n * sizeof *values);
    for (unsigned i = 0; i < all.n; i++) values[i] = opass_i64(p, all.v[i]);
    LLVMValueRef map = opass_constant(p, LLVMConstArray(p->i64, values, all.n), "__ordo_lab_map");
    LLVMSetSection(map, ORDO_LAB_MAP_SECTION);
    LLVMSetAlignment(map, 8);
    shim_append_used(p->m, map);
    return all.v[2];
}

static void define_module(struct opass *p, struct statements *s) {
    uint64_t id = define_map(p, s);
    LLVMValueRef mine = begin_function(p, p->ptr, "__ordo_lab_counts_here");
    LLVMBuildRet(p->b, shim_thread_address(p->b, p->m, s->counts));
    LLVMValueRef null = LLVMConstNull(p->ptr);
    LLVMValueRef f[] = {opass_i64(p, id),
                        opass_i32(p, s->n_counters),
                        opass_i32(p, s->n_calls),
                        s->weights,
                        mine,
                        null,
                        opass_i32(p, 0),
                        opass_i32(p, 0)};
    LLVMSetInitializer(s->module, LLVMConstStructInContext(p->c, f, sizeof f / sizeof *f, false));
    LLVMTypeRef type = LLVMFunctionType(p->nothing, &p->ptr, 1, false);
    LLVMValueRef hook = LLVMAddFunction(p->m, "__ordo_lab_add", type);
    LLVMValueRef ctor = begin_function(p, p->nothing, "__ordo_lab_begin");
    LLVMBuildCall2(p->b, type, hook, &s->module, 1, "");
    LLVMBuildRetVoid(p->b);
    shim_append_ctor(p->m, ctor, false, 1);
}

/* A declaration without uses would still be required from the runtime by some passes. */
static void drop_unused(LLVMValueRef global, bool is_function) {
    if (LLVMGetFirstUse(global)) return;
    if (is_function)
        LLVMDeleteFunction(global);
    else
        LLVMDeleteGlobal(global);
}

void opass_statements(struct opass *p) {
    struct statements s = {0};
    opass_find_early(p);
    unsigned marks = count_marks(p);
    if (marks == 0) return;
    declare(p, &s, marks);
    for (LLVMValueRef f = LLVMGetFirstFunction(p->m); f; f = LLVMGetNextFunction(f))
        if (!LLVMIsDeclaration(f)) function(p, &s, f);
    define_module(p, &s);
    drop_unused(s.depth, false);
    LLVMValueRef functions[] = {s.enter, s.leave, s.unwound, s.again};
    for (unsigned i = 0; i < sizeof functions / sizeof *functions; i++)
        drop_unused(functions[i], true);
}
