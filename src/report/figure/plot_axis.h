/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * plot_axis.h: an axis: what it covers, where a value stands on it, and its round values.
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
    double from, to; /* where low and high stand in the picture */
};

/* Covers the values with a little room; low and high may be equal. */
struct ordo_plot_axis ordo_plot_axis_cover(double low, double high, bool log);

/* False when the axis has no place for v. */
bool ordo_plot_axis_place(const struct ordo_plot_axis *a, double v, double *position);

/* Up to ORDO_PLOT_TICKS round values; returns how many. */
int ordo_plot_axis_ticks(const struct ordo_plot_axis *a, double out[ORDO_PLOT_TICKS]);

/* "1500", "20k", "1.5M", "1e-3". */
const char *ordo_plot_axis_label(char out[ORDO_PLOT_LABEL_BYTES], double v);

#endif
