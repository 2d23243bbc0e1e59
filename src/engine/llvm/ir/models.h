/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * models.h: what is known about library routines (abi/models.def).
 */
#ifndef ORDO_LLVM_MODELS_H
#define ORDO_LLVM_MODELS_H

#include "pass.h"

/* What is known about a library routine. */
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

#endif
