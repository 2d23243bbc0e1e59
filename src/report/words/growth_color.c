/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "report/words/growth_color.h"

const char *ordo_growth_color(enum ordo_growth growth) {
    if (growth == ORDO_GROWTH_NONE || growth <= ORDO_GROWTH_N_LOG) return NULL;
    return ordo_growth_degree(growth) >= 2 ? ORDO_COLOR_STEEP : ORDO_COLOR_RISING;
}

static const char *color_of_degree(double degree) {
    return degree >= 2 ? ORDO_COLOR_STEEP : degree > 1 ? ORDO_COLOR_RISING : NULL;
}

const char *ordo_growth_color_of(const struct ordo_analysis *a, uint32_t scope) {
    const struct ordo_scope_growth *g = &a->scope[scope];
    if (g->pair) return color_of_degree(ordo_two_sizes_degree(&g->pair->fit));
    if (g->callers) {
        enum ordo_growth most = ORDO_GROWTH_1;
        for (uint32_t i = 0; i < g->callers->n_populations; i++) {
            enum ordo_growth growth = g->callers->population[i].mean.growth;
            if (growth != ORDO_GROWTH_NONE && growth > most) most = growth;
        }
        return ordo_growth_color(most);
    }
    if (g->argument) return ordo_growth_color(g->argument->mean.growth);
    return g->best == ORDO_SERIES_NONE ? NULL : ordo_growth_color(a->series[g->best].mean.growth);
}
