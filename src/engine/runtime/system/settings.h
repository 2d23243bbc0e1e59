/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * settings.h: what `ordo record` tells the runtime, by the environment.
 *
 *   ORDO_RAW_DIR            folder for raw files; unset or empty: recording is off
 *   ORDO_CELL               bytes of a cell: 1, 2, 4 or 8 (default); 16 in the Valgrind engine
 *   ORDO_COSTS              extra cost metrics, comma-separated: iterations, allocs, io, and
 *                           instructions in the Valgrind engine
 *   ORDO_LIMIT              cap on the raw file in bytes, over all threads (default 2 GiB)
 *   ORDO_DRMS               1: drms sizes too
 *   ORDO_LOOPS              1: loops of unmodified programs too (those of others always are)
 *   ORDO_INSIDE             names of routines, comma-separated, * and ? stand for any letters: what
 *                           runs outside of them is not measured; the Valgrind engine only
 *   ORDO_TREE               1: steps of loops and recursions per calling context (steps.h)
 *   ORDO_STRUCTURE          1: invocations and their inputs, of programs that tell (activities.h)
 *   ORDO_STRUCTURE_EFFORT   all: every input is measured, every invocation kept (effort.h)
 *   ORDO_CHILDREN           0: no cost of children per size
 *   ORDO_RATE               production builds: 1/N, a share, or 1: so many executions are sampled.
 *                           Without ORDO_RAW_DIR raw files go to ./ordo.raw
 *   ORDO_BUDGET             the same: share of CPU time for sampling, "1%" or 0.01; 0: no bound
 *                           (default: 0.5 %, none when a rate is given)
 *   ORDO_LOG                the same: bytes of SAMPLES; 0: no bound (default 4 MiB)
 *   ORDO_RECORDER           1: `ordo record` started the process, or what started it
 *   ORDO_SIGNALS            the same: start:SIGNAL,stop:SIGNAL,rotate:SIGNAL
 *                           (sampling_signals.h)
 *   ORDO_TEST_STAMP_SPACE   K: the clock starts, and starts again, K stamps before its end
 *   ORDO_TEST_NO_WINDOWS    1: the two-level shadow, also for cells of 8 bytes
 *
 * Sizes may end in k, M, G or T. A value that cannot be read counts as not given: the program must
 * not suffer for it. `ordo record` checks what it passes on; a program of a production build that
 * is started without it says so in a line.
 */
#ifndef ORT_SETTINGS_H
#define ORT_SETTINGS_H

#include <stdint.h>

struct ort_settings {
    const char *raw_dir; /* NULL: recording is off; borrowed from the environment,
                            good at the start only */
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
    int children;
    int no_windows;
    uint64_t rate;          /* one of so many executions; 0: by the budget alone */
    uint64_t budget;        /* millionths of CPU time; 0: no bound */
    uint64_t log_bytes;     /* 0: no bound */
    int rate_given;         /* sampling is wanted, wherever the raw file goes */
    int recorder;           /* `ordo record` started this, and tells what went wrong */
    const char *signals;    /* NULL: none; borrowed from the environment, good at the start only */
    char misread[80];       /* the beginning of the first entry that could not be read ... */
    const char *misread_as; /* ... and what it is not; NULL: all could */
};

extern struct ort_settings ort_settings;

/* Reads the environment; once, before anything else of the runtime. */
void ort_settings_read(void);

/* Whether the C library has set up the environment: functions in .preinit_array run before it does.
 */
int ort_settings_there(void);

#endif
