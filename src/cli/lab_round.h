/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * lab_round.h: one round of `ordo lab`: build, run all experiments, write what was asked for.
 *
 * Errors:  those of building and running; what goes wrong in an experiment is said on stderr and is
 *          no error
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
    struct ordo_lab_settings settings;
    enum ordo_lab_format format; /* of stdout */
    const char *html;
    const char *color; /* auto, always or never */
    bool quiet;
    struct ordo_page_server *server; /* answers between two sizes; NULL: there is none */
};

struct ordo_lab_outcome {
    bool all_ok;             /* every experiment came to its end */
    bool interrupted;        /* nothing was written */
    struct ordo_words files; /* that statements stand in; the caller ends the list */
};

enum ordo_status ordo_lab_round_run(const struct ordo_lab_request *request,
                                    struct ordo_lab_outcome *outcome, struct ordo_error *error);

#endif
