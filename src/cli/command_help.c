/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * command_help.c: `ordo help`, also as `ordo --help`.
 */
#include "cli/command.h"
#include "cli/completion.h"
#include "cli/message.h"
#include <stdio.h>

static const char *shell;

static const struct ordo_option options[] = {
    ORDO_VALUE("completion", 0, "SHELL", "bash|zsh|fish",
               "print the completion script for bash, zsh or fish", &shell),
};
const struct ordo_option_table ordo_options_help = ORDO_OPTION_TABLE(options);

static void print_overview(void) {
    printf("usage: ordo SUBCOMMAND [ARGUMENT]...\n"
           "\n"
           "Ordo measures how the cost of a program's routines, loops and recursions grows with\n"
           "their input.\n"
           "\n"
           "Subcommands:\n");
    for (size_t i = 0; i < ordo_n_commands; i++)
        printf("  %-10s %s\n", ordo_commands[i].name, ordo_commands[i].summary);
    printf("\n"
           "`ordo help SUBCOMMAND` shows the options of a subcommand; `ordo --version` prints the\n"
           "version.\n"
           "\n"
           "Example:\n"
           "  ordo cc -O2 -g -o wf wf.c     compile with instrumentation\n"
           "  ordo run -- ./wf book.txt     record a run and print the report\n");
}

int ordo_command_help(int argc, char **argv) {
    int first = ordo_option_table_read(&ordo_options_help, argc, argv, false);
    if (first == ORDO_OPTIONS_HELP) {
        ordo_help_help();
        return 0;
    }
    if (first < 0) return 2;
    if (shell) {
        if (ordo_completion_write(stdout, shell)) return 0;
        return ordo_message_usage("--completion %s: unknown shell; write bash, zsh or fish", shell);
    }
    if (first == argc) {
        print_overview();
        return 0;
    }
    const struct ordo_command *c = ordo_command_find(argv[first]);
    if (!c) return ordo_command_unknown(argv[first]);
    c->help();
    return 0;
}

void ordo_help_help(void) {
    printf("usage: ordo help [SUBCOMMAND]\n"
           "       ordo help --completion SHELL\n"
           "\n"
           "List the subcommands, or show the help of one.\n"
           "\n");
    ordo_option_table_print(&ordo_options_help);
}
