/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * plan.c: reads the plan and decides which calls fail. It only makes system calls that are never made to fail.
 */
#include "plan.h"
#include "engine/runtime/system/os.h"

#include <asm/unistd.h>
#include <fcntl.h>
#include <stdint.h>
#include <sys/mman.h>

#define MOST 64

extern char **environ;

static struct {
    uint64_t at; /* 0: no call fails */
    int on, forked;
} due[MOST];
static uint64_t calls[MOST];
static uint64_t *shared; /* ORDO_TEST_COUNTS */
static int is_read;
static long first_pid;

static const char *setting(const char *name) {
    for (char **e = environ; e && *e; e++) {
        const char *a = *e, *b = name;
        while (*b && *a == *b) a++, b++;
        if (!*b && *a == '=') return a + 1;
    }
    return 0;
}

/* Returns the number of the name before the colon at `at`, or -1 if there is no such name. */
static int number_of(const char *at) {
    for (unsigned i = 0; i < fault_count; i++) {
        const char *a = at, *b = fault_names[i];
        while (*b && *a == *b) a++, b++;
        if (!*b && *a == ':') return (int)i;
    }
    return -1;
}

static void read_plan(const char *at) {
    while (at && *at) {
        int i = number_of(at);
        uint64_t k = 0;
        while (*at && *at != ':') at++;
        for (at += *at == ':'; *at >= '0' && *at <= '9'; at++) k = k * 10 + (uint64_t)(*at - '0');
        if (i >= 0) due[i].at = k, due[i].on = *at == '+', due[i].forked = *at == 'f';
        while (*at && *at != ',') at++;
        at += *at == ',';
    }
}

static void read_all(void) {
    const char *file = setting("ORDO_TEST_COUNTS");
    long fd = file ? ort_os_call(__NR_openat, AT_FDCWD, (long)file, O_RDWR | O_CLOEXEC, 0, 0, 0) : -1;
    if (fd >= 0) {
        long at = ort_os_call(__NR_mmap, 0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
        if (at > 0 || at < -4095) shared = (uint64_t *)at;
        ort_os_call(__NR_close, fd, 0, 0, 0, 0, 0);
    }
    read_plan(setting("ORDO_TEST_FAULTS"));
    first_pid = ort_os_call(__NR_getpid, 0, 0, 0, 0, 0, 0);
    is_read = 1;
}

int fault_is_due(unsigned number) {
    if (!is_read) read_all();
    uint64_t k = __atomic_add_fetch(&calls[number], 1, __ATOMIC_RELAXED);
    int fails = due[number].forked ? ort_os_call(__NR_getpid, 0, 0, 0, 0, 0, 0) != first_pid
                                   : due[number].at && (due[number].on ? k >= due[number].at
                                                                       : k == due[number].at);
    if (shared) {
        __atomic_fetch_add(&shared[2 * number], 1, __ATOMIC_RELAXED);
        if (fails) __atomic_fetch_add(&shared[2 * number + 1], 1, __ATOMIC_RELAXED);
    }
    return fails;
}
