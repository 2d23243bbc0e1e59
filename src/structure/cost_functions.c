/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * cost_functions.c: sorts the invocations once per size. Then adds up each cost along them into
 * points, one per distinct size.
 */
#include "structure/cost_functions.h"

#include "base/memory.h"
#include "base/vector.h"

#include <math.h>
#include <stdlib.h>

#define TIE 1.5      /* unexplained variances within this factor are equal */
#define TIE_OF_ONE 4 /* the same, if the sizes measure the same: one determines the other */
#define FLOOR 1e-4   /* 1 % off is as good as exact */
#define FEW 5        /* distinct sizes; with fewer, many models fit somehow, so one must fit well */
#define POOR 0.1     /* unexplained variance: 32 % off */
#define NARROW 2     /* sizes within this factor: steps also vary for other reasons */
#define STEEP 8      /* times the growth of the class */
#define MOST_OF 0.75 /* of the invocations that some size is known of */
#define FASTER 0.25  /* between the intervals of two exponents: more than a logarithm adds */

struct sized {
    uint64_t n;
    const struct ordo_combined *invocation;
};

struct key_set {
    struct ordo_size_key *sizes;
    struct ordo_cost_key *costs;
    size_t n_sizes, sizes_capacity, n_costs, costs_capacity;
};

struct work {
    struct ordo_cost_functions *f;
    const struct ordo_costs *c;
    struct key_set keys;
    struct sized *sized;
    size_t n_sized, first_function;
    uint64_t unmeasured;
};

static void add_size(struct work *w, struct ordo_size_key key) {
    struct key_set *k = &w->keys;
    k->sizes = ordo_vector_reserve(k->sizes, &k->sizes_capacity, k->n_sizes + 1, sizeof *k->sizes);
    k->sizes[k->n_sizes++] = key;
}

static void add_cost(struct work *w, struct ordo_cost_key key) {
    struct key_set *k = &w->keys;
    k->costs = ordo_vector_reserve(k->costs, &k->costs_capacity, k->n_costs + 1, sizeof *k->costs);
    k->costs[k->n_costs++] = key;
}

static int by_class_and_type(const void *a, const void *b) {
    const struct ordo_combined_input *x = a, *y = b;
    uint32_t s = x->type + 1, t = y->type + 1; /* elements of all types first */
    if (!s != !t) return s ? 1 : -1;
    if (x->input != y->input) return x->input < y->input ? -1 : 1;
    return (s > t) - (s < t);
}

/* Lists the keys of every class and type that is not always 0. */
static void list_keys(struct work *w) {
    const struct ordo_costs *c = w->c;
    struct ordo_combined_input *all = ordo_memory_new(c->n_inputs + 1, sizeof *all);
    size_t n_all = 0;
    for (size_t i = 0; i < c->n; i++)
        for (size_t k = 0; k < c->list[i].n; k++) all[n_all++] = c->inputs[c->list[i].first + k];
    if (n_all) qsort(all, n_all, sizeof *all, by_class_and_type);
    add_cost(w, (struct ordo_cost_key){ORDO_COST_STEPS, ORDO_INPUT_NONE, ORDO_TYPE_NONE});
    for (size_t i = 0, n; i < n_all; i += n) {
        struct ordo_combined_input any = all[i];
        for (n = 1; i + n < n_all && by_class_and_type(&all[i], &all[i + n]) == 0; n++) {
            for (int k = 0; k < ORDO_SIZES; k++) any.size[k] |= all[i + n].size[k];
            any.leads_on |= all[i + n].leads_on;
            for (int k = 0; k < ORDO_COSTS; k++) any.cost[k] |= all[i + n].cost[k];
        }
        /* The objects that an array of pointers leads to are not at its indices. */
        bool array = w->c->classes.list[any.input].form == ORDO_INPUT_ARRAY;
        bool leads = array && any.type == ORDO_TYPE_NONE && any.leads_on;
        if (leads && any.size[ORDO_SIZE_USED])
            add_size(w, (struct ordo_size_key){ORDO_SIZE_USED, any.input, any.type});
        for (int k = 0; k < ORDO_SIZES; k++)
            if (any.size[k] && !(leads && k == ORDO_SIZE_USED))
                add_size(w, (struct ordo_size_key){(enum ordo_size_metric)k, any.input, any.type});
        for (int k = ORDO_COST_READS; k < ORDO_COSTS; k++)
            if (any.cost[k])
                add_cost(w, (struct ordo_cost_key){(enum ordo_cost_metric)k, any.input, any.type});
    }
    free(all);
}

