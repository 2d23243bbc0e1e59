#!/bin/bash
# Profiles stay right in whatever way control leaves a routine, a thread or the process: calls are
# counted and frames are closed.
. "$(dirname "$0")/lib.sh"
CC="$ORDO cc -g --no-fold -I$ROOT/include"
CXX="$ORDO c++ -g --no-fold"

# run_both OPTION...: compiles t.c or t.cc with the options at -O0 and -O2 and runs it unrecorded and recorded. Both runs
# must have the same output and status. Then calls `check LEVEL`.
run_both() {
    local o rc=0 idle=0 source=t.c compiler=$CC
    [ -e t.cc ] && source=t.cc compiler=$CXX
    for o in -O0 -O2; do
        $compiler $o $source -o t "$@"
        idle=0 rc=0
        ./t >idle.out 2>idle.err || idle=$?
        "$ORDO" record -q -- ./t >out 2>err || rc=$?
        assert_eq "status at $o" "$idle" "$rc"
        assert_eq "output at $o" "$(cat idle.out)" "$(cat out)"
        assert_eq "stderr at $o" "$(cat idle.err)" "$(cat err)"
        check "$o"
    done
}

calls() { ask ordo.data "*[s[n][\"calls\"] for n in \"$*\".split()]"; }
unfinished() { ask ordo.data "*[s[n][\"unfinished\"] for n in \"$*\".split()]"; }

test_longjmp_closes_the_frames_that_it_leaves() {
    cat >t.c <<'EOF'
#include <setjmp.h>
#include <stdio.h>
static jmp_buf back;
static int data[100];
static void deep(int n) { if (n == 0) longjmp(back, 1); deep(n - 1); }
static int after(int n) { int i, s = 0; for (i = 0; i < n; i++) s += data[i]; return s; }
static int attempt(int n) { if (!setjmp(back)) deep(n); return after(n); }
int main(void) { int i, s = 0; for (i = 0; i < 10; i++) s += attempt(i); printf("%d\n", s); return 0; }
EOF
    check() {
        assert_eq "calls at $1" "10 55 10 1" "$(calls attempt deep after main)"
        assert_eq "unfinished at $1" "0 0 0 0" "$(unfinished attempt deep after main)"
    }
    run_both
}

test_exceptions_close_the_frames_that_they_leave() {
    cat >t.cc <<'EOF'
#include <cstdio>
#include <stdexcept>
#include <algorithm>
#include <vector>
struct guard { int *n; ~guard() { ++*n; } };
static int ends;
static void thrower(int n) { guard g{&ends}; if (n == 0) throw std::runtime_error("x"); thrower(n - 1); }
static bool foreign(int a, int b) { if (a == 7) throw 7; return a < b; }
static int catcher(int n) { try { thrower(n); } catch (std::exception &) { return 1; } return 0; }
static int sorter() {
    std::vector<int> v; for (int i = 20; i > 0; i--) v.push_back(i);
    try { std::sort(v.begin(), v.end(), foreign); } catch (int) { return 1; } return 0;
}
int main() { int s = 0; for (int i = 0; i < 5; i++) s += catcher(i); s += sorter(); std::printf("%d %d\n", s, ends); }
EOF
    check() {
        assert_eq "calls at $1" "5 15 1 1" "$(calls catcher thrower sorter main)"
        assert_eq "unfinished at $1" "0 0 0 0" "$(unfinished catcher thrower sorter main)"
    }
    run_both
}

test_exit_in_a_callee_closes_all_frames() {
    cat >t.c <<'EOF'
#include <stdio.h>
#include <stdlib.h>
static int count;
static void bye(void) { printf("bye %d\n", count); }
static void leaf(int n) { count += n; if (n == 3) exit(9); }
static void middle(int n) { int i; for (i = 0; i <= n; i++) leaf(i); }
int main(void) { atexit(bye); middle(10); return 0; }
EOF
    check() {
        assert_eq "calls at $1" "4 1 1 1" "$(calls leaf middle main bye)"
        assert_eq "status" 9 "$(ask ordo.data 'p["runs"][0]["exit_status"]')"
    }
    run_both
}

