/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * abi.h: what instrumented code and the runtime share.
 *
 * The compiler pass writes code against these layouts (by offsetof), the runtime
 * implements them, and nothing else includes this file but the raw-file reader,
 * which needs the layout of an open frame. Any change to a structure, a hook or a
 * meaning below is a new ORDO_ABI_VERSION; objects of different versions refuse to
 * link, because every object refers to ORDO_ABI_ANCHOR.
 *
 * The shape of an instrumented routine (see docs/engine.md for the reasons):
 *
 *   T = __ordo_self                       once per activation; cold: __ordo_begin()
 *   F = T->top + 1                        cold when F >= T->limit: F = __ordo_push(T)
 *   F->stamp = T->clock += T->tick        cold on overflow: F->stamp = __ordo_renumber(T)
 *   F->scope, rms = 0, cost_entry = T->cost, cost_below = 0, iterations = 0, links = 0
 *   T->top = F                            last, so that a killed process shows whole frames
 *   ...                                   T->cost += blocks executed, before every call and border
 *   __ordo_leave(T, F)
 *
 * A loop does the same at its border. Structure builds have hooks for both (__ordo_routine_enter
 * and those beside it). Accesses compare the cell's stamp, a 32-bit word at
 *   T->shadow_base + ((address & T->shadow_mask) >> 1)         (cells of 8 bytes)
 * with F->stamp:
 *   read   stamp >= F->stamp          hit, nothing to do
 *          stamp >= F[-1].stamp       the parent owns it: F->rms++, F[-1].rms--, stamp = F->stamp
 *          else                       __ordo_read_far(F, address, size, word)
 *   write  stamp == 0                 __ordo_write(F, address, size)
 *          else                       stamp = F->stamp
 * An access whose address is not a multiple of its size goes to the function as well.
 * Stamp 0 is "never seen by this thread", 1 (ORDO_STAMP_FRESH) "fresh object": an activation's
 * stamp is at least 2. With smaller cells the word is a bound, no cell of its 8 bytes is older, and
 * bit 0 of shadow_mask (ORDO_MASK_BOUNDS), which no address of a word depends on, is set: then a
 * read that does not hit, a write of less than 8 bytes and the birth of a fresh object go to the
 * functions. A thread whose recording is off, or that has no place for such words, has shadow_mask
 * 0, and its one word reads ~0 (off: everything hits) or 0 (every access calls).
 *
 * F->stamp changes when the runtime renumbers, which it does only inside __ordo_renumber: code
 * that keeps it in a register reloads it after every call and inner scope.
 */
#ifndef ORDO_ABI_H
#define ORDO_ABI_H

#include <stdint.h>

#define ORDO_ABI_VERSION 16

/* The one strong symbol an instrumented object needs: its name is the linker's error message. */
#define ORDO_ABI_ANCHOR ORDO_ABI_ANCHOR_OF(ORDO_ABI_VERSION)
#define ORDO_ABI_ANCHOR_OF(version) ORDO_ABI_ANCHOR_OF_(version)
#define ORDO_ABI_ANCHOR_OF_(version)                                                               \
    __ordo_abi_##version##__link_with_ordo_cc_or_add_the_flags_printed_by__ordo_cc_print_link_flags
/* What it holds: by these bytes a linked and stripped program is known to be instrumented. */
#define ORDO_ABI_MARK "instrumented for Ordo"
#define ORDO_STR_(x) #x
#define ORDO_STR(x) ORDO_STR_(x)

/* A client request by which the runtime finds out that Ordo's tool of Valgrind records the process:
 * it answers 1 ('O' and 'R' are the tool's two letters). */
#define ORDO_VALGRIND_REQUEST 0x4F520001u

#define ORDO_CELL_INLINE 8  /* the cell size, in bytes, that inline checks are written for */
#define ORDO_MASK_BOUNDS 1u /* bit of ordo_thread.shadow_mask: its words are bounds */
#define ORDO_STAMP_FRESH 1u /* stamp of a cell whose object has just begun its life */
#define ORDO_MAX_ARGS 8     /* integer arguments of a routine that are sizes; later ones are not */

enum ordo_scope_kind {
    ORDO_KIND_ROUTINE = 0,
    ORDO_KIND_LOOP = 1,
    ORDO_KIND_RECURSION = 2, /* never in a module's table: made at run time */
    ORDO_KIND_LIBRARY = 3,   /* a modelled or uncovered routine of a library: made at run time */
    ORDO_KIND_ROOT = 4,      /* the bottom frame of a thread */
};

