/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * scan.c: interpolates the values of a range between its ends instead of adding steps, so that
 * both ends are exact.
 */
#include "trend/scan.h"

#include "base/memory.h"
#include "base/vector.h"

#include <ctype.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 100000 };

static enum ordo_status wrong(const char *text, const char *what, struct ordo_error *error) {
    return ordo_error_set(error, ORDO_BAD_INPUT,
                          "--scan %s: %s: write NAME=FROM:TO:logN, NAME=FROM:TO:linN or "
                          "NAME=VALUE,VALUE,...",
                          text, what);
}

static bool read_number(const char **p, char after, double *v) {
    char *end;
    *v = strtod(*p, &end);
    if (end == *p || isspace((unsigned char)**p) || !isfinite(*v) || (*end && *end != after))
        return false;
    *p = *end ? end + 1 : end;
    return true;
}

static bool is_name(const char *s, size_t n) {
    if (!n || isdigit((unsigned char)*s)) return false;
    for (size_t i = 0; i < n; i++)
        if (!isalnum((unsigned char)s[i]) && s[i] != '_') return false;
    return true;
}

static void add(struct ordo_scan *s, size_t *capacity, double v) {
    s->values = ordo_vector_reserve(s->values, capacity, s->n + 1, sizeof *s->values);
    s->values[s->n++] = v;
}

static enum ordo_status read_list(const char *text, const char *p, struct ordo_scan *s,
                                  struct ordo_error *error) {
    size_t capacity = 0;
    for (double v; *p;) {
        if (!read_number(&p, ',', &v)) return wrong(text, "not a list of numbers", error);
        add(s, &capacity, v);
    }
    return s->n ? ORDO_OK : wrong(text, "no values", error);
}

static enum ordo_status read_range(const char *text, const char *p, struct ordo_scan *s,
                                   struct ordo_error *error) {
    double from, to;
    size_t capacity = 0;
    if (!read_number(&p, ':', &from) || !read_number(&p, ':', &to))
        return wrong(text, "not two numbers", error);
    bool is_log = strncmp(p, "log", 3) == 0;
    char *end;
    if (!is_log && strncmp(p, "lin", 3) != 0) return wrong(text, "neither log nor lin", error);
    p += 3;
    unsigned long n = isdigit((unsigned char)*p) ? strtoul(p, &end, 10) : 0;
    if (!n || *end || n > MOST)
        return wrong(text, "not a number of values from 1 to 100000", error);
    if (is_log && !(from > 0 && to > 0))
        return wrong(text, "a logarithmic range needs ends above 0", error);
    bool integers = from == floor(from) && to == floor(to);
    for (unsigned long i = 0; i < n; i++) {
        double t = n > 1 ? (double)i / (double)(n - 1) : 0;
        double v = is_log ? exp(log(from) + t * (log(to) - log(from))) : from + t * (to - from);
        if (i == 0 || i == n - 1) v = i == 0 ? from : to;
        if (integers) v = round(v);
        if (s->n && s->values[s->n - 1] == v) continue;
        add(s, &capacity, v);
    }
    return ORDO_OK;
}

enum ordo_status ordo_scan_read(const char *text, struct ordo_scan *out, struct ordo_error *error) {
    const char *equals = strchr(text, '=');
    struct ordo_scan s = {0};
    if (!equals) return wrong(text, "it has no range", error);
    if (!is_name(text, (size_t)(equals - text)))
        return wrong(text, "no name of letters, digits and _", error);
    s.name = ordo_memory_copy_bytes(text, (size_t)(equals - text));
    enum ordo_status status = strchr(equals, ':') ? read_range(text, equals + 1, &s, error)
                                                  : read_list(text, equals + 1, &s, error);
    if (status == ORDO_OK)
        *out = s;
    else
        ordo_scan_done(&s);
    return status;
}

void ordo_scan_done(struct ordo_scan *s) {
    free(s->name);
    free(s->values);
    *s = (struct ordo_scan){0};
}

void ordo_scan_numeral(char out[ORDO_SCAN_NUMERAL], double value) {
    if (value == floor(value) && fabs(value) < 1e15)
        snprintf(out, ORDO_SCAN_NUMERAL, "%.0f", value);
    else
        snprintf(out, ORDO_SCAN_NUMERAL, "%.10g", value);
}
