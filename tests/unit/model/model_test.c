/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * model_test.c: known functions get their class, whatever the units and the order of the points. If
 * there is not enough data to fit, the class is "none" and has a reason. No numbers break the fit.
 */
#include "model/fit/bound.h"
#include "model/fit/formula.h"
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

static struct ordo_model fit_recorded(const struct ordo_model_point *points, size_t n) {
    struct ordo_model m;
    ordo_model_fit(points, n, ORDO_UNIT_BLOCKS, &m);
    assert_sane(&m);
    return m;
}

/* tcc's define_push: its largest calls cost an eighth of n^3, which fits the others. */
static void largest_sizes_that_differ_are_not_outliers(void **state) {
    (void)state;
    static const struct ordo_model_point push[] = {
        {7, 12174, 8, 8, 97392, 779136},     {8, 12684, 8, 455, 125610, 11987670},
        {9, 102, 455, 460, 46440, 21144000}, {10, 48, 17, 17, 816, 13872},
        {11, 42, 17, 17, 714, 12138},        {15, 6, 53, 53, 318, 16854},
        {16, 42, 53, 56, 2280, 123864},      {17, 150, 53, 65, 8136, 442440},
        {18, 48, 53, 500, 5298, 1625826},    {19, 18, 56, 56, 1008, 56448},
        {31, 24, 823, 823, 19752, 16255896}, {35, 24, 826, 826, 19824, 16374624},
        {36, 6, 782, 782, 4692, 3669144},    {73, 6, 590, 590, 3540, 2088600}};
    struct ordo_model m = fit_recorded(push, sizeof push / sizeof *push);
    assert_int_equal(m.growth, ORDO_GROWTH_NONE);
    struct sample one = {.n = 0}, only = {.n = 0};
    for (int n = 20; n <= 1000; n += n / 12) add(&one, n, 6 * n + 11);
    one.p[one.n - 2] = (struct ordo_model_point){903, 1, 9, 9, 9, 81}; /* of fifteen from 323 on */
    m = fit(&one);
    assert_sane(&m);
    assert_int_equal(m.growth, ORDO_GROWTH_N);
    for (int n = 10; n <= 300; n += 10) add(&only, n, 6 * n + 11);
    add(&only, 1000, 60);
    m = fit(&only);
    assert_sane(&m);
    assert_int_equal(m.growth, ORDO_GROWTH_NONE);
    assert_true(m.warnings & ORDO_MODEL_LARGEST_DIFFER);
    only.p[only.n - 1].count = -1; /* a point that is not an observation contradicts nothing */
    m = fit(&only);
    assert_int_equal(m.growth, ORDO_GROWTH_N);
}

/* CPython's cmp_rec compares the items of a memoryview, mostly bytes. n^2 fits them overall, but
 * none of the largest sizes. */
static void a_power_needs_the_largest_sizes(void **state) {
    (void)state;
    static const struct ordo_model_point compared[] = {
        {7, 17, 4, 16, 113, 1013},      {8, 83, 5, 29, 795, 10859},
        {9, 104, 9, 70, 1376, 28916},   {10, 113, 5, 79, 1865, 45093},
        {11, 106, 5, 51, 1378, 25154},  {12, 15, 5, 93, 482, 29286},
        {13, 31, 5, 105, 499, 25143},   {14, 31, 9, 81, 455, 16175},
        {15, 66, 12, 109, 1066, 27298}, {16, 3, 9, 101, 211, 20483},
        {17, 8, 12, 67, 265, 11651},    {18, 19, 9, 145, 757, 60457},
        {19, 4, 12, 131, 286, 34610},   {20, 3, 13, 21, 47, 779},
        {21, 2, 46, 46, 92, 4232},      {22, 11, 13, 49, 215, 6323},
        {23, 2, 52, 52, 104, 5408},     {24, 1, 181, 181, 181, 32761},
        {25, 8, 58, 191, 1262, 225614}, {26, 6, 13, 13, 78, 1014},
        {28, 3, 67, 67, 201, 13467},    {29, 4, 231, 231, 924, 213444},
        {30, 14, 19, 73, 374, 14990},   {31, 2, 251, 251, 502, 126002},
        {32, 6, 79, 261, 838, 161206},  {33, 4, 82, 82, 328, 26896},
        {34, 2, 281, 281, 562, 157922}, {35, 8, 19, 88, 290, 17654}};
    struct ordo_model m = fit_recorded(compared, sizeof compared / sizeof *compared);
    assert_int_equal(m.growth, ORDO_GROWTH_NONE);
    struct sample s = {.n = 0}; /* n^2 is a small part of the cost, but all of its growth */
    for (int n = 1000; n <= 20000; n += n / 12) add(&s, n, 1.3e9 + 3.79 * n * (double)n);
    m = fit(&s);
    assert_sane(&m);
    assert_int_equal(m.growth, ORDO_GROWTH_N2);
}

/* cmark's S_find_first_nonspace reads three cells in all calls, and one more per eight blanks.
 * From the fourth size on its cost is a straight line; n^2 log n fits all of it. Equally few
 * points suffice to report a bend. */
