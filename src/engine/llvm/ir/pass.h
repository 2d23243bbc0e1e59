/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * pass.h: the pass's own data, from the module down to one access.
 *
 * A module is processed as follows. collect.c reads every routine into a struct routine and changes
 * nothing. callgraph.c decides which routines are folded and which may recur. The emitters
 * (borders.c, calls.c, checks.c, objects.c, blocks.c) insert the instrumentation. describe.c writes
 * the tables. All memory is freed when the module is done (opass_alloc).
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
    int loop;                /* its number in the routine's cfg; -1: the routine itself */
    LLVMValueRef frame;      /* the open activation's frame, once emitted */
    LLVMValueRef iterations; /* loop: the alloca that counts them; NULL: the frame counts them */
    char *name, *linkage_name, *file, *arg_names;
    unsigned line, column, n_args;
    struct run *runs; /* structure builds (runs.c) */
    unsigned n_runs;
    bool reports_each; /* structure builds: accesses in it are reported one by one, so its frame's
                          iterations must be up to date all the time */
};

/* One load or store, or a range moved by an intrinsic. */
struct access {
    LLVMValueRef inst, pointer;
    LLVMValueRef length; /* of a range, if known only at run time; then size is 0 */
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
    bool vforks; /* then returns_twice is set as well */
    struct scope *scope;
    struct dtype *node; /* structure builds: the type that it allocates memory for, or NULL */
};

/* The point at which a local variable's life begins: a lifetime marker or a dynamic alloca. */
struct birth {
    LLVMValueRef inst;
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
    struct dtype *type;       /* structure builds: of its elements; NULL: it is not reported */
    bool unobserved;          /* its birth needs no stamps, because no check would see them */
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
    /* structure builds (structure.h); bit k of a set stands for parameter k */
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
    uint64_t bytes;
    char *name;
    struct dtype *type;
    LLVMValueRef address_of; /* thread-local: the intrinsic that returns its address */
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
    struct code *code;          /* counted blocks (blocks.c); NULL: not requested */
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
    /* production builds (production_steps.c) */
    bool recorded;         /* this is the late part, and p->routines are recorded versions */
    unsigned *scope_flags; /* late part: flags of the module's scopes, by index */
    bool *grows;           /* late part, by scope: the loop may have more than a few iterations */
    LLVMValueRef *entries; /* late part, by scope: the routine, if its plain version is another
                              function, or NULL */
    LLVMValueRef *recorded_versions;  /* late part, by scope: the recorded version that was made at
                                       the start of the pipeline, or NULL */
    LLVMValueRef *plain_versions;     /* late part, by scope: plain versions of the same routines */
    struct ptrmap is_recorded;        /* recorded functions */
    LLVMValueRef sampling;            /* __ordo_sampling */
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
    LLVMValueRef production_table;
    void *memory; /* list of all allocations */
};

/* Returns zeroed memory, which is freed when the module is done. Never NULL. */
void *opass_alloc(struct opass *p, size_t bytes);
/* Returns a copy of the text in such memory. */
char *opass_text(struct opass *p, const char *text);
/* Appends an element to an array, which grows as needed. Returns the new element, zeroed. */
#define OPASS_PUSH(p, array, n)                                                                    \
    ((array) = opass_grow((p), (array), (n), sizeof *(array)), &(array)[(n)++])
void *opass_grow(struct opass *p, void *array, unsigned n, size_t element);
/* Frees all of it. */
void opass_free(struct opass *p);

/* pass.c: inserts all of a collected routine's instrumentation. */
void opass_instrument(struct opass *p, struct routine *r);
bool opass_starts_with(const char *text, const char *prefix);
/* Aligns the module's global variables so that each starts on a cell of its own. */
void opass_align_globals(struct opass *p);

/* hooks.c */
void opass_hooks_declare(struct opass *p);
void opass_hooks_drop_unused(struct opass *p); /* last of all */
/* Builds a call of the hook at the builder. Returns the call. */
LLVMValueRef opass_call(struct opass *p, enum hook hook, LLVMValueRef *args, unsigned n);
/* Returns the module's jump to the hook, for code that must be small. */
LLVMValueRef opass_near(struct opass *p, enum hook hook);

