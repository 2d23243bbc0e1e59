/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * html_document.c: builds the index in memory while the parts are written, and writes it last.
 */
#include "report/page/html_document.h"

#include "base/memory.h"
#include "base/stream.h"

#include "report/page/html_block.h"
#include "report/page/html_page.h"

#include <stdlib.h>
#include <string.h>

static void begin(struct ordo_html_part *x, const char *id) {
    x->block = ordo_html_block_begin(x->out, id);
    x->j = (struct ordo_json_out){.out = x->block};
}

void ordo_html_part_begin(struct ordo_html_part *x, const char *what, uint64_t number) {
    char id[64];
    snprintf(id, sizeof id, "ordo-%u-%s-%llu", x->profile, what, (unsigned long long)number);
    begin(x, id);
}

enum ordo_status ordo_html_part_end(struct ordo_html_part *x, struct ordo_error *error) {
    return ordo_html_block_end(x->block, error);
}

static enum ordo_status write_parts(FILE *out, FILE *index_stream, ordo_html_parts_write *parts,
                                    const void *data, struct ordo_error *error) {
    struct ordo_html_part x = {.out = out};
    struct ordo_json_out index = {.out = index_stream};
    ordo_json_begin(&index, NULL, '{');
    ordo_json_integer(&index, "schema", 1);
    ordo_json_text(&index, "version", ORDO_VERSION);
    ORDO_TRY(parts(&x, &index, data, error));
    ordo_json_end(&index, '}');
    return ORDO_OK;
}

static enum ordo_status write_data(FILE *out, ordo_html_parts_write *parts, const void *data,
                                   struct ordo_error *error) {
    char *bytes = NULL;
    size_t length = 0;
    FILE *index = open_memstream(&bytes, &length);
    if (!index) ordo_memory_exhausted();
    enum ordo_status status = write_parts(out, index, parts, data, error);
    if (fclose(index) != 0) ordo_memory_exhausted();
    struct ordo_html_part x = {.out = out};
    if (status == ORDO_OK) {
        begin(&x, "ordo-index");
        fwrite(bytes, 1, length, x.block);
        status = ordo_html_part_end(&x, error);
    }
    free(bytes);
    return status;
}

enum ordo_status ordo_html_document_write(FILE *out, ordo_html_parts_write *parts, const void *data,
                                          struct ordo_error *error) {
    struct ordo_html_page page = ordo_html_page_get();
    if (!page.head)
        return ordo_error_set(
            error, ORDO_ENVIRONMENT,
            "this build of ordo has no HTML page: build it again (`make`) with npm "
            "and access to its registry, or use --json");
    fwrite(page.head, 1, page.n_head, out);
    ORDO_TRY(write_data(out, parts, data, error));
    fwrite(page.tail, 1, page.n_tail, out);
    return ordo_stream_end(out, "the page", error);
}
