/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * option_table.h: the options of a subcommand, as a table.
 *
 * Every long option --some-name has a twin ORDO_SOME_NAME in the environment, read first and
 * overridden by the command line: a flag's is on unless empty or "0", a list's parts are separated
 * by commas.
 *
 * Errors:  a wrong option is reported here, with the nearest right one
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
    ORDO_OPTIONS_MISTAKE = -1, /* reported */
    ORDO_OPTIONS_HELP = -2,    /* --help was given */
};

/* Fills the targets. Options end at "--" and, when `command` (what follows is another program's
 * command line), at the first word that is none. Returns the index in argv of the first operand,
 * after moving the operands to the end in their order; or one of the two above. argv[0] is the
 * subcommand. */
int ordo_option_table_read(const struct ordo_option_table *table, int argc, char **argv,
                           bool command);

/* Prints the table as help text on stdout. */
void ordo_option_table_print(const struct ordo_option_table *table);

#endif
