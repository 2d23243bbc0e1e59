/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * exponential_test.c: exponentials are found, with their base and its uncertainty. Costs that rise
 * steeply at a few sizes are not exponential.
 */
#include "support/fitted_sample.h"
#include "support/random_profile.h"

static double fib(double n) {
    double a = 0, b = 1;
    for (int i = 0; i < (int)n; i++) {
        double c = a + b;
        a = b;
        b = c;
    }
    return 5 * b - 3;
}

static void exponentials_have_a_base(void **state) {
    (void)state;
    struct sample s = {.n = 0};
    for (int n = 1; n <= 24; n++) add(&s, n, fib(n));
    struct ordo_model m = fit(&s);
    assert_sane(&m);
    assert_int_equal(m.growth, ORDO_GROWTH_EXP);
    assert_true(fabs(m.base - 1.618) < 0.02);
    assert_true(m.at == 29);
    assert_true(fabs(m.predicted / fib(29) - 1) < 0.1);
    struct sample f = {.n = 0};
    for (int n = 2; n <= 12; n++) add(&f, n, 4 * tgamma(n + 1) + 20);
    m = fit(&f);
    assert_sane(&m);
    assert_int_equal(m.growth, ORDO_GROWTH_EXP);
}

/* Costs of real programs that an exponential fits only at their last sizes: a table that is
 * enlarged at sizes 84 and 86; one far size above a cluster; and (the greatest costs of nginx's
 * output chain) two neighbouring sizes at which it reads a file. */
static void a_few_steep_sizes_are_not_exponential(void **state) {
    (void)state;
    static const double enlarged[][2] = {
        {10, 40},  {13, 34},  {14, 29},  {18, 47},  {32, 85},  {40, 116}, {43, 117}, {46, 129},
        {47, 123}, {48, 127}, {49, 128}, {50, 132}, {51, 135}, {52, 139}, {53, 142}, {54, 146},
        {55, 149}, {56, 159}, {57, 145}, {58, 154}, {59, 147}, {60, 164}, {61, 161}, {62, 163},
        {63, 166}, {66, 171}, {67, 181}, {68, 179}, {70, 185}, {84, 459}, {86, 485}, {222, 1093}};
    static const double far[][2] = {{1007, 5999},  {1013, 6023},  {1015, 6022},   {1021, 6050},
                                    {1023, 6046},  {1028, 6076},  {1105, 6929},   {1537, 24130},
                                    {1571, 15561}, {1577, 15593}, {5066, 2977231}};
    static const double beside[][2] = {{39, 82},     {43, 136},    {44, 137},    {99, 561},
                                       {101, 79252}, {102, 79253}, {169, 344},   {558, 643},
                                       {601, 790},   {1095, 1397}, {1648, 2025}, {4244, 5046}};
    struct sample a = pairs(enlarged, sizeof enlarged / sizeof *enlarged),
                  b = pairs(far, sizeof far / sizeof *far),
                  c = pairs(beside, sizeof beside / sizeof *beside);
    struct ordo_model m = fit(&a);
    assert_sane(&m);
    assert_true(m.growth < ORDO_GROWTH_N2 || m.growth == ORDO_GROWTH_NONE);
    m = fit(&b);
    assert_sane(&m);
    assert_int_not_equal(m.growth, ORDO_GROWTH_EXP);
    ordo_model_fit_worst(c.p, c.n, ORDO_UNIT_BLOCKS, &m);
    assert_sane(&m);
    assert_int_not_equal(m.growth, ORDO_GROWTH_EXP);
}

/* Greatest costs of scopes that their sizes do not explain: Expat's external_entity_faulter,
 * GSL's sys_driver and test_evolve_linear, Mbed TLS's test_mbedtls_mpi_exp_mod. An exponential
 * is nearer to each of them than any power is, but far from most of its points. */
static void costs_that_only_rise_are_not_exponential(void **state) {
    (void)state;
    static const double costs[][17][2] = {
        {{46, 173}, {61, 307}, {63, 1226}, {97, 3159}, {133, 6359}, {224, 2172039}},
        {{20, 127554},
         {21, 3762259},
         {22, 3997257},
         {23, 35738900},
         {24, 2108993953},
         {25, 1353158593},
         {26, 632038548},
         {54, 897123920}},
        {{19, 1302}, {20, 1982}, {21, 3715}, {22, 8889}, {23, 8889}, {25, 152879}, {105, 1315}},
        {{5, 437},
         {6, 457},
         {78, 10408},
         {86, 9996},
         {87, 11107},
         {89, 12626},
         {93, 11366},
         {95, 6942},
         {98, 9914},
         {99, 9243},
         {102, 9744},
         {103, 7043},
         {104, 7043},
         {105, 7025},
         {115, 31061},
         {140, 4537860},
         {172, 3414240}},
    };
    for (size_t i = 0; i < sizeof costs / sizeof *costs; i++) {
        struct sample s = pairs(costs[i], 17);
        struct ordo_model m;
        ordo_model_fit_worst(s.p, s.n, ORDO_UNIT_BLOCKS, &m);
        assert_sane(&m);
        assert_int_equal(m.growth, ORDO_GROWTH_NONE);
    }
    /* double-conversion's loop over a number's digits: in total it grows by less than a factor
     * of seven */
    static const double means[] = {1, 1.015, 1.108, 1.062, 1.051, 1.209, 2.002, 2.02, 4.857};
    struct sample s = {.n = 0};
    for (int i = 0; i < 9; i++) add(&s, i + 1, means[i]);
    struct ordo_model m = fit(&s);
    assert_sane(&m);
    assert_int_equal(m.growth, ORDO_GROWTH_NONE);
}

