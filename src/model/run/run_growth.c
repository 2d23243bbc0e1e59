/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * run_growth.c: examines the samples of each scope, process by process.
 *
 * The samples of a process give checkpoints of its run (production/estimate.h). The checkpoints of
 * all processes together are the points of the size "run", because every run begins with no cells
 * read. They are used only while executions keep reading new cells. If new cells become rare, as
 * for lookups in a table that is soon known, the size stops growing, and iterations would seem to
 * grow without bound in it. Three conditions exclude this: the exponent of cells over executions
 * must be at least LEAST_EXPONENT; it must not fall much from the middle of the run to its end;
 * and executions that move about in a bounded space must not have covered most of it.
 */
#include "model/run/run_growth.h"

#include "base/memory.h"
#include "model/run/recorded_points.h"

#include <math.h>
#include <stdlib.h>

#define LEAST_EXPONENT 0.3 /* of cells over executions; below it, all read the same cells */
#define LEAST_STEADY 0.6   /* least ratio of the exponent at the run's end to that in its middle */
#define LEAST_CHECKPOINTS 4u
#define MOST_COVERED 0.8  /* share of a bounded space that samples may have covered */
#define FEW_GIVEN_UP 0.01 /* share of a recursion's samples that may have been given up */
#define PART_UNSURE 0.1   /* share of work that may be in processes without a valid estimate */
#define WIDEST 4          /* greatest ratio of an interval's upper end to its lower end */

struct finding {
    const struct ordo_profile *p;
    struct ordo_run_totals *t;
    struct ordo_execution_sample *samples; /* samples of the current process */
    struct ordo_execution_sample *pooled;  /* samples of processes with few, one after the other */
};

static struct ordo_execution_sample plain_sample(const struct ordo_sample *s) {
    return (struct ordo_execution_sample){.executions = s->executions,
                                          .iterations = s->iterations,
                                          .own = s->own,
                                          .cost = s->cost,
                                          .size = s->n,
                                          .rms = s->rms,
                                          .level = s->level,
                                          .tracked = s->tracked,
                                          .again = s->again,
                                          .before = s->before,
                                          .all = s->all,
                                          .once = s->once,
                                          .twice = s->twice,
                                          .samples = s->number > UINT32_MAX ? UINT32_MAX
                                                                            : (uint32_t)s->number,
                                          .sums = {.n = (double)s->number,
                                                   .own = (double)s->sums.own,
                                                   .cost = (double)s->sums.cost,
                                                   .size = (double)s->sums.n},
                                          .second = (s->flags & ORDO_SAMPLED_SECOND) != 0};
}

/* Computes the sums for a file that has none, from the samples that it kept, as if these were
 * all. */
static void sum_up(struct ordo_execution_sample *s, size_t n) {
    struct ordo_execution_sums sums = {0};
    if (s[n - 1].sums.own > 0) return;
    for (size_t i = 0; i < n; i++) {
        sums.n++;
        sums.own += (double)s[i].own;
        sums.cost += (double)s[i].cost;
        sums.size += (double)s[i].size;
        s[i].sums = sums;
    }
}

static enum ordo_run_verdict judge(struct ordo_run_growth *g, const struct ordo_run_point *m,
                                   size_t n, const struct ordo_execution_sample *last) {
    if (n < LEAST_CHECKPOINTS) return ORDO_RUN_NONE;
    g->exponent = ordo_estimate_growth(m, n, 1. / 8, 1);
    if (g->cells.reason != ORDO_ESTIMATE_GOOD) return ORDO_RUN_NOT_ESTIMATED;
    if (!isfinite(g->exponent)) return ORDO_RUN_NONE;
    if (g->exponent < LEAST_EXPONENT) return ORDO_RUN_SAME;
    double middle = ordo_estimate_growth(m, n, 1. / 16, 1. / 3),
           late = ordo_estimate_growth(m, n, 1. / 3, 1);
    if (isfinite(middle) && isfinite(late) && late < LEAST_STEADY * middle)
        return ORDO_RUN_SATURATES;
    if (g->cells.method == ORDO_ESTIMATE_COVERAGE &&
        ordo_estimate_sampled(last).value > MOST_COVERED * g->cells.value)
        return ORDO_RUN_SATURATES;
    return ORDO_RUN_GROWS;
}

/* Adds the checkpoints of one process. Its verdict is used if it read more cells than the
 * processes before. */
static void look_at_process(struct finding *f, struct ordo_run_scope *s, uint64_t process,
                            size_t n) {
    struct ordo_run_growth *g = &s->growth;
    struct ordo_run_point points[ORDO_RUN_POINTS];
    size_t found = ordo_estimate_run_points(f->samples, n, points, ORDO_RUN_POINTS);
    if (!found) return;
    f->t->checkpoints = ordo_memory_resize(f->t->checkpoints, f->t->n_checkpoints + found,
                                           sizeof *f->t->checkpoints);
    for (size_t i = 0; i < found; i++)
        f->t->checkpoints[f->t->n_checkpoints++] = (struct ordo_run_checkpoint){process, points[i]};
    g->n += (uint32_t)found;
    if (g->verdict != ORDO_RUN_NONE && points[found - 1].cells.value <= g->cells.value) return;
    g->cells = points[found - 1].cells;
    g->verdict = judge(g, points, found, &f->samples[n - 1]);
}

