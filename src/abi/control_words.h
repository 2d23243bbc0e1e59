/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * control_words.h: the control page, by which `ordo record --pid` starts and stops recordings in a
 * process that it did not start.
 *
 * The page is a file of one page that both processes map: <folder>/<pid>.control, in a folder that
 * only the user may enter. The process makes it at its start if ORDO_CONTROL is set, and removes it
 * at its end. The recorder claims it (`holder`), fills in what it wants, and writes `wanted`
 * last. The process reads `wanted` when one of its gates asks whether to sample, moves on to a
 * new raw file, and answers in `recording` or `failed`.
 *
 * A fork's child has a page of its own, a copy of its parent's. A recorder finds the children of
 * the process that it records by their `wanted`, which is unique.
 *
 * A recording also ends at `until_ns`. The recorder puts that off again and again, so that a
 * recording does not outlive its recorder.
 */
#ifndef ORDO_ABI_CONTROL_H
#define ORDO_ABI_CONTROL_H

#include <stdint.h>

#define ORDO_CONTROL_MAGIC 0x6c72746e6f63726full /* "orcontrl" in the file */
#define ORDO_CONTROL_VERSION 1u
#define ORDO_CONTROL_BYTES 4096u
#define ORDO_CONTROL_FOLDER "/tmp/ordo-" /* the user's number follows */
#define ORDO_CONTROL_SUFFIX ".control"

enum ordo_control_state {
    ORDO_CONTROL_LIVE = 1,
    ORDO_CONTROL_ENDED = 2,   /* the process has ended, or executed another program */
    ORDO_CONTROL_STOPPED = 3, /* it can record no more: its last recording had to stop */
};

struct ordo_control {
    uint64_t magic; /* written last */
    uint32_t version, pid;
    uint64_t made_ns; /* CLOCK_BOOTTIME */
    uint32_t state;   /* enum ordo_control_state */
    uint32_t pad;
    /* the process's answer */
    uint64_t recording; /* the `wanted` that is being recorded; 0: none */
    uint64_t failed;    /* the `wanted` that could not begin, ... */
    uint64_t error;     /* ... and why: an errno */
    /* the recorder's */
    uint32_t holder; /* its process id; 0: nobody's. Changed by compare and exchange. */
    uint32_t pad2;
    uint64_t wanted;   /* a recording's number, which no other recording has; 0: record nothing */
    uint64_t until_ns; /* CLOCK_MONOTONIC */
    char rate[32], budget[32], log[32]; /* as ORDO_RATE, ...; empty: the process's own setting */
    char folder[1024];                  /* for raw files; an absolute path */
};
_Static_assert(sizeof(struct ordo_control) <= ORDO_CONTROL_BYTES, "one page");

#endif
