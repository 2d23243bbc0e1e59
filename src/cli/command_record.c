/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * command_record.c: `ordo record` runs a command and writes a profile of its processes.
 */
#include "cli/command.h"
#include "cli/message.h"
#include "cli/recording.h"
#include <stdio.h>

static struct ordo_recording request;
static const char *from;

static const struct ordo_option options[] = {
    ORDO_RECORDING_OPTIONS(request),
    ORDO_FLAG("per-process", 0,
              "write a profile for each process, to FILE.PID or with the PID as %p",
              &request.per_process),
    ORDO_VALUE("from", 0, "DIR", ORDO_COMPLETE_FOLDERS,
               "run no command; read the raw files that a failed recording kept in DIR", &from),
};
const struct ordo_option_table ordo_options_record = ORDO_OPTION_TABLE(options);

int ordo_command_record(int argc, char **argv) {
    ordo_message_plain();
    int first = ordo_option_table_read(&ordo_options_record, argc, argv, true);
    if (first == ORDO_OPTIONS_HELP) {
        ordo_help_record();
        return 0;
    }
    if (first < 0) return ORDO_RECORDING_FAILED;
    if (from && first < argc) {
        ordo_message_usage("%s: --from runs no command: drop one of them", argv[first]);
        return ORDO_RECORDING_FAILED;
    }
    if (first >= argc && !from) {
        ordo_message_usage("no command: ordo record [OPTION]... [--] COMMAND [ARGUMENT]...");
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
           "Run COMMAND and write one profile of all instrumented processes that it starts.\n"
           "\n");
    ordo_option_table_print(&ordo_options_record);
    printf("\n"
           "An existing profile is kept as FILE.old. The exit status is COMMAND's, or 128 + N if\n"
           "signal N killed it. Errors of Ordo are 125 (recording failed), 126 (cannot run\n"
           "COMMAND) and 127 (COMMAND not found).\n");
}
