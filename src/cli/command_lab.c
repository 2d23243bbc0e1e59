/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * command_lab.c: `ordo lab` runs experiments on the functions of source files.
 */
#include "base/byte_size.h"
#include "cli/command.h"
#include "cli/display.h"
#include "cli/interruption.h"
#include "cli/lab_round.h"
#include "cli/lab_watch.h"
#include "cli/message.h"
#include "cli/open_page.h"
#include "cli/option_table.h"
#include "cli/output_guard.h"
#include "cli/page_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FAILED_EXPERIMENT = 1, SIGNALLED = 128 };

static const char *output, *seed, *timeout, *memory, *color;
static bool json, csv, open_it, watch, quiet, no_sanitize;

static const struct ordo_option options[] = {
    ORDO_VALUE("output", 'o', "FILE", ORDO_COMPLETE_FILES,
               "write the HTML page to FILE (default: ordo-lab.html; -: stdout)", &output),
    ORDO_FLAG("open", 0, "open the page in a browser", &open_it),
    ORDO_FLAG("watch", 0, "run again whenever a source is saved, and serve the page", &watch),
    ORDO_FLAG("json", 0, "print all counts as JSON instead of the table", &json),
    ORDO_FLAG("csv", 0, "print all counts as CSV instead of the table", &csv),
    ORDO_VALUE("seed", 0, "N", NULL, "seed of the random inputs (default: 1)", &seed),
    ORDO_VALUE("timeout", 0, "SECONDS", NULL, "time limit for each size (default: 10; 0: no limit)",
               &timeout),
    ORDO_VALUE("memory", 0, "SIZE", NULL, "memory limit for each size (default: 1G; 0: no limit)",
               &memory),
    ORDO_FLAG("no-sanitize", 0, "run without AddressSanitizer and UndefinedBehaviorSanitizer",
              &no_sanitize),
    ORDO_VALUE("color", 0, "WHEN", "auto|always|never",
               "use colours: auto, always or never (default: auto)", &color),
    ORDO_FLAG("quiet", 'q', "print errors only", &quiet),
};
const struct ordo_option_table ordo_options_lab = ORDO_OPTION_TABLE(options);

/* Returns whether `word` is an option of clang. *takes_next: its value is the next word. */
static bool is_clangs(const char *word, bool *takes_next) {
    static const char *const alone[] = {
        "-D", "-I", "-U", "-L", "-l", "-include", "-iquote", "-isystem", "-idirafter", "-imacros"};
    *takes_next = false;
    for (size_t i = 0; i < sizeof alone / sizeof *alone; i++) {
        if (strcmp(word, alone[i]) == 0) *takes_next = true;
        if (strncmp(word, alone[i], strlen(alone[i])) == 0) return true;
    }
    return strncmp(word, "-std=", 5) == 0 || strncmp(word, "-O", 2) == 0 ||
           strncmp(word, "-W", 2) == 0 || strncmp(word, "-f", 2) == 0 ||
           strncmp(word, "-m", 2) == 0 || strcmp(word, "-pthread") == 0 ||
           strcmp(word, "-w") == 0 || strncmp(word, "-pedantic", 9) == 0;
}

/* Moves clang's options from argv to `flags` and returns the number of words left. *arguments are
 * the words after "--", for the program. */
static int split(int argc, char **argv, struct ordo_words *flags, char ***arguments) {
    int kept = 0;
    *arguments = argv + argc;
    for (int i = 0; i < argc; i++) {
        bool takes_next;
        if (strcmp(argv[i], "--") == 0) {
            *arguments = argv + i + 1;
            break;
        }
        if (i == 0 || !is_clangs(argv[i], &takes_next)) {
            argv[kept++] = argv[i];
            continue;
        }
        ordo_words_add(flags, argv[i]);
        if (takes_next && i + 1 < argc) ordo_words_add(flags, argv[++i]);
    }
    return kept;
}

static bool read_number(const char *text, uint64_t *value) {
    char *end;
    errno = 0;
    *value = strtoull(text, &end, 10);
    return end != text && !*end && *text != '-' && !errno;
}

