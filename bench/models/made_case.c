/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * made_case.c: draws a sum of terms, sizes, numbers of calls, and the costs of the calls.
 *
 * Every noise has mean 1 (or adds its mean to the constant), so that the sum itself is the true
 * mean. Sawtooth and stairs have a mean of 1 over a doubling of n: the sum describes the growth,
 * and the local exponent is that of the sum. Outliers are not part of the truth.
 */
#include "models/made_case.h"

#include "models/acceptance.h"
#include "models/size_grid.h"

#include <math.h>
#include <stdio.h>

enum noise {
    NOISE_EXACT,
    NOISE_NORMAL,
    NOISE_LOG_NORMAL,
    NOISE_TWO_AMOUNTS, /* of work within a size, one of them rare */
    NOISE_BETWEEN,     /* sizes: the same for all calls of a size */
    NOISE_TAILS,       /* rare calls cost many times as much */
    NOISE_OUTLIERS,    /* single calls, at few sizes */
    NOISE_SAWTOOTH,    /* between powers of two */
    NOISE_STAIRS,      /* the leading term is that of the next power of two */
    NOISE_ADDED,       /* an amount that does not depend on n */
    NOISE_MIXTURE,     /* two branches of different growth */
    NOISE_SMALL_SIZES, /* behave in another way */
    NOISE_CELLS,       /* the size counts some cells that every call reads */
    NOISE_HIDDEN,      /* an exponential below a constant or linear part */
    MADE_NOISES
};

const char *const made_noises[] = {"exact",          "normal",
                                   "log-normal",     "two amounts",
                                   "between sizes",  "tails",
                                   "outliers",       "sawtooth",
                                   "stairs",         "added",
                                   "mixture",        "small sizes",
                                   "constant cells", "hidden exponential"};
const size_t n_made_noises = MADE_NOISES;

enum { MOST_TERMS = 4, MOST_DRAWS = 60000 };

struct made {
    enum noise noise;
    enum ordo_growth term[MOST_TERMS];
    double coefficient[MOST_TERMS], base;
    size_t terms;
    double level, rare, factor; /* of the noise: relative size, probability, ratio */
    double cells, below;        /* part of the size; sizes below behave in another way */
    double power;               /* growth of the other branch or regime */
    double top;
};

static double term_value(const struct made *m, size_t k, double n) {
    enum ordo_growth g = m->term[k];
    return m->coefficient[k] * (g == ORDO_GROWTH_EXP ? pow(m->base, n) : ordo_growth_value(g, n));
}

static double sum_at(const struct made *m, double size) {
    double sum = 0, n = size - m->cells;
    for (size_t k = 0; k < m->terms; k++) sum += term_value(m, k, n);
    return sum;
}

/* The cheaper branch of a mixture costs as much as the other one at the first size. */
static double branch_at(const struct made *m, double size) {
    return m->factor * pow(fmax(size - m->cells, 1), m->power);
}

static double mean_at(const struct made *m, double size) {
    double sum = sum_at(m, size);
    return m->noise == NOISE_MIXTURE ? m->rare * sum + (1 - m->rare) * branch_at(m, size) : sum;
}

/* Returns a multiplier of mean 1 that all calls of a size share. */
static double shared_noise(const struct made *m, double size, struct random_numbers *r) {
    double n = size - m->cells, octave = log2(n) - floor(log2(n));
    switch (m->noise) {
    case NOISE_BETWEEN:
        return exp(m->level * random_normal(r) - m->level * m->level / 2);
    case NOISE_SAWTOOTH:
        return 1 + m->level * (octave - 0.5);
    case NOISE_STAIRS: {
        double lead = term_value(m, 0, n), next = exp2(ceil(log2(n) - 1e-9));
        /* Over an octave of n, next / n is 1 / ln 2 on average. */
        return 1 + (term_value(m, 0, next * M_LN2) - lead) / sum_at(m, size);
    }
    case NOISE_SMALL_SIZES:
        return size < m->below ? m->factor * pow(size / m->below, m->power) : 1;
    default:
        return 1;
    }
}

