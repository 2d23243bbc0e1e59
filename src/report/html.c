/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * html.c: per profile the outline of the JSON report, the calling contexts, the points of all
 * series in chunks, and the sources; then one index of these parts. The page reads the outline at
 * once and a chunk or a source when it is looked at.
 *
 * Invariant: series k of the profile stands in the last chunk whose first series is <= k, at
 * position k minus that first.
 */
#include "report/html.h"

#include "report/html_block.h"
#include "report/html_page.h"
#include "report/html_points.h"
#include "report/json.h"
#include "report/source_text.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK_POINTS = 16384 };

struct part {
    FILE *out;
    unsigned profile;
    FILE *block;
    struct ordo_json_out j;
};

static enum ordo_status part_begin(struct part *x, const char *what, uint64_t number,
                                   struct ordo_error *error) {
    char id[64];
    if (what[0] == '\0')
        snprintf(id, sizeof id, "ordo-index");
    else
        snprintf(id, sizeof id, "ordo-%u-%s-%llu", x->profile, what, (unsigned long long)number);
    x->block = ordo_html_block_begin(x->out, id);
    if (!x->block) return ordo_error_memory(error, "the page");
    x->j = (struct ordo_json_out){.out = x->block};
    return ORDO_OK;
}

static enum ordo_status part_end(struct part *x, struct ordo_error *error) {
    return ordo_html_block_end(x->block, error);
}

static enum ordo_status write_outline(struct part *x, const struct ordo_analysis *a,
                                      struct ordo_error *error) {
    ORDO_TRY(part_begin(x, "report", 0, error));
    enum ordo_status status = ordo_json_write_outline(x->block, a, error);
    enum ordo_status end = part_end(x, status == ORDO_OK ? error : NULL);
    return status == ORDO_OK ? end : status;
}

static enum ordo_status write_contexts(struct part *x, const struct ordo_profile *p,
                                       struct ordo_error *error) {
    ORDO_TRY(part_begin(x, "contexts", 0, error));
    ordo_html_contexts_write(&x->j, p);
    return part_end(x, error);
}

/* The series from `first` on that make a chunk; `first` becomes the next one's. */
static enum ordo_status write_chunk(struct part *x, const struct ordo_profile *p, uint32_t *first,
                                    struct ordo_error *error) {
    uint64_t points = 0;
    ORDO_TRY(part_begin(x, "points", *first, error));
    ordo_json_begin(&x->j, NULL, '[');
    do {
        points += p->series[*first].points.n;
        ordo_html_points_write(&x->j, p, &p->series[*first]);
        ++*first;
    } while (*first < p->n_series && points + p->series[*first].points.n <= CHUNK_POINTS);
    ordo_json_end(&x->j, ']');
    return part_end(x, error);
}

