/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * command_tree.c: `ordo tree` prints the repetition tree of a command that it records, or of a
 * profile or raw files.
 *
 * An operand that is a profile is not run as a command, because it cannot be executed.
 */
#include "cli/command.h"
#include "cli/display.h"
#include "cli/message.h"
#include "cli/output_guard.h"
#include "cli/raw_runs.h"
#include "cli/recording.h"
#include "profile/store/store.h"
#include "report/json/tree_json.h"
#include "report/terminal/algorithm_table.h"
#include "report/terminal/algorithm_view.h"
#include "report/terminal/tree_table.h"
#include "structure/algorithms.h"
#include "structure/group_choice.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static struct ordo_recording request = {.engine = "compiled", .tree = true};
static bool json, raw, all;
static const char *identity_name = "some", *plot, *share_text;
static double min_share = ORDO_REPETITION_SHARE_FITTING;
static enum ordo_identity identity;
static uint64_t plot_number;
static struct ordo_words groups;
static struct ordo_display display;

static const struct ordo_option options[] = {
    ORDO_FLAG("json", 0, "print JSON on stdout", &json),
    ORDO_FLAG("raw", 0, "print the repetition tree instead of the algorithms", &raw),
    ORDO_VALUE("min-share", 0, "PERCENT", NULL,
               "hide what has a smaller share of the steps (default: 0.5 for large trees)",
               &share_text),
    ORDO_FLAG("all", 0, "hide nothing: the same as --min-share 0", &all),
    ORDO_VALUE("plot", 0, "N", NULL,
               "print the inputs, the cost functions and a plot of algorithm N", &plot),
    ORDO_VALUE("identity", 0, "NAME", "some|all|array|type",
               "structures are one input if they share: some (default), all, array, type",
               &identity_name),
    ORDO_LIST("group", 0, "A+B", NULL,
              "group A and B (FILE:LINE or ROUTINE); A/B: split them; auto: undo all", &groups),
    ORDO_VALUE("color", 0, "WHEN", "auto|always|never",
               "use colours: auto, always or never (default: auto)", &display.color),
    ORDO_VALUE("output", 'o', "FILE", ORDO_COMPLETE_FILES,
               "write the profile to FILE (default: ordo.data; %p: process id)", &request.output),
    ORDO_VALUE("limit", 0, "SIZE", NULL,
               "limit on recorded data per process, such as 512M (default: 2G)", &request.limit),
    ORDO_VALUE("wait", 0, "SECONDS", NULL,
               "wait for processes that outlive the command (default: 0.2)", &request.wait),
    ORDO_FLAG("quiet", 'q', "print no messages about the recording", &request.quiet),
};
const struct ordo_option_table ordo_options_tree = ORDO_OPTION_TABLE(options);

static enum ordo_status print_algorithms(FILE *out, const struct ordo_profile *p,
                                         const struct ordo_repetition_tree *tree,
                                         const struct ordo_algorithms *a,
                                         struct ordo_error *error) {
    struct ordo_table_options table;
    ORDO_TRY(ordo_display_fit(&display, out, &table, error));
    struct ordo_algorithm_options o = {
        .ascii = table.ascii, .color = table.color, .width = table.width, .min_share = min_share};
    return plot ? ordo_algorithm_view_write(out, p, tree, a, plot_number, &o, error)
                : ordo_algorithm_table_write(out, p, tree, a, &o, error);
}

static enum ordo_status print_repetitions(FILE *out, const struct ordo_profile *p,
                                          const struct ordo_repetition_tree *tree,
                                          struct ordo_error *error) {
    struct ordo_table_options table;
    ORDO_TRY(ordo_display_fit(&display, out, &table, error));
    return ordo_tree_table_write(out, p, tree, min_share, table.width, table.ascii, error);
}

static enum ordo_status print_with_algorithms(FILE *out, const struct ordo_profile *p,
                                              const struct ordo_repetition_tree *tree,
                                              struct ordo_error *error) {
    struct ordo_algorithms *a = ordo_algorithms_new(p, tree, identity);
    enum ordo_status status = json ? ordo_tree_json_write(stdout, p, tree, a, error)
                                   : print_algorithms(out, p, tree, a, error);
    ordo_algorithms_free(a);
    return status;
}

static enum ordo_status choose_groups(struct ordo_profile *p,
                                      const struct ordo_repetition_tree *tree, const char *name,
                                      struct ordo_error *error) {
    for (size_t i = 0; i < groups.n; i++)
        ORDO_TRY(ordo_group_choice_add(p, tree, groups.v[i], error));
    return groups.n ? ordo_profile_save(p, name, false, error) : ORDO_OK;
}

static enum ordo_status print_tree(FILE *out, struct ordo_profile *p, const char *name,
                                   struct ordo_error *error) {
    if (p->has_production)
        return ordo_error_set(error, ORDO_BAD_INPUT,
                              "%s: is of a production build, which samples some executions and has "
                              "no tree: build the program with `ordo cc` without --production",
                              name);
    if (!p->has_steps)
        return ordo_error_set(error, ORDO_BAD_INPUT,
                              "%s: contains no repetition tree: record one with `ordo tree -o FILE "
                              "-- COMMAND`",
                              name);
    if ((plot || groups.n) && !p->has_structure)
        return ordo_error_set(error, ORDO_BAD_INPUT,
                              "%s: contains no algorithms: build the program with `ordo cc "
                              "--structure` and record it again",
                              name);
    struct ordo_repetition_tree *tree = ordo_repetition_tree_new(p);
    enum ordo_status status = choose_groups(p, tree, name, error);
    if (status == ORDO_OK && p->has_structure && !raw)
        status = print_with_algorithms(out, p, tree, error);
    else if (status == ORDO_OK)
        status = json ? ordo_tree_json_write(stdout, p, tree, NULL, error)
                      : print_repetitions(out, p, tree, error);
    ordo_repetition_tree_free(tree);
    return status;
}

