/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * production_steps.c: the steps of the pass in production builds (ordo cc --production).
 *
 * At the start of the pipeline the module's scopes are found and described as in every build. The
 * code is only marked: loops and routines get the index of their scope. The optimiser then works as
 * it does without Ordo. After inlining and simplification every routine gets a recorded version,
 * which is instrumented like the code of other builds, with two exceptions. Every event is a call,
 * to keep the code small. Cost is counted in steps (iterations of loops and activations of
 * recursions), because blocks of optimised code are not those of the source.
 *
 * A loop with a gate is a function of its own in recorded code. So the gate in front of the plain
 * loop (gates.c) can call the loop's recorded version, and there are only two copies of its code
 * however many loops are around it.
 *
 * While a sample is recorded, calls of a routine run its recorded version. The recorded version has
 * no frame, except in recursions: what it accesses is input of the loop or recursion around it.
 */
#include "production_steps.h"
#include "activation_counts.h"
#include "callee_copies.h"
#include "direct_calls.h"
#include "focus.h"
#include "gates.h"
#include "installed_calls.h"
#include "library_counts.h"
#include "recursion_gates.h"
#include "recursion_versions.h"
#include "user_routines.h"
#include "version_marks.h"

#include "engine/llvm/analysis/callgraph.h"
#include "engine/llvm/analysis/collect.h"
#include "engine/llvm/analysis/loop_condition.h"
#include "engine/llvm/exact/calls.h"
#include "engine/llvm/exact/describe.h"
#include "engine/llvm/exact/instrument.h"
#include "engine/llvm/exact/modes.h"
#include "engine/llvm/ir/early_code.h"
#include "engine/llvm/ir/emit.h"
#include "engine/llvm/ir/globals.h"
#include "engine/llvm/ir/hooks.h"
#include "engine/llvm/ir/models.h"
#include "engine/llvm/ir/module_memory.h"
#include "engine/llvm/ir/tables.h"
#include "engine/llvm/ir/vfork_calls.h"
#include "engine/llvm/shim/shim_equal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SCOPE_MARK "ordo-scope"

/* Marks a routine and its loops with their scopes. The routine's mark is "N", or "N@" if other
 * modules can find by its address that it is covered. */
static void mark_routine(struct opass *p, struct routine *r) {
    char text[32];
    int n = snprintf(text, sizeof text, "%u%s", r->scope->index, r->entered ? "@" : "");
    LLVMAttributeRef mark =
        LLVMCreateStringAttribute(p->c, SCOPE_MARK, sizeof SCOPE_MARK - 1, text, (unsigned)n);
    LLVMAddAttributeAtIndex(r->fn, LLVMAttributeFunctionIndex, mark);
    for (unsigned i = 0; i < r->n_loops; i++)
        if (r->loops[i])
            shim_tag_loop(r->cfg, i, opass_loop_condition(p, r, r->loops[i]), r->loops[i]->index,
                          opass_in_focus(p, r->loops[i]));
}

void opass_production_begin(struct opass *p) {
    opass_find_early(p);
    opass_hooks_declare(p);
    shim_privatise_inline_bodies(p->m, opass_models_known);
    shim_sroa(p->m);
    opass_collect(p);
    if (p->n_routines) {
        opass_callgraph(p);
        opass_library_scopes(p);
        opass_tables_declare(p);
        for (unsigned i = 0; i < p->n_routines; i++) {
            mark_routine(p, &p->routines[i]);
            shim_cfg_free(p->routines[i].cfg);
        }
        opass_note_routines(p);
        opass_split_recursions(p);
        opass_scope_table_define(p);
        shim_append_used(p->m, p->scope_table);
    }
    opass_hooks_drop_unused(p);
}

static const char *mark_of(LLVMValueRef fn, unsigned *n) {
    LLVMAttributeRef a = LLVMGetStringAttributeAtIndex(fn, LLVMAttributeFunctionIndex, SCOPE_MARK,
                                                       sizeof SCOPE_MARK - 1);
    return a ? LLVMGetStringAttributeValue(a, n) : NULL;
}

/* Finds the scope table that the early part made, and those of its routines that are left. False:
 * there is no table. */
