/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * model.c: preconditions, the choice among candidates, the verdict, and its numbers in the
 * caller's units.
 *
 * The verdict is first the degree (the power of n), then the class of that degree. Of two classes
 * that differ only by a logarithm, the smaller one is reported unless the larger is clearly
 * likelier. "none" is reported if sizes are too few, too close or in too few groups; if cost falls
 * with n or does not follow it; if no degree is likely enough; or if the sizes do not show the
 * class's growth.
 */
#include "model/fit/model.h"

#include "base/memory.h"
#include "model/fit/bagging.h"
#include "model/fit/choice.h"
#include "model/fit/envelope.h"
#include "model/fit/exponential.h"
#include "model/fit/largest_sizes.h"
#include "model/fit/least_growth.h"
#include "model/fit/spread.h"
#include "model/fit/straight_line.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LEAST_SIZES = 4, LEAST_GROUPS = 3, LEAST_STEEP_SIZES = 6 };
#define LEAST_RATIO 1.5    /* of n_max to n_min */
#define ASTRONOMICAL 1e3   /* times the greatest cost seen */
#define LEAST_STEEP_SPAN 5 /* least range of n for an exponential */
#define STEEP 4            /* log-log slope of a possible exponential */
#define GROUP 0.04         /* width of a group, as a share of the span in log n */
#define LEAST_RISE 1.5     /* of cost below the last group of sizes, for a class beyond n log n */
#define LOG_CLEAR 0.55     /* share of its degree that the class with a logarithm needs */
#define FEW_SIZES 6        /* fewer sizes need a greater probability */
#define SURE 0.95          /* probability of a degree that needs no bend at the largest sizes */
#define FAR 10             /* times the largest size: so far ahead is looked */
#define TOP 0.9            /* of the largest size: the slope at the largest sizes is from here on */
#define MOST_HARMLESS 0.2  /* probability of classes up to n log n, beside a class beyond */
#define LEAST_HARMLESS 0.7 /* probability of classes up to n log n, for one of them */
#define WIDEST 3.5         /* width of the exponent's interval; 3 is from a constant to n^3 */
#define LEAST_SEEN 0.5     /* of the least cost seen: the exponent is measured above it */
#define WIDEST_BASE 2      /* upper over lower end of the base's interval */
#define NARROWER 0.8       /* factor of the width of all intervals */
#define NOISE_STRAY 0.03   /* part of the bins' noise in slope_error() */
#define STRAY 1.2          /* factor of slope_error() */
#define FALLING_SLOPE 0.3  /* cost falls with a log-log slope below -0.3 ... */
#define FALLING_R2 0.5     /* ... that explains more than this share of its variance */
#define FAR_BELOW 0.5      /* of the greatest cost: least prediction of a worst case at 10x */
#define UNSURE 0.2         /* share of the less likely class in the probability of both */
#define MOST_SCATTER 0.85  /* variance of log cost around the curve, without noise of calls */
#define LEAST_EXPLAINED 0.5 /* share of the variance of log cost over bins */

static bool is_steep(const struct ordo_fit_data *s) {
    if (s->n < LEAST_STEEP_SIZES || s->n_max - s->n_min < LEAST_STEEP_SPAN) return false;
    return log(s->o[s->n - 1].mean / s->o[0].mean) > STEEP * s->span;
}

/* Returns the number of groups of sizes; a group spans at most the share GROUP of the span. */
static size_t count_groups(const struct ordo_fit_data *s) {
    size_t groups = 0;
    double start = -INFINITY;
    for (size_t i = 0; i < s->n; i++) {
        double x = log(s->o[i].n / s->n_min);
        if (x - start <= GROUP * s->span) continue;
        groups++;
        start = x;
    }
    return groups;
}

/* Returns whether all growth is in the last group of sizes, with almost none among the others. Any
 * power fits one distant group. */
static bool grows_once(const struct ordo_fit_data *s) {
    double least = INFINITY, rise = 1;
    for (size_t i = 0; i < s->n; i++) {
        if (log(s->n_max / s->o[i].n) <= GROUP * s->span) break;
        least = fmin(least, s->o[i].mean);
        rise = fmax(rise, s->o[i].mean / least);
    }
    return rise < LEAST_RISE;
}

