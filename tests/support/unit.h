/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * unit.h: cmocka with what it needs before it, and checks on our own types.
 */
#ifndef UNIT_H
#define UNIT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/status.h"

/* Prints the message when the call failed. */
#define assert_ok(call, error)                                                                     \
    do {                                                                                           \
        if ((call) != ORDO_OK) fail_msg("%s: %s", #call, (error).message);                         \
    } while (0)

/* The message of a failed call, which must contain the text. */
#define assert_message(error, text)                                                                \
    do {                                                                                           \
        if (!strstr((error).message, text))                                                        \
            fail_msg("message '%s' does not say '%s'", (error).message, text);                     \
    } while (0)

#endif