static double call_cost(const struct made *m, double size, double shared,
                        struct random_numbers *r) {
    double mean = sum_at(m, size) * shared;
    switch (m->noise) {
    case NOISE_NORMAL:
    case NOISE_SMALL_SIZES:
    case NOISE_CELLS:
    case NOISE_OUTLIERS:
    case NOISE_HIDDEN:
        return mean * fmax(0.02, 1 + m->level * random_normal(r));
    case NOISE_LOG_NORMAL:
        return mean * exp(m->level * random_normal(r) - m->level * m->level / 2);
    case NOISE_TWO_AMOUNTS:
        return mean * (random_unit(r) < m->rare ? m->factor : 1) / (1 + m->rare * (m->factor - 1));
    case NOISE_TAILS: { /* Pareto with exponent `power`, of mean factor */
        double x = m->factor * (m->power - 1) / m->power * pow(1 - random_unit(r), -1 / m->power);
        return mean * (random_unit(r) < m->rare ? x : 1) / (1 + m->rare * (m->factor - 1));
    }
    case NOISE_ADDED: /* its mean is the last constant */
        return mean + m->level * (-log(1 - random_unit(r)) - 1);
    case NOISE_MIXTURE:
        return random_unit(r) < m->rare ? mean : branch_at(m, size);
    default:
        return mean;
    }
}

/* Returns the relative standard deviation of the mean of `count` calls that the noise causes. */
static double spread_of_mean(const struct made *m, double size, double count) {
    double mean = mean_at(m, size), within = 0, between = 0, share = 1 + m->rare * (m->factor - 1);
    switch (m->noise) {
    case NOISE_BETWEEN:
        between = m->level;
        break;
    case NOISE_TWO_AMOUNTS:
        within = sqrt(m->rare * (1 - m->rare)) * (m->factor - 1) / share;
        break;
    case NOISE_TAILS: {
        double squares =
            m->factor * m->factor * (m->power - 1) * (m->power - 1) / (m->power * (m->power - 2));
        within = sqrt(fmax(0, (1 - m->rare + m->rare * squares) / (share * share) - 1));
        break;
    }
    case NOISE_ADDED:
        within = m->level / mean;
        break;
    case NOISE_MIXTURE:
        within = sqrt(m->rare * (1 - m->rare)) * fabs(sum_at(m, size) - branch_at(m, size)) / mean;
        break;
    case NOISE_EXACT:
    case NOISE_SAWTOOTH:
    case NOISE_STAIRS:
        break;
    default:
        within = m->level;
    }
    double rounding = 0.41 / mean;
    return sqrt(between * between + within * within / count + rounding * rounding);
}

static void draw_terms(struct made *m, enum ordo_growth truth, double low, double high,
                       struct random_numbers *r) {
    double n_low = low - m->cells, n_high = high - m->cells;
    m->top = high;
    m->base = random_between(r, 1.15, 3);
    m->term[0] = truth;
    m->coefficient[0] = log_uniform(r, 0.1, 300);
    m->terms = 1;
    if (truth == ORDO_GROWTH_EXP) {
        /* From e^4 over the sizes to e^16 in all, so that lower terms have coefficients of
         * programs. */
        m->base = fmin(m->base, exp(16 / (n_high - 1)));
        m->base = fmax(m->base, exp(4 / (n_high - n_low)));
    }
    double lead = term_value(m, 0, n_high);
    size_t lower = random_unit(r) < 0.35 ? 0 : 1 + random_below(r, 2);
    if (m->noise == NOISE_HIDDEN) lower = 1;
    for (size_t k = 0; k < lower && truth > ORDO_GROWTH_1; k++) {
        /* Programs rather have lower terms without roots and logarithms. */
        static const enum ordo_growth usual[] = {ORDO_GROWTH_1, ORDO_GROWTH_N, ORDO_GROWTH_N2};
        enum ordo_growth g = (enum ordo_growth)random_below(r, (uint64_t)truth);
        if (random_unit(r) < 0.6) {
            do g = usual[random_below(r, 3)];
            while (g >= truth);
        }
        if (m->noise == NOISE_HIDDEN) g = random_unit(r) < 0.5 ? ORDO_GROWTH_1 : ORDO_GROWTH_N;
        double share =
            m->noise == NOISE_HIDDEN ? log_uniform(r, 0.03, 1.5) : log_uniform(r, 0.02, 2);
        m->term[m->terms] = g;
        m->coefficient[m->terms++] = share * lead / ordo_growth_value(g, n_high);
    }
    /* A call costs a few steps whatever its size; costs are whole numbers. */
    double least = log_uniform(r, 4, 30), sum = sum_at(m, low);
    if (sum < least) {
        m->term[m->terms] = ORDO_GROWTH_1;
        m->coefficient[m->terms++] = least - sum;
    }
}