static unsigned check_sizes(const struct ordo_fit_data *s) {
    if (s->n < LEAST_SIZES) return ORDO_MODEL_FEW_SIZES;
    if (s->n_max / s->n_min < LEAST_RATIO && !is_steep(s)) return ORDO_MODEL_NARROW_SIZES;
    if (count_groups(s) < LEAST_GROUPS) return ORDO_MODEL_CLUSTERED;
    return 0;
}

struct fit {
    struct ordo_fit_data sample;
    struct ordo_choice choice;
    struct ordo_model *out;
    const struct ordo_observation *o; /* the n observations that the sample is made from */
    size_t n;
    enum ordo_points are;
    double factor;          /* of n_max, for the prediction */
    double slope_deviation; /* between drawn samples; ORDO_POINTS_SAMPLED only */
};

static void be_none(struct ordo_model *m, unsigned warning, double probability) {
    double rest = 1 - m->posterior[ORDO_GROWTH_NONE];
    probability = rest > 0 ? fmax(probability, m->posterior[ORDO_GROWTH_NONE]) : 1;
    for (int g = 0; g < ORDO_GROWTH_NONE; g++)
        m->posterior[g] *= rest > 0 ? (1 - probability) / rest : 0;
    m->posterior[ORDO_GROWTH_NONE] = probability;
    m->growth = ORDO_GROWTH_NONE;
    m->warnings |= warning;
}

/* Returns the best class of the best degree, and sets *of_degree to the degree's probability. */
static enum ordo_growth best_class(const double *p, double *of_degree) {
    double best = -1;
    enum ordo_growth class = ORDO_GROWTH_NONE;
    for (int g = 0; g < ORDO_GROWTH_NONE; g++) {
        double degree = ordo_growth_degree((enum ordo_growth)g), sum = 0;
        if (g && ordo_growth_degree((enum ordo_growth)(g - 1)) == degree) continue;
        enum ordo_growth at = (enum ordo_growth)g;
        for (int h = g; h < ORDO_GROWTH_NONE && ordo_growth_degree((enum ordo_growth)h) == degree;
             h++)
            sum += p[h];
        if (g + 1 < ORDO_GROWTH_NONE && ordo_growth_degree((enum ordo_growth)(g + 1)) == degree &&
            p[g + 1] > LOG_CLEAR * sum)
            at = (enum ordo_growth)(g + 1);
        if (sum > best) best = sum, class = at;
    }
    *of_degree = best;
    return class;
}

/* Returns the explained share of the variance of log cost over bins. */
static double explained(const struct fit *f, const struct ordo_curve *c) {
    const struct ordo_fit_data *s = &f->sample;
    double mean = 0, total = 0, rest = 0;
    for (size_t i = 0; i < s->n_bins; i++) mean += s->bin[i].log_y / (double)s->n_bins;
    for (size_t i = 0; i < s->n_bins; i++) {
        double y = s->bin[i].log_y, e = y - log(ordo_curve_value_of_bin(c, &s->bin[i]));
        total += (y - mean) * (y - mean);
        rest += e * e;
    }
    return total > 0 ? fmax(0, 1 - rest / total) : 1;
}

static void put_terms(const struct fit *f, const struct ordo_curve *c) {
    static const enum ordo_growth growth[ORDO_TERMS] = {
        ORDO_GROWTH_1,      ORDO_GROWTH_LOG, ORDO_GROWTH_SQRT,   ORDO_GROWTH_N, ORDO_GROWTH_N_LOG,
        ORDO_GROWTH_N_SQRT, ORDO_GROWTH_N2,  ORDO_GROWTH_N2_LOG, ORDO_GROWTH_N3};
    struct ordo_model *m = f->out;
    const struct ordo_fit_data *s = &f->sample;
    double power[ORDO_TERMS], amount[ORDO_TERMS] = {0};
    unsigned column = c->rise != ORDO_RISE_NONE;
    ordo_terms_get(s->n_max, power);
    power[ORDO_TERM_LOG] = power[ORDO_TERM_1];
    power[ORDO_TERM_N_LOG] = power[ORDO_TERM_N];
    power[ORDO_TERM_N2_LOG] = power[ORDO_TERM_N2];
    for (unsigned t = 0; t < c->candidate->n_terms; t++, column++) {
        unsigned k = c->candidate->term[t];
        double a = c->coef[column] * s->reference / power[k];
        if (k == ORDO_TERM_LOG || k == ORDO_TERM_N_LOG || k == ORDO_TERM_N2_LOG) {
            amount[k] += a * log(2);
            unsigned plain = k == ORDO_TERM_LOG     ? ORDO_TERM_1
                             : k == ORDO_TERM_N_LOG ? ORDO_TERM_N
                                                    : ORDO_TERM_N2;
            amount[plain] -= a * log(s->n_max);
        } else {
            amount[k] += a;
        }
    }
    if (c->rise != ORDO_RISE_NONE) {
        double a = log(c->coef[0] * s->reference);
        m->base_of_term = c->rise == ORDO_RISE_POWER ? exp(c->rate / s->n_max) : 0;
        a -= c->rise == ORDO_RISE_POWER ? c->rate : lgamma(s->n_max + 1);
        m->term[m->n_terms++] = (struct ordo_model_term){ORDO_GROWTH_EXP, exp(a)};
    }
    for (int k = ORDO_TERMS - 1; k >= 0 && m->n_terms < ORDO_MODEL_TERMS; k--)
        if (amount[k] != 0) m->term[m->n_terms++] = (struct ordo_model_term){growth[k], amount[k]};
    if (c->has_low) {
        m->n_break = c->u_break * s->n_max;
        m->warnings |= ORDO_MODEL_TWO_REGIMES;
    }
}

