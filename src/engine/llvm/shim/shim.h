/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * shim.h: the parts of LLVM that the pass needs and the LLVM-C API lacks.
 *
 * The rest of the pass is C and uses LLVM-C. The shim makes no decisions: each function is a thin
 * wrapper around one LLVM facility. A shim that is built for one major version of LLVM loads only
 * into clang of that version; shim.cpp checks the version of the headers.
 *
 * Ownership: shim_cfg_free frees struct shim_cfg; strings are written to the caller's buffers.
 * Threads: calls are as thread-safe as the LLVM context that they work on.
 */
#ifndef ORDO_LLVM_SHIM_H
#define ORDO_LLVM_SHIM_H

#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Run the pass on a module. pass.c defines them. The plugin calls the first at the start of the
 * optimisation pipeline and the second after inlining and simplification. */
void opass_run(LLVMModuleRef module);
void opass_run_late(LLVMModuleRef module);

/* Splits and promotes the allocas whose address does not escape, in every function, whatever its
 * optimisation attributes say (LLVM's SROA without changes to the control flow). */
void shim_sroa(LLVMModuleRef m);

/* Replaces PHIs of landing pads by memory in functions that are not optimised. LLVM's code
 * generator for such functions puts the code of these PHIs in front of the label at which an
 * exception arrives, so that it does not run. */
void shim_demote_at_pads(LLVMModuleRef m);

/* Turns __builtin_expect of the source into branch weights. */
void shim_lower_expectations(LLVMModuleRef m);

/* Rewrites the given promotable allocas into SSA values. */
void shim_promote(LLVMValueRef fn, LLVMValueRef *allocas, unsigned n);

/* The loops and dominators of one function. They are not updated when the function changes. */
struct shim_cfg;
struct shim_cfg *shim_cfg_new(LLVMValueRef fn);
void shim_cfg_free(struct shim_cfg *cfg);
/* Does instruction a dominate instruction b? (Within a block: comes before it.) */
bool shim_dominates(struct shim_cfg *cfg, LLVMValueRef a, LLVMValueRef b);
/* Reachable blocks in preorder of the dominator tree; returns their number. */
unsigned shim_blocks(struct shim_cfg *cfg, LLVMBasicBlockRef *out, unsigned max);
/* Loops in preorder (parents first). */
unsigned shim_loop_count(struct shim_cfg *cfg);
LLVMBasicBlockRef shim_loop_header(struct shim_cfg *cfg, unsigned loop);
int shim_loop_parent(struct shim_cfg *cfg, unsigned loop);       /* -1: none */
int shim_loop_of(struct shim_cfg *cfg, LLVMBasicBlockRef block); /* innermost loop or -1 */
/* Returns the place of the loop statement in the source. False: unknown. */
bool shim_loop_location(struct shim_cfg *cfg, unsigned loop, unsigned *line, unsigned *column);
/* Returns how often LLVM expects a block to run for each activation of its function, and the
 * probability that control goes to its successor of that index. Unlike in LLVM, comparisons with 0,
 * -1 and NULL get even chances. */
double shim_frequency(struct shim_cfg *cfg, LLVMBasicBlockRef block);
double shim_likelihood(struct shim_cfg *cfg, LLVMBasicBlockRef block, unsigned successor);
/* Writes the entries of irreducible cycles: targets of retreating edges that do not dominate the
 * edge's source. Returns their number, at most `max`. */
unsigned shim_irreducible(struct shim_cfg *cfg, LLVMBasicBlockRef *out, unsigned max);

/* Tags the loop's latches with the index of its scope. If the loop tests its condition before each
 * iteration, also tags the blocks of that test, up to `condition`, the branch of the loop statement
 * (NULL: unknown). The tags survive the optimiser as other metadata of loops and branches do.
 * `wanted`: the loop may have a gate. LLVM does not peel a tagged loop until shim_allow_peeling. */
