/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * command_run.c: `ordo run` records a command and prints the report on stderr, because stdout
 * belongs to the command.
 */
#include "analysis/analyse.h"
#include "cli/command.h"
#include "cli/display.h"
#include "cli/message.h"
#include "cli/recording.h"
#include <stdio.h>

static struct ordo_recording request;
static struct ordo_display display;

static const struct ordo_option options[] = {
    ORDO_RECORDING_OPTIONS(request),
    ORDO_DISPLAY_OPTIONS(display),
};
const struct ordo_option_table ordo_options_run = ORDO_OPTION_TABLE(options);

static int run(char **argv) {
    struct ordo_error error = {0};
    struct ordo_table_options table;
    struct ordo_profile *profile;
    if (ordo_display_fit(&display, stderr, &table, &error) != ORDO_OK) {
        ordo_message("%s", error.message);
        return ORDO_RECORDING_FAILED;
    }
    int status = ordo_recording_run(&request, argv, &profile);
    struct ordo_analysis *analysis = NULL;
    if (profile && (ordo_analyse_for_report(profile, &analysis, &error) != ORDO_OK ||
                    (table.analysis = analysis,
                     ordo_table_write(stderr, profile, &table, &error) != ORDO_OK))) {
        ordo_message("%s", error.message);
        status = ORDO_RECORDING_FAILED;
    }
    ordo_analysis_free(analysis);
    ordo_profile_free(profile);
    return status;
}

int ordo_command_run(int argc, char **argv) {
    ordo_message_plain();
    int first = ordo_option_table_read(&ordo_options_run, argc, argv, true);
    if (first == ORDO_OPTIONS_HELP) {
        ordo_help_run();
        return 0;
    }
    if (first < 0) return ORDO_RECORDING_FAILED;
    if (first >= argc) {
        ordo_message_usage("no command: ordo run [OPTION]... [--] COMMAND [ARGUMENT]...");
        return ORDO_RECORDING_FAILED;
    }
    int status = run(argv + first);
    ordo_recording_done(&request);
    return status;
}

void ordo_help_run(void) {
    printf("usage: ordo run [OPTION]... [--] COMMAND [ARGUMENT]...\n"
           "\n"
           "Record COMMAND like `ordo record`, then print the report on stderr.\n"
           "\n");
    ordo_option_table_print(&ordo_options_run);
}
