/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * pass.h: the pass's own data, from the module down to one access.
 *
 * The way of a module: collect.c reads every routine into a struct routine and changes nothing;
 * callgraph.c decides who is folded and who may recur; the emitters (borders.c, calls.c, checks.c,
 * objects.c, blocks.c) write the instrumentation; describe.c writes the tables. All memory lives
 * until the module is done (opass_alloc).
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

/* A routine or loop of the source that is a scope (or is listed only). */
struct scope {
    unsigned index; /* in the module's table */
    unsigned kind, flags;
    struct scope *parent;
    struct routine *routine;
    int loop;                /* number in the routine's cfg; -1: the routine itself */
    LLVMValueRef frame;      /* the open activation's frame, once emitted */
    LLVMValueRef iterations; /* loop: alloca that counts; NULL: counted in the frame */
    char *name, *linkage_name, *file, *arg_names;
    unsigned line, column, n_args;
    struct run *runs; /* loops of structure builds (runs.c) */
    unsigned n_runs;
    bool told; /* it has hooks that stand by themselves: its frame's iterations are kept up to date
                */
};

/* One load or store, or a range moved by an intrinsic. */
struct access {
    LLVMValueRef inst, pointer;
    LLVMValueRef length; /* ranges of run-time length; then size is 0 */
    uint64_t size;
    unsigned align;
    bool read, write, elided;
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
    bool vforks; /* then it returns twice, too */
    struct scope *scope;
    struct dtype *node; /* structure builds: records with links that it allocates memory for */
};

/* The point where a local variable's life begins: a lifetime marker or a dynamic alloca. */
struct birth {
    LLVMValueRef inst;
    struct scope *scope;
    struct dtype *type; /* structure builds: of the elements of a dynamic alloca; NULL: not known */
};

/* A local variable that stays in memory. */
struct object {
    LLVMValueRef alloca;
    struct birth *births; /* its lifetime markers; none: alive from the entry on */
    unsigned n_births;
    uint64_t bytes; /* as the source has it, without padding */
    bool escapes;
    LLVMValueRef first_store; /* writes the whole object before anything else can see it, or NULL */
    struct dtype *type;       /* structure builds: of its elements; NULL: nothing to tell of it */
    bool unobserved;          /* no birth stamps needed: no check would ever see them */
};

struct block {
    LLVMBasicBlockRef ref;
    LLVMValueRef terminator;
    struct scope *scope;
    bool counted; /* holds more than an unconditional branch */
};

struct routine {
    LLVMValueRef fn;
    struct shim_cfg *cfg;
    struct scope *scope;
    struct scope **loops; /* by loop number; NULL: not a scope */
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
    bool is_large, is_huge; /* compact.c: hundreds, or thousands, of pieces of instrumentation */
    unsigned n_outside;     /* the same: pieces outside of loops */
    bool folded;
    bool frameless; /* what it does is its caller's activation's: recorded bodies (production.h),
                       and structure builds (frames.c) */
    bool at_need;   /* structure builds: it has a frame where it is re-entered (frames.c) */
    bool dead_end;  /* control never comes back from it (dead_ends.c) */
    bool recursive;
    bool cyclic;  /* of a cycle of the module's calls that is no way to a dead end */
    bool returns; /* every call of it comes back, once (callgraph.c) */
    bool entered; /* may be called from outside of the module, or by its address */
    struct routine *group;
    /* structure builds (structure.h) */
    struct touch *touches;
    unsigned n_touches;
    struct variable *thread_variables; /* that it takes the address of */
    unsigned n_thread_variables;
    uint64_t result_parameters; /* the pointer that it returns is computed from these */
    uint64_t place_parameters;  /* bit k: places are computed from parameter k */
    uint64_t base_parameters;   /* what places are in is computed or loaded from these */
    unsigned first_advance;     /* in the module's */
    bool keeps_blocks;          /* ends no block of memory, in what it calls neither (runs.c) */
    /* while emitting */
    LLVMValueRef thread;
    LLVMValueRef entry_mark; /* first instruction after the allocas */
    LLVMValueRef framed;     /* at_need: i1, this activation has a frame */
    LLVMValueRef unframed;   /* at_need and recursive: the thread's ordo_unframed of the routine */
    LLVMValueRef cost;       /* alloca: blocks executed and not yet flushed */
    LLVMValueRef *slots;     /* promotable allocas of the instrumentation */
    unsigned n_slots;
    struct ptrmap block_loop; /* blocks made by the pass: loop number + 1 */
};

