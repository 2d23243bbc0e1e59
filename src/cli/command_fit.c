/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * command_fit.c: `ordo fit` reads points, as JSON lines or as a table, and writes a model for each
 * series, in order.
 *
 * A line that cannot be read gets an error object in its place, and the exit status is 3.
 */
#include "base/stream.h"
#include "cli/command.h"
#include "cli/message.h"
#include "cli/option_table.h"
#include "report/json/point_table.h"
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

struct answers {
    struct ordo_json_out out;
    struct ordo_point_table table;
    uint64_t good_here;   /* series of this stream */
    uint64_t bad_here;    /* lines of this stream that cannot be read */
    uint64_t bad;         /* of all streams */
    const char *bad_name; /* the first stream with such lines */
};

/* Answers what was read, and frees it. */
static enum ordo_status answer(struct answers *a, struct ordo_fit_line *read,
                               struct ordo_error *error) {
    ordo_fit_line_answer(&a->out, read, unit);
    ordo_fit_line_done(read);
    a->out.comma = false;
    a->good_here++;
    return fflush(stdout) == 0
               ? ORDO_OK
               : ordo_error_set(error, ORDO_ENVIRONMENT, "cannot write the models: %m");
}

static enum ordo_status fail(struct answers *a, struct ordo_fit_line *read, uint64_t number,
                             const char *why, struct ordo_error *error) {
    ordo_fit_line_fail(&a->out, read, number, why);
    ordo_fit_line_done(read);
    a->out.comma = false;
    a->bad++, a->bad_here++;
    return fflush(stdout) == 0
               ? ORDO_OK
               : ordo_error_set(error, ORDO_ENVIRONMENT, "cannot write the models: %m");
}

static enum ordo_status fit_json(struct answers *a, char *line, size_t n, uint64_t number,
                                 struct ordo_error *error) {
    struct ordo_fit_line read;
    struct ordo_error wrong;
    if (ordo_fit_line_read(line, n, &read, &wrong) == ORDO_OK) return answer(a, &read, error);
    return fail(a, &read, number, wrong.message, error);
}

static enum ordo_status fit_row(struct answers *a, char *line, size_t n, uint64_t number,
                                struct ordo_error *error) {
    struct ordo_fit_line ended;
    struct ordo_error wrong;
    if (ordo_point_table_add(&a->table, line, n, &ended, &wrong) != ORDO_OK)
        return fail(a, &ended, number, wrong.message, error);
    return ended.n ? answer(a, &ended, error) : ORDO_OK;
}

static enum ordo_status fit_stream(FILE *in, const char *name, struct answers *a,
                                   struct ordo_error *error) {
    char *line = NULL;
    size_t capacity = 0;
    ssize_t n;
    bool is_table = false, begun = false;
    enum ordo_status status = ORDO_OK;
    a->good_here = a->bad_here = 0;
    for (uint64_t number = 1;
         status == ORDO_OK && (n = ordo_stream_line(in, &line, &capacity)) >= 0; number++) {
        if (is_blank(line, n)) continue;
        if (!begun && n > 15 && memcmp(line, "SQLite format 3", 15) == 0) {
            status = ordo_error_set(error, ORDO_BAD_INPUT,
                                    "%s: is a database, not points: `ordo export --format csv` "
                                    "writes the points of a profile",
                                    name);
            break;
        }
        if (!begun) is_table = ordo_point_table_is(line);
        begun = true;
        status = (is_table ? fit_row : fit_json)(a, line, (size_t)n, number, error);
        if (is_table && !a->table.n_columns && a->bad_here) break; /* this is no table */
    }
    free(line);
    if (status == ORDO_OK && a->table.series.n) status = answer(a, &a->table.series, error);
    ordo_point_table_done(&a->table);
    if (status == ORDO_OK && ferror(in))
        status = ordo_error_set(error, ORDO_ENVIRONMENT, "%s: cannot be read: %m", name);
    if (status == ORDO_OK && !a->good_here && !a->bad_here)
        status =
            ordo_error_set(error, ORDO_BAD_INPUT,
                           "%s: has no points: write `n cost` lines, or see `ordo help fit`", name);
    if (a->bad_here && !a->bad_name) a->bad_name = name;
    return status;
}

static enum ordo_status fit_file(const char *path, struct answers *a, struct ordo_error *error) {
    if (strcmp(path, "-") == 0) return fit_stream(stdin, "standard input", a, error);
    FILE *in = fopen(path, "re");
    if (!in)
        return ordo_error_set(error, ORDO_ENVIRONMENT, "%s: cannot be opened: %s", path,
                              strerror(errno));
    enum ordo_status status = fit_stream(in, path, a, error);
    fclose(in);
    return status;
}

int ordo_command_fit(int argc, char **argv) {
    struct ordo_error error = {0};
    struct answers a = {.out = {.out = stdout}};
    int first = ordo_option_table_read(&ordo_options_fit, argc, argv, false);
    if (first == ORDO_OPTIONS_HELP) {
        ordo_help_fit();
        return 0;
    }
    if (first < 0) return 2;
    enum ordo_status status = ORDO_OK;
    if (first == argc) status = fit_file("-", &a, &error);
    for (int i = first; i < argc && status == ORDO_OK; i++) status = fit_file(argv[i], &a, &error);
    if (status != ORDO_OK) return ordo_message_error(&error);
    if (!a.bad) return 0;
    ordo_error_set(&error, ORDO_BAD_INPUT,
                   "%s: %llu line%s could not be read: look for \"error\" in the output",
                   a.bad_name, (unsigned long long)a.bad, a.bad == 1 ? "" : "s");
    return ordo_message_error(&error);
}

void ordo_help_fit(void) {
    printf("usage: ordo fit [OPTION]... [FILE]...\n"
           "\n"
           "Read points (default: from standard input) and write a model for each series, as one\n"
           "line of JSON. Points are JSON lines of one of these forms:\n"
           "\n"
           "  {\"id\":\"a\",\"points\":[[n,cost],...]}\n"
           "  {\"id\":\"b\",\"points\":[[n,count,min,max,sum,sumsq],...]}\n"
           "\n"
           "or a table, one point a line: `n cost`, separated by blanks, tabs, commas or\n"
           "semicolons. The first line may name the columns. Other columns than n and cost\n"
           "distinguish series, as in what `ordo export --format csv` writes.\n"
           "\n");
    ordo_option_table_print(&ordo_options_fit);
}
