/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * choice.c: scores the candidates and computes class probabilities.
 *
 * score = (effective bins / bins) * log likelihood
 *         - parameters * (ln(effective bins) / 2 + 0.35 ln(1 / noise)) + ln prior
 *
 * In the penalty, 0.35 ln(1 / noise) is the price of fine tuning.
 *
 * A first round of rough fits removes hopeless candidates. The others are iterated to convergence.
 * The effective number of bins follows from the lag-1 autocorrelation of the best curve's
 * residuals. If even the best curve lacks fit, curves over the top part of the range are tried,
 * with a power of n below them.
 *
 * Lack of fit may be a share of the cost, or a few cells and steps more or less, which blur small
 * sizes and leave large ones sharp. If lack of fit that shrinks with the size is likelier, large
 * sizes get more weight.
 */
#include "model/fit/choice.h"

#include "model/fit/largest_sizes.h"
#include "model/fit/straight_line.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

/* The range of blocks per element that code commonly executes. */
#define LEAST_COEFFICIENT 0.1
#define GREATEST_COEFFICIENT 300
#define NATS_PER_DECADE 0.8 /* penalty outside that range */
#define HOPELESS 8.0        /* nats behind the best after the first round */
#define LACKING (4 * ORDO_NOISE_FLOOR * ORDO_NOISE_FLOOR) /* variance */
#define STEEPER 1.0       /* gain in nats worth trying exponentials for */
#define WORTHWHILE 5.0    /* gain in nats worth trying another regime or slack for */
#define NATS_OF_SLACK 3.0 /* gain in nats that uneven slack needs */
#define FALLEN 3.0        /* nats: two rates in a row this far behind the best end the grid */
enum { LAST_ROUND = 7, LEAST_LOW_BINS = 3, LEAST_TOP_BINS = 6 };
/* Search for an exponential: rates of its grid, sections, steps of each fit. */
enum { RATES = 13, SECTIONS = 8, SKETCH = 2 };

/* Returns the penalty, in nats, for a leading coefficient outside the common range. */
static double unit_prior(const struct ordo_curve *c, const struct ordo_fit_data *s) {
    enum ordo_growth g = c->candidate->growth;
    if (!s->in_blocks || g == ORDO_GROWTH_1 || g == ORDO_GROWTH_EXP) return 0;
    double top[ORDO_TERMS], a = c->coef[0] * s->reference;
    ordo_terms_get(s->n_max, top);
    if (g == ORDO_GROWTH_LOG || g == ORDO_GROWTH_N_LOG || g == ORDO_GROWTH_N2_LOG)
        a *= log(2) / top[c->candidate->term[1]];
    else
        a /= top[c->candidate->term[0]];
    if (a >= LEAST_COEFFICIENT && a <= GREATEST_COEFFICIENT) return 0;
    double low = log10(LEAST_COEFFICIENT / a), high = log10(a / GREATEST_COEFFICIENT);
    return -NATS_PER_DECADE * fmax(0, fmax(low, high));
}

static double log_prior(const struct ordo_curve *c, const struct ordo_fit_data *s) {
    double narrow = c->candidate->growth == ORDO_GROWTH_N_SQRT && s->span < log(10);
    return c->candidate->log_prior - (c->has_low ? 1.5 : 0) - narrow + unit_prior(c, s);
}

/* The terms of a score that all curves share. */
struct terms {
    double effective; /* bins */
    double price;     /* of a parameter */
};

static struct terms terms_of(double effective, double noise) {
    return (struct terms){effective, 0.5 * log(fmax(effective, 2)) + 0.35 * log(1 / noise)};
}

static double score(const struct ordo_contender *x, const struct ordo_fit_data *s,
                    struct terms terms) {
    const struct ordo_curve *c = &x->curve;
    double parameters = c->columns + (c->rise == ORDO_RISE_POWER) + (c->has_low ? 3 : 0);
    return terms.effective / (double)s->n_bins * (c->log_likelihood + x->low_likelihood) -
           parameters * terms.price + log_prior(c, s);
}

/* Fits a power of n to the bins below a curve's first bin. Returns its log likelihood. */
static double fit_low(struct ordo_curve *c, const struct ordo_fit_data *s) {
    struct ordo_straight_line line = {0};
    for (size_t i = 0; i < c->first; i++)
        ordo_straight_line_add(&line, s->bin[i].log_u, s->bin[i].log_y);
    struct ordo_slope below = ordo_straight_line_slope(&line);
    c->low_power = below.slope;
    c->low_log = below.level;
    c->has_low = true;
    c->u_break = sqrt(s->bin[c->first - 1].u * s->bin[c->first].u);
    double squares = 0, sum = 0, floor = ORDO_NOISE_FLOOR * ORDO_NOISE_FLOOR;
    for (size_t i = 0; i < c->first; i++) {
        double r = s->bin[i].log_y - c->low_log - c->low_power * s->bin[i].log_u;
        squares += r * r;
    }
    double v = fmax(squares / fmax(line.n - 2, 0.5), floor);
    for (size_t i = 0; i < c->first; i++) {
        double w = fmax(v, s->bin[i].variance);
        double r = s->bin[i].log_y - c->low_log - c->low_power * s->bin[i].log_u;
        sum -= 0.5 * log(w / floor) + 0.5 * r * r / w;
    }
    return sum;
}