/* A variable with static storage that structure builds list (abi.h: ordo_variable). */
struct variable {
    LLVMValueRef global;
    uint64_t bytes;
    char *name;
    struct dtype *type;
    LLVMValueRef address_of; /* thread-local: the intrinsic that gives its address */
};

struct callee {
    LLVMValueRef fn;
    LLVMValueRef wrapper; /* NULL: not modelled */
    bool quiet;
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
    LLVMTypeRef scope_type, callee_type;
    LLVMValueRef scope_table, callee_table;
    struct callee *callees;
    unsigned n_callees;
    struct ptrmap callee_of;    /* function -> index + 1 */
    struct code *code;          /* counted blocks (blocks.c); NULL: not asked for */
    struct dtypes *types;       /* the source's types (struct_types.c); NULL: not asked for */
    struct dtype **table_types; /* those that instrumented code refers to (struct_table.c) */
    unsigned n_table_types;
    LLVMValueRef type_table;
    struct variable *variables;
    unsigned n_variables;
    struct ordo_advance *advances;
    unsigned n_advances;
    struct ptrmap pointees; /* value -> its struct dtype's address (places.c) */
    struct ptrmap strides;  /* PHI -> the type by which it advances, likewise */
    /* production builds (production.c) */
    bool recorded;         /* the late part: p->routines are recorded bodies */
    unsigned *scope_flags; /* then: of the module's scopes, by index */
    bool *grows;           /* the same: a loop of it may have more bodies than a few */
    LLVMValueRef *entries; /* likewise: routines whose plain body is another function, or NULL */
    LLVMValueRef *recorded_versions;  /* by scope: those made at the pipeline's start, or NULL */
    LLVMValueRef *plain_versions;     /* by scope: of the same routines, or NULL */
    struct ptrmap is_recorded;        /* recorded functions */
    LLVMValueRef sampling;            /* __ordo_sampling */
    LLVMValueRef sampling_by_segment; /* where code for executables finds the same, or NULL */
    struct ptrmap
        recorded_of, /* plain routine -> its recorded body, for callers (direct_calls.c) */
        choice_of,   /* likewise -> what calls either */
        plain_of,    /* recorded body -> the plain one that it goes on in when none is recorded */
        asks,        /* recorded bodies that the module calls in such a plain one's place */
        addressed;   /* routine -> the scope that has its address */
    struct call *dispatched; /* calls in recorded code that the runtime leads on (calls.c) */
    unsigned n_dispatched;
    LLVMValueRef *addresses;      /* by scope: the routine that has its address, or NULL */
    LLVMValueRef *found_versions; /* by scope: the recorded version that calls of this address run,
                                     or NULL */
    LLVMValueRef production_table;
    void *memory; /* chain of allocations */
};

/* Zeroed memory that lives until the module is done. */
void *opass_alloc(struct opass *p, size_t bytes);
char *opass_text(struct opass *p, const char *text);
/* Appends to a grown array: returns the new element, zeroed. */
#define OPASS_PUSH(p, array, n)                                                                    \
    ((array) = opass_grow((p), (array), (n), sizeof *(array)), &(array)[(n)++])
void *opass_grow(struct opass *p, void *array, unsigned n, size_t element);

/* pass.c: all of the code that a collected routine gets. */
void opass_instrument(struct opass *p, struct routine *r);
/* Objects of a module start on a cell of their own. */
bool opass_starts_with(const char *text, const char *prefix);
void opass_align_globals(struct opass *p);

