/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * plan.h: from the arguments of `ordo cc` to what is executed.
 *
 * Adds the compiler pass and debug information to a compile, the runtime to a link, drops what
 * only gcc knows, and passes everything else on untouched and in order. Runs nothing.
 *
 * Errors:  ORDO_BAD_INPUT: an option that cannot work (bad value, thread or memory sanitizer);
 *          ORDO_ENVIRONMENT: a part of Ordo is missing, naming it
 * Memory:  the plan owns its strings; ended by ordo_plan_done
 * Threads: reads the file system and the environment given, nothing else
 */
#ifndef ORDO_PLAN_H
#define ORDO_PLAN_H

#include "base/status.h"
#include "base/words.h"
#include <stdbool.h>

/* Which counters of basic blocks: `--blocks`, `--blocks=only`. */
enum ordo_wrapper_blocks { ORDO_BLOCKS_NONE, ORDO_BLOCKS_TOO, ORDO_BLOCKS_ONLY };

/* The wrapper's own options; their ORDO_CC_* twins in the environment are the defaults. */
struct ordo_wrapper_options {
    bool is_cxx;
    bool reference, drms, no_fold, no_loops, structure, production;
    bool keep_gs;      /* production builds leave the segment register GS to the program */
    const char *focus; /* of production builds: a list, or @FILE; NULL: everything */
    enum ordo_wrapper_blocks blocks;
    const char *source_root; /* NULL: found by source_root.h */
    const char *llvm;        /* major version of LLVM; NULL: ORDO_LLVM, what Ordo was built for */
    const char *compiler;    /* program name or path; NULL: clang-LLVM or clang++-LLVM */
    const char *lib_dir;     /* where the pass and the runtime are */
};

enum ordo_plan_action {
    ORDO_PLAN_EXECUTE,
    ORDO_PLAN_PRINT, /* print the words of argv on one line: --print-link-flags and its like */
};

struct ordo_plan {
    enum ordo_plan_action action;
    struct ordo_words argv;
    char *pass_options;         /* ORDO_PASS for the compiler pass; NULL: leave it alone */
    struct ordo_words warnings; /* lines to print first, without a newline */
};

/* argv: the arguments after the command's name, n of them. */
enum ordo_status ordo_plan_init(const struct ordo_wrapper_options *defaults, char *const *argv,
                                size_t n, struct ordo_plan *out, struct ordo_error *error);

void ordo_plan_done(struct ordo_plan *p);

#endif
