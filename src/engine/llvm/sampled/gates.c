/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * gates.c: gates and the counting of iterations in plain code of production builds (abi.h:
 * ordo_production).
 *
 * A gate counts down. When its counter falls below zero, the runtime decides whether the recorded
 * version of the loop runs instead of the plain one. Iterations are counted where that costs least:
 * - once in front of the loop, if their number can be computed there;
 * - otherwise in memory, as each iteration begins. If every execution has at least one iteration,
 *   only later ones are counted, at the jump back, because many loops mostly have one;
 * - or at the exits, from an induction variable or from a counter in a register.
 * If callers do not choose a routine's version (direct_calls.c), its entry checks whether a sample
 * is being recorded.
 *
 * Code finds the module's gates through a thread-local pointer of the module, or, in code for
 * executables, through the segment register GS, which is LLVM's address space 256. At first either
 * leads to counters that all threads share and that are zero, so that the first gate of a thread
 * asks the runtime.
 */
#include "gates.h"

#include "engine/llvm/ir/emit.h"
#include "engine/llvm/ir/hooks.h"
#include "engine/llvm/ir/module_memory.h"
#include "engine/llvm/ir/tables.h"
#include "engine/llvm/shim/shim_placement.h"

#include <llvm-c/Comdat.h>
#include <stddef.h>
#include <string.h>

enum { MAX_EXITS = 64, LARGE = 2000, SMALL_ROUTINE = 500, GS = 256 };

/* How rare a block in a loop must be to be placed behind the routine: rarer than LLVM guesses for
 * blocks other than errors and the like, but less rare than the blocks of gates. */
enum { ITERATIONS_PER_RARE_BLOCK = 1000 };

#define SECTION "ordo_gates"

struct gates {
    LLVMValueRef pointer; /* thread-local */
    LLVMValueRef table;   /* struct ordo_production */
    LLVMValueRef own;     /* if by_segment: struct ordo_gates_head and the gates, in SECTION */
    LLVMValueRef ask;     /* cold function: __ordo_sample(&pointer, table, gate, its own frame) */
    bool by_segment;
    struct gate *list;
    unsigned n;
};

struct gate {
    struct scope scope, caller; /* only their indices */
    bool has_caller;
    unsigned flags;
};

#define GATE(g, field)                                                                             \
    ((int64_t)((g) * sizeof(struct ordo_gate) + offsetof(struct ordo_gate, field)))

/* Defines the only function that takes the pointer's address: other code would keep the address in
 * a register. Code that uses GS also takes it, because that makes linkers reject the code in a
 * library, where GS would be wrong: it is a reference to a thread-local variable of an executable.
 * The function's frame is below its caller's, so that a sample that began in it has been left when
 * the caller continues. */
static void define_ask(struct opass *p, struct gates *g) {
    g->ask = LLVMAddFunction(p->m, "__ordo_ask", LLVMFunctionType(p->i32, &p->i32, 1, false));
    LLVMSetLinkage(g->ask, LLVMInternalLinkage);
    shim_keep_registers(g->ask);
    shim_set_cold(g->ask);
    LLVMPositionBuilderAtEnd(p->b, LLVMAppendBasicBlockInContext(p->c, g->ask, ""));
    LLVMSetCurrentDebugLocation2(p->b, NULL);
    LLVMValueRef args[] = {shim_thread_address(p->b, p->m, g->pointer), g->table,
                           LLVMGetParam(g->ask, 0), LLVMBuildAlloca(p->b, p->i8, "")};
    LLVMBuildRet(p->b, opass_call(p, HOOK___ordo_sample, args, 4));
}

static LLVMValueRef by_segment(struct opass *p, LLVMValueRef global, int64_t offset) {
    LLVMTypeRef type = LLVMPointerTypeInContext(p->c, GS);
    return opass_field(p, LLVMConstAddrSpaceCast(global, type), offset);
}

