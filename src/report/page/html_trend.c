/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * html_trend.c: writes an index that has "trend", and an empty list of profiles.
 */
#include "report/page/html_trend.h"

#include "base/memory.h"
#include "report/json/trend_json.h"
#include "report/page/html_document.h"
#include "report/page/html_sources.h"

#include <stdlib.h>

static enum ordo_status write_report(struct ordo_html_part *x, const struct ordo_html_trend *h,
                                     struct ordo_error *error) {
    ordo_html_part_begin(x, "trend", 0);
    enum ordo_status status = ordo_trend_json_write(x->block, h->analysis, h->sort, error);
    enum ordo_status end = ordo_html_part_end(x, status == ORDO_OK ? error : NULL);
    return status == ORDO_OK ? end : status;
}

static enum ordo_status write_sources(struct ordo_html_part *x, struct ordo_json_out *index,
                                      const struct ordo_html_trend *h, struct ordo_error *error) {
    const struct ordo_trend *t = h->analysis->trend;
    const struct ordo_clusters *c = &h->analysis->clusters;
    struct ordo_html_sources sources = {.roots = t->roots,
                                        .n_roots = t->n_roots,
                                        .end_ns = h->end_ns,
                                        .with_text = h->with_sources};
    size_t most = 0;
    for (uint32_t i = 0; i < c->n; i++) most += c->cluster[i].n;
    sources.files = ordo_memory_new(most + 1, sizeof *sources.files);
    for (uint32_t i = 0; i < c->n; i++)
        for (uint32_t m = 0; m < c->cluster[i].n; m++) {
            const char *file = t->locations[c->member[c->cluster[i].first + m]].file;
            if (*file) sources.files[sources.n_files++] = file;
        }
    enum ordo_status status = ordo_html_sources_write(x, index, &sources, error);
    free(sources.files);
    return status;
}

static enum ordo_status write_trend(struct ordo_html_part *x, struct ordo_json_out *index,
                                    const void *data, struct ordo_error *error) {
    const struct ordo_html_trend *h = data;
    ordo_json_begin(index, "profiles", '[');
    ordo_json_end(index, ']');
    ordo_json_begin(index, "trend", '{');
    ordo_json_text(index, "name", h->name);
    ORDO_TRY(write_report(x, h, error));
    ORDO_TRY(write_sources(x, index, h, error));
    ordo_json_end(index, '}');
    return ORDO_OK;
}

enum ordo_status ordo_html_trend_write(FILE *out, const struct ordo_html_trend *trend,
                                       struct ordo_error *error) {
    return ordo_html_document_write(out, write_trend, trend, error);
}
