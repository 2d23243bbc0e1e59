/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * command_export.c: `ordo export` writes a profile in the format of another tool, or a trend as
 * CSV.
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
#include "report/export/trend_csv.h"
#include "trend/trend_store.h"
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

/* Checks before any work that the output can be written. */
static enum ordo_status check_output(struct ordo_error *error) {
    if (!output) return ORDO_OK;
    ORDO_TRY(ordo_output_check_place(output, "-o", ORDO_OUTPUT_IN_PLACE, error));
    return ordo_output_guard(output, "-o", ORDO_OUTPUT_EXPORT, error);
}

static enum ordo_status open_output(FILE **out, struct ordo_error *error) {
    *out = output ? fopen(output, "we") : stdout;
    if (*out) return ORDO_OK;
    return ordo_error_set(error, ORDO_ENVIRONMENT, "%s: cannot be written: %s: name another file",
                          output, strerror(errno));
}

static enum ordo_status close_output(FILE *out, enum ordo_status status, struct ordo_error *error) {
    if (out == stdout || fclose(out) == 0 || status != ORDO_OK) return status;
    return ordo_error_set(error, ORDO_ENVIRONMENT, "%s: cannot be written: %s: name another file",
                          output, strerror(errno));
}

static enum ordo_status export_profile(const struct ordo_export_format *format, const char *path,
                                       struct ordo_error *error) {
    struct ordo_profile *p;
    struct ordo_analysis *analysis;
    struct ordo_analyse_options wanted = {0};
    FILE *out;
    if (at) ORDO_TRY(ordo_display_factor(at, &wanted.factor, error));
    ORDO_TRY(check_output(error));
    ORDO_TRY(ordo_modelled_profile_load(path, true, &wanted, &p, &analysis, error));
    enum ordo_status status = open_output(&out, error);
    if (status == ORDO_OK) {
        status = ordo_export_write(
            out, format, &(struct ordo_export_request){p, analysis, path, at != NULL}, error);
        status = close_output(out, status, error);
    }
    ordo_analysis_free(analysis);
    ordo_profile_free(p);
    return status;
}

static enum ordo_status write_trend(const char *path, struct ordo_error *error) {
    struct ordo_trend *t;
    FILE *out;
    ORDO_TRY(check_output(error));
    ORDO_TRY(ordo_trend_load(path, true, &t, error));
    enum ordo_status status = open_output(&out, error);
    if (status == ORDO_OK) status = close_output(out, ordo_trend_csv_write(out, t, error), error);
    ordo_trend_free(t);
    return status;
}

static int export_trend(const char *path) {
    struct ordo_error error = {0};
    if (strcmp(name, "csv") != 0)
        return ordo_message_usage("--format %s: is for profiles, but %s is a trend: write csv, or "
                                  "run `ordo report --json`",
                                  name, path);
    if (at) return ordo_message_usage("--at: is for profiles, but %s is a trend: drop it", path);
    return write_trend(path, &error) == ORDO_OK ? 0 : ordo_message_error(&error);
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
    const char *path = first < argc ? argv[first] : "ordo.data";
    if (ordo_trend_store_is(path)) return export_trend(path);
    return export_profile(format, path, &error) == ORDO_OK ? 0 : ordo_message_error(&error);
}

void ordo_help_export(void) {
    printf("usage: ordo export --format FORMAT [OPTION]... [FILE]\n"
           "\n"
           "Write a profile (default: ordo.data) in the format of another tool, or a trend as\n"
           "csv: one row for each block, one column for each workload.\n"
           "\n");
    for (size_t i = 0; i < ordo_n_export_formats; i++)
        printf("  %-12s %s\n", ordo_export_formats[i].name, ordo_export_formats[i].summary);
    printf("\n");
    ordo_option_table_print(&ordo_options_export);
}
