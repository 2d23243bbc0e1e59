/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * interruption.h: INT, TERM and HUP as a wish to stop, for commands that have something to keep.
 *
 * A signal that was ignored when the command began stays ignored. Children can be waited for.
 *
 * Threads: the main thread
 */
#ifndef ORDO_INTERRUPTION_H
#define ORDO_INTERRUPTION_H

#include <signal.h>

/* The signal that came; 0: none. */
extern volatile sig_atomic_t ordo_interruption;

/* From now on they only set it. `caught` gets the signals that do; NULL is allowed. */
void ordo_interruption_catch(sigset_t *caught);

#endif
