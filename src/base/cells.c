/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * cells.c: quotes double quotes as RFC 4180 does.
 */
#include "base/cells.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

size_t ordo_cells_trim(char *line, size_t n) {
    while (n > 0 && (line[n - 1] == '\n' || line[n - 1] == '\r')) line[--n] = 0;
    return n;
}

char ordo_cells_separator(const char *line) {
    for (const char *s = ",;\t"; *s; s++)
        if (strchr(line, *s)) return *s;
    return ' ';
}

static bool ends(char c, char separator) {
    return separator == ' ' ? isspace((unsigned char)c) : c == separator;
}

char *ordo_cells_next(char *rest, char separator, char **cell) {
    char *p = rest;
    while (separator == ' ' && isspace((unsigned char)*p)) p++;
    char *to = p;
    bool quoted = *p == '"';
    *cell = p;
    if (quoted) p++;
    while (*p && (quoted || !ends(*p, separator))) {
        if (quoted && *p == '"') {
            if (p[1] != '"') {
                quoted = false;
                p++;
                continue;
            }
            p++;
        }
        *to++ = *p++;
    }
    char *after = *p ? p + 1 : NULL;
    *to = 0;
    if (separator == ' ' && after && !after[strspn(after, " \t\r\n")]) after = NULL;
    return after;
}

bool ordo_cells_number(const char *cell, double *value) {
    char *end;
    while (isspace((unsigned char)*cell)) cell++;
    *value = strtod(cell, &end);
    if (end == cell) return false;
    while (isspace((unsigned char)*end)) end++;
    return !*end && isfinite(*value);
}