enum ordo_scope_flag {
    ORDO_SCOPE_FOLDED = 1,    /* O(1) by construction: no frames, listed only */
    ORDO_SCOPE_RECURSIVE = 2, /* may be re-entered (a loop: its routine may): counted in T->nest */
    ORDO_SCOPE_IRREDUCIBLE = 4, /* a cycle that is not a natural loop: listed, not profiled */
    ORDO_SCOPE_DRMS = 8,        /* compiled with --drms */
    ORDO_SCOPE_COUNTED = 32,    /* compiled with --blocks=only: no activations, listed only */
    ORDO_SCOPE_CYCLE = 64, /* a routine that calls itself, by itself or over others of its group */
    ORDO_SCOPE_SAMPLED = 128,  /* compiled with --production: activations are those of samples */
    ORDO_SCOPE_BINARY = 16,    /* a routine of an unmodified binary: known by its address only */
    ORDO_SCOPE_RELATIVE = 256, /* until the module is registered (ordo_module): a module's pointers
                                  in its scopes, and names of its callees, are distances; a scope's
                                  address is */
    ORDO_SCOPE_REPETITIONS = 512, /* a routine compiled with --structure (ordo_unframed) */
    ORDO_SCOPE_MAY_CYCLE = 1024,  /* a routine that a call by address, of a type that the compiler
                                     sees, may enter again: structure builds */
};

/* One routine or loop as the source has it. Emitted by the pass, one array per object file;
 * read-only but for `id`. Strings are UTF-8, NUL-terminated, never NULL (possibly empty). */
struct ordo_scope {
    const char *name;           /* routine: source name; loop: "" */
    const char *linkage_name;   /* routine: linkage name; loop: its routine's */
    const char *file;           /* relative to the source root, or absolute outside of it */
    const char *arg_names;      /* the size arguments' names, joined by ',' */
    struct ordo_scope *parent;  /* lexically enclosing scope, NULL for a routine */
    struct ordo_scope *routine; /* the routine that a loop belongs to; itself for a routine */
    struct ordo_scope *group;   /* the first routine of its cycle in this object's call graph */
    void *address;              /* routine: its code, to tell covered callees; loop: NULL */
    void *recorded;        /* production builds, a routine that does not ask at its entry: the body
                              that recorded code enters in its place; else NULL */
    uint32_t line, column; /* 1-based; 0: unknown. Without line tables a loop's line is its
                              ordinal in the routine and its column 0 */
    uint32_t kind, flags;
    uint32_t n_args; /* size arguments, at most ORDO_MAX_ARGS */
    uint32_t id;     /* 0 until the runtime has registered the module; process-wide, dense from 1 */
};

/* A routine that this object calls and does not define. A modelled one (models.def) is called
 * through `target`, which starts as its wrapper; the runtime sets it to `address` when that is not
 * the routine that the wrapper stands for (a program may have a getline of its own). `state` is
 * the runtime's: 0 not yet looked at, 1 nothing to count (instrumented, or modelled), else counted.
 * In production builds others begin with no target, and get their recorded body.
 */
struct ordo_callee {
    const char *name; /* linkage name */
    void *address;
    void *target;
    uint32_t state;
    uint32_t modelled; /* its place in models.def, from 1: `target` began as the wrapper
                          __ordo_wrap_NAME; 0: not modelled */
};

/* Counted basic blocks (`ordo cc --blocks`). The thread's counter of block i of a module is
 *   T->counts[code.number][i]
 * and a routine that finds no array there gets one from __ordo_counts. With --blocks=only nothing
 * else is recorded, a thread-local variable of the module holds the array (NULL at first: it comes
 * from __ordo_counts_here), and its counters are those of edges. Every block counts on
 * entry, before anything of it is executed. */
#define ORDO_MAX_BLOCKS (1u << 17) /* of a module */
#define ORDO_MAX_CODES (1u << 15)  /* modules with counted blocks in a process */

enum ordo_block_flag {
    ORDO_BLOCK_COST = 1, /* counts one in T->cost; others hold a jump only, but on a line */
};

struct ordo_code_block {
    uint32_t routine;      /* index in the module's scopes */
    uint32_t ordinal;      /* among its routine's blocks as the front end emits them, from 0 */
    uint32_t file;         /* offset of the name in `files` */
    uint32_t line, column; /* of its first instruction that has a line; 0: none has */
    uint32_t flags;        /* ordo_block_flag */
};

/* A line that a block holds code of; sorted by block, each line of a block once. */
struct ordo_code_line {
    uint32_t block;
    uint32_t file; /* offset of the name in `files` */
    uint32_t line;
};

