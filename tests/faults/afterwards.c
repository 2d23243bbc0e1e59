/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * afterwards.c: what a program may still do after its recording has stopped or
 * a system call of the runtime has failed. Its output and its end must be the same as without Ordo.
 *
 *   afterwards WAY PLUGIN [FILE]    WAY: how the recording is stopped first (run.py), or none
 */
#define _GNU_SOURCE
#include "../support/programs/life.h"
#include "../support/programs/switch_stacks.h"

#include <dlfcn.h>
#include <linux/seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>

/* ---- Ways to stop a recording that need the program's help. ---- */

KEPT void yields(int n) {
    for (int i = 0; i < n; i++) {
        sink += work(i);
        switch_stacks(&other_stack, main_stack);
    }
}

static void other(void) {
    yields(20);
    for (;;) switch_stacks(&other_stack, main_stack);
}

static void switch_by_hand(void) {
    static char stack[1 << 16] __attribute__((aligned(16)));
    other_stack = new_stack(stack, sizeof stack, other);
    for (int i = 0; i < 25; i++) {
        switch_stacks(&main_stack, other_stack);
        sink += work(5);
    }
}

KEPT long deep(long n) {
    volatile long here = n;
    return n ? deep(n - 1) + here % 2 : 0;
}

static void *go_deep(void *unused) {
    (void)unused;
    sink += deep(3000000);
    return NULL;
}

static void recur(void) {
    pthread_attr_t large;
    pthread_t t;
    pthread_attr_init(&large);
    pthread_attr_setstacksize(&large, 512ul << 20);
    if (pthread_create(&t, &large, go_deep, NULL) == 0) pthread_join(t, NULL);
}

/* Maps two pieces of memory whose addresses differ only in bits that the shadow's windows ignore.
 */
static void alias(void) {
    for (int i = 0; i < 2; i++) {
        int *p =
            mmap((void *)(0x510000000000 + ((uintptr_t)i << 41)), 1 << 20, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
        if (p == MAP_FAILED) return;
        for (int k = 0; k < 1000; k++) p[k] = k;
        sink += sum(p, 1000);
    }
}

static void remove_folder(const char *folder) {
    char name[4096];
    if (!folder) return;
    snprintf(name, sizeof name, "%s.moved", folder);
    if (rename(folder, name) != 0) perror(folder);
    grow();
}

static void limit_files(void) {
    struct rlimit l = {64 << 10, RLIM_INFINITY};
    getrlimit(RLIMIT_FSIZE, &l);
    l.rlim_cur = 64 << 10;
    setrlimit(RLIMIT_FSIZE, &l);
    grow();
}

/* Makes the requests about memory that the runtime answers for the program. */
static void ask_for_memory(void) {
    struct rlimit l;
    getrlimit(RLIMIT_AS, &l);
    l.rlim_cur = 3ul << 30;
    int limited = setrlimit(RLIMIT_AS, &l), locked = mlockall(MCL_CURRENT | MCL_FUTURE);
    sink += plenty();
    printf("limited %d, locked %d, unlocked %d\n", limited, locked, munlockall());
    fflush(stdout);
}

/* Becomes another user, for whom the runtime keeps its file open. */
static void change_user(void) {
    if (setuid(getuid()) != 0) perror("setuid");
    grow();
}

/* Uses all the mappings that the system allows. */
static void exhaust_maps(void) {
    char *all =
        mmap(NULL, 70000ul * 8192, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    for (unsigned long i = 0; i < 70000 && all != MAP_FAILED; i++)
        if (mprotect(all + i * 8192, 4096, PROT_READ | PROT_WRITE) != 0) break;
    grow();
    for (int i = 0; i < 3; i++) sink += plenty();
}

static void *give_up_calls(void *unused) {
    (void)unused;
    if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT) != 0) perror("prctl");
    sink += plenty();
    if (write(1, "strict\n", 7) < 0) sink++;
    syscall(SYS_exit, 0);
    return NULL;
}

/* One thread may only read, write and end from now on. */
static void restrict_a_thread(void) {
    pthread_t t;
    if (pthread_create(&t, NULL, give_up_calls, NULL) == 0) pthread_join(t, NULL);
}

static void stop_by(const char *way, const char *folder) {
    if (is(way, "grow")) grow();
    if (is(way, "switch")) switch_by_hand();
    if (is(way, "deep")) recur();
    if (is(way, "alias")) alias();
    if (is(way, "moved")) remove_folder(folder);
    if (is(way, "fsize")) limit_files();
    if (is(way, "maps")) exhaust_maps();
    if (is(way, "memory")) ask_for_memory();
    if (is(way, "user")) change_user();
    if (is(way, "strict")) restrict_a_thread();
}

/* ---- What happens afterwards. ---- */

static void libraries(const char *plugin) {
    for (int i = 0; i < 2; i++) {
        void *library = dlopen(plugin, RTLD_NOW);
        if (!library) {
            printf("dlopen: %s\n", dlerror());
            return;
        }
        long (*routine)(int) = (long (*)(int))dlsym(library, "plugged");
        printf("library: %ld\n", routine ? routine(100) : -1);
        fflush(stdout);
        dlclose(library);
    }
}

static void at_end(void) {
    sink += plenty();
    printf("at exit\n");
}

int main(int argc, char **argv) {
    if (argc < 3) return 2;
    if (argc > 3 && is(argv[3], "again")) {
        atexit(at_end);
        sink += plenty();
        return 9;
    }
    char path[4096];
    sink += plenty();
    stop_by(argv[1], argc > 3 ? argv[3] : NULL);
    live();
    libraries(argv[2]);
    life_forks();
    ssize_t n = readlink("/proc/self/exe", path, sizeof path - 1);
    if (n > 0) path[n] = 0;
    execl(path, argv[0], "none", argv[2], "again", (char *)NULL);
    perror("exec");
    return 1;
}
