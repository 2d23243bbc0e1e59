/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * plot_text.h: a scatter plot in characters, both axes logarithmic.
 *
 * Shapes:  marks in any order; those with an infinite, NaN or non-positive coordinate are left out
 * Threads: reentrant
 */
#ifndef ORDO_PLOT_TEXT_H
#define ORDO_PLOT_TEXT_H

#include "base/text.h"

#include <stdbool.h>
#include <stddef.h>

struct ordo_plot_mark {
    double x, y;
    char sign; /* drawn over signs that come earlier in the list */
};

/* Appends the plot. width, height: of its area in characters; x_name, y_name: names of the axes. */
void ordo_plot_text_add(struct ordo_text *t, const struct ordo_plot_mark *marks, size_t n,
                        unsigned width, unsigned height, const char *x_name, const char *y_name);

#endif
