/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * fake_effects.h: an engine that only logs the effects that library models report.
 *
 * Cells are bytes, so that every length is visible. The log is text, one effect after another:
 *
 *   read a+0:6  write a+0:6  fill a+0:6 (kernel write)  take a+0:6 (kernel read)
 *   fresh a+0:6  zero a+0:6  block 24 (allocated)  freed 24  bytes 6 (I/O)
 *   strlen 6 (the charge)  end 2  enter  leave
 *   out of area  back in area (gates)
 *
 * Addresses are relative to the regions that the test has named; `?` is any other address.
 */
#ifndef FAKE_EFFECTS_H
#define FAKE_EFFECTS_H

#include "engine/runtime/core/effects.h"
#include <stddef.h>

extern struct ordo_thread fake_thread;
#define fake_on (fake_thread.tick) /* 1: recording, 0: idle */

/* Empties the log and forgets the regions. */
void fake_reset(void);
void fake_name(const void *start, size_t size, const char *name);

/* Returns the log since the last call, and empties it. */
const char *fake_log(void);

/* Returns what a log must be, made as by printf; valid until the next call. */
__attribute__((format(printf, 1, 2))) const char *expected(const char *format, ...);

/* Does the same for blocks, copies and streams:
 *   block a+0:6  end a+0  move a+0>b+0:9  mapped ?:4096 file  copy a+0>b+0:6  set a+0:6
 *   stream in 6  stream out 6 unseen (not in the program's memory)  descriptor in 6  opened */
const char *fake_objects(void);

/* Declares the wrapper with the type of the routine, as in WRAP(strlen). */
#define WRAP(fn) extern __typeof__(fn) __ordo_wrap_##fn

/* Compares the log of `call` with the text. */
#define assert_effects(call, text)                                                                 \
    do {                                                                                           \
        fake_log();                                                                                \
        (void)(call);                                                                              \
        assert_string_equal(fake_log(), text);                                                     \
    } while (0)

#endif
