/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * abi.h: the contract between instrumented code and the runtime.
 *
 * The compiler pass generates code against these layouts (by offsetof), and the runtime implements
 * them. The tables of an instrumented object are in tables.def. The only other user of this file is
 * the raw-file reader, which needs the layout of an open frame. Any change to a structure, a hook
 * or a meaning below requires a new ORDO_ABI_VERSION. Objects of different versions do not link,
 * because every object refers to ORDO_ABI_ANCHOR.
 *
 * An instrumented routine does the following (docs/engine.md gives the reasons). T is the thread's
 * state, F the activation's frame; "cold" is the unlikely path.
 *
 *   T = __ordo_self                       once per activation; cold if NULL: T = __ordo_begin()
 *   F = T->top + 1                        cold if F >= T->limit: F = __ordo_push(T)
 *   F->stamp = T->clock += T->tick        cold on overflow: F->stamp = __ordo_renumber(T)
 *   F->scope = the scope, F->cost_entry = T->cost; flags, rms, cost_below, iterations, context and
 *     children = 0
 *   T->top = F                            last, so that a killed process leaves complete frames
 *   ...                                   T->cost += blocks executed, before every call and border
 *   __ordo_leave(T, F)
 *
 * A loop does the same at its border. Structure builds call hooks instead (__ordo_routine_enter,
 * __ordo_loop_enter, __ordo_routine_leave, __ordo_loop_leave).
 *
 * An access compares the cell's stamp, a 32-bit word at
 *   T->shadow_base + ((address & T->shadow_mask) >> 1)         (cells of 8 bytes)
 * with F->stamp:
 *   read   stamp >= F->stamp          hit: nothing to do
 *          stamp >= F[-1].stamp       the parent owns it: F->rms++, F[-1].rms--, stamp = F->stamp
 *          otherwise                  __ordo_read_far(F, address, size, word)
 *   write  stamp == 0                 __ordo_write(F, address, size)
 *          otherwise                  stamp = F->stamp
 * If the address is not a multiple of the access's size, __ordo_read_far or __ordo_write is called
 * as well.
 *
 * Stamp 0 means "never accessed by this thread", and 1 (ORDO_STAMP_FRESH) "fresh object". An
 * activation's stamp is at least 2.
 *
 * If cells are smaller than 8 bytes, the word is a lower bound of the stamps of the cells in its 8
 * bytes. Bit 0 of shadow_mask (ORDO_MASK_BOUNDS) is then set; it has no effect on the address of a
 * word. In this case the functions are called for a read that does not hit, a write of less than 8
 * bytes and the birth of a fresh object.
 *
 * If a thread's recording is off, or if it has no memory for such words, its shadow_mask is 0. The
 * one word that is left reads ~0 if recording is off (everything hits), otherwise 0 (every access
 * calls the function).
 *
 * F->stamp changes only when the runtime renumbers stamps, which it does only in __ordo_renumber.
 * Code that keeps the stamp in a register reloads it after every call and inner scope.
 */
#ifndef ORDO_ABI_H
#define ORDO_ABI_H

#include <stdint.h>

#define ORDO_ABI_VERSION 26

/* The only strong symbol that an instrumented object needs. Its name is what the linker's error
 * message shows if the runtime is missing. */
#define ORDO_ABI_ANCHOR ORDO_ABI_ANCHOR_OF(ORDO_ABI_VERSION)
#define ORDO_ABI_ANCHOR_OF(version) ORDO_ABI_ANCHOR_OF_(version)
#define ORDO_ABI_ANCHOR_OF_(version)                                                               \
    __ordo_abi_##version##__link_with_ordo_cc_or_add_the_flags_printed_by__ordo_cc_print_link_flags
/* The symbol's contents: these bytes identify a linked and stripped program as instrumented. */
#define ORDO_ABI_MARK "instrumented for Ordo"
#define ORDO_STR_(x) #x
#define ORDO_STR(x) ORDO_STR_(x)

/* A Valgrind client request. Ordo's Valgrind tool answers 1, which tells the runtime that the tool
 * is recording the process. The first two bytes, 'O' and 'R', identify the tool. */
#define ORDO_VALGRIND_REQUEST 0x4F520001u

#define ORDO_CELL_INLINE 8  /* bytes of a cell, as inline checks assume it */
#define ORDO_MASK_BOUNDS 1u /* bit of ordo_thread.shadow_mask: shadow words are bounds */
#define ORDO_STAMP_FRESH 1u /* stamp of a cell of an object whose life has just begun */
#define ORDO_MAX_ARGS 8     /* the first so many integer arguments of a routine are sizes */

