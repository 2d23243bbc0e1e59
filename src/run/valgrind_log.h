/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * valgrind_log.h: what Ordo's tool of Valgrind said about an end that it did not plan. The tool's
 * processes write one log each into the folder of raw files (valgrind.PID.log).
 *
 * Memory:  the text belongs to the caller
 * Threads: reentrant
 */
#ifndef ORDO_VALGRIND_LOG_H
#define ORDO_VALGRIND_LOG_H

#include <stdbool.h>

struct ordo_valgrind_words {
    char *text;           /* one line; NULL: nothing went wrong */
    bool of_instructions; /* the program executed an instruction that Valgrind does not know */
};

/* The last words of the first tool process that failed. */
struct ordo_valgrind_words ordo_valgrind_log_read(const char *raw_dir);

/* Is a file of this name such a log? */
bool ordo_valgrind_log_is(const char *name);

#endif
