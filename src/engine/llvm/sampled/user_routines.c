/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "user_routines.h"

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

void opass_find_routines(struct opass *p) {
    shim_noted_routines(p->m, p, take_note);
}

int opass_routine_of(struct opass *p, LLVMValueRef inst, int fn) {
    const void *sources[DEEPEST];
    int found = first_own(p, sources, 0, shim_sources(inst, sources, DEEPEST));
    return found >= 0 ? found : fn;
}

int opass_installed(struct opass *p, LLVMValueRef fn) {
    const void *source = shim_source_of(fn);
    if (!source || !shim_source_is_installed(source)) return -1;
    return (int)ptrmap_get(&p->late.routine_of_source, source, -1);
}

int opass_routine_around(struct opass *p, struct shim_versions *b, unsigned loop) {
    const void *sources[DEEPEST];
    unsigned n = shim_sources_of_loop(b, loop, sources, DEEPEST);
    return n && shim_source_is_installed(sources[0]) ? first_own(p, sources, 1, n) : -1;
}