/* hooks.c */
void opass_hooks_declare(struct opass *p);
void opass_hooks_drop_unused(struct opass *p); /* last */
LLVMValueRef opass_call(struct opass *p, enum hook hook, LLVMValueRef *args, unsigned n);
/* What leads to the hook, in code that is made small. */
LLVMValueRef opass_near(struct opass *p, enum hook hook);

/* early_code.c: marks what runs before the program is ready for Ordo's code; first of all. */
void opass_find_early(struct opass *p);
/* Has the function no room for Ordo's code: marked, or naked? */
bool opass_stays(LLVMValueRef fn);

/* collect.c: fills p->routines and p->callees; the module's code stays as it is, but for the
 * normalisation that defines the access stream (promotion, alignment of objects). */
void opass_collect(struct opass *p);
/* The callee table's entry for an external function, made when new. */
int opass_callee_index(struct opass *p, LLVMValueRef fn);

/* Production builds: the same of recorded bodies, whose functions and scopes are given. */
void opass_collect_recorded(struct opass *p);
/* Is the module's code looked at for its scopes only, and stays as it is? */
bool opass_is_plain(const struct opass *p);

/* models.c: what is known of a library routine. */
enum model {
    MODEL_NOTHING,  /* nothing: its calls are counted as uncovered */
    MODEL_WRAPPED,  /* has a wrapper */
    MODEL_QUIET,    /* has a wrapper, calls nothing of the program, returns to its caller */
    MODEL_UNIT,     /* O(1) and no memory of the program: the call stays as it is */
    MODEL_LANGUAGE, /* language runtime, or the pass's own business: the call stays as it is */
};
enum model opass_model(const char *name);
/* Its number in models.def, from 0; past the last: it is not there. */
unsigned opass_model_number(const char *name);
/* Does a call of it come back, once, whatever signals and threads do? */
bool opass_model_returns(const char *name);
LLVMValueRef opass_wrapper(struct opass *p, const char *name, LLVMTypeRef type);
bool opass_models_known(const char *name);
/* Functions that the module defines under a modelled name take the wrapper's name too. */
void opass_models_own(struct opass *p);
/* Replaces address-taken uses of modelled functions by their wrappers. */
void opass_models_replace(struct opass *p);
/* Routines whose wrapper keeps the runtime's own state right, whether anything is recorded or not,
 * are called through it everywhere: those of the process (its end, its rights) and, unless
 * of_process_only, of signals, threads and contexts. */
void opass_models_keep_state(struct opass *p, bool of_process_only);

/* elide.c: marks accesses whose cell an earlier one has settled. */
void opass_elide(struct opass *p, struct routine *r);

/* dead_ends.c: finds the routines that never come back. */
void opass_dead_ends(struct opass *p);

/* callgraph.c: folding, recursion groups. */
void opass_callgraph(struct opass *p);
/* Marks (by number of the routine) what the marked call, directly or over others, or are called by.
 */
void opass_calls_spread(struct opass *p, bool *marked, bool backwards);
/* Is the routine used in the module for anything but direct calls? */
bool opass_address_taken(LLVMValueRef fn);
/* Does control come back from the call, once, whatever happens below it? (c NULL: it may not.) */
bool opass_call_returns(const struct call *c);

/* production.c: scopes and tags, at the start of the pipeline; and recorded bodies and gates, late.
 */
void opass_production_begin(struct opass *p);
void opass_production_end(struct opass *p);

/* A plain routine that recorded code calls has no recorded body: it spoils the sample, as one of a
 * library does. */
void opass_unrecorded(struct opass *p, LLVMValueRef fn);

struct gates;

/* recursion_versions.c: bodies of routines that are functions of their own, and the routine itself,
 * which chooses one. The number: of the scope; -1: it is none. */
