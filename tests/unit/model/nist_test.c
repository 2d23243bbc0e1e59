/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * nist_test.c: the least-squares kernel on data sets of NIST's Statistical Reference Datasets
 * (linear regression): Norris, Pontius, NoInt1, NoInt2, Filip, Longley, Wampler1 to Wampler5.
 *
 * The certified values are those of the data sets' pages. Each was recomputed from the data below
 * with rational arithmetic, and agrees in all 15 digits. Wampler's are exact: all coefficients are
 * 1, or powers of 0.1. The required digits are those that double precision allows: exactly
 * representable data lose none; Filip's matrix has a condition number of 1e15 as given.
 */
#include "model/fit/least_squares.h"

#include "support/unit.h"

#include <math.h>
#include <stdlib.h>

/* y, x */
static const double norris[][2] = {
    {0.1, 0.2},     {338.8, 337.4}, {118.1, 118.2}, {888.0, 884.6}, {9.2, 10.1},    {228.1, 226.5},
    {668.5, 666.3}, {998.5, 996.3}, {449.1, 448.6}, {778.9, 777.0}, {559.2, 558.2}, {0.3, 0.4},
    {0.1, 0.6},     {778.1, 775.5}, {668.8, 666.9}, {339.3, 338.0}, {448.9, 447.5}, {10.8, 11.6},
    {557.7, 556.0}, {228.3, 228.1}, {998.0, 995.8}, {888.8, 887.6}, {119.6, 120.2}, {0.3, 0.3},
    {0.6, 0.3},     {557.6, 556.8}, {339.3, 339.1}, {888.0, 887.2}, {998.5, 999.0}, {778.9, 779.0},
    {10.2, 11.1},   {117.6, 118.3}, {228.9, 229.2}, {668.4, 669.1}, {449.2, 448.9}, {0.2, 0.5},
};
/* y; x is 150,000 times 1 to 20, twice */
static const double pontius[] = {
    0.11019, 0.21956, 0.32949, 0.43899, 0.54803, 0.65694, 0.76562, 0.87487, 0.98292, 1.09146,
    1.20001, 1.30822, 1.41599, 1.52399, 1.63194, 1.73947, 1.84646, 1.95392, 2.06128, 2.16844,
    0.11052, 0.22018, 0.32939, 0.43886, 0.54798, 0.65739, 0.76596, 0.87474, 0.98300, 1.09150,
    1.20004, 1.30818, 1.41613, 1.52408, 1.63159, 1.73965, 1.84696, 1.95445, 2.06177, 2.16829,
};
/* y, x */
static const double filip[][2] = {
    {0.8116, -6.860120914}, {0.9072, -4.324130045}, {0.9052, -4.358625055}, {0.9039, -4.358426747},
    {0.8053, -6.955852379}, {0.8377, -6.661145254}, {0.8667, -6.355462942}, {0.8809, -6.118102026},
    {0.7975, -7.115148017}, {0.8162, -6.815308569}, {0.8515, -6.519993057}, {0.8766, -6.204119983},
    {0.8885, -5.853871964}, {0.8859, -6.109523091}, {0.8959, -5.79832982},  {0.8913, -5.482672118},
    {0.8959, -5.171791386}, {0.8971, -4.851705903}, {0.9021, -4.517126416}, {0.909, -4.143573228},
    {0.9139, -3.709075441}, {0.9199, -3.499489089}, {0.8692, -6.300769497}, {0.8872, -5.953504836},
    {0.89, -5.642065153},   {0.891, -5.031376979},  {0.8977, -4.680685696}, {0.9035, -4.329846955},
    {0.9078, -3.928486195}, {0.7675, -8.56735134},  {0.7705, -8.363211311}, {0.7713, -8.107682739},
    {0.7736, -7.823908741}, {0.7775, -7.522878745}, {0.7841, -7.218819279}, {0.7971, -6.920818754},
    {0.8329, -6.628932138}, {0.8641, -6.323946875}, {0.8804, -5.991399828}, {0.7668, -8.781464495},
    {0.7633, -8.663140179}, {0.7678, -8.473531488}, {0.7697, -8.247337057}, {0.77, -7.971428747},
    {0.7749, -7.676129393}, {0.7796, -7.352812702}, {0.7897, -7.072065318}, {0.8131, -6.774174009},
    {0.8498, -6.478861916}, {0.8741, -6.159517513}, {0.8061, -6.835647144}, {0.846, -6.53165267},
    {0.8751, -6.224098421}, {0.8856, -5.910094889}, {0.8919, -5.598599459}, {0.8934, -5.290645224},
    {0.894, -4.974284616},  {0.8957, -4.64454848},  {0.9047, -4.290560426}, {0.9129, -3.885055584},
    {0.9209, -3.408378962}, {0.9219, -3.13200249},  {0.7739, -8.726767166}, {0.7681, -8.66695597},
    {0.7665, -8.511026475}, {0.7703, -8.165388579}, {0.7702, -7.886056648}, {0.7761, -7.588043762},
    {0.7809, -7.283412422}, {0.7961, -6.995678626}, {0.8253, -6.691862621}, {0.8602, -6.392544977},
    {0.8809, -6.067374056}, {0.8301, -6.684029655}, {0.8664, -6.378719832}, {0.8834, -6.065855188},
    {0.8898, -5.752272167}, {0.8964, -5.132414673}, {0.8963, -4.811352704}, {0.9074, -4.098269308},
    {0.9119, -3.66174277},  {0.9228, -3.2644011},
};
/* y, deflator, product, unemployed, armed forces, population, year */
static const double longley[][7] = {
    {60323, 83.0, 234289, 2356, 1590, 107608, 1947},
    {61122, 88.5, 259426, 2325, 1456, 108632, 1948},
    {60171, 88.2, 258054, 3682, 1616, 109773, 1949},
    {61187, 89.5, 284599, 3351, 1650, 110929, 1950},
    {63221, 96.2, 328975, 2099, 3099, 112075, 1951},
    {63639, 98.1, 346999, 1932, 3594, 113270, 1952},
    {64989, 99.0, 365385, 1870, 3547, 115094, 1953},
    {63761, 100.0, 363112, 3578, 3350, 116219, 1954},
    {66019, 101.2, 397469, 2904, 3048, 117388, 1955},
    {67857, 104.6, 419180, 2822, 2857, 118734, 1956},
    {68169, 108.4, 442769, 2936, 2798, 120445, 1957},
    {66513, 110.8, 444546, 4681, 2637, 121950, 1958},
    {68655, 112.6, 482704, 3813, 2552, 123366, 1959},
    {69564, 114.2, 502601, 3931, 2514, 125368, 1960},
    {69331, 115.7, 518173, 4806, 2572, 127852, 1961},
    {70551, 116.9, 554894, 4007, 2827, 130081, 1962},
};
/* Added to the polynomial in Wampler3; a hundred times this in Wampler4, ten thousand times in
 * Wampler5. */