/* One activation of 15 cells cost far more than any other, and those of 20 to 250 cells hardly
 * anything. */
static void an_outlier_at_a_small_size_is_not_exponential(void **state) {
    (void)state;
    struct sample s = {.n = 0};
    for (int n = 4; n <= 15; n++) add(&s, n, n == 15 ? 1960 : 3 * pow(1.5, n - 4));
    for (int n = 16; n <= 250; n += 3) add(&s, n, 3 * n);
    struct ordo_model m;
    ordo_model_fit_worst(s.p, s.n, ORDO_UNIT_UNKNOWN, &m);
    assert_int_not_equal(m.growth, ORDO_GROWTH_EXP);
    for (s.n = 0; s.n < 12;) add(&s, (double)s.n + 4, 3 * pow(2.5, (double)s.n));
    ordo_model_fit_worst(s.p, s.n, ORDO_UNIT_UNKNOWN, &m);
    assert_int_equal(m.growth, ORDO_GROWTH_EXP);
}

/* A step of GNU Go's and a regular expression of mawk's. Costs hardly differ, except at two or
 * three sizes at the end. A base that could be 1.3 as well as 16 is not reported. */
static void a_base_that_could_be_anything_is_not_reported(void **state) {
    (void)state;
    static const struct ordo_model_point
        step[] = {{2, 35, 2, 2, 70, 140},   {3, 192, 2, 2, 384, 768}, {4, 27, 2, 2, 54, 108},
                  {5, 16, 2, 2, 32, 64},    {6, 1, 2, 2, 2, 4},       {7, 5, 2, 2, 10, 20},
                  {8, 16, 2, 15, 78, 780},  {9, 2, 2, 2, 4, 8},       {10, 5, 2, 2, 10, 20},
                  {11, 5, 2, 2, 10, 20},    {12, 11, 2, 7, 27, 89},   {13, 9, 2, 7, 32, 158},
                  {14, 19, 2, 8, 121, 841}, {15, 6, 7, 8, 43, 309}},
        expression[] = {{4, 1539, 2, 2, 3078, 6156},       {5, 737, 3, 3, 2211, 6633},
                        {6, 26, 4, 4, 104, 416},           {7, 2, 5, 5, 10, 50},
                        {14, 227, 11, 23, 3973, 75131},    {15, 599, 29, 71, 30067, 1625111},
                        {16, 624, 77, 119, 60858, 6048528}};
    struct ordo_model m;
    ordo_model_fit(step, sizeof step / sizeof *step, ORDO_UNIT_UNKNOWN, &m);
    assert_sane(&m);
    assert_int_equal(m.growth, ORDO_GROWTH_NONE);
    ordo_model_fit(expression, sizeof expression / sizeof *expression, ORDO_UNIT_UNKNOWN, &m);
    assert_sane(&m);
    assert_int_equal(m.growth, ORDO_GROWTH_NONE);
}

/* 2^n plus a constant that only the last sizes exceed; costs vary by 3 %. */
static void the_interval_of_a_base_contains_it(void **state) {
    (void)state;
    enum { TRIALS = 200 };
    struct random_numbers r = {.state = 2011};
    int named = 0, held = 0;
    for (int trial = 0; trial < TRIALS; trial++) {
        struct sample s = {.n = 0};
        for (int n = 8; n <= 20; n++) {
            double noise = 0.97 + 0.06 * (double)random_below(&r, 1000) / 999;
            add(&s, n, (30000 + pow(2, n)) * noise);
        }
        struct ordo_model m = fit(&s);
        assert_sane(&m);
        if (m.growth != ORDO_GROWTH_EXP) continue;
        named++;
        held += m.base_low <= 2 && 2 <= m.base_high;
    }
    if (named < TRIALS / 2 || held < 0.9 * named)
        fail_msg("%d of %d named, of which %d hold 2", named, TRIALS, held);
}

/* The last four sizes must all show exponential growth. A jump at one of them is not enough. */
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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exponentials_have_a_base),
        cmocka_unit_test(a_few_steep_sizes_are_not_exponential),
        cmocka_unit_test(costs_that_only_rise_are_not_exponential),
        cmocka_unit_test(an_outlier_at_a_small_size_is_not_exponential),
        cmocka_unit_test(a_base_that_could_be_anything_is_not_reported),
        cmocka_unit_test(the_interval_of_a_base_contains_it),
        cmocka_unit_test(an_exponential_shows_in_its_last_steps),
    };
    return cmocka_run_group_tests_name("model/exponential", tests, NULL, NULL);
}
