/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "analysis/loop_argument.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

#define LEAST_R2 0.8 /* explained share of the variance of log cost */

static bool is_candidate(const char *name) {
    return strncmp(name, "arg:", 4) == 0 || strcmp(name, "depth") == 0;
}

/* Fits the calls in which the size is above 0. Returns their number. */
static size_t fit(const struct ordo_scope_calls *c, unsigned size, enum ordo_cost_unit unit,
                  double factor, struct ordo_model *out) {
    struct ordo_model_point *points = ordo_memory_new(c->n + 1, sizeof *points);
    size_t n = 0;
    for (size_t i = 0; i < c->n; i++) {
        double cost = c->call[i].cost;
        if (!(c->call[i].size[size] > 0) || !(cost > 0)) continue;
        points[n++] =
            (struct ordo_model_point){c->call[i].size[size], 1, cost, cost, cost, cost * cost};
    }
    ordo_model_fit_as(points, n, unit, ORDO_POINTS_ALL, factor, out);
    free(points);
    return n;
}

bool ordo_loop_argument_find(const struct ordo_scope_calls *c, enum ordo_cost_unit unit,
                             double factor, struct ordo_loop_argument *out) {
    bool found = false;
    for (unsigned k = 0; k < c->sizes; k++) {
        struct ordo_model m;
        if (!is_candidate(c->name[k])) continue;
        size_t n = fit(c, k, unit, factor, &m);
        if (2 * n <= c->n || m.growth == ORDO_GROWTH_NONE || !m.has_r2 || m.r2 < LEAST_R2 ||
            (found && m.r2 <= out->mean.r2))
            continue;
        found = true;
        memcpy(out->n, c->name[k], sizeof out->n);
        out->calls = n;
        out->mean = m;
    }
    return found;
}
