/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * wrapped_text.c: looks for the last blank before the line gets too wide. A wider word is divided,
 * if possible behind a comma, a colon, a slash or a '<'.
 */
#include "report/terminal/wrapped_text.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* Returns the length in bytes of the escape sequence at s; 0 if s does not begin with one. */
static size_t escape(const char *s) {
    if (s[0] != '\033' || s[1] != '[') return 0;
    size_t n = 2 + strspn(s + 2, "0123456789;");
    return s[n] ? n + 1 : n;
}

/* Returns how many bytes of the line's n belong to its next part; all of them if they fit. */
static size_t part(const char *s, size_t n, unsigned width) {
    size_t columns = 0, blank = 0, inside = 0;
    bool text = false;
    for (size_t at = 0; at < n; at++) {
        size_t skipped = escape(s + at);
        if (skipped) {
            at += skipped - 1;
            continue;
        }
        if (s[at] == ' ' && text && s[at - 1] != ' ') blank = at;
        text |= s[at] != ' ';
        columns += ((unsigned char)s[at] & 0xc0) != 0x80;
        if (columns > width) return blank ? blank : inside ? inside : at;
        if (text && strchr(",:/<", s[at])) inside = at + 1;
    }
    return n;
}

/* Returns the columns before the second and further parts of a line: behind its number, if it
 * begins with one, or else two more than the line has. */
static size_t indent_of(const char *line) {
    size_t blanks = strspn(line, " "), digits = strspn(line + blanks, "0123456789");
    size_t behind = strspn(line + blanks + digits, " ");
    return digits && behind > 1 ? blanks + digits + behind : blanks + 2;
}

static void add_line(struct ordo_text *out, const char *line, size_t n, unsigned width) {
    size_t indent = indent_of(line);
    if (indent > width / 2) indent = width / 2;
    size_t taken = part(line, n, width);
    ordo_text_add_bytes(out, line, taken);
    while (taken < n) {
        line += taken, n -= taken;
        size_t blanks = strspn(line, " ");
        if (blanks >= n) break;
        line += blanks, n -= blanks;
        ordo_text_print(out, "\n%*s", (int)indent, "");
        taken = part(line, n, width - (unsigned)indent);
        ordo_text_add_bytes(out, line, taken);
    }
}

void ordo_wrapped_text_fit(struct ordo_text *t, unsigned width) {
    struct ordo_text out = {0};
    if (!width || !t->n) return;
    for (const char *line = t->bytes; *line;) {
        size_t n = strcspn(line, "\n");
        add_line(&out, line, n, width);
        if (line[n]) ordo_text_add(&out, "\n");
        line += n + (line[n] != 0);
    }
    ordo_text_done(t);
    *t = out;
}