enum opass_version { OPASS_PLAIN, OPASS_RECORDED, OPASS_ENTRY };
int opass_version_of(LLVMValueRef fn, enum opass_version version);
/* At the start of the pipeline, collected and marked: splits the routines of cycles. */
void opass_split_recursions(struct opass *p);
/* The call, or invoke, is one of `fn`, of the same type. */
void opass_call_instead(LLVMValueRef call, LLVMValueRef fn);
/* recursion_gates.c, late: gates where plain code enters recursions, which was marked. */
#define OPASS_RECURSION_MARK "__ordo_recursion_entered"
void opass_gate_recursions(struct opass *p, struct gates *g);
/* Late: recorded code calls, within a cycle, the recorded body while a sample is recorded, else the
 * plain one. */
void opass_choose_within(struct opass *p, LLVMValueRef fn);

/* callee_copies.c: recorded bodies (or NULL) that were made at the start of the pipeline call
 * copies of static routines; late, copies that are not needed give way to the routines. */
void opass_copy_callees(struct opass *p, LLVMValueRef *recorded, unsigned n_recorded);
void opass_drop_copies(struct opass *p);
bool opass_is_copy(LLVMValueRef fn);

/* focus.c: may the loop or recursion have a gate? */
bool opass_in_focus(const struct opass *p, const struct scope *s);

/* gates.c: checks in front of the loops of a routine, and at its entry, in plain code. */
struct gates *opass_gates_new(struct opass *p);
/* Adds a gate for a loop that shim_separate_loop made a function of. `iterations`: what
 * shim_iterations_entered returned. */
void opass_gate_loop(struct opass *p, struct gates *g, struct shim_versions *b, unsigned loop,
                     LLVMValueRef iterations);
/* In front of `at`, in recorded code: is a sample being recorded? */
LLVMValueRef opass_is_sampling(struct opass *p, LLVMValueRef at);
/* Its place, if the module's code is for executables. */
LLVMValueRef opass_sampling_by_segment(struct opass *p);
/* In plain code: while a sample is recorded, the routine of `at` goes on in its recorded body. */
void opass_enter_recorded(struct opass *p, LLVMValueRef recorded, LLVMValueRef at);

/* direct_calls.c: may callers in recorded code be the ones to choose the recorded body? Then they
 * do: the module's by name, once all of them are instrumented (opass_call_recorded), others by what
 * the runtime knows (found_versions). */
bool opass_enter_by_callers(struct opass *p, LLVMValueRef fn, LLVMValueRef recorded);
/* Recorded code calls the one in place of the other, and so it begins with the question, once all
 * of it is instrumented. */
void opass_goes_on_in(struct opass *p, LLVMValueRef recorded, LLVMValueRef plain);
void opass_ask_when_recorded(struct opass *p, LLVMValueRef recorded);
/* Is the routine the module's own, and all that is done with it are calls by name? */
bool opass_only_called(LLVMValueRef fn);
void opass_call_recorded(struct opass *p, LLVMValueRef fn);
/* A gate for calls of the scope's recursion, its number; it stands at several places. In front of
 * `at`, an i1: counts the execution down, is the runtime to be asked; asks it, is this execution
 * recorded; or both, one after the other. */
unsigned opass_gate_calls(struct opass *p, struct gates *g, unsigned scope);
LLVMValueRef opass_gate_is_due(struct opass *p, struct gates *g, unsigned gate, LLVMValueRef at);
LLVMValueRef opass_gate_takes(struct opass *p, struct gates *g, unsigned gate, LLVMValueRef at);
LLVMValueRef opass_gate_asks(struct opass *p, struct gates *g, unsigned gate, LLVMValueRef at);
/* Where plain code goes on after an exception or a longjmp, samples that it left end. False: there
 * is no such place. */
bool opass_sample_left(struct opass *p, LLVMValueRef fn);
/* The module's tables of gates. */
void opass_gates_define(struct opass *p, struct gates *g);