/* Sets the prediction beyond the data: the class's curve, with an interval from the spread of all
 * contenders. */
static void predict(const struct fit *f, const struct ordo_curve *best, const struct ordo_spread *p,
                    size_t n) {
    struct ordo_model *m = f->out;
    const struct ordo_fit_data *s = &f->sample;
    m->at = ordo_model_size_at(m, f->factor);
    m->predicted = ordo_curve_value(best, m->at / s->n_max) * s->reference;
    m->predicted_low = exp(ordo_spread_quantile(p, n, 0.025)) * s->reference;
    m->predicted_high = exp(ordo_spread_quantile(p, n, 0.975)) * s->reference;
    m->predicted_low = fmin(m->predicted_low, m->predicted);
    m->predicted_high = fmax(m->predicted_high, m->predicted);
    m->has_prediction = isfinite(m->predicted) && isfinite(m->predicted_high);
}

/* Returns the standard error of a straight line in log-log space. A curve with fewer terms than
 * the truth may be off by as much. */
static double slope_error(const struct ordo_fit_data *s, const struct ordo_curve *c) {
    double sx = 0, sxx = 0, v = 0, n = (double)s->n_bins;
    for (size_t i = 0; i < s->n_bins; i++) {
        double x = s->bin[i].log_u;
        sx += x, sxx += x * x;
        v += (c->lack + NOISE_STRAY * (s->bin[i].variance - ORDO_NOISE_FLOOR * ORDO_NOISE_FLOOR)) /
             n;
    }
    double spread = sxx - sx * sx / n;
    return spread > 0 ? sqrt(fmax(v, 0) / spread) : 0;
}

/* Returns the size, relative to the largest, from which the exponent is measured. Normally this is
 * the middle of the sizes in log n. If the curve is below every observed cost there, it is the
 * first larger size at which the curve is not; 1 if there is no such size. */
static double middle(const struct ordo_fit_data *s, const struct ordo_curve *c) {
    double least = INFINITY, u = exp(-s->span / 2);
    for (size_t i = 0; i < s->n; i++) least = fmin(least, s->o[i].mean / s->reference);
    for (size_t i = 0; i < s->n && !(ordo_curve_value(c, u) >= LEAST_SEEN * least); i++)
        u = fmax(u, s->o[i].n / s->n_max);
    return u;
}

/* Names the class that takes over beyond the sizes seen, if the curves of the model's class agree
 * that there is one. */
static void look_ahead(const struct fit *f, const struct ordo_curve *best) {
    struct ordo_model *m = f->out;
    const struct ordo_choice *c = &f->choice;
    enum ordo_growth lead = best->candidate->growth;
    double degree = ordo_growth_degree(m->growth), with = 0, all = 0;
    if (ordo_growth_degree(lead) <= degree) return;
    for (size_t i = 0; i < c->n; i++) {
        const struct ordo_contender *x = &c->c[i];
        if (x->drifts || ordo_growth_degree(x->growth) != degree) continue;
        all += x->probability;
        if (ordo_growth_degree(x->curve.candidate->growth) > degree) with += x->probability;
    }
    double from = ordo_curve_takeover(best, FAR);
    if (with < SURE * all || !isfinite(from)) return;
    m->has_later = true;
    m->later = lead;
    m->later_from = from * f->sample.n_max;
}