/* early_code.c: marks code that runs before the program is ready for Ordo's code. First of all. */
void opass_find_early(struct opass *p);
/* Must the function stay without Ordo's code, because it is so marked or naked? */
bool opass_stays(LLVMValueRef fn);

/* collect.c: fills p->routines and p->callees. Changes the module's code only by the normalisation
 * that defines the access stream (promotion, alignment of objects). */
void opass_collect(struct opass *p);
/* Returns the index of an external function in the callee table; adds it if it is new. */
int opass_callee_index(struct opass *p, LLVMValueRef fn);

/* Production builds: collects recorded versions, whose functions and scopes are given. */
void opass_collect_recorded(struct opass *p);

/* models.c: what is known about a library routine. */
enum model {
    MODEL_NOTHING,  /* nothing: its calls are counted as uncovered */
    MODEL_WRAPPED,  /* has a wrapper */
    MODEL_QUIET,    /* has a wrapper, calls no code of the program, returns to its caller */
    MODEL_UNIT,     /* O(1), accesses no memory of the program: the call stays as it is */
    MODEL_LANGUAGE, /* the language's runtime, or handled by the pass itself: the call stays */
};
enum model opass_model(const char *name);
/* Returns the routine's number in models.def, from 0; the number of models if it is not there. */
unsigned opass_model_number(const char *name);
/* Does a call of it return exactly once, whatever signals and threads do? */
bool opass_model_returns(const char *name);
/* Returns the declaration of the routine's wrapper. */
LLVMValueRef opass_wrapper(struct opass *p, const char *name, LLVMTypeRef type);
/* Is it a routine of the C library that has a model? */
bool opass_models_known(const char *name);
/* Gives each function that the module defines under a modelled name the wrapper's name as well. */
void opass_models_own(struct opass *p);
/* Replaces modelled functions by their wrappers where their address is taken. */
void opass_models_replace(struct opass *p);
/* Replaces routines by their wrappers everywhere if the wrapper keeps the runtime's own state
 * right, whether anything is recorded or not: routines of the process (its end, its rights) and,
 * unless `of_process_only`, of signals, threads and contexts. */
void opass_models_keep_state(struct opass *p, bool of_process_only);

/* elide.c: marks accesses that need no check, because an earlier access made it superfluous. */
void opass_elide(struct opass *p, struct routine *r);

/* dead_ends.c: finds the routines that never return. */
void opass_dead_ends(struct opass *p);

/* callgraph.c: folding and recursion groups. */
void opass_callgraph(struct opass *p);
/* Marks, by number of the routine, all routines that a marked routine calls, directly or through
 * others. `backwards`: all routines that call a marked one. */
void opass_calls_spread(struct opass *p, bool *marked, bool backwards);
/* Is the routine used in the module except in direct calls? */
bool opass_address_taken(LLVMValueRef fn);
/* Does the call return exactly once, whatever happens in it? False if c is NULL. */
bool opass_call_returns(const struct call *c);

/* production_steps.c: scopes and tags at the start of the pipeline; recorded versions and gates
 * late. */
void opass_production_begin(struct opass *p);
void opass_production_end(struct opass *p);

/* Notes that recorded code calls a plain routine that has no recorded version. Like the call of
 * such a library routine, this makes the sample incomplete. */
void opass_unrecorded(struct opass *p, LLVMValueRef fn);

struct gates;

/* recursion_versions.c: versions of a routine that are separate functions, and the routine itself,
 * which chooses one. Returns the index of the scope if `fn` is that version, otherwise -1. */
enum opass_version { OPASS_PLAIN, OPASS_RECORDED, OPASS_ENTRY };
int opass_version_of(LLVMValueRef fn, enum opass_version version);
/* Marks a function as that version of the routine whose scope has the index. */
void opass_mark_version(struct opass *p, LLVMValueRef fn, enum opass_version version,
                        unsigned index);
/* At the start of the pipeline, after collecting and marking: splits the routines of cycles. */
void opass_split_recursions(struct opass *p);
/* Makes the call, or invoke, one of `fn`, which has the same type. */
void opass_call_instead(LLVMValueRef call, LLVMValueRef fn);
/* recursion_gates.c, late: inserts gates at the marks where plain code enters recursions. */
#define OPASS_RECURSION_MARK "__ordo_recursion_entered"
void opass_gate_recursions(struct opass *p, struct gates *g);
/* Late: makes calls of recorded code within a cycle call the recorded version while a sample is
 * being recorded, otherwise the plain version. */
