/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * scenario.h: runs each test of the runtime in a process of its own, because a process is recorded
 * from its first to its last instruction or not at all.
 *
 * A test program lists its scenarios. Called with a scenario's name, it runs that one. Called
 * without a name, it starts itself once per cmocka test, recorded into a new folder.
 */
#ifndef TEST_SCENARIO_H
#define TEST_SCENARIO_H

#include "raw_image.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

struct scenario {
    const char *name;
    void (*run)(const char *argument);
};

extern const struct scenario scenarios[]; /* ends with a NULL name */

/* First statement of main: in a scenario's process it runs the scenario and exits with 0. */
void scenario_child(int argc, char **argv);

/* In a scenario: ends the process with status 1 and a message unless `condition` holds. */
#define CHECK(condition, ...)                                                                      \
    do {                                                                                           \
        if (!(condition)) scenario_fail(__FILE__, __LINE__, #condition, __VA_ARGS__);              \
    } while (0)
void scenario_fail(const char *file, int line, const char *condition, const char *format, ...)
    __attribute__((format(printf, 4, 5), noreturn));

/* Runs a scenario with additional environment variables ("NAME=value", then NULL) and returns
 * its wait status. Its raw files are in scenario_files until the next run. */
int scenario_run(const char *name, const char *argument, const char *const environment[]);
/* Does the same; the cmocka test fails unless the status is 0. */
void scenario_pass(const char *name, const char *argument, const char *const environment[]);
/* Runs a scenario without ORDO_RAW_DIR. */
int scenario_run_idle(const char *name, const char *argument);

/* 1 if a sanitizer reserves address space and replaces library routines. */
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SCENARIO_SANITIZED 1
#endif
#endif
#ifndef SCENARIO_SANITIZED
#define SCENARIO_SANITIZED 0
#endif

/* Paths of the raw files of the latest run, sorted by name. */
extern char scenario_files[64][512];
extern int scenario_n_files;

/* Return the file of a run that must have left exactly one, and the file of the process that was
 * not forked. */
struct raw_image scenario_only_file(void);
struct raw_image scenario_parents_file(void);

#endif
