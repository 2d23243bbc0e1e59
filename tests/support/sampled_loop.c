/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * sampled_loop.c: simulates a loop and its sampler.
 *
 * Cells are numbers below a bound, so that sets are arrays. For each cell they have: whether any
 * execution read it, in how many samples it was, and the latest such sample. The sampler takes
 * pairs, at distances from a geometric distribution. It never takes the first execution, unless it
 * takes all.
 */
#include "support/sampled_loop.h"

#include "base/map.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct work {
    const struct loop_case *c;
    uint64_t state, salt; /* salt: of the hash that selects tracked cells */
    int64_t place;        /* for LOOP_WALK */
    uint32_t bound;
    uint32_t *cells, n; /* of the current execution */
    uint32_t *mark;     /* by cell: 1 + the execution that last added it to `cells` */
    uint8_t *read;
    uint32_t *captures, *latest;      /* by cell: number of samples with it; the latest one */
    uint32_t *last, n_last;           /* cells of the latest sample */
    uint32_t level, all, once, twice; /* tracked cells of the union */
};

static uint64_t draw(struct work *k) {
    return ordo_map_mix(k->state += 0x9e3779b97f4a7c15u);
}

static uint32_t below(struct work *k, uint32_t n) {
    return (uint32_t)((draw(k) >> 32) * n >> 32);
}

static double share(struct work *k) {
    return ((double)(draw(k) >> 11) + 0.5) / 9007199254740992.0;
}

static void put(struct work *k, uint32_t i, uint32_t cell) {
    if (k->mark[cell] == i + 1) return;
    k->mark[cell] = i + 1;
    k->cells[k->n++] = cell;
}

static void put_range(struct work *k, uint32_t i, uint32_t from, uint32_t many) {
    for (uint32_t j = 0; j < many; j++) put(k, i, from + j);
}

static uint32_t bound_of(const struct loop_case *c) {
    switch (c->shape) {
    case LOOP_DISJOINT:
        return c->executions * c->w;
    case LOOP_PREFIX:
    case LOOP_SUFFIX:
        return c->executions + 1;
    case LOOP_SLIDING:
        return c->executions * c->p + c->w;
    case LOOP_WALK:
        return 2 * c->executions * c->p + c->w;
    case LOOP_FILLING:
        return c->executions + c->w;
    case LOOP_IDENTICAL:
        return c->w;
    case LOOP_ALTERNATING:
        return 2 * c->w;
    default:
        return c->p;
    }
}

static void execute(struct work *k, uint32_t i) {
    const struct loop_case *c = k->c;
    k->n = 0;
    switch (c->shape) {
    case LOOP_IDENTICAL:
        put_range(k, i, 0, c->w);
        break;
    case LOOP_DISJOINT:
        put_range(k, i, i * c->w, c->w);
        break;
    case LOOP_PREFIX:
        put_range(k, i, 0, i + 1);
        break;
    case LOOP_SUFFIX:
        put_range(k, i, i, c->executions - i);
        break;
    case LOOP_SLIDING:
        put_range(k, i, i * c->p, c->w);
        break;
    case LOOP_RING:
        for (uint32_t j = 0; j < c->w; j++) put(k, i, (i + j) % c->p);
        break;
    case LOOP_RANDOM:
        while (k->n < c->w) put(k, i, below(k, c->p));
        break;
    case LOOP_BLOCKS:
        put_range(k, i, below(k, c->p - c->w + 1), c->w);
        break;
    case LOOP_SKEWED: /* the logarithm of the rank is uniformly distributed */
        for (uint32_t j = 0; j < c->w; j++)
            put(k, i, (uint32_t)(exp(share(k) * log((double)c->p)) - 1));
        break;
    case LOOP_ALTERNATING:
        put_range(k, i, i % 2 * c->w, c->w);
        break;
    case LOOP_WALK:
        k->place += (int64_t)below(k, 2 * c->p + 1) - c->p;
        put_range(k, i, (uint32_t)(k->place + (int64_t)c->executions * c->p), c->w);
        break;
    case LOOP_FILLING:
        while (k->n < c->w) put(k, i, below(k, c->w + i));
        break;
    }
}

/* In nested executions the first or the last one reads all cells of the others: only samples are
 * run.
 */
static uint32_t nested_cells(const struct loop_case *c, uint32_t i) {
    return c->shape == LOOP_PREFIX ? i + 1 : c->shape == LOOP_SUFFIX ? c->executions - i : 0;
}

static bool tracked(const struct work *k, uint32_t cell) {
    return k->level == 0 || ordo_map_mix(cell + k->salt) >> (64 - k->level) == 0;
}

static void count_union(struct work *k) {
    k->all = k->once = k->twice = 0;
    for (uint32_t cell = 0; cell < k->bound; cell++) {
        if (!k->captures[cell] || !tracked(k, cell)) continue;
        k->all++;
        k->once += k->captures[cell] == 1;
        k->twice += k->captures[cell] == 2;
    }
}