void opass_choose_within(struct opass *p, LLVMValueRef fn);

/* callee_copies.c. At the start of the pipeline, makes the recorded versions (or NULL) that exist
 * already call copies of static routines. Late, replaces copies that are not needed by the
 * routines. */
void opass_copy_callees(struct opass *p, LLVMValueRef *recorded, unsigned n_recorded);
void opass_drop_copies(struct opass *p);
bool opass_is_copy(LLVMValueRef fn);

/* focus.c: may the loop or recursion have a gate? */
bool opass_in_focus(const struct opass *p, const struct scope *s);

/* gates.c: checks in plain code, in front of a routine's loops and at its entry. */
struct gates *opass_gates_new(struct opass *p);
/* Makes a gate for the loop, which has a separate recorded version. The last argument is the number
 * of iterations, from shim_iterations_entered. */
void opass_gate_loop(struct opass *p, struct gates *g, struct shim_versions *b, unsigned loop,
                     LLVMValueRef iterations);
/* In recorded code, in front of `at`: computes whether a sample is being recorded. */
LLVMValueRef opass_is_sampling(struct opass *p, LLVMValueRef at);
/* Returns the address, relative to GS, of the word that says so. For executables only. */
LLVMValueRef opass_sampling_by_segment(struct opass *p);
/* In plain code: makes the routine of `at` continue in its recorded version while a sample is being
 * recorded. */
void opass_enter_recorded(struct opass *p, LLVMValueRef recorded, LLVMValueRef at);

/* direct_calls.c: can callers in recorded code choose the recorded version themselves? If so, they
 * do: callers in the module by name, once all of them are instrumented (opass_call_recorded); other
 * callers through the runtime (found_versions). */
bool opass_enter_by_callers(struct opass *p, LLVMValueRef fn, LLVMValueRef recorded);
/* Notes that recorded code calls `recorded` in place of `plain`. opass_ask_when_recorded then makes
 * `recorded` check at its start whether a sample is being recorded, once all of it is instrumented.
 */
void opass_goes_on_in(struct opass *p, LLVMValueRef recorded, LLVMValueRef plain);
void opass_ask_when_recorded(struct opass *p, LLVMValueRef recorded);
/* Is the routine local to the module, and used only in calls by name? */
bool opass_only_called(LLVMValueRef fn);
void opass_call_recorded(struct opass *p, LLVMValueRef fn);
/* Makes a gate for calls of the scope's recursion and returns its number. The gate is used at
 * several places. The other functions return an i1, computed in front of `at`. is_due: counts the
 * execution down; must the runtime be asked? takes: asks the runtime; is this execution recorded?
 * asks: counts down and asks the runtime if due; is this execution recorded? */
unsigned opass_gate_calls(struct opass *p, struct gates *g, unsigned scope);
LLVMValueRef opass_gate_is_due(struct opass *p, struct gates *g, unsigned gate, LLVMValueRef at);
LLVMValueRef opass_gate_takes(struct opass *p, struct gates *g, unsigned gate, LLVMValueRef at);
LLVMValueRef opass_gate_asks(struct opass *p, struct gates *g, unsigned gate, LLVMValueRef at);
/* Ends samples that an exception or a longjmp left, at the places where plain code continues after
 * it. Returns false if there is no such place. */
bool opass_sample_left(struct opass *p, LLVMValueRef fn);
/* Defines the module's tables of gates. */
void opass_gates_define(struct opass *p, struct gates *g);

/* describe.c */
void opass_place_scopes(struct opass *p, struct routine *r); /* names, files, lines */
void opass_tables_declare(struct opass *p);
void opass_tables_define(struct opass *p);
void opass_callee_table_declare(struct opass *p);
void opass_scope_table_define(struct opass *p);
void opass_module_define(struct opass *p); /* everything except the scopes */
LLVMValueRef opass_scope_address(struct opass *p, struct scope *s);
LLVMValueRef opass_scope_field(struct opass *p, unsigned scope, unsigned field);
/* Returns the constant `to` - `from` (i64), for tables that are read-only or seldom needed. */
LLVMValueRef opass_distance(struct opass *p, LLVMValueRef from, LLVMValueRef to);
LLVMValueRef opass_callee_field(struct opass *p, int index, unsigned field);