/* Sums over the totals of processes. What a process did after its last sample is assumed to be
 * like the rest. If there is only one process, everything is known: all executions, including
 * those recorded within samples of other scopes. A process with little of the work may have no
 * valid estimate: its estimate still enters the sum with its wide interval, and does not
 * invalidate the whole. */
struct process_totals {
    double value, low, high, executions, iterations;
    double weight, unsure, heaviest;  /* work of processes: of all, of those without a valid
                                         estimate, of the largest of the latter */
    enum ordo_estimate_reason reason; /* reason of that one */
    enum ordo_estimate_method method;
    size_t n;
};

static uint64_t count_of(double x) {
    return x > 0 ? (uint64_t)x : 0;
}

/* Adds the total of one process. `known` is the exact part, of executions that are not among
 * `executions` and `iterations`. */
static void add_total(struct finding *f, enum ordo_sampled_field field, size_t n, double executions,
                      double iterations, double known, double weight, struct process_totals *sum) {
    struct ordo_estimate e =
        ordo_estimate_total(f->samples, n, field, count_of(executions), count_of(iterations));
    sum->value += e.value + known;
    sum->low += (e.value - e.low) * (e.value - e.low);
    sum->high += (e.high - e.value) * (e.high - e.value);
    sum->weight += weight;
    if (e.reason) sum->unsure += weight;
    if (e.reason && weight >= sum->heaviest) {
        sum->heaviest = weight;
        sum->reason = e.reason;
    }
    sum->method = e.method;
    sum->n++;
}

/* Executions recorded within samples of other scopes, which the sums of the scope's own samples do
 * not include. */
struct others {
    double executions, iterations, size, cost;
};

static struct others others_of(const struct finding *f, uint32_t scope, bool loop,
                               const struct ordo_execution_sums *sums) {
    struct ordo_recorded_points all = ordo_recorded_points_of(f->p, scope);
    struct others o = {.executions = all.executions - sums->n,
                       .iterations = loop ? (double)f->p->scopes[scope].iterations - sums->own : 0,
                       .size = all.size - sums->size,
                       .cost = all.cost - sums->cost};
    bool sound = o.executions > 0 && o.iterations >= 0 && o.size >= 0 && o.cost >= 0;
    return sound ? o : (struct others){0};
}

static void add_totals(struct finding *f, uint32_t scope, bool alone, bool loop, size_t n,
                       struct process_totals *cost, struct process_totals *size) {
    const struct ordo_run_scope *s = &f->t->scope[scope];
    const struct ordo_execution_sample *x = &f->samples[n - 1];
    double executions = alone ? s->executions : (double)x->executions + 1;
    double iterations = !loop ? 0 : alone ? s->iterations : (double)(x->iterations + x->own);
    struct others o = {0};
    if (alone) o = others_of(f, scope, loop, &x->sums);
    executions = fmax(executions, (double)n + o.executions);
    double weight = iterations > 0 ? iterations : executions;
    add_total(f, ORDO_SAMPLED_COST, n, executions - o.executions, iterations - o.iterations, o.cost,
              weight, cost);
    add_total(f, ORDO_SAMPLED_SIZE, n, executions - o.executions, iterations - o.iterations, o.size,
              weight, size);
    cost->executions += executions;
    cost->iterations += iterations;
    size->executions += executions;
    size->iterations += iterations;
}

static enum ordo_estimate_reason reason_of(const struct process_totals *sum, double low,
                                           double high) {
    if (sum->unsure > PART_UNSURE * sum->weight) return sum->reason;
    return high > WIDEST * low ? ORDO_ESTIMATE_WIDE : ORDO_ESTIMATE_GOOD;
}

static struct ordo_estimate scaled(const struct process_totals *sum, double by) {
    double low = sum->value - sqrt(sum->low), high = sum->value + sqrt(sum->high);
    return (struct ordo_estimate){.value = sum->value * by,
                                  .low = fmax(low, 0) * by,
                                  .high = high * by,
                                  .reason = reason_of(sum, low, high),
                                  .method = sum->method};
}

/* Raises an estimate to at least `least`. A loop's cost includes its iterations, which are
 * known. */
static void be_at_least(struct ordo_estimate *e, double least) {
    e->value = fmax(e->value, least);
    e->low = fmax(e->low, least);
    e->high = fmax(e->high, least);
}

static void settle_total(struct ordo_run_scope *s, bool loop, const struct process_totals *sum) {
    if (!sum->n || !(sum->value > 0) || s->has_interval || s->nested) return;
    double all = loop && sum->iterations > 0 ? s->iterations / sum->iterations
                                             : s->executions / sum->executions;
    s->total = scaled(sum, all);
    if (loop) be_at_least(&s->total, s->iterations);
    s->has_interval = s->total.reason == ORDO_ESTIMATE_GOOD;
    if (s->has_interval) s->cost_total = fmax(s->total.value, s->cost_self);
}

