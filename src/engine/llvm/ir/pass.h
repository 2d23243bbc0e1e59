/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * pass.h: the pass's own data, from the module down to one access.
 *
 * A module is processed as follows. collect.c reads every routine into a struct routine and changes
 * nothing. callgraph.c decides which routines are folded and which may recur. instrument.c inserts
 * the instrumentation. describe.c writes the tables. All memory is freed when the module is done
 * (memory.h).
 */
#ifndef ORDO_LLVM_PASS_H
#define ORDO_LLVM_PASS_H

#include "abi/abi.h"
#include "engine/llvm/ir/ptrmap.h"
#include "engine/llvm/shim/shim.h"
#include "engine/llvm/shim/shim_loops.h"
#include "engine/llvm/shim/shim_routines.h"
#include "options.h"

enum hook {
#define ORDO_HOOK(ret, name, params) HOOK_##name,
#include "abi/hooks.def"
    HOOKS
};

/* What structure builds know about a scope. */
struct scope_structure {
    struct run *runs; /* runs.c */
    unsigned n_runs;
    bool reports_each; /* accesses in it are reported one by one, so its frame's iterations must be
                          up to date all the time */
};

/* A routine or loop of the source that is a scope (or is listed only). */
struct scope {
    unsigned index; /* in the module's table */
    unsigned kind, flags;
    struct scope *parent;
    struct routine *routine;
    int loop;                /* its number in the routine's cfg; -1: the routine itself */
    LLVMValueRef frame;      /* the open activation's frame, once emitted */
    LLVMValueRef iterations; /* loop: the alloca that counts them; NULL: the frame counts them */
    char *name, *linkage_name, *file, *arg_names;
    unsigned line, column, n_args;
    struct scope_structure structure;
};

/* One load or store, or a range moved by an intrinsic. */
struct access {
    LLVMValueRef inst, pointer;
    LLVMValueRef length; /* of a range, if known only at run time; then size is 0 */
    uint64_t size;
    unsigned align;
    bool read, write, elided;
    bool repeated; /* in a loop of its routine, whether or not the loop is a scope (compact.c) */
    struct scope *scope;
};

enum call_kind { CALL_DEFINED, CALL_EXTERNAL, CALL_MODELLED, CALL_INDIRECT };

struct call {
    LLVMValueRef inst;
    enum call_kind kind;
    struct routine *callee; /* CALL_DEFINED */
    int callee_index;       /* CALL_EXTERNAL, CALL_MODELLED: in the module's callee table */
    bool quiet;             /* MODEL_QUIET */
    bool unit;              /* MODEL_UNIT */
    bool library_returns;   /* opass_model_returns */
    bool returns_twice;
    bool vforks;   /* then returns_twice is set as well */
    bool repeated; /* as in struct access */
    struct scope *scope;
    struct dtype *node; /* structure builds: the type that it allocates memory for, or NULL */
    uint64_t node_offset; /* where that begins in the memory */
};

/* The point at which a local variable's life begins: a lifetime marker or a dynamic alloca. */
struct birth {
    LLVMValueRef inst;
    bool repeated; /* as in struct access */
    struct scope *scope;
    struct dtype *type; /* structure builds: of the elements of a dynamic alloca; NULL: not known */
};

/* A local variable that stays in memory. */
struct object {
    LLVMValueRef alloca;
    struct birth *births; /* its lifetime markers; none: it lives from the routine's entry on */
    unsigned n_births;
    uint64_t bytes; /* in the source, without padding */
    bool escapes;
    LLVMValueRef first_store; /* writes the whole object before anything else can see it, or NULL */
    struct dtype *type;       /* structure builds: in the source; NULL: it is not reported */
    bool unobserved;          /* its birth needs no stamps, because no check would see them */
};

struct block {
    LLVMBasicBlockRef ref;
    LLVMValueRef terminator;
    struct scope *scope;
    bool counted; /* holds more than an unconditional branch */
};

/* What structure builds know about a routine. Bit k of a set stands for parameter k. */
struct routine_structure {
    struct touch *touches;
    unsigned n_touches;
    struct variable *thread_variables; /* those whose address it takes */
    unsigned n_thread_variables;
    uint64_t result_parameters; /* set: the returned pointer is computed from these */
    uint64_t place_parameters;  /* set: places of accesses are computed from these */
    uint64_t base_parameters;   /* set: the objects that contain the places are computed or loaded
                                   from these */
    unsigned first_advance;     /* index in the module's advances */
    bool keeps_blocks;          /* neither it nor what it calls ends a block of memory (runs.c) */
};

