/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * command_run.c: `ordo run` records a command, once or for a series of inputs, and prints the
 * report on stderr, because stdout belongs to the command.
 */
#include "analysis/analyse.h"
#include "cli/command.h"
#include "cli/display.h"
#include "cli/input_series.h"
#include "cli/message.h"
#include "cli/open_page.h"
#include "cli/page_file.h"
#include "cli/recording.h"
#include "cli/report_names.h"
#include "profile/gather/merge_many.h"
#include "profile/store/store.h"
#include "run/launch.h"
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static struct ordo_recording request;
static struct ordo_display display;
static struct ordo_words scans, patterns;
static const char *scan, *inputs, *html; /* the first of the words, or NULL */
static bool opens;

static const struct ordo_option options[] = {
    ORDO_LIST("scan", 0, "NAME=RANGE", NULL,
              "run once for each number in RANGE (100:900:x3), in place of {NAME}", &scans),
    ORDO_LIST("inputs", 0, "PATTERN", NULL,
              "run once for each file that PATTERN matches, in place of {}", &patterns),
    ORDO_VALUE("html", 0, "PAGE", ORDO_COMPLETE_FILES, "also write the report as an HTML file",
               &html),
    ORDO_FLAG("open", 0, "with --html: open the page in a browser", &opens),
    ORDO_RECORDING_OPTIONS(request),
    ORDO_DISPLAY_OPTIONS(display),
    ORDO_RUN_SIZE_OPTIONS(display),
};
const struct ordo_option_table ordo_options_run = ORDO_OPTION_TABLE(options);

static int fail(const struct ordo_error *error) {
    ordo_message("%s", error->message);
    return ORDO_RECORDING_FAILED;
}

/* Records the command of run i. Returns its exit status. */
static int run_one(const struct ordo_input_series *series, size_t i, char **command,
                   struct ordo_profile **profile) {
    struct ordo_recording r = request;
    struct ordo_words argv = {0}, features = {0};
    for (size_t k = 0; k < request.features.n; k++)
        ordo_words_add(&features, request.features.v[k]);
    if (series->feature) ordo_words_addf(&features, "%s=%s", series->feature, series->values.v[i]);
    ordo_input_series_command(series, i, command, &argv);
    r.features = features;
    r.unsaved = true;
    if (!request.quiet)
        ordo_message_remark("run %zu of %zu: %s = %s", i + 1, series->values.n,
                            series->feature ? series->feature : "input", series->values.v[i]);
    int status = ordo_recording_run(&r, argv.v, profile);
    ordo_words_done(&argv);
    ordo_words_done(&features);
    return status;
}

/* Records all runs until one fails, and saves their profiles as one. Returns the exit status of the
 * last one. */
static int run_series(const struct ordo_input_series *series, char **command,
                      struct ordo_profile **out, struct ordo_error *error) {
    struct ordo_merge_many *m = ordo_merge_many_new();
    enum ordo_status merged = ORDO_OK;
    const char *path = request.output ? request.output : "ordo.data";
    int status = 0;
    size_t n = 0;
    bool last = false;
    off_t input = lseek(STDIN_FILENO, 0, SEEK_CUR); /* each run reads a file from there */
    for (size_t i = 0; merged == ORDO_OK && status == 0 && !last && i < series->values.n; i++) {
        struct ordo_profile *p;
        if (input >= 0) lseek(STDIN_FILENO, input, SEEK_SET);
        status = run_one(series, i, command, &p);
        bool interrupted = ordo_launch_was_interrupted();
        bool failed = !p && status >= ORDO_RECORDING_FAILED; /* a message was printed */
        if (status && !failed)
            ordo_message_remark("%s: %s %d: the runs after it are left out", series->values.v[i],
                                interrupted ? "interrupted, exit status" : "exit status", status);
        else if (!failed && (interrupted || !p))
            ordo_message_remark("%s: %s: the runs after it are left out", series->values.v[i],
                                interrupted ? "interrupted" : "no profile");
        if (!p) break;
        last |= interrupted;
        merged = ordo_merge_many_add(m, p, error);
        n++;
    }
    if (merged == ORDO_OK && n) merged = ordo_merge_many_take(m, out, error);
    if (merged == ORDO_OK && n) merged = ordo_profile_save(*out, path, true, error);
    ordo_merge_many_free(m);
    if (merged == ORDO_OK) return status;
    ordo_profile_free(*out);
    *out = NULL;
    return fail(error);
}

/* Returns what is wrong with the options of a series, or NULL. */
static const char *wrong_series(char **argv) {
    size_t name = scan ? strcspn(scan, "=") + 1 : 0;
    if (scans.n + patterns.n > 1) return "--scan and --inputs: give one of them, once";
    if (request.production)
        return "--production: profiles have no costs of single runs: record the series without it";
    if (request.output && strstr(request.output, "%p"))
        return "-o: a series of runs has no single process for %p: name a file without it";
    for (size_t i = 0; name && i < request.features.n; i++)
        if (strncmp(request.features.v[i], scan, name) == 0)
            return "--feature and --scan: give them different names";
    /* A shell that expanded the pattern left more files in front of the command. */
    for (; inputs && !strpbrk(inputs, "*?[") && *argv; argv++)
        if (strcmp(*argv, "--") == 0) return "--inputs: quote the pattern: --inputs 'in.*'";
    return NULL;
}