static LLVMValueRef head(struct opass *p, uint64_t size, unsigned n) {
    return OPASS_VALUE(p, gates_head, .size = size, .n_gates = n);
}

static void put_in_section(LLVMValueRef global) {
    LLVMSetSection(global, SECTION);
    LLVMSetAlignment(global, sizeof(struct ordo_gates_head));
}

/* Returns the head of gates that all modules of an executable share. */
static LLVMValueRef sampling_by_segment(struct opass *p) {
    static const char name[] = "__ordo_sampling_by_segment";
    LLVMValueRef one = LLVMAddGlobal(p->m, opass_table_type(p, TABLE_gates_head), name);
    LLVMSetInitializer(one, head(p, sizeof(struct ordo_gates_head), 0));
    LLVMSetLinkage(one, LLVMLinkOnceODRLinkage);
    LLVMSetVisibility(one, LLVMHiddenVisibility);
    LLVMSetComdat(one, LLVMGetOrInsertComdat(p->m, name));
    put_in_section(one);
    return one;
}

struct gates *opass_gates_new(struct opass *p) {
    struct gates *g = opass_alloc(p, sizeof *g);
    g->table = LLVMAddGlobal(p->m, opass_table_type(p, TABLE_production), "__ordo_production");
    LLVMSetLinkage(g->table, LLVMInternalLinkage);
    g->by_segment = !p->options.keep_gs && shim_is_for_executables(p->m);
    if (g->by_segment) {
        g->own =
            LLVMAddGlobal(p->m, opass_table_type(p, TABLE_gates_head), "__ordo_gates_named_later");
        p->late.sampling_by_segment = sampling_by_segment(p);
    }
    g->pointer = LLVMAddGlobal(p->m, p->ptr, "__ordo_gates_of_thread");
    LLVMSetLinkage(g->pointer, LLVMInternalLinkage);
    LLVMSetThreadLocalMode(g->pointer, LLVMGeneralDynamicTLSModel);
    define_ask(p, g);
    return g;
}

static LLVMValueRef load_counter(struct opass *p, LLVMTypeRef type, LLVMValueRef at) {
    LLVMValueRef v = LLVMBuildLoad2(p->b, type, at, "");
    shim_tag_memory(v, SHIM_COUNTS);
    shim_mark_own(v);
    return v;
}

static void store_counter(struct opass *p, LLVMValueRef v, LLVMValueRef at) {
    LLVMValueRef store = LLVMBuildStore(p->b, v, at);
    shim_tag_memory(store, SHIM_COUNTS);
    shim_mark_own(store);
}

static LLVMValueRef gates_here(struct opass *p, struct gates *g) {
    if (g->by_segment) return by_segment(p, g->own, sizeof(struct ordo_gates_head));
    return load_counter(p, p->ptr, shim_thread_address(p->b, p->m, g->pointer));
}

static void add_iterations(struct opass *p, LLVMValueRef gates, unsigned gate, LLVMValueRef n) {
    LLVMValueRef at = opass_field(p, gates, GATE(gate, iterations));
    store_counter(p, LLVMBuildAdd(p->b, load_counter(p, p->i64, at), n, ""), at);
}

static unsigned add_gate(struct opass *p, struct gates *g, unsigned scope, int caller,
                         unsigned flags) {
    *OPASS_PUSH(p, g->list, g->n) = (struct gate){.scope.index = scope,
                                                  .caller.index = (unsigned)caller,
                                                  .has_caller = caller >= 0,
                                                  .flags = flags};
    return g->n - 1;
}

/* Builds: counts the gate down; i1, must the runtime be asked? */
static LLVMValueRef count_down(struct opass *p, unsigned gate, LLVMValueRef gates) {
    LLVMValueRef field = opass_field(p, gates, GATE(gate, countdown));
    LLVMValueRef left = LLVMBuildSub(p->b, load_counter(p, p->i32, field), opass_i32(p, 1), "");
    store_counter(p, left, field);
    return LLVMBuildICmp(p->b, LLVMIntSLT, left, opass_i32(p, 0), "");
}

