/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * sampled_test.c: compares the claims of models of samples with the models of all activations that
 * the samples come from. Populations do not follow a clean cost function with noise: each octave of
 * sizes has an offset of its own, most activations are small, and samples lack the largest sizes.
 * ORDO_CALIBRATION multiplies the number of cases (default 1). Seeds are fixed.
 */
#include "model/cases.h"
#include "support/unit.h"

#include <math.h>
#include <stdlib.h>

enum { ACTIVATIONS = 20000, ONE_IN = 50, OCTAVES = 20, PER_CLASS = 120 };
#define LARGEST 1e5

struct activation {
    double n, cost;
};

static struct activation all[ACTIVATIONS], some[ACTIVATIONS];
static struct ordo_model_point points[ACTIVATIONS];

static int by_size(const void *a, const void *b) {
    const struct activation *x = a, *y = b;
    if (x->n != y->n) return x->n < y->n ? -1 : 1;
    return (x->cost > y->cost) - (x->cost < y->cost);
}

static void populate(uint64_t seed, enum ordo_growth g) {
    struct random_numbers r = {seed};
    double offset[OCTAVES], tail = random_between(&r, 0.7, 1.5),
                            spread = random_between(&r, 0.2, 0.8);
    for (int k = 0; k < OCTAVES; k++) offset[k] = spread * random_normal(&r);
    for (int i = 0; i < ACTIVATIONS; i++) {
        double n = floor(fmin(2 * pow(1 - random_unit(&r), -1 / tail), LARGEST));
        double noise = 0.2 * random_normal(&r);
        all[i].n = n;
        all[i].cost = 5 * ordo_growth_value(g, n) * exp(offset[(int)log2(n)] + noise);
    }
}

static size_t draw(uint64_t seed) {
    struct random_numbers r = {seed};
    size_t n = 0;
    for (int i = 0; i < ACTIVATIONS; i++)
        if (random_unit(&r) * ONE_IN < 1) some[n++] = all[i];
    return n;
}

static size_t gather(struct activation *a, size_t n_activations) {
    size_t n = 0;
    qsort(a, n_activations, sizeof *a, by_size);
    for (size_t i = 0; i < n_activations; i++) {
        double cost = a[i].cost;
        if (!n || points[n - 1].n != a[i].n)
            points[n++] = (struct ordo_model_point){.n = a[i].n, .min = cost};
        struct ordo_model_point *p = &points[n - 1];
        p->count++;
        p->max = fmax(p->max, cost);
        p->sum += cost;
        p->sumsq += cost * cost;
    }
    return n;
}

struct claims {
    unsigned n, same, possible, sure, surely_wrong;
};

static void count(struct claims *c, const struct ordo_model *truth, const struct ordo_model *m) {
    if (truth->growth == ORDO_GROWTH_NONE || m->growth == ORDO_GROWTH_NONE) return;
    bool same = m->growth == truth->growth, sure = m->posterior[m->growth] >= 0.95;
    c->n++;
    c->same += same;
    c->possible += same || m->posterior[truth->growth] >= 0.05;
    c->sure += sure;
    c->surely_wrong += sure && !same;
}

static void print(const char *what, const struct claims *c) {
    print_message(
        "%s: %u classes, %.1f %% the population's, %.1f %% among the possible; of %u that "
        "are sure %u are others\n",
        what, c->n, 100. * c->same / c->n, 100. * c->possible / c->n, c->sure, c->surely_wrong);
}

static void confident_models_of_samples_are_right(void **state) {
    static const enum ordo_growth growths[] = {ORDO_GROWTH_1, ORDO_GROWTH_N, ORDO_GROWTH_N_LOG,
                                               ORDO_GROWTH_N_SQRT, ORDO_GROWTH_N2};
    const char *text = getenv("ORDO_CALIBRATION");
    int cases = PER_CLASS * (text && atoi(text) > 0 ? atoi(text) : 1);
    struct claims plain = {0}, sampled = {0};
    (void)state;
    for (size_t g = 0; g < sizeof growths / sizeof *growths; g++)
        for (int k = 0; k < cases; k++) {
            uint64_t seed = 300000 + 1000 * g + (uint64_t)k;
            struct ordo_model truth, m;
            populate(seed, growths[g]);
            size_t n_some = draw(seed + 50000000);
            size_t n = gather(all, ACTIVATIONS);
            ordo_model_fit(points, n, ORDO_UNIT_UNKNOWN, &truth);
            n = gather(some, n_some);
            ordo_model_fit(points, n, ORDO_UNIT_UNKNOWN, &m);
            count(&plain, &truth, &m);
            ordo_model_fit_sampled(points, n, ORDO_UNIT_UNKNOWN, &m);
            count(&sampled, &truth, &m);
        }
    print("as if samples were all", &plain);
    print("as samples", &sampled);
    if (sampled.n < 0.8 * plain.n) fail_msg("%u classes, not %u", sampled.n, plain.n);
    if (sampled.same < 0.75 * sampled.n) fail_msg("%u of %u the same", sampled.same, sampled.n);
    if (sampled.possible < 0.93 * sampled.n)
        fail_msg("%u of %u among the possible", sampled.possible, sampled.n);
    if (sampled.surely_wrong > 0.05 * sampled.sure)
        fail_msg("%u of %u sure ones are others", sampled.surely_wrong, sampled.sure);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(confident_models_of_samples_are_right),
    };
    return cmocka_run_group_tests_name("model/sampled", tests, NULL, NULL);
}
