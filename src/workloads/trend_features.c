/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * trend_features.c: reads feature options and values.
 *
 * The text of a value must be one number, with only blanks around it, because a number taken from a
 * longer text would be a guess. Commands are split at blanks outside of quotes. They run without a
 * shell, after the program, in the same folder.
 */
#include "workloads/trend_features.h"

#include "base/cells.h"
#include "base/command_words.h"
#include "base/memory.h"
#include "base/stream.h"
#include "base/text.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FEATURE_TIMEOUT_MS = 60000 };

static enum ordo_status add(struct ordo_trend_plan *p, const char *name, size_t n,
                            enum ordo_feature_source source, struct ordo_error *error) {
    for (size_t f = 0; f < p->n_features; f++)
        if (strlen(p->features[f].name) == n && strncmp(p->features[f].name, name, n) == 0)
            return ordo_error_set(error, ORDO_BAD_INPUT,
                                  "feature %.*s: defined twice: drop or rename one", (int)n, name);
    p->features = ordo_memory_resize(p->features, p->n_features + 1, sizeof *p->features);
    p->features[p->n_features++] =
        (struct ordo_plan_feature){.name = ordo_memory_copy_bytes(name, n), .source = source};
    return ORDO_OK;
}

static enum ordo_status add_feature(const struct ordo_trend_request *r, struct ordo_trend_plan *p,
                                    const char *text, struct ordo_error *error) {
    static const struct {
        const char *name;
        enum ordo_feature_source source;
    } built_in[] = {{"bytes", ORDO_FEATURE_BYTES},
                    {"lines", ORDO_FEATURE_LINES},
                    {"words", ORDO_FEATURE_WORDS},
                    {"args", ORDO_FEATURE_ARGS}};
    const char *equals = strchr(text, '=');
    if (equals == text)
        return ordo_error_set(error, ORDO_BAD_INPUT,
                              "--feature %s: no name before the =: write NAME='COMMAND {}'", text);
    if (equals) {
        ORDO_TRY(add(p, text, (size_t)(equals - text), ORDO_FEATURE_COMMAND, error));
        struct ordo_words *command = &p->features[p->n_features - 1].command;
        if (ordo_command_words_add(command, equals + 1)) return ORDO_OK;
        return ordo_error_set(error, ORDO_BAD_INPUT,
                              "--feature %s: no command after the =, or an unclosed quote", text);
    }
    for (size_t i = 0; i < sizeof built_in / sizeof *built_in; i++) {
        if (strcmp(text, built_in[i].name) != 0) continue;
        if (r->gcov || (built_in[i].source != ORDO_FEATURE_ARGS && !r->workloads))
            return ordo_error_set(error, ORDO_BAD_INPUT,
                                  "--feature %s: needs workload files: add --workloads, or write "
                                  "NAME='COMMAND {}'",
                                  text);
        return add(p, text, strlen(text), built_in[i].source, error);
    }
    return ordo_error_set(
        error, ORDO_BAD_INPUT,
        "--feature %s: unknown; write bytes, lines, words, args or NAME='COMMAND {}'", text);
}

/* Adds the feature NAME=FILE:LINE, or FILE:LINE, which is then also its name. */
static enum ordo_status add_line(struct ordo_trend_plan *p, const char *text,
                                 struct ordo_error *error) {
    const char *equals = strchr(text, '='), *place = equals ? equals + 1 : text;
    const char *colon = strrchr(place, ':');
    char *end = NULL;
    unsigned long line =
        colon && isdigit((unsigned char)colon[1]) ? strtoul(colon + 1, &end, 10) : 0;
    if (!line || *end || line > UINT32_MAX || colon == place || equals == text)
        return ordo_error_set(error, ORDO_BAD_INPUT,
                              "--line %s: write NAME=FILE:LINE, with the path that reports show",
                              text);
    ORDO_TRY(
        add(p, text, equals ? (size_t)(equals - text) : strlen(text), ORDO_FEATURE_LINE, error));
    p->features[p->n_features - 1].file = ordo_memory_copy_bytes(place, (size_t)(colon - place));
    p->features[p->n_features - 1].line = (uint32_t)line;
    return ORDO_OK;
}

