/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * html.c: writes, per profile, the outline of the JSON report, the findings, the calling contexts,
 * the points of all series in chunks, and the sources. The page reads the outline and the findings
 * at once; it reads a chunk or a source when it needs it.
 *
 * Invariant: series k of the profile is in the last chunk whose first series is <= k, at position k
 * minus that first.
 */
#include "report/page/html.h"

#include "base/memory.h"
#include "report/choice/library_fold.h"
#include "report/json/json.h"
#include "report/json/tree_json.h"
#include "report/page/html_document.h"
#include "report/page/html_findings.h"
#include "report/page/html_points.h"
#include "report/page/html_sources.h"

#include <stdlib.h>

enum { CHUNK_POINTS = 16384 };

static enum ordo_status write_outline(struct ordo_html_part *x, const struct ordo_analysis *a,
                                      const struct ordo_library_fold *fold,
                                      struct ordo_error *error) {
    ordo_html_part_begin(x, "report", 0);
    enum ordo_status status = ordo_json_write_outline(x->block, a, fold, error);
    enum ordo_status end = ordo_html_part_end(x, status == ORDO_OK ? error : NULL);
    return status == ORDO_OK ? end : status;
}

static enum ordo_status write_findings(struct ordo_html_part *x, const struct ordo_analysis *a,
                                       struct ordo_error *error) {
    ordo_html_part_begin(x, "findings", 0);
    ordo_html_findings_write(&x->j, a);
    return ordo_html_part_end(x, error);
}

/* Writes outline and findings. Code of libraries is part of what calls it, as in the terminal. */
static enum ordo_status write_summary(struct ordo_html_part *x, const struct ordo_analysis *a,
                                      struct ordo_error *error) {
    struct ordo_library_fold fold;
    bool folds = ordo_library_fold_differs(a->profile);
    if (folds) ordo_library_fold_init(&fold, a->profile, a);
    enum ordo_status status = write_outline(x, a, folds ? &fold : NULL, error);
    if (status == ORDO_OK) status = write_findings(x, folds ? &fold.analysis : a, error);
    if (folds) ordo_library_fold_done(&fold);
    return status;
}

static enum ordo_status write_contexts(struct ordo_html_part *x, const struct ordo_profile *p,
                                       struct ordo_error *error) {
    ordo_html_part_begin(x, "contexts", 0);
    ordo_html_contexts_write(&x->j, p);
    return ordo_html_part_end(x, error);
}

static enum ordo_status write_tree(struct ordo_html_part *x, const struct ordo_html_profile *h,
                                   struct ordo_error *error) {
    ordo_html_part_begin(x, "tree", 0);
    enum ordo_status status =
        ordo_tree_json_write(x->block, h->analysis->profile, h->tree, h->algorithms, error);
    enum ordo_status end = ordo_html_part_end(x, status == ORDO_OK ? error : NULL);
    return status == ORDO_OK ? end : status;
}

/* Writes one chunk of series, from `first` on; sets `first` to the first series of the next chunk.
 */
static enum ordo_status write_chunk(struct ordo_html_part *x, const struct ordo_profile *p,
                                    uint32_t *first, struct ordo_error *error) {
    uint64_t points = 0;
    ordo_html_part_begin(x, "points", *first);
    ordo_json_begin(&x->j, NULL, '[');
    do {
        points += p->series[*first].points.n;
        ordo_html_points_write(&x->j, p, &p->series[*first]);
        ++*first;
    } while (*first < p->n_series && points + p->series[*first].points.n <= CHUNK_POINTS);
    ordo_json_end(&x->j, ']');
    return ordo_html_part_end(x, error);
}

/* Writes the files of all scopes except library routines. */
static enum ordo_status write_sources(struct ordo_html_part *x, struct ordo_json_out *index,
                                      const struct ordo_profile *p, bool with_sources,
                                      struct ordo_error *error) {
    struct ordo_html_sources sources = {.with_text = with_sources};
    const char **files = ordo_memory_new((size_t)p->n_scopes + 1, sizeof *files);
    const char **roots = ordo_memory_new((size_t)p->n_objects + 1, sizeof *roots);
    for (uint32_t i = 0; i < p->n_scopes; i++)
        if (p->scopes[i].kind != ORDO_PROFILE_LIBRARY && *p->scopes[i].file)
            files[sources.n_files++] = p->scopes[i].file;
    for (uint32_t i = 0; i < p->n_objects; i++) roots[i] = p->objects[i].source_root;
    for (uint32_t i = 0; i < p->n_runs; i++)
        if (p->runs[i].end_ns > sources.end_ns) sources.end_ns = p->runs[i].end_ns;
    sources.files = files;
    sources.roots = roots;
    sources.n_roots = p->n_objects;
    enum ordo_status status = ordo_html_sources_write(x, index, &sources, error);
    free(files);
    free(roots);
    return status;
}

static enum ordo_status write_profile(struct ordo_html_part *x, struct ordo_json_out *index,
                                      const struct ordo_html_profile *h, bool with_sources,
                                      struct ordo_error *error) {
    const struct ordo_profile *p = h->analysis->profile;
    ORDO_TRY(write_summary(x, h->analysis, error));
    ORDO_TRY(write_contexts(x, p, error));
    if (h->tree) ORDO_TRY(write_tree(x, h, error));
    ordo_json_begin(index, NULL, '{');
    ordo_json_text(index, "name", h->name);
    if (h->tree) ordo_json_bool(index, "tree", true);
    ordo_json_begin(index, "chunks", '[');
    for (uint32_t k = 0; k < p->n_series;) {
        ordo_json_integer(index, NULL, k);
        ORDO_TRY(write_chunk(x, p, &k, error));
    }
    ordo_json_end(index, ']');
    ORDO_TRY(write_sources(x, index, p, with_sources, error));
    ordo_json_end(index, '}');
    return ORDO_OK;
}

struct profiles {
    const struct ordo_html_profile *list;
    unsigned n;
    bool with_sources;
};

static enum ordo_status write_profiles(struct ordo_html_part *x, struct ordo_json_out *index,
                                       const void *data, struct ordo_error *error) {
    const struct profiles *p = data;
    ordo_json_begin(index, "profiles", '[');
    for (x->profile = 0; x->profile < p->n; x->profile++)
        ORDO_TRY(write_profile(x, index, &p->list[x->profile], p->with_sources, error));
    ordo_json_end(index, ']');
    return ORDO_OK;
}

enum ordo_status ordo_html_write(FILE *out, const struct ordo_html_profile *profiles, unsigned n,
                                 bool with_sources, struct ordo_error *error) {
    const struct profiles p = {profiles, n, with_sources};
    return ordo_html_document_write(out, write_profiles, &p, error);
}
