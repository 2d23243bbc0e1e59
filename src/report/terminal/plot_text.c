/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * plot_text.c: puts marks into a grid of characters, in their order.
 */
#include "report/terminal/plot_text.h"
#include "base/memory.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct axis {
    double low, high; /* logarithms */
};

static bool is_drawn(const struct ordo_plot_mark *m) {
    return m->x > 0 && m->y > 0 && isfinite(m->x) && isfinite(m->y);
}

static void extend(struct axis *a, double v) {
    a->low = fmin(a->low, log10(v));
    a->high = fmax(a->high, log10(v));
}

static unsigned place(const struct axis *a, double v, unsigned cells) {
    double part = a->high > a->low ? (log10(v) - a->low) / (a->high - a->low) : 0.5;
    long at = lround(part * (cells - 1));
    return at < 0 ? 0 : at >= (long)cells ? cells - 1 : (unsigned)at;
}

void ordo_plot_text_add(struct ordo_text *t, const struct ordo_plot_mark *marks, size_t n,
                        unsigned width, unsigned height, const char *x_name, const char *y_name) {
    struct axis x = {INFINITY, -INFINITY}, y = x;
    for (size_t i = 0; i < n; i++) {
        if (!is_drawn(&marks[i])) continue;
        extend(&x, marks[i].x);
        extend(&y, marks[i].y);
    }
    if (!(x.low <= x.high) || width < 2 || height < 2) return;
    char *grid = ordo_memory_new((size_t)width * height, 1);
    memset(grid, ' ', (size_t)width * height);
    for (size_t i = 0; i < n; i++)
        if (is_drawn(&marks[i]))
            grid[(height - 1 - place(&y, marks[i].y, height)) * (size_t)width +
                 place(&x, marks[i].x, width)] = marks[i].sign;
    ordo_text_print(t, "  %s\n", y_name);
    for (unsigned row = 0; row < height; row++) {
        char label[16] = "";
        if (row == 0 || row + 1 == height || row == height / 2) {
            double part = 1 - (double)row / (height - 1);
            snprintf(label, sizeof label, "%.3g", pow(10, y.low + part * (y.high - y.low)));
        }
        size_t used = width;
        while (used && grid[row * (size_t)width + used - 1] == ' ') used--;
        ordo_text_print(t, "%10s |", label);
        ordo_text_add_bytes(t, grid + row * (size_t)width, used);
        ordo_text_add(t, "\n");
    }
    ordo_text_print(t, "%10s +", "");
    for (unsigned i = 0; i < width; i++) ordo_text_add(t, "-");
    char low[16], high[16];
    snprintf(low, sizeof low, "%.3g", pow(10, x.low));
    snprintf(high, sizeof high, "%.3g", pow(10, x.high));
    int gap = (int)width - (int)strlen(low) - (int)strlen(high);
    ordo_text_print(t, "\n%10s  %s%*s%s  %s\n", "", low, gap > 0 ? gap : 1, "", high, x_name);
    free(grid);
}