static void take(struct work *k, struct sampled_loop *l, uint32_t most,
                 struct ordo_execution_sample *s) {
    uint32_t number = (uint32_t)l->n + 1, common = 0;
    for (uint32_t j = 0; j < k->n; j++) {
        uint32_t cell = k->cells[j], times = ++k->captures[cell];
        common += number > 1 && k->latest[cell] == number - 1;
        if (!tracked(k, cell)) continue;
        k->all += times == 1;
        k->once += (times == 1) - (times == 2);
        k->twice += (times == 2) - (times == 3);
    }
    while (k->all > most) {
        k->level++;
        count_union(k);
    }
    for (uint32_t j = 0; j < k->n_last; j++) s->before += tracked(k, k->last[j]);
    for (uint32_t j = 0; j < k->n; j++) {
        uint32_t cell = k->cells[j];
        bool counts = tracked(k, cell);
        s->tracked += counts;
        s->again += counts && number > 1 && k->latest[cell] == number - 1;
        k->latest[cell] = number;
        k->last[j] = cell;
    }
    k->n_last = k->n;
    s->level = k->level;
    s->all = k->all;
    s->once = k->once;
    s->twice = k->twice;
    s->samples = number;
    if (s->second) {
        double n1 = (double)l->samples[l->n - 1].rms, n2 = k->n;
        l->paper += common ? n1 * n2 / common : INFINITY;
    }
}

static uint32_t distance(struct work *k, uint32_t rate) {
    /* Pairs: the mean distance from a second sample to the next first one is 2 rate - 1. */
    double mean = 2.0 * rate - 1, d = ceil(log(share(k)) / log1p(-1 / mean));
    return d < 1 ? 1 : d > 1e9 ? 1000000000 : (uint32_t)d;
}

static bool prepare(struct work *k, const struct loop_case *c, struct sampled_loop *l) {
    uint32_t widest = c->shape == LOOP_PREFIX || c->shape == LOOP_SUFFIX ? c->executions + 1 : c->w;
    k->bound = bound_of(c);
    k->cells = malloc((size_t)widest * sizeof *k->cells);
    k->last = malloc((size_t)widest * sizeof *k->last);
    k->mark = calloc(k->bound, sizeof *k->mark);
    k->read = calloc(k->bound, 1);
    k->captures = calloc(k->bound, sizeof *k->captures);
    k->latest = calloc(k->bound, sizeof *k->latest);
    l->samples = calloc(c->executions, sizeof *l->samples);
    return k->cells && k->last && k->mark && k->read && k->captures && k->latest && l->samples;
}

static void simulate(struct work *k, uint32_t rate, uint32_t most, struct sampled_loop *l) {
    const struct loop_case *c = k->c;
    uint32_t pairs = 0;
    /* Independent of the cells, so that the program is the same at all rates. */
    struct work dice = {.state = k->state ^ 0x6a09e667f3bcc909u};
    uint64_t next = rate == 1 ? 0 : distance(&dice, rate);
    for (uint32_t i = 0; i < c->executions; i++) {
        bool second = l->n && rate > 1 && !l->samples[l->n - 1].second &&
                      l->samples[l->n - 1].executions + 1 == i;
        if (rate == 1) second = l->n % 2;
        bool sampled = second || i == next, border = i == 0 || i + 1 == c->executions;
        uint32_t nested = nested_cells(c, i);
        if (!nested || sampled || border) {
            execute(k, i);
            for (uint32_t j = 0; j < k->n; j++) k->read[k->cells[j]] = 1;
        }
        if (sampled) {
            struct ordo_execution_sample *s = &l->samples[l->n];
            *s = (struct ordo_execution_sample){.executions = i, .own = k->n, .cost = k->n};
            s->iterations = (uint64_t)l->iterations;
            s->size = s->rms = k->n;
            s->second = second;
            take(k, l, most, s);
            l->n++;
            pairs += second;
            if (rate == 1)
                next = i + 1;
            else if (second)
                next = i + distance(&dice, rate);
        }
        l->iterations += nested ? nested : k->n;
    }
    for (uint32_t cell = 0; cell < k->bound; cell++) l->union_cells += k->read[cell];
    sampled_loop_sum_up(l->samples, l->n);
    l->executions = c->executions;
    l->mean_rms = l->iterations / c->executions;
    l->paper = pairs ? l->paper / pairs : NAN;
}

bool sampled_loop_run(const struct loop_case *c, uint32_t rate, uint32_t most, uint64_t seed,
                      struct sampled_loop *out) {
    struct work k = {.c = c, .state = seed, .salt = ordo_map_mix(seed + 1)};
    *out = (struct sampled_loop){.n = 0};
    bool ok = prepare(&k, c, out);
    if (ok) simulate(&k, rate, most, out);
    free(k.cells);
    free(k.last);
    free(k.mark);
    free(k.read);
    free(k.captures);
    free(k.latest);
    if (!ok) sampled_loop_done(out);
    return ok;
}

void sampled_loop_sum_up(struct ordo_execution_sample *s, size_t n) {
    struct ordo_execution_sums sums = {0};
    for (size_t i = 0; i < n; i++) {
        if (s[i].partial) continue;
        sums.n++;
        sums.own += (double)s[i].own;
        sums.cost += (double)s[i].cost;
        sums.size += (double)s[i].size;
        s[i].sums = sums;
    }
}

void sampled_loop_done(struct sampled_loop *l) {
    free(l->samples);
    *l = (struct sampled_loop){.n = 0};
}