/* The formula that is printed is that of one curve. Its own slopes belong to the intervals. */
static void include_formula(struct ordo_model *m, const struct ordo_curve *best, double u) {
    double error, slope = ordo_curve_slope(best, u, &error),
                  top = ordo_curve_slope(best, TOP, &error);
    m->low = fmin(m->low, slope);
    m->high = fmax(m->high, slope);
    m->top_low = fmin(m->top_low, top);
    m->top_high = fmax(m->top_high, top);
}

static void describe(const struct fit *f) {
    struct ordo_model *m = f->out;
    const struct ordo_fit_data *s = &f->sample;
    const struct ordo_choice *c = &f->choice;
    const struct ordo_curve *best = &ordo_choice_of(c, m->growth)->curve;
    struct ordo_spread slope[ORDO_CONTENDERS], cost[ORDO_CONTENDERS], base[ORDO_CONTENDERS];
    struct ordo_spread top[ORDO_CONTENDERS];
    double u = middle(s, best), at = ordo_model_size_at(m, f->factor) / s->n_max;
    double far = ordo_model_size_at(m, FAR) / s->n_max;
    double stray = hypot(STRAY * slope_error(s, best), f->slope_deviation);
    size_t n = 0, n_costs = 0, n_bases = 0;
    for (size_t i = 0; i < c->n; i++) {
        const struct ordo_contender *x = &c->c[i];
        const struct ordo_curve *k = &x->curve;
        double freedom = fmax(c->effective - k->columns, 1), error, error_top;
        if (x->probability < 1e-3 || x->drifts) continue;
        double e = ordo_curve_slope(k, u, &error), e_top = ordo_curve_slope(k, TOP, &error_top);
        double wide =
            NARROWER * sqrt((double)s->n_bins / c->effective) * ordo_spread_student(freedom);
        error = hypot(error, stray);
        error_top = hypot(error_top, stray);
        double y = ordo_curve_value(k, far);
        if (!isfinite(e) || !isfinite(error) || !(y > 0) || !isfinite(y)) continue;
        slope[n] = (struct ordo_spread){x->probability, e, error * wide};
        top[n] = (struct ordo_spread){x->probability, e_top, error_top * wide};
        n++;
        y = ordo_curve_value(k, at);
        /* far out: the error of the slope times the distance */
        if (y > 0 && isfinite(y))
            cost[n_costs++] = (struct ordo_spread){x->probability, log(y), error * wide * log(at)};
        if (k->rise != ORDO_RISE_NONE) {
            double step = 1 / s->n_max, below = ordo_curve_value(k, 1 - step);
            double ratio = ordo_curve_value(k, 1) / below;
            base[n_bases++] = (struct ordo_spread){
                x->probability, k->rise == ORDO_RISE_POWER ? exp(k->rate * step) : s->n_max,
                ratio *
                    sqrt(2 * (k->lack + s->bin[s->n_bins - 1].variance) / fmax(c->effective, 1)) /
                    fmax(1, s->n_max - s->n_min) * 2};
        }
    }
    m->has_r2 = true;
    m->r2 = explained(f, best);
    if (m->growth == ORDO_GROWTH_EXP) {
        m->has_base = true;
        m->base = best->rise == ORDO_RISE_POWER ? exp(best->rate / s->n_max) : s->n_max;
        double leeway = exp(ordo_exponential_leeway(best, s));
        m->base_low = fmin(m->base / leeway, ordo_spread_quantile(base, n_bases, 0.025));
        m->base_high = fmax(m->base * leeway, ordo_spread_quantile(base, n_bases, 0.975));
    } else {
        m->has_exponent = true;
        m->exponent = n ? ordo_spread_mean(slope, n) : NAN; /* NAN: too wide */
        m->low = fmin(m->exponent, ordo_spread_quantile(slope, n, 0.025));
        m->high = fmax(m->exponent, ordo_spread_quantile(slope, n, 0.975));
        m->top = n ? ordo_spread_mean(top, n) : NAN;
        m->top_low = fmin(m->top, ordo_spread_quantile(top, n, 0.025));
        m->top_high = fmax(m->top, ordo_spread_quantile(top, n, 0.975));
        include_formula(m, best, u);
        look_ahead(f, best);
    }
    put_terms(f, best);
    predict(f, best, cost, n_costs);
}