static int by_name(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* The files that scopes other than library routines stand in, each once, sorted. */
static enum ordo_status list_files(const struct ordo_profile *p, const char ***out, uint32_t *n_out,
                                   struct ordo_error *error) {
    const char **files = calloc((size_t)p->n_scopes + 1, sizeof *files);
    uint32_t n = 0, kept = 0;
    if (!files) return ordo_error_memory(error, "the list of source files");
    for (uint32_t i = 0; i < p->n_scopes; i++)
        if (p->scopes[i].kind != ORDO_PROFILE_LIBRARY && *p->scopes[i].file)
            files[n++] = p->scopes[i].file;
    qsort(files, n, sizeof *files, by_name);
    for (uint32_t i = 0; i < n; i++)
        if (!i || strcmp(files[i], files[kept - 1]) != 0) files[kept++] = files[i];
    *out = files;
    *n_out = kept;
    return ORDO_OK;
}

static enum ordo_status write_source(struct part *x, struct ordo_json_out *index,
                                     const struct ordo_profile *p, const char *file,
                                     uint32_t number, struct ordo_error *error) {
    struct ordo_source_text s;
    ORDO_TRY(ordo_source_text_read(p, file, false, &s, error));
    enum ordo_status status = ORDO_OK;
    ordo_json_begin(index, NULL, '{');
    ordo_json_text(index, "file", file);
    if (s.outcome == ORDO_SOURCE_READ) {
        ordo_json_integer(index, "source", number);
        if (s.newer) ordo_json_bool(index, "newer", true);
        status = part_begin(x, "source", number, error);
        if (status == ORDO_OK) {
            fwrite(s.bytes, 1, s.n, x->block);
            status = part_end(x, error);
        }
    } else if (s.outcome == ORDO_SOURCE_SYSTEM) {
        ordo_json_text(index, "missing", "a header of the system: left out");
    } else {
        char why[512];
        snprintf(why, sizeof why, "%s could not be read when this page was made: %s",
                 s.path ? s.path : file, s.why);
        ordo_json_text(index, "missing", why);
    }
    ordo_json_end(index, '}');
    ordo_source_text_done(&s);
    return status;
}

static enum ordo_status write_sources(struct part *x, struct ordo_json_out *index,
                                      const struct ordo_profile *p, bool with_sources,
                                      struct ordo_error *error) {
    const char **files = NULL;
    uint32_t n = 0;
    enum ordo_status status = ORDO_OK;
    ORDO_TRY(list_files(p, &files, &n, error));
    ordo_json_begin(index, "files", '[');
    for (uint32_t i = 0; i < n && status == ORDO_OK; i++) {
        if (with_sources) {
            status = write_source(x, index, p, files[i], i, error);
            continue;
        }
        ordo_json_begin(index, NULL, '{');
        ordo_json_text(index, "file", files[i]);
        ordo_json_text(index, "missing", "sources were left out (--no-source)");
        ordo_json_end(index, '}');
    }
    ordo_json_end(index, ']');
    free(files);
    return status;
}

static enum ordo_status write_profile(struct part *x, struct ordo_json_out *index,
                                      const struct ordo_html_profile *h, bool with_sources,
                                      struct ordo_error *error) {
    const struct ordo_profile *p = h->analysis->profile;
    ORDO_TRY(write_outline(x, h->analysis, error));
    ORDO_TRY(write_contexts(x, p, error));
    ordo_json_begin(index, NULL, '{');
    ordo_json_text(index, "name", h->name);
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

static enum ordo_status write_profiles(FILE *out, const struct ordo_html_profile *profiles,
                                       unsigned n, bool with_sources, FILE *index_stream,
                                       struct ordo_error *error) {
    struct part x = {.out = out};
    struct ordo_json_out index = {.out = index_stream};
    ordo_json_begin(&index, NULL, '{');
    ordo_json_integer(&index, "schema", 1);
    ordo_json_text(&index, "version", ORDO_VERSION);
    ordo_json_begin(&index, "profiles", '[');
    for (x.profile = 0; x.profile < n; x.profile++)
        ORDO_TRY(write_profile(&x, &index, &profiles[x.profile], with_sources, error));
    ordo_json_end(&index, ']');
    ordo_json_end(&index, '}');
    return ORDO_OK;
}

static enum ordo_status write_data(FILE *out, const struct ordo_html_profile *profiles, unsigned n,
                                   bool with_sources, struct ordo_error *error) {
    char *bytes = NULL;
    size_t length = 0;
    FILE *index = open_memstream(&bytes, &length);
    if (!index) return ordo_error_memory(error, "the page's index");
    enum ordo_status status = write_profiles(out, profiles, n, with_sources, index, error);
    if (fclose(index) != 0 && status == ORDO_OK)
        status = ordo_error_memory(error, "the page's index");
    struct part x = {.out = out};
    if (status == ORDO_OK) status = part_begin(&x, "", 0, error);
    if (status == ORDO_OK) {
        fwrite(bytes, 1, length, x.block);
        status = part_end(&x, error);
    }
    free(bytes);
    return status;
}

enum ordo_status ordo_html_write(FILE *out, const struct ordo_html_profile *profiles, unsigned n,
                                 bool with_sources, struct ordo_error *error) {
    struct ordo_html_page page = ordo_html_page_get();
    if (!page.head)
        return ordo_error_set(error, ORDO_ENVIRONMENT,
                              "this build of ordo has no HTML page: build it again with npm and a "
                              "way to its registry (`make`), or use --json");
    fwrite(page.head, 1, page.n_head, out);
    ORDO_TRY(write_data(out, profiles, n, with_sources, error));
    fwrite(page.tail, 1, page.n_tail, out);
    if (fflush(out) != 0 || ferror(out))
        return ordo_error_set(error, ORDO_ENVIRONMENT,
                              "the page cannot be written: %s: free the disk or name another file",
                              strerror(errno));
    return ORDO_OK;
}