static int record(char **argv, struct ordo_profile **profile, struct ordo_error *error) {
    struct ordo_input_series series = {0};
    if (!scan && !inputs) return ordo_recording_run(&request, argv, profile);
    const char *wrong = wrong_series(argv);
    if (wrong) {
        ordo_message_usage("%s", wrong);
        return ORDO_RECORDING_FAILED;
    }
    if ((scan ? ordo_input_series_scan(scan, &series, error)
              : ordo_input_series_files(inputs, &series, error)) != ORDO_OK)
        return fail(error);
    int status = ORDO_RECORDING_FAILED;
    if (ordo_input_series_occurs(&series, argv))
        status = run_series(&series, argv, profile, error);
    else
        ordo_message_usage("%s does not occur in the command: write it where the %s belongs",
                           series.placeholder, scan ? "number" : "file");
    ordo_input_series_done(&series);
    return status;
}

/* Checks the page's name before the command runs. */
static enum ordo_status check_page(struct ordo_error *error) {
    if (strcmp(html, request.output ? request.output : "ordo.data") == 0)
        return ordo_error_set(error, ORDO_BAD_INPUT,
                              "--html %s: the profile is written there: name another file", html);
    return ordo_page_file_check(html, "--html", error);
}

/* Writes the page of the profile that was saved. Opens it, if that was asked for and works. */
static bool write_page(const struct ordo_analyse_options *growth, struct ordo_error *error) {
    const char *path = request.output ? request.output : "ordo.data";
    if (ordo_page_file_write(html, path, NULL, true, growth, error) != ORDO_OK) return false;
    if (!request.quiet) ordo_message_remark("%s: the report as a page", html);
    if (!opens) return true;
    dup2(STDERR_FILENO, STDOUT_FILENO); /* stdout was the command's; browsers write to it, too */
    struct ordo_error unopened;
    if (ordo_open_page(html, &unopened) != ORDO_OK) ordo_message_remark("%s", unopened.message);
    return true;
}

static int run(char **argv) {
    struct ordo_error error = {0};
    struct ordo_table_options table;
    struct ordo_analyse_options growth;
    struct ordo_profile *profile = NULL;
    if (ordo_display_fit(&display, stderr, &table, &error) != ORDO_OK ||
        ordo_display_growth(&display, &growth, &error) != ORDO_OK)
        return fail(&error);
    if (html && check_page(&error) != ORDO_OK) return fail(&error);
    int status = record(argv, &profile, &error);
    struct ordo_analysis *analysis = NULL;
    if (profile &&
        (ordo_report_names_check(profile, ORDO_SCOPE_NONE_INDEX, &table, &error) != ORDO_OK ||
         ordo_analyse_for_report(profile, &growth, &analysis, &error) != ORDO_OK ||
         (table.analysis = analysis,
          ordo_table_write(stderr, profile, &table, &error) != ORDO_OK) ||
         (html && !write_page(&growth, &error))))
        status = fail(&error);
    ordo_analysis_free(analysis);
    ordo_profile_free(profile);
    return status;
}

int ordo_command_run(int argc, char **argv) {
    ordo_message_plain();
    int first = ordo_option_table_read(&ordo_options_run, argc, argv, true);
    if (first == ORDO_OPTIONS_HELP) {
        ordo_help_run();
        return 0;
    }
    if (first < 0) return ORDO_RECORDING_FAILED;
    if (first >= argc) {
        ordo_message_usage("no command: ordo run [OPTION]... [--] COMMAND [ARGUMENT]...");
        return ORDO_RECORDING_FAILED;
    }
    if (opens && !html) {
        ordo_message_usage("--open: opens the page of --html: name that page");
        return ORDO_RECORDING_FAILED;
    }
    scan = scans.n ? *scans.v : NULL;
    inputs = patterns.n ? *patterns.v : NULL;
    int status = run(argv + first);
    ordo_words_done(&scans);
    ordo_words_done(&patterns);
    ordo_recording_done(&request);
    return status;
}

void ordo_help_run(void) {
    printf("usage: ordo run [OPTION]... [--] COMMAND [ARGUMENT]...\n"
           "\n"
           "Record COMMAND like `ordo record`, then print the report on stderr. With --scan or\n"
           "--inputs, record it once for each size and report how its cost grows:\n"
           "\n"
           "  ordo run --scan n=1000:16000:x2 -- ./prog {n}\n"
           "  ordo run --inputs 'in.*' -- ./prog {}\n"
           "\n");
    ordo_option_table_print(&ordo_options_run);
}
