/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * ordo report: a stored profile as a table or as JSON.
 */
#include "cli/command.h"
#include "cli/display.h"
#include "cli/message.h"
#include "cli/page_file.h"
#include "profile/store.h"
#include "report/json.h"
#include <stdio.h>

static struct ordo_display display;
static bool json, no_source;
static const char *html, *compare;

static const struct ordo_option options[] = {
    {"json", 0, ORDO_OPTION_FLAG, NULL, "everything, as JSON (docs/report.schema.json)", &json},
    {"html", 0, ORDO_OPTION_VALUE, "PAGE", "everything, as one HTML file to look at", &html},
    {"compare", 0, ORDO_OPTION_VALUE, "FILE", "with --html: a second profile to compare with",
     &compare},
    {"no-source", 0, ORDO_OPTION_FLAG, NULL, "with --html: leave the source files out", &no_source},
    ORDO_DISPLAY_OPTIONS(display),
};
enum { N_OPTIONS = sizeof options / sizeof *options };

static enum ordo_status write_report(const char *path, const struct ordo_table_options *table,
                                     struct ordo_error *error) {
    struct ordo_profile *p;
    ORDO_TRY(ordo_profile_load(path, json ? ORDO_LOAD_ALL : ORDO_LOAD_SUMMARY, &p, error));
    enum ordo_status status =
        json ? ordo_json_write(stdout, p, error) : ordo_table_write(stdout, p, table, error);
    if (status == ORDO_OK && fflush(stdout) != 0)
        status = ordo_error_set(error, ORDO_ENVIRONMENT, "the report cannot be written: %m");
    ordo_profile_free(p);
    return status;
}

int ordo_command_report(int argc, char **argv) {
    struct ordo_error error = {0};
    struct ordo_table_options table;
    int first = ordo_option_table_read(options, N_OPTIONS, argc, argv, false);
    if (first == ORDO_OPTIONS_HELP) {
        ordo_help_report();
        return 0;
    }
    if (first < 0) return 2;
    if (argc - first > 1)
        return ordo_message_usage("%s: only one profile at a time: join them with `ordo merge`",
                                  argv[first + 1]);
    if (ordo_display_fit(&display, stdout, &table, &error) != ORDO_OK)
        return ordo_message_usage("%s", error.message);
    const char *path = first < argc ? argv[first] : "ordo.data";
    if (html) {
        if (ordo_page_file_write(html, path, compare, !no_source, &error) != ORDO_OK)
            return ordo_message_error(&error);
        return 0;
    }
    if (write_report(path, &table, &error) != ORDO_OK) return ordo_message_error(&error);
    return 0;
}

void ordo_help_report(void) {
    printf("usage: ordo report [OPTION]... [FILE]\n"
           "\n"
           "Prints the scopes of a profile (default: ordo.data) in the order of their cost.\n"
           "\n");
    ordo_option_table_print(options, N_OPTIONS);
}
