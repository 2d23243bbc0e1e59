/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * pass.c: the order of the pass.
 *
 * The pass runs once per module, at the start of the optimisation pipeline and before anything is
 * inlined. So routines, loops, block counts and the access stream are those of the source at every
 * optimisation level. LLVM then optimises the instrumented code as a whole. Counters of
 * --blocks=only are only marks until functions have been inlined and simplified (late_counters.c).
 * Accesses that need no check are found on the unchanged code (elide.c).
 */
#include "engine/llvm/ir/pass.h"
#include "engine/llvm/analysis/callgraph.h"
#include "engine/llvm/analysis/collect.h"
#include "engine/llvm/counts/blocks.h"
#include "engine/llvm/counts/late_counters.h"
#include "engine/llvm/counts/statements.h"
#include "engine/llvm/exact/describe.h"
#include "engine/llvm/exact/instrument.h"
#include "engine/llvm/exact/modes.h"
#include "engine/llvm/ir/code_hash.h"
#include "engine/llvm/ir/early_code.h"
#include "engine/llvm/ir/globals.h"
#include "engine/llvm/ir/hooks.h"
#include "engine/llvm/ir/models.h"
#include "engine/llvm/ir/module_memory.h"
#include "engine/llvm/sampled/production_steps.h"
#include "engine/llvm/shim/shim_atomics.h"
#include "engine/llvm/structure/structure.h"
#include "engine/llvm/structure/variables.h"

#include <stdlib.h>
#include <string.h>

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

static void begin(struct opass *p, LLVMModuleRef m) {
    *p = (struct opass){.m = m, .c = LLVMGetModuleContext(m)};
    opass_options_read(getenv("ORDO_PASS"), &p->options);
    p->mode = opass_mode_of(&p->options);
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
    ptrmap_done(&p->late.recorded_of);
    ptrmap_done(&p->late.is_recorded);
    ptrmap_done(&p->late.choice_of);
    ptrmap_done(&p->late.plain_of);
    ptrmap_done(&p->late.asks);
    ptrmap_done(&p->late.addressed);
    LLVMDisposeBuilder(p->b);
    opass_free(p);
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
    uint64_t hash = opass_code_hash(&p);
    if (p.options.statements)
        opass_statements(&p);
    else if (p.options.production)
        opass_production_begin(&p);
    else
        instrument_module(&p);
    if (!p.options.statements) opass_code_identify(&p, hash);
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
