/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * message.c: formats each message and writes it with one call, so that lines of several processes
 * do not mix.
 */
#include "cli/message.h"
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <unistd.h>

static const char *command;
static bool plain;

void ordo_message_command(const char *name) {
    command = name;
}

void ordo_message_plain(void) {
    plain = true;
}

static void say(bool named, const char *format, va_list ap) {
    char line[2048];
    int n = named && command ? snprintf(line, sizeof line, "ordo %s: ", command)
                             : snprintf(line, sizeof line, "ordo: ");
    int m = vsnprintf(line + n, sizeof line - (size_t)n - 1, format, ap);
    if (m > (int)sizeof line - n - 2) m = (int)sizeof line - n - 2;
    line[n + m] = '\n';
    if (write(STDERR_FILENO, line, (size_t)(n + m + 1)) < 0) return;
}

void ordo_message(const char *format, ...) {
    va_list ap;
    va_start(ap, format);
    say(!plain, format, ap);
    va_end(ap);
}

void ordo_message_remark(const char *format, ...) {
    va_list ap;
    va_start(ap, format);
    say(true, format, ap);
    va_end(ap);
}

int ordo_message_error(const struct ordo_error *error) {
    ordo_message("%s", error->message);
    return ordo_status_exit(error->status);
}

int ordo_message_usage(const char *format, ...) {
    va_list ap;
    va_start(ap, format);
    say(!plain, format, ap);
    va_end(ap);
    if (command)
        ordo_message("see `ordo help %s`", command);
    else
        ordo_message("see `ordo help`");
    return 2;
}