/* Returns the path relative to the source root if it is below that, otherwise the path itself. */
const char *opass_relative(struct opass *p, const char *path);
/* Writes the relative path of the translation unit's main file. */
void opass_unit_file(struct opass *p, char *out, size_t size);
/* Returns a private constant string. */
LLVMValueRef opass_name(struct opass *p, const char *name);
/* Is it a local symbol in a linker group, such as the initialisation of an inline variable? Of the
 * groups of several object files the linker keeps one, so nothing outside of the group may refer to
 * the symbol. */
bool opass_may_be_dropped(LLVMValueRef symbol);
/* Returns a private constant. */
LLVMValueRef opass_constant(struct opass *p, LLVMValueRef data, const char *name);

/* blocks.c: execution counts of basic blocks, if options.blocks is set. */
void opass_code_collect(struct opass *p); /* lines, while every statement still has code */
void opass_code_count(struct opass *p, struct routine *r);
LLVMValueRef opass_code_define(struct opass *p); /* the module's struct ordo_code, or NULL */

/* A block of the front end, or the part of one that begins after a call. */
struct part {
    struct block *block;
    LLVMValueRef begin; /* the instruction before which it would be counted */
    unsigned node;      /* its number in the module's flow, from 1 */
    bool entry;         /* it is the entry of its routine */
    bool leaks;         /* control may leave it, or come back to it, through a call */
};

/* edges.c: places counters on as few edges of the control flow as possible, if options.counts_only
 * is set. Appends to the module's edges and marks the places of the counters (blocks.c). */
void opass_edges_count(struct opass *p, struct routine *r, struct part *parts, unsigned n);
/* blocks.c: adds an edge of the flow between two nodes; node 0 is the outside. If `counted`, the
 * edge has the next counter that opass_code_mark places. */
void opass_code_edge(struct opass *p, unsigned from, unsigned to, bool counted);
/* blocks.c: marks the place of the next counter, at the builder. */
void opass_code_mark(struct opass *p);
/* blocks.c: adds one to the counter at that address, at the builder. */
void opass_add_one(struct opass *p, LLVMValueRef at);

/* late_counters.c, if options.counts_only is set: inserts a mark at the builder, which later
 * becomes the counter. `table` is the module's __ordo_code. */
void opass_mark_counter(struct opass *p, LLVMValueRef table, unsigned counter);
/* Notes that the routine may be called from outside of the module, or by its address. */
void opass_mark_entered(struct opass *p, LLVMValueRef fn);
/* Turns the marks into counters. Needs only the module, the builder, types and hooks of p. */
void opass_make_counters(struct opass *p);

/* Returns the number of the innermost loop that contains the block; -1: none. Also for blocks that
 * the pass made. */
int opass_loop_of(struct routine *r, LLVMBasicBlockRef b);
/* Is the block in the loop, or in a loop inside of it? */
bool opass_in_loop(struct routine *r, LLVMBasicBlockRef b, int loop);
/* Returns the predecessors of a block, each once. */
LLVMBasicBlockRef *opass_predecessors(struct opass *p, LLVMBasicBlockRef b, unsigned *n);

/* borders.c: entry, exits, loops, blocks. Returns the branch that decides before each iteration
 * whether it takes place, or NULL if the loop has none in the source. */
LLVMValueRef opass_loop_condition(struct opass *p, struct routine *r, struct scope *s);
void opass_borders(struct opass *p, struct routine *r);
void opass_entry(struct opass *p, struct routine *r);
/* field_addresses.c: computes the address of each field of `base`, an instruction, only once, right
 * after `base`. */
void opass_share_addresses(struct opass *p, LLVMValueRef base);
/* Adds the blocks counted so far to T->cost. */
void opass_flush(struct opass *p, struct routine *r);

/* Makes a variable of the instrumentation, an i64 that will be promoted, before `at`. To be called
 * before opass_borders is done. The caller must initialise the variable where its scope begins, and
 * only there: the work of promotion grows with the number of blocks after a variable's first store.
 */
LLVMValueRef opass_slot_make(struct opass *p, struct routine *r, LLVMValueRef at);
/* Loads and stores the variable, at the builder. */
LLVMValueRef opass_slot_get(struct opass *p, struct routine *r, LLVMValueRef slot);
void opass_slot_set(struct opass *p, struct routine *r, LLVMValueRef slot, LLVMValueRef v);
/* Returns the iterations of the loop so far, at the builder. The second function stores them in the
 * frame, if they are in a register. */
