/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * command_merge.c: `ordo merge` merges profiles into one.
 */
#include "base/memory.h"
#include "cli/command.h"
#include "cli/message.h"
#include "cli/option_table.h"
#include "cli/output_guard.h"
#include "cli/progress.h"
#include "cli/raw_runs.h"
#include "profile/gather/merge.h"
#include "profile/store/store.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *output;

static const struct ordo_option options[] = {
    ORDO_VALUE("output", 'o', "FILE", ORDO_COMPLETE_FILES, "write the merged profile to FILE",
               &output),
};
const struct ordo_option_table ordo_options_merge = ORDO_OPTION_TABLE(options);

static enum ordo_status load_all(char **paths, size_t n, struct ordo_profile **profiles,
                                 struct ordo_error *error) {
    enum ordo_status status = ORDO_OK;
    for (size_t i = 0; i < n && status == ORDO_OK; i++) {
        ordo_progress_show(paths[i], i, n);
        status = ordo_any_profile_load(paths[i], ORDO_LOAD_ALL, &profiles[i], error);
    }
    ordo_progress_clear();
    return status;
}

static int by_name(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Prints which profiles are given more than once. */
static void name_repeated(char *const *paths, size_t n) {
    char **sorted = ordo_memory_new(n, sizeof *sorted);
    memcpy(sorted, paths, n * sizeof *sorted);
    qsort(sorted, n, sizeof *sorted, by_name);
    for (size_t i = 0, end; i < n; i = end) {
        for (end = i + 1; end < n && strcmp(sorted[end], sorted[i]) == 0;) end++;
        if (end > i + 1)
            ordo_message_remark("%s: is given %zu times: its runs count as often", sorted[i],
                                end - i);
    }
    free(sorted);
}

static enum ordo_status merge(char **paths, size_t n, struct ordo_error *error) {
    ORDO_TRY(ordo_output_check_place(output, "-o", ORDO_OUTPUT_RENAMED, error));
    ORDO_TRY(ordo_output_guard(output, "-o", ORDO_OUTPUT_DATABASE, error));
    for (size_t i = 0; i < n; i++) ORDO_TRY(ordo_output_check_input(output, "-o", paths[i], error));
    name_repeated(paths, n);
    struct ordo_profile *joined = NULL,
                        **profiles = ordo_memory_new(n, sizeof(struct ordo_profile *));
    enum ordo_status status = load_all(paths, n, profiles, error);
    if (status == ORDO_OK)
        status = ordo_profile_merge((const struct ordo_profile *const *)profiles,
                                    (const char *const *)paths, n, &joined, error);
    if (status == ORDO_OK) status = ordo_profile_save(joined, output, true, error);
    for (size_t i = 0; i < n; i++) ordo_profile_free(profiles[i]);
    ordo_profile_free(joined);
    free(profiles);
    return status;
}

int ordo_command_merge(int argc, char **argv) {
    struct ordo_error error = {0};
    int first = ordo_option_table_read(&ordo_options_merge, argc, argv, false);
    if (first == ORDO_OPTIONS_HELP) {
        ordo_help_merge();
        return 0;
    }
    if (first < 0) return 2;
    if (!output) return ordo_message_usage("no output file: add -o FILE");
    if (first >= argc)
        return ordo_message_usage("no profile to merge: ordo merge -o FILE PROFILE...");
    if (merge(argv + first, (size_t)(argc - first), &error) != ORDO_OK)
        return ordo_message_error(&error);
    return 0;
}

void ordo_help_merge(void) {
    printf(
        "usage: ordo merge -o FILE PROFILE...\n"
        "\n"
        "Merge profiles of one program into one. Their order does not matter. A PROFILE may also\n"
        "be a raw file or a folder of raw files. An existing profile is kept as FILE.old.\n"
        "\n");
    ordo_option_table_print(&ordo_options_merge);
}