struct round {
    struct ordo_choice *choice;
    const struct ordo_fit_data *s;
    struct terms terms;
};

static void add(struct round *r, const struct ordo_curve *c, double low) {
    struct ordo_choice *choice = r->choice;
    if (choice->n == ORDO_CONTENDERS) return;
    size_t i = choice->n++;
    choice->c[i] = (struct ordo_contender){.curve = *c, .low_likelihood = low};
    choice->c[i].score = score(&choice->c[i], r->s, r->terms);
    if (choice->c[i].score > choice->c[choice->best].score) choice->best = i;
}

static void compare_all(struct round *r, size_t first) {
    struct ordo_gram gram;
    struct ordo_curve part = {.first = first, .n = r->s->n_bins - first};
    double low = first ? fit_low(&part, r->s) : 0;
    ordo_gram_init(&gram, r->s, first);
    for (size_t k = 0; k < ordo_n_candidates; k++) {
        struct ordo_curve c = part;
        c.candidate = &ordo_candidates[k];
        if (first && c.candidate->n_terms > 3) continue;
        if (ordo_curve_compare(&c, r->s, &gram)) add(r, &c, low);
    }
}

static size_t best_of(const struct ordo_choice *choice) {
    size_t best = 0;
    for (size_t i = 1; i < choice->n; i++)
        if (choice->c[i].score > choice->c[best].score) best = i;
    return best;
}

/* Fits the best contender to convergence; if it then makes no sense, the next best, and so on.
 * Returns its index, or SIZE_MAX if none from `from` on remains or an earlier one is better. Sets
 * *hopeless to the score below which rough fits are dropped. */
static size_t fit_best(struct round *r, size_t from, double *hopeless) {
    struct ordo_choice *choice = r->choice;
    for (;;) {
        size_t best = best_of(choice);
        struct ordo_contender *c = &choice->c[best];
        *hopeless = c->score - HOPELESS;
        if (best < from || !isfinite(c->score)) return SIZE_MAX;
        if (ordo_curve_fit(&c->curve, r->s, LAST_ROUND)) return best;
        c->score = -INFINITY;
    }
}

/* Keeps the contenders from `from` on that are near the best, and fits them to convergence. */
static void last_round(struct round *r, size_t from) {
    struct ordo_choice *choice = r->choice;
    if (choice->n == from) return;
    double hopeless;
    size_t kept = from, fitted = fit_best(r, from, &hopeless);
    for (size_t i = from; i < choice->n; i++) {
        struct ordo_contender c = choice->c[i];
        if (!isfinite(c.score) || c.score < hopeless) continue;
        if (i != fitted && !ordo_curve_fit(&c.curve, r->s, LAST_ROUND)) continue;
        c.score = score(&c, r->s, r->terms);
        choice->c[kept++] = c;
    }
    choice->n = kept;
    choice->best = best_of(choice);
}

/* Returns whether a curve without residuals would be likelier than this one by more than `more`
 * nats. */
static bool is_improvable(const struct ordo_curve *c, const struct ordo_fit_data *s, double more) {
    double perfect = 0, floor = ORDO_NOISE_FLOOR * ORDO_NOISE_FLOOR;
    for (size_t i = 0; i < s->n_bins; i++) perfect -= 0.5 * log(s->bin[i].variance / floor);
    return perfect - c->log_likelihood > more;
}

static bool rises_steeply(const struct ordo_fit_data *s) {
    size_t n = s->n_bins;
    if (n < 5) return false;
    for (size_t i = n >= 4 ? n - 4 : 0; i + 1 < n; i++)
        if (log(s->bin[n - 1].y / s->bin[i].y) / log(1 / s->bin[i].u * s->bin[n - 1].u) > 3)
            return true;
    return false;
}

struct search {
    const struct round *r;
    const struct ordo_candidate *candidate;
    double log_rate, likelihood; /* of the best exponential so far */
};

