/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * lab_watch.h: `ordo lab --watch` runs a round after every save and serves the page.
 *
 * A round that fails leaves the page of the last successful round.
 *
 * Threads: the main thread
 */
#ifndef ORDO_LAB_WATCH_H
#define ORDO_LAB_WATCH_H

#include "cli/lab_round.h"

/* Watches until a signal arrives. Returns the exit status. */
int ordo_lab_watch(const struct ordo_lab_request *request, bool open_page);

#endif