/* Builds: i1, does the runtime sample the execution? */
static LLVMValueRef ask(struct opass *p, struct gates *g, unsigned gate) {
    LLVMValueRef number = opass_i32(p, gate);
    LLVMValueRef yes = LLVMBuildCall2(p->b, LLVMGlobalGetValueType(g->ask), g->ask, &number, 1, "");
    LLVMSetInstructionCallConv(yes, LLVMGetFunctionCallConv(g->ask));
    return LLVMBuildICmp(p->b, LLVMIntNE, yes, opass_i32(p, 0), "");
}

/* Builds, in front of `at`: counts down, and asks the runtime if it must. Returns the terminator of
 * the unlikely block that asks; `taken` is the answer, computed there. */
static LLVMValueRef ask_if_due(struct opass *p, struct gates *g, unsigned gate, LLVMValueRef gates,
                               LLVMValueRef at, LLVMValueRef *taken) {
    LLVMValueRef cold = shim_if_ever(count_down(p, gate, gates), at);
    opass_before(p, cold);
    *taken = ask(p, g, gate);
    return cold;
}

static bool contains_gates(struct shim_versions *b, unsigned loop) {
    struct shim_loop_facts f;
    shim_versions_loop(b, loop, &f);
    if (f.calls) return true;
    for (unsigned i = loop + 1; i < shim_versions_loops(b); i++) {
        shim_versions_loop(b, i, &f);
        if (f.parent == (int)loop && f.scope >= 0) return true;
    }
    return false;
}

/* Is it better to count each iteration in memory than to count at the exits?
 *
 * A register for the count pays off in a small loop without calls. An induction variable needs no
 * additional register, but does not pay off if it has to survive calls. In large routines even an
 * induction variable makes the register allocator spill others. A loop with calls may also last as
 * long as the whole run, and its iterations must be known before it ends.
 *
 * Without GS, counting in memory takes more than one instruction. Then it is better only for loops
 * that call often, and not for loops so large that the count would be in memory anyway.
 *
 * The limits are those with which the workloads of bench/production_overhead.py execute the fewest
 * instructions. */
static bool counts_as_they_begin(const struct gates *g, const struct shim_loop_facts *f) {
    if (!g->by_segment) return f->calls_per_iteration >= 0.5 && f->size < LARGE;
    bool costs_little = f->size < 40 || (f->induction_counts && f->routine < SMALL_ROUTINE);
    if (f->has_induction) return f->calls_per_iteration >= (costs_little ? 0.5 : 0.02);
    return f->calls_per_iteration >= 0.15 || f->size >= 15;
}

/* Returns, of two values, that of the block that control came from. */
static LLVMValueRef either(struct opass *p, LLVMValueRef *values, LLVMBasicBlockRef *from) {
    if (values[0] == values[1]) return values[0];
    LLVMValueRef one = LLVMBuildPhi(p->b, LLVMTypeOf(values[0]), "");
    LLVMAddIncoming(one, values, from, 2);
    return one;
}

