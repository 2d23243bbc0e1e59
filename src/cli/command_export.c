/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * command_export.c: `ordo export` writes a profile in the format of another tool.
 */
#include "cli/command.h"
#include "cli/display.h"
#include "cli/message.h"
#include "cli/modelled_profile.h"
#include "cli/nearest.h"
#include "cli/option_table.h"
#include "cli/output_guard.h"
#include "profile/store/store.h"
#include "report/export/export.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const char *name, *output, *at;

static const struct ordo_option options[] = {
    ORDO_VALUE("format", 'f', "FORMAT", "json|csv|callgrind|pprof|speedscope|flamegraph",
               "write this format (see above)", &name),
    ORDO_VALUE("output", 'o', "FILE", ORDO_COMPLETE_FILES, "write to FILE (default: stdout)",
               &output),
    ORDO_VALUE("at", 0, "FACTOR", "2x|4x|10x|100x",
               "write the costs predicted for FACTOR times the size", &at),
};
const struct ordo_option_table ordo_options_export = ORDO_OPTION_TABLE(options);

static const struct ordo_export_format *find(const char *wanted) {
    for (size_t i = 0; i < ordo_n_export_formats; i++)
        if (strcmp(ordo_export_formats[i].name, wanted) == 0) return &ordo_export_formats[i];
    return NULL;
}

static int unknown(const char *wanted) {
    const char *names[16];
    size_t n = 0;
    for (; n < ordo_n_export_formats && n < 16; n++) names[n] = ordo_export_formats[n].name;
    const char *near = ordo_nearest_find(wanted, names, n);
    if (near) return ordo_message_usage("--format %s: did you mean %s?", wanted, near);
    return ordo_message_usage("--format %s: unknown; write json, csv, callgrind, pprof, speedscope "
                              "or flamegraph",
                              wanted);
}

static enum ordo_status export_profile(const struct ordo_export_format *format, const char *path,
                                       struct ordo_error *error) {
    struct ordo_profile *p;
    struct ordo_analysis *analysis;
    struct ordo_analyse_options wanted = {0};
    if (at) ORDO_TRY(ordo_display_factor(at, &wanted.factor, error));
    if (output) ORDO_TRY(ordo_output_guard(output, "the export", error));
    ORDO_TRY(ordo_modelled_profile_load(path, true, &wanted, &p, &analysis, error));
    enum ordo_status status = ORDO_OK;
    FILE *out = output ? fopen(output, "we") : stdout;
    if (!out)
        status =
            ordo_error_set(error, ORDO_ENVIRONMENT, "%s: cannot be written: %s: name another file",
                           output, strerror(errno));
    if (status == ORDO_OK)
        status = ordo_export_write(
            out, format, &(struct ordo_export_request){p, analysis, path, at != NULL}, error);
    if (out && out != stdout && fclose(out) != 0 && status == ORDO_OK)
        status =
            ordo_error_set(error, ORDO_ENVIRONMENT, "%s: cannot be written: %s: name another file",
                           output, strerror(errno));
    ordo_analysis_free(analysis);
    ordo_profile_free(p);
    return status;
}

int ordo_command_export(int argc, char **argv) {
    struct ordo_error error = {0};
    int first = ordo_option_table_read(&ordo_options_export, argc, argv, false);
    if (first == ORDO_OPTIONS_HELP) {
        ordo_help_export();
        return 0;
    }
    if (first < 0) return 2;
    if (argc - first > 1)
        return ordo_message_usage("%s: give one profile only; merge profiles with `ordo merge`",
                                  argv[first + 1]);
    if (!name)
        return ordo_message_usage(
            "no format: add --format json, csv, callgrind, pprof, speedscope or flamegraph");
    const struct ordo_export_format *format = find(name);
    if (!format) return unknown(name);
    if (at && ordo_display_factor(at, &(double){0}, &error) != ORDO_OK)
        return ordo_message_usage("%s", error.message);
    if (format->binary && !output && isatty(STDOUT_FILENO))
        return ordo_message_usage("%s: binary data, not written to a terminal: name a file with -o",
                                  name);
    if (export_profile(format, first < argc ? argv[first] : "ordo.data", &error) != ORDO_OK)
        return ordo_message_error(&error);
    return 0;
}

void ordo_help_export(void) {
    printf("usage: ordo export --format FORMAT [OPTION]... [FILE]\n"
           "\n"
           "Write a profile (default: ordo.data) in the format of another tool.\n"
           "\n");
    for (size_t i = 0; i < ordo_n_export_formats; i++)
        printf("  %-12s %s\n", ordo_export_formats[i].name, ordo_export_formats[i].summary);
    printf("\n");
    ordo_option_table_print(&ordo_options_export);
}
