/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "base/duration.h"

#include <stdlib.h>
#include <string.h>

bool ordo_duration_read(const char *text, uint64_t *ms) {
    static const struct {
        const char *name;
        double ms;
    } units[] = {{"ms", 1}, {"s", 1e3}, {"", 1e3}, {"m", 60e3}, {"h", 3600e3}};
    static const double most = 366 * 24 * 3600e3;
    size_t digits = strspn(text, "0123456789.");
    char *end;
    double n = strtod(text, &end);
    if (digits == 0 || end != text + digits) return false;
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (strcmp(end, units[i].name) == 0 && n * units[i].ms <= most) {
            *ms = (uint64_t)(n * units[i].ms + 0.5);
            return true;
        }
    return false;
}
