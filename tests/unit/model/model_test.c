/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * model_test.c: known functions get their class, whatever the units and the order of the points. If
 * there is not enough data to fit, the class is "none" and has a reason. No numbers break the fit.
 */
#include "model/fit/bound.h"
#include "model/fit/formula.h"
#include "model/fit/mean_and_worst.h"
#include "support/fitted_sample.h"
#include "support/random_profile.h"

#include <stdlib.h>
#include <string.h>

static double power(double n) {
    return 3 * n * n + 40 * n;
}

static struct sample of(double (*f)(double), double low, double ratio, int many) {
    struct sample s = {.n = 0};
    for (int i = 0; i < many; i++) {
        double n = floor(low * pow(ratio, i));
        if (!s.n || n > s.p[s.n - 1].n) add(&s, n, f(n));
    }
    return s;
}

static double f_1(double n) {
    return 7 + 0 * n;
}
static double f_log(double n) {
    return 5 * log2(n) + 3;
}
static double f_sqrt(double n) {
    return 9 * sqrt(n) + 2;
}
static double f_n(double n) {
    return 6 * n + 11;
}
static double f_nlog(double n) {
    return 2 * n * log2(n) + 5;
}
static double f_n15(double n) {
    return 4 * n * sqrt(n) + 2 * n;
}
static double f_n2(double n) {
    return n * (n - 1) / 2 + 3 * n;
}
static double f_n2log(double n) {
    return 3 * n * n * log2(n) + n;
}
static double f_n3(double n) {
    return n * (n - 1) * (n - 2) + 9 * n;
}