/* A way of control from one node of a module's flow to another (`ordo cc --blocks=only`). Node 0 is
 * the outside, node i + 1 is block i, and more follow, blocks that are not listed. What enters a
 * node leaves it. */
struct ordo_code_edge {
    uint32_t from, to;
    uint32_t counter; /* its index + 1; 0: not counted, it follows from the others */
};

struct ordo_code {
    uint32_t n_blocks, n_lines;
    uint32_t n_edges;    /* 0: counter i is block i's */
    uint32_t n_counters; /* a thread's */
    uint32_t files_bytes;
    uint32_t number; /* 0 until the runtime has registered the module; then from 1 */
    const struct ordo_code_block *blocks;
    const struct ordo_code_line *lines;
    const struct ordo_code_edge *edges;
    const char *files; /* names like ordo_scope.file, each ended by a NUL */
};

/* What `ordo cc --structure` builds tell of data structures (Zaparanuks and Hauswirth, Algorithmic
 * Profiling, section 2.3). Such builds have scopes and costs like others and no checks of accesses:
 * instead the hooks __ordo_link_*, __ordo_array_*, __ordo_object and __ordo_range_*.
 *
 * Reads, and writes of what is no link, call their hook while T->untold is 0 only: the runtime sets
 * it when such a hook was called in vain, and whenever an activation ends. The entry of a loop, and
 * of a routine that may be re-entered, sets it to 0.
 *
 * A link is a pointer member of a struct (C++: class) by which objects of the struct's cycle are
 * reached: the member's type leads, through pointers, arrays, embedded structs, unions and base
 * classes, back to the struct. Words are of 8 bytes; slot i of a type is the word at
 * first_link + 8 i. Types of different object files are one when name, size and slots are equal. */
enum ordo_type_flag {
    ORDO_TYPE_LINKED = 1,   /* has links: its objects are elements of a recursive structure */
    ORDO_TYPE_FLEXIBLE = 2, /* its last member is an array of links of unknown length */
    ORDO_TYPE_POINTER = 4,  /* elements of arrays: a pointer; `targets[0]` is what it leads to */
    ORDO_TYPE_PLAIN = 8,    /* a record without links, and without arrays but of bytes */
    ORDO_TYPE_LOOSE = 16,   /* a pointer in a record that is somewhere else: in an element or in an
                               array where the block is known to hold such records, else nowhere */
    ORDO_TYPE_STORAGE = 32, /* a record with bytes in it that objects of any type may live in */
};

/* Of a link's slot: whether the record is part of the type's is a guess. */
#define ORDO_SLOT_GUESSED (UINT64_C(1) << 63)

/* Of an object's size: memory for a number of records that only the program knows, if it is one. */
#define ORDO_SIZE_SEVERAL (UINT64_C(1) << 63)
/* Of an object's size: another routine gave the memory, which is for one record with links when it
 * is a block of its own of about that length. */
#define ORDO_SIZE_ELSEWHERE (UINT64_C(1) << 62)

struct ordo_type {
    const char *name;      /* as the source says it: "Node", "int", "Node *"; never NULL */
    uint32_t size;         /* bytes of one element, more than 0 */
    uint32_t flags;        /* ordo_type_flag */
    uint32_t first_link;   /* bytes */
    uint32_t n_slots;      /* words from the first link to the last one; 0: no links */
    const uint64_t *links; /* bit i % 64 of word i / 64: slot i is a link */
    const struct ordo_type *const *targets; /* by slot: what it leads to; NULL: not known. n_slots
                                               of them (pointers: one), or NULL: none is known */
    uint32_t id; /* 0 until the runtime has seen it; then process-wide, dense from 1 */
    uint32_t pad;
};

/* A variable with static storage that is an array, or is or holds structs with links. */
struct ordo_variable {
    const void *address;
    uint64_t size;
    const char *name;       /* of the variable */
    struct ordo_type *type; /* of its elements: arrays of arrays have the innermost */
};

/* The access of an array in scope `inner` is at an address that loop `outer`, which encloses it in
 * the routine, advances (indices of the module's scopes): the two belong together though the outer
 * loop may touch no array itself (the paper's section 4.1, its open problem). `inner` may be
 * `outer`. An argument that a call in `inner` passes counts as an access: then `callee` is the
 * called routine's index, else UINT32_MAX. Where `ends` is 1, `outer` advances nothing: what loop
 * `inner`, of this routine or another one, changes decides whether there is another iteration. */
struct ordo_advance {
    uint32_t outer, inner, callee, ends;
};

