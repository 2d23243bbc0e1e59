/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * settings.h: the settings of the runtime, which `ordo record` passes in environment variables.
 *
 *   ORDO_RAW_DIR            folder for raw files; unset or empty: recording is off
 *   ORDO_CELL               bytes of a cell: 1, 2, 4 or 8 (default); 16 in the Valgrind engine
 *   ORDO_COSTS              extra cost metrics, comma-separated: iterations, allocs, io, and
 *                           instructions in the Valgrind engine
 *   ORDO_LIMIT              cap on the raw file in bytes, over all threads (default 2 GiB)
 *   ORDO_DRMS               1: record drms too
 *   ORDO_LOOPS              1: record loops of unmodified programs too (others' always are)
 *   ORDO_INSIDE             names of routines, comma-separated, with the wildcards * and ?: only
 *                           what runs inside of them is measured; Valgrind engine only
 *   ORDO_TREE               1: record steps of loops and recursions per calling context (steps.h)
 *   ORDO_STRUCTURE          1: record invocations and their inputs in structure builds
 *                           (activities.h)
 *   ORDO_STRUCTURE_EFFORT   all: measure every input and keep every invocation (effort.h)
 *   ORDO_ALL_POINTS         1: keep the points of all activations (settling.h)
 *   ORDO_CHILDREN           0: record no cost of children per size
 *   ORDO_RATE               production builds: share of executions that are sampled: 1/N, 0.01
 *                           or 1. Without ORDO_RAW_DIR, raw files go to ./ordo.raw
 *   ORDO_BUDGET             production builds: share of CPU time for sampling, "1%" or 0.01; 0: no
 *                           bound (default: 0.5 %, or no bound if a rate is given)
 *   ORDO_LOG                production builds: bytes of SAMPLES; 0: no bound (default 4 MiB)
 *   ORDO_CONTROL            production builds: 1, or a folder: record nothing until `ordo record
 *                           --pid` asks for it by the process's control page (control_page.h). No
 *                           effect if ORDO_RAW_DIR is set
 *   ORDO_RECORDER           1: `ordo record` started the process or one of its ancestors
 *   ORDO_SIGNALS            production builds: start:SIGNAL,stop:SIGNAL,rotate:SIGNAL
 *                           (sampling_signals.h)
 *   ORDO_TEST_STAMP_SPACE   K: the clock starts K stamps before its end, also after renumbering
 *   ORDO_TEST_NO_WINDOWS    1: use the two-level shadow even for cells of 8 bytes
 *
 * Sizes may end in k, M, G or T. A value that cannot be read is ignored, because the program must
 * not suffer from it. `ordo record` checks what it passes on. A program of a production build that
 * is started without `ordo record` prints one line about the first such value.
 */
#ifndef ORT_SETTINGS_H
#define ORT_SETTINGS_H

#include <stdint.h>

#define ORT_SETTING_FOLDER 200 /* bytes of a folder's path in ORDO_CONTROL */

struct ort_settings {
    const char *raw_dir; /* NULL: recording is off; borrowed from the environment, valid only at the
                            start */
    uint64_t limit_bytes;
    uint64_t stamp_space;
    uint32_t cell_shift; /* log2 of the cell's bytes */
    uint32_t costs;      /* 1 << ordo_raw_cost */
    int drms;
    int loops;
    const char *inside; /* NULL: everything; borrowed from the environment */
    int tree;
    int structure;
    int measure_all;
    int all_points;
    int children;
    int no_windows;
    uint64_t rate;       /* one of so many executions is sampled; 0: the budget alone decides */
    uint64_t budget;     /* millionths of CPU time; 0: no bound */
    uint64_t log_bytes;  /* 0: no bound */
    int rate_given;      /* sampling is wanted, even without a folder for raw files */
    int recorder;        /* `ordo record` started this, and reports what went wrong */
    const char *signals; /* NULL: none; borrowed from the environment, valid only at the start */
    char misread[80];    /* the beginning of the first entry that could not be read ... */
    const char *control; /* 1, or a folder; NULL: not set, or not understood */
    int control_given;
    const char *misread_as; /* ... and what it is not; NULL: all could */
};

extern struct ort_settings ort_settings;

/* Sets the rate, the budget and the room for samples to what these texts say, as in ORDO_RATE,
 * ORDO_BUDGET and ORDO_LOG. An empty text, or one that cannot be read, changes nothing, except that
 * a rate without a budget has none. */
void ort_settings_sample(const char *rate, const char *budget, const char *log);

/* Reads the environment. Called once, before any other function of the runtime. */
void ort_settings_read(void);

/* Returns whether the C library has set up the environment: functions in .preinit_array run before
 * that. */
int ort_settings_there(void);

#endif
