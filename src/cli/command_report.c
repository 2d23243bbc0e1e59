/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * command_report.c: `ordo report` shows a profile as a table, JSON or a page, or one scope in full.
 *
 * An operand is a profile if the file of that name begins like one, if it ends in ".data", or if it
 * contains a slash and is neither FILE:LINE nor a name as the report prints it. Otherwise it names
 * a routine, a recursion or a loop (report/words/scope_argument.h). Beside a profile, a word with a
 * slash is a name, such as "operator/(A, B)", unless there is such a file.
 */
#include "base/memory.h"
#include "cli/chosen_scope.h"
#include "cli/command.h"
#include "cli/display.h"
#include "cli/figure_file.h"
#include "cli/message.h"
#include "cli/modelled_profile.h"
#include "cli/page_file.h"
#include "cli/pager.h"
#include "cli/report_names.h"
#include "cli/trend_view.h"
#include "profile/store/store.h"
#include "report/choice/library_fold.h"
#include "report/export/suspects.h"
#include "report/figure/figure.h"
#include "report/json/json.h"
#include "report/terminal/scope_view.h"
#include "report/words/scope_argument.h"
#include "trend/trend_store.h"
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static struct ordo_display display;
static struct ordo_analyse_options growth;
static bool json, no_source;
static const char *html, *compare, *plot, *bound;
static bool no_pager, suspects;
static struct ordo_trend_view trend;

static const struct ordo_option options[] = {
    ORDO_FLAG("json", 0, "print the whole profile as JSON (docs/report.schema.json)", &json),
    ORDO_VALUE("html", 0, "PAGE", ORDO_COMPLETE_FILES,
               "write the whole profile as one HTML file (-: stdout)", &html),
    ORDO_VALUE("compare", 0, "FILE", ORDO_COMPLETE_FILES,
               "with --html: compare with the profile FILE", &compare),
    ORDO_VALUE("plot", 0, "PICTURE", ORDO_COMPLETE_FILES,
               "draw the points and models of ROUTINE to an .svg or .png file", &plot),
    ORDO_FLAG("no-source", 0, "with --html: leave out the source files", &no_source),
    ORDO_VALUE("bound", 0, "CLASS", "1|log n|sqrt n|n|n log n|n^1.5|n^2|n^2 log n|n^3|2^n",
               "check that the worst case grows exactly like CLASS, such as 'n log n'", &bound),
    ORDO_FLAG("suspects", 0, "list what a production build should sample, for `ordo cc --focus`",
              &suspects),
    ORDO_FLAG("no-pager", 0, "do not use a pager", &no_pager),
    ORDO_DISPLAY_OPTIONS(display),
    ORDO_FILTER_OPTIONS(display),
    ORDO_RUN_SIZE_OPTIONS(display),
    ORDO_TREND_VIEW_OPTIONS(trend),
};
const struct ordo_option_table ordo_options_report = ORDO_OPTION_TABLE(options);

/* `other`: another operand is certainly a profile. */
static bool is_profile(const char *operand, bool other) {
    char start[7] = "";
    struct stat st;
    size_t n = strlen(operand);
    if (n >= 5 && strcmp(operand + n - 5, ".data") == 0) return true;
    if (stat(operand, &st) == 0) {
        if (!S_ISREG(st.st_mode)) return true;
        FILE *f = fopen(operand, "re");
        size_t read = f ? fread(start, 1, sizeof start, f) : 0;
        if (f) fclose(f);
        if (read == sizeof start &&
            (memcmp(start, "SQLite ", read) == 0 || memcmp(start, "ORDORAW", read) == 0))
            return true;
    }
    if (other || !strchr(operand, '/') || ordo_scope_argument_is_printed(operand)) return false;
    while (n && isdigit((unsigned char)operand[n - 1])) n--;
    return !operand[n] || !n || operand[n - 1] != ':'; /* not FILE:LINE */
}

