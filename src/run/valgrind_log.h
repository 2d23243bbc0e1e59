/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * valgrind_log.h: reads why Ordo's Valgrind tool failed.
 *
 * Each process of the tool writes a log to the folder of raw files (valgrind.PID.log).
 *
 * Memory:  the caller frees the text
 * Threads: reentrant
 */
#ifndef ORDO_VALGRIND_LOG_H
#define ORDO_VALGRIND_LOG_H

#include <stdbool.h>

struct ordo_valgrind_words {
    char *text;           /* one line, or NULL if no process failed */
    bool of_instructions; /* the program executed an instruction that Valgrind does not support */
};

/* Returns the messages of the first process that failed. */
struct ordo_valgrind_words ordo_valgrind_log_read(const char *raw_dir);

/* Returns whether `name` is the name of such a log. */
bool ordo_valgrind_log_is(const char *name);

#endif