struct ordo_structure {
    uint32_t n_types, n_variables, n_advances, pad;
    struct ordo_type *types;
    const struct ordo_variable *variables;
    const struct ordo_advance *advances;
};

/* What `ordo cc --production` builds hold (docs/production.md). Every routine has two bodies: the
 * plain one, and a recorded one, which is instrumented like any build's and which loops of the
 * plain body, recursions and callees enter only while the calling thread records a sample.
 *
 * A gate is a loop, or a routine of a recursion called from outside of its cycle, whose executions
 * are sampled. The thread's gate g of a module is at `gates + g`, `gates` being a thread-local
 * variable of the module, which at first leads to an array of zeros that all threads share. In
 * front of every plain execution if (--gates[g].countdown < 0 && __ordo_sample(&gates, production,
 * g)) recorded body else plain body; loops: gates[g].iterations += bodies entered, at every exit
 * and where other modules, or calls by address, enter a plain routine that accesses memory or has a
 * gate, stands
 *   if (__ordo_sampling) recorded body
 * so that a sample reaches callees over object files, function pointers and libraries. */
struct ordo_gate {
    uint64_t iterations; /* bodies entered in plain executions (loops), as its flags say */
    int32_t countdown; /* plain executions left before the next one that __ordo_sample decides on */
    uint32_t interval; /* what the runtime last set it to */
    uint64_t executions; /* the runtime's: plain executions before it was last set. All of them:
                            executions + interval - countdown */
    uint64_t before;     /* the runtime's: iterations that another raw file has (fork, rotation) */
};

enum ordo_gate_flag {
    ORDO_GATE_OUTER = 1,   /* the loop contains, or calls routines that contain, other gates */
    ORDO_GATE_REPEATS = 2, /* `iterations` is without the first body of each execution, which
                              nothing comes before */
};

struct ordo_gate_info {
    int32_t scope;  /* the distance in bytes, from here, of a loop's scope, or of the routine's that
                       enters a recursion. Copies of one loop (inlined routines) have gates of their
                       own */
    uint32_t flags; /* ordo_gate_flag */
};

/* Code for executables (-fPIE, or neither that nor -fPIC) reaches its gates, and what
 * __ordo_sampling says, by the segment register GS, which Linux leaves to programs and hardly any
 * program uses: so counting is one instruction and takes no register. It addresses the executable's
 * section "ordo_gates", where the gates of each module stand behind a head; GS is the distance from
 * there to the calling thread's copy of the section, which is part of the raw file. At first it is
 * 0: the section itself holds zeros that all threads share. Other code finds its gates by the
 * thread-local variable alone. */
struct ordo_gates_head { /* raw.def: gates */
    uint32_t kind, thread;
    uint64_t size; /* with the gates, in bytes: a multiple of 64 */
    uint32_t number, n_gates;
    uint64_t sampling; /* of the section's one head that has no gates: what __ordo_sampling says */
    uint64_t pad[4];
};

static inline struct ordo_scope *ordo_gate_scope(const struct ordo_gate_info *g) {
    return (struct ordo_scope *)((uintptr_t)g + (uintptr_t)(intptr_t)g->scope);
}

struct ordo_production {
    uint32_t n_gates;
    uint32_t number; /* 0 until the runtime has registered the module; then from 1 */
    const struct ordo_gate_info *gates;
    struct ordo_gates_head *own; /* in the executable's section; NULL: not reached by GS */
    char *section, *section_end;
    struct ordo_gates_head *sampling;
};

/* Pointers of production builds' tables are stored as distances from the pointer itself, 0 for
 * NULL, so that programs that are not recorded need not relocate them; whoever registers the module
 * makes them pointers (relative_tables.h). */
struct ordo_module {
    uint32_t abi_version;
    uint32_t n_scopes, n_callees;
    uint32_t flags; /* those of scopes that concern the whole object: ORDO_SCOPE_DRMS, _RELATIVE */
    struct ordo_scope *scopes;
    struct ordo_callee *callees;
    const char *source_root;            /* absolute; files are relative to it */
    const char *unit;                   /* the translation unit's main file */
    struct ordo_code *code;             /* its counted blocks; NULL: compiled without --blocks */
    struct ordo_structure *structure;   /* NULL: compiled without --structure */
    struct ordo_production *production; /* NULL: compiled without --production */
};

