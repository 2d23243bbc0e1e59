/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * command_trend.c: `ordo trend` runs one program over many workloads.
 */
#include "cli/command.h"
#include "cli/message.h"
#include "cli/option_table.h"
#include "cli/trend_session.h"
#include "workloads/trend_plan.h"
#include <stdio.h>

static struct ordo_trend_request request;

static const struct ordo_option options[] = {
    ORDO_VALUE("output", 'o', "FILE", ORDO_COMPLETE_FILES,
               "write the trend to FILE (default: trend.data)", &request.output),
    ORDO_VALUE("workloads", 'w', "PATH", ORDO_COMPLETE_FILES,
               "take each file of a folder, or of a list with one path a line", &request.workloads),
    ORDO_LIST("scan", 0, "NAME=RANGE", NULL,
              "take values for {NAME}: 100:100000:log20, 0:50:lin11 or 60,200,500", &request.scans),
    ORDO_LIST("feature", 'f', "NAME='CMD {}'", "bytes|lines|words|args",
              "use the number that CMD prints; or bytes, lines, words, args", &request.features),
    ORDO_LIST("printed", 0, "NAME", NULL, "use the number that the program prints as NAME VALUE",
              &request.printed),
    ORDO_LIST("line", 0, "NAME=FILE:LINE", NULL, "use the number of executions of a source line",
              &request.lines),
    ORDO_VALUE("table", 0, "CSV", ORDO_COMPLETE_FILES,
               "read features of the workloads from a CSV file", &request.table),
    ORDO_VALUE("stdin", 0, "FILE", ORDO_COMPLETE_FILES, "standard input of the program, usually {}",
               &request.input),
    ORDO_VALUE("gcov", 0, "DIR", ORDO_COMPLETE_FOLDERS,
               "run nothing; read gcc's .gcda files, one folder for each workload", &request.gcov),
    ORDO_VALUE("jobs", 'j', "N", NULL, "run N workloads at a time (default: one for each core)",
               &request.jobs),
    ORDO_VALUE("timeout", 0, "SECONDS", NULL, "time limit for each workload (default: no limit)",
               &request.timeout),
    ORDO_VALUE("memory", 0, "SIZE", NULL,
               "memory limit for each workload, such as 512M (default: no limit)", &request.memory),
    ORDO_VALUE("launcher", 0, "'CMD {}'", "slurm",
               "run each workload's script {} with CMD; `slurm`: submit job arrays",
               &request.launcher),
    ORDO_FLAG("any-status", 0, "accept exit statuses other than 0", &request.any_status),
    ORDO_FLAG("link", 0, "give the program a link to the workload's file, not a copy",
              &request.link),
    ORDO_FLAG("restart", 0, "discard the results of an interrupted session", &request.restart),
    ORDO_FLAG("quiet", 'q', "print errors only", &request.quiet),
};
const struct ordo_option_table ordo_options_trend = ORDO_OPTION_TABLE(options);

static void done(void) {
    ordo_words_done(&request.scans);
    ordo_words_done(&request.features);
    ordo_words_done(&request.printed);
    ordo_words_done(&request.lines);
}

int ordo_command_trend(int argc, char **argv) {
    struct ordo_error error = {0};
    struct ordo_trend_plan plan;
    int first = ordo_option_table_read(&ordo_options_trend, argc, argv, true);
    if (first == ORDO_OPTIONS_HELP) {
        ordo_help_trend();
        return 0;
    }
    if (first < 0) return 2;
    if (first >= argc && !request.gcov)
        return ordo_message_usage("no program: ordo trend [OPTION]... [--] PROGRAM [ARGUMENT]...");
    int status;
    if (ordo_trend_plan_make(&request, argv + first, &plan, &error) != ORDO_OK) {
        status = error.status == ORDO_BAD_INPUT ? ordo_message_usage("%s", error.message)
                                                : ordo_message_error(&error);
    } else {
        status = ordo_trend_session_run(&plan, request.output ? request.output : "trend.data",
                                        request.restart, request.quiet);
        ordo_trend_plan_done(&plan);
    }
    done();
    return status;
}

void ordo_help_trend(void) {
    printf(
        "usage: ordo trend [OPTION]... --workloads PATH [--] PROGRAM [ARGUMENT]... {}\n"
        "       ordo trend [OPTION]... --scan NAME=RANGE [--] PROGRAM [ARGUMENT]... {NAME}\n"
        "       ordo trend [OPTION]... --gcov DIR\n"
        "\n"
        "Run PROGRAM, built with `ordo cc --blocks=only`, over many workloads. Count how often\n"
        "each basic block ran, and keep the numbers that describe the workloads: their features.\n"
        "`ordo report` shows how the blocks' costs grow with the features.\n"
        "\n");
    ordo_option_table_print(&ordo_options_trend);
    printf("\n"
           "Each workload runs in its own folder, on a copy of its file. Values that the program\n"
           "passes to ordo_feature() are features, too. After an interruption, the same command\n"
           "continues. The exit status is 0 if at least one workload was measured.\n");
}