/* describe.c */
void opass_place_scopes(struct opass *p, struct routine *r); /* names, files, lines */
void opass_tables_declare(struct opass *p);
void opass_tables_define(struct opass *p);
void opass_callee_table_declare(struct opass *p);
void opass_scope_table_define(struct opass *p);
void opass_module_define(struct opass *p); /* all but the scopes */
LLVMValueRef opass_scope_address(struct opass *p, struct scope *s);
LLVMValueRef opass_scope_field(struct opass *p, unsigned scope, unsigned field);
/* The constant `to` - `from` (i64), for fields of tables that are read-only or seldom needed. */
LLVMValueRef opass_distance(struct opass *p, LLVMValueRef from, LLVMValueRef to);
LLVMValueRef opass_callee_field(struct opass *p, int index, unsigned field);

/* Relative to the source root when below it, else as it is. */
const char *opass_relative(struct opass *p, const char *path);
/* A private constant string. */
LLVMValueRef opass_name(struct opass *p, const char *name);
/* A local symbol in a linker group (what initialises an inline variable): of several object files'
 * groups one stays, and what is outside of the group must not refer to it. */
bool opass_may_be_dropped(LLVMValueRef symbol);
/* A private constant. */
LLVMValueRef opass_constant(struct opass *p, LLVMValueRef data, const char *name);

/* blocks.c: execution counts of basic blocks, when options.blocks is set. */
void opass_code_collect(struct opass *p); /* lines, while every statement still has code */
void opass_code_count(struct opass *p, struct routine *r);
LLVMValueRef opass_code_define(struct opass *p); /* the module's struct ordo_code, or NULL */

/* A block of the front end, or the part of one that begins after a call. */
struct part {
    struct block *block;
    LLVMValueRef begin; /* the instruction before which it would be counted */
    unsigned node;      /* its number in the module's flow, from 1 */
    bool entry;         /* of its routine */
    bool leaks;         /* control may leave it, or come back, by a call */
};

/* edges.c: counters on the fewest edges of the control flow, when options.counts_only is set.
 * Appends to the module's edges and marks where the counters are (blocks.c). */
void opass_edges_count(struct opass *p, struct routine *r, struct part *parts, unsigned n);
/* blocks.c: one more edge of the flow between nodes, 0 outside; `counted`: a counter follows. */
void opass_code_edge(struct opass *p, unsigned from, unsigned to, bool counted);
/* blocks.c: at the builder, marks the place of the next counter. */
void opass_code_mark(struct opass *p);
/* blocks.c: at the builder, adds one to the counter at that address. */
void opass_add_one(struct opass *p, LLVMValueRef at);

/* late_counters.c: when options.counts_only is set, marks at the builder in place of counters;
 * `table` is the module's __ordo_code. */
void opass_mark_counter(struct opass *p, LLVMValueRef table, unsigned counter);
/* The routine may be called from outside of the module, or by its address. */
void opass_mark_entered(struct opass *p, LLVMValueRef fn);
/* Makes the marks counters. Needs no more than the module, the builder, types and hooks. */
void opass_make_counters(struct opass *p);

/* borders.c: entry, exits, loops, blocks; the branch that decides before each body of a loop, NULL
 * where the source has none. */
LLVMValueRef opass_loop_condition(struct opass *p, struct routine *r, struct scope *s);
void opass_borders(struct opass *p, struct routine *r);
void opass_entry(struct opass *p, struct routine *r);
/* field_addresses.c: gives each field of `base`, an instruction, one address, right behind it. */
void opass_share_addresses(struct opass *p, LLVMValueRef base);
/* Adds the blocks counted so far to T->cost. */
void opass_flush(struct opass *p, struct routine *r);

/* A variable of the instrumentation, i64, that is promoted. Makes it before `at`, before
 * opass_borders is done. Who made it sets it where its scope begins, all of it and only there: the
 * work of promoting grows with the blocks behind a variable's first store. */
