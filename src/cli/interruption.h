/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * interruption.h: catches INT, TERM and HUP, for commands that must save something before they end.
 *
 * A signal that was ignored when the command started stays ignored. SIGCHLD gets its default
 * action, so that children can be waited for.
 *
 * Threads: the main thread
 */
#ifndef ORDO_INTERRUPTION_H
#define ORDO_INTERRUPTION_H

#include <signal.h>

/* The signal that arrived last, or 0. */
extern volatile sig_atomic_t ordo_interruption;

/* Makes the signals set ordo_interruption and do nothing else. Sets *caught, unless NULL, to the
 * signals that do. */
void ordo_interruption_catch(sigset_t *caught);

#endif