LLVMValueRef opass_iterations(struct opass *p, struct routine *r, struct scope *s);
void opass_iterations_store(struct opass *p, struct routine *r, struct scope *s);

/* calls.c, objects.c, checks.c */
void opass_calls(struct opass *p, struct routine *r);
/* Is it a call of vfork? The others insert its hooks (abi/hooks.def): for one call, for all calls
 * of the module. */
bool opass_is_vfork(LLVMValueRef inst);
void opass_vfork(struct opass *p, LLVMValueRef call);
void opass_vforks(struct opass *p);
/* Makes recorded code call routines outside of the module through the runtime. To be called once
 * all recorded code is instrumented. */
void opass_dispatch(struct opass *p);
void opass_objects(struct opass *p, struct routine *r);
void opass_checks(struct opass *p, struct routine *r);
/* Inserts the check of one access, by the activation whose frame is `frame`, before `before`. */
void opass_check(struct opass *p, struct routine *r, LLVMValueRef frame, LLVMValueRef before,
                 const struct access *a);
/* Stamps [pointer, pointer + size) at an object's birth in scope `s`: as written by `s` (own), or
 * as fresh. */
void opass_birth(struct opass *p, struct routine *r, struct scope *s, LLVMValueRef before,
                 LLVMValueRef pointer, uint64_t size, bool own);

/* compact.c: decides where the pass inserts calls in place of code, and makes the functions that
 * these call. */
void opass_compact_decide(struct opass *p, struct routine *r);
enum opass_piece { OPASS_AT_CALLS, OPASS_AT_BIRTHS, OPASS_AT_ACCESSES };
bool opass_is_compact(const struct routine *r, const struct scope *s, enum opass_piece at);
/* Inserts, before `before`, a call of the module's function for pieces of this kind and size. If
 * the function is new, `body` writes its code before `end`: r->fn is the function, whose two
 * parameters are `args`. `switches`: it may switch to another thread state, as __ordo_unwind does.
 */
typedef void (*opass_compact_body)(struct opass *p, struct routine *r, LLVMValueRef end,
                                   uint64_t size);
void opass_compact_call(struct opass *p, LLVMValueRef before, const char *kind, uint64_t size,
                        opass_compact_body body, LLVMValueRef *args, bool switches);
/* The same for the entry of a scope. `args` are the thread and the scope; r->thread is the thread.
 * Returns the frame. */
bool opass_enters_compactly(const struct opass *p);
typedef LLVMValueRef (*opass_compact_entry_body)(struct opass *p, struct routine *r,
                                                 LLVMValueRef end);
LLVMValueRef opass_compact_entry(struct opass *p, LLVMValueRef before, const char *kind,
                                 opass_compact_entry_body body, LLVMValueRef *args);

/* Computes, in front of `at`, `known` or, if that is NULL, the result of the hook, whose call is
 * marked unlikely. Returns a PHI, whose second incoming value is the call. */
LLVMValueRef opass_or_made(struct opass *p, LLVMValueRef known, LLVMValueRef at, enum hook hook,
                           LLVMValueRef *args, unsigned n);

/* Shorthands over LLVM-C, all at the builder's position. */
LLVMValueRef opass_i64(struct opass *p, uint64_t v);
LLVMValueRef opass_i32(struct opass *p, uint32_t v);
LLVMValueRef opass_field(struct opass *p, LLVMValueRef base, int64_t offset);
LLVMValueRef opass_load(struct opass *p, LLVMTypeRef type, LLVMValueRef address); /* frame class */
void opass_store(struct opass *p, LLVMValueRef value, LLVMValueRef address);      /* frame class */
/* Loads a value that only entries change: a frame's stamp, the address of the shadow memory. */
LLVMValueRef opass_load_stable(struct opass *p, LLVMTypeRef type, LLVMValueRef address);
/* Moves the builder before the instruction, and takes the instruction's source location. */
void opass_before(struct opass *p, LLVMValueRef inst);
/* Returns the frame of the scope. For a folded routine it is the caller's, loaded at the entry. */
LLVMValueRef opass_frame(struct opass *p, struct scope *s);

#endif
