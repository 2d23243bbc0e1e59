/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * unit.h: includes cmocka and the headers that it needs, and defines checks of our own types.
 */
#ifndef UNIT_H
#define UNIT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/status.h"

/* Fails with the error's message if the call failed. */
#define assert_ok(call, error)                                                                     \
    do {                                                                                           \
        if ((call) != ORDO_OK) fail_msg("%s: %s", #call, (error).message);                         \
    } while (0)

/* Fails unless the call failed with a message that contains the text. */
#define assert_message(error, text)                                                                \
    do {                                                                                           \
        if (!strstr((error).message, text))                                                        \
            fail_msg("message '%s' does not say '%s'", (error).message, text);                     \
    } while (0)

#endif
