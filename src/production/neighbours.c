/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * neighbours.c: compares pairs with distant samples.
 *
 * The first sample of a pair is distant from the sample before it; the second is the very next
 * execution. If executions were independent draws, both would differ equally from what came before
 * them. A t-test is applied to the differences of pairs, not to cells, because cells that come in
 * clusters are not separate observations. The difference must also be at least a fifth, because
 * with a million samples everything is significant.
 */
#include "production/neighbours.h"

#include "production/confidence.h"

#include <math.h>

enum { LEAST_PAIRS = 3, RECENT = 16 };
static const double NOTICEABLE = 1.2;

bool ordo_neighbours_new(const struct ordo_execution_sample *before,
                         const struct ordo_execution_sample *s, double *cells) {
    if (!before || before->samples + 1 != s->samples || before->level != s->level) return false;
    if (s->all < before->all) return false;
    *cells = ldexp((double)(s->all - before->all), (int)s->level);
    return true;
}

struct tally {
    size_t n;
    double sum, squares;
};

static void add(struct tally *t, double x) {
    t->n++;
    t->sum += x;
    t->squares += x * x;
}

static double variance(const struct tally *t) {
    if (t->n < 2) return 0;
    double v = (t->squares - t->sum * t->sum / (double)t->n) / ((double)t->n - 1);
    return v > 0 ? v : 0;
}

static enum ordo_neighbours_verdict verdict(const struct ordo_neighbours *f,
                                            const struct tally *difference) {
    if (f->pairs < LEAST_PAIRS || f->distant < LEAST_PAIRS || difference->n < LEAST_PAIRS)
        return ORDO_NEIGHBOURS_FEW;
    double near = f->near / (double)f->pairs, distant = f->apart / (double)f->distant;
    double n = (double)difference->n, error = sqrt(variance(difference) / n);
    double t = ordo_confidence_student(n - 1) * error;
    if (distant > NOTICEABLE * near && difference->sum / n > t) return ORDO_NEIGHBOURS_MOVING;
    if (near > NOTICEABLE * distant && difference->sum / n < -t) return ORDO_NEIGHBOURS_ALTERNATING;
    return ORDO_NEIGHBOURS_DRAWS;
}

struct latest {
    double cells[RECENT], fresh[RECENT];
    size_t n;
};

static double missing(const struct ordo_execution_sample *s) {
    double m = s->again < s->tracked ? (double)(s->tracked - s->again) : 0;
    return ldexp(m, (int)s->level);
}

/* Returns the number of cells that only one of s and the sample before it has. */
static double difference_of(const struct ordo_execution_sample *s) {
    double gone = s->again < s->before ? (double)(s->before - s->again) : 0;
    return missing(s) + ldexp(gone, (int)s->level);
}

/* Computes what the distant samples after `before` up to s found, some of which were removed from
 * the series. *lacked: cells that each lacked of the sample before it, estimated from s and
 * `before`. *fresh: cells of these that no sample had before. Returns false if this cannot be
 * computed. */
static bool distant(const struct ordo_execution_sample *before,
                    const struct ordo_execution_sample *s, double *lacked, double *fresh) {
    if (!before || before->samples >= s->samples || before->level != s->level) return false;
    if (s->all < before->all) return false;
    double pairs = (double)(s->samples - before->samples - 1) / 2;
    *lacked = (pairs + 1) * missing(s) + (before->second ? pairs * missing(before) : 0);
    *fresh = ldexp((double)(s->all - before->all), (int)s->level);
    return true;
}

/* Numbers that change slowly: the squares of successive differences are twice their variance. */
struct course {
    double last, squares, sum;
    size_t n;
};

static void go_on(struct course *c, double x) {
    if (c->n) c->squares += (x - c->last) * (x - c->last);
    c->sum += x;
    c->last = x;
    c->n++;
}

static double dispersion(const struct course *c) {
    if (c->n < 3 || !(c->sum > 0)) return 1;
    double of = c->squares / 2 / ((double)c->n - 1) / (c->sum / (double)c->n);
    return of > 1 ? of : 1;
}

struct ordo_neighbours ordo_neighbours_of(const struct ordo_execution_sample *s, size_t n) {
    struct ordo_neighbours f = {.pairs = 0};
    struct tally difference = {.n = 0};
    struct latest latest = {.n = 0};
    struct course found = {.n = 0}, met = {.n = 0};
    const struct ordo_execution_sample *before = NULL;
    for (size_t i = 0; i < n; i++) {
        if (s[i].partial) continue;
        double fresh, cells = ldexp((double)s[i].tracked, (int)s[i].level);
        bool known = ordo_neighbours_new(before, &s[i], &fresh);
        if (known) {
            double of = ldexp(fresh, -(int)s[i].level);
            go_on(&found, of);
            go_on(&met, s[i].tracked - of);
        }
        if (s[i].second) {
            f.pairs++;
            f.near += difference_of(&s[i]);
            if (before && before->samples > 1 && !before->second &&
                before->samples + 1 == s[i].samples)
                add(&difference, difference_of(before) - difference_of(&s[i]));
        } else if (s[i].samples > 1) {
            f.distant++;
            f.apart += difference_of(&s[i]);
            double lacked;
            if (distant(before, &s[i], &lacked, &fresh)) {
                f.distant_missing += lacked;
                f.distant_new += fresh;
                latest.cells[latest.n % RECENT] = cells;
                latest.fresh[latest.n++ % RECENT] =
                    lacked > 0 ? fmin(fresh / lacked, 1) * missing(&s[i]) : 0;
            }
        }
        before = &s[i];
    }
    f.recent = latest.n / 4 < RECENT ? latest.n / 4 : RECENT;
    for (size_t i = latest.n - f.recent; i < latest.n; i++) {
        f.recent_cells += latest.cells[i % RECENT];
        f.recent_new += latest.fresh[i % RECENT];
    }
    f.dispersion = fmax(dispersion(&found), dispersion(&met));
    f.verdict = verdict(&f, &difference);
    return f;
}
