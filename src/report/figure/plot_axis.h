/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * plot_axis.h: an axis: the range it covers, the position of a value on it, and its round values.
 *
 * Shapes:  low < high; log: low > 0
 * Threads: pure
 */
#ifndef ORDO_PLOT_AXIS_H
#define ORDO_PLOT_AXIS_H

#include <stdbool.h>

#define ORDO_PLOT_TICKS 24
#define ORDO_PLOT_LABEL_BYTES 32

struct ordo_plot_axis {
    double low, high;
    bool log;
    double from, to; /* positions of low and high in the picture */
};

/* Returns an axis that covers low and high with a small margin; they may be equal. */
struct ordo_plot_axis ordo_plot_axis_cover(double low, double high, bool log);

/* Finds the position of v. Returns false if v cannot be on the axis. */
bool ordo_plot_axis_place(const struct ordo_plot_axis *a, double v, double *position);

/* Finds up to ORDO_PLOT_TICKS round values; returns their number. */
int ordo_plot_axis_ticks(const struct ordo_plot_axis *a, double out[ORDO_PLOT_TICKS]);

/* Formats "1500", "20k", "1.5M", "1e-3" into out and returns it. */
const char *ordo_plot_axis_label(char out[ORDO_PLOT_LABEL_BYTES], double v);

#endif