void shim_tag_loop(struct shim_cfg *cfg, unsigned loop, LLVMValueRef condition, unsigned scope,
                   bool wanted);
/* Lets LLVM peel the function's tagged loops from now on. */
void shim_allow_peeling(LLVMValueRef fn);
/* Returns the scope index of a tagged loop; -1: the loop has no tag. */
int shim_loop_tag(struct shim_cfg *cfg, unsigned loop);
/* Writes the first `max` edges from the loop's test to its body and returns how many there are; 0:
 * the loop begins with its body. Of several edges to a block that only the test leads to, the first
 * stands for all. */
struct shim_edge {
    LLVMValueRef branch;
    unsigned way; /* index of the branch's successor */
    bool shared;  /* other edges lead to the same block */
};
unsigned shim_body_entrances(struct shim_cfg *cfg, unsigned loop, struct shim_edge *out,
                             unsigned max);

/* Splits the block of `before`; returns the new block, which begins with `before`. */
LLVMBasicBlockRef shim_split_before(LLVMValueRef before);
/* Inserts `if (cond) {}` before `before`, marked unlikely; returns the then-block's terminator. */
LLVMValueRef shim_if_unlikely(LLVMValueRef cond, LLVMValueRef before);
/* Does the same with a probability of almost 0, so that even a hot loop around `before` keeps
 * nothing in registers for the then-block. */
LLVMValueRef shim_if_ever(LLVMValueRef cond, LLVMValueRef before);
/* Returns a new block on the edge from `terminator` to its `index`-th successor; updates PHIs. */
LLVMBasicBlockRef shim_split_edge(LLVMValueRef terminator, unsigned index);
/* Returns a new block that all edges from `preds` to `block` go through; updates PHIs. The
 * terminators of `preds` must not be indirectbr or callbr. */
LLVMBasicBlockRef shim_merge_preds(LLVMBasicBlockRef block, LLVMBasicBlockRef *preds, unsigned n);
/* Returns the first instruction at which code may be inserted (after PHIs and landing pads). */
LLVMValueRef shim_first_insertion(LLVMBasicBlockRef block);
/* Moves all static allocas to the top of the entry block; returns the first instruction after. */
LLVMValueRef shim_gather_allocas(LLVMValueRef fn);

/* Is it a debug intrinsic, a lifetime marker or another instruction without code? */
bool shim_is_marker(LLVMValueRef inst);
bool shim_is_static_alloca(LLVMValueRef inst);
/* May the address be seen outside of the function's own loads, stores and GEPs? */
bool shim_escapes(LLVMValueRef pointer);
/* Returns the object that a pointer is derived from by GEPs and casts. */
LLVMValueRef shim_underlying(LLVMValueRef pointer);
/* Return sizes in bytes. */
uint64_t shim_store_size(LLVMModuleRef m, LLVMTypeRef type);
uint64_t shim_alloc_size(LLVMModuleRef m, LLVMTypeRef type);
/* Aligns a static alloca to `align` bytes and pads it to a multiple of them, unless its size is
 * unknown or 0. Returns the alloca, which may be a new one. */
LLVMValueRef shim_pad_alloca(LLVMValueRef alloca, unsigned align);

/* Removes the attributes that let LLVM merge, move or remove calls of a function, from the function
 * or the call and from its parameters. */
void shim_strip_function(LLVMValueRef fn);
void shim_strip_call(LLVMValueRef call);
/* Removes what LLVM inferred about the memory that a function accesses, from it and from its calls:
 * it now writes memory of the instrumentation. */
void shim_writes_memory(LLVMValueRef fn);
bool shim_returns_twice(LLVMValueRef call);

