/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * two_size_formula.c: a term has its powers first and then its logarithms: "n^2 log m".
 *
 * Terms that are nowhere noticeable are left out of formulas.
 */
#include "model/fit/two_size_formula.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define NOTICEABLE 0.002 /* part of the cost at the largest or the smallest sizes */

static const char *power_of(enum ordo_growth g) {
    double degree = ordo_growth_degree(g);
    return degree == 1     ? ""
           : degree == 2   ? "^2"
           : degree == 3   ? "^3"
           : degree == 1.5 ? "^1.5"
                           : NULL;
}

static bool has_log(enum ordo_growth g) {
    return g == ORDO_GROWTH_LOG || g == ORDO_GROWTH_N_LOG || g == ORDO_GROWTH_N2_LOG;
}

/* `log`: "log" in classes, "log2" in formulas. */
static void term_write(char *out, size_t size, const struct ordo_two_size_term *t, bool dot,
                       const char *log) {
    const enum ordo_growth of[] = {t->of_n, t->of_m};
    size_t used = 0;
    out[0] = '\0';
    for (int logs = 0; logs < 2; logs++)
        for (int i = 0; i < 2; i++) {
            const char *power = power_of(of[i]), *between = used ? logs  ? " "
                                                                   : dot ? "\xc2\xb7"
                                                                         : "*"
                                                                 : "";
            int n = 0;
            if (logs && has_log(of[i]))
                n = snprintf(out + used, size - used, "%s%s %c", between, log, i ? 'm' : 'n');
            else if (!logs && power && ordo_growth_degree(of[i]) > 0)
                n = snprintf(out + used, size - used, "%s%c%s", between, i ? 'm' : 'n', power);
            used += n > 0 ? (size_t)n : 0;
            if (used >= size) return;
        }
}

void ordo_two_size_class_write(char *out, size_t size, const struct ordo_two_sizes *t, bool dot) {
    char first[32], second[32] = "";
    term_write(first, sizeof first, &t->term[0], dot, "log");
    if (t->n_leading > 1) term_write(second, sizeof second, &t->term[1], dot, "log");
    bool turn = t->n_leading > 1 && t->term[0].of_n == ORDO_GROWTH_1; /* that of n comes first */
    if (t->n_leading > 1)
        snprintf(out, size, "%s + %s", turn ? second : first, turn ? first : second);
    else
        snprintf(out, size, "%s", first);
}

static double part(const struct ordo_two_sizes *t, unsigned k, double n, double m) {
    return t->term[k].coefficient * ordo_growth_value(t->term[k].of_n, n) *
           ordo_growth_value(t->term[k].of_m, m);
}

static bool is_noticeable(const struct ordo_two_sizes *t, unsigned k) {
    const double n[] = {t->n_min, t->n_max, t->n_min, t->n_max},
                 m[] = {t->m_min, t->m_max, t->m_max, t->m_min};
    for (int i = 0; i < 4; i++)
        if (fabs(part(t, k, n[i], m[i])) > NOTICEABLE * fabs(ordo_two_sizes_value(t, n[i], m[i])))
            return true;
    return false;
}

/* Sets `shown` to the terms in the order in which they are written; returns their number. */
static unsigned choose_terms(const struct ordo_two_sizes *t, unsigned most, unsigned *shown) {
    unsigned n = t->n_leading;
    for (unsigned k = 0; k < n; k++) shown[k] = k;
    if (n > 1 && t->term[0].of_n == ORDO_GROWTH_1) shown[0] = 1, shown[1] = 0;
    for (unsigned k = t->n_leading; k < t->n_terms; k++) {
        double size = fabs(part(t, k, t->n_max, t->m_max));
        if (!is_noticeable(t, k)) continue;
        unsigned at = n++;
        for (; at > t->n_leading && fabs(part(t, shown[at - 1], t->n_max, t->m_max)) < size; at--)
            shown[at] = shown[at - 1];
        shown[at] = k;
    }
    return n < most ? n : most < t->n_leading ? t->n_leading : most;
}

void ordo_two_size_formula_write(char *out, size_t size, const struct ordo_two_sizes *t, bool dot,
                                 unsigned most, int digits) {
    unsigned shown[ORDO_TWO_SIZE_TERMS], n = choose_terms(t, most, shown);
    char name[32];
    size_t used = 0;
    out[0] = '\0';
    for (unsigned k = 0; k < n && used < size; k++) {
        double c = t->term[shown[k]].coefficient;
        const char *sign = c < 0 ? (used ? " - " : "-") : used ? " + " : "";
        term_write(name, sizeof name, &t->term[shown[k]], dot, "log2");
        int more = snprintf(out + used, size - used, "%s%.*g%s%s", sign, digits, fabs(c),
                            *name ? " " : "", name);
        used += more > 0 ? (size_t)more : 0;
    }
}