static bool find_scopes(struct opass *p) {
    p->scope_table = LLVMGetNamedGlobal(p->m, "__ordo_scopes");
    if (!p->scope_table) return false;
    LLVMValueRef all = LLVMGetInitializer(p->scope_table);
    LLVMTypeRef type = LLVMTypeOf(all);
    p->n_scopes = LLVMGetArrayLength(type);
    p->late.scope_flags = opass_alloc(p, (p->n_scopes + 1) * sizeof *p->late.scope_flags);
    p->late.entries = opass_alloc(p, (p->n_scopes + 1) * sizeof *p->late.entries);
    p->late.recorded_versions =
        opass_alloc(p, (p->n_scopes + 1) * sizeof *p->late.recorded_versions);
    p->late.plain_versions = opass_alloc(p, (p->n_scopes + 1) * sizeof *p->late.plain_versions);
    p->late.addresses = opass_alloc(p, (p->n_scopes + 1) * sizeof *p->late.addresses);
    p->late.found_versions = opass_alloc(p, (p->n_scopes + 1) * sizeof *p->late.found_versions);
    for (unsigned i = 0; i < p->n_scopes; i++) {
        LLVMValueRef scope = LLVMGetAggregateElement(all, i);
        LLVMValueRef flags = LLVMGetAggregateElement(scope, OPASS_FIELD(scope, flags));
        p->late.scope_flags[i] = (unsigned)LLVMConstIntGetZExtValue(flags);
    }
    for (LLVMValueRef f = LLVMGetFirstFunction(p->m); f; f = LLVMGetNextFunction(f)) {
        unsigned n = 0;
        const char *text = LLVMIsDeclaration(f) ? NULL : mark_of(f, &n);
        unsigned index = text ? (unsigned)strtoul(text, NULL, 10) : 0;
        if (text && opass_version_of(f, OPASS_ENTRY) >= 0) p->late.entries[index] = f;
        int recorded = opass_version_of(f, OPASS_RECORDED);
        if (recorded >= 0) p->late.recorded_versions[recorded] = f;
        int plain = opass_version_of(f, OPASS_PLAIN);
        if (plain >= 0) p->late.plain_versions[plain] = f;
        if (!text || text[n - 1] != '@' || shim_uncopyable(f)) continue; /* not covered */
        if (index < p->n_scopes && !p->late.addresses[index])
            ptrmap_set(&p->late.addressed, p->late.addresses[index] = f, index);
    }
    return true;
}

/* Writes to the scope table the addresses of routines, and the recorded versions that calls by
 * address, and recorded code of other modules, find by them. */
static void write_addresses(struct opass *p) {
    enum {
        ADDRESS = OPASS_FIELD(scope, address),
        RECORDED = OPASS_FIELD(scope, recorded),
        FLAGS = OPASS_FIELD(scope, flags),
        FIELDS = OPASS_FIELDS(scope)
    };
    LLVMValueRef all = LLVMGetInitializer(p->scope_table);
    LLVMValueRef *scopes = opass_alloc(p, (p->n_scopes + 1) * sizeof *scopes);
    for (unsigned i = 0; i < p->n_scopes; i++) {
        LLVMValueRef field[FIELDS], routine = p->late.addresses[i],
                                    recorded = p->late.found_versions[i];
        scopes[i] = LLVMGetAggregateElement(all, i);
        if (!routine || opass_may_be_dropped(routine)) continue;
        for (unsigned k = 0; k < FIELDS; k++) field[k] = LLVMGetAggregateElement(scopes[i], k);
        field[ADDRESS] = LLVMConstPtrToInt(routine, p->i64);
        if (shim_is_local(routine)) {
            field[ADDRESS] =
                opass_distance(p, opass_table_field(p, p->scope_table, i, ADDRESS), routine);
            field[FLAGS] = opass_i32(p, p->late.scope_flags[i] | ORDO_SCOPE_RELATIVE);
        }
        if (recorded)
            field[RECORDED] =
                opass_distance(p, opass_table_field(p, p->scope_table, i, RECORDED), recorded);
        scopes[i] = LLVMConstStructInContext(p->c, field, FIELDS, false);
    }
    opass_table_define(p->scope_table, scopes);
}

/* Adds a recorded function to be instrumented. Its loops are scopes, the function itself is not. */
static struct routine *add_recorded(struct opass *p, LLVMValueRef fn) {
    struct routine *r = OPASS_PUSH(p, p->routines, p->n_routines);
    r->fn = fn;
    ptrmap_set(&p->late.is_recorded, fn, 1);
    r->frameless = true;
    r->scope = opass_alloc(p, sizeof *r->scope);
    *r->scope = (struct scope){.kind = ORDO_KIND_ROUTINE, .loop = -1};
    return r;
}

