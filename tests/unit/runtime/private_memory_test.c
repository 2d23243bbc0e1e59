/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * private_memory_test.c: arrays that grow, shrink and are freed, compared with copies; nested
 * locks, compared with the signal mask; and the files that addresses belong to.
 */
#include "../../../src/engine/runtime/system/address_path.h"
#include "../../../src/engine/runtime/system/lock.h"
#include "../../../src/engine/runtime/system/private_memory.h"
#include "scenario.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ARRAYS = 60, ROUNDS = 20000, MOST = 3000 };

static struct {
    unsigned char *at, *copy;
    size_t count, each;
} arrays[ARRAYS];

static void fill(unsigned k, size_t from) {
    for (size_t i = from; i < arrays[k].count * arrays[k].each; i++)
        arrays[k].at[i] = arrays[k].copy[i] = (unsigned char)rand();
}

static void check(unsigned k) {
    CHECK(!memcmp(arrays[k].at, arrays[k].copy, arrays[k].count * arrays[k].each),
          "array %u of %zu times %zu bytes is not what was written", k, arrays[k].count,
          arrays[k].each);
}

/* Grows an array, or allocates its first memory, and checks that new memory is zero. */
static void grow(unsigned k) {
    size_t was = arrays[k].count, count = was ? was * 2 : 1 + (size_t)rand() % 40;
    if (!was) arrays[k].each = 4 * (1 + (size_t)rand() % 12);
    arrays[k].at = ort_private_array(was ? arrays[k].at : NULL, was, count, arrays[k].each);
    CHECK(arrays[k].at, "no memory");
    CHECK((uintptr_t)arrays[k].at % 8 == 0, "an array at an odd address");
    for (size_t i = was * arrays[k].each; i < count * arrays[k].each; i++)
        CHECK(!arrays[k].at[i], "byte %zu of a new array is %d", i, arrays[k].at[i]);
    arrays[k].copy = realloc(arrays[k].copy, count * arrays[k].each);
    arrays[k].count = count;
    fill(k, was * arrays[k].each);
}

static void give_back(unsigned k) {
    ort_private_array_free(arrays[k].at, arrays[k].count, arrays[k].each);
    arrays[k].count = 0;
}

static void run_arrays(const char *argument) {
    (void)argument;
    srand(7);
    for (int round = 0; round < ROUNDS; round++) {
        unsigned k = (unsigned)rand() % ARRAYS;
        if (arrays[k].count) check(k);
        if (arrays[k].count * arrays[k].each > MOST || (arrays[k].count && rand() % 4 == 0))
            give_back(k);
        else
            grow(k);
    }
    for (unsigned k = 0; k < ARRAYS; k++)
        if (arrays[k].count) check(k);
    /* freed memory is reused */
    void *two[2] = {ort_private_array(NULL, 0, 30, 8), ort_private_array(NULL, 0, 30, 8)};
    for (int i = 0; i < 2; i++) ort_private_array_free(two[i], 30, 8);
    for (int i = 0; i < 2; i++) {
        void *again = ort_private_array(NULL, 0, 25, 8);
        CHECK(again == two[0] || again == two[1], "a new array where two were given back");
    }
}

static int is_blocked(int signal) {
    sigset_t now;
    sigprocmask(SIG_BLOCK, NULL, &now);
    return sigismember(&now, signal);
}

static volatile sig_atomic_t handled;

/* A handler that takes locks itself. */
static void handle(int signal) {
    (void)signal;
    uint64_t saved = ort_lock_take(ORT_LOCK_RAW);
    handled += is_blocked(SIGUSR2);
    ort_lock_drop(ORT_LOCK_RAW, saved);
}

static long taken;
static int enough;

/* Another thread that takes the inner lock again and again. */
static void *take_and_count(void *none) {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, NULL);
    while (!__atomic_load_n(&enough, __ATOMIC_SEQ_CST)) {
        uint64_t saved = ort_lock_take(ORT_LOCK_RAW);
        __atomic_fetch_add(&taken, 1, __ATOMIC_SEQ_CST);
        ort_lock_drop(ORT_LOCK_RAW, saved);
        sched_yield();
    }
    return none;
}

