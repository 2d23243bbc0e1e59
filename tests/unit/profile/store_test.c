/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * store_test.c: a saved profile is loaded unchanged; if anything fails, the older profile is kept.
 */
#include "profile/store/store.h"

#include "profile/gather/gather.h"
#include "support/profile_dump.h"
#include "support/random_profile.h"
#include "support/temporary.h"
#include "support/unit.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static void save(uint64_t seed, const char *path, bool keep_old) {
    struct ordo_profile *p = random_profile(seed);
    struct ordo_error e;
    assert_ok(ordo_profile_save(p, path, keep_old, &e), e);
    ordo_profile_free(p);
}

static void assert_holds(const char *path, uint64_t seed) {
    struct ordo_profile *p = random_profile(seed), *q;
    struct ordo_error e;
    assert_ok(ordo_profile_load(path, ORDO_LOAD_ALL, &q, &e), e);
    assert_profiles_equal(p, q);
    ordo_profile_free(p);
    ordo_profile_free(q);
}

static void a_saved_profile_is_loaded_unchanged(void **state) {
    const char *path = temporary_path(state, "ordo.data");
    for (uint64_t seed = 1; seed <= 20; seed++) {
        save(seed, path, false);
        assert_holds(path, seed);
    }
    assert_int_equal(temporary_count(state), 1);
}

static char *bytes_of(const char *path, size_t *n) {
    FILE *f = fopen(path, "rb");
    assert_non_null(f);
    fseek(f, 0, SEEK_END);
    *n = (size_t)ftell(f);
    rewind(f);
    char *bytes = malloc(*n + 1);
    assert_non_null(bytes);
    assert_int_equal(fread(bytes, 1, *n, f), *n);
    fclose(f);
    return bytes;
}

static void put_bytes(const char *path, const char *bytes, size_t n) {
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(bytes, 1, n, f), n);
    fclose(f);
}

static void equal_profiles_give_equal_files(void **state) {
    const char *a = temporary_path(state, "a"), *b = temporary_path(state, "b");
    size_t n, m;
    save(3, a, false);
    save(3, b, false);
    char *x = bytes_of(a, &n), *y = bytes_of(b, &m);
    assert_int_equal(n, m);
    assert_memory_equal(x, y, n);
    free(x);
    free(y);
}

static void an_empty_profile_is_saved_and_loaded(void **state) {
    struct ordo_gather *g = ordo_gather_new();
    struct ordo_profile *p, *q;
    struct ordo_error e;
    const char *path = temporary_path(state, "ordo.data");
    assert_ok(ordo_gather_seal(g, "compiled", 0, "blocks", &p, &e), e);
    ordo_gather_free(g);
    assert_ok(ordo_profile_save(p, path, false, &e), e);
    assert_ok(ordo_profile_load(path, ORDO_LOAD_ALL, &q, &e), e);
    assert_profiles_equal(p, q);
    ordo_profile_free(p);
    ordo_profile_free(q);
}

static void a_summary_has_everything_except_points(void **state) {
    const char *path = temporary_path(state, "ordo.data");
    struct ordo_profile *all, *summary, *merged = NULL;
    struct ordo_error e;
    save(4, path, false);
    assert_ok(ordo_profile_load(path, ORDO_LOAD_ALL, &all, &e), e);
    assert_ok(ordo_profile_load(path, ORDO_LOAD_SUMMARY, &summary, &e), e);
    assert_false(summary->has_points);
    assert_null(summary->points);
    assert_int_equal(summary->n_scopes, all->n_scopes);
    assert_int_equal(summary->n_edges, all->n_edges);
    for (uint32_t i = 0; i < all->n_series; i++) {
        assert_int_equal(summary->series[i].points.n, all->series[i].points.n);
        assert_int_equal(summary->series[i].n_max, all->series[i].n_max);
    }
    assert_int_equal(ordo_profile_save(summary, path, false, &e), ORDO_BAD_INPUT);
    assert_null(merged);
    ordo_profile_free(all);
    ordo_profile_free(summary);
}

static void the_older_profile_is_kept_if_requested(void **state) {
    const char *path = temporary_path(state, "ordo.data"),
               *old = temporary_path(state, "ordo.data.old");
    save(1, path, true);
    assert_int_not_equal(access(old, F_OK), 0);
    save(2, path, true);
    save(3, path, true);
    assert_holds(path, 3);
    assert_holds(old, 2);
    save(4, path, false);
    assert_holds(path, 4);
    assert_holds(old, 2);
    assert_int_equal(temporary_count(state), 2);
}

