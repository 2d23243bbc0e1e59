/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * build.h: reads the raw files of one recording into a profile.
 *
 * It joins threads and processes, restores points whose update was interrupted when the process
 * was killed, counts activations that are still open as unfinished, and derives recursions. The
 * order of `paths` does not matter.
 *
 * Errors:  ORDO_BAD_INPUT names the file and the byte offset (unless skip_bad); ORDO_ENVIRONMENT
 *          if a file cannot be opened. *out is unchanged on failure
 * Memory:  *out is new; free it with ordo_profile_free
 * Threads: reentrant; files must not shrink during the call (a recorded process only lets its own
 *          file grow)
 */
#ifndef ORDO_BUILD_H
#define ORDO_BUILD_H

#include "base/status.h"
#include "profile/profile.h"

struct ordo_build_options {
    uint32_t cell_bytes;     /* the requested size; used only if no raw file has one (0: unknown) */
    const char *const *argv; /* the recorded command, NULL-terminated, or NULL */
    const char *directory;   /* working directory at the start of the command, absolute, or NULL */
    uint64_t start_ns, end_ns;                 /* of the recording; 0: unknown */
    int exit_status;                           /* of the command; -1: unknown or killed */
    int signal;                                /* signal that killed it; 0: none */
    const struct ordo_feature_value *features; /* record --feature; override the program's */
    size_t n_features;
    const uint32_t *running; /* pids of processes that are still running */
    size_t n_running;
    bool skip_bad; /* skip files that cannot be read; the run has their number and the first's
                      reason */
};

/* Builds the profile. n may be 0, if nothing instrumented ran: the profile is then empty except
 * for its run. options may be NULL. */
enum ordo_status ordo_profile_from_raw(const char *const *paths, size_t n,
                                       const struct ordo_build_options *options,
                                       struct ordo_profile **out, struct ordo_error *error);

#endif
