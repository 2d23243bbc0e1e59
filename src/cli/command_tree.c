/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * ordo tree: a command is recorded with its steps and its repetition tree printed, or the tree of a
 * profile that was kept. An operand that is a profile is no command, for it cannot be executed.
 */
#include "cli/command.h"
#include "cli/message.h"
#include "cli/recording.h"
#include "profile/store.h"
#include "report/tree_json.h"
#include "report/tree_table.h"
#include "structure/repetition_tree.h"
#include <stdio.h>
#include <string.h>

static struct ordo_recording request = {.engine = "compiled", .tree = true};
static bool json;

static const struct ordo_option options[] = {
    {"json", 0, ORDO_OPTION_FLAG, NULL, "as JSON, on stdout", &json},
    {"output", 'o', ORDO_OPTION_VALUE, "FILE",
     "the profile (default: ordo.data); %p: the process id", &request.output},
    {"limit", 0, ORDO_OPTION_VALUE, "SIZE",
     "recorded data per process at most, like 512M (default: 2G)", &request.limit},
    {"wait", 0, ORDO_OPTION_VALUE, "SECONDS",
     "wait so long for processes that outlive the command (default: 0.2)", &request.wait},
    {"quiet", 'q', ORDO_OPTION_FLAG, NULL, "say nothing about the recording", &request.quiet},
};
enum { N_OPTIONS = sizeof options / sizeof *options };

static enum ordo_status print_tree(FILE *out, const struct ordo_profile *p, const char *name,
                                   struct ordo_error *error) {
    if (!p->has_steps)
        return ordo_error_set(error, ORDO_BAD_INPUT,
                              "%s: holds no repetition tree: record one with `ordo tree -o FILE "
                              "-- COMMAND`",
                              name);
    struct ordo_repetition_tree *tree;
    ORDO_TRY(ordo_repetition_tree_new(p, &tree, error));
    enum ordo_status status = json ? ordo_tree_json_write(stdout, p, tree, error)
                                   : ordo_tree_table_write(out, p, tree, error);
    ordo_repetition_tree_free(tree);
    return status;
}

static int print_kept(const char *path) {
    struct ordo_error error = {0};
    struct ordo_profile *p = NULL;
    enum ordo_status status = ordo_profile_load(path, ORDO_LOAD_ALL, &p, &error);
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

static bool is_database(const char *path) {
    char magic[16] = "";
    FILE *f = fopen(path, "re");
    size_t n = f ? fread(magic, 1, sizeof magic, f) : 0;
    if (f) fclose(f);
    return n == sizeof magic && memcmp(magic, "SQLite format 3", sizeof magic) == 0;
}

/* argv[0] is the profile; options may follow it. */
static int print_operand(int argc, char **argv) {
    const char *path = argv[0];
    int first = ordo_option_table_read(options, N_OPTIONS, argc, argv, false);
    if (first == ORDO_OPTIONS_HELP) {
        ordo_help_tree();
        return 0;
    }
    if (first < 0) return 2;
    if (first < argc)
        return ordo_message_usage("%s: only one profile at a time: join them with `ordo merge`",
                                  argv[first]);
    return print_kept(path);
}

int ordo_command_tree(int argc, char **argv) {
    int first = ordo_option_table_read(options, N_OPTIONS, argc, argv, true);
    if (first == ORDO_OPTIONS_HELP) {
        ordo_help_tree();
        return 0;
    }
    if (first < 0) return 2;
    bool is_command = first > 0 && strcmp(argv[first - 1], "--") == 0;
    if (first >= argc) return print_kept("ordo.data");
    if (!is_command && is_database(argv[first])) return print_operand(argc - first, argv + first);
    ordo_message_plain();
    int status = record(argv + first);
    ordo_recording_done(&request);
    return status;
}

void ordo_help_tree(void) {
    printf("usage: ordo tree [OPTION]... [--] COMMAND [ARGUMENT]...\n"
           "       ordo tree [--json] [FILE]\n"
           "\n"
           "Records COMMAND, built with `ordo cc`, and prints the tree of its repetitions on\n"
           "stderr: loops and recursions as they were nested when they ran. With FILE (default:\n"
           "ordo.data), a profile that `ordo tree` has kept, prints its tree on stdout.\n"
           "\n");
    ordo_option_table_print(options, N_OPTIONS);
}
