/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * control_page.h: this process's control page (abi/control_words.h): its file and its mapping.
 *
 * The folder is /tmp/ordo-UID, or the one that ORDO_CONTROL names. It must belong to the user or to
 * root, and only its owner may write to it, so that nobody else can put a file or a link in the
 * page's place.
 *
 * Errors:  one line on standard error, unless a fork's child gets no page. The process then runs as
 *          it would without ORDO_CONTROL, and cannot be recorded.
 * Threads: ort_control_make, ort_control_forked: one at a time. Signal-safe: yes. May allocate: no.
 */
#ifndef ORT_CONTROL_PAGE_H
#define ORT_CONTROL_PAGE_H

#include "abi/control_words.h"

/* The page, or NULL if the process has none. */
extern struct ordo_control *ort_control_page;

/* Makes the page, if the settings ask for one. */
void ort_control_make(void);

/* Gives a fork's child a page of its own with what the parent's page says. */
void ort_control_forked(void);

/* Notes what a recorder must know of the process. ORDO_CONTROL_ENDED removes the file if `surely`:
 * the process does not return from what it is about to do. */
void ort_control_note(enum ordo_control_state state, int surely);

#endif
