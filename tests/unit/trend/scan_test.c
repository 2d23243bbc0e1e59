/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "support/unit.h"
#include "trend/scan.h"

#include <stdio.h>
#include <string.h>

static void expect(const char *text, const char *name, const char *values) {
    struct ordo_scan s;
    struct ordo_error error;
    char found[512] = "", numeral[ORDO_SCAN_NUMERAL];
    assert_ok(ordo_scan_read(text, &s, &error), error);
    for (size_t i = 0; i < s.n; i++) {
        ordo_scan_numeral(numeral, s.values[i]);
        snprintf(found + strlen(found), sizeof found - strlen(found), "%s%s", i ? " " : "",
                 numeral);
    }
    assert_string_equal(s.name, name);
    assert_string_equal(found, values);
    ordo_scan_done(&s);
}

static void assert_rejected(const char *text, const char *why) {
    struct ordo_scan s;
    struct ordo_error error;
    if (ordo_scan_read(text, &s, &error) != ORDO_BAD_INPUT) fail_msg("%s was read", text);
    assert_message(error, text);
    assert_message(error, why);
}

static void values_are_spread_as_requested(void **state) {
    (void)state;
    expect("n=100:100000:log4", "n", "100 1000 10000 100000");
    expect("n=1:10:log20", "n", "1 2 3 4 5 6 7 8 9 10");
    expect("x_1=0:50:lin11", "x_1", "0 5 10 15 20 25 30 35 40 45 50");
    expect("x=0.5:2:log3", "x", "0.5 1 2");
    expect("x=10:-10:lin3", "x", "10 0 -10");
    expect("x=7:9:lin1", "x", "7");
    expect("n=60,200,1.5e3", "n", "60 200 1500");
    expect("n=60000000000", "n", "60000000000");
}

static void mistakes_are_reported(void **state) {
    (void)state;
    assert_rejected("n", "no range");
    assert_rejected("=1", "no name");
    assert_rejected("1n=1", "no name");
    assert_rejected("n m=1", "no name");
    assert_rejected("n=", "no values");
    assert_rejected("n=1,x", "not a list of numbers");
    assert_rejected("n=1,,2", "not a list of numbers");
    assert_rejected("n=1:2", "neither log nor lin");
    assert_rejected("n=a:2:lin2", "not two numbers");
    assert_rejected("n=1:2:pow3", "neither log nor lin");
    assert_rejected("n=0:2:log3", "above 0");
    assert_rejected("n=1:2:log", "not a number of values");
    assert_rejected("n=1:2:log0", "not a number of values");
    assert_rejected("n=1:2:lin3x", "not a number of values");
    assert_rejected("n=inf", "not a list of numbers");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_are_spread_as_requested),
        cmocka_unit_test(mistakes_are_reported),
    };
    return cmocka_run_group_tests_name("scan", tests, NULL, NULL);
}
