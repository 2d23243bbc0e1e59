/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * export_pprof.c: writes pprof's profile.proto, gzipped. A sample is a context with its activations
 * and its own cost; each scope has a location and a function.
 *
 * Wire format: https://protobuf.dev/programming-guides/encoding; field numbers are those of
 * profile.proto. Messages are built in memory, because their lengths are written first.
 */
#include "base/memory.h"
#include "report/export/export_costs.h"
#include "report/words/source_text.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { VARINT = 0, BYTES = 2 };

static void varint(struct ordo_text *t, uint64_t v) {
    char bytes[10];
    size_t n = 0;
    do bytes[n++] = (char)((v & 0x7f) | (v > 0x7f ? 0x80 : 0));
    while (v >>= 7);
    ordo_text_add_bytes(t, bytes, n);
}

static void number(struct ordo_text *t, unsigned field, uint64_t v) {
    varint(t, field << 3 | VARINT);
    varint(t, v);
}

static void bytes(struct ordo_text *t, unsigned field, const char *s, size_t n) {
    varint(t, field << 3 | BYTES);
    varint(t, n);
    ordo_text_add_bytes(t, n ? s : "", n);
}

static void message(struct ordo_text *t, unsigned field, const struct ordo_text *m) {
    bytes(t, field, m->bytes, m->n);
}

/* The string table: 0 is "", others are added when first used. */
struct strings {
    struct ordo_text *profile;
    uint64_t n;
};

/* proto3 strings are UTF-8; other bytes become '?'. */
static uint64_t string(struct strings *s, const char *text) {
    struct ordo_text clean = {0};
    for (const unsigned char *c = (const unsigned char *)text; *c;) {
        size_t n = *c < 0x80   ? 1
                   : *c < 0xc2 ? 0
                   : *c < 0xe0 ? 2
                   : *c < 0xf0 ? 3
                   : *c < 0xf5 ? 4
                               : 0;
        for (size_t i = 1; i < n; i++)
            if ((c[i] & 0xc0) != 0x80) n = 0;
        if ((n == 3 && ((*c == 0xe0 && c[1] < 0xa0) || (*c == 0xed && c[1] > 0x9f))) ||
            (n == 4 && ((*c == 0xf0 && c[1] < 0x90) || (*c == 0xf4 && c[1] > 0x8f))))
            n = 0;
        ordo_text_add_bytes(&clean, n ? (const char *)c : "?", n ? n : 1);
        c += n ? n : 1;
    }
    bytes(s->profile, 6, clean.bytes, clean.n);
    ordo_text_done(&clean);
    return s->n++;
}

static void sample_type(struct ordo_text *profile, struct strings *s, const char *type,
                        const char *unit) {
    struct ordo_text m = {0};
    number(&m, 1, string(s, type));
    number(&m, 2, string(s, unit));
    message(profile, 1, &m);
    ordo_text_done(&m);
}

static void scopes(struct ordo_text *profile, struct strings *s, const struct ordo_profile *p) {
    for (uint32_t i = 0; i < p->n_scopes; i++) {
        const struct ordo_profile_scope *x = &p->scopes[i];
        struct ordo_text line = {0}, location = {0}, function = {0}, path = {0}, name = {0};
        number(&line, 1, i + 1u);
        number(&line, 2, x->line);
        number(&location, 1, i + 1u);
        message(&location, 4, &line);
        message(profile, 4, &location);
        ordo_source_place_add(&path, p, x);
        if (x->kind == ORDO_PROFILE_LOOP) ordo_text_add(&name, "loop ");
        ordo_text_add(&name, *x->name ? x->name : "?");
        number(&function, 1, i + 1u);
        number(&function, 2, string(s, name.bytes ? name.bytes : "?"));
        number(&function, 3, string(s, x->linkage_name));
        number(&function, 4, string(s, path.n ? path.bytes : ""));
        number(&function, 5, x->line);
        message(profile, 5, &function);
        ordo_text_done(&line);
        ordo_text_done(&location);
        ordo_text_done(&function);
        ordo_text_done(&path);
        ordo_text_done(&name);
    }
}

static void samples(struct ordo_text *profile, const struct ordo_profile *p,
                    const struct ordo_export_costs *costs) {
    struct ordo_text sample = {0}, list = {0};
    for (uint32_t i = 0; i < p->n_contexts; i++) {
        ordo_text_clear(&sample);
        ordo_text_clear(&list);
        for (uint32_t at = i; at != UINT32_MAX; at = p->contexts[at].parent)
            varint(&list, p->contexts[at].scope.i + 1u); /* the leaf first */
        message(&sample, 1, &list);
        ordo_text_clear(&list);
        varint(&list, p->contexts[i].calls > INT64_MAX ? INT64_MAX : p->contexts[i].calls);
        varint(&list, ordo_export_context(costs, i));
        message(&sample, 2, &list);
        message(profile, 2, &sample);
    }
    ordo_text_done(&sample);
    ordo_text_done(&list);
}

static void times(struct ordo_text *profile, const struct ordo_profile *p) {
    uint64_t start = 0, duration = 0;
    for (uint32_t i = 0; i < p->n_runs; i++) {
        const struct ordo_run *r = &p->runs[i];
        if (r->start_ns && (!start || r->start_ns < start)) start = r->start_ns;
        if (r->end_ns > r->start_ns) duration += r->end_ns - r->start_ns;
    }
    number(profile, 9, start);
    number(profile, 10, duration);
}

static void write_gzip(FILE *out, const struct ordo_text *t) {
    z_stream z = {0};
    unsigned char buffer[1 << 15];
    if (deflateInit2(&z, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) != Z_OK)
        ordo_memory_exhausted();
    gz_header header = {.os = 3, .comment = (Bytef *)ORDO_EXPORT_GZIP_COMMENT};
    deflateSetHeader(&z, &header);
    size_t done = 0;
    int flush;
    do {
        size_t part = t->n - done < 1 << 30 ? t->n - done : 1 << 30;
        z.next_in = (unsigned char *)t->bytes + done;
        z.avail_in = (uInt)part;
        done += part;
        flush = done == t->n ? Z_FINISH : Z_NO_FLUSH;
        do {
            z.next_out = buffer;
            z.avail_out = sizeof buffer;
            deflate(&z, flush);
            fwrite(buffer, 1, sizeof buffer - z.avail_out, out);
        } while (!z.avail_out);
    } while (flush != Z_FINISH);
    deflateEnd(&z);
}

void ordo_export_pprof(FILE *out, const struct ordo_export_request *r) {
    struct ordo_export_costs costs;
    ordo_export_costs_init(&costs, r);
    struct ordo_text profile = {0};
    struct strings s = {.profile = &profile};
    string(&s, "");
    sample_type(&profile, &s, "calls", "count");
    sample_type(&profile, &s, r->predicted ? "predicted_cost" : "cost", r->profile->cost_metric);
    samples(&profile, r->profile, &costs);
    scopes(&profile, &s, r->profile);
    times(&profile, r->profile);
    for (uint32_t i = 0; i < r->profile->n_runs; i++)
        number(&profile, 13, string(&s, r->profile->runs[i].command));
    write_gzip(out, &profile);
    ordo_text_done(&profile);
    ordo_export_costs_done(&costs);
}
