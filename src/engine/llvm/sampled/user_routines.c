/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "user_routines.h"

#include "callee_copies.h"
#include "version_marks.h"

#include "engine/llvm/shim/shim.h"
#include "engine/llvm/shim/shim_sources.h"

enum { DEEPEST = 64 };

void opass_note_routines(struct opass *p) {
    for (unsigned i = 0; i < p->n_routines; i++)
        shim_note_routine(p->m, p->routines[i].fn, p->routines[i].scope->index);
}

static void take_note(void *to, const void *source, unsigned number) {
    struct opass *p = to;
    ptrmap_set(&p->late.routine_of_source, source, number);
}

/* Returns the scope of the first routine from sources[first] on that is the program's own. */
static int first_own(const struct opass *p, const void **sources, unsigned first, unsigned n) {
    for (unsigned i = first; i < n; i++) {
        int64_t scope = ptrmap_get(&p->late.routine_of_source, sources[i], -1);
        if (scope >= 0 && !shim_source_is_installed(sources[i])) return (int)scope;
    }
    return -1;
}

static bool is_plain(LLVMValueRef fn) {
    return opass_version_of(fn, OPASS_RECORDED) < 0 && !opass_is_copy(fn);
}

static int routine_of_calls(struct opass *p, LLVMValueRef fn, int depth);

/* Returns the scope of the routine that the code belongs to: the program's own routine that it was
 * inlined into, or that alone calls the installed one that it is in. */
static int routine_of_code(struct opass *p, LLVMValueRef inst, int depth) {
    const void *sources[DEEPEST];
    unsigned n = shim_sources(inst, sources, DEEPEST);
    int found = first_own(p, sources, 0, n);
    LLVMValueRef fn = LLVMGetBasicBlockParent(LLVMGetInstructionParent(inst));
    return found >= 0 || !n || depth >= DEEPEST ? found : routine_of_calls(p, fn, depth + 1);
}

/* Returns the scope of the only routine of the program's own that calls the function in this
 * module, directly or through installed ones; -1: there are several, or it may be called from
 * elsewhere. */
static int routine_of_calls(struct opass *p, LLVMValueRef fn, int depth) {
    int64_t known = ptrmap_get(&p->late.routine_of_callers, fn, -2);
    if (known != -2) return (int)known;
    ptrmap_set(&p->late.routine_of_callers, fn, -1); /* of a cycle */
    int found = -1;
    if (!shim_is_local(fn)) return -1;
    for (LLVMUseRef u = LLVMGetFirstUse(fn); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef call = LLVMGetUser(u);
        bool calls =
            (LLVMIsACallInst(call) || LLVMIsAInvokeInst(call)) && LLVMGetCalledValue(call) == fn;
        if (!calls) return -1;
        LLVMValueRef caller = LLVMGetBasicBlockParent(LLVMGetInstructionParent(call));
        if (!is_plain(caller) || caller == fn) continue;
        int one = routine_of_code(p, call, depth);
        if (one < 0 || (found >= 0 && one != found)) return -1;
        found = one;
    }
    ptrmap_set(&p->late.routine_of_callers, fn, found);
    return found;
}

/* Versions of routines call each other, so callers are found before they are made. */
void opass_find_routines(struct opass *p) {
    shim_noted_routines(p->m, p, take_note);
    for (LLVMValueRef f = LLVMGetFirstFunction(p->m); f; f = LLVMGetNextFunction(f))
        if (!LLVMIsDeclaration(f) && is_plain(f)) routine_of_calls(p, f, 0);
}

int opass_routine_of(struct opass *p, LLVMValueRef inst, int fn) {
    int found = routine_of_code(p, inst, 0);
    return found >= 0 ? found : fn;
}

int opass_installed(struct opass *p, LLVMValueRef fn) {
    const void *source = shim_source_of(fn);
    if (!source || !shim_source_is_installed(source)) return -1;
    return (int)ptrmap_get(&p->late.routine_of_source, source, -1);
}

int opass_routine_around(struct opass *p, LLVMValueRef fn, struct shim_versions *b, unsigned loop) {
    const void *sources[DEEPEST];
    unsigned n = shim_sources_of_loop(b, loop, sources, DEEPEST);
    if (!n || !shim_source_is_installed(sources[0])) return -1;
    int found = first_own(p, sources, 1, n);
    return found >= 0 ? found : (int)ptrmap_get(&p->late.routine_of_callers, fn, -1);
}
