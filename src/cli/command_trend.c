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
    {"output", 'o', ORDO_OPTION_VALUE, "FILE", "the trend (default: trend.data)", &request.output},
    {"workloads", 'w', ORDO_OPTION_VALUE, "PATH",
     "a folder of files, or a list of files, one a line", &request.workloads},
    {"scan", 0, ORDO_OPTION_LIST, "NAME=RANGE",
     "values for {NAME}: 100:100000:log20, 0:50:lin11 or 60,200,500", &request.scans},
    {"feature", 'f', ORDO_OPTION_LIST, "NAME='CMD {}'",
     "the number that CMD prints; or bytes, lines, words, args", &request.features},
    {"printed", 0, ORDO_OPTION_LIST, "NAME", "the number that the program prints as NAME VALUE",
     &request.printed},
    {"line", 0, ORDO_OPTION_LIST, "NAME=FILE:LINE", "how often a source line is executed",
     &request.lines},
    {"table", 0, ORDO_OPTION_VALUE, "CSV", "features of the workloads, by name", &request.table},
    {"stdin", 0, ORDO_OPTION_VALUE, "FILE", "the program's standard input, usually {}",
     &request.input},
    {"gcov", 0, ORDO_OPTION_VALUE, "DIR", "run nothing: one folder of gcc's .gcda files a workload",
     &request.gcov},
    {"jobs", 'j', ORDO_OPTION_VALUE, "N", "workloads at a time (default: one a core)",
     &request.jobs},
    {"timeout", 0, ORDO_OPTION_VALUE, "SECONDS", "for each workload (default: none)",
     &request.timeout},
    {"memory", 0, ORDO_OPTION_VALUE, "SIZE", "for each workload, like 512M (default: none)",
     &request.memory},
    {"launcher", 0, ORDO_OPTION_VALUE, "'CMD {}'",
     "how to run a workload's script, on another machine for one; slurm: as job arrays",
     &request.launcher},
    {"any-status", 0, ORDO_OPTION_FLAG, NULL, "exit statuses other than 0 are no failures",
     &request.any_status},
    {"link", 0, ORDO_OPTION_FLAG, NULL, "the program gets a link to the file, not a copy",
     &request.link},
    {"restart", 0, ORDO_OPTION_FLAG, NULL, "forget what an interrupted session left",
     &request.restart},
    {"quiet", 'q', ORDO_OPTION_FLAG, NULL, "say nothing but what goes wrong", &request.quiet},
};
enum { N_OPTIONS = sizeof options / sizeof *options };

static void done(void) {
    ordo_words_done(&request.scans);
    ordo_words_done(&request.features);
    ordo_words_done(&request.printed);
    ordo_words_done(&request.lines);
}

int ordo_command_trend(int argc, char **argv) {
    struct ordo_error error = {0};
    struct ordo_trend_plan plan;
    int first = ordo_option_table_read(options, N_OPTIONS, argc, argv, true);
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
    ordo_option_table_print(options, N_OPTIONS);
    printf("\n"
           "Each workload runs in a folder of its own on a copy of its file. What ordo_feature()\n"
           "gives is a feature too. After an interruption the same command goes on where it was.\n"
           "The exit status is 0 when at least one workload was measured.\n");
}
