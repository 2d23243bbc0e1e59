/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * engine_choice.h: chooses the engine for a command and makes the engine's command line.
 *
 * `auto` uses Valgrind if the command itself is a program that is not instrumented. Scripts,
 * shells, make and similar programs run as they are, so that instrumented programs below them are
 * recorded. `valgrind` runs any command, and every program that it executes, under Valgrind.
 *
 * Errors:  ORDO_BAD_INPUT: no such engine; ORDO_ENVIRONMENT: Valgrind was asked for but is missing,
 *          has another version, or cannot run the command
 */
#ifndef ORDO_ENGINE_CHOICE_H
#define ORDO_ENGINE_CHOICE_H

#include "base/status.h"
#include "base/words.h"

#include <stdbool.h>

struct ordo_engine_choice {
    bool valgrind;
    struct ordo_words argv; /* if valgrind: what to execute instead of the command */
    bool follows;           /* Valgrind also measures programs that the command executes */
    bool wanted;            /* auto would use Valgrind, but cannot */
};

/* Chooses the engine `name` (NULL: auto) for the command argv. environment: NAME=VALUE settings;
 * those named ORDO_... are passed to the engine. raw_dir: the folder for raw files. Ended by
 * ordo_engine_choice_done. */
enum ordo_status ordo_engine_choose(const char *name, char *const *argv, char *const *environment,
                                    const char *raw_dir, struct ordo_engine_choice *out,
                                    struct ordo_error *error);
void ordo_engine_choice_done(struct ordo_engine_choice *c);

/* Returns ORDO_OK if there is an engine of this name; NULL is valid. */
enum ordo_status ordo_engine_check_name(const char *name, struct ordo_error *error);

#endif
