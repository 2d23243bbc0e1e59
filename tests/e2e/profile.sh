#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Profiles of real programs agree with tests/oracle/read_profile.py, which computes them from
# the same raw files, and JSON reports follow their schema.
. "$(dirname "$0")/lib.sh"

# recorded COMMAND...: records it; the raw files go to raw/, their profile to ordo.data.
recorded() {
    mkdir raw
    ORDO_RAW_DIR=$PWD/raw ORDO_CELL=${CELL:-8} ORDO_COSTS=${COSTS:-} "$@" >out 2>err </dev/null || true
    [ -n "$(ls raw)" ] || { fail "no raw file; stderr: $(cat err)"; exit 1; }
    cp -r raw copy
    assert_ok "$ORDO" record -o ordo.data --from copy
}

agrees() {
    assert_ok python3 "$ROOT/tests/oracle/read_profile.py" compare ordo.data raw/*.raw
    "$ORDO" report --json ordo.data >report.json
    python3 "$ROOT/tests/report/validate.py" --measured "$ROOT/docs/report.schema.json" report.json ||
        { [ $? -eq 77 ] || { fail "the report breaks its schema"; exit 1; }; }
}

# field SCOPE KEY...: prints a value of the first scope of this kind and name (kind:name).
field() {
    python3 - "$@" <<'PY'
import json, sys
kind, name = sys.argv[1].split(":", 1)
x = next(s for s in json.load(open("report.json"))["scopes"] if (s["kind"], s["name"]) == (kind, name))
for key in sys.argv[2:]:
    x = x[int(key) if key.isdigit() and isinstance(x, list) else key]
print(x)
PY
}

test_recursions_and_loops_agree_with_the_oracle() {
    cat >p.c <<'C'
#include <stdio.h>
#include <stdlib.h>
struct node { struct node *left, *right; int key; };
static struct node *insert(struct node *n, int key) {
    if (!n) {
        n = calloc(1, sizeof *n);
        n->key = key;
        return n;
    }
    if (key < n->key) n->left = insert(n->left, key);
    else n->right = insert(n->right, key);
    return n;
}
static int even(unsigned n);
static int odd(unsigned n) { return n ? even(n - 1) : 0; }
static int even(unsigned n) { return n ? odd(n - 1) : 1; }
int main(void) {
    struct node *root = NULL;
    unsigned x = 1;
    for (int i = 0; i < 500; i++) root = insert(root, (int)((x = x * 1103515245 + 12345) >> 8));
    for (unsigned n = 0; n < 20; n++) printf("%d", even(n));
    return 0;
}
C
    assert_ok "$ORDO" cc -O1 -o p p.c
    recorded ./p
    agrees
    assert_eq "entries of insert" 500 "$(field recursion:insert calls)"
    assert_eq "entries of even" 20 "$(field recursion:even calls)"
    assert_eq "members of even" 2 "$(python3 -c "
import json
print(len(next(s for s in json.load(open('report.json'))['scopes'] if s['kind'] == 'recursion' and s['name'] == 'even')['members']))")"
    assert_eq "recursions named after odd" 0 "$(python3 -c "
import json
print(sum(s['kind'] == 'recursion' and s['name'] == 'odd' for s in json.load(open('report.json'))['scopes']))")"
}

test_threads_and_many_sizes_agree_with_the_oracle() {
    cat >p.c <<'C'
#include <pthread.h>
#include <stdlib.h>
static long sum(const long *a, long n) {
    long s = 0;
    for (long i = 0; i < n; i++) s += a[i];
    return s;
}
static void *run(void *first) {
    static long a[5000];
    volatile long total = 0;
    for (long n = (long)first; n < 5000; n += 2) total += sum(a, n);
    return NULL;
}
int main(void) {
    pthread_t t[2];
    for (long i = 0; i < 2; i++) pthread_create(&t[i], NULL, run, (void *)i);
    for (long i = 0; i < 2; i++) pthread_join(t[i], NULL);
    return 0;
}
C
    assert_ok "$ORDO" cc -O2 -pthread -o p p.c
    recorded ./p
    agrees
    assert_eq "calls of sum" 5000 "$(field routine:sum calls)"
    assert_eq "sizes of sum are in buckets" True "$(field routine:sum sizes rms bucketed)"
}

test_forked_and_killed_processes_agree_with_the_oracle() {
    cat >p.c <<'C'
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>
static volatile int sink;
static void work(int n) {
    for (int i = 0; i < n; i++) sink += i;
}
static void forever(void) {
    for (;;) {
        work(10);
        if (sink < 0 || sink > 1000000) raise(SIGKILL);
    }
}
int main(void) {
    work(3);
    if (!fork()) {
        work(5);
        _exit(0);
    }
    wait(NULL);
    forever();
}
C
    assert_ok "$ORDO" cc -O1 -o p p.c
    recorded ./p
    agrees
    assert_eq "raw files" 2 "$(ls raw | wc -l)"
    assert_eq "open activations of forever" 1 "$(field routine:forever unfinished)"
    assert_eq "finished activations of forever" 0 "$(field routine:forever calls)"
    grep -q '"code":"killed"' report.json || { fail "no warning of the kill"; exit 1; }
}

test_small_cells_and_extra_costs_agree_with_the_oracle() {
    cat >p.c <<'C'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static size_t letters(const char *s) {
    size_t n = 0;
    for (size_t i = 0; i < strlen(s); i++) n += s[i] >= 'a';
    return n;
}
int main(void) {
    size_t total = 0;
    for (size_t n = 1; n < 40; n++) {
        char *s = malloc(n + 1);
        memset(s, 'x', n);
        s[n] = 0;
        total += letters(s);
        free(s);
    }
    printf("%zu\n", total);
    return 0;
}
C
    assert_ok "$ORDO" cc -O2 -o p p.c
    CELL=1 COSTS=iterations,allocs,io recorded ./p
    agrees
    assert_eq "cell" 1 "$(python3 -c "import json; print(json.load(open('report.json'))['cell_bytes'])")"
    assert_eq "sizes of letters" 39 "$(field routine:letters sizes rms distinct)"
    field routine:main costs allocs >/dev/null || { fail "no series of allocations"; exit 1; }
}

test_merged_profiles_add_up() {
    cat >p.c <<'C'
#include <stdlib.h>
static volatile int a[1000];
static int sum(int n) {
    int s = 0;
    for (int i = 0; i < n; i++) s += a[i];
    return s;
}
int main(int argc, char **argv) {
    (void)argc;
    return sum(atoi(argv[1])) != 0;
}
C
    assert_ok "$ORDO" cc -O2 -o p p.c
    for n in 10 20 30; do assert_ok "$ORDO" record -o "$n.data" -- ./p $n; done
    assert_ok "$ORDO" merge -o ab.data 10.data 20.data
    assert_ok "$ORDO" merge -o left.data ab.data 30.data
    assert_ok "$ORDO" merge -o right.data 30.data 20.data 10.data
    cmp left.data right.data || { fail "the order of merging changes the profile"; exit 1; }
    "$ORDO" report --json left.data >report.json
    assert_eq "calls" 3 "$(field routine:sum calls)"
    assert_eq "sizes" 3 "$(field routine:sum sizes rms distinct)"
    "$ORDO" record --cell 4 -o other.data -- ./p 10
    "$ORDO" merge -o bad.data left.data other.data 2>err && { fail "merged cells of two sizes"; exit 1; }
    grep -q 'other.data: cell size is 4 bytes' err || { fail "$(cat err)"; exit 1; }
    [ ! -e bad.data ]
}

run_tests