enum ordo_scope_kind {
    ORDO_KIND_ROUTINE = 0,
    ORDO_KIND_LOOP = 1,
    ORDO_KIND_RECURSION = 2, /* created at run time; never in a module's table */
    ORDO_KIND_LIBRARY = 3,   /* a library routine, modelled or not covered: created at run time */
    ORDO_KIND_ROOT = 4,      /* the bottom frame of a thread */
};

enum ordo_scope_flag {
    ORDO_SCOPE_FOLDED = 1,      /* O(1) by construction: has no frames, is only listed */
    ORDO_SCOPE_RECURSIVE = 2,   /* this routine, or this loop's routine, may be re-entered: its
                                   activations are counted in T->nest */
    ORDO_SCOPE_IRREDUCIBLE = 4, /* a cycle that is not a natural loop: listed, not profiled */
    ORDO_SCOPE_DRMS = 8,        /* compiled with --drms */
    ORDO_SCOPE_COUNTED = 32,    /* compiled with --blocks=only: no activations, only listed */
    ORDO_SCOPE_CYCLE = 64,     /* structure builds: a routine that calls itself, directly or through
                                  other routines of its group */
    ORDO_SCOPE_SAMPLED = 128,  /* compiled with --production: only activations in samples */
    ORDO_SCOPE_BINARY = 16,    /* a routine of an unmodified binary: identified by its address */
    ORDO_SCOPE_RELATIVE = 256, /* set until the module is registered (ordo_module). Of a module: the
                                  pointers in its scopes and its callees' names are distances; of a
                                  scope: so is its address */
    ORDO_SCOPE_REPETITIONS = 512, /* a routine compiled with --structure (ordo_unframed) */
    ORDO_SCOPE_MAY_CYCLE = 1024,  /* structure builds: a routine that may be re-entered through a
                                     call by address, judging by the type of the call */
};

/* Counted basic blocks (`ordo cc --blocks`). The thread's counter of block i of a module is
 *   T->counts[code.number][i]
 * A routine that finds no array there gets one from __ordo_counts. Every block is counted when it
 * is entered, before any of it is executed.
 *
 * With --blocks=only nothing else is recorded, and the counters are those of edges. The array is
 * then in a thread-local variable of the module, which is NULL until __ordo_counts_here has
 * returned the array. */
#define ORDO_MAX_BLOCKS (1u << 17) /* of a module */
#define ORDO_MAX_CODES (1u << 15)  /* modules with counted blocks in a process */

enum ordo_block_flag {
    ORDO_BLOCK_COST = 1, /* adds one to T->cost. Blocks without this flag contain only a jump that
                            has a line, or begin after a call */
};

/* Structure builds (`ordo cc --structure`) report accesses to data structures (Zaparanuks and
 * Hauswirth, Algorithmic Profiling, section 2.3). They have scopes and costs like other builds. In
 * place of checks of accesses they call the hooks __ordo_link_*, __ordo_array_*, __ordo_object and
 * __ordo_range_*.
 *
 * Hooks for reads, and for writes of anything except links, are called only while T->unreported is
 * 0. The runtime sets it to another value when it did not need such a call, and sets it again
 * whenever an activation begins or ends.
 *
 * A link is a pointer member of a struct (C++: class) that leads back to objects of the same
 * struct: the member's type refers to the struct again, through pointers, arrays, embedded structs,
 * unions and base classes. A word has 8 bytes; slot i of a type is the word at offset first_link +
 * 8 i. Types of different object files are the same type if name, size and slots are equal. */
enum ordo_type_flag {
    ORDO_TYPE_LINKED = 1,   /* has links: its objects are elements of a recursive structure */
    ORDO_TYPE_FLEXIBLE = 2, /* its last member is an array of links of unknown length */
    ORDO_TYPE_POINTER = 4,  /* a pointer, as element of arrays; `targets[0]` is what it points to */
    ORDO_TYPE_PLAIN = 8,    /* a record without links, whose only arrays are arrays of bytes */
    ORDO_TYPE_LOOSE = 16,   /* a pointer in a record that lies in another object; which one is known
                               only at run time. It counts if that object is an element, or an array
                               in a block that is known to hold such records, and otherwise not */
    ORDO_TYPE_STORAGE = 32, /* a record with bytes in it that may hold objects of any type */
};

/* Flag in a link's slot: that the record is part of a record of the link's type is a guess. */
#define ORDO_SLOT_GUESSED (UINT64_C(1) << 63)

/* Flag in an object's size: an array of records. Their number is known only at run time and may be
 * one. */
#define ORDO_SIZE_SEVERAL (UINT64_C(1) << 63)
/* Flag in an object's size: the object lies in memory whose beginning or size is not known here. It
 * is one record with links if from its address on a block of memory has room for one but not for
 * two. */
