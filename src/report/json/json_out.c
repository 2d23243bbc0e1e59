/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * json_out.c: writes integers above 2^53 as decimal strings, because readers that keep numbers as
 * doubles would round them, and bytes that are not UTF-8 as U+FFFD.
 */
#include "report/json/json_out.h"

#include "base/numerals.h"
#include "base/text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define EXACT_IN_A_DOUBLE ((uint64_t)1 << 53)

static void string(FILE *out, const char *s);

static void before(struct ordo_json_out *j, const char *key) {
    if (j->comma) putc_unlocked(',', j->out);
    if (key) {
        string(j->out, key);
        putc_unlocked(':', j->out);
    }
    j->comma = true;
}

void ordo_json_begin(struct ordo_json_out *j, const char *key, char bracket) {
    before(j, key);
    putc_unlocked(bracket, j->out);
    j->comma = false;
    j->depth++;
}

void ordo_json_end(struct ordo_json_out *j, char bracket) {
    j->depth--;
    putc_unlocked(bracket, j->out);
    j->comma = true;
    if (!j->depth) putc_unlocked('\n', j->out);
}

void ordo_json_line(struct ordo_json_out *j) {
    if (j->comma) putc_unlocked(',', j->out);
    putc_unlocked('\n', j->out);
    j->comma = false;
}

static void string(FILE *out, const char *s) {
    const unsigned char *p = (const unsigned char *)s;
    putc_unlocked('"', out);
    while (*p) {
        size_t n = ordo_text_character(p);
        if (!n) {
            fputs_unlocked("\\ufffd", out);
            p++;
        } else if (*p == '"' || *p == '\\') {
            putc_unlocked('\\', out);
            putc_unlocked(*p++, out);
        } else if (*p < ' ' || *p == 127) {
            fprintf(out, "\\u%04x", *p++);
        } else {
            fwrite_unlocked(p, 1, n, out);
            p += n;
        }
    }
    putc_unlocked('"', out);
}

void ordo_json_text(struct ordo_json_out *j, const char *key, const char *s) {
    before(j, key);
    string(j->out, s);
}

void ordo_json_id(struct ordo_json_out *j, const char *key, uint64_t id) {
    before(j, key);
    fprintf(j->out, "\"%016" PRIx64 "\"", id);
}

void ordo_json_raw(struct ordo_json_out *j, const char *key, const char *json) {
    before(j, key);
    fputs_unlocked(json, j->out);
}

void ordo_json_null(struct ordo_json_out *j, const char *key) {
    before(j, key);
    fputs_unlocked("null", j->out);
}

void ordo_json_bool(struct ordo_json_out *j, const char *key, bool v) {
    before(j, key);
    fputs_unlocked(v ? "true" : "false", j->out);
}

static void digits(FILE *out, uint64_t v) {
    char buffer[24], *d = buffer + sizeof buffer;
    do *--d = (char)('0' + v % 10);
    while (v /= 10);
    fwrite_unlocked(d, 1, (size_t)(buffer + sizeof buffer - d), out);
}

void ordo_json_integer(struct ordo_json_out *j, const char *key, uint64_t v) {
    before(j, key);
    if (v > EXACT_IN_A_DOUBLE) putc_unlocked('"', j->out);
    digits(j->out, v);
    if (v > EXACT_IN_A_DOUBLE) putc_unlocked('"', j->out);
}

void ordo_json_signed(struct ordo_json_out *j, const char *key, int64_t v) {
    before(j, key);
    fprintf(j->out, "%" PRId64, v);
}

void ordo_json_wide(struct ordo_json_out *j, const char *key, uint64_t high, uint64_t low) {
    char numeral[ORDO_NUMERAL_BYTES];
    if (!high) {
        ordo_json_integer(j, key, low);
        return;
    }
    before(j, key);
    fprintf(j->out, "\"%s\"", ordo_numeral_wide(numeral, high, low));
}

void ordo_json_number(struct ordo_json_out *j, const char *key, double v) {
    char numeral[40];
    before(j, key);
    if (j->outline) {
        fprintf(j->out, "%.7g", v);
        return;
    }
    /* Finds the shortest form that reads back as the same number. A number that is exact with fewer
     * digits ends in zeros up to the 15th, which %g leaves out. */
    static const int precisions[] = {6, 12, 15, 16, 17};
    for (size_t i = 0; i < sizeof precisions / sizeof *precisions; i++) {
        snprintf(numeral, sizeof numeral, "%.*g", precisions[i], v);
        if (strtod(numeral, NULL) == v) break;
    }
    fputs_unlocked(numeral, j->out);
}
