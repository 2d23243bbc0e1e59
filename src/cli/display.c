/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * display.c: reads the options of a table and the properties of the output stream.
 *
 * Only a terminal has a width. Characters outside of ASCII are used if the locale's encoding is
 * UTF-8.
 */
#include "cli/display.h"
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { DEFAULT_ROWS = 20, DEFAULT_WIDTH = 80, DEFAULT_FACTOR = 10 };

static enum ordo_status read_sort(const char *text, enum ordo_table_sort *sort,
                                  struct ordo_error *error) {
    static const char *const names[] = {"cost", "self", "calls", "name", "predicted", "order"};
    static const enum ordo_table_sort values[] = {ORDO_SORT_COST,      ORDO_SORT_SELF,
                                                  ORDO_SORT_CALLS,     ORDO_SORT_NAME,
                                                  ORDO_SORT_PREDICTED, ORDO_SORT_ORDER};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(text, names[i]) == 0) return *sort = values[i], ORDO_OK;
    return ordo_error_set(error, ORDO_BAD_INPUT,
                          "--sort %s: unknown; write predicted, order, cost, self, calls or name",
                          text);
}

static enum ordo_status read_share(const char *text, double *share, struct ordo_error *error) {
    char *end;
    double percent = strtod(text, &end);
    if (*end == '%') end++;
    if (end == text || *end || !(percent >= 0 && percent <= 100))
        return ordo_error_set(error, ORDO_BAD_INPUT,
                              "--min-share %s: not a percentage; write a number from 0 to 100",
                              text);
    *share = percent / 100;
    return ORDO_OK;
}

static enum ordo_status read_rows(const char *text, uint32_t *rows, struct ordo_error *error) {
    char *end;
    unsigned long n = strtoul(text, &end, 10);
    if (end == text || *end || *text == '-' || n > UINT32_MAX)
        return ordo_error_set(error, ORDO_BAD_INPUT,
                              "--rows %s: not a number of rows; write a whole number from 0 on",
                              text);
    *rows = (uint32_t)n;
    return ORDO_OK;
}

/* Sets the size metric and the size of runs, or NULL, as the options name them. */
static enum ordo_status read_sizes(const struct ordo_display *d, const char **metric,
                                   const char **run_size, struct ordo_error *error) {
    *metric = d->metric;
    *run_size = d->run_size;
    for (size_t i = 0; i < d->sizes.n; i++) {
        bool of_run = strncmp(d->sizes.v[i], "run:", 4) == 0;
        const char **size = of_run ? run_size : metric, *name = d->sizes.v[i] + (of_run ? 4 : 0);
        if (*size && strcmp(*size, name) != 0)
            return ordo_error_set(error, ORDO_BAD_INPUT,
                                  "--size %s: the %s is said to be %s, too: name one of them",
                                  d->sizes.v[i], of_run ? "size of runs" : "size metric", *size);
        *size = name;
    }
    if (*run_size && !**run_size)
        return ordo_error_set(
            error, ORDO_BAD_INPUT,
            "%s: names no size: name a feature, or write bytes read, allocations, bytes "
            "allocated or argument N",
            d->run_size ? "--run-size ''" : "--size 'run:'");
    return ORDO_OK;
}

/* Checks that the text can be a size; which ones a profile has is its own question. */
static enum ordo_status check_metric(const char *option, const char *text,
                                     struct ordo_error *error) {
    static const char *const names[] = {"rms", "drms", "depth", "input", "run"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(text, names[i]) == 0) return ORDO_OK;
    if (strncmp(text, "arg:", 4) == 0 && text[4]) return ORDO_OK;
    return ordo_error_set(
        error, ORDO_BAD_INPUT,
        "%s %s: unknown; write rms, drms, depth, input or arg:NAME, or --size run:NAME", option,
        text);
}

static bool is_color_terminal(int fd) {
    const char *no = getenv("NO_COLOR"), *term = getenv("TERM");
    return isatty(fd) && !(no && *no) && term && strcmp(term, "dumb") != 0;
}

static enum ordo_status read_color(const char *text, int fd, bool *color,
                                   struct ordo_error *error) {
    if (strcmp(text, "always") == 0)
        *color = true;
    else if (strcmp(text, "never") == 0)
        *color = false;
    else if (strcmp(text, "auto") == 0)
        *color = is_color_terminal(fd);
    else
        return ordo_error_set(error, ORDO_BAD_INPUT,
                              "--color %s: unknown; write auto, always or never", text);
    return ORDO_OK;
}

static bool is_utf8(void) {
    static const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *value = getenv(names[i]);
        if (value && *value)
            return strcasestr(value, "utf-8") != NULL || strcasestr(value, "utf8") != NULL;
    }
    return false;
}

static uint32_t width(int fd) {
    struct winsize size;
    if (!isatty(fd)) return 0;
    return ioctl(fd, TIOCGWINSZ, &size) == 0 && size.ws_col ? size.ws_col : DEFAULT_WIDTH;
}

enum ordo_status ordo_display_fit(const struct ordo_display *d, FILE *out,
                                  struct ordo_table_options *table, struct ordo_error *error) {
    int fd = fileno(out);
    const char *metric, *run_size;
    ORDO_TRY(read_sizes(d, &metric, &run_size, error));
    *table = (struct ordo_table_options){
        .limit = DEFAULT_ROWS,
        .width = width(fd),
        .wide = d->wide,
        .library_rows = d->no_fold_std,
        .warnings = d->warnings,
        .ascii = !is_utf8(),
        .metric = metric,
        .filter = {.file = d->file, .routine = d->routine, .caller = d->caller}};
    ORDO_TRY(read_sort(d->sort ? d->sort : "predicted", &table->sort, error));
    if (d->rows) ORDO_TRY(read_rows(d->rows, &table->limit, error));
    /* ORDO_LIMIT sets `ordo record --limit`, not this option. */
    if (d->limit && d->limit != getenv("ORDO_LIMIT"))
        ORDO_TRY(read_rows(d->limit, &table->limit, error));
    if (metric) ORDO_TRY(check_metric(d->metric ? "--metric" : "--size", metric, error));
    if (d->min_share) ORDO_TRY(read_share(d->min_share, &table->filter.min_share, error));
    return read_color(d->color ? d->color : "auto", fd, &table->color, error);
}

enum ordo_status ordo_display_factor(const char *text, double *factor, struct ordo_error *error) {
    char *end;
    *factor = strtod(text, &end);
    if (*end == 'x') end++;
    if (end == text || *end || !(*factor > 1 && *factor <= 1e6))
        return ordo_error_set(
            error, ORDO_BAD_INPUT,
            "--at %s: not a factor; write a number above 1, at most 1000000, such as 4 or 100x",
            text);
    return ORDO_OK;
}

enum ordo_status ordo_display_growth(const struct ordo_display *d,
                                     struct ordo_analyse_options *options,
                                     struct ordo_error *error) {
    const char *metric, *run_size;
    ORDO_TRY(read_sizes(d, &metric, &run_size, error));
    *options = (struct ordo_analyse_options){
        .run_size = run_size, .factor = DEFAULT_FACTOR, .space = d->space};
    if (d->space && !ordo_cost_is_space(d->space))
        return ordo_error_set(error, ORDO_BAD_INPUT, "--space %s: unknown; write allocated or peak",
                              d->space);
    return d->at ? ordo_display_factor(d->at, &options->factor, error) : ORDO_OK;
}
