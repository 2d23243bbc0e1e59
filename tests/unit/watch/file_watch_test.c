/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * file_watch_test.c: every way in which editors save is noticed once. Events are queued before the
 * system call that causes them returns, so the tests do not wait.
 */
#include "watch/file_watch.h"

#include "support/temporary.h"
#include "support/unit.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Writes the file. Its modification time increases, whatever the file system's clock does. */
static void put(const char *path, const char *text) {
    static time_t second = 1000000000;
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fputs(text, f);
    fflush(f);
    const struct timespec times[2] = {{.tv_sec = ++second}, {.tv_sec = second}};
    assert_int_equal(futimens(fileno(f), times), 0);
    assert_int_equal(fclose(f), 0);
}

static struct ordo_file_watch *watching(const char *path) {
    struct ordo_file_watch *w;
    struct ordo_error e;
    assert_ok(ordo_file_watch_open(&w, &e), e);
    assert_ok(ordo_file_watch_add(w, path, &e), e);
    return w;
}

static bool readable(const struct ordo_file_watch *w) {
    struct pollfd p = {.fd = ordo_file_watch_descriptor(w), .events = POLLIN};
    return poll(&p, 1, 0) == 1;
}

static void assert_saved(struct ordo_file_watch *w, const char *path) {
    assert_true(readable(w));
    assert_string_equal(ordo_file_watch_take(w), path);
    assert_null(ordo_file_watch_take(w));
    assert_false(readable(w));
}

static void every_kind_of_save_is_noticed(void **state) {
    char path[512], other[512];
    snprintf(path, sizeof path, "%s", temporary_path(state, "a.c"));
    snprintf(other, sizeof other, "%s", temporary_path(state, ".a.c.new"));
    put(path, "one");
    struct ordo_file_watch *w = watching(path);
    assert_null(ordo_file_watch_take(w));
    put(path, "two"); /* written in place */
    assert_saved(w, path);
    put(other, "new"); /* a new file renamed over it */
    assert_int_equal(rename(other, path), 0);
    assert_saved(w, path);
    assert_int_equal(rename(path, other), 0); /* old file renamed, new one written */
    put(path, "three");
    assert_saved(w, path);
    assert_int_equal(unlink(path), 0);
    assert_null(ordo_file_watch_take(w));
    put(path, "four");
    assert_saved(w, path);
    ordo_file_watch_close(w);
}

static void other_files_and_unchanged_ones_are_not_saves(void **state) {
    char path[512];
    snprintf(path, sizeof path, "%s", temporary_path(state, "a.c"));
    put(path, "one");
    struct ordo_file_watch *w = watching(path);
    put(temporary_path(state, "4913"), "");
    put(temporary_path(state, "b.c"), "x");
    assert_true(readable(w));
    assert_null(ordo_file_watch_take(w));
    FILE *f = fopen(path, "a"); /* opened, but nothing written */
    assert_non_null(f);
    assert_int_equal(fclose(f), 0);
    assert_null(ordo_file_watch_take(w));
    ordo_file_watch_close(w);
}

static void a_file_that_is_created_later_is_a_save(void **state) {
    char path[512];
    struct ordo_error e;
    snprintf(path, sizeof path, "%s", temporary_path(state, "later.h"));
    struct ordo_file_watch *w = watching(path);
    assert_ok(ordo_file_watch_add(w, path, &e), e);
    put(path, "here");
    assert_saved(w, path);
    ordo_file_watch_close(w);
}

static void several_files_in_different_folders_are_watched(void **state) {
    char folder[512], a[512], b[600];
    struct ordo_error e;
    snprintf(folder, sizeof folder, "%s", temporary_path(state, "sub"));
    snprintf(a, sizeof a, "%s", temporary_path(state, "a.c"));
    snprintf(b, sizeof b, "%s/b.h", folder);
    assert_int_equal(mkdir(folder, 0755), 0);
    put(a, "a");
    put(b, "b");
    struct ordo_file_watch *w = watching(a);
    assert_ok(ordo_file_watch_add(w, b, &e), e);
    put(b, "bb");
    assert_saved(w, b);
    put(b, "bbb");
    put(a, "aaa");
    assert_string_equal(ordo_file_watch_take(w), a);
    assert_null(ordo_file_watch_take(w));
    assert_int_equal(unlink(b), 0); /* the folder is removed and created again */
    assert_int_equal(rmdir(folder), 0);
    assert_null(ordo_file_watch_take(w));
    assert_int_equal(mkdir(folder, 0755), 0);
    put(b, "b again");
    assert_string_equal(ordo_file_watch_take(w), b);
    put(b, "and again");
    assert_saved(w, b);
    assert_int_equal(unlink(b), 0);
    assert_int_equal(rmdir(folder), 0);
    ordo_file_watch_close(w);
}

static void a_missing_folder_is_an_error(void **state) {
    struct ordo_file_watch *w;
    struct ordo_error e;
    char path[600];
    snprintf(path, sizeof path, "%s/a.c", temporary_path(state, "nowhere"));
    assert_ok(ordo_file_watch_open(&w, &e), e);
    assert_int_equal(ordo_file_watch_add(w, path, &e), ORDO_ENVIRONMENT);
    assert_message(e, "nowhere: the folder cannot be watched");
    ordo_file_watch_close(w);
}

#define IN_A_FOLDER(test) cmocka_unit_test_setup_teardown(test, temporary_setup, temporary_teardown)

int main(void) {
    const struct CMUnitTest tests[] = {
        IN_A_FOLDER(every_kind_of_save_is_noticed),
        IN_A_FOLDER(other_files_and_unchanged_ones_are_not_saves),
        IN_A_FOLDER(a_file_that_is_created_later_is_a_save),
        IN_A_FOLDER(several_files_in_different_folders_are_watched),
        IN_A_FOLDER(a_missing_folder_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