test_children_of_every_kind_are_recorded() {
    cat >t.c <<'EOF'
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
extern char **environ;
static int work(int n) { int i, s = 0; for (i = 0; i < n; i++) s += i; return s; }
static void await(pid_t p) { int st; waitpid(p, &st, 0); printf("%d\n", WEXITSTATUS(st)); fflush(stdout); }
int main(int argc, char **argv) {
    pid_t p;
    char *again[] = {argv[0], "child", NULL};
    if (argc > 1) { work(5); return 4; }
    fflush(stdout);
    if (!(p = fork())) { work(6); exit(1); }
    await(p);
    if (!(p = fork())) { work(7); _exit(2); }
    await(p);
    if (!(p = vfork())) { execv(argv[0], again); _exit(99); }
    await(p);
    if (!(p = vfork())) _exit(3);
    await(p);
    posix_spawn(&p, argv[0], NULL, NULL, again, environ);
    await(p);
    if (!(p = fork())) { work(8); execv(argv[0], again); }
    await(p);
    printf("%d\n", system("exit 5") >> 8);
    work(9);
    return 0;
}
EOF
    check() {
        assert_eq "calls of work at $1" 7 "$(calls work)"
        assert_eq "sizes of work at $1" "5 5 5 6 7 8 9" "$(ask ordo.data '*[q[0] for q in s["work"]["sizes"]["arg:n"]["points"] for _ in range(q[1])]')"
        assert_eq "activations of main that ended, inherited ones left out, at $1" 4 "$(calls main)"
    }
    run_both
}

test_tail_calls_and_noreturn_routines_are_counted() {
    cat >t.c <<'EOF'
#include <stdio.h>
static int data[64];
static int even(int n);
__attribute__((noinline)) static int odd(int n) { return n == 0 ? 0 : even(n - 1); }
__attribute__((noinline)) static int even(int n) { return n == 0 ? 1 : odd(n - 1); }
int main(void) { int i, s = 0; for (i = 0; i < 20; i++) s += even(i) + data[i]; printf("%d\n", s); return 0; }
EOF
    check() {
        assert_eq "calls of both at $1" 210 "$(ask ordo.data 's["even"]["calls"] + s["odd"]["calls"]')"
    }
    run_both
}

test_a_recursion_may_be_a_million_activations_deep() {
    cat >t.c <<'EOF'
#include <pthread.h>
#include <stdio.h>
static int deep(int n) { volatile int x = n; return n == 0 ? 0 : deep(n - 1) + (x == -1); }
static void *run(void *p) { (void)p; printf("%d\n", deep(1000000)); return NULL; }
int main(void) {
    pthread_attr_t a; pthread_t t;
    pthread_attr_init(&a); pthread_attr_setstacksize(&a, 1 << 30);
    pthread_create(&t, &a, run, NULL); pthread_join(t, NULL);
    return 0;
}
EOF
    check() {
        assert_eq "calls at $1" 1000001 "$(calls deep)"
        assert_eq "largest depth, in a bucket, at $1" True "$(ask ordo.data '990000 < s["deep"]["sizes"]["depth"]["max"] <= 1000000')"
    }
    run_both
}

test_signal_handlers_and_jumps_out_of_them_are_recorded() {
    cat >t.c <<'EOF'
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
static sigjmp_buf back;
static char stack[65536];
static volatile int hits;
static int work(int n) { int i, s = 0; for (i = 0; i < n; i++) s += i; return s; }
static void handler(int n) { hits++; work(3); if (n == SIGUSR2) siglongjmp(back, 1); }
static int interrupted(int n) { raise(n); return work(4); }
int main(void) {
    struct sigaction a = {.sa_handler = handler, .sa_flags = SA_ONSTACK};
    stack_t s = {.ss_sp = stack, .ss_size = sizeof stack};
    int i;
    sigaltstack(&s, NULL);
    sigaction(SIGUSR1, &a, NULL);
    sigaction(SIGUSR2, &a, NULL);
    for (i = 0; i < 10; i++) interrupted(SIGUSR1);
    for (i = 0; i < 10; i++) if (!sigsetjmp(back, 1)) interrupted(SIGUSR2);
    printf("%d\n", hits);
    return 0;
}
EOF
    check() {
        assert_eq "calls at $1" "20 20 30 1" "$(calls handler interrupted work main)"
        assert_eq "unfinished at $1" "0 0 0 0" "$(unfinished handler interrupted work main)"
    }
    run_both
}