/* One open activation. Two cache lines; the second is touched only by routines with arguments. */
struct ordo_frame {
    uint32_t stamp; /* entry time on the thread's clock */
    uint32_t flags; /* the runtime's */
    struct ordo_scope *scope;
    int64_t rms;         /* partial read memory size (aprof, section 4.2): cells */
    uint64_t cost_entry; /* T->cost at entry: blocks */
    uint64_t cost_below; /* blocks of finished direct children, library routines included */
    uint64_t iterations; /* loops: bodies entered, up to date at every call and at the exit */
    uint32_t context;    /* calling context node + 1; 0: not looked up yet */
    uint32_t children;   /* start of this activation's child records + 1; 0: none yet */
    uint32_t depth_level, depth_saved; /* recursion: the group's level and deepest at entry */
    int64_t args[ORDO_MAX_ARGS];       /* values of the size arguments at entry */
};

/* Nesting of a scope that may be re-entered, by scope id. On entry of a routine R of group G
 *   nest[R].open++
 *   F->depth_level = nest[G].level++, F->depth_saved = nest[G].deepest, nest[G].deepest =
 * F->depth_level and of a loop L, nest[L].open++. The exit is __ordo_leave's. */
struct ordo_nest {
    uint32_t open;     /* activations of the scope */
    uint32_t level;    /* of a group's first routine: open activations of the group */
    uint32_t deepest;  /* likewise: level of the deepest one of the current chain */
    uint32_t recurred; /* likewise; the runtime's */
};
#define ORDO_MAX_SCOPES (1u << 20) /* ids are below it */

/* Routines of structure builds have frames where the compiler takes them for recursions, or where
 * something is told of them. Others may recur over other modules; what they do is their caller's
 * activation's, unless T->unframed[id] says at their entry that they are entered again. It does so
 * from then on, or when an exception or a longjmp left an activation without a frame, which
 * costs a frame and means nothing. Entry:
 *   again = T->unframed[id] != 0
 *   T->unframed[id] = again ? ORDO_UNFRAMED_OPEN | ORDO_UNFRAMED_NEVER : ORDO_UNFRAMED_OPEN
 * and a frame when `again`, or when T->top is the root. Those that a call by address may enter
 * again (ORDO_SCOPE_MAY_CYCLE) have frames the other way about, until the runtime says that so many
 * activations did not recur that they need none:
 *   again = T->unframed[id] != ORDO_UNFRAMED_TRIED
 *   T->unframed[id] = !again           ? ORDO_UNFRAMED_TRIED | ORDO_UNFRAMED_OPEN
 *                     : T->unframed[id] ? ORDO_UNFRAMED_NEVER
 *                                       : 0
 * Exit of both:
 *   T->unframed[id] &= ORDO_UNFRAMED_NEVER | ORDO_UNFRAMED_TRIED
 */
enum ordo_unframed {
    ORDO_UNFRAMED_OPEN = 1,  /* an activation is open that has no frame */
    ORDO_UNFRAMED_NEVER = 2, /* it was entered while one was: activations have frames */
    ORDO_UNFRAMED_TRIED = 4, /* the runtime's: activations of a routine that may recur have none */
};
#define ORDO_ROOT_ALIGN 4096 /* divides the address of a thread's root frame; of few others */

/* The part of a thread's state that instrumented code touches. The runtime's own follows it. */
struct ordo_thread {
    struct ordo_frame *top;   /* innermost open activation; the root frame when there is none */
    struct ordo_frame *limit; /* a push at or past it goes through __ordo_push */
    uintptr_t shadow_base;
    uintptr_t shadow_mask;
    uint64_t cost;          /* blocks executed by this thread, as far as flushed */
    uint32_t clock;         /* stamp of the latest activation */
    uint32_t tick;          /* 1; 0 while recording is off, so that the clock stands still */
    struct ordo_nest *nest; /* ORDO_MAX_SCOPES of them; one while ids are 0 */
    uint64_t **counts;      /* by ordo_code.number: counters of blocks, or NULL */
    uint32_t untold;        /* structure builds: not 0 while `top` tells nobody what it accesses */
    uint32_t pad;
    uint8_t *unframed; /* structure builds: ordo_unframed, by scope id */
};

#define ORDO_HOOK(ret, name, params) extern ret name params;
#ifdef __clang__
#define ORDO_PRESERVE_MOST __attribute__((preserve_most))
#else
#define ORDO_PRESERVE_MOST
#endif
#define ORDO_HOOK_PM(ret, name, params) extern ORDO_PRESERVE_MOST ret name params;
#include "hooks.def"

extern __thread struct ordo_thread *__ordo_self __attribute__((tls_model("initial-exec")));

/* Production builds: not 0 while the calling thread records a sample. */
extern __thread uint32_t __ordo_sampling __attribute__((tls_model("initial-exec")));

#endif