static void run_locks(const char *argument) {
    (void)argument;
    sigset_t one;
    sigemptyset(&one);
    sigaddset(&one, SIGUSR2);
    sigprocmask(SIG_BLOCK, &one, NULL); /* the program's own mask is restored */
    signal(SIGUSR1, handle);
    pthread_t other;
    CHECK(!pthread_create(&other, NULL, take_and_count, NULL), "no thread");
    for (int last = 0; last < 2; last++) {
        uint64_t outer = ort_lock_take(ORT_LOCK_MODULES);
        CHECK(is_blocked(SIGUSR1), "signals are not blocked under a lock");
        uint64_t inner = ort_lock_take(ORT_LOCK_RAW);
        uint64_t again = ort_lock_take(ORT_LOCK_RAW);
        ort_lock_drop(ORT_LOCK_RAW, again);
        raise(SIGUSR1);
        long was = __atomic_load_n(&taken, __ATOMIC_SEQ_CST);
        sched_yield();
        usleep(2000);
        CHECK(__atomic_load_n(&taken, __ATOMIC_SEQ_CST) - was <= 1, "another thread has the lock");
        ort_lock_drop(last ? ORT_LOCK_MODULES : ORT_LOCK_RAW, last ? outer : inner);
        CHECK(is_blocked(SIGUSR1), "signals came back with a lock that was not the last");
        CHECK(handled == last, "a signal was handled under a lock");
        ort_lock_drop(last ? ORT_LOCK_RAW : ORT_LOCK_MODULES, last ? inner : outer);
        CHECK(!is_blocked(SIGUSR1) && is_blocked(SIGUSR2), "the mask is not the program's");
        CHECK(handled == last + 1, "the signal was not handled");
    }
    __atomic_store_n(&enough, 1, __ATOMIC_SEQ_CST);
    pthread_join(other, NULL);
    CHECK(taken, "the other thread never had the lock");
}

static void run_mappings(const char *argument) {
    static int variable;
    struct ort_mapping m;
    (void)argument;
    ort_address_mapping(&variable, &m);
    char self[1024] = "";
    CHECK(readlink("/proc/self/exe", self, sizeof self - 1) > 0, "no /proc");
    CHECK(!strcmp(m.path, self), "a variable's file is %s", m.path);
    CHECK(m.low <= (uintptr_t)&variable && (uintptr_t)&variable < m.high, "not its mapping");
    CHECK(m.start < m.low, "the file begins at %lx, its variables at %lx", m.start, m.low);
    uintptr_t own = m.start;
    ort_address_mapping(stdout, &m);
    CHECK(strstr(m.path, "libc") && m.start != own, "libc is %s", m.path);
    CHECK(!memcmp((void *)m.start, "\177ELF", 4), "libc begins elsewhere than at %lx", m.start);
    const char *on_stack = environ[0];
    ort_address_mapping(on_stack, &m);
    CHECK(!m.path[0] && m.low <= (uintptr_t)on_stack && (uintptr_t)on_stack < m.high, "the stack");
    ort_address_mapping((void *)8, &m);
    CHECK(!m.path[0] && !m.low && !m.high, "nothing is mapped at 8");
}

static void arrays_keep_what_is_in_them(void **state) {
    (void)state;
    scenario_pass("arrays", "", NULL);
}

static void the_first_lock_blocks_signals_and_the_last_restores_them(void **state) {
    (void)state;
    scenario_pass("locks", "", NULL);
}

static void addresses_are_found_in_the_file_that_they_belong_to(void **state) {
    (void)state;
    scenario_pass("mappings", "", NULL);
}

const struct scenario scenarios[] = {
    {"arrays", run_arrays}, {"locks", run_locks}, {"mappings", run_mappings}, {NULL, NULL}};

int main(int argc, char **argv) {
    scenario_child(argc, argv);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arrays_keep_what_is_in_them),
        cmocka_unit_test(the_first_lock_blocks_signals_and_the_last_restores_them),
        cmocka_unit_test(addresses_are_found_in_the_file_that_they_belong_to),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
