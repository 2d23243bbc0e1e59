/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * raw_dir_test.c: the folder of raw files.
 */
#include "run/raw_dir.h"
#include "run/scratch_dir.h"

#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

static char *raw_dir;

static int enter(void **state) {
    (void)state;
    return ordo_scratch_dir_new("/tmp/ordo-raw-dir-test", "raw", &raw_dir, NULL) == ORDO_OK ? 0
                                                                                            : -1;
}

static int leave(void **state) {
    (void)state;
    ordo_raw_dir_remove(raw_dir);
    int gone = access(raw_dir, F_OK) != 0;
    free(raw_dir);
    return gone ? 0 : -1;
}

static char *add(const char *name) {
    char *path;
    assert_true(asprintf(&path, "%s/%s", raw_dir, name) > 0);
    int fd = open(path, O_CREAT | O_RDWR, 0600);
    assert_true(fd >= 0 && ftruncate(fd, 4096) == 0);
    close(fd);
    return path;
}

static void the_folder_is_private_and_absolute(void **state) {
    (void)state;
    struct stat st;
    assert_int_equal(raw_dir[0], '/');
    assert_int_equal(stat(raw_dir, &st), 0);
    assert_int_equal(st.st_mode & 0777, 0700);
}

static void only_raw_files_are_listed(void **state) {
    (void)state;
    struct ordo_words files = {0};
    char *a = add("12-34.raw"), *b = add("note.txt");
    assert_int_equal(ordo_raw_dir_find(raw_dir, &files, NULL), ORDO_OK);
    assert_int_equal(files.n, 1);
    assert_string_equal(files.v[0], a);
    assert_int_equal(ordo_raw_dir_pid(a), 12);
    assert_int_equal(ordo_raw_dir_pid(b), 0);
    unlink(a), unlink(b);
    free(a), free(b);
    ordo_words_done(&files);
    struct ordo_error error = {0};
    assert_int_equal(ordo_raw_dir_find("/no/such/folder", &files, &error), ORDO_ENVIRONMENT);
    assert_non_null(strstr(error.message, "/no/such/folder"));
}

/* This process acts as the recorded one: it counts as running only while it maps the file. */
static void a_process_runs_while_it_maps_its_file(void **state) {
    (void)state;
    char name[64];
    snprintf(name, sizeof name, "%d-1.raw", getpid());
    char *path = add(name), *dead = add("2147483647-1.raw");
    assert_false(ordo_raw_dir_is_running(dead));
    assert_false(ordo_raw_dir_is_running(path));
    int fd = open(path, O_RDWR);
    void *map = mmap(NULL, 4096, PROT_READ, MAP_SHARED, fd, 0);
    assert_ptr_not_equal(map, MAP_FAILED);
    assert_true(ordo_raw_dir_is_running(path));
    munmap(map, 4096);
    close(fd);
    assert_false(ordo_raw_dir_is_running(path));
    free(path), free(dead);
}

static void a_folder_that_cannot_be_created_is_reported_by_name(void **state) {
    (void)state;
    char *path = NULL;
    struct ordo_error error = {0};
    assert_int_equal(ordo_scratch_dir_new("/no/such/ordo.data", "raw", &path, &error),
                     ORDO_ENVIRONMENT);
    assert_non_null(strstr(error.message, "/no/such"));
    assert_null(path);
    assert_int_equal(ordo_scratch_dir_new("/proc/ordo.data", "raw", &path, &error),
                     ORDO_ENVIRONMENT);
    assert_non_null(strstr(error.message, "/proc: "));
    assert_null(path);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_folder_is_private_and_absolute),
        cmocka_unit_test(only_raw_files_are_listed),
        cmocka_unit_test(a_process_runs_while_it_maps_its_file),
        cmocka_unit_test(a_folder_that_cannot_be_created_is_reported_by_name),
    };
    return cmocka_run_group_tests_name("raw_dir", tests, enter, leave);
}
