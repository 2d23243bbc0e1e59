/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * lab_build.h: builds a program of the laboratory from sources, and finds its statements.
 *
 * Errors:  ORDO_BAD_INPUT if a source does not compile (the compiler has printed why) or the
 *          program does not link; ORDO_ENVIRONMENT if a part of Ordo or the compiler is missing
 * Memory:  all in the given arena
 * Threads: one build at a time, because the compiler runs in the foreground
 */
#ifndef ORDO_LAB_BUILD_H
#define ORDO_LAB_BUILD_H

#include "base/words.h"
#include "lab/constructs.h"

struct ordo_lab_sources {
    const struct ordo_words *files; /* C, or C++ by the ending of the name */
    const struct ordo_words *flags; /* clang's, for all files and for the link */
    const char *lib_dir;            /* where the pass and the laboratory's library are */
    bool sanitize;                  /* unless the flags choose sanitizers */
};

struct ordo_lab_program {
    const char *source;                /* the first one's name */
    const char *path, *plan;           /* files */
    struct ordo_constructs constructs; /* sorted */
};

/* Builds the program. scratch: a folder for the files made. */
enum ordo_status ordo_lab_build(struct ordo_arena *arena, const struct ordo_lab_sources *sources,
                                const char *scratch, struct ordo_lab_program *out,
                                struct ordo_error *error);

#endif
