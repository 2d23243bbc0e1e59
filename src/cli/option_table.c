/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * option_table.c: reads the environment, then the words of argv from left to right.
 *
 * Invariant: argv stays a permutation of its words, with options and their values before operands.
 */
#include "cli/option_table.h"
#include "cli/message.h"
#include "cli/nearest.h"
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MISTAKE = ORDO_OPTIONS_MISTAKE, HELP = ORDO_OPTIONS_HELP, MAX_OPTIONS = 48 };

/* Options of the command line. */
static const struct ordo_option *given[MAX_OPTIONS];
static size_t n_given;

static void set(const struct ordo_option *o, const char *value) {
    switch (o->kind) {
    case ORDO_OPTION_FLAG:
        *(bool *)o->target = value != NULL;
        break;
    case ORDO_OPTION_VALUE:
        *(const char **)o->target = value;
        break;
    case ORDO_OPTION_LIST:
        ordo_words_add(o->target, value);
        break;
    case ORDO_OPTION_JOINED:
        break;
    }
}

static bool names_a_path(const struct ordo_option *o) {
    return o->kind == ORDO_OPTION_VALUE && o->completes &&
           (strcmp(o->completes, ORDO_COMPLETE_FILES) == 0 ||
            strcmp(o->completes, ORDO_COMPLETE_FOLDERS) == 0);
}

/* Returns how many words the option took, which is `words`; MISTAKE if it names a second path. Of
 * other values, the last one holds. */
static int set_given(const struct ordo_option *o, const char *value, int words) {
    bool again = ordo_option_given(o->name);
    const char *first = again && names_a_path(o) ? *(const char **)o->target : value;
    if (strcmp(first, value) != 0)
        return ordo_message_usage("--%s: %s and %s: give only one", o->name, first, value), MISTAKE;
    set(o, value);
    if (n_given < MAX_OPTIONS && !again) given[n_given++] = o;
    return words;
}

bool ordo_option_given(const char *name) {
    for (size_t i = 0; i < n_given; i++)
        if (strcmp(given[i]->name, name) == 0) return true;
    return false;
}

const char *ordo_option_given_of(const char *const *names) {
    while (*names && !ordo_option_given(*names)) names++;
    return *names;
}

static void read_environment(const struct ordo_option *o) {
    char name[64] = "ORDO_";
    size_t n = strlen(name);
    for (const char *p = o->name; *p && n + 1 < sizeof name; p++)
        name[n++] = *p == '-' ? '_' : (char)toupper((unsigned char)*p);
    name[n] = 0;
    const char *value = getenv(name);
    if (!value || !*value) return;
    if (o->kind == ORDO_OPTION_LIST)
        ordo_words_add_split(o->target, value, ',');
    else if (o->kind == ORDO_OPTION_VALUE)
        set(o, value);
    else
        set(o, strcmp(value, "0") == 0 ? NULL : value);
}

static int unknown(const struct ordo_option_table *table, const char *word, size_t length) {
    const char *names[MAX_OPTIONS];
    char bare[64];
    snprintf(bare, sizeof bare, "%.*s", (int)length, word);
    for (size_t i = 0; i < table->n; i++) names[i] = table->options[i].name;
    const char *near = ordo_nearest_find(bare, names, table->n);
    if (near)
        ordo_message_usage("unknown option --%s: did you mean --%s?", bare, near);
    else
        ordo_message_usage("unknown option --%s", bare);
    return MISTAKE;
}

/* Reads the long option at argv[i]. Returns the number of words that it took. */
static int read_long(const struct ordo_option_table *table, int argc, char **argv, int i) {
    const char *word = argv[i] + 2;
    size_t length = strcspn(word, "=");
    const char *value = word[length] ? word + length + 1 : NULL;
    for (size_t k = 0; k < table->n; k++) {
        const struct ordo_option *o = &table->options[k];
        if (strncmp(o->name, word, length) != 0 || o->name[length]) continue;
        if (o->kind == ORDO_OPTION_FLAG) {
            if (value) return ordo_message_usage("--%s takes no value", o->name), MISTAKE;
            return set_given(o, "1", 1);
        }
        if (value) return set_given(o, value, 1);
        if (i + 1 >= argc)
            return ordo_message_usage("--%s needs a value: %s", o->name, o->value), MISTAKE;
        return set_given(o, argv[i + 1], 2);
    }
    if (length == 4 && strncmp(word, "help", 4) == 0) return HELP;
    return unknown(table, word, length);
}

/* Reads the one-letter options in argv[i], the last of which may have a value. Returns the number
 * of words that they took. */
static int read_short(const struct ordo_option_table *table, int argc, char **argv, int i) {
    for (const char *p = argv[i] + 1; *p; p++) {
        const struct ordo_option *o = NULL;
        for (size_t k = 0; k < table->n; k++)
            if (table->options[k].letter == *p) o = &table->options[k];
        if (!o && *p == 'h') return HELP;
        if (!o) return ordo_message_usage("unknown option -%c", *p), MISTAKE;
        if (o->kind == ORDO_OPTION_FLAG) {
            set_given(o, "1", 1);
            continue;
        }
        if (p[1]) return set_given(o, p + 1, 1);
        if (i + 1 >= argc)
            return ordo_message_usage("-%c needs a value: %s", *p, o->value), MISTAKE;
        return set_given(o, argv[i + 1], 2);
    }
    return 1;
}

static void rotate(char **argv, int from, int to, int n) {
    for (int k = 0; k < n; k++) {
        char *word = argv[from];
        memmove(argv + from, argv + from + 1, (size_t)(to - from - 1) * sizeof *argv);
        argv[to - 1] = word;
    }
}

int ordo_option_table_read(const struct ordo_option_table *table, int argc, char **argv,
                           bool command) {
    int operands = 0, i = 1;
    n_given = 0;
    for (size_t k = 0; k < table->n; k++) read_environment(&table->options[k]);
    while (i < argc) {
        char *word = argv[i];
        if (word[0] != '-' || !word[1]) {
            if (command) break;
            i++, operands++;
            continue;
        }
        bool end = strcmp(word, "--") == 0;
        int taken = end              ? 1
                    : word[1] == '-' ? read_long(table, argc, argv, i)
                                     : read_short(table, argc, argv, i);
        if (taken < 0) return taken;
        rotate(argv, i - operands, i + taken, operands);
        i += taken;
        if (end) break;
    }
    return i - operands;
}

/* Writes "-o, --output FILE", or without letters "--output FILE". Returns its length. */
static int left_side(const struct ordo_option *o, bool letters, char *text, size_t size) {
    char letter[] = "    ";
    const char *between = o->kind == ORDO_OPTION_JOINED ? "=" : " ";
    if (o->letter) snprintf(letter, sizeof letter, "-%c, ", o->letter);
    return snprintf(text, size, "%s--%s%s%s", letters ? letter : "", o->name,
                    o->value ? between : "", o->value ? o->value : "");
}

void ordo_option_table_print(const struct ordo_option_table *table) {
    char left[64];
    int width = 0;
    bool letters = false;
    for (size_t i = 0; i < table->n; i++) letters |= table->options[i].letter != 0;
    for (size_t i = 0; i < table->n; i++) {
        int n = left_side(&table->options[i], letters, left, sizeof left);
        if (n > width) width = n;
    }
    for (size_t i = 0; i < table->n; i++) {
        left_side(&table->options[i], letters, left, sizeof left);
        printf("  %-*s  %s\n", width, left, table->options[i].help);
    }
}
