/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * shim_loops.h: second bodies of routines and loops, over LLVM's loop utilities and cloning.
 *
 * A separate loop is a function of its own that holds a copy of a loop's code; copies of the loops
 * in it that are separate too are calls. Its arguments are the values that the loop takes from its
 * routine; those that the loop leaves behind are stored where the last argument points to; it
 * returns by which of the loop's exits it was left. A second body is a copy of a whole routine, in
 * which separate loops are calls.
 *
 * The order: shim_versions_new; shim_separate_loop, children first; shim_recorded_version; then of
 * all loops shim_iterations_entered; then, children first, shim_exit_counts and shim_divert.
 * Everything up to shim_recorded_version leaves the routine as it is, but for the canonical form of
 * its loops. Code that these functions make is marked as the pass's own (shim_is_own).
 *
 * Ownership: struct shim_versions is freed by shim_versions_free; functions are the module's.
 */
#ifndef ORDO_LLVM_SHIM_LOOPS_H
#define ORDO_LLVM_SHIM_LOOPS_H

#include "shim.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Notes on the loop's latches that it is the scope of that index, and on its test that it is one,
 * where it is tested before each body: up to `condition`, the branch of the loop statement (NULL:
 * not known); both survive the optimiser as other metadata of loops and branches do. `wanted`: it
 * may have a gate. */
#define SHIM_TEST_TAG "ordo.test"
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

/* Not split yet: no code can be added to it. */
bool shim_is_coroutine(LLVMValueRef fn);
/* May the routine have a second body (shim_recorded_version)? If not: why. */
const char *shim_uncopyable(LLVMValueRef fn);
/* Does it jump to labels by their addresses? These stay the addresses of its own labels in all
 * bodies. */
bool shim_has_computed_jumps(LLVMValueRef fn);

/* Brings the loops of code that is to be recorded into the form in which those of plain code are
 * counted. */
void shim_form_loops(LLVMValueRef fn);

/* Sets grows[s] where a loop of scope s in the routine may have more than `few` bodies an
 * execution. */
void shim_find_growing(LLVMValueRef fn, unsigned few, bool *grows);

struct shim_versions;
struct shim_versions *shim_versions_new(LLVMValueRef fn);
void shim_versions_free(struct shim_versions *b);

struct shim_loop_facts {
    int parent;                 /* -1: none */
    int scope;                  /* -1: not tagged */
    bool wanted;                /* as tagged */
    bool calls;                 /* calls anything but intrinsics */
    double calls_per_iteration; /* how many, by what LLVM foresees of branches */
    bool has_induction;         /* a value of it grows by a constant with each body */
    bool induction_counts;      /* how many there were is best told by that value */
    unsigned size;              /* instructions in it */
    unsigned routine;           /* instructions in its routine */
    unsigned trips;             /* constant: at most so many bodies an execution; 0: not known */
    const char *obstacle;       /* why it cannot be separate; NULL: it can */
};
unsigned shim_versions_loops(struct shim_versions *b); /* in preorder */
void shim_versions_loop(struct shim_versions *b, unsigned loop, struct shim_loop_facts *out);

LLVMValueRef shim_separate_loop(struct shim_versions *b, unsigned loop);
LLVMValueRef shim_recorded_version(struct shim_versions *b);

/* The last instruction in front of the loop. */
LLVMValueRef shim_loop_entry(struct shim_versions *b, unsigned loop);
/* At the loop's entry: the bodies that the coming execution will enter (i64), where that can be
 * told at small cost; else NULL. */
LLVMValueRef shim_iterations_entered(struct shim_versions *b, unsigned loop);
/* In front of the first instruction of every body, where there is such a place; else NULL. */
LLVMValueRef shim_iteration_begins(struct shim_versions *b, unsigned loop);
/* In front of the last instruction of every body that another one follows, where each execution
 * begins with a body and there is such a place; else NULL. */
LLVMValueRef shim_iteration_repeats(struct shim_versions *b, unsigned loop);
/* Tells bodies by what grows with them, if that tells best, else counts them in a register: in the
 * `at`s, each before the first instruction after an exit, the `counts` are their number (i64).
 * Returns how many there are. */
unsigned shim_exit_counts(struct shim_versions *b, unsigned loop, LLVMValueRef *at,
                          LLVMValueRef *counts, unsigned max);
/* A block that runs the separate loop in place of the loop. */
LLVMBasicBlockRef shim_divert(struct shim_versions *b, unsigned loop);

bool shim_is_own(LLVMValueRef inst);

#ifdef __cplusplus
}
#endif
#endif
