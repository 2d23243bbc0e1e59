/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * display.h: options for a table of scopes, shared by `ordo report` and `ordo run`; `ordo tree` and
 * `ordo lab` use some of them.
 *
 * Colours: --color=always|never|auto. auto means colours if the output is a terminal whose TERM is
 * set and not "dumb", and NO_COLOR is unset or empty.
 */
#ifndef ORDO_DISPLAY_H
#define ORDO_DISPLAY_H

#include "analysis/analyse.h"
#include "cli/option_table.h"
#include "report/terminal/table.h"

struct ordo_display {
    const char *color, *sort, *rows, *limit, *metric;
    struct ordo_words sizes; /* each a metric or run:NAME */
    const char *file, *routine, *caller, *min_share;
    const char *at, *run_size;
    const char *space; /* `ordo report` only */
    bool wide, warnings, no_fold_std;
};

/* Options for the growth over runs and the size of runs, for `ordo report` and `ordo run`. */
#define ORDO_RUN_SIZE_OPTIONS(d)                                                                   \
    ORDO_VALUE("at", 0, "FACTOR", "2|4|10|100", "predict at FACTOR times the size (default: 10)",  \
               &(d).at),                                                                           \
        ORDO_VALUE("run-size", 0, "NAME", "bytes read|allocations|bytes allocated|argument 1",     \
                   "run size: feature, argument N, bytes read, allocations, bytes allocated",      \
                   &(d).run_size),                                                                 \
        ORDO_LIST("size", 0, "NAME",                                                               \
                  "rms|drms|depth|input|run:bytes read|run:allocations|run:bytes allocated|"       \
                  "run:argument 1",                                                                \
                  "the same as --metric; or run:NAME, the same as --run-size", &(d).sizes)

/* Reads --at FACTOR: a number above 1, perhaps with an x behind it. */
enum ordo_status ordo_display_factor(const char *text, double *factor, struct ordo_error *error);

#define ORDO_DISPLAY_OPTIONS(d)                                                                    \
    ORDO_VALUE("sort", 0, "KEY", "predicted|order|cost|self|calls|name",                           \
               "sort by predicted (default), order of growth, cost, self, calls or name",          \
               &(d).sort),                                                                         \
        ORDO_VALUE("rows", 'n', "N", NULL, "show at most N scopes (default: 20; 0: all)",          \
                   &(d).rows),                                                                     \
        ORDO_FLAG("wide", 0, "show all columns, however wide the table gets", &(d).wide),          \
        ORDO_FLAG("no-fold-std", 0,                                                                \
                  "show code of libraries, such as std::, apart from its callers",                 \
                  &(d).no_fold_std),                                                               \
        ORDO_FLAG("warnings", 0, "print all warnings, with what to do about them", &(d).warnings), \
        ORDO_VALUE("metric", 0, "NAME", "rms|drms|depth|input",                                    \
                   "size metric: rms, drms, depth, input or arg:NAME (default: best)",             \
                   &(d).metric),                                                                   \
        ORDO_VALUE("color", 0, "WHEN", "auto|always|never",                                        \
                   "use colours: auto, always or never (default: auto)", &(d).color)

/* Filters, for `ordo report` only. */
#define ORDO_FILTER_OPTIONS(d)                                                                     \
    ORDO_VALUE("space", 0, "NAME", "allocated|peak",                                               \
               "show memory in place of time: bytes allocated, or their peak", &(d).space),        \
        ORDO_VALUE("limit", 0, "N", NULL, "the same as --rows", &(d).limit),                       \
        ORDO_VALUE("min-share", 0, "PERCENT", NULL,                                                \
                   "show scopes with at least this share of the predicted run", &(d).min_share),   \
        ORDO_VALUE("file", 0, "PART", NULL, "show scopes of files with PART in their path",        \
                   &(d).file),                                                                     \
        ORDO_VALUE("routine", 0, "PART", NULL, "show scopes of routines with PART in their name",  \
                   &(d).routine),                                                                  \
        ORDO_VALUE("caller", 0, "PART", NULL,                                                      \
                   "show scopes called by routines with PART in their name", &(d).caller)

/* Checks the options and fits them to the stream `out`. ORDO_BAD_INPUT: a wrong option. Texts
 * belong to *d. */
enum ordo_status ordo_display_fit(const struct ordo_display *d, FILE *out,
                                  struct ordo_table_options *table, struct ordo_error *error);

/* Reads the options about the growth over runs. ORDO_BAD_INPUT: a wrong option. */
enum ordo_status ordo_display_growth(const struct ordo_display *d,
                                     struct ordo_analyse_options *options,
                                     struct ordo_error *error);

#endif
