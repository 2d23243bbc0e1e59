/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * shim.h: what the compiler pass needs from LLVM and the LLVM-C API does not offer.
 *
 * Everything else of the pass is C over LLVM-C. The shim holds no policy: each function is a thin
 * cover over one LLVM facility. A shim built for one LLVM major loads into that major's clang
 * only; shim.cpp asserts it.
 *
 * Ownership: struct shim_cfg is freed by shim_cfg_free; strings are written to caller's buffers.
 * Threads: none of it is thread-safe beyond what LLVM contexts are.
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

/* Implemented by pass.c; called by the plugin at the start of the optimisation pipeline. */
void opass_run(LLVMModuleRef module);
/* Implemented by pass.c; called after inlining and simplification. */
void opass_run_late(LLVMModuleRef module);

/* Splits and promotes the allocas whose address does not escape, in every function, whatever its
 * optimisation attributes say (LLVM's SROA without changes to the control flow). */
void shim_sroa(LLVMModuleRef m);

/* In functions that are not optimised, landing pads take values from memory, no longer by PHIs:
 * LLVM's code generator for them puts what a PHI there becomes in front of the label that an
 * exception arrives at, where it is passed by. */
void shim_demote_at_pads(LLVMModuleRef m);

/* Turns what the source says about conditions (__builtin_expect) into likelihoods of branches. */
void shim_lower_expectations(LLVMModuleRef m);

/* Rewrites the given promotable allocas into SSA values. */
void shim_promote(LLVMValueRef fn, LLVMValueRef *allocas, unsigned n);

/* Control flow of one function as it is now: loops and dominators. Not updated when it changes. */
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
/* Where the source writes the loop statement. False when unknown. */
bool shim_loop_location(struct shim_cfg *cfg, unsigned loop, unsigned *line, unsigned *column);
/* LLVM's guess, but for comparisons with 0, of how often a block runs for each activation of its
 * function, and how likely its way to the successor of that index is. */
double shim_frequency(struct shim_cfg *cfg, LLVMBasicBlockRef block);
double shim_likelihood(struct shim_cfg *cfg, LLVMBasicBlockRef block, unsigned successor);
/* Targets of retreating edges that do not dominate their source: entries of irreducible cycles. */
unsigned shim_irreducible(struct shim_cfg *cfg, LLVMBasicBlockRef *out, unsigned max);

/* Notes on the loop's latches that it is the scope of that index, and on its test that it is one,
 * where it is tested before each body: up to `condition`, the branch of the loop statement (NULL:
 * not known); both survive the optimiser as other metadata of loops and branches do. `wanted`: it
 * may have a gate. */
void shim_tag_loop(struct shim_cfg *cfg, unsigned loop, LLVMValueRef condition, unsigned scope,
                   bool wanted);
/* The scope index of a loop that was tagged; -1: it was not. */
int shim_loop_tag(struct shim_cfg *cfg, unsigned loop);
/* The ways from the loop's test into its body, of those to one block that only the test leads to
 * the first; none: the loop is entered at its body. Returns how many there are and writes the first
 * `max` of them. */
struct shim_edge {
    LLVMValueRef branch;
    unsigned way;
    bool shared; /* there are other ways to where it leads */
};
unsigned shim_body_entrances(struct shim_cfg *cfg, unsigned loop, struct shim_edge *out,
                             unsigned max);

/* Cuts the block of `before` in two; returns the new block, which starts with `before`. */
LLVMBasicBlockRef shim_split_before(LLVMValueRef before);
/* `if (cond) {}` in front of `before`, marked unlikely; returns the then-block's terminator. */
LLVMValueRef shim_if_unlikely(LLVMValueRef cond, LLVMValueRef before);
/* Marked as almost impossible: where `before` is in a loop that is executed often, the block is no
 * part of what the loop needs at hand all the same. */
LLVMValueRef shim_if_ever(LLVMValueRef cond, LLVMValueRef before);
/* A new block on the edge from `terminator` by its `index`-th successor; PHIs are mended. */
LLVMBasicBlockRef shim_split_edge(LLVMValueRef terminator, unsigned index);
/* A new block through which all edges from `preds` to `block` go (terminators other than
 * indirectbr and callbr); PHIs are mended. */
LLVMBasicBlockRef shim_merge_preds(LLVMBasicBlockRef block, LLVMBasicBlockRef *preds, unsigned n);
/* First instruction of a block at which code may be inserted (after PHIs and landing pads). */
LLVMValueRef shim_first_insertion(LLVMBasicBlockRef block);
/* Moves all static allocas to the top of the entry block; returns the first instruction after. */
LLVMValueRef shim_gather_allocas(LLVMValueRef fn);

