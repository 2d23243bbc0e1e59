/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * option_table.h: table of a subcommand's options; reads them, prints the help.
 *
 * Every long option --some-name can also be set through the environment variable ORDO_SOME_NAME,
 * which the command line overrides. A flag is on unless its variable is empty or "0". Commas
 * separate the parts of a list.
 *
 * Errors:  prints an error for a wrong option and suggests the nearest option
 * Memory:  values point into argv or the environment
 */
#ifndef ORDO_OPTION_TABLE_H
#define ORDO_OPTION_TABLE_H

#include "base/words.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum ordo_option_kind {
    ORDO_OPTION_FLAG,
    ORDO_OPTION_VALUE,
    ORDO_OPTION_LIST,   /* a value; may be repeated */
    ORDO_OPTION_JOINED, /* --name=VALUE in one word; only printed, never read */
};

struct ordo_option {
    const char *name; /* without the dashes */
    char letter;      /* 0 if there is no short form */
    enum ordo_option_kind kind;
    const char *value;     /* the value's name in the help; NULL for flags */
    const char *completes; /* values that shells offer, separated by |; NULL, or one of these: */
#define ORDO_COMPLETE_FILES "<files>"
#define ORDO_COMPLETE_FOLDERS "<folders>"
    const char *help;
    void *target; /* by kind: bool, const char *, struct ordo_words; NULL if JOINED */
};

#define ORDO_FLAG(name, letter, help, target)                                                      \
    { name, letter, ORDO_OPTION_FLAG, NULL, NULL, help, target }
#define ORDO_VALUE(name, letter, value, completes, help, target)                                   \
    { name, letter, ORDO_OPTION_VALUE, value, completes, help, target }
#define ORDO_LIST(name, letter, value, completes, help, target)                                    \
    { name, letter, ORDO_OPTION_LIST, value, completes, help, target }
#define ORDO_JOINED(name, value, completes, help)                                                  \
    { name, 0, ORDO_OPTION_JOINED, value, completes, help, NULL }

struct ordo_option_table {
    const struct ordo_option *options;
    size_t n;
};

#define ORDO_OPTION_TABLE(options)                                                                 \
    { options, sizeof(options) / sizeof *(options) }

enum {
    ORDO_OPTIONS_MISTAKE = -1, /* a wrong option; the error was printed */
    ORDO_OPTIONS_HELP = -2,    /* --help was given */
};

/* Fills the targets from the environment and argv, whose first word is the subcommand. Options end
 * at "--". If `command` (the operands are another program's command line), they also end at the
 * first word that is not an option. Moves the operands to the end of argv, in their order, and
 * returns the index of the first one; or returns one of the two values above. */
int ordo_option_table_read(const struct ordo_option_table *table, int argc, char **argv,
                           bool command);

/* Returns whether the command line of the last table that was read has the option; the environment
 * does not count, because it is set for all subcommands. */
bool ordo_option_given(const char *name);

/* Returns the first of the names, which end with NULL, that is given; or NULL. */
const char *ordo_option_given_of(const char *const *names);

/* Prints the table as help text on stdout. */
void ordo_option_table_print(const struct ordo_option_table *table);

#endif
