/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * lab_text.c: finds a statement's text. Lines are found by counting newlines; columns are bytes.
 */
#include "report/words/lab_text.h"

#include "report/words/spoken_name.h"

#include <string.h>

/* Returns the byte at (line, column), or NULL if the text has no such place. */
static const char *find(const char *text, uint32_t line, uint32_t column) {
    for (uint32_t l = 1; l < line; l++) {
        text = strchr(text, '\n');
        if (!text) return NULL;
        text++;
    }
    size_t length = strcspn(text, "\n");
    return column && column - 1 <= length ? text + column - 1 : NULL;
}

void ordo_lab_text_add(struct ordo_text *t, const struct ordo_lab *lab,
                       const struct ordo_lab_statement *s) {
    const char *source = lab->sources[s->file];
    const char *from = source ? find(source, s->line, s->column) : NULL;
    const char *to = source ? find(source, s->end_line, s->end_column) : NULL;
    if (!from || !to || from >= to) {
        ordo_text_print(t, "(%s)", ordo_lab_kind_name(s->kind));
        return;
    }
    struct ordo_text flat = {0};
    for (bool blank = false; from < to; from++) {
        if (strchr(" \t\r\n", *from)) {
            blank = true;
            continue;
        }
        if (blank) ordo_text_add(&flat, " ");
        blank = false;
        ordo_text_add_bytes(&flat, from, 1);
    }
    if (flat.bytes) ordo_spoken_text_add(t, flat.bytes);
    ordo_text_done(&flat);
}