static struct ordo_plan_workload *find_workload(struct ordo_trend_plan *p, const char *name) {
    for (size_t i = 0; i < p->n_workloads; i++)
        if (strcmp(p->workloads[i].name, name) == 0) return &p->workloads[i];
    return NULL;
}

static enum ordo_status read_row(struct ordo_trend_plan *p, const char *file, size_t number,
                                 size_t first, size_t n_columns, char *line,
                                 struct ordo_error *error) {
    char *cell, *rest = ordo_cells_next(line, ',', &cell);
    struct ordo_plan_workload *w = find_workload(p, cell);
    if (!w)
        return ordo_error_set(error, ORDO_BAD_INPUT,
                              "--table %s: line %zu: there is no workload %.200s", file, number,
                              cell);
    size_t column = 0;
    for (; rest; column++) {
        rest = ordo_cells_next(rest, ',', &cell);
        double value;
        if (column >= n_columns || !ordo_cells_number(cell, &value))
            return ordo_error_set(
                error, ORDO_BAD_INPUT, "--table %s: line %zu: %.100s: %s", file, number, cell,
                column >= n_columns ? "the first line has no such column" : "not a number");
        w->values[first + column] = value;
    }
    return ORDO_OK;
}

static void widen_values(struct ordo_trend_plan *p, size_t from) {
    for (size_t i = 0; i < p->n_workloads; i++) {
        struct ordo_plan_workload *w = &p->workloads[i];
        w->values = ordo_memory_resize(w->values, p->n_features + 1, sizeof *w->values);
        for (size_t f = from; f < p->n_features; f++) w->values[f] = NAN;
    }
}

static enum ordo_status read_table(struct ordo_trend_plan *p, const char *file, FILE *in,
                                   struct ordo_error *error) {
    char *line = NULL, *cell, *rest;
    size_t room = 0, first = p->n_features, number = 1;
    ssize_t n = ordo_stream_line(in, &line, &room);
    enum ordo_status status = ORDO_OK;
    if (n > 0) ordo_cells_trim(line, (size_t)n);
    rest = n > 0 ? ordo_cells_next(line, ',', &cell) : NULL;
    if (!rest)
        status = ordo_error_set(error, ORDO_BAD_INPUT,
                                "--table %s: the first line must name the columns: the workload, "
                                "then the features",
                                file);
    while (status == ORDO_OK && rest) {
        rest = ordo_cells_next(rest, ',', &cell);
        status = add(p, cell, strlen(cell), ORDO_FEATURE_TABLE, error);
    }
    if (status == ORDO_OK) widen_values(p, first);
    while (status == ORDO_OK && (n = ordo_stream_line(in, &line, &room)) >= 0) {
        number++;
        ordo_cells_trim(line, (size_t)n);
        if (*line) status = read_row(p, file, number, first, p->n_features - first, line, error);
    }
    free(line);
    return status;
}

static enum ordo_status make_values(struct ordo_trend_plan *p, struct ordo_error *error) {
    for (size_t s = 0; s < p->scan_names.n; s++)
        ORDO_TRY(add(p, p->scan_names.v[s], strlen(p->scan_names.v[s]), ORDO_FEATURE_SCAN, error));
    widen_values(p, 0);
    for (size_t i = 0; i < p->n_workloads; i++)
        for (size_t s = 0; s < p->scan_names.n; s++)
            p->workloads[i].values[s] = strtod(p->workloads[i].texts[s], NULL);
    return ORDO_OK;
}

