/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * pass.c: the order of the pass, and its basic operations.
 *
 * The pass runs once per module, at the start of the optimisation pipeline and before anything is
 * inlined. So routines, loops, block counts and the access stream are those of the source at every
 * optimisation level. LLVM then optimises the instrumented code as a whole. Counters of
 * --blocks=only are only marks until functions have been inlined and simplified (late_counters.c).
 * Accesses that need no check are found on the unchanged code (elide.c).
 */
#include "engine/llvm/ir/pass.h"

#include "engine/llvm/counts/statements.h"
#include "engine/llvm/shim/shim_atomics.h"
#include "engine/llvm/structure/structure.h"

#include <llvm-c/Target.h>
#include <stdlib.h>
#include <string.h>

struct chunk {
    struct chunk *next;
};

void *opass_alloc(struct opass *p, size_t bytes) {
    struct chunk *k = calloc(1, sizeof *k + 8 + bytes);
    if (!k) abort();
    k->next = p->memory;
    p->memory = k;
    return (char *)k + 16;
}

char *opass_text(struct opass *p, const char *text) {
    size_t n = strlen(text) + 1;
    return memcpy(opass_alloc(p, n), text, n);
}

/* Capacities are powers of two from 8 on, so the number of elements alone says when to grow. */
void *opass_grow(struct opass *p, void *array, unsigned n, size_t element) {
    if (n != 0 && (n < 8 || (n & (n - 1)) != 0)) return array;
    void *bigger = opass_alloc(p, (n ? 2 * (size_t)n : 8) * element);
    if (n) memcpy(bigger, array, n * element);
    return bigger;
}

LLVMValueRef opass_i64(struct opass *p, uint64_t v) {
    return LLVMConstInt(p->i64, v, false);
}
LLVMValueRef opass_i32(struct opass *p, uint32_t v) {
    return LLVMConstInt(p->i32, v, false);
}

LLVMValueRef opass_field(struct opass *p, LLVMValueRef base, int64_t offset) {
    if (offset == 0) return base;
    LLVMValueRef index = opass_i64(p, (uint64_t)offset);
    return LLVMBuildInBoundsGEP2(p->b, p->i8, base, &index, 1, "");
}

LLVMValueRef opass_load(struct opass *p, LLVMTypeRef type, LLVMValueRef address) {
    LLVMValueRef v = LLVMBuildLoad2(p->b, type, address, "");
    shim_tag_memory(v, SHIM_FRAME);
    return v;
}

void opass_store(struct opass *p, LLVMValueRef value, LLVMValueRef address) {
    shim_tag_memory(LLVMBuildStore(p->b, value, address), SHIM_FRAME);
}

LLVMValueRef opass_load_stable(struct opass *p, LLVMTypeRef type, LLVMValueRef address) {
    LLVMValueRef v = LLVMBuildLoad2(p->b, type, address, "");
    shim_tag_memory(v, SHIM_STABLE);
    return v;
}

void opass_before(struct opass *p, LLVMValueRef inst) {
    LLVMPositionBuilderBefore(p->b, inst);
    LLVMSetCurrentDebugLocation2(p->b, LLVMInstructionGetDebugLoc(inst));
}

bool opass_starts_with(const char *text, const char *prefix) {
    return !strncmp(text, prefix, strlen(prefix));
}

/* No two variables share a cell by accident of layout (docs/measurement.md, Sizes). Variables in
 * named sections keep their layout, because programs walk such sections as arrays. Ordo's own
 * tables are not cells of the program. */
void opass_align_globals(struct opass *p) {
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(p->m);
    for (LLVMValueRef g = LLVMGetFirstGlobal(p->m); g; g = LLVMGetNextGlobal(g)) {
        const char *section = LLVMGetSection(g);
        if (LLVMIsDeclaration(g) || (section && *section)) continue;
        if (LLVMGetLinkage(g) == LLVMAvailableExternallyLinkage) continue;
        size_t n;
        const char *name = LLVMGetValueName2(g, &n);
        if (opass_starts_with(name, "llvm.") || opass_starts_with(name, "__ordo_")) continue;
        unsigned align = LLVMGetAlignment(g);
        if (!align) align = LLVMPreferredAlignmentOfGlobal(layout, g); /* which code relies on */
        LLVMSetAlignment(g, align < ORDO_CELL_INLINE ? ORDO_CELL_INLINE : align);
    }
}

static void strip_promises(struct opass *p) {
    for (LLVMValueRef f = LLVMGetFirstFunction(p->m); f; f = LLVMGetNextFunction(f)) {
        if (LLVMGetIntrinsicID(f) == 0) shim_strip_function(f);
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
                if (!LLVMIsACallInst(i) && !LLVMIsAInvokeInst(i)) continue;
                LLVMValueRef callee = LLVMGetCalledValue(i);
                if (LLVMIsAFunction(callee) && LLVMGetIntrinsicID(callee)) continue;
                shim_strip_call(i);
            }
    }
}

