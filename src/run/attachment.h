/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * attachment.h: recordings in processes that this one did not start, by their control pages
 * (abi/control_words.h).
 *
 * Errors:  ORDO_BAD_INPUT if the process cannot be recorded, ORDO_ENVIRONMENT if the system does
 *          not allow it; the message names the process or the file
 * Memory:  an attachment is ended by ordo_attachment_end
 * Threads: one attachment at a time
 */
#ifndef ORDO_ATTACHMENT_H
#define ORDO_ATTACHMENT_H

#include "base/status.h"

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct ordo_control;

struct ordo_attachment {
    struct ordo_control *page;
    char *folder;    /* of control pages */
    uint64_t number; /* of the recording */
    pid_t pid;
};

/* Finds the control page of the process and claims it, so that no other recorder can. folder: where
 * the page is; NULL or "1": in the user's own folder. */
enum ordo_status ordo_attach(pid_t pid, const char *folder, struct ordo_attachment *out,
                             struct ordo_error *error);

struct ordo_attached_recording {
    const char *raw_dir;             /* an absolute path */
    const char *rate, *budget, *log; /* texts; NULL: what the process was started with */
    uint64_t for_ms;                 /* how long; 0: until it is stopped */
    const volatile sig_atomic_t *stop;
    /* the result */
    bool began;                /* the process noticed the request */
    bool ended;                /* it ended meanwhile, or executed another program */
    uint64_t start_ns, end_ns; /* CLOCK_REALTIME */
};

/* Records the process and the children that it forks meanwhile: for the given time, or until the
 * process ends or *stop is not 0. */
enum ordo_status ordo_attachment_record(struct ordo_attachment *a,
                                        struct ordo_attached_recording *r,
                                        struct ordo_error *error);

/* Leaves the process to other recorders. */
void ordo_attachment_end(struct ordo_attachment *a);

#endif