enum ordo_status ordo_trend_features_make(const struct ordo_trend_request *r,
                                          struct ordo_trend_plan *p, struct ordo_error *error) {
    ORDO_TRY(make_values(p, error));
    size_t first = p->n_features;
    for (size_t i = 0; i < r->features.n; i++) ORDO_TRY(add_feature(r, p, r->features.v[i], error));
    for (size_t i = 0; i < r->printed.n; i++)
        ORDO_TRY(add(p, r->printed.v[i], strlen(r->printed.v[i]), ORDO_FEATURE_PRINTED, error));
    for (size_t i = 0; i < r->lines.n; i++) ORDO_TRY(add_line(p, r->lines.v[i], error));
    widen_values(p, first);
    if (!r->table) return ORDO_OK;
    FILE *in = fopen(r->table, "re");
    if (!in)
        return ordo_error_set(error, ORDO_ENVIRONMENT, "--table %s: cannot be opened: %s", r->table,
                              strerror(errno));
    enum ordo_status status = read_table(p, r->table, in, error);
    fclose(in);
    return status;
}

static enum ordo_status no_number(const char *what, struct ordo_error *error, const char *detail) {
    return ordo_error_set(error, ORDO_BAD_INPUT, "feature %s: %s", what, detail);
}

static enum ordo_status count_file(const char *path, enum ordo_feature_source what, double *value,
                                   struct ordo_error *error) {
    FILE *f = fopen(path, "re");
    if (!f) return ordo_error_set(error, ORDO_ENVIRONMENT, "%s: cannot be opened: %m", path);
    static const size_t size = 1 << 16;
    char *buffer = ordo_memory_new(size, 1);
    uint64_t bytes = 0, lines = 0, words = 0;
    bool in_word = false;
    for (size_t n; (n = fread(buffer, 1, size, f)) > 0; bytes += n)
        for (size_t i = 0; what != ORDO_FEATURE_BYTES && i < n; i++) {
            bool blank = isspace((unsigned char)buffer[i]) != 0;
            lines += buffer[i] == '\n';
            words += !blank && !in_word;
            in_word = !blank;
        }
    bool bad = ferror(f) != 0;
    fclose(f);
    free(buffer);
    if (bad) return ordo_error_set(error, ORDO_ENVIRONMENT, "%s: cannot be read", path);
    *value = (double)(what == ORDO_FEATURE_BYTES   ? bytes
                      : what == ORDO_FEATURE_LINES ? lines
                                                   : words);
    return ORDO_OK;
}

static char *read_start(const char *path) {
    enum { MOST = 4096 };
    char *text = ordo_memory_new(1, MOST + 1);
    FILE *f = fopen(path, "re");
    if (f) {
        if (!fread(text, 1, MOST, f)) *text = 0;
        fclose(f);
    }
    return text;
}

static char *quoted(const struct ordo_words *command) {
    struct ordo_text t = {0};
    for (size_t i = 0; i < command->n; i++) {
        if (i) ordo_text_add(&t, " ");
        ordo_text_add_quoted(&t, command->v[i]);
    }
    return ordo_text_take(&t);
}

static enum ordo_status judge_answer(const struct ordo_plan_feature *x, const char *command,
                                     const struct ordo_job_result *r, const char *answer,
                                     double *value, struct ordo_error *error) {
    if (r->timed_out)
        return ordo_error_set(error, ORDO_BAD_INPUT, "feature %s: %s: took longer than %d seconds",
                              x->name, command, FEATURE_TIMEOUT_MS / 1000);
    if (r->exit_status != 0)
        return ordo_error_set(error, ORDO_BAD_INPUT, "feature %s: %s: ended with %s %d", x->name,
                              command, r->signal ? "signal" : "status",
                              r->signal ? r->signal : r->exit_status);
    if (ordo_cells_number(answer, value)) return ORDO_OK;
    int n = (int)strcspn(answer, "\n");
    return ordo_error_set(error, ORDO_BAD_INPUT, "feature %s: %s: printed '%.*s', not a number",
                          x->name, command, n > 80 ? 80 : n, answer);
}