static int print_kept(const char *path) {
    struct ordo_error error = {0};
    struct ordo_profile *p = NULL;
    enum ordo_status status = ordo_any_profile_load(path, ORDO_LOAD_ALL, &p, &error);
    if (status == ORDO_OK) status = print_tree(stdout, p, path, &error);
    ordo_profile_free(p);
    return status == ORDO_OK ? 0 : ordo_message_error(&error);
}

static int record(char **argv) {
    struct ordo_error error = {0};
    struct ordo_profile *p;
    int status = ordo_recording_run(&request, argv, &p);
    if (p && print_tree(stderr, p, "the recording", &error) != ORDO_OK) {
        ordo_message("%s", error.message);
        status = ORDO_RECORDING_FAILED;
    }
    ordo_profile_free(p);
    return status;
}

/* Returns whether the operand is a profile, or a file or a missing one that the user takes for a
 * profile: a command is executable, or found in PATH. */
static bool is_profile(const char *path) {
    struct stat st;
    size_t n = strlen(path);
    if (ordo_output_is_database(path) || ordo_profile_has_raw(path)) return true;
    if (stat(path, &st) != 0) return n >= 5 && strcmp(path + n - 5, ".data") == 0;
    bool is_command = strchr(path, '/') && (S_ISDIR(st.st_mode) || access(path, X_OK) == 0);
    return !is_command && access(path, X_OK) != 0;
}

/* Checks what the table of options cannot. Returns 0, or 2 after a message. */
static int check_options(void) {
    char *end = NULL;
    if (!ordo_identity_find(identity_name, &identity))
        return ordo_message_usage("--identity %s: unknown; write some, all, array or type",
                                  identity_name);
    if (all) share_text = "0";
    struct ordo_table_options table;
    struct ordo_error error;
    display.min_share = share_text;
    if (ordo_display_fit(&display, stdout, &table, &error) != ORDO_OK)
        return ordo_message_usage("%s", error.message);
    if (share_text) min_share = table.filter.min_share;
    if (plot && (raw || json))
        return ordo_message_usage("--plot and --%s exclude each other: drop one",
                                  raw ? "raw" : "json");
    if (plot) plot_number = strtoull(plot, &end, 10);
    if (plot && (*end || !plot_number))
        return ordo_message_usage(
            "--plot %s: not the number of an algorithm; `ordo tree` lists them", plot);
    return 0;
}

/* Prints the profile argv[0]; options may follow it. */
static int print_operand(int argc, char **argv) {
    const char *path = argv[0];
    int first = ordo_option_table_read(&ordo_options_tree, argc, argv, false);
    if (first == ORDO_OPTIONS_HELP) {
        ordo_help_tree();
        return 0;
    }
    if (first < 0 || check_options()) return 2;
    if (first < argc)
        return ordo_message_usage("%s: give one profile only; merge profiles with `ordo merge`",
                                  argv[first]);
    if (groups.n && ordo_profile_is_raw(path))
        return ordo_message_usage("--group: %s has raw files, which cannot store groups: make a "
                                  "profile of them with `ordo merge -o FILE %s`",
                                  path, path);
    return print_kept(path);
}

int ordo_command_tree(int argc, char **argv) {
    int first = ordo_option_table_read(&ordo_options_tree, argc, argv, true);
    if (first == ORDO_OPTIONS_HELP) {
        ordo_help_tree();
        return 0;
    }
    if (first < 0 || check_options()) return 2;
    bool is_command = first > 0 && strcmp(argv[first - 1], "--") == 0;
    if (first >= argc) return print_kept("ordo.data");
    if (!is_command && is_profile(argv[first])) return print_operand(argc - first, argv + first);
    if (groups.n)
        return ordo_message_usage(
            "--group: groups repetitions of a profile: record first, then run "
            "`ordo tree --group %s FILE`",
            groups.v[0]);
    ordo_message_plain();
    int status = record(argv + first);
    ordo_recording_done(&request);
    return status;
}

void ordo_help_tree(void) {
    printf("usage: ordo tree [OPTION]... [--] COMMAND [ARGUMENT]...\n"
           "       ordo tree [--json] [--raw] [--min-share PERCENT] [--all] [--plot N]\n"
           "                 [--identity NAME] [--group A+B]... [FILE]\n"
           "\n"
           "Record COMMAND, built with `ordo cc`, and print its repetition tree on stderr: how\n"
           "loops and recursions were nested when they ran. With FILE (default: ordo.data), a\n"
           "profile that `ordo tree` wrote or a folder of raw files, print its tree on stdout.\n"
           "If the program was built with `ordo cc --structure`, print its algorithms with their\n"
           "inputs and cost functions.\n"
           "\n");
    ordo_option_table_print(&ordo_options_tree);
}