/* Adds the recorded version of a recursive routine. Its activations have frames. */
static void add_recursion(struct opass *p, LLVMValueRef fn, unsigned scope) {
    struct routine *r = add_recorded(p, fn);
    r->frameless = false;
    r->scope->index = scope;
    r->scope->flags = p->late.scope_flags[scope];
}

static bool does_something(LLVMValueRef fn) {
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            if (LLVMIsALoadInst(i) || LLVMIsAStoreInst(i) || LLVMIsAAtomicRMWInst(i) ||
                LLVMIsAAtomicCmpXchgInst(i) || LLVMIsAInvokeInst(i))
                return true;
            if (LLVMIsACallInst(i) && !shim_is_marker(i)) return true;
        }
    return false;
}

/* Returns false for a main that the module does not use: only the program's start calls it. */
static bool is_called(LLVMValueRef fn) {
    size_t n;
    return strcmp(LLVMGetValueName2(fn, &n), "main") != 0 || LLVMGetFirstUse(fn);
}

/* A loop that never has more than ITERATIONS_WITHOUT_GROWTH iterations, whatever its input, does
 * not grow and gets no gate. If it may have more in one of the places that it was inlined into, it
 * has gates in all of them, so that all of its executions are counted. Places where it has at most
 * ITERATIONS_UNROLLED iterations get none, because LLVM unrolls it there. */
enum { ITERATIONS_WITHOUT_GROWTH = 32, ITERATIONS_UNROLLED = 7 };

static bool has_gate(const struct opass *p, const struct shim_loop_facts *f) {
    return f->scope >= 0 && f->wanted && !f->obstacle && p->late.grows[f->scope] &&
           !(f->trips && f->trips <= ITERATIONS_UNROLLED);
}

static int scope_of(LLVMValueRef fn) {
    unsigned n;
    const char *mark = mark_of(fn, &n);
    return mark ? (int)strtol(mark, NULL, 10) : -1;
}

static void add_versions(struct opass *p, struct gates *g, LLVMValueRef fn) {
    if (opass_stays(fn) || shim_is_coroutine(fn)) return;
    int own = opass_version_of(fn, OPASS_RECORDED);
    if (own >= 0) {
        shim_form_loops(fn);
        add_recursion(p, fn, (unsigned)own);
        opass_library_counts(p, g, fn, own, true);
        return;
    }
    if (opass_is_copy(fn)) { /* only recorded code calls it: it needs no plain version */
        shim_record_seldom(fn);
        shim_form_loops(fn);
        add_recorded(p, fn);
        opass_library_counts(p, g, fn, scope_of(fn), true);
        return;
    }
    struct shim_versions *b = shim_versions_new(fn);
    unsigned n = shim_versions_loops(b), separate = 0, first = p->n_routines;
    bool *gate = opass_alloc(p, (n + 1) * sizeof *gate);
    for (unsigned i = n; i-- > 0;) {
        struct shim_loop_facts f;
        shim_versions_loop(b, i, &f);
        gate[i] = has_gate(p, &f);
        for (int up = f.parent; gate[i] && up >= 0;) {
            struct shim_loop_facts outer;
            shim_versions_loop(b, (unsigned)up, &outer);
            if (outer.scope == f.scope) gate[i] = false;
            up = outer.parent;
        }
    }
    LLVMValueRef *iterations = opass_alloc(p, (n + 1) * sizeof *iterations);
    for (unsigned i = 0; i < n; i++)
        if (gate[i]) iterations[i] = shim_iterations_entered(b, i);
    for (unsigned i = n; i-- > 0;)
        if (gate[i]) add_recorded(p, shim_separate_loop(b, i)), separate++;
    int entry = opass_version_of(fn, OPASS_ENTRY);
    LLVMValueRef recorded = entry >= 0 ? p->late.recorded_versions[entry] : NULL;
    /* If LLVM removed parameters of the routine, the early recorded version cannot take its place:
     * a copy of the routine, made below, calls it. */
    if (recorded && LLVMGlobalGetValueType(recorded) != LLVMGlobalGetValueType(fn)) recorded = NULL;
    bool copyable = !shim_uncopyable(fn);
    if (!copyable) opass_unrecorded(p, fn);
    if (!recorded && copyable && is_called(fn) && opass_version_of(fn, OPASS_PLAIN) < 0 &&
        (separate || does_something(fn))) {
        recorded = shim_recorded_version(b);
        add_recorded(p, recorded);
    }
    for (unsigned i = n; i-- > 0;)
        if (gate[i]) opass_gate_loop(p, g, b, i, opass_routine_around(p, b, i), iterations[i]);
    shim_versions_free(b);
    int scope = scope_of(fn);
    bool counts = opass_library_counts(p, g, fn, scope, false);
    for (unsigned i = first; i < p->n_routines; i++)
        opass_library_counts(p, g, p->routines[i].fn, scope, true);
    if (separate || counts) opass_leads_to_gates(p, fn);
    bool asks = recorded && !opass_enter_by_callers(p, fn, recorded);
    if (opass_sample_left(p, fn) || separate || counts || asks) shim_writes_memory(fn);
    if (asks) opass_enter_recorded(p, recorded, shim_gather_allocas(fn));
}