static const double wampler[] = {759,   -2048, 2048,  -2048, 2523,  -2048, 2048,
                                 -2048, 1838,  -2048, 2048,  -2048, 1838,  -2048,
                                 2048,  -2048, 2523,  -2048, 2048,  -2048, 759};

enum { MOST_ROWS = 82 };

struct problem {
    double x[MOST_ROWS * ORDO_LS_COLUMNS], y[MOST_ROWS];
    size_t n, p;
};

static void add_powers(struct problem *q, double x, double y) {
    for (size_t k = 0; k < q->p; k++) q->x[q->n * q->p + k] = k ? q->x[q->n * q->p + k - 1] * x : 1;
    q->y[q->n++] = y;
}

/* Returns the number of correct significant digits. */
static double digits(double got, double certified) {
    double error = fabs(got - certified) / fabs(certified);
    return error > 0 ? -log10(error) : 16;
}

static void certify(const char *name, const struct problem *q, const double *certified, double rss,
                    double least, double least_rss) {
    static double scratch[MOST_ROWS * (ORDO_LS_COLUMNS + 1)];
    double coef[ORDO_LS_COLUMNS], got_rss, worst = 16;
    assert_true(
        ordo_least_squares_fit(q->x, q->y, NULL, q->n, q->p, true, scratch, coef, NULL, &got_rss));
    for (size_t k = 0; k < q->p; k++) worst = fmin(worst, digits(coef[k], certified[k]));
    double of_rss = rss > 0 ? digits(got_rss, rss) : 16;
    print_message("%-9s %4.1f digits of the coefficients, %4.1f of the residual sum of squares\n",
                  name, worst, of_rss);
    if (worst < least) fail_msg("%s: %.1f correct digits, not %.1f", name, worst, least);
    if (of_rss < least_rss)
        fail_msg("%s: %.1f digits of the sum, not %.1f", name, of_rss, least_rss);
}

static void straight_lines_match_certified_values(void **state) {
    (void)state;
    static const double b_norris[] = {-0.262323073774029, 1.00211681802045};
    struct problem q = {.p = 2};
    for (size_t i = 0; i < sizeof norris / sizeof *norris; i++)
        add_powers(&q, norris[i][1], norris[i][0]);
    assert_int_equal(q.n, 36);
    certify("Norris", &q, b_norris, 26.6173985294224, 12, 12);
    static const double one[] = {2.07438016528926}, two[] = {0.727272727272727};
    struct problem a = {.p = 1, .n = 11}, b = {.p = 1, .n = 3, .x = {4, 5, 6}, .y = {3, 4, 4}};
    for (size_t i = 0; i < 11; i++) {
        a.x[i] = 60 + (double)i;
        a.y[i] = 130 + (double)i;
    }
    certify("NoInt1", &a, one, 127.272727272727, 14, 14);
    certify("NoInt2", &b, two, 0.272727272727273, 14, 14);
}

static void a_parabola_matches_certified_values(void **state) {
    (void)state;
    static const double certified[] = {0.673565789473684E-03, 0.732059160401003E-06,
                                       -0.316081871345029E-14};
    struct problem q = {.p = 3};
    for (size_t i = 0; i < 40; i++) add_powers(&q, 150000 * (double)(i % 20 + 1), pontius[i]);
    certify("Pontius", &q, certified, 0.155761768796992E-05, 12, 12);
}