/* All costs are 0: reports a constant, whatever the sizes. */
static void be_zero(struct ordo_model *m, size_t n) {
    if (n < LEAST_SIZES) {
        be_none(m, ORDO_MODEL_FEW_SIZES, 1);
        return;
    }
    m->growth = ORDO_GROWTH_1;
    m->posterior[ORDO_GROWTH_NONE] = 0;
    m->posterior[ORDO_GROWTH_1] = 1;
    m->has_exponent = true;
    m->warnings |= ORDO_MODEL_ZERO_COST;
}

/* Returns the variance of log means around the curve that noise within sizes does not explain. */
static double scatter(const struct fit *f, const struct ordo_curve *c) {
    const struct ordo_fit_data *s = &f->sample;
    double sum = 0, known = 0;
    for (size_t i = 0; i < s->n; i++) {
        double e = log(s->o[i].mean / s->reference / ordo_curve_value(c, s->o[i].n / s->n_max));
        sum += e * e;
        if (s->within > 0) known += fmin(s->within, 1) / s->o[i].count;
    }
    return fmax(sum - known, 0) / (double)s->n;
}

/* Reports no class if cost does not follow the size. */
static void doubt(struct fit *f) {
    struct ordo_model *m = f->out;
    const struct ordo_curve *best = &ordo_choice_of(&f->choice, m->growth)->curve;
    bool lost = m->growth <= ORDO_GROWTH_LOG ? scatter(f, best) > MOST_SCATTER
                                             : explained(f, best) < LEAST_EXPLAINED;
    if (lost) be_none(m, ORDO_MODEL_NO_RELATION, 0.9);
}

/* Returns the probability that a degree needs. A class up to n log n alarms nobody, if classes
 * beyond are unlikely too. n^1.5 is rare, and n log n imitates it over less than a decade. */
static double least_posterior(const struct fit *f, enum ordo_growth g, double harmless) {
    if (f->sample.n < FEW_SIZES) return 0.75;
    if (g <= ORDO_GROWTH_N_LOG) return harmless > 0.85 ? 0.35 : 0.5;
    if (g == ORDO_GROWTH_N_SQRT) return f->sample.n_max < 10 * f->sample.n_min ? 0.9 : 0.65;
    return 0.5;
}

static bool is_clear(const struct fit *f, enum ordo_growth g, double of_degree) {
    double harmless = 0;
    for (int h = 0; h <= ORDO_GROWTH_N_LOG; h++) harmless += f->choice.probability[h];
    if (g <= ORDO_GROWTH_N_LOG ? harmless < LEAST_HARMLESS : harmless > MOST_HARMLESS) return false;
    return of_degree >= least_posterior(f, g, harmless);
}

/* Returns whether cost falls with n: a straight line in log-log space goes down and explains much
 * of it. */
static bool falls(const struct ordo_fit_data *s) {
    struct ordo_straight_line line = {0};
    for (size_t i = 0; i < s->n_bins; i++)
        ordo_straight_line_add(&line, s->bin[i].log_u, s->bin[i].log_y);
    struct ordo_slope growth = ordo_straight_line_slope(&line);
    return growth.slope < -FALLING_SLOPE && growth.explained > FALLING_R2;
}

/* Returns whether the class that differs by a logarithm is likely too. */
static bool is_unsure_of_log(const struct ordo_model *m) {
    enum ordo_growth other = ordo_growth_other_log(m->growth);
    double a = m->posterior[m->growth], b = m->posterior[other];
    return other != ORDO_GROWTH_NONE && fmin(a, b) > UNSURE * (a + b);
}

/* Returns whether the largest sizes alone show the class. For every class beyond n log n, cost
 * must grow faster than linearly there. If the degree is not certain, or the sizes span less than
 * a decade, a straight line must also fit worse. n^1.5 bends too little for that; it must have a
 * greater probability instead. */
