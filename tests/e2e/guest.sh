#!/bin/bash
# Ordo disturbs the program as little as possible. Unrecorded and recorded, the program keeps its descriptors,
# threads, signals, limits and memory, and large mappings and many threads work.
. "$(dirname "$0")/lib.sh"
CC="$ORDO cc -g --no-fold"

# Writes a program that prints what it sees of itself: open descriptors, threads, signal dispositions and mask.
write_mirror() {
    cat >mirror.c <<'EOF'
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
static void list(const char *path) {
    DIR *d = opendir(path);
    int n = 0;
    for (struct dirent *e; (e = readdir(d));) n += e->d_name[0] != '.';
    printf("%s %d\n", path, n);
    closedir(d);
}
int main(void) {
    char line[256];
    printf("errno %d, next descriptor %d\n", errno, open("/dev/null", O_RDONLY));
    list("/proc/self/fd");
    list("/proc/self/task");
    FILE *f = fopen("/proc/self/status", "r");
    while (fgets(line, sizeof line, f)) { /* SigQ counts all processes of the user */
        if (!strncmp(line, "SigQ", 4)) continue;
        if ((!strncmp(line, "Sig", 3) && line[3] != 'Q') || !strncmp(line, "Shd", 3)) fputs(line, stdout);
    }
    return 0;
}
EOF
}

test_the_program_sees_its_own_descriptors_threads_and_signals() {
    write_mirror
    clang-19 mirror.c -o native
    $CC mirror.c -o mirror
    ./native </dev/null >want
    ./mirror </dev/null >idle
    assert_ok diff want idle
    "$ORDO" record -q -- ./mirror </dev/null >recorded
    assert_ok diff want recorded
}

test_an_unrecorded_program_reserves_no_address_space() {
    cat >m.c <<'EOF'
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
int main(void) {
    char line[256];
    FILE *f = fopen("/proc/self/status", "r");
    while (fgets(line, sizeof line, f)) if (!strncmp(line, "VmSize", 6)) printf("%d\n", atoi(line + 7));
    return 0;
}
EOF
    clang-19 m.c -o native
    $CC m.c -o m
    local native idle
    native=$(./native) idle=$(./m)
    [ $((idle - native)) -lt 4096 ] || { fail "idle: $idle kB of address space, native: $native kB"; exit 1; }
}

test_a_program_may_map_64_gigabytes() {
    cat >big.c <<'EOF'
#include <stdio.h>
#include <sys/mman.h>
static long touch(volatile char *p, long bytes) { long i, s = 0; for (i = 0; i < bytes; i += bytes / 16) s += p[i]; return s; }
int main(void) {
    long bytes = 64L << 30;
    volatile char *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if ((void *)p == MAP_FAILED) { puts("not mapped"); return 0; }
    for (int i = 0; i < 4; i++) touch(p, bytes);
    p[0] = p[bytes - 1] = 1;
    printf("%ld\n", touch(p, bytes));
    munmap((void *)p, bytes);
    return 0;
}
EOF
    $CC -O1 big.c -o big
    [ "$(./big)" = 1 ] || skip "64 GB of address space are not available here"
    "$ORDO" record -q -- bash -c 'ulimit -t 10; ./big' >out
    assert_eq output 1 "$(cat out)"
    assert_eq "calls of touch" 5 "$(ask ordo.data 's["touch"]["calls"]')"
}

test_256_threads_are_recorded_at_every_cell_size() {
    cat >threads.c <<'EOF'
#include <pthread.h>
#include <stdio.h>
enum { N = 256 };
static pthread_barrier_t all;
static int data[64];
static int work(int n) { int i, s = 0; for (i = 0; i < n; i++) s += data[i]; return s; }
static void *run(void *p) { pthread_barrier_wait(&all); work((int)(long)p % 64); pthread_barrier_wait(&all); return p; }
int main(void) {
    pthread_t t[N];
    pthread_attr_t a;
    pthread_attr_init(&a); pthread_attr_setstacksize(&a, 1 << 17);
    pthread_barrier_init(&all, NULL, N);
    for (long i = 0; i < N; i++) if (pthread_create(&t[i], &a, run, (void *)i)) { puts("no more threads"); return 1; }
    for (int i = 0; i < N; i++) pthread_join(t[i], NULL);
    puts("done");
    return 0;
}
EOF
    $CC -O2 threads.c -o threads -lpthread
    local c
    for c in 1 2 4 8; do
        "$ORDO" record -q --cell $c -- ./threads >out
        assert_eq "output with --cell $c" done "$(cat out)"
        assert_eq "calls of work with --cell $c" 256 "$(ask ordo.data 's["work"]["calls"]')"
        assert_eq "stops with --cell $c" "[]" "$(ask ordo.data '[w["code"] for w in p["warnings"] if "stopped" in w["code"]]')"
        assert_eq "largest size with --cell $c" $((c == 8 ? 32 : 63 * 4 / c)) "$(ask ordo.data 's["work"]["sizes"]["rms"]["max"]')"
    done
}