test_threads_may_end_in_every_way() {
    cat >t.c <<'EOF'
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>
static int work(int n) { int i, s = 0; for (i = 0; i < n; i++) s += i; return s; }
static void *returns(void *p) { work(5); return p; }
static void leave(void) { work(6); pthread_exit(NULL); }
static void *exits(void *p) { leave(); return p; }
static pthread_barrier_t ready;
static void *waits(void *p) { work(7); pthread_barrier_wait(&ready); for (;;) pause(); return p; }
int main(void) {
    pthread_t t[20];
    int i, k;
    pthread_barrier_init(&ready, NULL, 2);
    for (k = 0; k < 5; k++) {
        for (i = 0; i < 20; i++) pthread_create(&t[i], NULL, i % 2 ? returns : exits, NULL);
        for (i = 0; i < 20; i++) pthread_join(t[i], NULL);
        pthread_create(&t[0], NULL, waits, NULL);
        pthread_barrier_wait(&ready);
        pthread_cancel(t[0]);
        pthread_join(t[0], NULL);
    }
    puts("done");
    return 0;
}
EOF
    check() {
        assert_eq "calls at $1" "50 50 50 5 105 1" "$(calls returns exits leave waits work main)"
    }
    run_both -lpthread
}

test_a_killed_process_keeps_all_finished_activations() {
    cat >t.c <<'EOF'
#include <signal.h>
#include <stdio.h>
static int data[1000];
static int work(int n) { int i, s = 0; for (i = 0; i < n; i++) s += data[i]; return s; }
static int outer(int n) { int i, s = 0; for (i = 1; i <= n; i++) s += work(i); raise(SIGKILL); return s; }
int main(void) { return outer(500); }
EOF
    local rc=0
    $CC -O2 t.c -o t
    "$ORDO" record -q -- ./t || rc=$?
    assert_eq status 137 $rc
    assert_eq "calls of work" 500 "$(calls work)"
    assert_eq "distinct sizes of work" 250 "$(ask ordo.data 's["work"]["sizes"]["rms"]["distinct"]')"
    assert_eq "unfinished" "1 1 0" "$(unfinished main outer work)"
    assert_eq "warnings" True "$(ask ordo.data '"killed" in [w["code"] for w in p["warnings"]]')"
}

test_unknown_stack_switches_never_corrupt_the_profile() {
    cat >t.c <<'EOF'
#include <stdio.h>
#include <ucontext.h>
static ucontext_t home, other;
static char stack[65536];
static int work(int n) { int i, s = 0; for (i = 0; i < n; i++) s += i; return s; }
static void routine(void) { int i; for (i = 0; i < 10; i++) { work(i); swapcontext(&other, &home); } }
int main(void) {
    int i;
    getcontext(&other);
    other.uc_stack.ss_sp = stack; other.uc_stack.ss_size = sizeof stack; other.uc_link = &home;
    makecontext(&other, routine, 0);
    for (i = 0; i < 10; i++) { work(100 + i); swapcontext(&home, &other); }
    puts("done");
    return 0;
}
EOF
    check() {
        assert_eq "calls of work, or a warning, at $1" True \
            "$(ask ordo.data 's["work"]["calls"] == 20 or "stopped-stack-switch" in [w["code"] for w in p["warnings"]]')"
    }
    run_both
}

# Handlers interrupt malloc while threads allocate and processes fork: no deadlock.
test_forks_and_handlers_never_deadlock_with_threads_that_allocate() {
    cat >forks.c <<'EOF'
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>
static volatile int hits;
static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static void handler(int s) {
    int sums[8];
    for (int i = 0; i < 8; i++) sums[i] = i * s;
    hits += sums[3] > 0;
}
static void *work(void *p) {
    unsigned seed = (unsigned)(long)p;
    for (int r = 0; r < 60; r++) {
        int n = 50 + rand_r(&seed) % 500, *a = malloc(n * sizeof *a);
        for (int i = 0; i < n; i++) a[i] = rand_r(&seed);
        qsort(a, n, sizeof *a, compare);
        free(a);
    }
    return NULL;
}
int main(void) {
    struct sigaction sa = {.sa_handler = handler, .sa_flags = SA_RESTART};
    sigaction(SIGALRM, &sa, NULL);
    setitimer(ITIMER_REAL, &(struct itimerval){{0, 500}, {0, 500}}, NULL);
    for (int round = 0; round < 3; round++) {
        pthread_t threads[8];
        for (long i = 0; i < 8; i++) pthread_create(&threads[i], NULL, work, (void *)(i + 1));
        for (int k = 0; k < 5; k++) {
            pid_t pid = fork();
            if (!pid) {
                work((void *)99);
                if (k & 1) _exit(0);
                exit(0);
            }
        }
        for (int i = 0; i < 8; i++) pthread_join(threads[i], NULL);
        int status;
        while (wait(&status) > 0)
            if (status) return 1;
    }
    puts("ok");
    return 0;
}
EOF
    $ORDO cc -O2 -g forks.c -o forks -lpthread
    assert_eq "output" ok "$(timeout -s KILL 200 "$ORDO" record -q -- ./forks)"
}

run_tests
