/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * command_record.c: `ordo record` runs a command and writes a profile of its processes.
 */
#include "cli/command.h"
#include "cli/message.h"
#include "cli/recording.h"
#include <stdio.h>

static struct ordo_recording request; /* of a command, a running process, or a kept folder */
static const char *from;

static const struct ordo_option options[] = {
    ORDO_RECORDING_OPTIONS(request),
    ORDO_FLAG("per-process", 0,
              "write a profile for each process, to FILE.PID or with the PID as %p",
              &request.per_process),
    ORDO_VALUE("pid", 0, "PID", NULL,
               "run no command; record process PID, started with ORDO_CONTROL=1",
               &request.pid),
    ORDO_VALUE("for", 0, "TIME", "10s|30s|1m|10m",
               "with --pid: record for TIME, such as 30s (default: until interrupted)",
               &request.duration),
    ORDO_VALUE("control", 0, "DIR", ORDO_COMPLETE_FOLDERS,
               "with --pid: the folder that ORDO_CONTROL names in that process, if any",
               &request.control),
    ORDO_VALUE("from", 0, "DIR", ORDO_COMPLETE_FOLDERS,
               "run no command; read the raw files that a failed recording kept in DIR", &from),
};
const struct ordo_option_table ordo_options_record = ORDO_OPTION_TABLE(options);

/* Returns a message about an option that does not go with the others, or NULL. */
static const char *wrong_option(void) {
    static const char *const settled[] = {"cell", "cost", "limit", "engine", NULL};
    static char text[160];
    if (!request.pid && ordo_option_given("for"))
        return "--for: only with --pid; to end a command after a time, use timeout(1)";
    if (request.pid && from) return "--pid and --from exclude each other: drop one";
    const char *given = request.pid ? ordo_option_given_of(settled) : NULL;
    if (!given) return NULL;
    snprintf(text, sizeof text,
             "--%s: a running process keeps what it was started with: drop it, or set its variable "
             "when you start the process",
             given);
    return text;
}

int ordo_command_record(int argc, char **argv) {
    ordo_message_plain();
    int first = ordo_option_table_read(&ordo_options_record, argc, argv, true);
    if (first == ORDO_OPTIONS_HELP) {
        ordo_help_record();
        return 0;
    }
    if (first < 0) return ORDO_RECORDING_FAILED;
    const char *instead = request.pid ? "--pid" : from ? "--from" : NULL;
    if (instead && first < argc) {
        ordo_message_usage("%s: %s runs no command: drop one of them", argv[first], instead);
        return ORDO_RECORDING_FAILED;
    }
    const char *wrong = wrong_option();
    if (wrong) {
        ordo_message_usage("%s", wrong);
        return ORDO_RECORDING_FAILED;
    }
    if (first >= argc && !instead) {
        ordo_message_usage("no command: ordo record [OPTION]... [--] COMMAND [ARGUMENT]...");
        return ORDO_RECORDING_FAILED;
    }
    int status = request.pid ? ordo_recording_attach(&request)
                 : from      ? ordo_recording_recover(&request, from)
                             : ordo_recording_run(&request, argv + first, NULL);
    ordo_recording_done(&request);
    return status;
}

void ordo_help_record(void) {
    printf("usage: ordo record [OPTION]... [--] COMMAND [ARGUMENT]...\n"
           "       ordo record [OPTION]... --pid PID [--for TIME]\n"
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