test_thousands_of_short_threads_leave_a_small_raw_file() {
    cat >pools.c <<'EOF'
#include <pthread.h>
#include <stdio.h>
static int data[64];
static int work(int n) { int i, s = 0; for (i = 0; i < n; i++) s += data[i]; return s; }
static void *run(void *p) { for (int i = 0; i < 10; i++) work(i); return p; }
int main(void) {
    pthread_t t[8];
    for (int wave = 0; wave < 300; wave++) {
        for (int i = 0; i < 8; i++) pthread_create(&t[i], NULL, run, NULL);
        for (int i = 0; i < 8; i++) pthread_join(t[i], NULL);
    }
    puts("done");
    return 0;
}
EOF
    $CC -O2 pools.c -o pools -lpthread
    "$ORDO" record -q -- sh -c './pools; ls -s --block-size=1M ordo.data.raw-*/*.raw | cut -d" " -f1 >raw-megabytes' >out
    assert_eq output done "$(cat out)"
    assert_eq "calls" "2400 24000" "$(ask ordo.data 's["run"]["calls"], s["work"]["calls"]' | tr -d '(),')"
    [ "$(cat raw-megabytes)" -lt 64 ] || { fail "raw file of $(cat raw-megabytes) MB"; exit 1; }
}

test_stamps_that_wrap_do_not_change_the_profile() {
    cat >wrap.c <<'EOF'
#include <stdio.h>
#include <stdlib.h>
struct node { struct node *next; int v; };
static int data[100];
static int work(int n) { int i, s = 0; for (i = 0; i < n; i++) s += data[i]; return s; }
static int walk(struct node *l) { int s = 0; for (; l; l = l->next) s += l->v; return s; }
int main(void) {
    struct node *l = NULL; int s = 0;
    for (int i = 0; i < 200; i++) {
        struct node *x = malloc(sizeof *x); x->next = l; x->v = i; l = x;
        s += walk(l) + work(i % 100); data[i % 100]++;
    }
    printf("%d\n", s);
    return 0;
}
EOF
    $CC -O2 wrap.c -o wrap
    local k e='json.dumps([{k: x[k] for k in ("name", "calls", "cost", "sizes")} for x in p["scopes"]])'
    "$ORDO" record -q -- ./wrap >out
    ask ordo.data "$e" >want
    for k in 40 100 1000; do
        ORDO_TEST_STAMP_SPACE=$k "$ORDO" record -q -- ./wrap >out
        ask ordo.data "$e" >got
        assert_ok cmp want got
    done
}

test_recording_works_within_a_limit_on_address_space() {
    write_mirror
    $CC -O1 mirror.c -o mirror
    (ulimit -v 4000000; ./mirror </dev/null >idle)
    "$ORDO" record -q -- bash -c 'ulimit -v 4000000; ./mirror' </dev/null >recorded
    assert_ok diff idle recorded
    assert_eq "calls of list, or a warning" True "$(ask ordo.data 's.get("list", {"calls": 0})["calls"] == 2 or any("stopped" in w["code"] for w in p["warnings"])')"
}

test_a_program_may_close_all_descriptors() {
    cat >closer.c <<'EOF'
#include <stdio.h>
#include <unistd.h>
static int work(int n) { int i, s = 0; for (i = 0; i < n; i++) s += i; return s; }
int main(void) { for (int i = 3; i < 4096; i++) close(i); for (int i = 0; i < 50; i++) work(i); puts("done"); return 0; }
EOF
    $CC -O1 closer.c -o closer
    "$ORDO" record -q -- ./closer >out
    assert_eq output done "$(cat out)"
    assert_eq calls 50 "$(ask ordo.data 's["work"]["calls"]')"
}

run_tests
