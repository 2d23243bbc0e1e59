/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * plan.h: converts the arguments of `ordo cc` to the command to execute.
 *
 * Adds the compiler pass and debug information to a compile and the runtime to a link, drops
 * options that only gcc supports, and passes all other arguments on unchanged and in order. Runs
 * nothing.
 *
 * Errors:  ORDO_BAD_INPUT: an option that Ordo does not support (bad value, thread or memory
 *          sanitizer); ORDO_ENVIRONMENT: a file of Ordo is missing; the message names it
 * Memory:  the plan owns its strings; ended by ordo_plan_done
 * Threads: any; reads only the file system and the environment
 */
#ifndef ORDO_PLAN_H
#define ORDO_PLAN_H

#include "base/status.h"
#include "base/words.h"
#include <stdbool.h>

/* Counters of basic blocks: none, `--blocks`, `--blocks=only`. */
enum ordo_wrapper_blocks { ORDO_BLOCKS_NONE, ORDO_BLOCKS_TOO, ORDO_BLOCKS_ONLY };

/* The wrapper's own options. Environment variables ORDO_CC_* set their defaults. */
struct ordo_wrapper_options {
    bool is_cxx;
    bool reference, drms, no_fold, no_loops, structure, production;
    bool keep_gs;      /* production builds leave the segment register GS to the program */
    const char *focus; /* with production: a list or @FILE; NULL: everything */
    enum ordo_wrapper_blocks blocks;
    const char *source_root; /* NULL: found by source_root.h */
    const char *llvm;        /* major version of LLVM; NULL: ORDO_LLVM, for which Ordo was built */
    const char *compiler;    /* program name or path; NULL: clang-LLVM or clang++-LLVM */
    const char *lib_dir;     /* the folder of the pass and the runtime */
};

enum ordo_plan_action {
    ORDO_PLAN_EXECUTE,
    ORDO_PLAN_PRINT, /* print argv on one line: --print-link-flags, --print-compile-flags */
};

struct ordo_plan {
    enum ordo_plan_action action;
    struct ordo_words argv;
    char *pass_options;         /* ORDO_PASS for the compiler pass; NULL: unchanged */
    struct ordo_words warnings; /* lines to print first, without newlines */
};

/* Makes the plan. argv: the n arguments after the command's name. After an error there is nothing
 * to free. */
enum ordo_status ordo_plan_init(const struct ordo_wrapper_options *defaults, char *const *argv,
                                size_t n, struct ordo_plan *out, struct ordo_error *error);

void ordo_plan_done(struct ordo_plan *p);

#endif
