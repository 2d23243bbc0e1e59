/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * feature_formula.c: evaluates while it reads, by recursive descent.
 *
 * A name of a feature may hold any characters ("sort.c:12"), so the longest name that the text
 * continues with is taken. A letter or digit must not follow it.
 */
#include "trend/feature_formula.h"

#include "base/text.h"

#include <ctype.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_DEPTH = 100 };

struct reader {
    const char *at;
    const char *const *names;
    const double *values;
    size_t n_names;
    unsigned depth;
    struct ordo_error *error;
};

static enum ordo_status read_sum(struct reader *r, double *value);

static char next(struct reader *r) {
    while (isspace((unsigned char)*r->at)) r->at++;
    return *r->at;
}

static bool in_word(char c) {
    return isalnum((unsigned char)c) || c == '_';
}

/* Returns the length of the word at `s`; at least 1, unless it is the end. */
static int word_length(const char *s) {
    int n = *s != 0;
    if (in_word(*s))
        while (in_word(s[n])) n++;
    return n;
}

static const double *find_feature(struct reader *r) {
    size_t best = 0;
    const double *found = NULL;
    for (size_t i = 0; i < r->n_names; i++) {
        size_t n = strlen(r->names[i]);
        if (n <= best || strncmp(r->at, r->names[i], n) != 0) continue;
        if (in_word(r->at[n - 1]) && in_word(r->at[n])) continue;
        best = n;
        found = &r->values[i];
    }
    r->at += best;
    return found;
}

static enum ordo_status fail(const struct reader *r) {
    if (!*r->at)
        return ordo_error_set(r->error, ORDO_BAD_INPUT,
                              "ends where a number, a feature or ( is missing");
    if (!in_word(*r->at))
        return ordo_error_set(r->error, ORDO_BAD_INPUT,
                              "a number, a feature or ( is missing before %.20s", r->at);
    struct ordo_text names = {0};
    for (size_t i = 0; i < r->n_names; i++)
        ordo_text_print(&names, "%s%s", i ? ", " : "", r->names[i]);
    ordo_error_set(r->error, ORDO_BAD_INPUT, "the trend has no feature %.*s: it has %s",
                   word_length(r->at), r->at, names.n ? names.bytes : "none");
    ordo_text_done(&names);
    return ORDO_BAD_INPUT;
}

static enum ordo_status go_deeper(struct reader *r) {
    if (++r->depth <= MOST_DEPTH) return ORDO_OK;
    return ordo_error_set(r->error, ORDO_BAD_INPUT,
                          "more than %d parentheses or signs inside each other", MOST_DEPTH);
}

static enum ordo_status read_inside(struct reader *r, double *value) {
    r->at++;
    ORDO_TRY(go_deeper(r));
    ORDO_TRY(read_sum(r, value));
    r->depth--;
    if (next(r) != ')') return ordo_error_set(r->error, ORDO_BAD_INPUT, "a ) is missing");
    r->at++;
    return ORDO_OK;
}

static enum ordo_status read_function(struct reader *r, bool *found, double *value) {
    static const struct {
        const char *name;
        double (*of)(double);
    } functions[] = {{"sqrt", sqrt}, {"log2", log2}, {"log10", log10}, {"log", log}};
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        size_t n = strlen(functions[i].name);
        if (strncmp(r->at, functions[i].name, n) != 0 || r->at[n] != '(') continue;
        r->at += n;
        *found = true;
        ORDO_TRY(read_inside(r, value));
        *value = functions[i].of(*value);
        return ORDO_OK;
    }
    return ORDO_OK;
}

static enum ordo_status read_operand(struct reader *r, double *value) {
    if (next(r) == '(') return read_inside(r, value);
    bool found = false;
    ORDO_TRY(read_function(r, &found, value));
    if (found) return ORDO_OK;
    const double *feature = find_feature(r);
    if (feature) {
        *value = *feature;
        return ORDO_OK;
    }
    if (!isdigit((unsigned char)*r->at) && *r->at != '.') return fail(r);
    char *end;
    *value = strtod(r->at, &end);
    if (end == r->at || in_word(*end)) return fail(r);
    r->at = end;
    return ORDO_OK;
}

static enum ordo_status read_power(struct reader *r, double *value) {
    bool negative = next(r) == '-';
    ORDO_TRY(go_deeper(r));
    if (negative) {
        r->at++;
        ORDO_TRY(read_power(r, value));
        *value = -*value;
    } else {
        ORDO_TRY(read_operand(r, value));
        if (next(r) == '^') {
            double power;
            r->at++;
            ORDO_TRY(read_power(r, &power));
            *value = pow(*value, power);
        }
    }
    r->depth--;
    return ORDO_OK;
}

static enum ordo_status read_product(struct reader *r, double *value) {
    ORDO_TRY(read_power(r, value));
    for (char c; (c = next(r)) == '*' || c == '/';) {
        double with;
        r->at++;
        ORDO_TRY(read_power(r, &with));
        *value = c == '*' ? *value * with : *value / with;
    }
    return ORDO_OK;
}

static enum ordo_status read_sum(struct reader *r, double *value) {
    ORDO_TRY(read_product(r, value));
    for (char c; (c = next(r)) == '+' || c == '-';) {
        double with;
        r->at++;
        ORDO_TRY(read_product(r, &with));
        *value = c == '+' ? *value + with : *value - with;
    }
    return ORDO_OK;
}

enum ordo_status ordo_feature_formula_value(const char *formula, const char *const *names,
                                            const double *values, size_t n_names, double *value,
                                            struct ordo_error *error) {
    struct reader r = {formula, names, values, n_names, 0, error};
    ORDO_TRY(read_sum(&r, value));
    if (!next(&r)) return ORDO_OK;
    return ordo_error_set(error, ORDO_BAD_INPUT, "an operator is missing before %.20s", r.at);
}