static enum ordo_status show_scope(FILE *out, const struct ordo_analysis *a, const char *name,
                                   const struct ordo_table_options *table,
                                   struct ordo_bound *verdict, struct ordo_error *error) {
    const struct ordo_profile *p = a->profile;
    struct ordo_scope_view_options view = {.width = table->width,
                                           .ascii = table->ascii,
                                           .library_rows = table->library_rows,
                                           .metric = table->metric};
    uint32_t i;
    ORDO_TRY(ordo_chosen_scope_find(p, name, &i, error));
    ORDO_TRY(ordo_report_names_check(p, i, table, error));
    if (bound) {
        view.has_bound = true;
        ordo_growth_find(bound, &view.bound);
    }
    return ordo_scope_view_write(out, a, i, &view, verdict, error);
}

static enum ordo_status show(FILE *out, const struct ordo_analysis *a, const char *name,
                             struct ordo_table_options *table, struct ordo_bound *verdict,
                             struct ordo_error *error) {
    table->analysis = a;
    if (name) return show_scope(out, a, name, table, verdict, error);
    ORDO_TRY(ordo_report_names_check(a->profile, ORDO_SCOPE_NONE_INDEX, table, error));
    return ordo_table_write(out, a->profile, table, error);
}

static enum ordo_status write_json(const char *path, struct ordo_error *error) {
    struct ordo_profile *p;
    struct ordo_analysis *a;
    ORDO_TRY(ordo_modelled_profile_load(path, true, &growth, &p, &a, error));
    enum ordo_status status = ordo_json_write(stdout, a, error);
    ordo_analysis_free(a);
    ordo_profile_free(p);
    return status;
}

static enum ordo_status write_suspects(const char *path, const struct ordo_table_options *table,
                                       struct ordo_error *error) {
    struct ordo_profile *p;
    struct ordo_analysis *a;
    uint32_t n, limit = display.rows || display.limit ? table->limit : 0;
    ORDO_TRY(ordo_modelled_profile_load(path, false, &growth, &p, &a, error));
    enum ordo_status status = ordo_report_names_check(p, ORDO_SCOPE_NONE_INDEX, table, error);
    if (status == ORDO_OK)
        status = ordo_suspects_write(stdout, a, &table->filter, limit, &n, error);
    if (status == ORDO_OK && !n)
        ordo_message_remark(
            "%s: no suspects: no loop or recursion that --focus could name is known "
            "to grow faster than linear or to have a large share; build without "
            "--focus",
            path);
    ordo_analysis_free(a);
    ordo_profile_free(p);
    return status;
}

/* Loads what the report needs: calling contexts only if code of libraries is to be folded. */
static enum ordo_status load(const char *path, bool whole, const struct ordo_table_options *table,
                             struct ordo_profile **p, struct ordo_analysis **a,
                             struct ordo_error *error) {
    ORDO_TRY(ordo_modelled_profile_load(path, whole, &growth, p, a, error));
    if ((*p)->has_points || table->library_rows || !ordo_library_fold_differs(*p)) return ORDO_OK;
    ordo_analysis_free(*a);
    ordo_profile_free(*p);
    return ordo_modelled_profile_load(path, true, &growth, p, a, error);
}

static enum ordo_status write_report(const char *path, const char *name,
                                     struct ordo_table_options *table, struct ordo_bound *verdict,
                                     struct ordo_error *error) {
    struct ordo_profile *p;
    struct ordo_analysis *analysis;
    ORDO_TRY(load(path, name != NULL, table, &p, &analysis, error));
    FILE *out = ordo_pager_open(!no_pager);
    enum ordo_status status = show(out, analysis, name, table, verdict, error);
    if (out != stdout && status == ORDO_ENVIRONMENT) status = ORDO_OK; /* the user left the pager */
    ordo_pager_close(out);
    ordo_analysis_free(analysis);
    ordo_profile_free(p);
    return status;
}

