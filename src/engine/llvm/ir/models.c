/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * models.c: which library routines are modelled (src/abi/models.def), and their wrappers.
 */
#include "models.h"

#include <stdio.h>
#include <string.h>

static const struct {
    const char *name, *family;
} MODEL[] = {
#define ORDO_MODEL(name, family) {#name, #family},
#include "abi/models.def"
};

enum { MODELS = sizeof MODEL / sizeof *MODEL };

/* Do routines of the family return to their caller and call no code of the program? */
static bool returns_quietly(const char *family) {
    static const char *const quiet[] = {"string",    "memory", "wide", "number",
                                        "multibyte", "alloc",  "time"};
    for (size_t i = 0; i < sizeof quiet / sizeof *quiet; i++)
        if (!strcmp(family, quiet[i])) return true;
    return false;
}

unsigned opass_model_number(const char *name) {
    unsigned i = 0;
    while (i < MODELS && strcmp(name, MODEL[i].name)) i++;
    return i;
}

/* Returns NULL if there is no model. */
static const char *family_of(const char *name) {
    unsigned i = opass_model_number(name);
    return i < MODELS ? MODEL[i].family : NULL;
}

enum model opass_model(const char *name) {
    static const char *const own[] = {"__ordo_", "__asan_", "__ubsan_", "__sanitizer_"};
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        if (!strncmp(name, own[i], strlen(own[i]))) return MODEL_LANGUAGE;
    const char *family = family_of(name);
    if (!family) return MODEL_NOTHING;
    if (!strcmp(family, "none")) return MODEL_LANGUAGE;
    if (!strcmp(family, "unit")) return MODEL_UNIT;
    return returns_quietly(family) ? MODEL_QUIET : MODEL_WRAPPED;
}

/* Not those that wait (`time`): meanwhile a signal handler may run that jumps, or the thread may be
 * cancelled. Not those with a C++ name either, because they may throw. */
bool opass_model_returns(const char *name) {
    const char *family = family_of(name);
    return family && returns_quietly(family) && strcmp(family, "time") != 0 &&
           strncmp(name, "_Z", 2) != 0;
}

static bool is_one_of(const char *const *names, size_t n, const char *name) {
    for (size_t i = 0; i < n; i++)
        if (!strcmp(name, names[i])) return true;
    return false;
}

static bool keeps_state(const char *name, bool of_process_only) {
    static const char *const process[] = {
        "_exit",   "_Exit",    "quick_exit", "execve", "execv",  "execvp", "execvpe",
        "fexecve", "execveat", "execl",      "execlp", "execle", "daemon", "setuid",
        "seteuid", "setreuid", "setresuid",  "chroot", "system", "popen"};
    static const char *const thread[] = {
        "sigaction", "signal",      "ssignal",     "bsd_signal", "sysv_signal",    "__sysv_signal",
        "sigset",    "sigaltstack", "swapcontext", "setcontext", "pthread_create", "thrd_create"};
    return is_one_of(process, sizeof process / sizeof *process, name) ||
           (!of_process_only && is_one_of(thread, sizeof thread / sizeof *thread, name));
}

LLVMValueRef opass_wrapper(struct opass *p, const char *name, LLVMTypeRef type) {
    char text[300];
    snprintf(text, sizeof text, "__ordo_wrap_%.250s", name);
    LLVMValueRef w = LLVMGetNamedFunction(p->m, text);
    if (!w) {
        w = LLVMAddFunction(p->m, text, type);
        LLVMSetLinkage(w, LLVMExternalWeakLinkage);
    }
    return w;
}

/* A routine of the C library that is defined in a header (atoi, putchar) counts as the library's.
 * Routines defined in C++ headers count as the program's; those that are still called at -O0 have
 * models. */
bool opass_models_known(const char *name) {
    return strncmp(name, "_Z", 2) && opass_model(name) != MODEL_NOTHING;
}

/* If a program defines a routine of this name, it means its own routine everywhere. The routine
 * gets the wrapper's name as well, which takes precedence over the runtime's wrapper just as the
 * routine takes precedence over the library's. */
void opass_models_own(struct opass *p) {
    for (LLVMValueRef f = LLVMGetFirstFunction(p->m); f; f = LLVMGetNextFunction(f)) {
        LLVMLinkage linkage = LLVMGetLinkage(f);
        if (LLVMIsDeclaration(f) ||
            (linkage != LLVMExternalLinkage && linkage != LLVMWeakAnyLinkage))
            continue;
        size_t n;
        const char *name = LLVMGetValueName2(f, &n);
        enum model model = opass_model(name);
        if (model != MODEL_WRAPPED && model != MODEL_QUIET) continue;
        char text[300];
        snprintf(text, sizeof text, "__ordo_wrap_%.250s", name);
        LLVMValueRef own = LLVMAddAlias2(p->m, LLVMGlobalGetValueType(f), 0, f, text);
        LLVMSetLinkage(own, linkage);
        LLVMSetVisibility(own, LLVMGetVisibility(f));
    }
}

/* Direct calls already go through the callee table, so the remaining uses are uses of the address.
 * A hidden declaration is the program's own function, whatever its name is. */
void opass_models_replace(struct opass *p) {
    for (LLVMValueRef f = LLVMGetFirstFunction(p->m), next; f; f = next) {
        next = LLVMGetNextFunction(f);
        if (!LLVMIsDeclaration(f) || LLVMGetIntrinsicID(f) || !LLVMGetFirstUse(f)) continue;
        if (LLVMGetVisibility(f) != LLVMDefaultVisibility) continue;
        size_t n;
        const char *name = LLVMGetValueName2(f, &n);
        enum model model = opass_model(name);
        if (model == MODEL_WRAPPED || model == MODEL_QUIET)
            LLVMReplaceAllUsesWith(f, opass_wrapper(p, name, LLVMGlobalGetValueType(f)));
    }
}

void opass_models_keep_state(struct opass *p, bool of_process_only) {
    for (LLVMValueRef f = LLVMGetFirstFunction(p->m), next; f; f = next) {
        next = LLVMGetNextFunction(f);
        size_t n;
        const char *name = LLVMGetValueName2(f, &n);
        if (!LLVMIsDeclaration(f) || LLVMGetIntrinsicID(f) || !keeps_state(name, of_process_only))
            continue;
        if (LLVMGetVisibility(f) != LLVMDefaultVisibility || !LLVMGetFirstUse(f)) continue;
        LLVMReplaceAllUsesWith(f, opass_wrapper(p, name, LLVMGlobalGetValueType(f)));
    }
}