static void strip_calls(LLVMValueRef fn) {
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            if (!LLVMIsACallInst(i) && !LLVMIsAInvokeInst(i)) continue;
            LLVMValueRef callee = LLVMGetCalledValue(i);
            if (LLVMIsAFunction(callee) && LLVMGetIntrinsicID(callee)) continue;
            shim_strip_call(i);
        }
}

/* Merges equal recorded functions: if the copies of a loop that was inlined in many places are
 * still equal, one function records them all. */
static void merge_copies(struct opass *p) {
    LLVMValueRef *all = opass_alloc(p, (p->n_routines + 1) * sizeof *all);
    for (unsigned i = 0; i < p->n_routines; i++) all[i] = p->routines[i].fn;
    shim_merge_equal(all, p->n_routines);
}

void opass_production_end(struct opass *p) {
    p->mode = &opass_mode_recorded;
    if (!find_scopes(p)) return;
    opass_find_routines(p);
    opass_drop_copies(p);
    opass_hooks_declare(p);
    opass_models_own(p);
    opass_align_globals(p);
    LLVMValueRef *all = NULL;
    unsigned n = 0;
    for (LLVMValueRef f = LLVMGetFirstFunction(p->m); f; f = LLVMGetNextFunction(f))
        if (!LLVMIsDeclaration(f)) *OPASS_PUSH(p, all, n) = f;
    p->late.grows = opass_alloc(p, (p->n_scopes + 1) * sizeof *p->late.grows);
    for (unsigned i = 0; i < n; i++)
        if (opass_version_of(all[i], OPASS_RECORDED) < 0 && !opass_is_copy(all[i]))
            shim_find_growing(all[i], ITERATIONS_WITHOUT_GROWTH, p->late.grows);
    struct gates *g = opass_gates_new(p);
    LLVMValueRef *plain = opass_alloc(p, (n + 1) * sizeof *plain);
    unsigned n_plain = 0;
    for (unsigned i = 0; i < n; i++) {
        if (LLVMGetLinkage(all[i]) == LLVMAvailableExternallyLinkage) continue;
        bool is_plain = opass_version_of(all[i], OPASS_RECORDED) < 0 && !opass_is_copy(all[i]);
        if (is_plain && !opass_stays(all[i])) plain[n_plain++] = all[i];
        add_versions(p, g, all[i]);
    }
    for (unsigned i = 0; i < n; i++) shim_allow_peeling(all[i]);
    opass_installed_calls(p, g, plain, n_plain);
    opass_gate_recursions(p, g);
    opass_count_activations(p, g);
    write_addresses(p);
    for (unsigned i = 0; i < p->n_routines; i++) {
        struct routine *r = &p->routines[i];
        r->scope->routine = r->group = r;
        ptrmap_set(&p->routine_of, r->fn, i);
        shim_strip_function(r->fn);
        strip_calls(r->fn);
        opass_choose_within(p, r->fn);
    }
    opass_collect_recorded(p);
    opass_callee_table_declare(p);
    for (unsigned i = 0; i < p->n_routines; i++) {
        opass_instrument(p, &p->routines[i]);
        opass_call_recorded(p, p->routines[i].fn);
        shim_drop_locations(p->routines[i].fn);
    }
    for (unsigned i = 0; i < p->n_routines; i++) opass_ask_when_recorded(p, p->routines[i].fn);
    opass_dispatch(p);
    opass_models_keep_state(p, false);
    opass_vforks(p);
    merge_copies(p);
    opass_gates_define(p, g);
    opass_module_define(p);
    opass_hooks_drop_unused(p);
}
