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

enum ordo_option_kind { ORDO_OPTION_FLAG, ORDO_OPTION_VALUE, ORDO_OPTION_LIST };

struct ordo_option {
    const char *name; /* without the dashes */
    char letter;      /* 0: none */
    enum ordo_option_kind kind;
    const char *value; /* what the value is called in the help, NULL for flags */
    const char *help;
    void *target; /* bool, const char * or struct ordo_words, by kind */
};

enum {
    ORDO_OPTIONS_MISTAKE = -1, /* reported */
    ORDO_OPTIONS_HELP = -2,    /* --help was given */
};

/* Fills the targets. Options end at "--" and, when `command` (what follows is another program's
 * command line), at the first word that is none. Returns the index in argv of the first operand,
 * after moving the operands to the end in their order; or one of the two below. argv[0] is the
 * subcommand. */
int ordo_option_table_read(const struct ordo_option *options, size_t n, int argc, char **argv,
                           bool command);

/* The table as help text on stdout. */
void ordo_option_table_print(const struct ordo_option *options, size_t n);

#endif
