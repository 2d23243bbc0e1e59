/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * export_speedscope.c: writes speedscope's file format: frames are scopes; a sample is a context,
 * weighted by its own cost.
 */
#include "base/memory.h"
#include "report/export/export_costs.h"
#include "report/json/json_out.h"
#include "report/words/source_text.h"

#include <stdlib.h>

static void write_frames(struct ordo_json_out *j, const struct ordo_profile *p) {
    ordo_json_begin(j, "shared", '{');
    ordo_json_begin(j, "frames", '[');
    for (uint32_t i = 0; i < p->n_scopes; i++) {
        const struct ordo_profile_scope *s = &p->scopes[i];
        struct ordo_text path = {0};
        ordo_json_line(j);
        ordo_json_begin(j, NULL, '{');
        ordo_json_text(j, "name", s->name);
        ordo_source_place_add(&path, p, s);
        if (path.n) ordo_json_text(j, "file", path.bytes);
        ordo_text_done(&path);
        if (s->line) ordo_json_integer(j, "line", s->line);
        if (s->column) ordo_json_integer(j, "col", s->column);
        ordo_json_end(j, '}');
    }
    ordo_json_end(j, ']');
    ordo_json_end(j, '}');
}

static void write_samples(struct ordo_json_out *j, const struct ordo_profile *p,
                          const struct ordo_export_costs *costs, uint32_t *path) {
    ordo_json_begin(j, "samples", '[');
    for (uint32_t i = 0; i < p->n_contexts; i++) {
        uint32_t n = 0;
        if (!ordo_export_context(costs, i)) continue;
        for (uint32_t at = i; at != UINT32_MAX; at = p->contexts[at].parent) path[n++] = at;
        ordo_json_line(j);
        ordo_json_begin(j, NULL, '[');
        while (n--) ordo_json_integer(j, NULL, p->contexts[path[n]].scope.i);
        ordo_json_end(j, ']');
    }
    ordo_json_end(j, ']');
    ordo_json_begin(j, "weights", '[');
    for (uint32_t i = 0; i < p->n_contexts; i++) {
        uint64_t own = ordo_export_context(costs, i);
        if (own) ordo_json_number(j, NULL, (double)own);
    }
    ordo_json_end(j, ']');
}

void ordo_export_speedscope(FILE *out, const struct ordo_export_request *r) {
    const struct ordo_profile *p = r->profile;
    struct ordo_export_costs costs;
    uint32_t *path = ordo_memory_new((size_t)p->n_contexts + 1, sizeof *path);
    ordo_export_costs_init(&costs, r);
    double end = 0;
    for (uint32_t i = 0; i < p->n_contexts; i++) end += (double)ordo_export_context(&costs, i);
    struct ordo_json_out out_ = {.out = out}, *j = &out_;
    ordo_json_begin(j, NULL, '{');
    ordo_json_text(j, "$schema", "https://www.speedscope.app/file-format-schema.json");
    ordo_json_text(j, "exporter", "ordo " ORDO_VERSION);
    ordo_json_text(j, "name", r->name);
    write_frames(j, p);
    ordo_json_begin(j, "profiles", '[');
    ordo_json_begin(j, NULL, '{');
    ordo_json_text(j, "type", "sampled");
    char predicted[64];
    snprintf(predicted, sizeof predicted, "predicted cost at %g times the size",
             r->analysis->factor);
    ordo_json_text(j, "name", r->predicted ? predicted : "measured cost");
    ordo_json_text(j, "unit", "none");
    ordo_json_integer(j, "startValue", 0);
    ordo_json_number(j, "endValue", end);
    write_samples(j, p, &costs, path);
    ordo_json_end(j, '}');
    ordo_json_end(j, ']');
    ordo_json_end(j, '}');
    ordo_export_costs_done(&costs);
    free(path);
}