#define ORDO_SIZE_ELSEWHERE (UINT64_C(1) << 62)

/* Production builds (`ordo cc --production`, docs/production.md) contain two versions of every
 * routine. The plain version contains only gates and the check below. The recorded version is
 * instrumented like the code of other builds. Plain code enters recorded versions of its loops,
 * recursions and callees only while the calling thread is recording a sample.
 *
 * A gate decides which executions of a loop are sampled, or which calls of a recursion's routine
 * from outside its cycle. Gate g of a module is at `gates + g` for the calling thread. `gates` is a
 * thread-local variable of the module, which at first points to an array of zeros that all threads
 * share. In front of every plain execution there is
 *   if (--gates[g].countdown < 0 && __ordo_sample(&gates, production, g, stack)) recorded version
 *   else plain version
 * A plain execution of a loop adds its iterations to gates[g].iterations: in front of the loop if
 * their number is known there, otherwise in the loop or at its exits.
 *
 * Some plain routines can be entered from other modules, or by their address, while a sample is
 * being recorded. If such a routine accesses memory or has a gate, its entry has
 *   if (__ordo_sampling) recorded version
 * so that a sample includes callees in other object files and libraries, and those called through
 * function pointers. */
enum ordo_gate_flag {
    ORDO_GATE_OUTER = 1,   /* the loop contains other gates, or calls routines that contain some */
    ORDO_GATE_REPEATS = 2, /* every execution of the loop has a first iteration, which `iterations`
                              does not include */
    ORDO_GATE_LIBRARY = 4, /* no gate, but a counter: `iterations` are the bytes that a library
                              routine accessed in calls by one routine, in both versions, except in
                              calls with fewer than ORDO_COUNTED_BYTES */
    ORDO_GATE_CALLS = 8,   /* no gate, but a counter of calls: of these calls, or, without
                              ORDO_GATE_LIBRARY, of an installed routine by another routine; if
                              both are the same routine, its activations in a recursion */
};

#define ORDO_COUNTED_BYTES 256

#define ORDO_TABLE(name) struct ordo_##name {
#define ORDO_NUMBER(type, name) type name;
#define ORDO_NUMBERS(type, name, count) type name[count];
#define ORDO_POINTER(type, name) type name;
#define ORDO_TABLE_END(name)                                                                       \
    }                                                                                              \
    ;
#include "tables.def"

static inline struct ordo_scope *ordo_gate_scope(const struct ordo_gate_info *g) {
    return (struct ordo_scope *)((uintptr_t)g + (uintptr_t)(intptr_t)g->scope);
}

static inline struct ordo_scope *ordo_gate_caller(const struct ordo_gate_info *g) {
    return g->caller ? (struct ordo_scope *)((uintptr_t)g + (uintptr_t)(intptr_t)g->caller) : 0;
}

/* One open activation. Two cache lines; only routines with size arguments touch the second. */
struct ordo_frame {
    uint32_t stamp; /* entry time on the thread's clock */
    uint32_t flags; /* the runtime's */
    struct ordo_scope *scope;
    int64_t rms;         /* cells: partial read memory size (aprof, section 4.2) */
    uint64_t cost_entry; /* blocks: T->cost at entry */
    uint64_t cost_below; /* blocks of finished direct children, including library routines */
    uint64_t iterations; /* of a loop; up to date at every call and at the exit */
    uint32_t context;    /* calling context node + 1; 0: not looked up yet */
    uint32_t children;   /* start of this activation's child records + 1; 0: none yet */
    uint32_t depth_level, depth_saved; /* recursion: the group's `level` and `deepest` at entry */
    int64_t args[ORDO_MAX_ARGS];       /* values of the size arguments at entry */
};

/* Nesting of a scope that may be re-entered; indexed by scope id. The entry of a routine R of group
 * G does
 *   nest[R].open++
 *   F->depth_level = nest[G].level++
 *   F->depth_saved = nest[G].deepest
 *   nest[G].deepest = F->depth_level
 * and the entry of a loop L does nest[L].open++. __ordo_leave updates these counters. */
struct ordo_nest {
    uint32_t open;     /* open activations of the scope */
    uint32_t level;    /* of a group's first routine: open activations of the group */
    uint32_t deepest;  /* of a group's first routine: level of the deepest activation of the current
                          chain */
    uint32_t recurred; /* of a group's first routine; the runtime's */
};
#define ORDO_MAX_SCOPES (1u << 20) /* scope ids are less than this */

