/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * afterwards.c: all that the rest of a program's life may bring, once its recording has stopped or
 * a system call of the runtime has failed. What it prints and how it ends is the same without Ordo.
 *
 *   afterwards WAY PLUGIN [FILE]    WAY: how the recording is to be stopped first (stops.py); none
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;
static volatile long sink;
static const char *plugin;

/* ---- work of all kinds of scopes ---- */

__attribute__((noinline)) static long sum(const int *a, int n) {
    long s = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i % 3; j++) s += a[i] ^ j;
    return s;
}

__attribute__((noinline)) static long fibonacci(int n) {
    return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

struct node {
    struct node *next;
    int value;
};

__attribute__((noinline)) static long list(int n) {
    struct node *head = NULL;
    long s = 0;
    for (int i = 0; i < n; i++) {
        struct node *one = malloc(sizeof *one);
        *one = (struct node){head, i};
        head = one;
    }
    for (struct node *x = head; x; x = x->next) s += x->value;
    while (head) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    return s;
}

static long work(int n) {
    int *a = calloc((size_t)n + 1, sizeof *a);
    char text[64];
    for (int i = 0; i < n; i++) a[i] = i * 7;
    long s = sum(a, n) + fibonacci(n % 9) + list(n % 40);
    snprintf(text, sizeof text, "%d", n);
    s += (long)strlen(text);
    free(a);
    return s;
}

static long plenty(void) {
    long s = 0;
    for (int i = 0; i < 60; i++) s += work(i);
    return s;
}

/* ---- ways to stop a recording that need the program's help ---- */

/* So many different sizes that the raw file grows by a megabyte. */
static void grow(void) {
    static int room[5000];
    for (int i = 0; i < 5000; i++) sink += sum(room, i);
}

void switch_stacks(void **from, void *to);
__asm__(
    ".text\n.globl switch_stacks\nswitch_stacks: push %rbx\n push %rbp\n push %r12\n"
    "push %r13\n push %r14\n push %r15\n mov %rsp,(%rdi)\n mov %rsi,%rsp\n pop %r15\n pop %r14\n"
    "pop %r13\n pop %r12\n pop %rbp\n pop %rbx\n ret\n");
static void *main_stack, *other_stack;

__attribute__((noinline)) static void yields(int n) {
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
    void **sp = (void **)(void *)(stack + sizeof stack - 64);
    *--sp = NULL;
    *--sp = (void *)other;
    for (int i = 0; i < 6; i++) *--sp = NULL;
    other_stack = sp;
    for (int i = 0; i < 25; i++) {
        switch_stacks(&main_stack, other_stack);
        sink += work(5);
    }
}

__attribute__((noinline)) static long deep(long n) {
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

/* Two pieces of memory whose addresses differ only in what the shadow's windows do not tell apart.
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

/* What the runtime does for the program when it is asked about memory. */
static void ask_for_memory(void) {
    struct rlimit l;
    getrlimit(RLIMIT_AS, &l);
    l.rlim_cur = 3ul << 30;
    int limited = setrlimit(RLIMIT_AS, &l), locked = mlockall(MCL_CURRENT | MCL_FUTURE);
    sink += plenty();
    printf("limited %d, locked %d, unlocked %d\n", limited, locked, munlockall());
    fflush(stdout);
}

/* Another user, for whom the runtime keeps its file open. */
static void change_user(void) {
    if (setuid(getuid()) != 0) perror("setuid");
    grow();
}

/* All the mappings that the system allows. */
static void exhaust_maps(void) {
    char *all =
        mmap(NULL, 70000ul * 8192, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    for (unsigned long i = 0; i < 70000 && all != MAP_FAILED; i++)
        if (mprotect(all + i * 8192, 4096, PROT_READ | PROT_WRITE) != 0) break;
    grow();
    for (int i = 0; i < 3; i++) sink += plenty();
}

static void stop_by(const char *way, const char *folder) {
    if (!strcmp(way, "grow")) grow();
    if (!strcmp(way, "switch")) switch_by_hand();
    if (!strcmp(way, "deep")) recur();
    if (!strcmp(way, "alias")) alias();
    if (!strcmp(way, "moved")) remove_folder(folder);
    if (!strcmp(way, "fsize")) limit_files();
    if (!strcmp(way, "maps")) exhaust_maps();
    if (!strcmp(way, "memory")) ask_for_memory();
    if (!strcmp(way, "user")) change_user();
}

/* ---- what comes afterwards ---- */

static const char *end_of(int status) {
    static char text[40];
    if (WIFSIGNALED(status))
        snprintf(text, sizeof text, "signal %d", WTERMSIG(status));
    else
        snprintf(text, sizeof text, "exit %d", WEXITSTATUS(status));
    return text;
}

static void say(const char *what, int status) {
    printf("%s: %s\n", what, end_of(status));
    fflush(stdout);
}

static int wait_for(pid_t p) {
    int status = -1;
    if (p > 0)
        while (waitpid(p, &status, 0) < 0 && errno == EINTR) continue;
    return status;
}

static void forks(void) {
    pid_t p = fork();
    if (p == 0) {
        sink += plenty();
        pid_t grandchild = fork();
        if (grandchild == 0) {
            sink += plenty();
            exit(5);
        }
        _exit(wait_for(grandchild) == 5 << 8 ? 3 : 99);
    }
    sink += plenty();
    say("fork", wait_for(p));
}

__attribute__((noinline)) static void replace(int k) {
    for (int i = 0; i < 3; i++) sink += i;
    execl(k ? "/bin/true" : "/no/such/program", "true", (char *)NULL);
}

static void vforks(void) {
    for (int i = 0; i < 3; i++) {
        pid_t p = vfork();
        if (p == 0) {
            replace(i);
            _exit(7);
        }
        say("vfork", wait_for(p));
        sink += work(i);
    }
}

static void spawns(void) {
    char *const arguments[] = {"true", NULL};
    pid_t p = -1;
    int r = posix_spawn(&p, "/bin/true", NULL, NULL, arguments, environ);
    printf("spawn: %d, ", r);
    say("its end", wait_for(p));
    say("system", system("exit 4"));
}

static void *thread(void *argument) {
    sink += plenty();
    if (argument) {
        pid_t p = fork();
        if (p == 0) _exit((int)(plenty() & 0) + 6);
        return (void *)(intptr_t)wait_for(p);
    }
    return NULL;
}

static void threads(void) {
    pthread_t t[3];
    int failed[3];
    for (int i = 0; i < 3; i++) {
        failed[i] = pthread_create(&t[i], NULL, thread, i == 1 ? t : NULL);
        if (failed[i]) printf("thread %d: %s\n", i, strerror(failed[i]));
    }
    for (int i = 0; i < 3; i++) {
        void *result = NULL;
        if (failed[i]) continue;
        pthread_join(t[i], &result);
        say("thread", (int)(intptr_t)result);
    }
}

static void libraries(void) {
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

static sigjmp_buf before;
static volatile sig_atomic_t jumps, handled;

static void handler(int number) {
    (void)number;
    handled += (int)(plenty() & 0) + 1;
    if (jumps == 1) siglongjmp(before, 1);
    if (jumps == 2) {
        pid_t p = fork();
        if (p == 0) _exit((int)(plenty() & 0) + 8);
        handled += wait_for(p) == 8 << 8 ? 10 : 1000;
    }
}

static void signals(void) {
    struct sigaction action = {.sa_handler = handler};
    sigemptyset(&action.sa_mask);
    sigaction(SIGUSR1, &action, NULL);
    for (jumps = 0; jumps < 3; jumps++)
        if (!sigsetjmp(before, 1)) raise(SIGUSR1);
    printf("handled: %d\n", (int)handled);
    fflush(stdout);
}

static void at_end(void) {
    sink += plenty();
    printf("at exit\n");
}

int main(int argc, char **argv) {
    if (argc < 3) return 2;
    if (argc > 3 && !strcmp(argv[3], "again")) {
        atexit(at_end);
        sink += plenty();
        return 9;
    }
    char path[4096];
    plugin = argv[2];
    sink += plenty();
    stop_by(argv[1], argc > 3 ? argv[3] : NULL);
    forks();
    vforks();
    spawns();
    threads();
    libraries();
    signals();
    forks();
    printf("sum: %ld\n", work(100));
    fflush(stdout);
    ssize_t n = readlink("/proc/self/exe", path, sizeof path - 1);
    if (n > 0) path[n] = 0;
    execl(path, argv[0], "none", plugin, "again", (char *)NULL);
    perror("exec");
    return 1;
}