static bool shows(const struct fit *f, const struct ordo_curve *c, double of_degree) {
    enum ordo_growth g = f->out->growth;
    const struct ordo_fit_data *s = &f->sample;
    if (g <= ORDO_GROWTH_N_LOG) return true;
    const struct ordo_contender *likeliest = &f->choice.c[f->choice.best];
    bool other = ordo_growth_degree(likeliest->growth) != ordo_growth_degree(g);
    struct ordo_drift drift = ordo_largest_drift(c, s);
    if (fabs(drift.slope) - drift.doubt > ORDO_MOST_DRIFT) return false;
    if (grows_once(s) || (likeliest->drifts && other)) return false;
    if (g == ORDO_GROWTH_EXP) return ordo_exponential_shows(c, s);
    if (f->are == ORDO_POINTS_CHECKPOINTS) return true;
    bool sure = of_degree >= SURE && s->n_max >= 10 * s->n_min;
    return sure || g == ORDO_GROWTH_N_SQRT || ordo_largest_bend(c, s);
}

static void decide(struct fit *f) {
    struct ordo_model *m = f->out;
    double of_degree;
    for (int g = 0; g < ORDO_GROWTHS; g++) m->posterior[g] = 0.99 * f->choice.probability[g];
    m->posterior[ORDO_GROWTH_NONE] += 0.01;
    m->growth = best_class(f->choice.probability, &of_degree);
    if (falls(&f->sample)) {
        be_none(m, ORDO_MODEL_FALLING, 0.9);
        return;
    }
    const struct ordo_contender *best = ordo_choice_of(&f->choice, m->growth);
    if (!best || !shows(f, &best->curve, of_degree) || !is_clear(f, m->growth, of_degree)) {
        be_none(m, ORDO_MODEL_AMBIGUOUS, 0.5);
        return;
    }
    doubt(f);
    if (m->growth != ORDO_GROWTH_NONE &&
        ordo_largest_contradict(&best->curve, &f->sample, f->o, f->n))
        be_none(m, ORDO_MODEL_LARGEST_DIFFER, 0.5);
    if (is_unsure_of_log(m)) m->warnings |= ORDO_MODEL_LOG_UNSURE;
}

static void start(struct ordo_model *out) {
    memset(out, 0, sizeof *out);
    out->growth = ORDO_GROWTH_NONE;
    out->posterior[ORDO_GROWTH_NONE] = 1;
}

void ordo_model_retract(struct ordo_model *m) {
    struct ordo_model none;
    start(&none);
    memcpy(none.posterior, m->posterior, sizeof none.posterior);
    none.n_points = m->n_points;
    none.n_min = m->n_min;
    none.n_max = m->n_max;
    none.warnings = m->warnings & ~(unsigned)(ORDO_MODEL_TWO_REGIMES | ORDO_MODEL_LOG_UNSURE);
    be_none(&none, ORDO_MODEL_AMBIGUOUS, 0.5);
    *m = none;
}

/* Returns whether the growth could be almost anything. */
static bool is_wide(const struct ordo_model *m) {
    return (m->has_exponent && !(m->high - m->low <= WIDEST)) ||
           (m->has_base && !(m->base_high <= WIDEST_BASE * m->base_low));
}

static void conclude(struct fit *f) {
    struct ordo_model *m = f->out;
    const struct ordo_fit_data *s = &f->sample;
    unsigned wrong = check_sizes(s);
    m->n_points = s->n;
    m->n_min = s->n_min;
    m->n_max = s->n_max;
    if (s->n_dropped) m->warnings |= ORDO_MODEL_OUTLIERS;
    if (!s->n && s->n_zero) {
        be_zero(m, s->n_zero);
        return;
    }
    if (s->n_zero) m->warnings |= ORDO_MODEL_ZERO_COST;
    if (wrong) {
        be_none(m, wrong, 1);
        m->has_least = wrong == ORDO_MODEL_FEW_SIZES && ordo_least_growth(s, &m->least);
        return;
    }
    ordo_choice_make(&f->choice, &f->sample);
    if (!f->choice.n) {
        be_none(m, ORDO_MODEL_FALLING, 1);
        return;
    }
    if (f->are == ORDO_POINTS_SAMPLED) ordo_bagging_weigh(&f->choice, s, &f->slope_deviation);
    decide(f);
    if (m->growth != ORDO_GROWTH_NONE) describe(f);
    if (is_wide(m)) ordo_model_retract(m);
    if (s->n_max / s->n_min < 10 && m->growth != ORDO_GROWTH_EXP)
        m->warnings |= ORDO_MODEL_NARROW_SIZES;
}

