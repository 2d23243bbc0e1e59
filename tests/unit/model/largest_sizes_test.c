/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * largest_sizes_test.c: what grows when inputs grow shows at the largest sizes. No class
 * contradicts them, and the class is that of the term that dominates there.
 */
#include "model/fit/mean_and_worst.h"
#include "support/fitted_sample.h"

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

/* Of calls that settled, 32 cost 10 each. Another one is known by its maximum only. */
static void a_maximum_outside_of_the_mean_does_not_lower_it(void **state) {
    (void)state;
    struct ordo_model_point constant[12];
    for (size_t i = 0; i < 12; i++)
        constant[i] = (struct ordo_model_point){i + 1, 32, 10, 10, 320, 3200};
    constant[10].max = constant[11].max = 250;
    struct ordo_model m = fit_recorded(constant, 12);
    assert_int_equal(m.growth, ORDO_GROWTH_1);
    assert_false(m.warnings & ORDO_MODEL_LARGEST_DIFFER);
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
    ordo_model_fit_both(p, CHECKPOINTS, ORDO_UNIT_UNKNOWN, ORDO_POINTS_CHECKPOINTS,
                        ORDO_MODEL_FACTOR, &mean, &worst);
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
    assert_float_equal(m.later_from, 58.9 / 0.0107, 0.01 * 58.9 / 0.0107);
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
    /* A linear routine that is called for small things, and once a run for a large one, with 190
     * cells that every call reads. */
    static const double calls[][2] = {{11, 33},      {21, 63},      {31, 93},
                                      {41, 123},     {51, 153},     {302, 100104},
                                      {402, 199604}, {602, 398604}, {1002, 796604}};
    struct sample offset = pairs(calls, sizeof calls / sizeof *calls);
    m = fit(&offset);
    assert_sane(&m);
    assert_true(m.growth == ORDO_GROWTH_NONE || ordo_growth_degree(m.growth) <= 1);
    for (int n = 100; n <= 800; n *= 2) add(&few, n, (double)n * n);
    for (int n = 1000; n <= 1600; n += 200) add(&few, n, 640000 + 700.0 * (n - 800));
    m = fit(&few);
    assert_sane(&m);
    assert_true(m.growth == ORDO_GROWTH_NONE || ordo_growth_degree(m.growth) <= 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(largest_sizes_that_differ_are_not_outliers),
        cmocka_unit_test(a_maximum_outside_of_the_mean_does_not_lower_it),
        cmocka_unit_test(a_power_needs_the_largest_sizes),
        cmocka_unit_test(a_straight_line_is_preferred_to_a_power),
        cmocka_unit_test(checkpoints_are_not_a_line),
        cmocka_unit_test(a_straight_line_is_preferred_to_a_logarithm),
        cmocka_unit_test(the_class_is_that_of_the_sizes_seen),
        cmocka_unit_test(the_largest_sizes_have_the_class),
    };
    return cmocka_run_group_tests_name("model/largest_sizes", tests, NULL, NULL);
}