static int by_n(const void *a, const void *b) {
    const struct sized *x = a, *y = b;
    return (x->n > y->n) - (x->n < y->n);
}

/* Whether this size of the partial invocation is unknown. `x`: what was recorded. If several inputs
 * are added up, some may be missing. */
static bool is_unknown(const struct ordo_size_key *key, const struct ordo_combined_input *x) {
    return !x || x->inputs > 1 || key->metric == ORDO_SIZE_USED;
}

/* Whether the size of the input is known. `counts_types`: the costs are of elements of single
 * types, which are counted only where the input was looked at. */
static bool is_known(const struct ordo_size_key *key, const struct ordo_combined_input *x,
                     bool counts_types) {
    bool elements = key->metric == ORDO_SIZE_ELEMENTS && key->type == ORDO_TYPE_NONE;
    /* From accesses, which all count. */
    if (key->metric == ORDO_SIZE_USED) return counts_types ? x->whole : x->knows_used;
    return elements && !counts_types ? x->measured : x->whole;
}

/* Sorts the invocations by this size, without the partial ones if `whole`; returns whether the size
 * changes. */
static bool sort_by_size(struct work *w, const struct ordo_size_key *key, bool whole) {
    w->n_sized = 0;
    w->unmeasured = 0;
    for (size_t i = 0; i < w->c->n; i++) {
        const struct ordo_combined *v = &w->c->list[i];
        const struct ordo_combined_input *all =
            ordo_costs_find(w->c, v, key->input, ORDO_TYPE_NONE);
        const struct ordo_combined_input *x = ordo_costs_find(w->c, v, key->input, key->type);
        bool types = whole && w->c->classes.list[key->input].several_types;
        if ((all && !is_known(key, all, types)) || (x && !is_known(key, x, types)) ||
            (v->partial && (whole || is_unknown(key, x))))
            w->unmeasured++;
        else
            w->sized[w->n_sized++] = (struct sized){x ? x->size[key->metric] : 0, v};
    }
    if (w->n_sized) qsort(w->sized, w->n_sized, sizeof *w->sized, by_n);
    return w->n_sized && w->sized[0].n != w->sized[w->n_sized - 1].n;
}

static uint64_t cost_of(const struct work *w, const struct ordo_combined *v,
                        const struct ordo_cost_key *key) {
    if (key->metric == ORDO_COST_STEPS) return v->steps;
    const struct ordo_combined_input *x = ordo_costs_find(w->c, v, key->input, key->type);
    return x ? x->cost[key->metric] : 0;
}

static bool changes(const struct work *w, const struct ordo_cost_key *key) {
    for (size_t i = 1; i < w->n_sized; i++)
        if (cost_of(w, w->sized[i].invocation, key) != cost_of(w, w->sized[0].invocation, key))
            return true;
    return false;
}

static void add_to_point(struct ordo_point *x, uint64_t n, uint64_t cost) {
    unsigned __int128 squares = (unsigned __int128)x->sumsq_high << 64 | x->sumsq_low;
    squares += (unsigned __int128)cost * cost;
    if (!x->count || cost < x->min) x->min = cost;
    if (cost > x->max) x->max = cost;
    x->n = n;
    x->count++;
    x->sum_n += n;
    x->sum += cost;
    x->sumsq_low = (uint64_t)squares;
    x->sumsq_high = (uint64_t)(squares >> 64);
}