/* Returns 0, or after a message the exit status of wrong usage. */
static int read_settings(struct ordo_lab_run_settings *s) {
    s->seed = 1;
    s->timeout_ms = 10000;
    s->memory_bytes = UINT64_C(1) << 30;
    s->stop = &ordo_interruption;
    if (seed && !read_number(seed, &s->seed))
        return ordo_message_usage("--seed %s: not a whole number from 0 on", seed);
    if (timeout) {
        char *end;
        double seconds = strtod(timeout, &end);
        if (end == timeout || *end || !(seconds >= 0) || seconds > 1e9)
            return ordo_message_usage(
                "--timeout %s: not a number of seconds; write one such as 10 or 0.5", timeout);
        s->timeout_ms = (uint64_t)(seconds * 1000);
    }
    if (memory && !ordo_byte_size_read(memory, &s->memory_bytes))
        return ordo_message_usage("--memory %s: not a size; write a number of bytes, such as 512M",
                                  memory);
    struct ordo_table_options look;
    struct ordo_error error;
    if (ordo_display_fit(&(struct ordo_display){.color = color}, stdout, &look, &error) != ORDO_OK)
        return ordo_message_usage("%s", error.message);
    if (json && csv) return ordo_message_usage("--json and --csv exclude each other: drop one");
    if (output && strcmp(output, "-") == 0 && (json || csv || watch))
        return ordo_message_usage(
            "-o -: --json, --csv and --watch do not allow the page on stdout: name a file");
    return 0;
}

static int run(const struct ordo_lab_request *q) {
    struct ordo_lab_outcome outcome;
    struct ordo_error error = {0};
    if (ordo_page_file_check(q->html, "-o", &error) != ORDO_OK) return ordo_message_error(&error);
    if (watch) return ordo_lab_watch(q, open_it);
    enum ordo_status status = ordo_lab_round_run(q, &outcome, &error);
    ordo_words_done(&outcome.files);
    if (status != ORDO_OK) return ordo_message_error(&error);
    if (outcome.interrupted) {
        ordo_message("interrupted: nothing was written");
        return SIGNALLED + ordo_interruption;
    }
    if (open_it && ordo_open_page(q->html, &error) != ORDO_OK) return ordo_message_error(&error);
    return outcome.all_ok ? 0 : FAILED_EXPERIMENT;
}

int ordo_command_lab(int argc, char **argv) {
    struct ordo_lab_request q = {0};
    char **arguments;
    argc = split(argc, argv, &q.flags, &arguments);
    int first = ordo_option_table_read(&ordo_options_lab, argc, argv, false);
    if (first == ORDO_OPTIONS_HELP) {
        ordo_help_lab();
        return 0;
    }
    int status = first < 0 ? 2 : read_settings(&q.settings);
    if (!status && first >= argc)
        status = ordo_message_usage("no source file: ordo lab [OPTION]... FILE.c [FILE.c]...");
    if (!status) {
        for (int i = first; i < argc && !status; i++) {
            for (int k = first; k < i && !status; k++)
                if (strcmp(argv[k], argv[i]) == 0 || ordo_output_is_same_file(argv[k], argv[i]))
                    status = ordo_message_usage("%s: is given twice: drop one", argv[i]);
            ordo_words_add(&q.files, argv[i]);
        }
    }
    if (!status) {
        q.settings.arguments = arguments;
        q.format = json ? ORDO_LAB_JSON : csv ? ORDO_LAB_CSV : ORDO_LAB_TABLE;
        q.html = output ? output : "ordo-lab.html";
        q.color = color;
        q.sanitize = !no_sanitize;
        q.quiet = quiet || strcmp(q.html, "-") == 0;
        status = run(&q);
    }
    ordo_words_done(&q.files);
    ordo_words_done(&q.flags);
    return status;
}

void ordo_help_lab(void) {
    printf("usage: ordo lab [OPTION]... FILE.c [FILE.c]... [CLANG-OPTION]... [-- ARGUMENT...]\n"
           "\n"
           "Run the experiments that the sources declare with ORDO_EXPERIMENT (<ordo/ordo.h>) and\n"
           "show how often each statement ran at each size of the input, and how that grows. If\n"
           "there is no experiment, run main with the ARGUMENTs.\n"
           "\n");
    ordo_option_table_print(&ordo_options_lab);
    printf("\n"
           "A CLANG-OPTION is an option of clang-" ORDO_LLVM
           " that begins with -D, -I, -U, -L, -l, -std=, -O,\n"
           "-W, -f, -m, -i, -p or -w. An experiment that crashes, exceeds a limit or has a wrong\n"
           "result ends at that size, and the exit status is 1.\n");
}