static void fit(const struct ordo_observation *o, size_t n, enum ordo_cost_unit unit,
                enum ordo_points are, double factor, struct ordo_model *out) {
    struct fit f; /* not cleared: it has room for a hundred contenders, of which few are used */
    f.out = out;
    f.are = are;
    f.factor = factor;
    f.slope_deviation = 0;
    f.o = o;
    f.n = n;
    ordo_fit_data_init(&f.sample, o, n);
    f.sample.in_blocks = unit == ORDO_UNIT_BLOCKS;
    conclude(&f);
    ordo_fit_data_done(&f.sample);
}

static struct ordo_observation observe(const struct ordo_model_point *p) {
    struct ordo_observation o = {
        .n = p->n, .count = p->count, .mean = p->sum / p->count, .max = p->max, .variance = -1};
    if (!isfinite(o.max)) o.max = o.mean;
    if (p->count >= 2 && isfinite(p->sumsq)) {
        double v = p->sumsq / p->count - o.mean * o.mean;
        o.variance = fmax(v, 0) * (p->count / (p->count - 1));
        if (!isfinite(o.variance)) o.variance = -1;
    }
    return o;
}

void ordo_model_fit_as(const struct ordo_model_point *points, size_t n, enum ordo_cost_unit unit,
                       enum ordo_points are, double factor, struct ordo_model *out) {
    struct ordo_observation *o = ordo_memory_new(n + 1, sizeof *o);
    start(out);
    for (size_t i = 0; i < n; i++) o[i] = observe(&points[i]);
    fit(o, n, unit, are, factor, out);
    free(o);
}

void ordo_model_fit(const struct ordo_model_point *points, size_t n, enum ordo_cost_unit unit,
                    struct ordo_model *out) {
    ordo_model_fit_as(points, n, unit, ORDO_POINTS_ALL, ORDO_MODEL_FACTOR, out);
}

void ordo_model_fit_sampled(const struct ordo_model_point *points, size_t n,
                            enum ordo_cost_unit unit, struct ordo_model *out) {
    ordo_model_fit_as(points, n, unit, ORDO_POINTS_SAMPLED, ORDO_MODEL_FACTOR, out);
}

void ordo_model_fit_worst(const struct ordo_model_point *points, size_t n, enum ordo_cost_unit unit,
                          struct ordo_model *out) {
    ordo_model_fit_worst_as(points, n, unit, ORDO_MODEL_FACTOR, out);
}

void ordo_model_fit_worst_as(const struct ordo_model_point *points, size_t n,
                             enum ordo_cost_unit unit, double factor, struct ordo_model *out) {
    struct ordo_observation *o = ordo_memory_new(n + 1, sizeof *o);
    double greatest = 0, largest = 0;
    start(out);
    for (size_t i = 0; i < n; i++) {
        o[i] = observe(&points[i]);
        greatest = fmax(greatest, o[i].max);
        largest = fmax(largest, points[i].n);
        o[i].mean = o[i].max;
        o[i].variance = -1;
        o[i].count = 1;
    }
    n = ordo_envelope_find(o, n);
    fit(o, n, unit, ORDO_POINTS_ALL, factor, out);
    free(o);
    /* An observed cost is never an outlier of the worst case. */
    if (out->n_terms && ordo_model_value(out, ordo_model_size_at(out, FAR)) < FAR_BELOW * greatest)
        ordo_model_retract(out);
    /* An exponential through one outlier at a small size may be astronomically far above the costs
     * of larger sizes. It is rejected, even if these did not meet their worst case. */
    if (out->growth == ORDO_GROWTH_EXP &&
        !(ordo_model_value(out, largest) <= ASTRONOMICAL * greatest))
        ordo_model_retract(out);
}

double ordo_model_value(const struct ordo_model *m, double n) {
    double v = m->n_terms || m->growth != ORDO_GROWTH_NONE ? 0 : NAN;
    for (unsigned k = 0; k < m->n_terms; k++) {
        const struct ordo_model_term *t = &m->term[k];
        double g = t->growth != ORDO_GROWTH_EXP ? ordo_growth_value(t->growth, n)
                   : m->base_of_term > 0        ? pow(m->base_of_term, n)
                                                : tgamma(n + 1);
        v += t->coefficient * g;
    }
    return v;
}

double ordo_model_size_at(const struct ordo_model *m, double factor) {
    return m->growth == ORDO_GROWTH_EXP ? m->n_max + 5 : factor * m->n_max;
}