static void add_points(struct work *w, const struct ordo_cost_key *key, struct ordo_span *span) {
    struct ordo_cost_functions *f = w->f;
    f->points = ordo_vector_reserve(f->points, &f->points_capacity, f->n_points + w->n_sized,
                                    sizeof *f->points);
    *span = (struct ordo_span){f->n_points, 0};
    for (size_t i = 0; i < w->n_sized; i++) {
        uint64_t n = w->sized[i].n;
        if (!i || n != w->sized[i - 1].n) {
            f->points[f->n_points++] = (struct ordo_point){0};
            span->n++;
        }
        add_to_point(&f->points[f->n_points - 1], n, cost_of(w, w->sized[i].invocation, key));
    }
}

static double squares_of(const struct ordo_point *x) {
    return ldexp((double)x->sumsq_high, 64) + (double)x->sumsq_low;
}

static void fit(const struct ordo_point *points, uint64_t n, struct ordo_model *out) {
    struct ordo_model_point *list = ordo_memory_new(n + 1, sizeof *list);
    for (uint64_t i = 0; i < n; i++) {
        const struct ordo_point *x = &points[i];
        list[i] = (struct ordo_model_point){(double)x->n,   (double)x->count, (double)x->min,
                                            (double)x->max, (double)x->sum,   squares_of(x)};
    }
    ordo_model_fit(list, n, ORDO_UNIT_UNKNOWN, out);
    free(list);
}

/* Relative variance of single costs: within sizes, plus that of the means from the model. */
static double unexplained(const struct ordo_point *points, uint64_t n, const struct ordo_model *m) {
    double sum = 0, count = 0;
    for (uint64_t i = 0; i < n; i++) {
        double times = (double)points[i].count, mean = (double)points[i].sum / times;
        if (!(mean > 0) || !points[i].n) continue;
        double within = fmax(squares_of(&points[i]) / times / mean / mean - 1, 0);
        double f = ordo_model_value(m, (double)points[i].n), off = f > 0 ? log(mean / f) : 1;
        sum += times * (fmin(within, 100) + fmin(off * off, 100));
        count += times;
    }
    return count > 0 ? sum / count : 0;
}

static void add_function(struct work *w, const struct ordo_size_key *size,
                         const struct ordo_cost_key *cost) {
    struct ordo_cost_functions *f = w->f;
    struct ordo_cost_function x = {.size = *size,
                                   .cost = *cost,
                                   .least_n = w->sized[0].n,
                                   .greatest_n = w->sized[w->n_sized - 1].n,
                                   .invocations = w->n_sized,
                                   .unmeasured = w->unmeasured};
    f->list = ordo_vector_reserve(f->list, &f->capacity, f->n + 1, sizeof *f->list);
    add_points(w, cost, &x.points);
    fit(f->points + x.points.first, x.points.n, &x.model);
    x.leading = ordo_model_value(&x.model, (double)x.greatest_n) /
                ordo_growth_value(x.model.growth, (double)x.greatest_n);
    x.unexplained = unexplained(f->points + x.points.first, x.points.n, &x.model);
    f->list[f->n++] = x;
}

/* Passes over all pairs: costs in steps, then accesses of the size's own class, then accesses of
 * other classes. */
enum pass { OF_STEPS, OF_OWN, OF_OTHERS, N_PASSES };

static enum pass pass_of(const struct ordo_size_key *size, const struct ordo_cost_key *cost) {
    if (cost->metric == ORDO_COST_STEPS) return OF_STEPS;
    return cost->input == size->input ? OF_OWN : OF_OTHERS;
}