LLVMValueRef opass_slot_make(struct opass *p, struct routine *r, LLVMValueRef at);
/* At the builder: bodies of the loop so far; the same to its frame, when they are in a register. */
LLVMValueRef opass_iterations(struct opass *p, struct routine *r, struct scope *s);
void opass_iterations_store(struct opass *p, struct routine *r, struct scope *s);

/* calls.c, objects.c, checks.c */
void opass_calls(struct opass *p, struct routine *r);
/* Is it a call of vfork? Its hooks (abi/hooks.def), for one call and for all of the module's. */
bool opass_is_vfork(LLVMValueRef inst);
void opass_vfork(struct opass *p, LLVMValueRef call);
void opass_vforks(struct opass *p);
/* Once all recorded code is instrumented: the runtime leads its calls of what is not the module's.
 */
void opass_dispatch(struct opass *p);
void opass_objects(struct opass *p, struct routine *r);
void opass_checks(struct opass *p, struct routine *r);
/* Code before `before` for one access by the activation whose frame is `frame`. */
void opass_check(struct opass *p, struct routine *r, LLVMValueRef frame, LLVMValueRef before,
                 const struct access *a);
/* Stamps [pointer, pointer + size) at an object's birth in scope `s`: as written by it (own), or
 * fresh. */
void opass_birth(struct opass *p, struct routine *r, struct scope *s, LLVMValueRef before,
                 LLVMValueRef pointer, uint64_t size, bool own);

/* compact.c: where the pass writes calls in place of code, and the functions that these call. */
void opass_compact_decide(struct opass *p, struct routine *r);
enum opass_piece { OPASS_AT_CALLS, OPASS_AT_BIRTHS, OPASS_AT_ACCESSES };
bool opass_is_compact(const struct routine *r, const struct scope *s, enum opass_piece at);
/* A call, in front of `before`, of the module's function for such pieces, which is made by `body`:
 * at the builder, which stands before `end`, in the function r->fn, whose two parameters are
 * `args`. `switches`: it may go over to another state, as __ordo_unwind does. */
typedef void (*opass_compact_body)(struct opass *p, struct routine *r, LLVMValueRef end,
                                   uint64_t size);
void opass_compact_call(struct opass *p, LLVMValueRef before, const char *kind, uint64_t size,
                        opass_compact_body body, LLVMValueRef *args, bool switches);
/* The same for the entry of a scope: `args` are the thread and the scope, r->thread is the former,
 * the result is the frame. */
bool opass_enters_compactly(const struct opass *p);
typedef LLVMValueRef (*opass_compact_entry_body)(struct opass *p, struct routine *r,
                                                 LLVMValueRef end);
LLVMValueRef opass_compact_entry(struct opass *p, LLVMValueRef before, const char *kind,
                                 opass_compact_entry_body body, LLVMValueRef *args);

/* `known`, or where it is NULL what the hook gives, in front of `at`; the call is unlikely. A PHI:
 * its second way in is the call's. */
LLVMValueRef opass_or_made(struct opass *p, LLVMValueRef known, LLVMValueRef at, enum hook hook,
                           LLVMValueRef *args, unsigned n);

/* Small conveniences over LLVM-C, all at the builder's position. */
LLVMValueRef opass_i64(struct opass *p, uint64_t v);
LLVMValueRef opass_i32(struct opass *p, uint32_t v);
LLVMValueRef opass_field(struct opass *p, LLVMValueRef base, int64_t offset);
LLVMValueRef opass_load(struct opass *p, LLVMTypeRef type, LLVMValueRef address); /* frame class */
void opass_store(struct opass *p, LLVMValueRef value, LLVMValueRef address);      /* frame class */
/* Of what only entries change: the stamp of a frame, the place of the shadow. */
LLVMValueRef opass_load_stable(struct opass *p, LLVMTypeRef type, LLVMValueRef address);
void opass_before(struct opass *p, LLVMValueRef inst);
/* The frame of the scope: for a folded routine that of its caller, loaded at the entry. */
LLVMValueRef opass_frame(struct opass *p, struct scope *s);

#endif