void opass_gate_loop(struct opass *p, struct gates *g, struct shim_versions *b, unsigned loop,
                     int caller, LLVMValueRef iterations) {
    struct shim_loop_facts f;
    shim_versions_loop(b, loop, &f);
    unsigned gate =
        add_gate(p, g, (unsigned)f.scope, caller, contains_gates(b, loop) ? ORDO_GATE_OUTER : 0);
    bool as_they_begin = !iterations && counts_as_they_begin(g, &f);
    LLVMValueRef repeats = as_they_begin ? shim_iteration_repeats(b, loop) : NULL;
    LLVMValueRef begin = as_they_begin && !repeats ? shim_iteration_begins(b, loop) : repeats;
    if (repeats) g->list[gate].flags |= ORDO_GATE_REPEATS;
    if (begin) {
        opass_before(p, begin);
        add_iterations(p, gates_here(p, g), gate, opass_i64(p, 1));
    } else if (!iterations) {
        LLVMValueRef at[MAX_EXITS], counts[MAX_EXITS];
        unsigned n = shim_exit_counts(b, loop, at, counts, MAX_EXITS);
        for (unsigned i = 0; i < n; i++) {
            opass_before(p, at[i]);
            add_iterations(p, gates_here(p, g), gate, counts[i]);
        }
    }
    LLVMValueRef at = shim_loop_entry(b, loop), taken;
    LLVMBasicBlockRef recorded = shim_divert(b, loop);
    opass_before(p, at);
    LLVMValueRef gates = gates_here(p, g);
    LLVMBasicBlockRef head = LLVMGetInstructionParent(at);
    LLVMValueRef cold = ask_if_due(p, g, gate, gates, at, &taken);
    LLVMBasicBlockRef plain = LLVMGetInstructionParent(at), asked = LLVMGetInstructionParent(cold);
    opass_before(p, cold);
    LLVMValueRef fresh = iterations ? gates_here(p, g) : NULL;
    LLVMBuildCondBr(p->b, taken, recorded, plain);
    LLVMInstructionEraseFromParent(cold);
    if (!iterations) return;
    opass_before(p, at);
    LLVMValueRef values[] = {gates, fresh};
    LLVMBasicBlockRef from[] = {head, asked};
    add_iterations(p, either(p, values, from), gate, iterations);
}

unsigned opass_gate_calls(struct opass *p, struct gates *g, unsigned scope) {
    return add_gate(p, g, scope, -1, ORDO_GATE_OUTER);
}

/* Returns the counter of this kind for the routine and its caller; `more`: that of the calls
 * follows it. */
static unsigned counter(struct opass *p, struct gates *g, unsigned scope, unsigned caller,
                        unsigned flags, bool more) {
    for (unsigned i = 0; i < g->n; i++)
        if (g->list[i].flags == flags && g->list[i].scope.index == scope &&
            g->list[i].caller.index == caller)
            return i;
    unsigned first = add_gate(p, g, scope, (int)caller, flags);
    if (more) add_gate(p, g, scope, (int)caller, flags | ORDO_GATE_CALLS);
    return first;
}

/* Returns the gates in plain or recorded code. A thread that runs recorded code of a library may
 * not have asked at any gate of this module. */
static LLVMValueRef gates_of_counter(struct opass *p, struct gates *g, bool recorded) {
    if (recorded && !g->by_segment) {
        LLVMValueRef args[] = {shim_thread_address(p->b, p->m, g->pointer), g->table};
        shim_mark_own(opass_call(p, HOOK___ordo_find_gates, args, 2));
    }
    return gates_here(p, g);
}

void opass_gate_call(struct opass *p, struct gates *g, unsigned scope, unsigned caller,
                     bool recorded) {
    unsigned one = counter(p, g, scope, caller, ORDO_GATE_CALLS, false);
    add_iterations(p, gates_of_counter(p, g, recorded), one, opass_i64(p, 1));
}

void opass_gate_activation(struct opass *p, struct gates *g, unsigned scope) {
    opass_gate_call(p, g, scope, scope, false);
}

void opass_gate_library(struct opass *p, struct gates *g, unsigned scope, unsigned caller,
                        LLVMValueRef bytes, bool recorded) {
    unsigned first = counter(p, g, scope, caller, ORDO_GATE_LIBRARY, true);
    LLVMValueRef gates = gates_of_counter(p, g, recorded);
    add_iterations(p, gates, first, bytes);
    add_iterations(p, gates, first + 1, opass_i64(p, 1));
}

LLVMValueRef opass_gate_is_due(struct opass *p, struct gates *g, unsigned gate, LLVMValueRef at) {
    opass_before(p, at);
    return count_down(p, gate, gates_here(p, g));
}

LLVMValueRef opass_gate_takes(struct opass *p, struct gates *g, unsigned gate, LLVMValueRef at) {
    opass_before(p, at);
    return ask(p, g, gate);
}