static void add_pass(struct work *w, enum pass pass) {
    for (size_t s = 0; s < w->keys.n_sizes; s++) {
        const struct ordo_size_key *size = &w->keys.sizes[s];
        if (!sort_by_size(w, size, pass != OF_STEPS)) continue;
        for (size_t k = 0; k < w->keys.n_costs; k++) {
            const struct ordo_cost_key *cost = &w->keys.costs[k];
            if (pass_of(size, cost) != pass || !changes(w, cost)) continue;
            if (pass != OF_STEPS && w->f->n - w->first_function >= ORDO_COST_FUNCTIONS_MOST) return;
            add_function(w, size, cost);
        }
    }
}

/* Whether sizes above 0, which models are about, have most of the cost. Otherwise, most invocations
 * do not use the input. */
static bool is_about_most(const struct ordo_cost_functions *f, const struct ordo_cost_function *x) {
    double sum = 0, without = 0;
    for (uint64_t i = 0; i < x->points.n; i++) {
        const struct ordo_point *p = &f->points[x->points.first + i];
        sum += (double)p->sum;
        if (!p->n) without += (double)p->sum;
    }
    return 2 * without < sum;
}

static double least_above_zero(const struct ordo_cost_functions *f,
                               const struct ordo_cost_function *x) {
    for (uint64_t i = 0; i < x->points.n; i++) {
        uint64_t n = f->points[x->points.first + i].n; /* ascending */
        if (n) return (double)n;
    }
    return 0;
}

/* Checks a function of sizes that are close to each other. Steps must follow the model more closely
 * than the sizes differ; otherwise they vary for another reason. They must also grow about as much
 * as the class does: the capacity of a buffer that always has room for 1,100 more elements explains
 * nothing. */
static bool holds_within(const struct ordo_cost_function *x, double least, double greatest) {
    double range = log(greatest / least);
    double rise = log(ordo_model_value(&x->model, greatest) / ordo_model_value(&x->model, least));
    double of_class = log(ordo_growth_value(x->model.growth, greatest) /
                          ordo_growth_value(x->model.growth, least));
    return x->unexplained < POOR * range * range && rise < STEEP * of_class;
}

/* If there are few sizes, close sizes, or much growth, the steps must follow the model closely. */
static bool is_sound(const struct ordo_cost_functions *f, const struct ordo_cost_function *x) {
    enum ordo_growth growth = x->model.growth;
    if (growth == ORDO_GROWTH_NONE) return false;
    double least = least_above_zero(f, x), greatest = (double)x->greatest_n;
    bool wide = least > 0 && greatest >= NARROW * least;
    if (wide && x->points.n >= FEW && growth <= ORDO_GROWTH_N_LOG) return true;
    if (wide || growth == ORDO_GROWTH_1) return x->unexplained < POOR;
    return least > 0 && holds_within(x, least, greatest);
}

/* Is it a function of the part of arrays that is used, in a linked structure? That may be all that
 * is known of a structure, but it says little about its size. */
static bool is_of_part(const struct work *w, const struct ordo_cost_function *x) {
    return x->size.metric == ORDO_SIZE_USED &&
           w->c->classes.list[x->size.input].form == ORDO_INPUT_STRUCTURE;
}

/* Returns the most invocations that are in the points of a function of the steps. */
static uint64_t most_invocations(const struct work *w, bool parts) {
    uint64_t most = 0;
    for (size_t i = w->first_function; i < w->f->n; i++) {
        const struct ordo_cost_function *x = &w->f->list[i];
        if (x->cost.metric == ORDO_COST_STEPS && is_of_part(w, x) == parts && x->invocations > most)
            most = x->invocations;
    }
    return most;
}

/* Do the sizes of two functions of the same cost put the invocations in the same groups and order?
 * Then which of them is shown is a matter of noise, unless the models differ greatly. */
static bool measures_the_same(const struct ordo_cost_functions *f,
                              const struct ordo_cost_function *x,
                              const struct ordo_cost_function *y) {
    if (x->points.n != y->points.n) return false;
    for (uint64_t i = 0; i < x->points.n; i++) {
        const struct ordo_point *a = &f->points[x->points.first + i];
        const struct ordo_point *b = &f->points[y->points.first + i];
        if (a->count != b->count || a->min != b->min || a->max != b->max || a->sum != b->sum)
            return false;
    }
    return true;
}

