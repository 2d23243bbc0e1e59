/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * compiler_messages.c: a message begins at a line with "error: ", "warning: " or "note: " and ends
 * before the next one. A note belongs to the error or warning before it. Notes in ordo.h are left
 * out: the user's line is in the error.
 *
 * A linker's message is a line.
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
    bool is_ours;             /* it is one of ordo.h, whose notes would show that header */
    bool skips;               /* this message is */
};

/* Decides on the message that this line begins, if it begins one. */
static void judge(struct tidying *t, const char *plain) {
    static const char *const words[] = {"fatal error: ", "error: ", "warning: "};
    char *place = place_before(plain, "note: ");
    if (place) {
        t->skips = t->skips_main || t->is_ours || strstr(place, "/ordo/ordo.h:") ||
                   strstr(place, "<scratch space>") ||
                   strstr(plain, "note: expanded from macro 'ORDO_") ||
                   strstr(plain, "note: (skipping ");
        free(place);
        return;
    }
    for (size_t i = 0; i < sizeof words / sizeof *words && !place; i++)
        place = place_before(plain, words[i]);
    if (!place) return;
    t->skips = t->skips_main = *place && ordo_words_find(&t->places, place);
    t->is_ours = strstr(plain, ": ORDO_EXPERIMENT: ") != NULL;
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

/* Appends the line; objects in `scratch` have the names of their sources. */
static void add_renamed(struct ordo_text *out, const char *line, const char *scratch,
                        const char *const *sources, size_t n_sources) {
    size_t n = strlen(scratch);
    for (const char *found; (found = strstr(line, scratch)) && found[n] == '/';) {
        char *end;
        unsigned long number = strtoul(found + n + 1, &end, 10);
        if (end == found + n + 1 || strncmp(end, ".o", 2) != 0 || number >= n_sources) break;
        ordo_text_add_bytes(out, line, (size_t)(found - line));
        ordo_text_add(out, sources[number]);
        line = end + 2;
    }
    ordo_text_print(out, "%s\n", line);
}

void ordo_linker_messages_tidy(const char *messages, const char *scratch,
                               const char *const *sources, size_t n_sources,
                               struct ordo_text *out) {
    static const char *const left_out[] = {"in function `ordo_", "error: linker command failed"};
    while (*messages) {
        size_t n = strcspn(messages, "\n");
        char *line = ordo_text_format("%.*s", (int)n, messages);
        bool shown = true;
        for (size_t i = 0; i < sizeof left_out / sizeof *left_out; i++)
            shown &= !strstr(line, left_out[i]);
        if (shown) add_renamed(out, line, scratch, sources, n_sources);
        free(line);
        messages += n + (messages[n] == '\n');
    }
}
