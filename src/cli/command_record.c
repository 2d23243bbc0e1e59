/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * ordo record: runs a command and keeps the profile of every instrumented process below it.
 */
#include "cli/command.h"
#include "cli/message.h"
#include "cli/recording.h"
#include <stdio.h>

static struct ordo_recording request;
static const char *from;

static const struct ordo_option options[] = {
    ORDO_RECORDING_OPTIONS(request),
    {"per-process", 0, ORDO_OPTION_FLAG, NULL, "a profile for each process: FILE.PID, or %p",
     &request.per_process},
    {"from", 0, ORDO_OPTION_VALUE, "DIR", "no command: the raw files that a failed recording kept",
     &from},
};
enum { N_OPTIONS = sizeof options / sizeof *options };

int ordo_command_record(int argc, char **argv) {
    ordo_message_plain();
    int first = ordo_option_table_read(options, N_OPTIONS, argc, argv, true);
    if (first == ORDO_OPTIONS_HELP) {
        ordo_help_record();
        return 0;
    }
    if (first < 0) return ORDO_RECORDING_FAILED;
    if (from && first < argc) {
        ordo_message_usage("%s: --from takes no command", argv[first]);
        return ORDO_RECORDING_FAILED;
    }
    if (first >= argc && !from) {
        ordo_message_usage("which command? ordo record [OPTION]... [--] COMMAND [ARGUMENT]...");
        return ORDO_RECORDING_FAILED;
    }
    int status = from ? ordo_recording_recover(&request, from)
                      : ordo_recording_run(&request, argv + first, NULL);
    ordo_recording_done(&request);
    return status;
}

void ordo_help_record(void) {
    printf("usage: ordo record [OPTION]... [--] COMMAND [ARGUMENT]...\n"
           "       ordo record [OPTION]... --from DIR\n"
           "\n"
           "Runs COMMAND and gathers every instrumented process below it into one profile.\n"
           "\n");
    ordo_option_table_print(options, N_OPTIONS);
    printf("\n"
           "An older profile is kept as FILE.old. The exit status is COMMAND's, 128 + N when\n"
           "signal N killed it; Ordo's own are 125 (failed), 126 (cannot run COMMAND) and 127\n"
           "(COMMAND not found).\n");
}
