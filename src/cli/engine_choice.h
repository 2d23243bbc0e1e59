/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * engine_choice.h: which engine measures a command, and the command line that it takes.
 *
 * auto takes Valgrind's when the command itself is a program that is not instrumented; scripts,
 * shells, make and the like run as they are, so that instrumented programs below them are recorded.
 * valgrind runs the command, whatever it is, and every program that it executes under Valgrind.
 *
 * Errors:  ORDO_BAD_INPUT: no such engine; ORDO_ENVIRONMENT: Valgrind was asked for and is not
 *          there, is of another version, or cannot run the command
 */
#ifndef ORDO_ENGINE_CHOICE_H
#define ORDO_ENGINE_CHOICE_H

#include "base/status.h"
#include "base/words.h"

#include <stdbool.h>

struct ordo_engine_choice {
    bool valgrind;
    struct ordo_words
        argv;     /* what is to be executed instead of the command; with `valgrind` only */
    bool follows; /* programs that the command executes are measured by Valgrind too */
    bool wanted;  /* auto would have taken Valgrind, but it is not to be had */
};

/* name: of the engine, or NULL. environment: NAME=VALUE settings, some of them ORDO_...; raw_dir:
 * the folder for raw files. */
enum ordo_status ordo_engine_choose(const char *name, char *const *argv, char *const *environment,
                                    const char *raw_dir, struct ordo_engine_choice *out,
                                    struct ordo_error *error);
void ordo_engine_choice_done(struct ordo_engine_choice *c);

/* ORDO_OK if there is an engine of this name; NULL is one. */
enum ordo_status ordo_engine_check_name(const char *name, struct ordo_error *error);

#endif