static void a_file_size_limit_is_an_error_that_keeps_the_older_profile(void **state) {
    const char *path = temporary_path(state, "ordo.data");
    struct rlimit before, tight = {30000, RLIM_INFINITY};
    struct ordo_profile *p = random_profile(2);
    struct ordo_error e;
    save(1, path, false);
    getrlimit(RLIMIT_FSIZE, &before);
    tight.rlim_max = before.rlim_max;
    setrlimit(RLIMIT_FSIZE, &tight);
    enum ordo_status status = ordo_profile_save(p, path, true, &e);
    setrlimit(RLIMIT_FSIZE, &before);
    assert_int_equal(status, ORDO_ENVIRONMENT);
    assert_message(
        e, "ordo.data: cannot write the profile: File too large: raise the file size limit");
    assert_holds(path, 1);
    assert_int_equal(temporary_count(state), 1);
    ordo_profile_free(p);
}

static void a_missing_directory_is_an_error(void **state) {
    struct ordo_profile *p = random_profile(2);
    struct ordo_error e;
    assert_int_equal(ordo_profile_save(p, temporary_path(state, "none/ordo.data"), true, &e),
                     ORDO_ENVIRONMENT);
    assert_message(e, "cannot create the profile: No such file or directory: create its directory");
    assert_int_equal(ordo_profile_save(p, "/dev/full", true, &e), ORDO_ENVIRONMENT);
    assert_message(e, "/dev/full: is not a regular file");
    ordo_profile_free(p);
}

static void a_read_only_directory_is_an_error(void **state) {
    enum { NOBODY = 65534 };
    struct ordo_profile *p = random_profile(2);
    struct ordo_error e;
    save(1, temporary_path(state, "ordo.data"), false);
    chmod(*state, 0555);
    bool root = geteuid() == 0; /* root may write anywhere */
    if (root) assert_int_equal(seteuid(NOBODY), 0);
    enum ordo_status status = ordo_profile_save(p, temporary_path(state, "ordo.data"), true, &e);
    if (root) assert_int_equal(seteuid(0), 0);
    chmod(*state, 0700);
    assert_int_equal(status, ORDO_ENVIRONMENT);
    assert_message(e, "Permission denied: name a file in a directory that you may write to");
    assert_holds(temporary_path(state, "ordo.data"), 1);
    assert_int_equal(temporary_count(state), 1);
    ordo_profile_free(p);
}

static void a_symbolic_link_is_followed(void **state) {
    const char *path = temporary_path(state, "real"), *link_ = temporary_path(state, "link");
    struct stat st;
    save(1, path, false);
    assert_int_equal(symlink("real", link_), 0);
    save(2, link_, false);
    assert_holds(path, 2);
    lstat(link_, &st);
    assert_true(S_ISLNK(st.st_mode));
}

static void unusual_file_names_work(void **state) {
    const char *path = temporary_path(state, "a ?mode=rw&b%20#'\".data");
    save(1, path, true);
    assert_holds(path, 1);
}

static void assert_rejected(void **state, const char *bytes, size_t n, const char *says) {
    struct ordo_profile *p = NULL;
    struct ordo_error e;
    const char *path = temporary_path(state, "bad.data");
    put_bytes(path, bytes, n);
    assert_int_equal(ordo_profile_load(path, ORDO_LOAD_ALL, &p, &e), ORDO_BAD_INPUT);
    assert_null(p);
    assert_message(e, path);
    assert_message(e, says);
}

static void bad_files_are_rejected_by_name(void **state) {
    const char *path = temporary_path(state, "ordo.data");
    size_t n;
    save(1, path, false);
    char *bytes = bytes_of(path, &n);
    assert_rejected(state, bytes, 0, "byte 0: the file is empty");
    assert_rejected(state, bytes, 50, "byte 50: the file ends within its header");
    assert_rejected(state, bytes, n - 1000, "it is truncated");
    assert_rejected(state, "ORDORAW\0", 8, "is a raw file, not a profile");
    assert_rejected(state, "int main(void) {}", 17, "byte 0: is not an Ordo profile");
    bytes[63]++;
    assert_rejected(state, bytes, n,
                    "byte 60: is a profile of format 2, but this ordo reads format 1");
    bytes[63]--;
    bytes[68] = 0;
    assert_rejected(state, bytes, n, "byte 68: is a database of another program");
    free(bytes);
}

