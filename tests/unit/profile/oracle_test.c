/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * oracle_test.c: compares profiles of hand-made raw files with tests/oracle/read_profile.py, which
 * shares no code with src/profile.
 */
#include "profile/raw/build.h"
#include "profile/store/store.h"
#include "support/raw_image.h"
#include "support/temporary.h"
#include "support/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

/* Compares the profile with the raw files by the oracle. Returns 0 if equal, else 1. */
static int compare(const char *profile, const char *const *raws, size_t n, const char *then) {
    char command[8192];
    const char *root = getenv("ORDO_SOURCE");
    int at =
        snprintf(command, sizeof command, "python3 '%s/tests/oracle/read_profile.py' compare '%s'",
                 root ? root : ".", profile);
    for (size_t i = 0; i < n; i++)
        at += snprintf(command + at, sizeof command - (size_t)at, " '%s'", raws[i]);
    snprintf(command + at, sizeof command - (size_t)at, " %s", then);
    int status = system(command);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void the_oracle_agrees(void **state) {
    const char *raws[] = {temporary_path(state, "1.raw"), temporary_path(state, "2.raw")};
    const char *path = temporary_path(state, "ordo.data");
    for (uint32_t i = 0; i < 2; i++) {
        struct raw_image r;
        raw_image_sample(&r, i + 1);
        if (i) { /* a second thread; together they have more than 4,096 sizes, in buckets */
            static struct ordo_raw_point points[5000];
            uint64_t sums[2] = {3 * 1001, 5000};
            for (uint64_t k = 0; k < 5000; k++) points[k] = raw_image_point(3 * k + 7, 1, k);
            raw_image_points(&r, 2, 3, ORDO_METRIC_RMS, 0, points, 5000, NULL);
            points[0] = raw_image_point(ordo_raw_bucket(1001), 3, 9);
            points[1] = raw_image_point(ordo_raw_bucket(5000), 1, 9);
            raw_image_points(&r, 2, 1, ORDO_METRIC_RMS, 0, points, 2, sums);
        }
        raw_image_write(&r, raws[i]);
        raw_image_done(&r);
    }
    struct ordo_profile *p;
    struct ordo_error e;
    assert_ok(ordo_profile_from_raw(raws, 2, NULL, &p, &e), e);
    assert_ok(ordo_profile_save(p, path, false, &e), e);
    ordo_profile_free(p);
    assert_int_equal(compare(path, raws, 2, ""), 0);
    assert_int_equal(compare(path, raws, 1, ">/dev/null"), 1); /* one file alone */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(the_oracle_agrees, temporary_setup, temporary_teardown),
    };
    return cmocka_run_group_tests_name("profile/oracle", tests, NULL, NULL);
}