/* In structure builds a routine has frames if the compiler takes it for a recursion, or for another
 * reason that frames.c lists. Other routines have frames only when needed. They may still recur,
 * through other modules.
 *
 * What an activation without a frame does counts for its caller's activation. T->unframed[id] says
 * at a routine's entry whether an activation of it without a frame is open, so that it is being
 * re-entered. From then on its activations have frames. An exception or a longjmp that leaves an
 * activation without a frame has the same effect; the cost is a frame, and results do not change.
 * Entry:
 *   again = T->unframed[id] != 0
 *   T->unframed[id] = again ? ORDO_UNFRAMED_OPEN | ORDO_UNFRAMED_NEVER : ORDO_UNFRAMED_OPEN
 * The activation has a frame if `again` is set or T->top is the root.
 *
 * Routines that may be re-entered through a call by address (ORDO_SCOPE_MAY_CYCLE) are treated the
 * other way round: they have frames until the runtime finds, after enough activations that did not
 * recur, that they need none. Entry:
 *   again = T->unframed[id] != ORDO_UNFRAMED_TRIED
 *   T->unframed[id] = !again           ? ORDO_UNFRAMED_TRIED | ORDO_UNFRAMED_OPEN
 *                     : T->unframed[id] ? ORDO_UNFRAMED_NEVER
 *                                       : 0
 *
 * Exit of both kinds:
 *   T->unframed[id] &= ORDO_UNFRAMED_NEVER | ORDO_UNFRAMED_TRIED
 */
enum ordo_unframed {
    ORDO_UNFRAMED_OPEN = 1,  /* an activation without a frame is open */
    ORDO_UNFRAMED_NEVER = 2, /* the routine was entered while one was: it has frames from then on */
    ORDO_UNFRAMED_TRIED = 4, /* set by the runtime: activations of a routine that may recur have no
                                frames */
};
#define ORDO_ROOT_ALIGN 4096 /* alignment of a thread's root frame; few other frames have it */

/* The part of a thread's state that instrumented code uses. The runtime's own part follows it. */
struct ordo_thread {
    struct ordo_frame *top;   /* innermost open activation, or the root frame */
    struct ordo_frame *limit; /* a frame at or past it must come from __ordo_push */
    uintptr_t shadow_base;
    uintptr_t shadow_mask;
    uint64_t cost;          /* blocks executed by this thread, as far as flushed */
    uint32_t clock;         /* stamp of the latest activation */
    uint32_t tick;          /* 1; 0 while recording is off, so that the clock stands still */
    struct ordo_nest *nest; /* ORDO_MAX_SCOPES entries; one entry while all ids are 0 */
    uint64_t **counts;      /* by ordo_code.number: counters of blocks, or NULL */
    uint32_t unreported; /* structure builds: not 0 while accesses of `top` need not be reported */
    uint32_t found_shift;
    uint8_t *unframed; /* structure builds: ordo_unframed, by scope id */
    uint64_t *found;   /* calling contexts that were found recently: 2^(32 - found_shift) words */
    void **nodes;      /* chunks of the nodes of calling contexts */
};

/* The entry of an activation looks up its calling context among those that were found recently:
 *   parent = F[-1].context; nothing is done if it is 0
 *   word = T->found[(parent * ORDO_FOUND_PARENT ^ id * ORDO_FOUND_SCOPE) >> T->found_shift]
 *   if (word >> ORDO_FOUND_BITS == (parent << ORDO_FOUND_SCOPE_BITS | id))
 *       F->context = word & (1 << ORDO_FOUND_BITS) - 1
 * and fetches its node, number F->context - 1, into the processor's caches. Chunk k of the nodes,
 * at T->nodes[k], has 2^(ORDO_NODES_LOG2 + k) nodes of ORDO_NODE_SIZE bytes. An activation whose
 * entry does not do this is looked up when it ends. */
#define ORDO_FOUND_PARENT 0x9E3779B1u
#define ORDO_FOUND_SCOPE 0x85EBCA6Bu
#define ORDO_FOUND_BITS 22
#define ORDO_FOUND_SCOPE_BITS 20
#define ORDO_NODES_LOG2 6
#define ORDO_NODE_SIZE 128

#define ORDO_HOOK(ret, name, params) extern ret name params;
#ifdef __clang__
#define ORDO_PRESERVE_MOST __attribute__((preserve_most))
#else
#define ORDO_PRESERVE_MOST
#endif
#define ORDO_HOOK_PM(ret, name, params) extern ORDO_PRESERVE_MOST ret name params;
#include "hooks.def"

extern __thread struct ordo_thread *__ordo_self __attribute__((tls_model("initial-exec")));

/* Production builds: not 0 while the calling thread is recording a sample. */
extern __thread uint32_t __ordo_sampling __attribute__((tls_model("initial-exec")));

#endif
