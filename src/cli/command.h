/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * command.h: the subcommands, each in a file command_NAME.c.
 *
 * A subcommand's function gets its own name as argv[0] and returns the exit status.
 */
#ifndef ORDO_COMMAND_H
#define ORDO_COMMAND_H

#include "cli/option_table.h"
#include <stddef.h>

/* What a shell offers for the words after a subcommand's options. */
enum ordo_operands { ORDO_OPERANDS_FILES, ORDO_OPERANDS_COMMAND, ORDO_OPERANDS_SUBCOMMAND };

struct ordo_command {
    const char *name;
    int (*run)(int argc, char **argv);
    void (*help)(void); /* prints the long help on stdout */
    const struct ordo_option_table *options;
    enum ordo_operands operands;
    const char *summary;
};

extern const struct ordo_command ordo_commands[];
extern const size_t ordo_n_commands;

/* Returns the subcommand, or NULL if no subcommand has this name. */
const struct ordo_command *ordo_command_find(const char *name);

/* Prints an error that suggests the nearest subcommand. Returns the exit status. */
int ordo_command_unknown(const char *name);

int ordo_command_cc(int argc, char **argv);
int ordo_command_cxx(int argc, char **argv);
int ordo_command_record(int argc, char **argv);
int ordo_command_run(int argc, char **argv);
int ordo_command_report(int argc, char **argv);
int ordo_command_merge(int argc, char **argv);
int ordo_command_fit(int argc, char **argv);
int ordo_command_annotate(int argc, char **argv);
int ordo_command_export(int argc, char **argv);
int ordo_command_tree(int argc, char **argv);
int ordo_command_trend(int argc, char **argv);
int ordo_command_lab(int argc, char **argv);
int ordo_command_help(int argc, char **argv);

extern const struct ordo_option_table ordo_options_cc;
extern const struct ordo_option_table ordo_options_record;
extern const struct ordo_option_table ordo_options_run;
extern const struct ordo_option_table ordo_options_report;
extern const struct ordo_option_table ordo_options_merge;
extern const struct ordo_option_table ordo_options_fit;
extern const struct ordo_option_table ordo_options_annotate;
extern const struct ordo_option_table ordo_options_export;
extern const struct ordo_option_table ordo_options_tree;
extern const struct ordo_option_table ordo_options_trend;
extern const struct ordo_option_table ordo_options_lab;
extern const struct ordo_option_table ordo_options_help;

void ordo_help_cc(void);
void ordo_help_record(void);
void ordo_help_run(void);
void ordo_help_report(void);
void ordo_help_merge(void);
void ordo_help_fit(void);
void ordo_help_annotate(void);
void ordo_help_export(void);
void ordo_help_tree(void);
void ordo_help_trend(void);
void ordo_help_lab(void);
void ordo_help_help(void);

#endif