static enum ordo_status ask_command(const struct ordo_trend_run *run,
                                    const struct ordo_plan_feature *x, double *value,
                                    struct ordo_error *error) {
    struct ordo_words words = {0};
    char *answer_file = ordo_text_format("%s/feature", run->scratch);
    for (size_t i = 0; i < x->command.n; i++) {
        char *word =
            ordo_trend_plan_fill(run->plan, run->workload, x->command.v[i], run->workload->file);
        ordo_words_add(&words, word);
        free(word);
    }
    struct ordo_job job = {.argv = words.v,
                           .directory = run->directory,
                           .output = answer_file,
                           .timeout_ms = FEATURE_TIMEOUT_MS,
                           .stop = run->stop};
    struct ordo_job_result result;
    char *command = quoted(&words), *answer = NULL;
    enum ordo_status status = ordo_job_run(&job, &result, error);
    if (status == ORDO_OK) {
        answer = read_start(answer_file);
        status = judge_answer(x, command, &result, answer, value, error);
    } else {
        ordo_error_prefix(error, "feature %s", x->name);
    }
    free(command);
    free(answer);
    free(answer_file);
    ordo_words_done(&words);
    return status;
}

/* Finds the last line NAME VALUE, NAME=VALUE or NAME: VALUE. */
static bool find_printed(const char *file, const char *name, double *value) {
    FILE *f = fopen(file, "re");
    char *line = NULL;
    size_t room = 0, n = strlen(name);
    bool found = false;
    while (f && ordo_stream_line(f, &line, &room) >= 0) {
        const char *p = line;
        while (isblank((unsigned char)*p)) p++;
        if (strncmp(p, name, n) != 0) continue;
        p += n;
        bool parted = isblank((unsigned char)*p);
        while (isblank((unsigned char)*p)) p++;
        if (*p == '=' || *p == ':') p++, parted = true;
        double v;
        if (parted && ordo_cells_number(p, &v)) *value = v, found = true;
    }
    free(line);
    if (f) fclose(f);
    return found;
}

static enum ordo_status count_line(const struct ordo_trend_run *run,
                                   const struct ordo_plan_feature *x, double *value,
                                   struct ordo_error *error) {
    const struct ordo_profile *p = run->profile;
    for (uint64_t i = 0; i < p->n_lines; i++)
        if (p->lines[i].line == x->line && strcmp(p->lines[i].file, x->file) == 0) {
            *value = (double)p->lines[i].count;
            return ORDO_OK;
        }
    return ordo_error_set(error, ORDO_BAD_INPUT,
                          "feature %s: no counted code at %s:%u: name a line with code, with the "
                          "path that reports show",
                          x->name, x->file, x->line);
}

enum ordo_status ordo_trend_feature_value(const struct ordo_trend_run *run, size_t f, double *value,
                                          struct ordo_error *error) {
    const struct ordo_plan_feature *x = &run->plan->features[f];
    size_t n = 0;
    switch (x->source) {
    case ORDO_FEATURE_SCAN:
    case ORDO_FEATURE_TABLE:
        *value = run->workload->values[f];
        return isnan(*value) ? no_number(x->name, error, "the table has no value for this workload")
                             : ORDO_OK;
    case ORDO_FEATURE_COMMAND:
        return ask_command(run, x, value, error);
    case ORDO_FEATURE_BYTES:
    case ORDO_FEATURE_LINES:
    case ORDO_FEATURE_WORDS:
        return count_file(run->workload->file, x->source, value, error);
    case ORDO_FEATURE_ARGS:
        while (run->plan->argv[n + 1]) n++;
        *value = (double)n;
        return ORDO_OK;
    case ORDO_FEATURE_PRINTED:
        if (find_printed(run->output, x->name, value) || find_printed(run->errors, x->name, value))
            return ORDO_OK;
        return no_number(x->name, error, "the program printed no line NAME VALUE with this name");
    case ORDO_FEATURE_LINE:
        return count_line(run, x, value, error);
    }
    return no_number(x->name, error, "has no source");
}
