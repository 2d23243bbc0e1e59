/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * build.h: the raw files of one recording, read into a profile.
 *
 * Joins threads and processes; restores points whose update a kill interrupted; counts activations
 * still open as unfinished; derives recursions. The order of `paths` does not matter.
 *
 * Errors:  ORDO_BAD_INPUT names the file and the byte offset (unless skip_bad); ORDO_ENVIRONMENT
 *          when a file cannot be opened; ORDO_NO_MEMORY. *out is untouched on failure
 * Memory:  *out is new, ended by ordo_profile_free
 * Threads: reentrant; the files must not shrink meanwhile (a recorded process only grows its own)
 */
#ifndef ORDO_BUILD_H
#define ORDO_BUILD_H

#include "base/status.h"
#include "profile/profile.h"

struct ordo_build_options {
    uint32_t cell_bytes;     /* what was asked for; only used when no raw file says (0: unknown) */
    const char *const *argv; /* the recorded command, NULL-terminated, or NULL */
    const char *directory;   /* that the command began in, absolute, or NULL */
    uint64_t start_ns, end_ns; /* of the recording; 0: unknown */
    int exit_status;           /* of the command; -1: unknown or killed */
    int signal;                /* that killed it; 0: none */
    const struct ordo_feature_value
        *features; /* of record --feature; these win over the program's */
    size_t n_features;
    const uint32_t *running; /* pids known to be still running */
    size_t n_running;
    bool
        skip_bad; /* leave out files that cannot be read; the run says how many and why the first */
};

/* n may be 0: nothing instrumented ran, an empty profile with its run. options may be NULL. */
enum ordo_status ordo_profile_from_raw(const char *const *paths, size_t n,
                                       const struct ordo_build_options *options,
                                       struct ordo_profile **out, struct ordo_error *error);

#endif
