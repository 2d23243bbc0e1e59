/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * formula_test.c: formulas in full, and as cells of a table.
 */
#include "model/fit/formula.h"

#include "support/unit.h"

static void short_formulas_have_two_terms_and_three_digits(void **state) {
    (void)state;
    static const struct {
        struct ordo_model m;
        const char *full, *brief;
    } cases[] = {
        {{.growth = ORDO_GROWTH_N2,
          .n_terms = 3,
          .term = {{ORDO_GROWTH_N2, 1.23456}, {ORDO_GROWTH_N, 20.1234}, {ORDO_GROWTH_1, 5000}},
          .n_min = 10,
          .n_max = 1000},
         "1.235 n^2 + 20.12 n + 5000",
         "1.23 n^2 + 20.1 n"},
        /* The constant outweighs the second term at all sizes seen. */
        {{.growth = ORDO_GROWTH_N,
          .n_terms = 3,
          .term = {{ORDO_GROWTH_N, 11.954}, {ORDO_GROWTH_LOG, 5.5381}, {ORDO_GROWTH_1, -17804}},
          .n_min = 100,
          .n_max = 3000},
         "11.95 n + 5.538 log2 n - 1.78e+04",
         "12 n - 17800"},
        {{.growth = ORDO_GROWTH_EXP,
          .n_terms = 1,
          .term = {{ORDO_GROWTH_EXP, 1234567}},
          .base_of_term = 1.6184,
          .n_min = 2,
          .n_max = 20},
         "1.235e+06 1.618^n",
         "1.23e+06 1.62^n"},
        {{.growth = ORDO_GROWTH_1,
          .n_terms = 1,
          .term = {{ORDO_GROWTH_1, 999.7}},
          .n_min = 1,
          .n_max = 9},
         "999.7",
         "1000"},
        {{.growth = ORDO_GROWTH_NONE}, "", ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[ORDO_FORMULA_BYTES];
        ordo_formula_write(text, sizeof text, &cases[i].m, "n");
        assert_string_equal(text, cases[i].full);
        ordo_formula_write_short(text, sizeof text, &cases[i].m, "n");
        assert_string_equal(text, cases[i].brief);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(short_formulas_have_two_terms_and_three_digits),
    };
    return cmocka_run_group_tests_name("model/formula", tests, NULL, NULL);
}