/* Reads the operands: a profile, a name, or both in either order. Returns false after a message. */
static bool read_operands(int n, char **operands, const char **path, const char **name) {
    int certain = 0;
    *path = *name = NULL;
    for (int i = 0; i < n; i++) certain += is_profile(operands[i], true);
    for (int i = 0; i < n; i++) {
        const char **slot = is_profile(operands[i], certain > 0) ? path : name;
        if (*slot) {
            ordo_message_usage(slot == path
                                   ? "%s: give one profile only; merge profiles with `ordo merge`"
                                   : "%s: give one routine, loop or recursion only",
                               operands[i]);
            return false;
        }
        *slot = operands[i];
    }
    if (*path) return true;
    *path = "ordo.data";
    if (*name && access(*name, F_OK) == 0 && access(*path, F_OK) != 0) *path = *name, *name = NULL;
    return true;
}

static int check_options(const char *name) {
    enum ordo_growth g;
    if (bound && (!ordo_growth_find(bound, &g) || g == ORDO_GROWTH_NONE))
        return ordo_message_usage("--bound %s: unknown class; write 1, log n, sqrt n, n, n log n, "
                                  "n^1.5, n^2, n^2 log n, n^3 or 2^n",
                                  bound);
    if (bound && !name)
        return ordo_message_usage("--bound %s: name a routine, loop or recursion, too", bound);
    if (plot && !name)
        return ordo_message_usage("--plot %s: name a routine, loop or recursion, too", plot);
    if (json && html)
        return ordo_message_usage("--json and --html exclude each other: drop one, or run `ordo "
                                  "report` twice");
    if (compare && !html)
        return ordo_message_usage("--compare %s: the comparison is a page: add --html PAGE",
                                  compare);
    if (no_source && !html)
        return ordo_message_usage("--no-source: leaves sources out of a page: add --html PAGE");
    if (display.space && (html || plot || suspects))
        return ordo_message_usage(
            "--space %s: changes the table, the view of a routine and --json: "
            "drop %s",
            display.space,
            html   ? "--html"
            : plot ? "--plot"
                   : "--suspects");
    if (bound && plot)
        return ordo_message_usage("--bound and --plot exclude each other: drop one, or run `ordo "
                                  "report` twice");
    if (suspects && (name || json || html || plot))
        return ordo_message_usage("--suspects prints only its list: drop %s", name   ? name
                                                                              : json ? "--json"
                                                                              : html ? "--html"
                                                                                     : "--plot");
    if (name && (json || html))
        return ordo_message_usage(
            "%s: --json and --html show the whole profile: drop the name or the option", name);
    return 0;
}

/* Options that the report of a trend, or that of a profile, would ignore. */
static const char *const not_for_trends[] = {
    "plot",      "bound", "compare", "suspects", "no-fold-std", "warnings", "metric",   "size",
    "min-share", "file",  "space",   "routine",  "caller",      "at",       "run-size", NULL};
/* What changes the table only; so does a size that is not that of runs. */
static const char *const of_the_table[] = {"rows",      "limit",       "sort",    "wide",
                                           "warnings",  "file",        "routine", "caller",
                                           "min-share", "no-fold-std", NULL};
static const char *const sizes[] = {"metric", "size", NULL};
static const char *const not_for_profiles[] = {
    "predict", "feature", "feature-file", "min-points", "alpha", "sigma", "costly", "all", NULL};

