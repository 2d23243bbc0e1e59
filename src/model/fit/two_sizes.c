/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * two_sizes.c: every form is fitted to every pair of sizes, and judged by how well it predicts
 * calls that were left out.
 *
 * score = - calls * ln(error of left-out calls) - prices of columns, form, sizes and coefficients
 *
 * A form is a contender only if each of its leading terms is certain, and noticeable. There is no
 * answer unless the best one leaves much less unexplained than any function of one size.
 */
#include "model/fit/two_sizes.h"

#include "base/memory.h"
#include "model/fit/left_out.h"
#include "model/fit/one_size.h"
#include "model/fit/straight_line.h"
#include "model/fit/two_size_forms.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define LEAST_ALONE 0.08    /* an error of one size that leaves something to explain */
#define MUCH_BETTER 2.5     /* least ratio of the errors of one size and of two */
#define MOST_ERROR 0.25     /* of two sizes */
#define MOST_LOG_ERROR 0.05 /* of a class with a logarithm: other curves bend like it */
#define LEAST_GAIN 12.0     /* nats by which two sizes must be likelier than one */
#define ERROR_FLOOR 0.01    /* smaller errors are not better: lower terms that are not candidates */
#define FINE_FLOOR 1e-5     /* the same when lower terms are chosen: counts are exact */
#define NEAR_ALL 0.03       /* an error that is the same with other weights */
#define HOPEFUL 1.5        /* least ratio of the errors at first, which other weights may improve */
#define SURE_TERM 5.0      /* standard errors of a leading coefficient that it must differ from 0 */
#define LEAST_PRODUCT 0.3  /* part of the largest costs that a product must have */
#define LEAST_PART 0.05    /* mean part of the cost that each term of a sum must have */
#define MOST_NEGATIVE 0.5  /* of the positive terms */
#define SURE 0.8           /* probability that a form needs, up to logarithms */
#define VARIES 2.5         /* least ratio of the largest and the smallest size */
#define VARIES_LOG 6.0     /* the same, for a size that is only in a logarithm */
#define MOST_TIED 0.97     /* correlation of the logarithms of the sizes */
#define LEAST_PER_STEP 0.1 /* blocks per n·m: a cell may have several elements */
#define LEAST_PER_LOG 0.5  /* blocks per step of a search */
#define PRICE_PER_DECADE 10.0 /* nats, below these */
#define MOST_DECADES 0.3      /* a class whose coefficients are further below is not believed */
#define COLUMN_PRICE 1.0      /* nats */
#define RANK_PRICE 2.0        /* nats per rank of preference */
/* More calls do not count: what a form leaves is the same for similar calls. */
#define EFFECTIVE_CALLS 24
enum { LEAST_CALLS = 8, LEAST_VALUES = 4, MOST_CALLS = 256, MOST_CONTENDERS = 320, PAIR_SIZES = 5 };

struct contender {
    unsigned n, m; /* sizes */
    const struct ordo_two_size_form *form;
    bool swapped;
    struct ordo_left_out_sum sum, fine; /* fine: its lower terms are those that predict best */
    double error, score;
    bool has_class; /* false: a leading term is certain and too small to name the class */
};

struct search {
    const struct ordo_call *calls; /* n, distinct sizes */
    size_t n;
    unsigned sizes;
    const unsigned char *preference;
    enum ordo_cost_unit unit;
    double alone;
    struct contender c[MOST_CONTENDERS];
    size_t n_contenders;
};

/* The calls whose two sizes are known. */
struct pair {
    unsigned a, b;
    size_t n;
    double *x, *y, *cost, *columns;
    double x_ratio, y_ratio;
};

static int by_sizes(const void *a, const void *b) {
    const struct ordo_call *x = a, *y = b;
    for (unsigned k = 0; k < ORDO_CALL_SIZES; k++)
        if (x->size[k] != y->size[k]) return x->size[k] < y->size[k] ? -1 : 1;
    return (x->cost > y->cost) - (x->cost < y->cost);
}

/* Returns the calls in the order of their sizes. Calls of the same sizes become one with their mean
 * cost: a call that is repeated says nothing new. If there are very many, evenly chosen ones are
 * kept. */
