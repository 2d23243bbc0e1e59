/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * command_annotate.c: `ordo annotate` prints a source file with its costs.
 */
#include "cli/command.h"
#include "cli/display.h"
#include "cli/message.h"
#include "cli/modelled_profile.h"
#include "cli/output_guard.h"
#include "profile/store/store.h"
#include "report/terminal/annotate.h"
#include <stdio.h>
#include <stdlib.h>

static const char *input, *context, *color;

static const struct ordo_option options[] = {
    ORDO_VALUE("input", 'i', "PROFILE", ORDO_COMPLETE_FILES,
               "read this profile (default: ordo.data)", &input),
    ORDO_VALUE("context", 'C', "N", NULL,
               "print only lines where a routine or loop begins, with N lines around them",
               &context),
    ORDO_VALUE("color", 0, "WHEN", "auto|always|never",
               "use colours: auto, always or never (default: auto)", &color),
};
const struct ordo_option_table ordo_options_annotate = ORDO_OPTION_TABLE(options);

static enum ordo_status annotate(const struct ordo_analysis *a, const char *name,
                                 const struct ordo_annotate_options *look,
                                 struct ordo_error *error) {
    const struct ordo_profile *p = a->profile;
    const char *file;
    struct ordo_source_text source;
    ORDO_TRY(ordo_annotate_find(p, name, &file, error));
    ordo_source_text_read(p, file, true, &source);
    enum ordo_status status = ordo_annotate_write(stdout, a, file, &source, look, error);
    ordo_source_text_done(&source);
    return status;
}

int ordo_command_annotate(int argc, char **argv) {
    struct ordo_error error = {0};
    struct ordo_table_options table;
    int first = ordo_option_table_read(&ordo_options_annotate, argc, argv, false);
    if (first == ORDO_OPTIONS_HELP) {
        ordo_help_annotate();
        return 0;
    }
    if (first < 0) return 2;
    if (argc - first > 1)
        return ordo_message_usage("%s: give one source file only; name the profile with --input",
                                  argv[first + 1]);
    if (ordo_display_fit(&(struct ordo_display){.color = color}, stdout, &table, &error) != ORDO_OK)
        return ordo_message_usage("%s", error.message);
    struct ordo_annotate_options look = {ORDO_ANNOTATE_WHOLE, table.width, table.color,
                                         table.ascii};
    if (context) {
        char *end;
        unsigned long n = strtoul(context, &end, 10);
        if (end == context || *end || *context == '-' || n > 1000000)
            return ordo_message_usage("--context %s: not a number of lines from 0 to 1000000",
                                      context);
        look.context = (uint32_t)n;
    }
    if (!input && first < argc && ordo_output_is_database(argv[first]))
        return ordo_message_usage("%s: is a profile: name it with --input, and then a source file",
                                  argv[first]);
    struct ordo_profile *p;
    struct ordo_analysis *a;
    enum ordo_status status =
        ordo_modelled_profile_load(input ? input : "ordo.data", true, NULL, &p, &a, &error);
    if (status == ORDO_OK) {
        status = first < argc ? annotate(a, argv[first], &look, &error)
                              : ordo_annotate_list(stdout, a, &error);
        ordo_analysis_free(a);
        ordo_profile_free(p);
    }
    return status == ORDO_OK ? 0 : ordo_message_error(&error);
}

void ordo_help_annotate(void) {
    printf(
        "usage: ordo annotate [OPTION]... [FILE]\n"
        "\n"
        "Print a source file. Lines where a routine or loop begins show its own cost, its share\n"
        "of the run and its class. FILE is a path, or the end of a path, in the profile. Without\n"
        "FILE, list the files of the profile.\n"
        "\n");
    ordo_option_table_print(&ordo_options_annotate);
}
