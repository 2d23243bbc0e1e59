/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * lab_round.h: one round of `ordo lab`: builds, runs all experiments, writes the results.
 *
 * Errors:  those of building and running; a failed experiment is reported on stderr and is not an
 *          error
 * Threads: the main thread
 */
#ifndef ORDO_LAB_ROUND_H
#define ORDO_LAB_ROUND_H

#include "base/words.h"
#include "lab/lab_session.h"
#include "watch/page_server.h"

#include <stdbool.h>

enum ordo_lab_format { ORDO_LAB_TABLE, ORDO_LAB_JSON, ORDO_LAB_CSV };

struct ordo_lab_request {
    struct ordo_words files, flags;
    struct ordo_lab_run_settings settings;
    enum ordo_lab_format format; /* what stdout gets */
    const char *html;
    const char *color; /* auto, always or never */
    bool sanitize;     /* with AddressSanitizer and UndefinedBehaviorSanitizer */
    bool quiet;
    struct ordo_page_server *server; /* answers requests between two sizes; may be NULL */
};

struct ordo_lab_outcome {
    bool all_ok;             /* every experiment ran to its end */
    bool interrupted;        /* nothing was written */
    struct ordo_words files; /* that have statements; ended by the caller with ordo_words_done */
};

/* Runs one round. Sets *outcome even if it fails. */
enum ordo_status ordo_lab_round_run(const struct ordo_lab_request *request,
                                    struct ordo_lab_outcome *outcome, struct ordo_error *error);

#endif