/* A debug intrinsic, lifetime marker or other instruction without code. */
bool shim_is_marker(LLVMValueRef inst);
bool shim_is_static_alloca(LLVMValueRef inst);
/* May the address be seen outside of the function's own loads, stores and GEPs? */
bool shim_escapes(LLVMValueRef pointer);
/* The object that a pointer is derived from by GEPs and casts. */
LLVMValueRef shim_underlying(LLVMValueRef pointer);
uint64_t shim_store_size(LLVMModuleRef m, LLVMTypeRef type);
uint64_t shim_alloc_size(LLVMModuleRef m, LLVMTypeRef type);
/* Replaces a static alloca by one that is `align`-aligned and padded to a multiple of it. */
LLVMValueRef shim_pad_alloca(LLVMValueRef alloca, unsigned align);

/* Drops what would let LLVM merge, move or remove calls to fn, on it and on its parameters. */
void shim_strip_function(LLVMValueRef fn);
void shim_strip_call(LLVMValueRef call);
/* A defined function writes memory of its own now: what LLVM inferred about it gives way. */
void shim_writes_memory(LLVMValueRef fn);
bool shim_returns_twice(LLVMValueRef call);

/* Of debug information, line tables alone stay. */
void shim_keep_lines_only(LLVMModuleRef m);
bool shim_is_musttail(LLVMValueRef call);
bool shim_no_tail(LLVMValueRef call); /* clears a `tail` marker; true if there was one */
/* By-value aggregate in argument `index` of a call or function: its size in bytes, or 0. */
uint64_t shim_byval_size(LLVMModuleRef m, LLVMValueRef call_or_fn, unsigned index, bool is_call);
/* Memory operand of an inline-asm call (`elementtype`): its size, or 0. */
uint64_t shim_asm_operand_size(LLVMModuleRef m, LLVMValueRef call, unsigned index);
void shim_set_preserve_most(LLVMValueRef fn_or_call, bool is_call);
/* A function of the pass's own that stays one, does not unwind and saves all registers. */
void shim_outline(LLVMValueRef fn);
/* The same of a function of the module's own that returns something, where LLVM can; its calls take
 * the convention from it. */
void shim_keep_registers(LLVMValueRef fn);
void shim_set_nonlazybind(LLVMValueRef fn);
void shim_set_cold(LLVMValueRef fn); /* and never inlined */
void shim_set_nounwind(LLVMValueRef fn);
bool shim_is_interposable(LLVMValueRef fn);

/* Debug information; false when there is none. Paths are joined with the compile directory. */
struct shim_place {
    char name[2048];
    char file[4096];
    unsigned line;
};
bool shim_routine_place(LLVMValueRef fn, struct shim_place *out);
bool shim_location(LLVMValueRef inst, unsigned *line, unsigned *column);
/* The source line that an instruction stands for, and a handle of its file. False: none. */
bool shim_line(LLVMValueRef inst, unsigned *line, unsigned *column, const void **file);
void shim_file_path(const void *file, char *out, size_t size);
/* Name and kind of the source parameter that IR argument `arg` carries. OTHER also when there is no
 * debug information, or the argument carries a part of an aggregate. */
enum shim_arg_kind { SHIM_ARG_OTHER, SHIM_ARG_SIGNED, SHIM_ARG_UNSIGNED };
enum shim_arg_kind shim_argument(LLVMValueRef arg, char *name, size_t name_size);
/* Compile directory and main file of the module. */
void shim_unit(LLVMModuleRef m, char *directory, char *file, size_t size);

/* What clang's coverage mapping calls a name (MD5, the low 64 bits). */
uint64_t shim_profile_hash(const char *bytes, size_t n);

void shim_append_ctor(LLVMModuleRef m, LLVMValueRef fn, bool destructor, unsigned priority);
void shim_append_used(LLVMModuleRef m, LLVMValueRef global);
/* The instrumentation's memory is of four classes that overlap neither each other nor the
 * program's own memory: shadow words; frames and thread state; of these what only an entry
 * changes (stamps, the shadow's place); counters of blocks. Told to LLVM as scoped-noalias
 * metadata. */
enum shim_memory {
    SHIM_SHADOW = 1,
    SHIM_FRAME = 2,
    SHIM_STABLE = 4,
    SHIM_COUNTS = 8,
    SHIM_ALL = 15
};
void shim_tag_memory(LLVMValueRef inst, enum shim_memory which);
/* The instruction, a call too, touches none of these classes. */
void shim_tag_untouched(LLVMValueRef inst, unsigned classes);
/* Thread-local address (llvm.threadlocal.address) of a global. */
LLVMValueRef shim_thread_address(LLVMBuilderRef b, LLVMModuleRef m, LLVMValueRef global);
/* The body of an available_externally function, given to a private copy that direct calls use; that
 * of a `known` one is dropped. */
void shim_privatise_inline_bodies(LLVMModuleRef m, bool (*known)(const char *name));

#ifdef __cplusplus
}
#endif
#endif
