/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * status.h: how host code reports errors.
 *
 * A function that can fail returns an enum ordo_status. If that is not ORDO_OK, it has filled the
 * caller's struct ordo_error: one line without a newline that names the thing (file, byte offset,
 * value), says what is wrong with it and what to do. Only src/cli prints the line and exits.
 *
 * Lack of memory is not reported in this way: it ends the process (memory.h).
 *
 * Errors:  the error pointer may be NULL if the caller does not want the text
 * Memory:  no allocation; a message is cut at the size of its array
 * Threads: pure except for the caller's struct
 */
#ifndef ORDO_STATUS_H
#define ORDO_STATUS_H

enum ordo_status {
    ORDO_OK = 0,
    ORDO_BAD_INPUT,   /* a file or value is invalid                     (exit status 3) */
    ORDO_MISMATCH,    /* each file is valid, but they do not match      (exit status 3) */
    ORDO_ENVIRONMENT, /* permission, full disk, missing file or program (exit status 4) */
};

struct ordo_error {
    enum ordo_status status;
    char message[1024];
};

/* Fills *e unless it is NULL. Returns `status`, so that failing is one return statement. */
enum ordo_status ordo_error_set(struct ordo_error *e, enum ordo_status status, const char *format,
                                ...) __attribute__((format(printf, 3, 4)));

/* Puts "prefix: " in front of the message of *e. Returns the status of *e (ORDO_OK if e is
 * NULL). */
enum ordo_status ordo_error_prefix(struct ordo_error *e, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Returns the exit status of `ordo` for a failure, as documented in the man pages. */
int ordo_status_exit(enum ordo_status status);

/* Returns from the calling function if the expression is a failure. */
#define ORDO_TRY(expression)                                                                       \
    do {                                                                                           \
        enum ordo_status ordo_try_status_ = (expression);                                          \
        if (ordo_try_status_ != ORDO_OK) return ordo_try_status_;                                  \
    } while (0)

#endif