/* Removes all debug information except line tables. */
void shim_keep_lines_only(LLVMModuleRef m);
bool shim_is_musttail(LLVMValueRef call);
bool shim_no_tail(LLVMValueRef call); /* clears a `tail` marker; true if there was one */
/* Returns the size in bytes of the aggregate that argument `index` passes by value; 0: none. */
uint64_t shim_byval_size(LLVMModuleRef m, LLVMValueRef call_or_fn, unsigned index, bool is_call);
/* Returns the size in bytes of a memory operand of inline assembly (`elementtype`); 0: none. */
uint64_t shim_asm_operand_size(LLVMModuleRef m, LLVMValueRef call, unsigned index);
void shim_set_preserve_most(LLVMValueRef fn_or_call, bool is_call);
/* Makes a function of the pass save all registers, never be inlined and not unwind. */
void shim_outline(LLVMValueRef fn);
/* Makes a function that returns a value save all registers if this LLVM supports that. The caller
 * gives its calls the same calling convention. */
void shim_keep_registers(LLVMValueRef fn);
void shim_set_nonlazybind(LLVMValueRef fn);
void shim_set_cold(LLVMValueRef fn); /* and never inlined */
void shim_set_nounwind(LLVMValueRef fn);
bool shim_is_interposable(LLVMValueRef fn);

/* Read debug information; false: there is none. Paths are joined with the compile directory. */
struct shim_place {
    char name[2048];
    char file[4096];
    unsigned line;
};
bool shim_routine_place(LLVMValueRef fn, struct shim_place *out);
bool shim_location(LLVMValueRef inst, unsigned *line, unsigned *column);
/* Returns the source line of an instruction, and a handle of its file. False: it has no line. */
bool shim_line(LLVMValueRef inst, unsigned *line, unsigned *column, const void **file);
void shim_file_path(const void *file, char *out, size_t size);
/* Returns the kind, and writes the name, of the source parameter that IR argument `arg` carries.
 * OTHER also if there is no debug information, or if the argument carries a part of an aggregate.
 */
enum shim_arg_kind { SHIM_ARG_OTHER, SHIM_ARG_SIGNED, SHIM_ARG_UNSIGNED };
enum shim_arg_kind shim_argument(LLVMValueRef arg, char *name, size_t name_size);
/* Writes the compile directory and the main file of the module, each of at most `size` bytes. */
void shim_unit(LLVMModuleRef m, char *directory, char *file, size_t size);

/* Returns the hash of a name that clang's coverage mapping uses (low 64 bits of its MD5). */
uint64_t shim_profile_hash(const char *bytes, size_t n);

void shim_append_ctor(LLVMModuleRef m, LLVMValueRef fn, bool destructor, unsigned priority);
void shim_append_used(LLVMModuleRef m, LLVMValueRef global);
/* Also keeps the linker from removing its section. */
void shim_append_retained(LLVMModuleRef m, LLVMValueRef global);
/* The instrumentation's memory has four classes, which overlap neither each other nor the program's
 * memory: shadow words; frames and thread state; the part of frames and thread state that only
 * entries of scopes change (stamps, the shadow's address); counters of blocks. LLVM learns this
 * from scoped-noalias metadata. */
enum shim_memory {
    SHIM_SHADOW = 1,
    SHIM_FRAME = 2,
    SHIM_STABLE = 4,
    SHIM_COUNTS = 8,
    SHIM_ALL = 15
};
void shim_tag_memory(LLVMValueRef inst, enum shim_memory which);
/* Marks an instruction, which may be a call, as accessing none of these classes. */
void shim_tag_untouched(LLVMValueRef inst, unsigned classes);
/* Returns a global's address in the current thread (llvm.threadlocal.address). */
LLVMValueRef shim_thread_address(LLVMBuilderRef b, LLVMModuleRef m, LLVMValueRef global);
/* Moves the code of each available_externally function to an internal function, which direct calls
 * then use. Deletes the code of functions whose name is `known`. */
void shim_privatise_inline_bodies(LLVMModuleRef m, bool (*known)(const char *name));

#ifdef __cplusplus
}
#endif
#endif