LLVMValueRef opass_gate_asks(struct opass *p, struct gates *g, unsigned gate, LLVMValueRef at) {
    LLVMValueRef taken;
    LLVMTypeRef bit = LLVMInt1TypeInContext(p->c);
    opass_before(p, at);
    LLVMValueRef gates = gates_here(p, g);
    LLVMBasicBlockRef head = LLVMGetInstructionParent(at);
    LLVMValueRef cold = ask_if_due(p, g, gate, gates, at, &taken);
    opass_before(p, at);
    LLVMValueRef values[] = {LLVMConstNull(bit), taken};
    LLVMBasicBlockRef from[] = {head, LLVMGetInstructionParent(cold)};
    return either(p, values, from);
}

static LLVMValueRef sampling_at(struct opass *p, LLVMValueRef address) {
    LLVMValueRef on = LLVMBuildLoad2(p->b, p->i32, address, "");
    shim_tag_memory(on, SHIM_COUNTS);
    return LLVMBuildICmp(p->b, LLVMIntNE, on, opass_i32(p, 0), "");
}

static LLVMValueRef sampling_of_thread(struct opass *p, LLVMValueRef at) {
    opass_before(p, at);
    return sampling_at(p, shim_thread_address(p->b, p->m, p->late.sampling));
}

LLVMValueRef opass_sampling_by_segment(struct opass *p) {
    LLVMValueRef offset = opass_i64(p, offsetof(struct ordo_gates_head, sampling));
    return LLVMConstInBoundsGEP2(p->i8, p->late.sampling_by_segment, &offset, 1);
}

LLVMValueRef opass_is_sampling(struct opass *p, LLVMValueRef at) {
    if (!p->late.sampling_by_segment) return sampling_of_thread(p, at);
    opass_before(p, at);
    return sampling_at(p, by_segment(p, opass_sampling_by_segment(p), 0));
}

/* Inserts, in front of `at` in plain code, a block that runs only while a sample is recorded;
 * returns its terminator. The thread-local variable is checked too, because a thread may still have
 * the GS of its creator, which may be sampling. */
static LLVMValueRef if_sampling(struct opass *p, LLVMValueRef at) {
    LLVMValueRef cold = shim_if_ever(opass_is_sampling(p, at), at);
    return p->late.sampling_by_segment ? shim_if_ever(sampling_of_thread(p, cold), cold) : cold;
}

void opass_enter_recorded(struct opass *p, LLVMValueRef recorded, LLVMValueRef at) {
    LLVMValueRef on = opass_is_sampling(p, at);
    if (p->late.sampling_by_segment) {
        at = shim_if_ever(on, at);
        on = sampling_of_thread(p, at);
    }
    shim_return_call_if(on, at, recorded);
}

static bool returns_twice(LLVMValueRef i) {
    return LLVMIsACallInst(i) && !LLVMIsAInlineAsm(LLVMGetCalledValue(i)) && shim_returns_twice(i);
}

bool opass_sample_left(struct opass *p, LLVMValueRef fn) {
    LLVMValueRef *places = NULL, mark = NULL;
    unsigned n = 0;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            if (LLVMIsALandingPadInst(i))
                *OPASS_PUSH(p, places, n) = shim_first_insertion(b);
            else if (returns_twice(i))
                *OPASS_PUSH(p, places, n) = LLVMGetNextInstruction(i);
    if (!n) return false;
    opass_before(p, shim_gather_allocas(fn));
    mark = LLVMBuildAlloca(p->b, p->i8, "");
    for (unsigned i = 0; i < n; i++) {
        opass_before(p, if_sampling(p, places[i]));
        opass_call(p, HOOK___ordo_sample_left, &mark, 1);
    }
    return true;
}

