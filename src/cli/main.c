/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * main.c: the program `ordo`: runs the subcommand, or `cc` or `c++` if called as ordo-cc or
 * ordo-c++.
 */
#include "cli/command.h"
#include "cli/message.h"
#include "cli/nearest.h"
#include <stdio.h>
#include <string.h>

const struct ordo_command ordo_commands[] = {
    {"cc", ordo_command_cc, ordo_help_cc, &ordo_options_cc, ORDO_OPERANDS_FILES,
     "compile and link C with instrumentation"},
    {"c++", ordo_command_cxx, ordo_help_cc, &ordo_options_cc, ORDO_OPERANDS_FILES,
     "compile and link C++ with instrumentation"},
    {"record", ordo_command_record, ordo_help_record, &ordo_options_record, ORDO_OPERANDS_COMMAND,
     "run a command and write its profile"},
    {"report", ordo_command_report, ordo_help_report, &ordo_options_report, ORDO_OPERANDS_FILES,
     "print a profile as a table, JSON or a page"},
    {"run", ordo_command_run, ordo_help_run, &ordo_options_run, ORDO_OPERANDS_COMMAND,
     "record a command, then report"},
    {"merge", ordo_command_merge, ordo_help_merge, &ordo_options_merge, ORDO_OPERANDS_FILES,
     "merge profiles into one"},
    {"fit", ordo_command_fit, ordo_help_fit, &ordo_options_fit, ORDO_OPERANDS_FILES,
     "fit cost functions to points"},
    {"annotate", ordo_command_annotate, ordo_help_annotate, &ordo_options_annotate,
     ORDO_OPERANDS_FILES, "print a source file with its costs"},
    {"export", ordo_command_export, ordo_help_export, &ordo_options_export, ORDO_OPERANDS_FILES,
     "write a profile in another tool's format"},
    {"tree", ordo_command_tree, ordo_help_tree, &ordo_options_tree, ORDO_OPERANDS_COMMAND,
     "print a program's tree of loops and recursions"},
    {"trend", ordo_command_trend, ordo_help_trend, &ordo_options_trend, ORDO_OPERANDS_COMMAND,
     "run a program over many workloads"},
    {"lab", ordo_command_lab, ordo_help_lab, &ordo_options_lab, ORDO_OPERANDS_FILES,
     "run experiments on functions of a source file"},
    {"help", ordo_command_help, ordo_help_help, &ordo_options_help, ORDO_OPERANDS_SUBCOMMAND,
     "show the help of a subcommand"},
};
const size_t ordo_n_commands = sizeof ordo_commands / sizeof *ordo_commands;

const struct ordo_command *ordo_command_find(const char *name) {
    for (size_t i = 0; i < ordo_n_commands; i++)
        if (strcmp(ordo_commands[i].name, name) == 0) return &ordo_commands[i];
    return NULL;
}

int ordo_command_unknown(const char *name) {
    const char *names[sizeof ordo_commands / sizeof *ordo_commands];
    for (size_t i = 0; i < ordo_n_commands; i++) names[i] = ordo_commands[i].name;
    const char *near = ordo_nearest_find(name, names, ordo_n_commands);
    if (near) return ordo_message_usage("unknown subcommand '%s': did you mean '%s'?", name, near);
    return ordo_message_usage("unknown subcommand '%s'", name);
}

static const char *called_as(const char *path) {
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    return strncmp(name, "ordo-", 5) == 0 ? name + 5 : NULL;
}

static int run(const struct ordo_command *c, int argc, char **argv) {
    ordo_message_command(c->name);
    return c->run(argc, argv);
}

int main(int argc, char **argv) {
    const char *alias = argc > 0 ? called_as(argv[0]) : NULL;
    const struct ordo_command *c = alias ? ordo_command_find(alias) : NULL;
    if (c) return run(c, argc, argv);
    if (argc < 2) return ordo_message_usage("no subcommand");

    const char *name = argv[1];
    if (strcmp(name, "--version") == 0 || strcmp(name, "-V") == 0) {
        puts("ordo " ORDO_VERSION " (clang " ORDO_LLVM ")");
        return 0;
    }
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0) name = "help";
    if (name[0] == '-') return ordo_message_usage("unknown option %s", name);
    c = ordo_command_find(name);
    return c ? run(c, argc - 1, argv + 1) : ordo_command_unknown(name);
}