static void a_straight_line_is_preferred_to_a_power(void **state) {
    (void)state;
    static const struct ordo_model_point blanks[] = {
        {3, 29912, 3, 3, 89736, 269208}, {4, 2000, 6, 24, 19359, 219123},
        {5, 117, 6, 48, 3612, 124704},   {6, 15, 51, 66, 846, 48096},
        {7, 2, 78, 81, 159, 12645},      {8, 1, 120, 120, 120, 14400}};
    struct ordo_model m = fit_recorded(blanks, sizeof blanks / sizeof *blanks);
    assert_int_equal(m.growth, ORDO_GROWTH_NONE);
    assert_true(m.warnings & ORDO_MODEL_AMBIGUOUS);
    struct sample s = {.n = 0};
    for (int n = 12; n <= 36; n += 2) add(&s, n, 3 * n * (double)n + 40);
    m = fit(&s);
    assert_int_equal(m.growth, ORDO_GROWTH_N2);
}

/* A search that reads a growing list from its start, with estimates of the cells read so far.
 * They begin at 0, unlike any line with a positive intercept. */
static void checkpoints_are_not_a_line(void **state) {
    (void)state;
    static const double cells[] = {330, 354, 459, 572, 728, 912, 1158, 1473, 1861, 2420, 3038};
    static const double steps[] = {54615,  62835,   105570,  163878,  265356, 416328,
                                   671061, 1085601, 1732591, 2807265, 4385241};
    enum { CHECKPOINTS = sizeof cells / sizeof *cells };
    struct ordo_model_point p[CHECKPOINTS];
    struct ordo_model mean, worst;
    for (int i = 0; i < CHECKPOINTS; i++)
        p[i] = (struct ordo_model_point){cells[i], 1,        steps[i],
                                         steps[i], steps[i], steps[i] * steps[i]};
    ordo_model_fit_both(p, CHECKPOINTS, ORDO_UNIT_UNKNOWN, ORDO_POINTS_CHECKPOINTS, &mean, &worst);
    assert_sane(&mean);
    assert_int_equal(mean.growth, ORDO_GROWTH_N2);
    assert_int_equal(worst.growth, ORDO_GROWTH_N2);
    ordo_model_fit(p, CHECKPOINTS, ORDO_UNIT_UNKNOWN, &mean); /* as sizes of activations */
    assert_int_equal(mean.growth, ORDO_GROWTH_NONE);
}

/* Lua's clearbuff: short texts, of which there are many, follow one function; long ones, which
 * are written piece by piece, are on a straight line. n log n fits both. */
static void a_straight_line_is_preferred_to_a_logarithm(void **state) {
    (void)state;
    static const struct ordo_model_point cleared[] = {{11, 2347, 21, 33, 76650, 2505888},
                                                      {13, 11529, 30, 42, 479283, 19945485},
                                                      {14, 610, 36, 59, 23789, 928195},
                                                      {15, 1710, 33, 45, 74457, 3248271},
                                                      {16, 6378, 39, 48, 305691, 14653647},
                                                      {17, 470, 36, 71, 21290, 966124},
                                                      {18, 609, 45, 51, 30909, 1569177},
                                                      {19, 2072, 45, 54, 111498, 6002208},
                                                      {20, 76, 48, 77, 4004, 211732},
                                                      {21, 237, 48, 155, 13499, 779107},
                                                      {22, 451, 54, 60, 27033, 1620513},
                                                      {24, 49, 57, 63, 3081, 193761},
                                                      {26, 3, 66, 66, 198, 13068},
                                                      {28, 10, 72, 72, 720, 51840},
                                                      {30, 2, 75, 75, 150, 11250},
                                                      {781, 1, 2883, 2883, 2883, 8311689},
                                                      {1549, 1, 5699, 5699, 5699, 32478601},
                                                      {3085, 1, 11331, 11331, 11331, 128391561},
                                                      {6159, 1, 22604, 22604, 22604, 510940816}};
    struct ordo_model m = fit_recorded(cleared, sizeof cleared / sizeof *cleared);
    assert_int_equal(m.growth, ORDO_GROWTH_N);
    assert_float_equal(ordo_model_value(&m, 49165), 180291, 0.05 * 180291);
}

/* The class is that of the term that dominates at the largest size. One that overtakes it by ten
 * times that size is named, too. */
static void the_class_is_that_of_the_sizes_seen(void **state) {
    (void)state;
    struct sample quadratic = {.n = 0}, search = {.n = 0}, late = {.n = 0};
    for (int n = 20; n <= 1000; n += 20) add(&quadratic, n, 0.0107 * n * n + 58.9 * n);
    struct ordo_model m = fit(&quadratic);
    assert_sane(&m);
    assert_int_equal(m.growth, ORDO_GROWTH_N);
    assert_true(m.has_later);
    assert_int_equal(m.later, ORDO_GROWTH_N2);
    assert_float_equal(m.later_from, 58.9 / 0.0107, 0.1 * 58.9 / 0.0107);
    for (int n = 4; n <= 1024; n *= 2) add(&search, n, 9 * log2(n) + 0.019 * n);
    m = fit(&search);
    assert_sane(&m);
    assert_int_equal(m.growth, ORDO_GROWTH_LOG);
    assert_int_equal(m.later, ORDO_GROWTH_N);
    for (int n = 20; n <= 1000; n += 20) add(&late, n, 0.0003 * n * n + 58.9 * n);
    m = fit(&late);
    assert_sane(&m);
    assert_int_equal(m.growth, ORDO_GROWTH_N);
    assert_false(m.has_later); /* from n = 196,000 on */
}

