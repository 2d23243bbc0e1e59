/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * compiler_messages.c: a message begins at a line with "error: ", "warning: " or "note: " and ends
 * before the next one. A note belongs to the error or warning before it. Notes in ordo.h are left
 * out: the user's line is in the error.
 *
 * A linker's message is a line. The one before it may say in which function it is.
 */
#include "lab/compiler_messages.h"

#include "base/memory.h"
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

/* Cuts "FILE:LINE:COLUMN: " behind the line. */
static void without_column(char *place) {
    size_t n = strlen(place);
    for (unsigned colons = 0; n && colons < 2; n--) colons += place[n - 1] == ':';
    if (n) place[n] = 0;
}

static bool counts_errors(const char *plain) {
    size_t n = strlen(plain);
    return isdigit((unsigned char)*plain) && n > 10 && strcmp(plain + n - 10, "generated.") == 0;
}

struct tidying {
    struct ordo_words places; /* of errors and warnings so far, and what declarations got */
    bool skips_main;          /* the last error or warning was left out */
    bool is_ours;             /* it is one of ordo.h, whose notes would show that header */
    bool skips;               /* this message is */
};

/* Returns whether the message repeats another one about the same declaration: it says the same of
 * another use of the macro's argument, or is about a type of ordo.h. */
static bool is_repeated_of_declaration(struct tidying *t, const char *place, const char *plain) {
    const char *text = plain + strlen(place);
    char *line = ordo_memory_copy(place);
    without_column(line);
    char *said = ordo_text_format("%s %.*s", line, (int)strcspn(text, ","), text);
    bool repeated = ordo_words_find(&t->places, said) ||
                    (strstr(plain, "'ordo_function_") && ordo_words_find(&t->places, line));
    ordo_words_add(&t->places, said);
    ordo_words_add(&t->places, line);
    free(said);
    free(line);
    return repeated;
}

/* Decides on the message that this line begins, if it begins one. `next`: the line behind it, which
 * shows the source. */
static void judge(struct tidying *t, const char *plain, const char *next) {
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
    if (*place && (strstr(next, "ORDO_EXPERIMENT(") || strstr(plain, "'ordo_function_")))
        t->skips = t->skips_main |= is_repeated_of_declaration(t, place, plain);
    t->is_ours = strstr(plain, ": ORDO_EXPERIMENT: ") != NULL;
    ordo_words_add(&t->places, place);
    free(place);
}

void ordo_compiler_messages_tidy(const char *messages, struct ordo_text *out) {
    struct tidying t = {0};
    struct ordo_text plain = {0}, next = {0};
    for (const char *line = messages; *line;) {
        size_t n = strcspn(line, "\n");
        ordo_text_clear(&plain);
        add_plain(&plain, line, n);
        const char *text = plain.bytes ? plain.bytes : "";
        n += line[n] == '\n';
        ordo_text_clear(&next);
        add_plain(&next, line + n, strcspn(line + n, "\n"));
        judge(&t, text, next.bytes ? next.bytes : "");
        if (!t.skips && !counts_errors(text)) ordo_text_add_bytes(out, line, n);
        line += n;
    }
    ordo_text_done(&plain);
    ordo_text_done(&next);
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

/* Returns the part of a line that names an undefined routine, or NULL. */
static const char *undefined_in(const char *line) {
    return strstr(line, "undefined reference to ");
}

/* Returns whether the line, which names an undefined routine, has the number of a source line. */
static bool has_line(const char *line) {
    const char *found = undefined_in(line);
    return found >= line + 3 && isdigit((unsigned char)found[-3]);
}

/* Returns whether another one of the lines names the same undefined routine and is to be shown
 * instead: the first one with the number of a source line, or else the first one. */
static bool is_repeated(const struct ordo_words *lines, size_t at) {
    const char *line = lines->v[at], *name = undefined_in(line);
    for (size_t i = 0; name && i < lines->n; i++) {
        const char *other = undefined_in(lines->v[i]);
        if (i == at || !other || strcmp(other, name) != 0) continue;
        int better = has_line(lines->v[i]) - has_line(line);
        if (better > 0 || (better == 0 && i < at)) return true;
    }
    return false;
}

static bool is_left_out(const char *line) {
    static const char *const words[] = {"in function `ordo_", "error: linker command failed",
                                        ": more undefined references to "};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strstr(line, words[i])) return true;
    return false;
}

void ordo_linker_messages_tidy(const char *messages, const char *scratch,
                               const char *const *sources, size_t n_sources,
                               struct ordo_text *out) {
    struct ordo_words lines = {0};
    const char *place = NULL; /* "in function", of the lines that follow */
    ordo_words_add_split(&lines, messages, '\n');
    for (size_t i = 0; i < lines.n; i++) {
        const char *line = lines.v[i];
        bool is_place = strstr(line, ": in function `") != NULL;
        if (is_place) place = line;
        if (is_place || is_left_out(line) || is_repeated(&lines, i)) continue;
        if (place && !is_left_out(place)) add_renamed(out, place, scratch, sources, n_sources);
        place = NULL;
        add_renamed(out, line, scratch, sources, n_sources);
    }
    ordo_words_done(&lines);
}