static void degree_ten_matches_certified_values(void **state) {
    (void)state;
    static const double certified[] = {
        -1467.48961422980,      -2772.17959193342,      -2316.37108160893,     -1127.97394098372,
        -354.478233703349,      -75.1242017393757,      -10.8753180355343,     -1.06221498588947,
        -0.670191154593408E-01, -0.246781078275479E-02, -0.402962525080404E-04};
    struct problem q = {.p = 11};
    for (size_t i = 0; i < sizeof filip / sizeof *filip; i++)
        add_powers(&q, filip[i][1], filip[i][0]);
    assert_int_equal(q.n, 82);
    certify("Filip", &q, certified, 0.795851382172941E-03, 7, 7);
}

static void six_regressors_match_certified_values(void **state) {
    (void)state;
    static const double certified[] = {-3482258.63459582, 15.0618722713733,  -0.358191792925910E-01,
                                       -2.02022980381683, -1.03322686717359, -0.511041056535807E-01,
                                       1829.15146461355};
    struct problem q = {.p = 7, .n = 16};
    for (size_t i = 0; i < 16; i++) {
        q.y[i] = longley[i][0];
        q.x[i * 7] = 1;
        for (size_t k = 1; k < 7; k++) q.x[i * 7 + k] = longley[i][k];
    }
    certify("Longley", &q, certified, 836424.055505915, 11, 11);
}

static void degree_five_matches_certified_values(void **state) {
    (void)state;
    static const double ones[] = {1, 1, 1, 1, 1, 1}, tenths[] = {1, 1e-1, 1e-2, 1e-3, 1e-4, 1e-5};
    static const double scale[] = {0, 0, 1, 100, 10000}, least[] = {9, 9, 9, 7, 5.5};
    static const char *const names[] = {"Wampler1", "Wampler2", "Wampler3", "Wampler4", "Wampler5"};
    double squares = 0;
    for (size_t i = 0; i < 21; i++) squares += wampler[i] * wampler[i];
    for (int set = 0; set < 5; set++) {
        struct problem q = {.p = 6};
        for (size_t i = 0; i < 21; i++) {
            double x = (double)i, y = 0, tenth = 0;
            for (int k = 5; k >= 0; k--) {
                y = y * x + 1;
                tenth = tenth * x + (double)(int)pow(10, 5 - k);
            }
            /* the data have 5 decimals, which are exact */
            add_powers(&q, x, set == 1 ? tenth / 1e5 : y + scale[set] * wampler[i]);
        }
        certify(names[set], &q, set == 1 ? tenths : ones, squares * scale[set] * scale[set],
                least[set], 10);
    }
}

static void dependent_columns_are_rejected(void **state) {
    (void)state;
    double x[] = {1, 2, 2, 4, 3, 6, 4, 8}, y[] = {1, 2, 3, 4}, scratch[12], coef[2], rss;
    assert_false(ordo_least_squares_fit(x, y, NULL, 4, 2, true, scratch, coef, NULL, &rss));
    x[1] = NAN;
    assert_false(ordo_least_squares_fit(x, y, NULL, 4, 2, true, scratch, coef, NULL, &rss));
    assert_false(ordo_least_squares_fit(x, y, NULL, 1, 2, true, scratch, coef, NULL, &rss));
}

/* A weight of 3 is equivalent to three equal rows; the covariance is that of the formula. */
static void weights_are_equivalent_to_repeated_rows(void **state) {
    (void)state;
    double x[] = {1, 1, 1, 2, 1, 4}, y[] = {1, 3, 4}, w[] = {3, 1, 2}, scratch[18], a[2], b[2], ra,
           rb;
    double x6[] = {1, 1, 1, 1, 1, 1, 1, 2, 1, 4, 1, 4}, y6[] = {1, 1, 1, 3, 4, 4}, c[4], d[4];
    assert_true(ordo_least_squares_fit(x, y, w, 3, 2, true, scratch, a, c, &ra));
    assert_true(ordo_least_squares_fit(x6, y6, NULL, 6, 2, true, scratch, b, d, &rb));
    for (int k = 0; k < 2; k++) assert_true(fabs(a[k] - b[k]) < 1e-13);
    for (int k = 0; k < 4; k++) assert_true(fabs(c[k] - d[k]) < 1e-13);
    assert_true(fabs(ra - rb) < 1e-13);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(straight_lines_match_certified_values),
        cmocka_unit_test(a_parabola_matches_certified_values),
        cmocka_unit_test(degree_ten_matches_certified_values),
        cmocka_unit_test(six_regressors_match_certified_values),
        cmocka_unit_test(degree_five_matches_certified_values),
        cmocka_unit_test(dependent_columns_are_rejected),
        cmocka_unit_test(weights_are_equivalent_to_repeated_rows),
    };
    return cmocka_run_group_tests_name("model/nist", tests, NULL, NULL);
}
