/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * compiler_messages.c: a message begins at a line with "error: ", "warning: " or "note: " and ends
 * before the next one. A note belongs to the error or warning before it.
 */
#include "lab/compiler_messages.h"

#include "base/words.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Appends the line without its colours: ESC [ ... m. */
static void add_plain(struct ordo_text *t, const char *line, size_t n) {
    for (size_t i = 0; i < n; i++) {
        if (line[i] != '\033') {
            ordo_text_add_bytes(t, line + i, 1);
            continue;
        }
        while (i < n && !isalpha((unsigned char)line[i])) i++;
    }
}

/* Returns the place before the word, if the message begins with an optional place and that word. */
static char *place_before(const char *plain, const char *word) {
    const char *found = strstr(plain, word);
    if (!found || (found != plain && (found < plain + 2 || strncmp(found - 2, ": ", 2) != 0)))
        return NULL;
    return ordo_text_format("%.*s", (int)(found - plain), plain);
}

static bool counts_errors(const char *plain) {
    size_t n = strlen(plain);
    return isdigit((unsigned char)*plain) && n > 10 && strcmp(plain + n - 10, "generated.") == 0;
}

struct tidying {
    struct ordo_words places; /* of errors and warnings so far */
    bool skips_main;          /* the last error or warning was left out */
    bool skips;               /* this message is */
};

/* Decides on the message that this line begins, if it begins one. */
static void judge(struct tidying *t, const char *plain) {
    static const char *const words[] = {"fatal error: ", "error: ", "warning: "};
    char *place = place_before(plain, "note: ");
    if (place) {
        t->skips = t->skips_main || strstr(plain, "note: expanded from macro 'ORDO_") ||
                   strstr(plain, "note: (skipping ");
        free(place);
        return;
    }
    for (size_t i = 0; i < sizeof words / sizeof *words && !place; i++)
        place = place_before(plain, words[i]);
    if (!place) return;
    t->skips = t->skips_main = *place && ordo_words_find(&t->places, place);
    ordo_words_add(&t->places, place);
    free(place);
}

void ordo_compiler_messages_tidy(const char *messages, struct ordo_text *out) {
    struct tidying t = {0};
    struct ordo_text plain = {0};
    for (const char *line = messages; *line;) {
        size_t n = strcspn(line, "\n");
        ordo_text_clear(&plain);
        add_plain(&plain, line, n);
        const char *text = plain.bytes ? plain.bytes : "";
        judge(&t, text);
        n += line[n] == '\n';
        if (!t.skips && !counts_errors(text)) ordo_text_add_bytes(out, line, n);
        line += n;
    }
    ordo_text_done(&plain);
    ordo_words_done(&t.places);
}
