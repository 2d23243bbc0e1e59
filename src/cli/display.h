/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * display.h: how a table of scopes is shown, and where: the options of `ordo report` and `ordo
 * run`; `ordo tree` has some of them.
 *
 * Colour: --color=always|never|auto; auto means a terminal that is not "dumb", and NO_COLOR unset
 * or empty.
 */
#ifndef ORDO_DISPLAY_H
#define ORDO_DISPLAY_H

#include "cli/option_table.h"
#include "report/terminal/table.h"

struct ordo_display {
    const char *color, *sort, *rows, *limit, *metric;
    const char *file, *routine, *caller, *min_share;
};

#define ORDO_DISPLAY_OPTIONS(d)                                                                    \
    {"sort",                                                                                       \
     0,                                                                                            \
     ORDO_OPTION_VALUE,                                                                            \
     "KEY",                                                                                        \
     "predicted, order, cost, self, calls or name (default: predicted)",                           \
     &(d).sort},                                                                                   \
        {"rows",   'n', ORDO_OPTION_VALUE, "N", "show N scopes at most (default: 40; 0: all)",     \
         &(d).rows},                                                                               \
        {"metric",                                                                                 \
         0,                                                                                        \
         ORDO_OPTION_VALUE,                                                                        \
         "NAME",                                                                                   \
         "size shown: rms, drms, depth or arg:NAME (default: what explains the cost best)",        \
         &(d).metric},                                                                             \
    {                                                                                              \
        "color", 0, ORDO_OPTION_VALUE, "WHEN", "auto, always or never (default: auto)", &(d).color \
    }

/* What only `ordo report` has: which scopes are shown. */
#define ORDO_FILTER_OPTIONS(d)                                                                     \
    {"limit", 0, ORDO_OPTION_VALUE, "N", "the same as --rows", &(d).limit},                        \
        {"size", 0, ORDO_OPTION_VALUE, "NAME", "the same as --metric", &(d).metric},               \
        {"min-share",                                                                              \
         0,                                                                                        \
         ORDO_OPTION_VALUE,                                                                        \
         "PERCENT",                                                                                \
         "scopes of at least this share of the run at 10x the size",                               \
         &(d).min_share},                                                                          \
        {"file",   0, ORDO_OPTION_VALUE, "PART", "scopes of files with PART in their path",        \
         &(d).file},                                                                               \
        {"routine",   0, ORDO_OPTION_VALUE, "PART", "scopes of routines with PART in their name",  \
         &(d).routine},                                                                            \
    {                                                                                              \
        "caller", 0, ORDO_OPTION_VALUE, "PART",                                                    \
            "scopes called by a routine with PART in its name", &(d).caller                        \
    }

/* Checks the options and fits them to the stream `out`. ORDO_BAD_INPUT names a wrong one. */
enum ordo_status ordo_display_fit(const struct ordo_display *d, FILE *out,
                                  struct ordo_table_options *table, struct ordo_error *error);

#endif
