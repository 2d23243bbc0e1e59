/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * ordo trend: one program over many workloads.
 */
#include "cli/command.h"
#include "cli/message.h"
#include "cli/option_table.h"
#include "cli/trend_session.h"
#include "workloads/trend_plan.h"
#include <stdio.h>

static struct ordo_trend_request request;

static const struct ordo_option options[] = {
    ORDO_VALUE("output", 'o', "FILE", ORDO_COMPLETE_FILES, "the trend (default: trend.data)",
               &request.output),
    ORDO_VALUE("workloads", 'w', "PATH", ORDO_COMPLETE_FILES,
               "a folder of files, or a list of files, one a line", &request.workloads),
    ORDO_LIST("scan", 0, "NAME=RANGE", NULL,
              "values for {NAME}: 100:100000:log20, 0:50:lin11 or 60,200,500", &request.scans),
    ORDO_LIST("feature", 'f', "NAME='CMD {}'", "bytes|lines|words|args",
              "the number that CMD prints; or bytes, lines, words, args", &request.features),
    ORDO_LIST("printed", 0, "NAME", NULL, "the number that the program prints as NAME VALUE",
              &request.printed),
    ORDO_LIST("line", 0, "NAME=FILE:LINE", NULL, "how often a source line is executed",
              &request.lines),
    ORDO_VALUE("table", 0, "CSV", ORDO_COMPLETE_FILES, "features of the workloads, by name",
               &request.table),
    ORDO_VALUE("stdin", 0, "FILE", ORDO_COMPLETE_FILES, "the program's standard input, usually {}",
               &request.input),
    ORDO_VALUE("gcov", 0, "DIR", ORDO_COMPLETE_FOLDERS,
               "run nothing: one folder of gcc's .gcda files a workload", &request.gcov),
    ORDO_VALUE("jobs", 'j', "N", NULL, "workloads at a time (default: one a core)", &request.jobs),
    ORDO_VALUE("timeout", 0, "SECONDS", NULL, "for each workload (default: none)",
               &request.timeout),
    ORDO_VALUE("memory", 0, "SIZE", NULL, "for each workload, like 512M (default: none)",
               &request.memory),
    ORDO_VALUE("launcher", 0, "'CMD {}'", "slurm",
               "how to run a workload's script, on another machine for one; slurm: as job arrays",
               &request.launcher),
    ORDO_FLAG("any-status", 0, "exit statuses other than 0 are no failures", &request.any_status),
    ORDO_FLAG("link", 0, "the program gets a link to the file, not a copy", &request.link),
    ORDO_FLAG("restart", 0, "forget what an interrupted session left", &request.restart),
    ORDO_FLAG("quiet", 'q', "say nothing but what goes wrong", &request.quiet),
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
        return ordo_message_usage(
            "which program? ordo trend [OPTION]... [--] PROGRAM [ARGUMENT]...");
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
        "Runs PROGRAM, built with `ordo cc --blocks=only`, over workloads, and keeps how often "
        "each\n"
        "basic block ran, with numbers that describe the workloads. `ordo report` shows how the\n"
        "blocks' costs grow with these numbers.\n"
        "\n");
    ordo_option_table_print(&ordo_options_trend);
    printf("\n"
           "Each workload runs in a folder of its own on a copy of its file. What ordo_feature()\n"
           "gives is a feature too. After an interruption the same command goes on where it was.\n"
           "The exit status is 0 when at least one workload was measured.\n");
}