/* Returns the log likelihood of the exponential with this rate; -INFINITY if it makes no sense. */
static double look_at(struct search *search, double log_rate) {
    struct ordo_curve c;
    c.candidate = search->candidate;
    c.rise = ORDO_RISE_POWER;
    c.rate = exp(log_rate);
    c.first = 0;
    c.n = search->r->s->n_bins;
    c.has_low = false;
    if (!ordo_curve_sketch(&c, search->r->s, SKETCH)) return -INFINITY;
    if (c.log_likelihood > search->likelihood) {
        search->likelihood = c.log_likelihood;
        search->log_rate = log_rate;
    }
    return c.log_likelihood;
}

/* Searches the rate on a grid, then by golden sections around the best one (J. Kiefer, Sequential
 * Minimax Search for a Maximum, 1953). */
static void try_exponential(struct round *r, const struct ordo_candidate *candidate, double low,
                            double high) {
    struct search search = {r, candidate, 0, -INFINITY};
    const double section = (sqrt(5) - 1) / 2, step = log(high / low) / (RATES - 1);
    for (int k = 0, falling = 0; k < RATES && falling < 2; k++)
        falling =
            look_at(&search, log(low) + k * step) < search.likelihood - FALLEN ? falling + 1 : 0;
    if (!isfinite(search.likelihood)) return;
    double from = search.log_rate - step, to = search.log_rate + step;
    double left = to - section * (to - from), right = from + section * (to - from);
    double at_left = look_at(&search, left), at_right = look_at(&search, right);
    for (int k = 0; k < SECTIONS; k++) {
        if (at_left > at_right) {
            to = right, right = left, at_right = at_left;
            left = to - section * (to - from);
            at_left = look_at(&search, left);
        } else {
            from = left, left = right, at_left = at_right;
            right = from + section * (to - from);
            at_right = look_at(&search, right);
        }
    }
    struct ordo_curve c = {.candidate = candidate,
                           .rise = ORDO_RISE_POWER,
                           .rate = exp(search.log_rate),
                           .n = r->s->n_bins};
    if (ordo_curve_fit(&c, r->s, LAST_ROUND)) add(r, &c, 0);
}

static void enter_exponentials(struct round *r) {
    const struct ordo_fit_data *s = r->s;
    const struct ordo_choice *choice = r->choice;
    for (size_t k = 0; k < ordo_n_exponentials; k++)
        try_exponential(r, &ordo_exponentials[k], 3.5, 80);
    /* n! depends on the unit of n: it may only refine what is exponential in any unit */
    if (!choice->n || s->n_max > 170 ||
        choice->c[choice->best].curve.candidate->growth != ORDO_GROWTH_EXP)
        return;
    for (size_t k = 0; k < ordo_n_exponentials; k++) {
        struct ordo_curve c = {
            .candidate = &ordo_exponentials[k], .rise = ORDO_RISE_FACTORIAL, .n = s->n_bins};
        if (ordo_curve_fit(&c, r->s, LAST_ROUND)) add(r, &c, 0);
    }
}

static double effective_bins(const struct ordo_curve *c, const struct ordo_fit_data *s) {
    double squares = 0, lagged = 0, last = 0, n = (double)c->n;
    for (size_t i = 0; i < c->n; i++) {
        double r = c->residual[i] / sqrt(ordo_curve_slack(c, &s->bin[c->first + i]));
        squares += r * r;
        lagged += r * last;
        last = r;
    }
    if (c->n < 6 || !(squares > n * ORDO_NOISE_FLOOR * ORDO_NOISE_FLOOR / 4)) return n;
    double rho = fmin(fmax(lagged / squares, 0), 0.8);
    return n * (1 - rho) / (1 + rho);
}

static void rescore(struct round *r) {
    struct ordo_choice *choice = r->choice;
    for (size_t i = 0; i < choice->n; i++)
        choice->c[i].score = score(&choice->c[i], r->s, r->terms);
    choice->best = best_of(choice);
}

/* Returns the relative error of a bin that remains with the best curve. */
static double noise_of(const struct ordo_choice *choice, const struct ordo_fit_data *s) {
    double v = 0;
    for (size_t i = 0; i < s->n_bins; i++) v += s->bin[i].variance / (double)s->n_bins;
    if (choice->n) v += choice->c[choice->best].curve.lack;
    return fmin(sqrt(v), 1);
}

/* Curves that drift are refuted. They have no probability if another curve comes near the best of
 * all; else theirs counts for no class. */
static void weigh(struct ordo_choice *choice) {
    double total = 0, best = -INFINITY;
    memset(choice->probability, 0, sizeof choice->probability);
    for (size_t i = 0; i < choice->n; i++)
        if (!choice->c[i].drifts) best = fmax(best, choice->c[i].score);
    bool near = best >= choice->c[choice->best].score - HOPELESS;
    for (size_t i = 0; i < choice->n; i++) {
        struct ordo_contender *c = &choice->c[i];
        c->probability = near && c->drifts ? 0 : exp(c->score - choice->c[choice->best].score);
        c->growth = ordo_curve_class(&c->curve);
        total += c->probability;
    }
    for (size_t i = 0; i < choice->n; i++) {
        struct ordo_contender *c = &choice->c[i];
        c->probability /= total;
        choice->probability[c->drifts ? ORDO_GROWTH_NONE : c->growth] += c->probability;
    }
}

