/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * status.c: formats one-line messages.
 *
 * A message that does not fit is cut. Control characters, which file names may contain, are shown
 * as '?', so that a message is always one line.
 */
#include "base/status.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static void flatten(char *s) {
    for (; *s; s++)
        if ((unsigned char)*s < ' ' || *s == 127) *s = '?';
}

enum ordo_status ordo_error_set(struct ordo_error *e, enum ordo_status status, const char *format,
                                ...) {
    if (!e) return status;
    va_list args;
    va_start(args, format);
    vsnprintf(e->message, sizeof e->message, format, args);
    va_end(args);
    flatten(e->message);
    e->status = status;
    return status;
}

enum ordo_status ordo_error_prefix(struct ordo_error *e, const char *format, ...) {
    if (!e) return ORDO_OK;
    char old[sizeof e->message];
    memcpy(old, e->message, sizeof old);
    va_list args;
    va_start(args, format);
    int n = vsnprintf(e->message, sizeof e->message, format, args);
    va_end(args);
    if (n >= 0 && (size_t)n < sizeof e->message)
        snprintf(e->message + n, sizeof e->message - (size_t)n, ": %s", old);
    flatten(e->message);
    return e->status;
}

int ordo_status_exit(enum ordo_status status) {
    switch (status) {
    case ORDO_OK:
        return 0;
    case ORDO_BAD_INPUT:
    case ORDO_MISMATCH:
        return 3;
    case ORDO_ENVIRONMENT:
        return 4;
    }
    return 4;
}