static void draw_noise(struct made *m, double low, double high, struct random_numbers *r) {
    m->level = log_uniform(r, 0.01, 0.4);
    m->rare = random_between(r, 0.02, 0.4);
    m->factor = log_uniform(r, 2, 12);
    m->power = random_between(r, 2.2, 4);
    switch (m->noise) {
    case NOISE_LOG_NORMAL:
        m->level = log_uniform(r, 0.05, 0.9);
        break;
    case NOISE_BETWEEN:
        m->level = log_uniform(r, 0.01, 0.25);
        break;
    case NOISE_TAILS:
        m->rare = log_uniform(r, 0.005, 0.08);
        m->factor = log_uniform(r, 3, 40);
        break;
    case NOISE_SAWTOOTH:
        m->level = random_between(r, 0.1, 0.8);
        break;
    case NOISE_SMALL_SIZES:
        m->below = log_uniform(r, low, sqrt(low * high));
        m->factor = log_uniform(r, 0.1, 4);
        m->power = random_between(r, -0.5, 1);
        if (random_unit(r) < 0.5) m->level = 0;
        break;
    case NOISE_CELLS:
    case NOISE_OUTLIERS:
    case NOISE_HIDDEN:
        m->level = random_unit(r) < 0.5 ? 0 : log_uniform(r, 0.01, 0.2);
        break;
    default:
        break;
    }
}

static double true_exponent(const struct made *m, double low, double high) {
    return log(mean_at(m, high) / mean_at(m, low)) / log(high / low);
}

/* Adds a single call of ten to a thousand times the cost at a few sizes below the largest two. */
static void add_outliers(struct labelled_case *c, struct random_numbers *r) {
    size_t many = 1 + random_below(r, 1 + c->n / 40);
    for (size_t k = 0; k < many && c->n > 4; k++) {
        struct ordo_model_point *p = &c->points[random_below(r, c->n - 2)];
        point_add(p, floor(p->sum / p->count * log_uniform(r, 10, 1000)));
    }
}

static void label_acceptance(struct labelled_case *c, const struct made *m) {
    static double size[LABELLED_POINTS], cost[LABELLED_POINTS], sd[LABELLED_POINTS];
    size_t n = 0;
    for (size_t i = 0; i < c->n; i++) {
        const struct ordo_model_point *p = &c->points[i];
        /* Sizes that behave differently are no evidence about the others. */
        if (m->noise == NOISE_SMALL_SIZES && p->n < m->below) continue;
        size[n] = p->n;
        cost[n] = mean_at(m, p->n);
        sd[n++] = spread_of_mean(m, p->n, p->count);
    }
    unsigned none = CLASS_BIT(ORDO_GROWTH_NONE);
    double top = mean_at(m, m->top), lead = term_value(m, 0, m->top - m->cells) / top;
    if (m->noise == NOISE_MIXTURE) lead *= m->rare;
    c->accept = CLASS_BIT(c->truth);
    if (n) {
        double saw = m->level / sqrt(12), stair = 0.2 * fmin(lead, 1);
        double shared = m->noise == NOISE_SAWTOOTH ? saw : m->noise == NOISE_STAIRS ? stair : 0;
        struct evidence e = {n, size, cost, sd, lead, shared};
        c->accept |= accepted_classes(&e, c->truth, false);
    } else {
        c->accept |= none;
    }
    /* Among few sizes, one that is far off may as well be the rule. */
    if (m->noise == NOISE_OUTLIERS && c->n < 12) c->accept |= none;
    /* One or two calls of a size do not show that there are branches, and which is the mean. */
    double calls = 0;
    for (size_t i = 0; i < c->n; i++) calls += c->points[i].count;
    if (m->noise == NOISE_MIXTURE && calls < 3 * (double)c->n) c->accept |= none;
}

static enum ordo_growth worst_of(const struct made *m, enum ordo_growth truth) {
    switch (m->noise) {
    case NOISE_LOG_NORMAL:
    case NOISE_TAILS:
    case NOISE_OUTLIERS:
    case NOISE_ADDED: /* the greatest of the draws may hide the growth */
        return ORDO_GROWTH_NONE;
    default:
        return truth;
    }
}