static int report_trend(const char *path, const char *name) {
    struct ordo_error error = {0};
    struct ordo_trend_view_request r = {.path = path,
                                        .sort = display.sort,
                                        .rows = display.rows,
                                        .html = html,
                                        .json = json,
                                        .no_source = no_source,
                                        .color = display.color,
                                        .wide = display.wide};
    bool usage = false;
    const char *other = ordo_option_given_of(not_for_trends);
    if (name)
        return ordo_message_usage("%s: %s is a trend, which has no scopes: drop the name", name,
                                  path);
    if (other)
        return ordo_message_usage("--%s: is for profiles, but %s is a trend: drop it", other, path);
    if (json && html)
        return ordo_message_usage("--json and --html exclude each other: drop one, or run `ordo "
                                  "report` twice");
    FILE *out = ordo_pager_open(!no_pager && !json && !html);
    enum ordo_status status = ordo_trend_view_write(out, &trend, &r, &usage, &error);
    bool left = out != stdout && status == ORDO_ENVIRONMENT; /* the user left the pager */
    ordo_pager_close(out);
    if (status == ORDO_OK || left) return 0;
    return usage ? ordo_message_usage("%s", error.message) : ordo_message_error(&error);
}

int ordo_command_report(int argc, char **argv) {
    struct ordo_error error = {0};
    struct ordo_table_options table;
    struct ordo_bound verdict = {.verdict = ORDO_BOUND_HOLDS};
    const char *path, *name;
    int first = ordo_option_table_read(&ordo_options_report, argc, argv, false);
    if (first == ORDO_OPTIONS_HELP) {
        ordo_help_report();
        return 0;
    }
    if (first < 0 || !read_operands(argc - first, argv + first, &path, &name)) return 2;
    if (ordo_trend_store_is(path)) return report_trend(path, name);
    if (ordo_display_fit(&display, stdout, &table, &error) != ORDO_OK ||
        ordo_display_growth(&display, &growth, &error) != ORDO_OK)
        return ordo_message_usage("%s", error.message);
    const char *other = ordo_option_given_of(not_for_profiles);
    if (other && access(path, R_OK) == 0)
        return ordo_message_usage("--%s: is for trends, but %s is a profile: drop it", other, path);
    int usage = check_options(name);
    if (usage) return usage;
    if (!(other = ordo_option_given_of(of_the_table)) && table.metric)
        other = ordo_option_given_of(sizes);
    if (other && (json || html))
        return ordo_message_usage("--%s: changes the table only, and %s shows the whole profile: "
                                  "drop one of them",
                                  other, json ? "--json" : "--html");
    enum ordo_figure_kind kind;
    if (plot && ordo_figure_kind_of(plot, &kind, &error) != ORDO_OK)
        return ordo_message_usage("--plot %s", error.message);
    if (plot) {
        if (ordo_figure_file_write(plot, path, name, table.metric, &growth, &error) != ORDO_OK)
            return ordo_message_error(&error);
        return 0;
    }
    if (html) {
        if (ordo_page_file_write(html, path, compare, !no_source, &growth, &error) != ORDO_OK)
            return ordo_message_error(&error);
        return 0;
    }
    enum ordo_status status = suspects ? write_suspects(path, &table, &error)
                              : json   ? write_json(path, &error)
                                       : write_report(path, name, &table, &verdict, &error);
    if (status == ORDO_OK && fflush(stdout) != 0)
        status = ordo_error_set(&error, ORDO_ENVIRONMENT, "cannot write the report: %m");
    if (status != ORDO_OK) return ordo_message_error(&error);
    return verdict.verdict == ORDO_BOUND_EXCEEDS ? 1 : 0;
}

void ordo_help_report(void) {
    printf(
        "usage: ordo report [OPTION]... [FILE]\n"
        "       ordo report [OPTION]... ROUTINE [FILE]\n"
        "\n"
        "Print what grows too fast in a profile (default: ordo.data), then its scopes (routines,\n"
        "loops and recursions), sorted by their predicted cost at ten times the size. With\n"
        "ROUTINE (a routine, a recursion or a loop: a name as printed, or FILE:LINE), print\n"
        "everything about this scope. FILE may also be a trend, a raw file or a folder of raw\n"
        "files.\n"
        "\n");
    ordo_option_table_print(&ordo_options_report);
}
