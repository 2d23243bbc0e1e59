/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * command_fit.c: `ordo fit` reads points as JSON lines and writes a model for each line, in order.
 *
 * A line that cannot be read gets an error object in its place, and the exit status is 3.
 */
#include "base/stream.h"
#include "cli/command.h"
#include "cli/message.h"
#include "cli/option_table.h"
#include "report/json/fit_line.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *unit;

static const struct ordo_option options[] = {
    ORDO_VALUE("unit", 0, "NAME", "blocks",
               "unit of the costs; `blocks` makes coefficients outside 0.1 to 300 unlikely", &unit),
};
const struct ordo_option_table ordo_options_fit = ORDO_OPTION_TABLE(options);

static bool is_blank(const char *line, ssize_t n) {
    for (ssize_t i = 0; i < n; i++)
        if (!strchr(" \t\r\n", line[i]) || !line[i]) return false;
    return true;
}

/* Adds the number of lines that cannot be read to *bad. */
static enum ordo_status fit_stream(FILE *in, const char *name, uint64_t *bad,
                                   struct ordo_error *error) {
    struct ordo_json_out out = {.out = stdout};
    char *line = NULL;
    size_t capacity = 0;
    ssize_t n;
    enum ordo_status status = ORDO_OK;
    for (uint64_t number = 1;
         status == ORDO_OK && (n = ordo_stream_line(in, &line, &capacity)) >= 0; number++) {
        if (is_blank(line, n)) continue;
        struct ordo_fit_line read;
        struct ordo_error wrong;
        status = ordo_fit_line_read(line, (size_t)n, &read, &wrong);
        if (status == ORDO_OK) {
            ordo_fit_line_answer(&out, &read, unit);
        } else {
            ordo_fit_line_fail(&out, &read, number, wrong.message);
            ++*bad;
            status = ORDO_OK;
        }
        ordo_fit_line_done(&read);
        out.comma = false;
        if (fflush(stdout) != 0)
            status = ordo_error_set(error, ORDO_ENVIRONMENT, "cannot write the models: %m");
    }
    free(line);
    if (status == ORDO_OK && ferror(in))
        status = ordo_error_set(error, ORDO_ENVIRONMENT, "%s: cannot be read: %m", name);
    return status;
}

static enum ordo_status fit_file(const char *path, uint64_t *bad, struct ordo_error *error) {
    if (strcmp(path, "-") == 0) return fit_stream(stdin, "standard input", bad, error);
    FILE *in = fopen(path, "re");
    if (!in)
        return ordo_error_set(error, ORDO_ENVIRONMENT, "%s: cannot be opened: %s", path,
                              strerror(errno));
    enum ordo_status status = fit_stream(in, path, bad, error);
    fclose(in);
    return status;
}

int ordo_command_fit(int argc, char **argv) {
    struct ordo_error error = {0};
    uint64_t bad = 0;
    int first = ordo_option_table_read(&ordo_options_fit, argc, argv, false);
    if (first == ORDO_OPTIONS_HELP) {
        ordo_help_fit();
        return 0;
    }
    if (first < 0) return 2;
    enum ordo_status status = ORDO_OK;
    if (first == argc) status = fit_file("-", &bad, &error);
    for (int i = first; i < argc && status == ORDO_OK; i++)
        status = fit_file(argv[i], &bad, &error);
    if (status != ORDO_OK) return ordo_message_error(&error);
    if (!bad) return 0;
    ordo_error_set(&error, ORDO_BAD_INPUT,
                   "%llu line%s could not be read: look for \"error\" in the output",
                   (unsigned long long)bad, bad == 1 ? "" : "s");
    return ordo_message_error(&error);
}

void ordo_help_fit(void) {
    printf("usage: ordo fit [OPTION]... [FILE]...\n"
           "\n"
           "Read points as JSON lines (default: standard input) and write a model for each line.\n"
           "A line has one of these forms:\n"
           "\n"
           "  {\"id\":\"a\",\"points\":[[n,cost],...]}\n"
           "  {\"id\":\"b\",\"points\":[[n,count,min,max,sum,sumsq],...]}\n"
           "\n");
    ordo_option_table_print(&ordo_options_fit);
}
