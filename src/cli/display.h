/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * display.h: how a table of scopes is shown, and where: the options of `ordo report` and `ordo
 * run`.
 *
 * Colour: --color=always|never|auto; auto means a terminal that is not "dumb", and NO_COLOR unset
 * or empty.
 */
#ifndef ORDO_DISPLAY_H
#define ORDO_DISPLAY_H

#include "cli/option_table.h"
#include "report/table.h"

struct ordo_display {
    const char *color, *sort, *rows, *metric;
};

#define ORDO_DISPLAY_OPTIONS(d)                                                                    \
    {"sort", 0, ORDO_OPTION_VALUE, "KEY", "cost, self, calls or name (default: cost)", &(d).sort}, \
        {"rows",   'n', ORDO_OPTION_VALUE, "N", "show N scopes at most (default: 40; 0: all)",     \
         &(d).rows},                                                                               \
        {"metric",                                                                                 \
         0,                                                                                        \
         ORDO_OPTION_VALUE,                                                                        \
         "NAME",                                                                                   \
         "size shown: rms, drms, depth or arg:NAME (default: rms)",                                \
         &(d).metric},                                                                             \
    {                                                                                              \
        "color", 0, ORDO_OPTION_VALUE, "WHEN", "auto, always or never (default: auto)", &(d).color \
    }

/* Checks the options and fits them to the stream `out`. ORDO_BAD_INPUT names a wrong one. */
enum ordo_status ordo_display_fit(const struct ordo_display *d, FILE *out,
                                  struct ordo_table_options *table, struct ordo_error *error);

#endif
