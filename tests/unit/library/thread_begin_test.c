/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* thread_begin_test.c: threads are created outside all areas of gates, and the creating thread
 * is back in its area afterwards. */
#include <errno.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <threads.h>

#include "fake_effects.h"
#include <cmocka.h>

extern __typeof__(pthread_create) __wrap_pthread_create;
extern __typeof__(thrd_create) __wrap_thrd_create;

static int prepare(void **state) {
    (void)state;
    fake_on = 1;
    fake_reset();
    return 0;
}

static int number;

static void *ran(void *argument) {
    *(int *)argument = 7;
    return argument;
}

static int ran_too(void *argument) {
    *(int *)argument = 8;
    return 9;
}

static void creating_a_thread_leaves_the_area_meanwhile(void **state) {
    (void)state;
    pthread_t p;
    void *result;
    assert_int_equal(__wrap_pthread_create(&p, NULL, ran, &number), 0);
    assert_string_equal(fake_log(), "out of area back in area");
    assert_int_equal(pthread_join(p, &result), 0);
    assert_ptr_equal(result, &number);
    assert_int_equal(number, 7);

    thrd_t t;
    int code;
    assert_int_equal(__wrap_thrd_create(&t, ran_too, &number), thrd_success);
    assert_string_equal(fake_log(), "out of area back in area");
    assert_int_equal(thrd_join(t, &code), thrd_success);
    assert_int_equal(code, 9);
    assert_int_equal(number, 8);
}

static void a_failed_creation_restores_the_area(void **state) {
    (void)state;
    pthread_attr_t huge;
    pthread_t p;
    assert_int_equal(pthread_attr_init(&huge), 0);
    assert_int_equal(pthread_attr_setstacksize(&huge, SIZE_MAX / 4 & ~(size_t)4095), 0);
    assert_int_equal(__wrap_pthread_create(&p, &huge, ran, &number), EAGAIN);
    assert_string_equal(fake_log(), "out of area back in area");
    pthread_attr_destroy(&huge);
}

int main(void) {
#define T(f) cmocka_unit_test_setup(f, prepare)
    const struct CMUnitTest tests[] = {
        T(creating_a_thread_leaves_the_area_meanwhile),
        T(a_failed_creation_restores_the_area),
    };
    return cmocka_run_group_tests_name("library beginnings of threads", tests, NULL, NULL);
}