/* Marks the contenders from `from` on that the largest sizes contradict. */
static void find_drifts(struct ordo_choice *choice, const struct ordo_fit_data *s, size_t from) {
    for (size_t i = from; i < choice->n; i++) {
        struct ordo_drift d = ordo_largest_drift(&choice->c[i].curve, s);
        choice->c[i].drifts = fabs(d.slope) - d.leeway > ORDO_MOST_DRIFT;
    }
}

/* Returns whether the best curve lacks fit and another curve might be better. */
static bool lacks_fit(const struct ordo_choice *choice, const struct ordo_fit_data *s) {
    if (!choice->n) return false;
    const struct ordo_curve *best = &choice->c[choice->best].curve;
    return best->lack > LACKING && is_improvable(best, s, WORTHWHILE);
}

static void choose(struct ordo_choice *choice, const struct ordo_fit_data *s) {
    struct round r = {.choice = choice, .s = s};
    choice->n = choice->best = 0;
    r.terms = terms_of((double)s->n_bins, noise_of(choice, s));
    compare_all(&r, 0);
    last_round(&r, 0);
    if (rises_steeply(s) &&
        (!choice->n || is_improvable(&choice->c[choice->best].curve, s, STEEPER)))
        enter_exponentials(&r);
    find_drifts(choice, s, 0);
    if (choice->n) {
        const struct ordo_curve *best = &choice->c[choice->best].curve;
        bool lacks = choice->c[choice->best].drifts ||
                     (lacks_fit(choice, s) && effective_bins(best, s) < 0.8 * (double)best->n);
        if (lacks && s->n_bins >= LEAST_LOW_BINS + LEAST_TOP_BINS + 1)
            for (int part = 1; part <= 4; part++) {
                size_t first = s->n_bins * (size_t)part / 6, from = choice->n;
                if (first < LEAST_LOW_BINS || s->n_bins - first < LEAST_TOP_BINS) continue;
                compare_all(&r, first);
                last_round(&r, from);
                find_drifts(choice, s, from);
            }
    }
    if (choice->n) {
        r.terms = terms_of(effective_bins(&choice->c[choice->best].curve, s), noise_of(choice, s));
        rescore(&r);
        weigh(choice);
    }
    choice->effective = r.terms.effective;
}

/* Returns the best score of a choice, to compare slacks: as if residuals were independent, and
 * with the same noise for all slacks. */
static double best_score(const struct ordo_choice *choice, const struct ordo_fit_data *s,
                         double noise) {
    double best = -INFINITY;
    struct terms terms = terms_of((double)s->n_bins, noise);
    for (size_t i = 0; i < choice->n; i++) best = fmax(best, score(&choice->c[i], s, terms));
    return best;
}

void ordo_choice_make_as(struct ordo_choice *choice, struct ordo_fit_data *s, double slack_power) {
    ordo_fit_data_set_slack(s, slack_power);
    choice->slack_power = slack_power;
    choose(choice, s);
}

/* Copies the part that is used. */
static void copy_choice(struct ordo_choice *to, const struct ordo_choice *from) {
    memcpy(to->c, from->c, from->n * sizeof *from->c);
    memcpy(to->probability, from->probability, sizeof from->probability);
    to->n = from->n;
    to->effective = from->effective;
    to->best = from->best;
    to->slack_power = from->slack_power;
}

void ordo_choice_make(struct ordo_choice *choice, struct ordo_fit_data *s) {
    struct ordo_choice even; /* not cleared: most of it stays unused */
    ordo_choice_make_as(choice, s, 0);
    if (!lacks_fit(choice, s)) return;
    double noise = noise_of(choice, s), as_even = best_score(choice, s, noise);
    copy_choice(&even, choice);
    ordo_choice_make_as(choice, s, 1);
    if (best_score(choice, s, noise) - NATS_OF_SLACK > as_even) return;
    ordo_fit_data_set_slack(s, 0);
    copy_choice(choice, &even);
}

const struct ordo_contender *ordo_choice_of(const struct ordo_choice *choice, enum ordo_growth g) {
    const struct ordo_contender *best = NULL;
    for (size_t i = 0; i < choice->n; i++)
        if (choice->c[i].growth == g && !choice->c[i].drifts &&
            (!best || choice->c[i].score > best->score))
            best = &choice->c[i];
    return best;
}