/* Instruments code that is compiled for its block counts only. */
static void instrument_counts(struct opass *p, struct routine *r) {
    opass_code_count(p, r);
    ptrmap_done(&r->block_loop);
    shim_cfg_free(r->cfg);
}

void opass_instrument(struct opass *p, struct routine *r) {
    if (p->options.counts_only) {
        instrument_counts(p, r);
        return;
    }
    opass_compact_decide(p, r);
    opass_before(p, r->entry_mark);
    opass_borders(p, r);
    opass_calls(p, r);
    if (p->options.structure) {
        opass_structure_emit(p, r);
    } else {
        opass_objects(p, r);
        opass_checks(p, r);
    }
    opass_code_count(p, r);
    opass_entry(p, r);
    if (r->n_slots && !r->has_setjmp && !p->options.reference)
        shim_promote(r->fn, r->slots, r->n_slots);
    ptrmap_done(&r->block_loop);
    shim_cfg_free(r->cfg);
}

static void begin(struct opass *p, LLVMModuleRef m) {
    *p = (struct opass){.m = m, .c = LLVMGetModuleContext(m)};
    opass_options_read(getenv("ORDO_PASS"), &p->options);
    p->b = LLVMCreateBuilderInContext(p->c);
    p->i8 = LLVMInt8TypeInContext(p->c);
    p->i32 = LLVMInt32TypeInContext(p->c);
    p->i64 = LLVMInt64TypeInContext(p->c);
    p->ptr = LLVMPointerTypeInContext(p->c, 0);
    p->nothing = LLVMVoidTypeInContext(p->c);
}

static void finish(struct opass *p) {
    ptrmap_done(&p->routine_of);
    ptrmap_done(&p->callee_of);
    ptrmap_done(&p->recorded_of);
    ptrmap_done(&p->is_recorded);
    ptrmap_done(&p->choice_of);
    ptrmap_done(&p->plain_of);
    ptrmap_done(&p->asks);
    ptrmap_done(&p->addressed);
    LLVMDisposeBuilder(p->b);
    for (struct chunk *k = p->memory, *next; k; k = next) next = k->next, free(k);
}

static void instrument_module(struct opass *p) {
    opass_find_early(p);
    opass_hooks_declare(p);
    shim_privatise_inline_bodies(p->m, opass_models_known);
    if (!p->options.counts_only) {
        opass_models_own(p);
        opass_align_globals(p);
    }
    strip_promises(p);
    opass_code_collect(p);
    if (p->options.counts_only) shim_lower_expectations(p->m);
    if (p->options.structure) shim_inline_atomics(p->m);
    shim_sroa(p->m);
    opass_collect(p);
    if (p->n_routines || (p->options.structure && opass_has_variables(p))) {
        opass_callgraph(p);
        opass_tables_declare(p);
        if (p->options.structure) opass_structure_collect(p);
        for (unsigned i = 0; i < p->n_routines; i++) opass_instrument(p, &p->routines[i]);
        if (!p->options.counts_only) opass_models_replace(p);
        opass_tables_define(p);
    }
    opass_hooks_drop_unused(p);
}

/* Code that `ordo cc -emit-llvm` wrote is instrumented already. The early part notices it and
 * leaves this mark for the late part. */
#define INSTRUMENTED_BEFORE "ordo.instrumented.before"

static bool is_instrumented(LLVMModuleRef m) {
    if (!LLVMGetNamedGlobal(m, "__ordo_anchor")) return false;
    LLVMGetOrInsertNamedMetadata(m, INSTRUMENTED_BEFORE, strlen(INSTRUMENTED_BEFORE));
    return true;
}

void opass_run(LLVMModuleRef m) {
    struct opass p;
    if (is_instrumented(m)) return;
    begin(&p, m);
    if (p.options.statements)
        opass_statements(&p);
    else if (p.options.production)
        opass_production_begin(&p);
    else
        instrument_module(&p);
    if (!p.options.production) shim_demote_at_pads(m);
    if (p.options.lines_only && !p.options.production) shim_keep_lines_only(m);
    finish(&p);
}

void opass_run_late(LLVMModuleRef m) {
    struct opass p;
    if (LLVMGetNamedMetadata(m, INSTRUMENTED_BEFORE, strlen(INSTRUMENTED_BEFORE))) return;
    begin(&p, m);
    if (p.options.counts_only) {
        opass_hooks_declare(&p);
        opass_make_counters(&p);
        opass_models_keep_state(&p, true);
        opass_hooks_drop_unused(&p);
    }
    if (p.options.production) {
        opass_production_end(&p);
        shim_demote_at_pads(m);
        if (p.options.lines_only) shim_keep_lines_only(m);
    }
    finish(&p);
}
