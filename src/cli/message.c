/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * message.c: formats each message and writes it with one call, so that lines of several processes
 * do not mix.
 */
#include "cli/message.h"
#include "base/text.h"
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const char *command;
static bool plain;

void ordo_message_command(const char *name) {
    command = name;
}

void ordo_message_plain(void) {
    plain = true;
}

/* Names of files and messages of libraries may have any byte. */
static void tame(char *line) {
    for (size_t n; *line; line += n ? n : 1) {
        n = ordo_text_character(line);
        if (!n || ((unsigned char)*line < ' ' && *line != '\n' && *line != '\t') || *line == 127)
            *line = '?';
    }
}

/* hint: the message ends with where to get help. */
static void say(bool named, bool hint, const char *format, va_list ap) {
    char line[2048], end[64] = "";
    const char *about = command && strcmp(command, "help") != 0 ? command : NULL;
    if (hint)
        snprintf(end, sizeof end, " (see `ordo help%s%s`)", about ? " " : "", about ? about : "");
    int n = named && command ? snprintf(line, sizeof line, "ordo %s: ", command)
                             : snprintf(line, sizeof line, "ordo: ");
    int m = vsnprintf(line + n, sizeof line - (size_t)n - 1, format, ap);
    int most = (int)sizeof line - n - 2 - (int)strlen(end);
    if (m > most) m = most;
    strcpy(line + n + m, end);
    tame(line);
    size_t length = strlen(line);
    line[length] = '\n';
    if (write(STDERR_FILENO, line, length + 1) < 0) return;
}

void ordo_message(const char *format, ...) {
    va_list ap;
    va_start(ap, format);
    say(!plain, false, format, ap);
    va_end(ap);
}

void ordo_message_remark(const char *format, ...) {
    va_list ap;
    va_start(ap, format);
    say(true, false, format, ap);
    va_end(ap);
}

int ordo_message_error(const struct ordo_error *error) {
    ordo_message("%s", error->message);
    return ordo_status_exit(error->status);
}

int ordo_message_usage(const char *format, ...) {
    va_list ap;
    va_start(ap, format);
    say(!plain, true, format, ap);
    va_end(ap);
    return 2;
}
