/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * figure_file.c: draws into memory first, so that a failure to draw leaves no incomplete file.
 */
#include "cli/figure_file.h"

#include "base/memory.h"
#include "cli/chosen_scope.h"
#include "cli/modelled_profile.h"
#include "cli/output_guard.h"
#include "cli/report_names.h"
#include "profile/store/store.h"
#include "report/figure/figure.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static enum ordo_status draw(const struct ordo_analysis *a, const char *name, const char *metric,
                             enum ordo_figure_kind kind, char **bytes, size_t *n,
                             struct ordo_error *error) {
    uint32_t scope;
    const struct ordo_table_options shown = {.metric = metric};
    ORDO_TRY(ordo_chosen_scope_find(a->profile, name, &scope, error));
    ORDO_TRY(ordo_report_names_check(a->profile, scope, &shown, error));
    FILE *out = open_memstream(bytes, n);
    if (!out) ordo_memory_exhausted();
    enum ordo_status status = ordo_figure_write(out, kind, a, scope, metric, error);
    if (fclose(out) != 0) ordo_memory_exhausted();
    return status;
}

/* Writes the figure with its mark behind its first part: a line of SVG, a chunk of PNG. */
static bool write_marked(FILE *out, enum ordo_figure_kind kind, const char *bytes, size_t n) {
    static const char svg[] = ORDO_SVG_MARK, png[] = ORDO_PNG_MARK;
    const char *line = kind == ORDO_FIGURE_SVG ? memchr(bytes, '\n', n) : NULL;
    size_t first = line ? (size_t)(line - bytes) + 1 : n < ORDO_PNG_MARK_AT ? n : ORDO_PNG_MARK_AT;
    fwrite(bytes, 1, first, out);
    fwrite(line ? svg : png, 1, line ? sizeof svg - 1 : sizeof png - 1, out);
    return fwrite(bytes + first, 1, n - first, out) == n - first && !ferror(out);
}

static enum ordo_status write_file(const char *path, enum ordo_figure_kind kind, const char *bytes,
                                   size_t n, struct ordo_error *error) {
    FILE *out = fopen(path, "we");
    bool ok = out && write_marked(out, kind, bytes, n);
    if (out && fclose(out) != 0) ok = false;
    if (ok) return ORDO_OK;
    return ordo_error_set(error, ORDO_ENVIRONMENT, "%s: cannot be written: %s: name another file",
                          path, strerror(errno));
}

enum ordo_status ordo_figure_file_write(const char *path, const char *profile, const char *name,
                                        const char *metric,
                                        const struct ordo_analyse_options *options,
                                        struct ordo_error *error) {
    enum ordo_figure_kind kind;
    struct ordo_profile *p;
    struct ordo_analysis *a;
    char *bytes = NULL;
    size_t n = 0;
    ORDO_TRY(ordo_figure_kind_of(path, &kind, error));
    ORDO_TRY(ordo_output_check_place(path, "--plot", ORDO_OUTPUT_IN_PLACE, error));
    ORDO_TRY(ordo_output_guard(path, "--plot", ORDO_OUTPUT_FIGURE, error));
    ORDO_TRY(ordo_modelled_profile_load(profile, true, options, &p, &a, error));
    enum ordo_status status = draw(a, name, metric, kind, &bytes, &n, error);
    if (status == ORDO_OK) status = write_file(path, kind, bytes, n, error);
    free(bytes);
    ordo_analysis_free(a);
    ordo_profile_free(p);
    return status;
}