static void a_changed_value_is_detected(void **state) {
    const char *path = temporary_path(state, "ordo.data");
    char command[5000];
    static const char *const changes[] = {
        "UPDATE points SET sum = sum + 1 WHERE series = 0",
        "UPDATE scopes SET calls = calls + 1 WHERE scope = 3",
        "UPDATE profile SET total_cost = total_cost + 1",
        "DELETE FROM edges WHERE callee = (SELECT min(callee) FROM edges)",
        "UPDATE contexts SET parent = 5000 WHERE node = 7",
        "UPDATE series SET n_points = n_points + 1 WHERE series = 0",
        "UPDATE scopes SET routine = 9999 WHERE scope = 1",
        "DROP TABLE children",
        "UPDATE sections SET version = 99",
        "UPDATE sections SET version = 1",
        "DELETE FROM sections",
        "UPDATE scopes SET kind = 'sheep' WHERE scope = 0",
    };
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        struct ordo_profile *p = NULL;
        struct ordo_error e;
        save(1, path, false);
        snprintf(command, sizeof command, "sqlite3 '%s' \"%s\"", path, changes[i]);
        if (system(command) != 0) fail_msg("cannot run sqlite3 for %s", changes[i]);
        if (ordo_profile_load(path, ORDO_LOAD_ALL, &p, &e) != ORDO_BAD_INPUT)
            fail_msg("not noticed: %s", changes[i]);
        assert_message(e, "ordo.data: table ");
        assert_null(p);
    }
}

static void assert_stored(const char *section, int version) {
    const char *root = getenv("ORDO_SOURCE");
    char path[2][4200];
    struct ordo_profile *p;
    struct ordo_error e;
    size_t n;
    for (int i = 0; i < 2; i++)
        snprintf(path[i], sizeof path[i], "%s/tests/stored/%s-%d.%s", root ? root : ".", section,
                 version, i ? "txt" : "ordo");
    assert_ok(ordo_profile_load(path[0], ORDO_LOAD_ALL, &p, &e), e);
    char *expected = bytes_of(path[1], &n), *dump = profile_dump(p);
    expected[n] = '\0';
    assert_string_equal(dump, expected);
    free(expected);
    free(dump);
    ordo_profile_free(p);
}

/* tests/stored has a profile of every released format and its expected contents, and the same
 * for the section `production`. */
static void every_released_format_is_read(void **state) {
    (void)state;
    for (int version = 1; version <= ORDO_STORE_VERSION; version++)
        assert_stored("profile", version);
    for (int version = 1; version <= ORDO_STORE_PRODUCTION_VERSION; version++)
        assert_stored("production", version);
}

static void a_large_profile_opens_within_two_seconds(void **state) {
    const char *path = temporary_path(state, "large.data");
    struct ordo_profile *p = large_profile(50000, 1000000), *q;
    struct ordo_error e;
    struct timespec from, to;
    assert_ok(ordo_profile_save(p, path, false, &e), e);
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &from);
    assert_ok(ordo_profile_load(path, ORDO_LOAD_SUMMARY, &q, &e), e);
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &to);
    ordo_profile_free(q);
    double seconds = (double)(to.tv_sec - from.tv_sec) + (double)(to.tv_nsec - from.tv_nsec) / 1e9;
    assert_ok(ordo_profile_load(path, ORDO_LOAD_ALL, &q, &e), e);
    assert_profiles_equal(p, q);
    assert_true(seconds < 2); /* the promise of `ordo report`, with a wide margin */
    print_message("summary of 50,000 scopes and 1,000,000 points: %.2f s\n", seconds);
    ordo_profile_free(p);
    ordo_profile_free(q);
}

int main(void) {
#define TEST(f) cmocka_unit_test_setup_teardown(f, temporary_setup, temporary_teardown)
    const struct CMUnitTest tests[] = {
        TEST(a_saved_profile_is_loaded_unchanged),
        TEST(equal_profiles_give_equal_files),
        TEST(an_empty_profile_is_saved_and_loaded),
        TEST(a_summary_has_everything_except_points),
        TEST(the_older_profile_is_kept_if_requested),
        TEST(a_file_size_limit_is_an_error_that_keeps_the_older_profile),
        TEST(a_missing_directory_is_an_error),
        TEST(a_read_only_directory_is_an_error),
        TEST(a_symbolic_link_is_followed),
        TEST(unusual_file_names_work),
        TEST(bad_files_are_rejected_by_name),
        TEST(a_changed_value_is_detected),
        TEST(every_released_format_is_read),
        TEST(a_large_profile_opens_within_two_seconds),
    };
    return cmocka_run_group_tests_name("profile/store", tests, NULL, NULL);
}
