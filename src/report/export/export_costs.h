/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * export_costs.h: the costs that an export shows: measured, or predicted at ten times the size.
 *
 * Units:   the profile's cost unit, rounded to integers; at most 2^63 - 1, the most that the
 *          formats can hold
 * Memory:  ordo_export_costs_done frees
 * Threads: reentrant
 */
#ifndef ORDO_EXPORT_COSTS_H
#define ORDO_EXPORT_COSTS_H

#include "report/export/export.h"

struct ordo_export_costs {
    const struct ordo_export_request *request;
    double *own;   /* by scope: what a unit of its own cost becomes */
    double *total; /* by scope: what a unit of its inclusive cost becomes */
};

enum ordo_status ordo_export_costs_init(struct ordo_export_costs *c,
                                        const struct ordo_export_request *r,
                                        struct ordo_error *error);
void ordo_export_costs_done(struct ordo_export_costs *c);

/* Own cost of a scope; 0 for a recursion, whose members have it. */
uint64_t ordo_export_own(const struct ordo_export_costs *c, uint32_t scope);
/* Own cost of a context's node. A library routine grows as its caller's own cost does. */
uint64_t ordo_export_context(const struct ordo_export_costs *c, uint32_t node);
/* Inclusive cost of the calls of an edge. */
uint64_t ordo_export_edge(const struct ordo_export_costs *c, const struct ordo_edge *e);

#endif