struct routine {
    LLVMValueRef fn;
    struct shim_cfg *cfg;
    struct scope *scope;
    struct scope **loops; /* by number of the loop; NULL: not a scope */
    unsigned n_loops;
    struct block *blocks;
    unsigned n_blocks;
    struct access *accesses;
    unsigned n_accesses;
    struct call *calls;
    unsigned n_calls;
    struct object *objects;
    unsigned n_objects;
    struct birth *dynamic_allocas;
    unsigned n_dynamic_allocas;
    bool has_setjmp, has_indirectbr, has_irreducible, has_variable_range;
    bool has_invoke;
    bool is_large,
        is_huge;        /* compact.c: has hundreds, or thousands, of pieces of instrumentation */
    unsigned n_outside; /* compact.c: pieces outside of loops */
    bool folded;
    bool frameless; /* has no frame, what it does counts for its caller's activation: recorded
                       versions (production_steps.c), and structure builds (frames.c) */
    bool at_need;   /* structure builds: has a frame only if one is needed (frames.c) */
    bool dead_end;  /* control never returns from it (dead_ends.c) */
    bool recursive;
    bool cyclic; /* is in a cycle of the module's calls, not counting calls of dead ends by routines
                    that are not dead ends */
    bool returns; /* every call of it returns exactly once (callgraph.c) */
    bool entered; /* may be called from outside of the module, or by its address */
    struct routine *group;
    struct routine_structure structure;
    /* while emitting */
    LLVMValueRef thread;
    LLVMValueRef entry_mark; /* the first instruction after the allocas */
    LLVMValueRef framed;     /* at_need: i1, whether this activation has a frame */
    LLVMValueRef unframed;   /* at_need and recursive: address of the thread's ordo_unframed */
    LLVMValueRef cost;       /* alloca: blocks executed and not yet flushed */
    LLVMValueRef *slots;     /* allocas of the instrumentation that will be promoted */
    unsigned n_slots;
    struct ptrmap block_loop; /* of blocks that the pass created: number of the loop + 1 */
};

/* A variable that structure builds report (abi.h: ordo_variable, __ordo_thread_object). */
struct variable {
    LLVMValueRef global;
    uint64_t offset, bytes; /* the part of it that is reported */
    char *name;
    struct dtype *type;
    LLVMValueRef address_of; /* thread-local: the intrinsic that returns its address */
};

struct callee {
    LLVMValueRef fn;
    LLVMValueRef wrapper; /* NULL: not modelled */
    bool quiet;
};

/* What structure builds know about a module. */
struct opass_structure {
    struct dtypes *types;       /* the source's types (struct_types.c); NULL: not read */
    struct dtype **table_types; /* types that instrumented code refers to (struct_table.c) */
    unsigned n_table_types;
    LLVMValueRef type_table;
    struct variable *variables;
    unsigned n_variables;
    struct ordo_advance *advances;
    unsigned n_advances;
    struct ptrmap pointees; /* value -> its struct dtype's address (places.c) */
    struct ptrmap strides;  /* PHI -> address of the type by which it advances */
};

/* What the late part of production builds knows about a module (production_steps.c). */
struct opass_late {
    unsigned *scope_flags; /* flags of the module's scopes, by index */
    bool *grows;           /* by scope: the loop may have more than a few iterations */
    LLVMValueRef *entries; /* by scope: the routine, if its plain version is another function, or
                              NULL */
    LLVMValueRef *recorded_versions; /* by scope: the recorded version that was made at the start of
                                        the pipeline, or NULL */
    LLVMValueRef *plain_versions;    /* by scope: plain versions of the same routines */
    struct ptrmap is_recorded;       /* recorded functions */
    LLVMValueRef sampling;           /* __ordo_sampling */
    LLVMValueRef sampling_by_segment; /* executables: the head that has its value, or NULL */
    struct ptrmap
        recorded_of, /* plain routine -> its recorded version, for callers (direct_calls.c) */
        choice_of,   /* plain routine -> the function that calls one of the two versions */
        plain_of,  /* recorded version -> the plain version in which it continues when no sample is
                      being recorded */
        asks,      /* recorded versions that the module calls in place of such a plain version */
        addressed; /* routine -> the scope that has its address */
    struct call *dispatched; /* calls in recorded code that the runtime forwards (calls.c) */
    unsigned n_dispatched;
    LLVMValueRef *addresses;      /* by scope: the routine whose address it has, or NULL */
    LLVMValueRef *found_versions; /* by scope: the recorded version that the runtime finds for its
                                   address, or NULL */
    struct ptrmap routine_of_source; /* debug information of a routine -> its scope */
    struct ptrmap leads_to_gates; /* routine -> does it have gates or counters, or lead to some? */
    LLVMValueRef table;           /* the module's struct ordo_production, or NULL */
};

struct opass {
    LLVMModuleRef m;
    LLVMContextRef c;
    LLVMBuilderRef b;
    struct opass_options options;
    LLVMTypeRef i8, i32, i64, ptr, nothing;
    LLVMValueRef hooks[HOOKS];
    LLVMTypeRef hook_types[HOOKS];
    LLVMValueRef self; /* __ordo_self */
    struct routine *routines;
    unsigned n_routines;
    struct ptrmap routine_of; /* function -> index + 1 */
    struct scope **scopes;
    unsigned n_scopes;
    LLVMValueRef scope_table, callee_table;
    struct callee *callees;
    unsigned n_callees;
    struct ptrmap callee_of; /* function -> index + 1 */
    struct code *code;       /* counted blocks (blocks.c); NULL: not requested */
    const struct mode *mode; /* what is inserted; NULL: no activations are recorded */
    struct opass_structure structure;
    struct opass_late late;
    void *memory; /* list of all allocations */
};

#endif
