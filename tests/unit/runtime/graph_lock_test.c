/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * graph_lock_test.c: the graph's lock with one thread, with a second thread while the first enters
 * again and again, with many threads, in a fork's child, and in a handler.
 */
#include "../../../src/engine/runtime/graph/graph.h"
#include "scenario.h"

#include <pthread.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

const struct scenario scenarios[] = {{NULL, NULL}};

#define TIMES 200000

static volatile uint64_t counter; /* only changed by the thread inside */
static volatile int arrived;

static void count(uint64_t times) {
    for (uint64_t i = 0; i < times; i++) {
        if (!ort_graph_enter()) abort();
        counter = counter + 1;
        ort_graph_leave();
    }
}

static void *other(void *unused) {
    (void)unused;
    __atomic_fetch_add(&arrived, 1, __ATOMIC_SEQ_CST);
    count(TIMES);
    return NULL;
}

static void an_interrupted_thread_is_rejected_and_the_loss_counted(void **state) {
    (void)state;
    uint64_t lost = ort_graph_lost;
    assert_true(ort_graph_enter());
    assert_false(ort_graph_enter());
    assert_int_equal(ort_graph_lost, lost + 1);
    ort_graph_leave();
    assert_true(ort_graph_enter());
    ort_graph_leave();
}

/* The first thread keeps entering while the second one begins: neither waits forever, and no
 * increment of the counter is lost. */
static void one_thread_is_inside_at_a_time(void **state) {
    (void)state;
    pthread_t threads[3];
    counter = 0;
    count(TIMES);
    for (int i = 0; i < 3; i++) assert_int_equal(pthread_create(&threads[i], NULL, other, NULL), 0);
    uint64_t own = 0;
    for (; arrived < 3; own++) count(1);
    count(TIMES);
    for (int i = 0; i < 3; i++) assert_int_equal(pthread_join(threads[i], NULL), 0);
    assert_int_equal(counter, 5 * TIMES + own);
}

static void a_forks_child_enters_with_threads_of_its_own(void **state) {
    (void)state;
    assert_true(ort_graph_enter());
    pid_t child = fork();
    ort_graph_leave();
    if (child == 0) {
        pthread_t thread;
        counter = 0;
        if (pthread_create(&thread, NULL, other, NULL)) _exit(1);
        count(TIMES);
        if (pthread_join(thread, NULL)) _exit(2);
        _exit(counter == 2 * TIMES ? 0 : 3);
    }
    int status = -1;
    assert_true(child > 0);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_interrupted_thread_is_rejected_and_the_loss_counted),
        cmocka_unit_test(a_forks_child_enters_with_threads_of_its_own),
        cmocka_unit_test(one_thread_is_inside_at_a_time),
        cmocka_unit_test(a_forks_child_enters_with_threads_of_its_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
