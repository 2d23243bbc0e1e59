/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * plot_axis.c: round values are multiples of 1, 2 or 5 times a power of ten; on a logarithmic axis,
 * powers of ten, with 2 and 5 between them if there are few.
 */
#include "report/figure/plot_axis.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

struct ordo_plot_axis ordo_plot_axis_cover(double low, double high, bool log) {
    struct ordo_plot_axis a = {.log = log};
    if (log) {
        double room = low < high ? pow(high / low, 0.04) : 3;
        a.low = low / room;
        a.high = high * room;
        return a;
    }
    if (low > 0 && low < high / 1.5) low = 0;
    double room = low < high ? (high - low) * 0.04 : fmax(fabs(low) * 0.1, 0.5);
    a.low = low == 0 ? -room / 2 : low - room;
    a.high = high + room;
    return a;
}

bool ordo_plot_axis_place(const struct ordo_plot_axis *a, double v, double *position) {
    if (!isfinite(v) || (a->log && v <= 0)) return false;
    double part =
        a->log ? log(v / a->low) / log(a->high / a->low) : (v - a->low) / (a->high - a->low);
    *position = a->from + (a->to - a->from) * part;
    return part >= -1e-9 && part <= 1 + 1e-9;
}

static int linear(const struct ordo_plot_axis *a, double *out) {
    static const double steps[] = {1, 2, 5, 10};
    double raw = (a->high - a->low) / 6, unit = pow(10, floor(log10(raw))), step = unit;
    for (unsigned i = 0; i < 4 && step < raw; i++) step = steps[i] * unit;
    int n = 0;
    for (double k = ceil(a->low / step); k * step <= a->high && n < ORDO_PLOT_TICKS; k++)
        out[n++] = k == 0 ? 0 : k * step;
    return n;
}

int ordo_plot_axis_ticks(const struct ordo_plot_axis *a, double out[ORDO_PLOT_TICKS]) {
    static const double between[] = {1, 2, 5};
    if (!a->log) return linear(a, out);
    double first = floor(log10(a->low)), last = ceil(log10(a->high));
    double every = fmax(1, ceil((last - first) / 8));
    unsigned n_between = last - first <= 3 ? 3 : 1;
    int n = 0;
    for (double e = first; e <= last; e += every)
        for (unsigned i = 0; i < n_between && n < ORDO_PLOT_TICKS; i++) {
            double v = between[i] * pow(10, e);
            if (v >= a->low && v <= a->high) out[n++] = v;
        }
    return n >= 2 ? n : linear(a, out);
}

const char *ordo_plot_axis_label(char out[ORDO_PLOT_LABEL_BYTES], double v) {
    static const char units[] = " kMGTPE";
    double size = fabs(v);
    int unit = 0;
    if (size != 0 && (size < 1e-3 || size >= 1e21)) {
        snprintf(out, ORDO_PLOT_LABEL_BYTES, "%.3g", v);
        return out;
    }
    while (size >= 9999.5 || (unit && size >= 999.5)) {
        size /= 1000;
        v /= 1000;
        unit++;
    }
    snprintf(out, ORDO_PLOT_LABEL_BYTES, "%.4g", v);
    if (unit) snprintf(out + strlen(out), ORDO_PLOT_LABEL_BYTES - strlen(out), "%c", units[unit]);
    return out;
}