static void exact_costs_get_their_class_and_coefficients(void **state) {
    (void)state;
    static const struct {
        double (*f)(double);
        enum ordo_growth growth;
        double lead;
    } cases[] = {
        {f_1, ORDO_GROWTH_1, 7},        {f_log, ORDO_GROWTH_LOG, 5},
        {f_sqrt, ORDO_GROWTH_SQRT, 9},  {f_n, ORDO_GROWTH_N, 6},
        {f_nlog, ORDO_GROWTH_N_LOG, 2}, {f_n15, ORDO_GROWTH_N_SQRT, 4},
        {f_n2, ORDO_GROWTH_N2, 0.5},    {f_n2log, ORDO_GROWTH_N2_LOG, 3},
        {f_n3, ORDO_GROWTH_N3, 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct sample s = of(cases[i].f, 5, 1.4, 26);
        struct ordo_model m = fit(&s);
        assert_sane(&m);
        if (m.growth != cases[i].growth)
            fail_msg("%s came out as %s", ordo_growth_name(cases[i].growth),
                     ordo_growth_name(m.growth));
        double lead = 0;
        for (unsigned k = 0; k < m.n_terms; k++)
            if (m.term[k].growth == m.growth) lead = m.term[k].coefficient;
        if (fabs(lead / cases[i].lead - 1) > 0.02)
            fail_msg("%s: coefficient %g, not %g", ordo_growth_name(m.growth), lead, cases[i].lead);
        double at = 10 * m.n_max, wanted = cases[i].f(at);
        assert_true(m.at == at);
        if (fabs(m.predicted / wanted - 1) > 0.03 ||
            fabs(ordo_model_value(&m, at) / wanted - 1) > 0.03)
            fail_msg("%s: %g and %g at %g, not %g", ordo_growth_name(m.growth), m.predicted,
                     ordo_model_value(&m, at), at, wanted);
    }
}

/* At the smallest size most of the leading term is subtracted. n log n bends like that, but is
 * still distinguished from it. */
static void lines_may_begin_far_below_their_slope(void **state) {
    (void)state;
    for (int less = 1; less <= 10; less++)
        for (int most = 60; most <= 960; most *= 4) {
            struct sample line = {.n = 0}, curve = {.n = 0};
            for (int n = less + (less < 3 ? 1 : 2); n < most; n++) {
                add(&line, n, 3 * (n - less));
                add(&curve, n, 3 * n * log2(n));
            }
            struct ordo_model m = fit(&line);
            if (m.growth != ORDO_GROWTH_N)
                fail_msg("n - %d to %d is %s", less, most, ordo_growth_name(m.growth));
            m = fit(&curve);
            if (m.growth != ORDO_GROWTH_N_LOG)
                fail_msg("n log n to %d is %s", most, ordo_growth_name(m.growth));
        }
}

/* A loop over the elements behind twelve cells that every call reads, and one with an iteration
 * at the end. As in a sample, only a few sizes were seen. */
static void lines_may_begin_at_cells_that_all_calls_read(void **state) {
    (void)state;
    static const struct ordo_model_point sort[] = {
        {14, 584, 1, 1, 584, 584}, {16, 277, 2, 2, 554, 1108}, {18, 119, 3, 3, 357, 1071},
        {20, 80, 4, 4, 320, 1280}, {24, 32, 6, 6, 192, 1152},  {30, 13, 9, 9, 117, 1053},
        {36, 5, 12, 12, 60, 720},  {44, 4, 16, 16, 64, 1024},  {58, 1, 23, 23, 23, 529},
        {76, 1, 32, 32, 32, 1024}, {82, 1, 35, 35, 35, 1225},  {112, 1, 50, 50, 50, 2500},
    };
    static const struct ordo_model_point emit[] = {
        {6, 215490, 1, 4, 225977, 252817},
        {9, 60, 10, 10, 600, 6000},
        {2055, 1, 6148, 6148, 6148, 6148. * 6148},
        {4103, 1, 12292, 12292, 12292, 12292. * 12292},
        {32775, 1, 98308, 98308, 98308, 98308. * 98308},
    };
    struct ordo_model m;
    ordo_model_fit_sampled(sort, sizeof sort / sizeof *sort, ORDO_UNIT_UNKNOWN, &m);
    assert_int_equal(m.growth, ORDO_GROWTH_N);
    assert_true(m.posterior[ORDO_GROWTH_N] > 0.9);
    ordo_model_fit(emit, sizeof emit / sizeof *emit, ORDO_UNIT_UNKNOWN, &m);
    assert_int_equal(m.growth, ORDO_GROWTH_N);
    assert_true(m.posterior[ORDO_GROWTH_N] > 0.9);
}

/* 2 n minus a few steps, which matter for small costs and not for large ones. */
static void a_few_extra_steps_do_not_blur_large_sizes(void **state) {
    (void)state;
    static const double points[][2] = {
        {3, 3},      {4, 3},      {5, 2},       {6, 5},       {7, 4.2},     {9, 6},
        {10, 5.1},   {11, 6},     {12, 19},     {13, 18.9},   {14, 7},      {19, 22},
        {21, 35.5},  {23, 37},    {24, 37},     {36, 68},     {38, 69},     {42, 71},
        {68, 132},   {74, 135},   {132, 260},   {138, 263},   {260, 516},   {266, 519},
        {516, 1028}, {525, 1031}, {1034, 2055}, {1036, 2055}, {2061, 4103},
    };
    struct sample s = {.n = 0};
    for (size_t i = 0; i < sizeof points / sizeof *points; i++) add(&s, points[i][0], points[i][1]);
    struct ordo_model m = fit(&s);
    assert_int_equal(m.growth, ORDO_GROWTH_N);
    assert_true(m.posterior[ORDO_GROWTH_N] > 0.9);
    assert_true(fabs(m.exponent - 1) < 0.05);
}

/* Three steps for each of n to 2 n cells. The large sizes scatter and the small ones do not;
 * that one cell is far from the prediction of the others does not make the large sizes sharper. */
static void one_tiny_size_does_not_sharpen_large_ones(void **state) {
    (void)state;
    static const double points[][3] = {
        {1, 7, 1},
        {9, 8, 25},
        {33, 1, 97},
        {388, 1, 1159},
        {528, 1, 1658},
        {139410, 1, 454800},
        {172956, 1, 622601},
        {248552, 1, 1077727},
        {324904, 1, 1302353},
        {829612, 1, 3799517},
        {1149044, 1, 6068533},
    };
    struct sample s = {.n = 0};
    for (size_t i = 0; i < sizeof points / sizeof *points; i++) {
        double count = points[i][1], cost = points[i][2];
        s.p[s.n++] = (struct ordo_model_point){points[i][0], count,        cost,
                                               cost,         count * cost, count * cost * cost};
    }
    struct ordo_model m;
    ordo_model_fit(s.p, s.n, ORDO_UNIT_BLOCKS, &m);
    assert_int_equal(ordo_growth_degree(m.growth), 1);
    assert_true(m.posterior[ORDO_GROWTH_N_SQRT] < 0.3);
}

/* The depth of trees is a staircase; its last step is not a constant after a beginning. */
static void a_staircase_is_not_constant(void **state) {
    (void)state;
    struct sample s = {.n = 0};
    for (int n = 3; n < 64; n += 4) add(&s, n, n < 7 ? 2 : n < 15 ? 4 : n < 43 ? 6 : 8);
    struct ordo_model m = fit(&s);
    assert_int_not_equal(m.growth, ORDO_GROWTH_1);
}

/* The line through nearly all points is 0 at the first. The remaining candidate must not be
 * discarded because it fits much worse than a curve that makes no sense. */
static void a_growing_cost_does_not_fall(void **state) {
    (void)state;
    static const double points[][2] = {
        {11, 2},  {12, 2},  {13, 2},    {14, 7},    {15, 7},    {17, 11},   {18, 15},
        {19, 15}, {21, 19}, {26, 34},   {27, 34},   {28, 35},   {29, 35},   {30, 39},
        {31, 39}, {33, 43}, {139, 255}, {167, 304}, {168, 304}, {313, 603}, {613, 1203},
    };
    struct sample s = {.n = 0};
    for (size_t i = 0; i < sizeof points / sizeof *points; i++) add(&s, points[i][0], points[i][1]);
    struct ordo_model m = fit(&s);
    assert_false(m.warnings & ORDO_MODEL_FALLING);
    assert_int_equal(m.growth, ORDO_GROWTH_N);
}

/* A loop of sqlite's: most sizes are on a line that begins at 17, and one is far below. In the
 * middle of all sizes, 7.5, the line is negative. */
static void an_exponent_is_measured_over_the_sizes_seen(void **state) {
    (void)state;
    struct sample s = {.n = 0};
    add(&s, 1, 1);
    for (int n = 19; n <= 57; n++) add(&s, n, 2 * n - 34);
    struct ordo_model m = fit(&s);
    assert_sane(&m);
    assert_int_equal(m.growth, ORDO_GROWTH_N);
    double slope = log(80.0 / 4) / log(57.0 / 19);
    assert_true(m.low <= slope && slope <= m.high && m.high - m.low < 0.5);
}

/* An exponent between -7 and 9 allows any class. */
static void a_class_needs_an_exponent(void **state) {
    (void)state;
    static const struct ordo_model_point points[] = {
        {1, 7, 5, 7, 47, 319},      {2, 69, 2, 10, 291, 1533}, {3, 58, 1, 2, 63, 73},
        {4, 184, 1, 14, 380, 2526}, {6, 5, 5, 5, 25, 125},     {7, 1, 19, 19, 19, 361},
        {8, 2, 6, 18, 24, 360},
    };
    struct ordo_model m;
    ordo_model_fit(points, sizeof points / sizeof *points, ORDO_UNIT_UNKNOWN, &m);
    assert_sane(&m);
    assert_int_equal(m.growth, ORDO_GROWTH_NONE);
    assert_true(m.warnings & ORDO_MODEL_AMBIGUOUS);
}

/* Without the largest size, which one call has, a sample may look steep beyond its own sizes. */
static void a_few_resamples_do_not_widen_the_exponent(void **state) {
    (void)state;
    static const struct ordo_model_point points[] = {
        {12, 125, 5, 9, 1100, 9718}, {13, 99, 9, 10, 979, 9691},  {14, 13, 8, 10, 121, 1133},
        {15, 22, 9, 12, 253, 2923},  {16, 26, 12, 14, 338, 4396}, {17, 3, 11, 13, 37, 459},
        {18, 9, 13, 15, 128, 1826},  {19, 8, 16, 17, 129, 2081},  {21, 2, 13, 18, 31, 493},
        {29, 1, 24, 24, 24, 576},
    };
    struct ordo_model m;
    ordo_model_fit_sampled(points, sizeof points / sizeof *points, ORDO_UNIT_UNKNOWN, &m);
    assert_int_equal(m.growth, ORDO_GROWTH_N);
    assert_true(m.low > 0 && m.high < 2.5);
}

/* Nginx's ngx_create_pool, GSL's gsl_odeiv2_step_alloc, Mbed TLS's test_ecp_test_mul and sort's
 * strcmp: any power fits a single far group of sizes. If the other sizes grow, they support a
 * model. */
static void one_far_group_does_not_make_a_power(void **state) {
    (void)state;
    static const double costs[][13][2] = {
        {{128, 7}, {512, 7}, {1024, 7}, {4096, 7}, {16384, 8}},
        {{1, 216}, {2, 216}, {3, 216}, {4, 216}, {15, 332}},
        {{36, 1912}, {40, 1570}, {43, 1748}, {267, 2117608}},
        {{1, 11},
         {2, 10.53},
         {3, 9.53},
         {4, 8.82},
         {5, 3.23},
         {6, 3.36},
         {7, 3.14},
         {8, 3.23},
         {9, 3.48},
         {10, 3.56},
         {16, 4},
         {34, 19},
         {35, 19}},
    };
    for (size_t i = 0; i < sizeof costs / sizeof *costs; i++) {
        struct sample s = pairs(costs[i], 13);
        struct ordo_model m = fit(&s);
        assert_sane(&m);
        if (m.growth > ORDO_GROWTH_N_LOG && m.growth != ORDO_GROWTH_NONE) fail_msg("case %zu", i);
    }
    struct sample s = {.n = 0};
    for (int n = 4; n <= 256; n *= 2) add(&s, n, 500 + (double)n * n);
    struct ordo_model m = fit(&s);
    assert_int_equal(m.growth, ORDO_GROWTH_N2);
}

static void answers_do_not_depend_on_order_or_duplicates(void **state) {
    (void)state;
    struct random_numbers r = {11};
    struct sample s = of(power, 4, 1.3, 40), t;
    for (size_t i = 0; i < s.n; i++) s.p[i].sum *= 1 + (double)random_below(&r, 100) / 500;
    struct ordo_model a = fit(&s), b;
    for (int turn = 0; turn < 20; turn++) {
        t = s;
        for (size_t i = t.n - 1; i > 0; i--) {
            size_t k = random_below(&r, i + 1);
            struct ordo_model_point x = t.p[i];
            t.p[i] = t.p[k];
            t.p[k] = x;
        }
        b = fit(&t);
        assert_memory_equal(&a, &b, sizeof a);
    }
    /* one point of two calls, or two points of one */
    t = s;
    for (size_t i = 0; i < s.n; i++) t.p[t.n++] = s.p[i];
    for (size_t i = 0; i < s.n; i++) {
        s.p[i].count = 2;
        s.p[i].sum *= 2;
        s.p[i].sumsq = s.p[i].sum * s.p[i].sum / 2;
    }
    a = fit(&s);
    b = fit(&t);
    assert_int_equal(a.growth, b.growth);
    assert_true(fabs(a.exponent - b.exponent) < 1e-6);
}

static void answers_do_not_depend_on_units(void **state) {
    (void)state;
    struct random_numbers r = {5};
    double (*const functions[])(double) = {f_1,   f_log, f_sqrt,  f_n, f_nlog,
                                           f_n15, f_n2,  f_n2log, f_n3};
    static const double costs[] = {1e-6, 1, 1e6}, sizes[] = {0.125, 1, 8};
    for (size_t f = 0; f < sizeof functions / sizeof *functions; f++)
        for (int noisy = 0; noisy < 2; noisy++) {
            struct sample s = of(functions[f], 6, 1.25, 24);
            for (size_t i = 0; i < s.n && noisy; i++)
                s.p[i].sum *= 0.8 + (double)random_below(&r, 1000) / 2500;
            for (size_t i = 0; i < s.n; i++) s.p[i].max = s.p[i].min = s.p[i].sum;
            struct ordo_model base = fit(&s);
            for (int c = 0; c < 3; c++)
                for (int n = 0; n < 3; n++) {
                    struct sample t = s;
                    for (size_t i = 0; i < t.n; i++) {
                        t.p[i].n *= sizes[n];
                        t.p[i].min *= costs[c];
                        t.p[i].max *= costs[c];
                        t.p[i].sum *= costs[c];
                        t.p[i].sumsq = t.p[i].sum * t.p[i].sum;
                    }
                    struct ordo_model m = fit(&t);
                    if (m.growth != base.growth || fabs(m.exponent - base.exponent) > 1e-6)
                        fail_msg("sizes x %g, costs x %g: %s %.9f, not %s %.9f", sizes[n], costs[c],
                                 ordo_growth_name(m.growth), m.exponent,
                                 ordo_growth_name(base.growth), base.exponent);
                }
        }
}

static void an_undecided_logarithm_is_reported(void **state) {
    (void)state;
    struct random_numbers r = {4};
    unsigned said = 0;
    for (int turn = 0; turn < 40; turn++) {
        struct sample s = of(f_nlog, 50, 1.3, 14);
        for (size_t i = 0; i < s.n; i++) {
            s.p[i].sum *= 0.7 + (double)random_below(&r, 1000) / 1667;
            s.p[i].max = s.p[i].sum;
        }
        said += (fit(&s).warnings & ORDO_MODEL_LOG_UNSURE) != 0;
    }
    print_message("unsure of the logarithm: %u of 40\n", said);
    assert_true(said >= 5);
    struct sample exact = of(f_nlog, 5, 1.4, 26);
    assert_false(fit(&exact).warnings & ORDO_MODEL_LOG_UNSURE);
}

static void too_little_data_gives_none_and_a_reason(void **state) {
    (void)state;
    struct sample s = of(power, 10, 2, 3);
    struct ordo_model m = fit(&s);
    assert_int_equal(m.growth, ORDO_GROWTH_NONE);
    assert_true(m.warnings & ORDO_MODEL_FEW_SIZES);
    struct sample narrow = {.n = 0};
    for (int i = 0; i < 20; i++) add(&narrow, 1000 + i, power(1000 + i));
    m = fit(&narrow);
    assert_int_equal(m.growth, ORDO_GROWTH_NONE);
    assert_true(m.warnings & ORDO_MODEL_NARROW_SIZES);
    struct sample groups = {.n = 0};
    for (int i = 0; i < 5; i++) add(&groups, 100 + i, power(100));
    for (int i = 0; i < 5; i++) add(&groups, 90000 + i, power(90000));
    m = fit(&groups);
    assert_int_equal(m.growth, ORDO_GROWTH_NONE);
    assert_true(m.warnings & ORDO_MODEL_CLUSTERED);
    struct sample down = {.n = 0};
    for (int i = 0; i < 20; i++) add(&down, 10 << (i / 2), 1e6 / (10 << (i / 2)));
    for (int i = 0; i < 12; i++) add(&down, 15 << i, 1e6 / (15 << i));
    m = fit(&down);
    assert_int_equal(m.growth, ORDO_GROWTH_NONE);
    assert_true(m.warnings & ORDO_MODEL_FALLING);
    struct sample cloud = {.n = 0};
    struct random_numbers r = {2};
    for (int i = 0; i < 60; i++) add(&cloud, 10 + 20 * i, exp((double)random_below(&r, 900) / 100));
    m = fit(&cloud);
    assert_int_equal(m.growth, ORDO_GROWTH_NONE);
    assert_true(m.warnings & (ORDO_MODEL_NO_RELATION | ORDO_MODEL_AMBIGUOUS));
    struct sample none = {.n = 0};
    m = fit(&none);
    assert_int_equal(m.growth, ORDO_GROWTH_NONE);
    assert_sane(&m);
}

static void hostile_numbers_are_ignored(void **state) {
    (void)state;
    static const double odd[] = {NAN,    INFINITY, -INFINITY, 0,        -1, 1e300,
                                 -1e300, DBL_MIN,  DBL_MAX,   4.9e-324, 1};
    enum { ODD = sizeof odd / sizeof *odd };
    struct random_numbers r = {3};
    struct ordo_model m;
    for (int turn = 0; turn < 4000; turn++) {
        struct ordo_model_point p[40];
        size_t n = 1 + random_below(&r, 40);
        for (size_t i = 0; i < n; i++) {
            double v[6] = {(double)(1 + i * i), 1, power((double)i), power((double)i),
                           power((double)i),    1};
            if (random_below(&r, 3) == 0) v[random_below(&r, 6)] = odd[random_below(&r, ODD)];
            if (turn % 7 == 0)
                for (int k = 0; k < 6; k++) v[k] = odd[random_below(&r, ODD)];
            p[i] = (struct ordo_model_point){v[0], v[1], v[2], v[3], v[4], v[5]};
        }
        ordo_model_fit(p, n, ORDO_UNIT_BLOCKS, &m);
        assert_sane(&m);
        char formula[ORDO_FORMULA_BYTES];
        ordo_formula_write(formula, sizeof formula, &m, "n");
        assert_true(strlen(formula) < sizeof formula);
        ordo_model_fit_worst(p, n, ORDO_UNIT_UNKNOWN, &m);
        assert_sane(&m);
        struct ordo_bound b;
        ordo_bound_check(p, n, (enum ordo_growth)(turn % ORDO_GROWTH_NONE), ORDO_UNIT_UNKNOWN, &b);
    }
}

static void extreme_scales_keep_the_class(void **state) {
    (void)state;
    static const double scales[] = {1e-300, 1e-100, 1e100, 1e290};
    for (int k = 0; k < 4; k++) {
        struct sample s = of(power, 4, 1.4, 20);
        for (size_t i = 0; i < s.n; i++) {
            s.p[i].sum *= scales[k];
            s.p[i].min = s.p[i].max = s.p[i].sum;
            s.p[i].sumsq = s.p[i].sum * s.p[i].sum; /* may overflow or underflow */
        }
        struct ordo_model m = fit(&s);
        if (m.growth != ORDO_GROWTH_N2) fail_msg("x %g: %s", scales[k], ordo_growth_name(m.growth));
    }
}

static void zero_costs_are_constant_or_ignored(void **state) {
    (void)state;
    struct sample s = {.n = 0};
    for (int i = 1; i < 10; i++) add(&s, i * i, 0);
    struct ordo_model m = fit(&s);
    assert_int_equal(m.growth, ORDO_GROWTH_1);
    assert_sane(&m);
    s = of(f_n2, 2, 1.5, 16);
    add(&s, 1, 0);
    add(&s, 0, 5);
    m = fit(&s);
    assert_int_equal(m.growth, ORDO_GROWTH_N2);
    assert_true(m.warnings & ORDO_MODEL_ZERO_COST);
}

static void a_million_points_are_fitted(void **state) {
    (void)state;
    size_t n = 1000000;
    struct ordo_model_point *p = malloc(n * sizeof *p);
    struct ordo_model m;
    for (size_t i = 0; i < n; i++) {
        double x = (double)(i + 1), c = f_nlog(x);
        p[n - 1 - i] = (struct ordo_model_point){x, 1, c, c, c, c * c};
    }
    ordo_model_fit(p, n, ORDO_UNIT_UNKNOWN, &m);
    assert_int_equal(m.growth, ORDO_GROWTH_N_LOG);
    free(p);
}

static void one_wild_point_changes_nothing(void **state) {
    (void)state;
    struct sample s = of(f_n2, 8, 1.15, 40);
    s.p[20].sum *= 60;
    s.p[20].max = s.p[20].sum;
    struct ordo_model m = fit(&s);
    assert_int_equal(m.growth, ORDO_GROWTH_N2);
    assert_true(m.warnings & ORDO_MODEL_OUTLIERS);
    assert_true(fabs(m.predicted / f_n2(10 * m.n_max) - 1) < 0.05);
}

/* The mean approaches a worst case of 1,000 n as 5 n^2, up to n = 180: at ten times the sizes it
 * would exceed it. In the opposite case both are reported. */
static void the_mean_does_not_overtake_the_worst_case(void **state) {
    (void)state;
    struct ordo_model mean, worst;
    struct ordo_model_point p[36], q[36];
    for (int i = 0; i < 36; i++) {
        double n = 5 * (i + 1), low = 5 * n * n, high = 1000 * n;
        p[i] = (struct ordo_model_point){n, 100, 0, high, 100 * low, NAN};
        q[i] = (struct ordo_model_point){n, 100, 0, 200 * low, 100 * high, NAN};
    }
    ordo_model_fit_worst(p, 36, ORDO_UNIT_UNKNOWN, &worst);
    assert_int_equal(worst.growth, ORDO_GROWTH_N);
    ordo_model_fit_both(p, 36, ORDO_UNIT_UNKNOWN, ORDO_POINTS_ALL, ORDO_MODEL_FACTOR, &mean,
                        &worst);
    assert_int_equal(mean.growth, ORDO_GROWTH_N2);
    assert_int_equal(worst.growth, ORDO_GROWTH_NONE);
    assert_sane(&worst);
    assert_false(worst.has_prediction || worst.has_exponent || worst.n_terms);
    assert_true(worst.warnings & ORDO_MODEL_AMBIGUOUS);
    assert_true(mean.warnings & ORDO_MODEL_OVERTAKES);
    ordo_model_fit_both(q, 36, ORDO_UNIT_UNKNOWN, ORDO_POINTS_ALL, ORDO_MODEL_FACTOR, &mean,
                        &worst);
    assert_int_equal(mean.growth, ORDO_GROWTH_N);
    assert_int_equal(worst.growth, ORDO_GROWTH_N2);
}

/* Expat's _expect_failure: one of several small calls cost a thousand times as much. The mean
 * may ignore it, but a worst case below it is wrong. */
static void no_cost_exceeds_the_worst_case(void **state) {
    (void)state;
    struct ordo_model mean, worst;
    struct ordo_model_point p[40];
    for (int i = 0; i < 40; i++) {
        double n = 10 * (i + 1);
        p[i] = (struct ordo_model_point){n, 5, n, n, 5 * n, 5 * n * n};
    }
    ordo_model_fit_both(p, 40, ORDO_UNIT_UNKNOWN, ORDO_POINTS_ALL, ORDO_MODEL_FACTOR, &mean,
                        &worst);
    assert_int_equal(worst.growth, ORDO_GROWTH_N);
    p[20].max = 1e6;
    ordo_model_fit_both(p, 40, ORDO_UNIT_UNKNOWN, ORDO_POINTS_ALL, ORDO_MODEL_FACTOR, &mean,
                        &worst);
    assert_int_equal(mean.growth, ORDO_GROWTH_N);
    assert_true(worst.growth == ORDO_GROWTH_NONE || worst.predicted > 5e5);
}

/* The factor decides where a model predicts, and nothing else. */
static void a_prediction_follows_the_factor(void **state) {
    (void)state;
    struct sample s = of(f_n2, 20, 1.3, 20);
    struct random_numbers r = {5};
    for (size_t i = 0; i < s.n; i++) {
        s.p[i].sum *= 1 + 0.01 * (double)random_below(&r, 9);
        s.p[i].max = s.p[i].min = s.p[i].sum;
        s.p[i].sumsq = s.p[i].sum * s.p[i].sum;
    }
    struct ordo_model ten, four, worst;
    ordo_model_fit_both(s.p, s.n, ORDO_UNIT_BLOCKS, ORDO_POINTS_ALL, ORDO_MODEL_FACTOR, &ten,
                        &worst);
    ordo_model_fit_both(s.p, s.n, ORDO_UNIT_BLOCKS, ORDO_POINTS_ALL, 4, &four, &worst);
    assert_true(ten.has_prediction && four.has_prediction && worst.has_prediction);
    assert_true(fabs(ten.at - 10 * ten.n_max) <= 1e-6);
    assert_true(fabs(four.at - 4 * four.n_max) <= 1e-6);
    assert_true(fabs(worst.at - four.at) <= 1e-6);
    assert_true(fabs(four.predicted / ordo_model_value(&ten, four.at) - 1) <= 1e-9);
    assert_true(four.predicted_low < four.predicted && four.predicted < four.predicted_high);
    assert_true(four.predicted_high / four.predicted_low < ten.predicted_high / ten.predicted_low);
    four.at = ten.at, four.predicted = ten.predicted;
    four.predicted_low = ten.predicted_low, four.predicted_high = ten.predicted_high;
    assert_memory_equal(&four, &ten, sizeof four);
}

static void the_worst_case_is_the_upper_branch(void **state) {
    (void)state;
    struct sample s = {.n = 0};
    struct random_numbers r = {8};
    for (int i = 0; i < 120; i++) {
        double n = floor(10 * pow(1.06, i)), cost = random_below(&r, 3) ? 8 * n : n * n;
        if (!s.n || n > s.p[s.n - 1].n) add(&s, n, cost);
    }
    struct ordo_model m;
    ordo_model_fit_worst(s.p, s.n, ORDO_UNIT_UNKNOWN, &m);
    assert_int_equal(m.growth, ORDO_GROWTH_N2);
}

static void bounds_hold_are_exceeded_or_are_loose(void **state) {
    (void)state;
    static const struct {
        double (*f)(double);
        enum ordo_growth bound;
        enum ordo_bound_verdict verdict;
    } cases[] = {
        {f_nlog, ORDO_GROWTH_N_LOG, ORDO_BOUND_HOLDS}, {f_nlog, ORDO_GROWTH_N, ORDO_BOUND_EXCEEDS},
        {f_nlog, ORDO_GROWTH_N2, ORDO_BOUND_LOOSE},    {f_n2, ORDO_GROWTH_N2, ORDO_BOUND_HOLDS},
        {f_n2, ORDO_GROWTH_N_LOG, ORDO_BOUND_EXCEEDS}, {f_n, ORDO_GROWTH_N_LOG, ORDO_BOUND_LOOSE},
        {f_1, ORDO_GROWTH_1, ORDO_BOUND_HOLDS},        {f_log, ORDO_GROWTH_1, ORDO_BOUND_EXCEEDS},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct sample s = of(cases[i].f, 5, 1.4, 26);
        struct ordo_bound b;
        ordo_bound_check(s.p, s.n, cases[i].bound, ORDO_UNIT_UNKNOWN, &b);
        if (b.verdict != cases[i].verdict)
            fail_msg("case %zu: bound %s %s (slope %g, %g..%g)", i,
                     ordo_growth_name(cases[i].bound), ordo_bound_name(b.verdict), b.slope, b.low,
                     b.high);
    }
    struct sample few = of(f_n, 5, 2, 3);
    struct ordo_bound b;
    ordo_bound_check(few.p, few.n, ORDO_GROWTH_N, ORDO_UNIT_UNKNOWN, &b);
    assert_int_equal(b.verdict, ORDO_BOUND_INSUFFICIENT);
    assert_false(b.has_slope);
}

static void formulas_are_readable(void **state) {
    (void)state;
    char text[ORDO_FORMULA_BYTES];
    struct sample s = of(f_nlog, 5, 1.4, 26);
    struct ordo_model m = fit(&s);
    ordo_formula_write(text, sizeof text, &m, "n");
    assert_string_equal(text, "2 n log2 n + 5");
    m = (struct ordo_model){.growth = ORDO_GROWTH_NONE};
    ordo_formula_write(text, sizeof text, &m, "n");
    assert_string_equal(text, "");
    char tiny[4];
    m = fit(&s);
    ordo_formula_write(tiny, sizeof tiny, &m, "n");
    assert_true(strlen(tiny) < sizeof tiny);
}

static void classes_have_names(void **state) {
    (void)state;
    for (int g = 0; g < ORDO_GROWTHS; g++) {
        enum ordo_growth found;
        assert_true(ordo_growth_find(ordo_growth_name((enum ordo_growth)g), &found));
        assert_int_equal(found, g);
    }
    enum ordo_growth found;
    assert_true(ordo_growth_find("nlogn", &found) && found == ORDO_GROWTH_N_LOG);
    assert_false(ordo_growth_find("n^4", &found));
    assert_false(ordo_growth_find("", &found));
    for (unsigned bit = 1; bit <= ORDO_MODEL_ZERO_COST; bit <<= 1) {
        assert_true(*ordo_model_warning_code((enum ordo_model_warning)bit));
        assert_true(*ordo_model_warning_remedy((enum ordo_model_warning)bit));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exact_costs_get_their_class_and_coefficients),
        cmocka_unit_test(lines_may_begin_far_below_their_slope),
        cmocka_unit_test(lines_may_begin_at_cells_that_all_calls_read),
        cmocka_unit_test(a_few_extra_steps_do_not_blur_large_sizes),
        cmocka_unit_test(one_tiny_size_does_not_sharpen_large_ones),
        cmocka_unit_test(a_staircase_is_not_constant),
        cmocka_unit_test(a_growing_cost_does_not_fall),
        cmocka_unit_test(an_exponent_is_measured_over_the_sizes_seen),
        cmocka_unit_test(a_class_needs_an_exponent),
        cmocka_unit_test(a_few_resamples_do_not_widen_the_exponent),
        cmocka_unit_test(one_far_group_does_not_make_a_power),
        cmocka_unit_test(answers_do_not_depend_on_order_or_duplicates),
        cmocka_unit_test(answers_do_not_depend_on_units),
        cmocka_unit_test(an_undecided_logarithm_is_reported),
        cmocka_unit_test(too_little_data_gives_none_and_a_reason),
        cmocka_unit_test(hostile_numbers_are_ignored),
        cmocka_unit_test(extreme_scales_keep_the_class),
        cmocka_unit_test(zero_costs_are_constant_or_ignored),
        cmocka_unit_test(a_million_points_are_fitted),
        cmocka_unit_test(one_wild_point_changes_nothing),
        cmocka_unit_test(the_mean_does_not_overtake_the_worst_case),
        cmocka_unit_test(no_cost_exceeds_the_worst_case),
        cmocka_unit_test(the_worst_case_is_the_upper_branch),
        cmocka_unit_test(a_prediction_follows_the_factor),
        cmocka_unit_test(bounds_hold_are_exceeded_or_are_loose),
        cmocka_unit_test(formulas_are_readable),
        cmocka_unit_test(classes_have_names),
    };
    return cmocka_run_group_tests_name("model/model", tests, NULL, NULL);
}
