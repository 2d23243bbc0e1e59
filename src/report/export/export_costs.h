/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * export_costs.h: the costs that an export shows: measured, or predicted at the analysis' factor.
 *
 * Units:   the profile's cost unit, rounded to integers; at most 2^63 - 1, the largest value of the
 *          formats
 * Memory:  freed by ordo_export_costs_done
 * Threads: reentrant
 */
#ifndef ORDO_EXPORT_COSTS_H
#define ORDO_EXPORT_COSTS_H

#include "report/export/export.h"

struct ordo_export_costs {
    const struct ordo_export_request *request;
    double *own;   /* by scope: factor of its own cost */
    double *total; /* by scope: factor of its inclusive cost */
};

void ordo_export_costs_init(struct ordo_export_costs *c, const struct ordo_export_request *r);
void ordo_export_costs_done(struct ordo_export_costs *c);

/* Returns the own cost of a scope; 0 for a recursion, because its members have its cost. */
uint64_t ordo_export_own(const struct ordo_export_costs *c, uint32_t scope);
/* Returns the own cost of a context's node. A library routine grows as its caller's own cost does.
 */
uint64_t ordo_export_context(const struct ordo_export_costs *c, uint32_t node);
/* Returns the inclusive cost of the calls of an edge. */
uint64_t ordo_export_edge(const struct ordo_export_costs *c, const struct ordo_edge *e);

#endif
