/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * simulated_run.c: counts the cells of every sampled execution one by one.
 */
#include "support/simulated_run.h"

#include "abi/abi.h"

#include <stdbool.h>
#include <stdlib.h>

enum { MAIN = 1, OUTER, INNER, VISIT, ROOT };

struct range {
    uint64_t first, n;
};

static struct range cells_of(enum simulated_shape shape, uint64_t i) {
    if (shape == SIMULATED_PREFIX) return (struct range){0, i + 1};
    if (shape == SIMULATED_SAME) return (struct range){0, 64};
    return (struct range){16 * i, 16};
}

struct run {
    enum simulated_shape shape;
    uint32_t executions, rate;
    uint8_t *captures; /* by cell: number of samples with it, at most 3 */
    uint8_t *before;   /* the cells of the previous sample */
    uint64_t n_before, iterations, plain_iterations, sampled_iterations;
    uint32_t n_samples, all;
    struct ordo_raw_sample *samples;
    struct ordo_raw_point *points;
    uint32_t n_points;
};

static void count_cells(struct run *x, struct range cells, uint64_t n_cells,
                        struct ordo_raw_sample *s) {
    s->tracked = (uint32_t)cells.n;
    s->before = (uint32_t)x->n_before;
    for (uint64_t c = cells.first; c < cells.first + cells.n; c++) {
        s->again += x->before[c];
        x->all += !x->captures[c];
        if (x->captures[c] < 3) x->captures[c]++;
    }
    for (uint64_t c = 0; c < n_cells; c++) {
        x->before[c] = c >= cells.first && c < cells.first + cells.n;
        s->once += x->captures[c] == 1;
        s->twice += x->captures[c] == 2;
    }
    x->n_before = cells.n;
    s->all = x->all;
}

static void add_point(struct run *x, uint64_t n) {
    struct ordo_raw_point *last = x->n_points ? &x->points[x->n_points - 1] : NULL;
    if (last && last->n == n)
        *last = raw_image_point(n, last->count + 1, n);
    else
        x->points[x->n_points++] = raw_image_point(n, 1, n);
}

static void execute(struct run *x, uint64_t i, uint64_t n_cells) {
    struct range cells = cells_of(x->shape, i);
    uint64_t place = i % x->rate;
    bool second = x->rate > 1 && i >= x->rate && place == 0, all = x->rate == 1;
    if (all || second || place == x->rate - 1) {
        struct ordo_raw_sample *s = &x->samples[x->n_samples++];
        *s = (struct ordo_raw_sample){.scope = INNER,
                                      .flags = second || (all && i) ? ORDO_SAMPLE_SECOND : 0,
                                      .time_ns = 1000 * i,
                                      .executions = i,
                                      .iterations = x->iterations,
                                      .own = cells.n,
                                      .cost = cells.n,
                                      .n = cells.n,
                                      .rms = cells.n,
                                      .samples = x->n_samples};
        count_cells(x, cells, n_cells, s);
        add_point(x, cells.n);
        x->sampled_iterations += cells.n;
        s->sum_own = s->sum_cost = s->sum_n = x->sampled_iterations;
    } else {
        x->plain_iterations += cells.n;
    }
    x->iterations += cells.n;
}

static void describe(struct raw_image *r, uint32_t pid, uint32_t rate) {
    const struct raw_image_scope scopes[] = {
        {MAIN, 1, ORDO_KIND_ROUTINE, ORDO_SCOPE_SAMPLED, 10, 0, 0, MAIN, "main", "main", "a.c", "",
         0x1000, 0},
        {OUTER, 1, ORDO_KIND_LOOP, ORDO_SCOPE_SAMPLED, 12, 5, MAIN, MAIN, "", "main", "a.c", "",
         0x1100, 0},
        {INNER, 1, ORDO_KIND_LOOP, ORDO_SCOPE_SAMPLED, 13, 9, OUTER, MAIN, "", "main", "a.c", "",
         0x1200, 0},
        {VISIT, 1, ORDO_KIND_ROUTINE, ORDO_SCOPE_SAMPLED, 3, 0, 0, VISIT, "visit", "visit", "a.c",
         "", 0x1300, 0},
        {ROOT, 0, ORDO_KIND_ROOT, 0, 0, 0, 0, ROOT, "", "", "", "", 0x1400, 0}};
    raw_image_init(r, pid);
    raw_image_header(r)->sampled = 1;
    raw_image_header(r)->rate = rate;
    raw_image_header(r)->budget = rate == 1 ? 0 : 10000;
    raw_image_header(r)->sampled_ns = 2500000;
    raw_image_module(r, 1, "/home/u/program", "/home/u");
    for (size_t i = 0; i < 5; i++) raw_image_scope(r, &scopes[i]);
}

void simulated_run(struct raw_image *r, uint32_t pid, enum simulated_shape shape,
                   uint32_t executions, uint32_t rate) {
    uint64_t n_cells = shape == SIMULATED_PREFIX ? executions + 1 : 64 + 16 * (uint64_t)executions;
    struct run x = {.shape = shape,
                    .executions = executions,
                    .rate = rate,
                    .captures = calloc(n_cells, 1),
                    .before = calloc(n_cells, 1),
                    .samples = calloc(executions + 1, sizeof *x.samples),
                    .points = calloc(executions + 1, sizeof *x.points)};
    if (!x.captures || !x.before || !x.samples || !x.points) abort();
    for (uint32_t i = 0; i < executions; i++) execute(&x, i, n_cells);
    describe(r, pid, rate);
    raw_image_thread(r, 1, x.sampled_iterations);
    raw_image_total(r, 1, INNER,
                    &(struct ordo_raw_total){.calls = x.n_samples,
                                             .iterations = x.sampled_iterations,
                                             .cost = x.sampled_iterations,
                                             .self = x.sampled_iterations});
    raw_image_points(r, 1, INNER, ORDO_METRIC_RMS, 0, x.points, x.n_points, NULL);
    raw_image_total(r, 1, VISIT, &(struct ordo_raw_total){.calls = x.sampled_iterations});
    const struct ordo_raw_context nodes[] = {
        {.parent = 0, .scope = ROOT},
        {.parent = 1, .scope = INNER, .calls = x.n_samples, .cost = x.sampled_iterations},
        {.parent = 2, .scope = VISIT, .calls = x.sampled_iterations}};
    raw_image_contexts(r, 1, 0, nodes, 3);
    raw_image_gate_scopes(r, 1, (const uint32_t[]){OUTER, INNER}, 2);
    const struct ordo_raw_gate gates[] = {{executions, 0, 0, 1, 0},
                                          {x.plain_iterations, 0, 0, executions - x.n_samples, 0}};
    raw_image_gates(r, 1, 1, gates, 2);
    if (x.n_samples) raw_image_samples(r, 1, x.samples, x.n_samples);
    free(x.captures);
    free(x.before);
    free(x.samples);
    free(x.points);
}
