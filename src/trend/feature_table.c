/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * feature_table.c: reads line by line; empty lines are ignored.
 */
#include "trend/feature_table.h"

#include "base/cells.h"
#include "base/memory.h"
#include "base/stream.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static enum ordo_status read_row(struct ordo_feature_table *t, const char *option, const char *file,
                                 size_t number, char *line, struct ordo_error *error) {
    char *cell, *rest = ordo_cells_next(line, ',', &cell);
    size_t row = t->workloads.n, n = t->features.n, column = 0;
    ordo_words_add(&t->workloads, cell);
    t->line = ordo_memory_resize(t->line, row + 1, sizeof *t->line);
    t->line[row] = number;
    t->values = ordo_memory_resize(t->values, (row + 1) * n, sizeof *t->values);
    for (size_t i = 0; i < n; i++) t->values[row * n + i] = NAN;
    for (; rest; column++) {
        rest = ordo_cells_next(rest, ',', &cell);
        double value = NAN;
        bool empty = !cell[strspn(cell, " \t")];
        if (column >= n || (!empty && !ordo_cells_number(cell, &value)))
            return ordo_error_set(
                error, ORDO_BAD_INPUT, "%s %s: line %zu: %.100s: %s", option, file, number, cell,
                column >= n ? "the first line has no such column" : "not a number");
        t->values[row * n + column] = value;
    }
    return ORDO_OK;
}

static enum ordo_status read_lines(struct ordo_feature_table *t, const char *option,
                                   const char *file, FILE *in, struct ordo_error *error) {
    char *line = NULL, *cell, *rest;
    size_t room = 0, number = 1;
    ssize_t n = ordo_stream_line(in, &line, &room);
    enum ordo_status status = ORDO_OK;
    if (n > 0) ordo_cells_trim(line, (size_t)n);
    rest = n > 0 ? ordo_cells_next(line, ',', &cell) : NULL;
    if (!rest)
        status = ordo_error_set(error, ORDO_BAD_INPUT,
                                "%s %s: the first line must name the columns: the workload, "
                                "then the features",
                                option, file);
    while (rest) {
        rest = ordo_cells_next(rest, ',', &cell);
        ordo_words_add(&t->features, cell);
    }
    while (status == ORDO_OK && (n = ordo_stream_line(in, &line, &room)) >= 0) {
        number++;
        ordo_cells_trim(line, (size_t)n);
        if (*line) status = read_row(t, option, file, number, line, error);
    }
    free(line);
    return status;
}

enum ordo_status ordo_feature_table_read(const char *option, const char *file,
                                         struct ordo_feature_table *out, struct ordo_error *error) {
    struct stat st;
    *out = (struct ordo_feature_table){0};
    FILE *in = fopen(file, "re");
    if (!in)
        return ordo_error_set(error, ORDO_ENVIRONMENT,
                              "%s %s: cannot be opened: %s: name a CSV file", option, file,
                              strerror(errno));
    if (fstat(fileno(in), &st) == 0 && S_ISDIR(st.st_mode)) {
        fclose(in);
        return ordo_error_set(error, ORDO_ENVIRONMENT, "%s %s: is a folder: name a CSV file",
                              option, file);
    }
    enum ordo_status status = read_lines(out, option, file, in, error);
    fclose(in);
    return status;
}

void ordo_feature_table_done(struct ordo_feature_table *t) {
    ordo_words_done(&t->features);
    ordo_words_done(&t->workloads);
    free(t->line);
    free(t->values);
}