/* No class is claimed that the largest sizes contradict: quadratic growth that becomes linear. */
static void the_largest_sizes_have_the_class(void **state) {
    (void)state;
    struct sample s = {.n = 0}, few = {.n = 0};
    for (int n = 10; n <= 200; n += 10) add(&s, n, (double)n * n);
    for (int n = 240; n <= 1000; n += 40) add(&s, n, 40000 + 210.0 * (n - 200));
    struct ordo_model m = fit(&s);
    assert_sane(&m);
    assert_int_equal(m.growth, ORDO_GROWTH_N);
    assert_float_equal(m.top, 1.05, 0.1);
    for (int n = 100; n <= 800; n *= 2) add(&few, n, (double)n * n);
    for (int n = 1000; n <= 1600; n += 200) add(&few, n, 640000 + 700.0 * (n - 800));
    m = fit(&few);
    assert_sane(&m);
    assert_true(m.growth == ORDO_GROWTH_NONE || ordo_growth_degree(m.growth) <= 1);
}

/* An exponential shows at the last four sizes. A jump at one of them is none. */
static void an_exponential_shows_in_its_last_steps(void **state) {
    (void)state;
    static const double sizes[] = {7, 12, 18, 20, 21, 22, 26, 28, 29, 32, 35};
    static const double writes[][2] = {{37, 47},   {71, 81},   {81, 175},  {144, 154},
                                       {247, 257}, {273, 283}, {377, 387}, {450, 460},
                                       {478, 488}, {484, 494}, {516, 526}, {528, 1205}};
    struct sample hidden = {.n = 0};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        add(&hidden, sizes[i], 17.3 * exp2(sizes[i]) + 35.4e9 + 3.25e6 * sizes[i] * sizes[i]);
    struct ordo_model m = fit(&hidden);
    assert_sane(&m);
    assert_int_equal(m.growth, ORDO_GROWTH_EXP);
    assert_float_equal(m.base, 2, 0.05);
    struct sample jump = pairs(writes, sizeof writes / sizeof *writes);
    m = fit(&jump);
    assert_sane(&m);
    assert_int_not_equal(m.growth, ORDO_GROWTH_EXP);
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
    ordo_model_fit_both(p, 36, ORDO_UNIT_UNKNOWN, false, &mean, &worst);
    assert_int_equal(mean.growth, ORDO_GROWTH_N2);
    assert_int_equal(worst.growth, ORDO_GROWTH_NONE);
    assert_sane(&worst);
    assert_false(worst.has_prediction || worst.has_exponent || worst.n_terms);
    assert_true(worst.warnings & ORDO_MODEL_AMBIGUOUS);
    assert_true(mean.warnings & ORDO_MODEL_OVERTAKES);
    ordo_model_fit_both(q, 36, ORDO_UNIT_UNKNOWN, false, &mean, &worst);
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
    ordo_model_fit_both(p, 40, ORDO_UNIT_UNKNOWN, false, &mean, &worst);
    assert_int_equal(worst.growth, ORDO_GROWTH_N);
    p[20].max = 1e6;
    ordo_model_fit_both(p, 40, ORDO_UNIT_UNKNOWN, false, &mean, &worst);
    assert_int_equal(mean.growth, ORDO_GROWTH_N);
    assert_true(worst.growth == ORDO_GROWTH_NONE || worst.predicted > 5e5);
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
        cmocka_unit_test(largest_sizes_that_differ_are_not_outliers),
        cmocka_unit_test(a_power_needs_the_largest_sizes),
        cmocka_unit_test(a_straight_line_is_preferred_to_a_power),
        cmocka_unit_test(a_straight_line_is_preferred_to_a_logarithm),
        cmocka_unit_test(the_class_is_that_of_the_sizes_seen),
        cmocka_unit_test(the_largest_sizes_have_the_class),
        cmocka_unit_test(an_exponential_shows_in_its_last_steps),
        cmocka_unit_test(checkpoints_are_not_a_line),
        cmocka_unit_test(the_mean_does_not_overtake_the_worst_case),
        cmocka_unit_test(no_cost_exceeds_the_worst_case),
        cmocka_unit_test(the_worst_case_is_the_upper_branch),
        cmocka_unit_test(bounds_hold_are_exceeded_or_are_loose),
        cmocka_unit_test(formulas_are_readable),
        cmocka_unit_test(classes_have_names),
    };
    return cmocka_run_group_tests_name("model/model", tests, NULL, NULL);
}
