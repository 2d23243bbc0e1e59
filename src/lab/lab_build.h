/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * lab_build.h: from sources to a program of the laboratory and its statements.
 *
 * Errors:  ORDO_BAD_INPUT when a source does not compile (the compiler has said why) or the program
 *          does not link; ORDO_ENVIRONMENT when a part of Ordo or the compiler is missing
 * Memory:  all in the arena given
 * Threads: one build at a time: the compiler runs in the foreground
 */
#ifndef ORDO_LAB_BUILD_H
#define ORDO_LAB_BUILD_H

#include "base/words.h"
#include "lab/constructs.h"

struct ordo_lab_sources {
    const struct ordo_words *files; /* C, and C++ by their names' endings */
    const struct ordo_words *flags; /* clang's, for all of them and for the link */
    const char *lib_dir;            /* where the pass and the laboratory's library are */
};

struct ordo_lab_program {
    const char *source;                /* the first one's name */
    const char *path, *plan;           /* files */
    struct ordo_constructs constructs; /* sorted */
};

/* scratch: a folder for what is made. */
enum ordo_status ordo_lab_build(struct ordo_arena *arena, const struct ordo_lab_sources *sources,
                                const char *scratch, struct ordo_lab_program *out,
                                struct ordo_error *error);

#endif
