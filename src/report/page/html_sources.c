/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * html_sources.c: sorts the names, so that equal names are adjacent.
 */
#include "report/page/html_sources.h"

#include "report/words/source_text.h"

#include <stdlib.h>
#include <string.h>

static int by_name(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static enum ordo_status write_text(struct ordo_html_part *x, const struct ordo_source_text *text,
                                   uint64_t number, struct ordo_error *error) {
    ordo_html_part_begin(x, "source", number);
    fwrite(text->bytes, 1, text->n, x->block);
    return ordo_html_part_end(x, error);
}

static enum ordo_status write_source(struct ordo_html_part *x, struct ordo_json_out *index,
                                     const struct ordo_html_sources *s, const char *file,
                                     uint64_t number, struct ordo_error *error) {
    struct ordo_source_text text;
    enum ordo_status status = ORDO_OK;
    ordo_json_begin(index, NULL, '{');
    ordo_json_text(index, "file", file);
    if (!s->with_text) {
        ordo_json_text(index, "missing", "sources were left out (--no-source)");
        ordo_json_end(index, '}');
        return ORDO_OK;
    }
    ordo_source_text_find(s->roots, s->n_roots, s->end_ns, file, false, &text);
    if (text.outcome == ORDO_SOURCE_READ) {
        ordo_json_integer(index, "source", number);
        if (text.newer) ordo_json_bool(index, "newer", true);
        status = write_text(x, &text, number, error);
    } else if (text.outcome == ORDO_SOURCE_SYSTEM) {
        ordo_json_text(index, "missing", "a file of the system: left out");
    } else {
        char why[512];
        snprintf(why, sizeof why,
                 text.outcome == ORDO_SOURCE_NOT_TEXT
                     ? "%s is %s"
                     : "%s could not be read when this page was made: %s",
                 text.path ? text.path : file, text.why);
        ordo_json_text(index, "missing", why);
    }
    ordo_json_end(index, '}');
    ordo_source_text_done(&text);
    return status;
}

enum ordo_status ordo_html_sources_write(struct ordo_html_part *x, struct ordo_json_out *index,
                                         const struct ordo_html_sources *s,
                                         struct ordo_error *error) {
    uint64_t number = 0;
    enum ordo_status status = ORDO_OK;
    qsort(s->files, s->n_files, sizeof *s->files, by_name);
    ordo_json_begin(index, "files", '[');
    for (size_t i = 0; i < s->n_files && status == ORDO_OK; i++)
        if (!i || strcmp(s->files[i], s->files[i - 1]) != 0)
            status = write_source(x, index, s, s->files[i], number++, error);
    ordo_json_end(index, ']');
    return status;
}
