/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * sanitizer_report.h: what AddressSanitizer or UndefinedBehaviorSanitizer said, in one line.
 *
 * Threads: reentrant
 */
#ifndef ORDO_SANITIZER_REPORT_H
#define ORDO_SANITIZER_REPORT_H

#include <stdbool.h>
#include <stddef.h>

/* Reads the standard error output of a program, in the file at `path`. Writes the first report's
 * line of source, if it has one of the n files, and what is wrong: "f.c:3: heap-buffer-overflow,
 * WRITE of size 4". Returns false if there is no report. */
bool ordo_sanitizer_report_read(const char *path, const char *const *files, size_t n, char *out,
                                size_t size);

/* Settings of the sanitizers for the program's environment: NAME=VALUE. */
extern const char *const ordo_sanitizer_settings[3];

#endif