static struct ordo_call *distinct(const struct ordo_call *calls, size_t n, unsigned sizes,
                                  size_t *n_out) {
    struct ordo_call *c = ordo_memory_new(n + 1, sizeof *c);
    size_t used = 0, kept = 0;
    for (size_t i = 0; i < n; i++) {
        if (!(calls[i].cost > 0) || !isfinite(calls[i].cost)) continue;
        c[used] = calls[i];
        for (unsigned k = 0; k < ORDO_CALL_SIZES; k++)
            if (k >= sizes || !(c[used].size[k] > 0) || !isfinite(c[used].size[k]))
                c[used].size[k] = 0;
        used++;
    }
    qsort(c, used, sizeof *c, by_sizes);
    for (size_t i = 0; i < used;) {
        size_t first = i;
        double sum = 0;
        for (; i < used && !memcmp(c[i].size, c[first].size, sizeof c[i].size); i++)
            sum += c[i].cost;
        c[kept] = c[first];
        c[kept++].cost = sum / (double)(i - first);
    }
    if (kept > MOST_CALLS) {
        for (size_t k = 0; k < MOST_CALLS; k++) c[k] = c[k * (kept - 1) / (MOST_CALLS - 1)];
        kept = MOST_CALLS;
    }
    *n_out = kept;
    return c;
}