static enum size_grid draw_grid(struct made *m, enum ordo_growth truth, struct random_numbers *r,
                                double *size, size_t *n) {
    static const double most[] = {1e6, 1e6, 1e6, 1e6, 1e6, 1e5, 3e4, 3e4, 3000};
    enum size_grid grid = (enum size_grid)random_below(r, GRIDS);
    if (m->noise == NOISE_CELLS) m->cells = floor(log_uniform(r, 2, 100));
    if (truth == ORDO_GROWTH_EXP) {
        double low = 2 + (double)random_below(r, 8);
        grid = GRID_ALL;
        *n = 7 + random_below(r, 20);
        for (size_t i = 0; i < *n; i++) size[i] = low + (double)i;
    } else {
        *n = size_grid_make(r, grid, 2 + (double)random_below(r, 12), most[truth], size);
    }
    for (size_t i = 0; i < *n; i++) size[i] += m->cells;
    return grid;
}

void made_case_make(struct labelled_case *c, size_t noise, struct random_numbers *r) {
    static double size[LABELLED_POINTS], count[LABELLED_POINTS];
    struct made m = {.noise = (enum noise)noise};
    enum ordo_growth truth = (enum ordo_growth)random_below(r, ORDO_GROWTH_NONE);
    if (m.noise == NOISE_HIDDEN) truth = ORDO_GROWTH_EXP;
    if (m.noise == NOISE_STAIRS && truth == ORDO_GROWTH_EXP) truth = ORDO_GROWTH_N;
    if (m.noise == NOISE_MIXTURE && truth == ORDO_GROWTH_1) truth = ORDO_GROWTH_N;
    size_t n = 0;
    enum size_grid grid = draw_grid(&m, truth, r, size, &n);
    draw_noise(&m, size[0], size[n - 1], r);
    draw_terms(&m, truth, size[0], size[n - 1], r);
    if (m.noise == NOISE_MIXTURE) { /* the other branch grows less by n^0.5 or more */
        double degree = truth == ORDO_GROWTH_EXP ? 1 : ordo_growth_degree(truth);
        m.rare = random_between(r, 0.15, 0.7);
        m.power = degree <= 0.5 ? 0 : floor(random_between(r, 0, 2 * degree - 0.01)) / 2;
        m.factor = sum_at(&m, size[0]) / pow(fmax(size[0], 1), m.power) * log_uniform(r, 0.3, 1);
    }
    if (m.noise == NOISE_ADDED) { /* up to the cost of the middle of the sizes */
        m.level = sum_at(&m, sqrt(size[0] * size[n - 1])) * log_uniform(r, 0.02, 1);
        m.term[m.terms < MOST_TERMS ? m.terms : MOST_TERMS - 1] = ORDO_GROWTH_1;
        if (m.terms < MOST_TERMS) m.terms++;
        m.coefficient[m.terms - 1] += m.level;
    }
    call_counts_make(r, (enum call_counts)random_below(r, CALL_COUNTS), n, count);
    *c = (struct labelled_case){.family = made_noises[noise],
                                .group = made_noises[noise],
                                .grid = size_grid_name(grid),
                                .noise = made_noises[noise],
                                .n = n,
                                .truth = truth,
                                .classes = CLASS_BIT(truth),
                                .worst = worst_of(&m, truth),
                                .exponent = NAN};
    for (size_t i = 0; i < n; i++) {
        /* Costs are whole numbers; rounding up as often as the rest demands keeps the mean. */
        double shared = shared_noise(&m, size[i], r), rounding = random_unit(r);
        double calls = fmin(count[i], fmax(1, floor((double)MOST_DRAWS / (double)n)));
        c->points[i] = (struct ordo_model_point){.n = size[i]};
        for (double k = 0; k < calls; k++)
            point_add(&c->points[i], fmax(1, floor(call_cost(&m, size[i], shared, r) + rounding)));
    }
    if (m.noise == NOISE_OUTLIERS) add_outliers(c, r);
    int used = snprintf(c->about, sizeof c->about, "%s:", ordo_growth_name(truth));
    for (size_t k = 0; k < m.terms; k++)
        used += snprintf(c->about + used, sizeof c->about - (size_t)used, " %.3g %s",
                         m.coefficient[k], ordo_growth_name(m.term[k]));
    snprintf(c->about + used, sizeof c->about - (size_t)used,
             ", base %.3g level %.2g rare %.2g x %.2g", m.base, m.level, m.rare, m.factor);
    double top = size[n - 1], middle = sqrt(size[0] * top);
    bool steep = truth == ORDO_GROWTH_EXP;
    if (n > 1 && !steep) c->exponent = true_exponent(&m, middle, top);
    c->at = steep ? top + 5 : 10 * top;
    c->predicted = mean_at(&m, c->at);
    label_acceptance(c, &m);
}
