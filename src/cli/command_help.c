/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * ordo help, ordo --help.
 */
#include "cli/command.h"
#include <stdio.h>

int ordo_command_help(int argc, char **argv) {
    if (argc < 2) {
        ordo_help_help();
        return 0;
    }
    const struct ordo_command *c = ordo_command_find(argv[1]);
    if (!c) return ordo_command_unknown(argv[1]);
    c->help();
    return 0;
}

void ordo_help_help(void) {
    printf("usage: ordo SUBCOMMAND [ARGUMENT]...\n"
           "\n"
           "How the cost of each routine, loop and recursion of a program grows with its input.\n"
           "\n");
    for (size_t i = 0; i < ordo_n_commands; i++)
        printf("  %-8s %s\n", ordo_commands[i].name, ordo_commands[i].summary);
    printf("\n"
           "`ordo help SUBCOMMAND` explains one; `ordo --version` names this one.\n"
           "\n"
           "  ordo cc -O2 -g -o wf wf.c     compile\n"
           "  ordo run -- ./wf book.txt     record and report\n");
}