static bool is_better(const struct work *w, const struct ordo_cost_function *x, uint32_t best) {
    const struct ordo_cost_function *y = &w->f->list[best];
    double tie = measures_the_same(w->f, x, y) ? TIE_OF_ONE : TIE;
    return (x->unexplained + FLOOR) * tie < y->unexplained + FLOOR;
}

static uint32_t choose_among(const struct work *w, bool parts) {
    uint32_t best = ORDO_FUNCTION_NONE;
    uint64_t most = most_invocations(w, parts);
    for (size_t i = w->first_function; i < w->f->n; i++) {
        const struct ordo_cost_function *x = &w->f->list[i];
        if (x->cost.metric != ORDO_COST_STEPS || !is_sound(w->f, x) || !is_about_most(w->f, x))
            continue;
        if (is_of_part(w, x) != parts || x->invocations < MOST_OF * (double)most) continue;
        if (best == ORDO_FUNCTION_NONE || is_better(w, x, best)) best = (uint32_t)i;
    }
    return best;
}

static uint32_t choose(const struct work *w) {
    uint32_t best = choose_among(w, false);
    return best != ORDO_FUNCTION_NONE ? best : choose_among(w, true);
}

static double total(const struct ordo_cost_functions *f, const struct ordo_cost_function *x) {
    double sum = 0;
    for (uint64_t i = 0; i < x->points.n; i++) sum += (double)f->points[x->points.first + i].sum;
    return sum;
}

static bool same_size(const struct ordo_size_key *a, const struct ordo_size_key *b) {
    return a->metric == b->metric && a->input == b->input && a->type == b->type;
}

/* Whether x grows faster than the steps, whatever the uncertainty of both. */
static bool outgrows(const struct ordo_cost_function *x, const struct ordo_cost_function *steps) {
    const struct ordo_model *a = &x->model, *b = &steps->model;
    bool fitted = a->growth != ORDO_GROWTH_NONE && a->has_exponent && b->has_exponent;
    return fitted && a->low > b->high + FASTER;
}

/* Returns the largest function of reads or writes by the best function's size that outgrows the
 * steps and has a larger total. */
static uint32_t choose_outgrowing(const struct work *w, uint32_t best) {
    if (best == ORDO_FUNCTION_NONE) return ORDO_FUNCTION_NONE;
    const struct ordo_cost_function *steps = &w->f->list[best];
    double most = total(w->f, steps);
    uint32_t chosen = ORDO_FUNCTION_NONE;
    for (size_t i = w->first_function; i < w->f->n; i++) {
        const struct ordo_cost_function *x = &w->f->list[i];
        bool access = x->cost.metric == ORDO_COST_READS || x->cost.metric == ORDO_COST_WRITES;
        if (!access || x->cost.type != ORDO_TYPE_NONE || !same_size(&x->size, &steps->size) ||
            !outgrows(x, steps) || total(w->f, x) <= most)
            continue;
        most = total(w->f, x);
        chosen = (uint32_t)i;
    }
    return chosen;
}

void ordo_cost_functions_add(struct ordo_cost_functions *f, const struct ordo_costs *c,
                             uint32_t *best, uint32_t *outgrowing) {
    struct work w = {.f = f, .c = c, .first_function = f->n};
    w.sized = ordo_memory_new(c->n + 1, sizeof *w.sized);
    list_keys(&w);
    for (enum pass pass = OF_STEPS; pass < N_PASSES; pass++) add_pass(&w, pass);
    *best = choose(&w);
    *outgrowing = choose_outgrowing(&w, *best);
    free(w.sized);
    free(w.keys.sizes);
    free(w.keys.costs);
}

void ordo_cost_functions_done(struct ordo_cost_functions *f) {
    free(f->list);
    free(f->points);
}