static int by_value(const void *a, const void *b) {
    const double *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/* Returns the ratio of the greatest and the least value; 1 if there are too few. */
static double ratio_of(const double *values, size_t n) {
    double sorted[MOST_CALLS];
    size_t many = n > 0;
    if (!n) return 1;
    memcpy(sorted, values, n * sizeof *sorted);
    qsort(sorted, n, sizeof *sorted, by_value);
    for (size_t i = 1; i < n; i++) many += sorted[i] > sorted[i - 1];
    return many >= LEAST_VALUES ? sorted[n - 1] / sorted[0] : 1;
}

/* Returns how much a size of all calls varies, and sets *error to that of the best curve. */
static double look_at_one(const struct search *s, unsigned k, double *error) {
    double size[MOST_CALLS], cost[MOST_CALLS];
    size_t n = 0;
    for (size_t i = 0; i < s->n; i++)
        if (s->calls[i].size[k] > 0) {
            size[n] = s->calls[i].size[k];
            cost[n++] = s->calls[i].cost;
        }
    *error = 1;
    if (n < LEAST_CALLS || 5 * n < 4 * s->n) return 1;
    double ratio = ratio_of(size, n);
    if (ratio > 1) *error = ordo_one_size_error(size, cost, n);
    return ratio;
}

static bool pair_init(struct pair *p, const struct search *s, unsigned a, unsigned b) {
    *p = (struct pair){.a = a, .b = b};
    p->x = ordo_memory_new(s->n, sizeof *p->x);
    p->y = ordo_memory_new(s->n, sizeof *p->y);
    p->cost = ordo_memory_new(s->n, sizeof *p->cost);
    p->columns = ordo_memory_new(s->n * ORDO_TWO_SIZE_COLUMNS, sizeof *p->columns);
    struct ordo_straight_line line = {0};
    for (size_t i = 0; i < s->n; i++) {
        double x = s->calls[i].size[a], y = s->calls[i].size[b];
        if (!(x > 0) || !(y > 0)) continue;
        p->x[p->n] = x;
        p->y[p->n] = y;
        p->cost[p->n] = s->calls[i].cost;
        for (unsigned k = 0; k < ORDO_TWO_SIZE_COLUMNS; k++) {
            const struct ordo_two_size_column *c = &ordo_two_size_columns[k];
            p->columns[p->n * ORDO_TWO_SIZE_COLUMNS + k] =
                ordo_growth_value((enum ordo_growth)c->of_n, x) *
                ordo_growth_value((enum ordo_growth)c->of_m, y);
        }
        ordo_straight_line_add(&line, log(x), log(y));
        p->n++;
    }
    p->x_ratio = ratio_of(p->x, p->n);
    p->y_ratio = ratio_of(p->y, p->n);
    return p->n >= LEAST_CALLS && p->x_ratio >= VARIES && p->y_ratio >= VARIES &&
           sqrt(ordo_straight_line_slope(&line).explained) <= MOST_TIED;
}

static void pair_done(struct pair *p) {
    free(p->x);
    free(p->y);
    free(p->cost);
    free(p->columns);
}

/* Returns whether the sum makes sense at all calls: it is positive, and subtracts little except
 * where the form is a product with a difference. */
static bool makes_sense(const struct ordo_left_out *l, const struct ordo_left_out_sum *s,
                        const struct ordo_two_size_form *f) {
    for (unsigned k = 0; k < f->n_leading; k++)
        if (!(s->coef[k] > 0)) return false;
    for (size_t i = 0; i < l->n; i++) {
        double more = 0, less = 0;
        for (unsigned k = 0; k < s->n; k++) {
            double v = s->coef[k] * l->columns[i * l->k + s->column[k]];
            if (v > 0)
                more += v;
            else
                less -= v;
        }
        if (!(more > less) || (!f->may_subtract && less > MOST_NEGATIVE * more)) return false;
    }
    return true;
}

/* Returns whether all leading terms certainly differ from 0. */
static bool is_certain(const struct ordo_left_out *l, const struct ordo_left_out_sum *s,
                       unsigned leading, double error) {
    double v = error * error * (double)l->n / (double)(l->n - s->n);
    v = fmax(v, ERROR_FLOOR * ERROR_FLOOR);
    for (unsigned k = 0; k < leading; k++)
        if (s->coef[k] < SURE_TERM * sqrt(v * s->inverse[k][k])) return false;
    return true;
}

/* Returns whether the leading terms are a noticeable part of the cost: a product of the quarter of
 * the calls that cost most, each term of a sum of all calls. */
static bool is_noticeable(const struct ordo_left_out *l, const struct ordo_left_out_sum *s,
                          unsigned leading) {
    double sorted[MOST_CALLS], part[2] = {0}, calls = 0;
    memcpy(sorted, l->cost, l->n * sizeof *sorted);
    qsort(sorted, l->n, sizeof *sorted, by_value);
    double from = leading == 1 ? sorted[3 * l->n / 4] : 0;
    for (size_t i = 0; i < l->n; i++) {
        if (l->cost[i] < from) continue;
        for (unsigned k = 0; k < leading; k++)
            part[k] +=
                s->coef[k] * l->columns[i * l->k + s->column[k]] / ordo_left_out_value(l, s, i);
        calls++;
    }
    for (unsigned k = 0; k < leading; k++)
        if (part[k] < (leading == 1 ? LEAST_PRODUCT : LEAST_PART) * calls) return false;
    return true;
}

/* Returns whether each size varies enough for its part in the leading terms. */
static bool varies(const struct pair *p, const struct ordo_two_size_form *f, bool swapped) {
    bool only_log_x = true, only_log_y = true;
    for (unsigned k = 0; k < f->n_leading; k++) {
        const struct ordo_two_size_column *c =
            &ordo_two_size_columns[swapped ? ordo_two_size_swapped(f->leading[k]) : f->leading[k]];
        if (c->of_n > ORDO_GROWTH_LOG) only_log_x = false;
        if (c->of_m > ORDO_GROWTH_LOG) only_log_y = false;
    }
    return (!only_log_x || p->x_ratio >= VARIES_LOG) && (!only_log_y || p->y_ratio >= VARIES_LOG);
}

static bool has_logarithm(enum ordo_growth g) {
    enum ordo_growth other = ordo_growth_other_log(g);
    return other != ORDO_GROWTH_NONE && other < g;
}

static bool column_has_logarithm(unsigned column) {
    const struct ordo_two_size_column *c = &ordo_two_size_columns[column];
    return has_logarithm((enum ordo_growth)c->of_n) || has_logarithm((enum ordo_growth)c->of_m);
}

/* Returns by how many decades leading coefficients are less than what code costs: each step of a
 * loop is at least one block. A small coefficient beside large lower terms only bends them. */
static double decades_below(const struct search *s, const struct ordo_left_out_sum *sum,
                            const struct ordo_two_size_form *f) {
    double decades = 0;
    for (unsigned k = 0; s->unit == ORDO_UNIT_BLOCKS && k < f->n_leading; k++) {
        double least = column_has_logarithm(sum->column[k]) ? LEAST_PER_LOG : LEAST_PER_STEP;
        decades += fmax(0, log10(least / sum->coef[k]));
    }
    return decades;
}

static double score_of(const struct search *s, const struct pair *p,
                       const struct ordo_two_size_form *f, unsigned columns, double error,
                       double floor) {
    double price = f->price + RANK_PRICE * (s->preference[p->a] + s->preference[p->b]);
    double calls = fmin((double)p->n, EFFECTIVE_CALLS);
    return -calls * log(fmax(error, floor)) - COLUMN_PRICE * columns - price;
}

/* Fits the form with every choice of its lower terms, and keeps the best one in *out. */
static bool try_form(const struct search *s, const struct pair *p, const struct ordo_left_out *l,
                     const struct ordo_two_size_form *f, bool swapped, struct contender *out) {
    *out =
        (struct contender){.n = p->a, .m = p->b, .form = f, .swapped = swapped, .score = -INFINITY};
    double fine = -INFINITY;
    if (!varies(p, f, swapped)) return false;
    for (unsigned choice = 0; choice < 1u << f->n_lower; choice++) {
        struct ordo_left_out_sum sum = {.n = f->n_leading};
        memcpy(sum.column, f->leading, f->n_leading);
        for (unsigned k = 0; k < f->n_lower; k++)
            if (choice >> k & 1) sum.column[sum.n++] = f->lower[k];
        if (f->may_subtract && !(choice & 1)) continue; /* what it subtracts is first */
        for (unsigned k = 0; swapped && k < sum.n; k++)
            sum.column[k] = (unsigned char)ordo_two_size_swapped(sum.column[k]);
        if (!ordo_left_out_fit(l, &sum) || HOPEFUL * sqrt(sum.rest) > s->alone) continue;
        double least = sqrt(sum.rest);
        if (score_of(s, p, f, sum.n, least, ERROR_FLOOR) <= out->score &&
            score_of(s, p, f, sum.n, least, FINE_FLOOR) <= fine)
            continue;
        double error = ordo_left_out_error(l, &sum);
        if (!makes_sense(l, &sum, f) || !is_certain(l, &sum, f->n_leading, error)) continue;
        double decades = PRICE_PER_DECADE * decades_below(s, &sum, f);
        double score = score_of(s, p, f, sum.n, error, ERROR_FLOOR) - decades;
        if (score > out->score) {
            out->sum = sum;
            out->error = error;
            out->score = score;
        }
        score = score_of(s, p, f, sum.n, error, FINE_FLOOR) - decades;
        if (score > fine) {
            out->fine = sum;
            fine = score;
        }
    }
    if (!isfinite(out->score)) return false;
    out->has_class =
        is_noticeable(l, &out->sum, f->n_leading) && decades_below(s, &out->sum, f) <= MOST_DECADES;
    for (unsigned k = 0; k < f->n_leading; k++)
        if (column_has_logarithm(out->sum.column[k]) && out->error > MOST_LOG_ERROR)
            out->has_class = false;
    return true;
}

static void try_all(struct search *s, const struct pair *p, const struct ordo_left_out *l,
                    size_t from) {
    s->n_contenders = from;
    for (unsigned k = 0; k < ordo_n_two_size_forms; k++) {
        const struct ordo_two_size_form *f = &ordo_two_size_forms[k];
        for (int swapped = 0; swapped < (f->symmetric ? 1 : 2); swapped++)
            if (s->n_contenders < MOST_CONTENDERS &&
                try_form(s, p, l, f, swapped, &s->c[s->n_contenders]))
                s->n_contenders++;
    }
}

static const struct contender *best_of(const struct search *s, size_t from) {
    const struct contender *best = NULL;
    for (size_t i = from; i < s->n_contenders; i++)
        if (!best || s->c[i].score > best->score) best = &s->c[i];
    return best;
}

/* Fits twice: relative to the costs, and then to what the best form says. That changes little if
 * the form is near all costs, and it does not help if no form is near them. */
static void try_pair(struct search *s, const struct pair *p) {
    struct ordo_left_out l;
    size_t from = s->n_contenders;
    ordo_left_out_init(&l, p->columns, ORDO_TWO_SIZE_COLUMNS, p->cost, p->n);
    try_all(s, p, &l, from);
    const struct contender *best = best_of(s, from);
    if (best && best->error > NEAR_ALL && s->alone > HOPEFUL * best->error) {
        struct ordo_left_out_sum sum = best->sum;
        ordo_left_out_weigh(&l, &sum);
        try_all(s, p, &l, from);
    }
    ordo_left_out_done(&l);
}

static bool same_power(unsigned a, unsigned b) {
    enum ordo_growth x = (enum ordo_growth)a, y = (enum ordo_growth)b;
    return ordo_growth_degree(x) == ordo_growth_degree(y) &&
           (x == ORDO_GROWTH_1) == (y == ORDO_GROWTH_1);
}

/* Returns whether two columns depend on the same sizes and differ by logarithms only. */
static bool same_powers(unsigned a, unsigned b) {
    const struct ordo_two_size_column *x = &ordo_two_size_columns[a],
                                      *y = &ordo_two_size_columns[b];
    return same_power(x->of_n, y->of_n) && same_power(x->of_m, y->of_m);
}

/* Returns whether each leading term of x is one of y's, up to logarithms. */
static bool is_within(const struct contender *x, const struct contender *y) {
    for (unsigned k = 0; k < x->form->n_leading; k++) {
        bool found = false;
        for (unsigned i = 0; i < y->form->n_leading; i++)
            if (same_powers(x->sum.column[k], y->sum.column[i])) found = true;
        if (!found) return false;
    }
    return true;
}

/* Returns whether two contenders differ by logarithms only, or by a term that one of them does not
 * need: n + m log n and m log n. */
static bool alike(const struct contender *x, const struct contender *y) {
    return x->n == y->n && x->m == y->m && (is_within(x, y) || is_within(y, x));
}

/* Chooses the class. If none is sure, sets only the reason. */
static void decide(const struct search *s, struct ordo_two_sizes *out) {
    const struct contender *best = best_of(s, 0);
    out->why = ORDO_TWO_SIZES_NONE;
    if (!best || best->error > MOST_ERROR || s->alone < MUCH_BETTER * best->error) return;
    double one = -fmin((double)s->n, EFFECTIVE_CALLS) * log(fmax(s->alone, ERROR_FLOOR));
    double freedom = (double)s->n - best->sum.n;
    if (freedom * log(s->alone / fmax(best->error, ERROR_FLOOR)) < LEAST_GAIN) return;
    double whole = exp(one - best->score), like = 0;
    for (size_t i = 0; i < s->n_contenders; i++) {
        const struct contender *c = &s->c[i];
        if (c->n != best->n || c->m != best->m) continue;
        double likely = exp(c->score - best->score);
        whole += likely;
        if (c->has_class && alike(c, best)) like += likely;
    }
    out->why = ORDO_TWO_SIZES_UNSURE;
    if (!best->has_class || like < SURE * whole) return;
    out->why = ORDO_TWO_SIZES_KNOWN;
    out->n = best->n;
    out->m = best->m;
    out->n_leading = best->form->n_leading;
    out->n_terms = best->fine.n;
    for (unsigned k = 0; k < best->fine.n; k++) {
        const struct ordo_two_size_column *c = &ordo_two_size_columns[best->fine.column[k]];
        out->term[k] = (struct ordo_two_size_term){best->fine.coef[k], (enum ordo_growth)c->of_n,
                                                   (enum ordo_growth)c->of_m};
    }
    out->probability = like / whole;
    out->error = best->error;
    out->alone = s->alone;
}

static void set_ranges(const struct search *s, struct ordo_two_sizes *out) {
    out->n_min = out->m_min = INFINITY;
    for (size_t i = 0; i < s->n; i++) {
        double n = s->calls[i].size[out->n], m = s->calls[i].size[out->m];
        if (!(n > 0) || !(m > 0)) continue;
        out->calls++;
        out->n_min = fmin(out->n_min, n);
        out->n_max = fmax(out->n_max, n);
        out->m_min = fmin(out->m_min, m);
        out->m_max = fmax(out->m_max, m);
    }
}

/* Tries all pairs of the sizes that vary. */
static void search_pairs(struct search *s, struct ordo_two_sizes *out) {
    unsigned varying[ORDO_CALL_SIZES], n = 0, pairs = 0;
    for (unsigned k = 0; k < s->sizes; k++) {
        double error, ratio = look_at_one(s, k, &error);
        s->alone = fmin(s->alone, error);
        if (ratio >= VARIES && n < PAIR_SIZES) varying[n++] = k;
    }
    out->alone = s->alone;
    out->why = s->alone < LEAST_ALONE ? ORDO_TWO_SIZES_ALONE : ORDO_TWO_SIZES_TOGETHER;
    if (s->alone < LEAST_ALONE) return;
    for (unsigned i = 0; i < n; i++)
        for (unsigned k = i + 1; k < n; k++) {
            struct pair p;
            if (pair_init(&p, s, varying[i], varying[k])) {
                try_pair(s, &p);
                pairs++;
            }
            pair_done(&p);
        }
    if (!pairs) return;
    decide(s, out);
    if (out->why == ORDO_TWO_SIZES_KNOWN) set_ranges(s, out);
}

void ordo_two_sizes_fit(const struct ordo_call *calls, size_t n, unsigned sizes,
                        const unsigned char *preference, enum ordo_cost_unit unit,
                        struct ordo_two_sizes *out) {
    struct search *s = ordo_memory_new(1, sizeof *s);
    *out = (struct ordo_two_sizes){.why = ORDO_TWO_SIZES_FEW};
    struct ordo_call *own = distinct(calls, n, sizes, &s->n);
    s->calls = own;
    s->sizes = sizes;
    s->preference = preference;
    s->unit = unit;
    s->alone = 1;
    if (s->n >= LEAST_CALLS) search_pairs(s, out);
    free(own);
    free(s);
}

void ordo_two_sizes_swap(struct ordo_two_sizes *t) {
    struct ordo_two_sizes x = *t;
    t->n = x.m, t->m = x.n;
    t->n_min = x.m_min, t->n_max = x.m_max;
    t->m_min = x.n_min, t->m_max = x.n_max;
    for (unsigned k = 0; k < t->n_terms; k++) {
        t->term[k].of_n = x.term[k].of_m;
        t->term[k].of_m = x.term[k].of_n;
    }
}

double ordo_two_sizes_value(const struct ordo_two_sizes *t, double n, double m) {
    double sum = 0;
    for (unsigned k = 0; k < t->n_terms; k++)
        sum += t->term[k].coefficient * ordo_growth_value(t->term[k].of_n, n) *
               ordo_growth_value(t->term[k].of_m, m);
    return sum;
}

double ordo_two_sizes_degree(const struct ordo_two_sizes *t) {
    double most = 0;
    for (unsigned k = 0; k < t->n_leading; k++)
        most =
            fmax(most, ordo_growth_degree(t->term[k].of_n) + ordo_growth_degree(t->term[k].of_m));
    return most;
}

enum ordo_growth ordo_two_sizes_growth(const struct ordo_two_sizes *t) {
    double degree = ordo_two_sizes_degree(t);
    bool logarithm = false;
    for (unsigned k = 0; k < t->n_leading; k++) {
        const struct ordo_two_size_term *x = &t->term[k];
        if (ordo_growth_degree(x->of_n) + ordo_growth_degree(x->of_m) == degree)
            logarithm |= has_logarithm(x->of_n) || has_logarithm(x->of_m);
    }
    for (int g = 0; g < ORDO_GROWTH_EXP; g++)
        if (ordo_growth_degree((enum ordo_growth)g) == degree &&
            has_logarithm((enum ordo_growth)g) == logarithm)
            return (enum ordo_growth)g;
    return ORDO_GROWTH_NONE;
}