/* Returns the table of the gates' scopes, as distances, and flags, which the runtime reads. */
static LLVMValueRef gate_infos(struct opass *p, struct gates *g) {
    LLVMTypeRef type = LLVMArrayType(opass_table_type(p, TABLE_gate_info), g->n);
    LLVMValueRef infos = opass_constant(p, LLVMConstNull(type), "__ordo_gate_infos");
    LLVMValueRef *all = opass_alloc(p, (g->n + 1) * sizeof *all);
    for (unsigned i = 0; i < g->n; i++) {
        LLVMValueRef path[] = {opass_i64(p, 0), opass_i64(p, i)};
        LLVMValueRef here = LLVMConstInBoundsGEP2(type, infos, path, 2), caller = opass_i32(p, 0);
        LLVMValueRef scope = opass_distance(p, here, opass_scope_address(p, &g->list[i].scope));
        if (g->list[i].has_caller)
            caller = LLVMConstTrunc(
                opass_distance(p, here, opass_scope_address(p, &g->list[i].caller)), p->i32);
        all[i] = OPASS_VALUE(p, gate_info, .scope = LLVMConstTrunc(scope, p->i32), .caller = caller,
                             .flags = g->list[i].flags);
    }
    opass_table_define(infos, all);
    return infos;
}

/* Returns the counters that threads use until they have their own. */
static LLVMValueRef shared_gates(struct opass *p, struct gates *g) {
    LLVMTypeRef type = LLVMArrayType(opass_table_type(p, TABLE_gate), g->n);
    LLVMValueRef shared = LLVMAddGlobal(p->m, type, "__ordo_gates_of_none");
    LLVMSetInitializer(shared, LLVMConstNull(type));
    LLVMSetLinkage(shared, LLVMInternalLinkage);
    return shared;
}

/* Returns the same counters in the executable's section, behind their head. */
static LLVMValueRef section_gates(struct opass *p, struct gates *g) {
    unsigned even = (g->n + 1) / 2 * 2;
    uint64_t size = sizeof(struct ordo_gates_head) + even * sizeof(struct ordo_gate);
    LLVMValueRef parts[] = {head(p, size, g->n),
                            LLVMConstNull(LLVMArrayType(opass_table_type(p, TABLE_gate), even))};
    LLVMValueRef value = LLVMConstStructInContext(p->c, parts, 2, false);
    LLVMValueRef own = LLVMAddGlobal(p->m, LLVMTypeOf(value), "__ordo_gates");
    LLVMSetInitializer(own, value);
    LLVMSetLinkage(own, LLVMInternalLinkage);
    put_in_section(own);
    LLVMReplaceAllUsesWith(g->own, own);
    LLVMDeleteGlobal(g->own);
    g->own = own;
    LLVMValueRef size_of_head = opass_i64(p, sizeof(struct ordo_gates_head));
    return LLVMConstInBoundsGEP2(p->i8, own, &size_of_head, 1);
}

/* Returns a symbol that the linker defines at a section's start or end. */
static LLVMValueRef bound(struct opass *p, const char *name) {
    LLVMValueRef at = LLVMGetNamedGlobal(p->m, name);
    if (!at) at = LLVMAddGlobal(p->m, p->i8, name);
    LLVMSetVisibility(at, LLVMHiddenVisibility);
    return at;
}

void opass_gates_define(struct opass *p, struct gates *g) {
    LLVMSetInitializer(g->pointer, g->by_segment ? section_gates(p, g) : shared_gates(p, g));
    struct opass_production_values values = {.n_gates = g->n, .gates = gate_infos(p, g)};
    if (g->by_segment) {
        values.own = g->own;
        values.section = bound(p, "__start_" SECTION);
        values.section_end = bound(p, "__stop_" SECTION);
        values.sampling = p->late.sampling_by_segment;
    }
    LLVMSetInitializer(g->table, opass_table_value(p, TABLE_production, &values, NULL, 0));
    p->late.table = g->table;
    /* Inside a loop, the rare code of gates would take up space in the instruction cache. */
    if (g->n) shim_place_behind_loops(ITERATIONS_PER_RARE_BLOCK);
}