bool ordo_run_misses_long_ones(const struct ordo_gated_scope *g) {
    return g && (double)g->given_up > FEW_GIVEN_UP * (double)g->samples;
}

/* The samples of short processes: few in each, many together. They are treated as one process that
 * did the work of all, one after the other. */
struct pool {
    size_t n;
    uint64_t executions, iterations; /* up to the last sample of each process */
    struct ordo_execution_sums sums;
};

static void pool_add(struct finding *f, size_t n, struct pool *pool) {
    const struct ordo_execution_sample last = f->samples[n - 1];
    for (size_t i = 0; i < n; i++) {
        struct ordo_execution_sample *to = &f->pooled[pool->n++];
        *to = f->samples[i];
        to->executions += pool->executions;
        to->iterations += pool->iterations;
        to->sums.n += pool->sums.n;
        to->sums.own += pool->sums.own;
        to->sums.cost += pool->sums.cost;
        to->sums.size += pool->sums.size;
    }
    pool->executions += last.executions + 1;
    pool->iterations += last.iterations + last.own;
    pool->sums = f->pooled[pool->n - 1].sums;
}

static bool has_few(const struct finding *f, size_t n) {
    const struct ordo_execution_sample *last = &f->samples[n - 1];
    return ordo_estimate_mean(f->samples, n, ORDO_SAMPLED_COST, last->executions + 1,
                              last->iterations + last->own)
               .reason == ORDO_ESTIMATE_FEW;
}

static void add_pool(struct finding *f, uint32_t scope, bool loop, const struct pool *pool,
                     struct process_totals *cost, struct process_totals *size) {
    struct finding together = *f;
    together.samples = f->pooled;
    if (pool->n) add_totals(&together, scope, false, loop, pool->n, cost, size);
}

/* Examines the n samples of one scope from `first` on, sorted by process and number. */
static void look_at_scope(struct finding *f, uint64_t first, uint64_t n) {
    const struct ordo_sample *all = f->p->samples + first;
    uint32_t scope = all->scope;
    struct ordo_run_scope *s = &f->t->scope[scope];
    bool loop = f->p->scopes[scope].kind == ORDO_PROFILE_LOOP;
    struct process_totals cost = {0}, size = {0};
    struct pool pool = {0};
    s->growth.first = f->t->n_checkpoints;
    s->growth.exponent = NAN;
    for (uint64_t i = 0, end; i < n; i = end) {
        size_t k = 0;
        for (end = i; end < n && all[end].process == all[i].process; end++)
            f->samples[k++] = plain_sample(&all[end]);
        sum_up(f->samples, k);
        if (loop) look_at_process(f, s, all[i].process, k);
        if (k < n && has_few(f, k))
            pool_add(f, k, &pool);
        else
            add_totals(f, scope, k == n, loop, k, &cost, &size);
    }
    add_pool(f, scope, loop, &pool, &cost, &size);
    if (!loop && ordo_run_misses_long_ones(s->gate)) {
        cost.reason = size.reason = ORDO_ESTIMATE_BIASED;
        cost.unsure = size.unsure = INFINITY;
    }
    settle_total(s, loop, &cost);
    s->has_means = cost.executions > 0;
    if (s->has_means) s->mean_cost = scaled(&cost, 1 / cost.executions);
    if (s->has_means && loop) be_at_least(&s->mean_cost, s->iterations / s->executions);
    if (s->has_means) s->mean_size = scaled(&size, 1 / size.executions);
}

void ordo_run_growth_find(const struct ordo_profile *p, struct ordo_run_totals *t) {
    const size_t most = ORDO_SAMPLES_BOUND + 1;
    struct finding f = {.p = p,
                        .t = t,
                        .samples = ordo_memory_new(most, sizeof *f.samples),
                        .pooled = ordo_memory_new(most, sizeof *f.pooled)};
    for (uint64_t first = 0, end; first < p->n_samples; first = end) {
        for (end = first; end < p->n_samples && p->samples[end].scope == p->samples[first].scope &&
                          end - first < ORDO_SAMPLES_BOUND;)
            end++;
        look_at_scope(&f, first, end - first);
        while (end < p->n_samples && p->samples[end].scope == p->samples[first].scope) end++;
    }
    for (uint32_t i = 0; i < p->n_scopes; i++) { /* recursions: as their routines */
        const struct ordo_profile_scope *s = &p->scopes[i];
        if (s->kind != ORDO_PROFILE_RECURSION) continue;
        const struct ordo_run_scope *routine = &t->scope[s->routine.i];
        t->scope[i].has_means = routine->has_means;
        t->scope[i].mean_size = routine->mean_size;
        t->scope[i].mean_cost = routine->mean_cost;
        if (t->scope[i].has_interval || !routine->has_interval) continue;
        t->scope[i].total = routine->total;
        t->scope[i].has_interval = true;
        t->scope[i].cost_total = routine->total.value;
    }
    free(f.samples);
    free(f.pooled);
}
