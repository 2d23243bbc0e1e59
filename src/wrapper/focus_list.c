/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * focus_list.c: copies the characters and replaces separators by one semicolon between items.
 */
#include "wrapper/focus_list.h"
#include "base/memory.h"
#include <ctype.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct items {
    char *text;
    size_t n;
    bool separated, full;
};

static void put(struct items *out, int c) {
    if (c == ',' || c == ';' || isspace(c)) {
        out->separated = true;
        return;
    }
    if (out->n + 2 >= ORDO_FOCUS_BYTES) {
        out->full = true;
        return;
    }
    if (out->separated && out->n) out->text[out->n++] = ';';
    out->separated = false;
    out->text[out->n++] = (char)c;
}

static enum ordo_status read_file(const char *path, struct items *out, struct ordo_error *error) {
    FILE *f = fopen(path, "re");
    if (!f)
        return ordo_error_set(error, ORDO_BAD_INPUT, "--focus=@%s: cannot be read: %s", path,
                              strerror(errno));
    bool comment = false;
    for (int c; (c = getc(f)) != EOF;) {
        if (c == '#') comment = true;
        if (c == '\n') comment = false;
        put(out, comment ? ' ' : c);
    }
    fclose(f);
    return ORDO_OK;
}

enum ordo_status ordo_focus_read(const char *value, char **items, struct ordo_error *error) {
    struct items out = {.text = ordo_memory_new(ORDO_FOCUS_BYTES, 1)};
    enum ordo_status status = ORDO_OK;
    if (value[0] == '@')
        status = read_file(value + 1, &out, error);
    else
        for (const char *c = value; *c; c++) put(&out, (unsigned char)*c);
    if (status == ORDO_OK && out.full)
        status =
            ordo_error_set(error, ORDO_BAD_INPUT,
                           "--focus: longer than %d characters: shorten the list, or name whole "
                           "files (FILE:)",
                           ORDO_FOCUS_BYTES);
    if (status == ORDO_OK && !out.n)
        status =
            ordo_error_set(error, ORDO_BAD_INPUT,
                           "--focus=%s: an empty list: write ROUTINE, ROUTINE:LINE, FILE:LINE or "
                           "FILE:, separated by commas",
                           value);
    if (status != ORDO_OK) {
        free(out.text);
        return status;
    }
    *items = out.text;
    return ORDO_OK;
}
