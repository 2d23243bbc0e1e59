# Production builds: plain code behaves as without Ordo, and samples are measured as in an exact build.
. "$(dirname "$0")/lib.sh"

LEVELS="0 1 2 3 s"

program() { # writes NAME.c: loops, recursions, callbacks and jumps
    cat >"$1.c" <<'C'
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct node { struct node *next, *left; int v; };
static jmp_buf env;
static unsigned hash;

__attribute__((noinline)) int search(const int *a, int n, int x) {
    for (int i = 0; i < n; i++)
        if (a[i] == x) return i;
    return -1;
}
__attribute__((noinline)) long list_sum(const struct node *l) {
    long s = 0;
    while (l) {
        s += l->v;
        l = l->next;
    }
    return s;
}
static struct node *put(struct node *t, struct node *n) {
    if (!t) return n;
    if (n->v < t->v)
        t->left = put(t->left, n);
    else
        t->next = put(t->next, n);
    return t;
}
__attribute__((noinline)) static int total(int n, ...) {
    va_list a;
    int s = 0;
    va_start(a, n);
    for (int i = 0; i < n; i++) s += va_arg(a, int);
    va_end(a);
    return s;
}
static int by_value(const void *a, const void *b) {
    return *(const int *)a - *(const int *)b;
}
__attribute__((noinline)) static void jump(int k) {
    if (k == 0) longjmp(env, 3);
    jump(k - 1);
    hash++;
}
__attribute__((noinline)) static int catches(int n) {
    int caught = 0;
    for (int i = 0; i < n; i++) {
        if (setjmp(env)) {
            caught++;
            continue;
        }
        for (int j = 0; j < 9 + i; j++) {
            hash += (unsigned)j;
            if (hash % 97 == 5) jump(j % 4);
        }
    }
    return caught;
}
int main(int argc, char **argv) {
    int n = atoi(argv[argc - 1]);
    int *a = malloc((size_t)n * sizeof *a);
    struct node *list = NULL, *tree = NULL;
    for (int k = 1; k <= n; k++) {
        for (int i = 0; i < k; i++) a[i] = (i * 7919 + k) % 1009;
        struct node *l = calloc(1, sizeof *l), *t = calloc(1, sizeof *t);
        l->v = t->v = a[k - 1];
        l->next = list;
        list = l;
        tree = put(tree, t);
        hash = hash * 31 + (unsigned)search(a, k, -1);
        hash = hash * 31 + (unsigned)list_sum(list);
        hash += (unsigned)total(9, k, 2, 3, 4, 5, 6, 7, 8, 9);
        qsort(a, (size_t)k, sizeof *a, by_value);
        hash += (unsigned)a[k / 2];
    }
    printf("%u %d\n", hash, catches(n));
    return (int)(hash % 7);
}
C
}

# recorded RATE PROGRAM ARGUMENT: output and status must be those of the plain program; the profile goes to p.data.
recorded() {
    local rc=0
    ORDO_RATE=$1 "$ORDO" record -o p.data "$2" "$3" >out 2>err || rc=$?
    echo "$rc" >>out
    cmp out want || { fail "rate $1: $(cat out err) instead of $(cat want)"; exit 1; }
}

test_programs_behave_the_same_at_every_level_and_rate() {
    local o rate
    program p
    clang-19 -O1 -o plain p.c
    local rc=0
    ./plain 60 >want || rc=$?
    echo "$rc" >>want
    for o in $LEVELS; do
        "$ORDO" cc --production "-O$o" -o prog p.c
        rc=0
        ./prog 60 >out || rc=$?
        echo "$rc" >>out
        cmp out want || { fail "not recorded, -O$o: $(cat out) instead of $(cat want)"; exit 1; }
        for rate in 1 1/3 1/100; do recorded "$rate" ./prog 60; done
    done
}

# cat_loops FILE LINES: prints of each loop on these lines: line, executions, iterations, and how often each size occurs.
cat_loops() {
    "$ORDO" report --json "$1" >.report.json
    python3 - "$2" <<'P'
import json, sys
lines = [int(n) for n in sys.argv[1].split()]
for s in json.load(open(".report.json"))["scopes"]:
    if s["kind"] == "loop" and s["line"] in lines:
        sizes = sorted([p[0], p[1]] for p in s["sizes"]["rms"]["points"])
        print(s["line"], s["calls"], s["iterations"], sizes)
P
}

test_samples_of_all_executions_equal_an_exact_recording() {
    local o lines
    program p
    lines=$(grep -nE 'for \(int i = 0; i < n; i\+\+\)|while \(l\)' p.c | head -2 | cut -d: -f1 | tr '\n' ' ')
    "$ORDO" cc -O1 -o full p.c
    "$ORDO" record -o full.data ./full 40 >out 2>err || true
    cat_loops full.data "$lines" >want.loops
    assert_eq "loops" 2 "$(wc -l <want.loops)"
    for o in $LEVELS; do
        "$ORDO" cc --production "-O$o" -o prog p.c
        ORDO_RATE=1 "$ORDO" record -o p.data ./prog 40 >out 2>err || true
        cat_loops p.data "$lines" >got.loops
        assert_eq "loops at -O$o" "$(cat want.loops)" "$(cat got.loops)"
    done
}

test_recursions_are_sampled_by_outermost_activation() {
    local o sum
    cat >fib.c <<'C'
#include <stdio.h>
int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
static int odd(unsigned n);
static int even(unsigned n) { return n == 0 ? 1 : odd(n - 1); }
static int odd(unsigned n) { return n == 0 ? 0 : even(n - 1); }
int main(void) {
    volatile long s = 0;
    for (int i = 2; i < 16; i++) s += fib(i) + even((unsigned)i);
    printf("%ld\n", (long)s);
}
C
    clang-19 -O1 -o plain fib.c
    sum=$(./plain)
    for o in $LEVELS; do
        "$ORDO" cc --production "-O$o" -o fib fib.c
        ORDO_RATE=1 "$ORDO" record -o fib.data ./fib >out 2>err
        assert_eq "sum at -O$o" "$sum" "$(cat out)"
        "$ORDO" report --json fib.data >.report.json
        python3 - <<'P' >got
import json
for s in json.load(open(".report.json"))["scopes"]:
    if s["kind"] == "recursion":
        print(s["name"].split()[0], sorted([p[0], p[2]] for p in s["sizes"]["depth"]["points"]))
P
        # The chain below fib(n) is n - 1 long; each activation is a step.
        python3 - <<'P' >want
calls = [1, 1]
for n in range(2, 16): calls.append(1 + calls[n - 1] + calls[n - 2])
print("even", [[n, n + 1] for n in range(2, 16)])
print("fib", [[n - 1, calls[n]] for n in range(2, 16)])
P
        assert_eq "depths and steps at -O$o" "$(cat want)" "$(sort got)"
    done
}

# Code that still runs in the recorded version after its sample was given up starts no execution of its own.
test_an_execution_whose_sample_is_given_up_is_counted_once() {
    local o
    cat >long.c <<'C'
#include <stdio.h>
static long fib(long n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
static long odd(long n);
static long even(long n) { return n < 2 ? 1 : odd(n - 1) + odd(n - 2); }
static long odd(long n) { return n < 2 ? 0 : even(n - 1) + even(n - 2); }
int main(void) {
    volatile long s = 0;
    for (long i = 0; i < 60; i++) s += fib(22 + i % 4) + even(22 + i % 4);
    printf("%ld\n", (long)s);
}
C
    clang-19 -O1 -o plain long.c
    for o in $LEVELS; do
        "$ORDO" cc --production "-O$o" -o long long.c
        rm -rf ordo.raw
        mkdir ordo.raw
        assert_eq "output at -O$o" "$(./plain)" "$(ORDO_BUDGET=0.1% ORDO_RAW_DIR=ordo.raw ./long)"
        "$ORDO" report --json ordo.raw >.report.json
        assert_eq "executions, samples given up, a total of at least its own, at -O$o" \
            "even 60 True True fib 60 True True" "$(python3 -c '
import json
for s in sorted(json.load(open(".report.json"))["scopes"], key=lambda s: s["name"]):
    x = s.get("production", {})
    if s["kind"] == "routine" and s["name"] in ("fib", "even"):
        print(s["name"], x["executions"], x["abandoned"] > 0, s["cost"]["total"] >= s["cost"]["self"] > 0, end=" ")' | sed 's/ $//')"
        "$ORDO" report ordo.raw >text
        grep -q 'fib: .* samples\{0,1\} were given up: they took longer than the budget allows; the cost shown is a lower bound' text ||
            { cat text; fail "the report does not list the samples given up"; exit 1; }
    done
}

# LLVM removes a parameter that has the same value in all calls.
test_recursions_work_when_llvm_removes_parameters() {
    local o rate
    cat >same.c <<'C'
#include <stdio.h>
#include <stdlib.h>
struct kind { int step, odd; };
static struct kind one = {1, 3};
static int table[64];
static int down(struct kind *k, int n, int seed);
__attribute__((noinline)) static int again(struct kind *k, int n, int seed) {
    return down(k, n - k->step, seed) + table[seed % 64];
}
__attribute__((noinline)) static int down(struct kind *k, int n, int seed) {
    if (n <= 0) return k->odd;
    table[(n * seed) % 64] += k->odd;
    return again(k, n, seed) ^ (n * seed);
}
int main(int argc, char **argv) {
    unsigned h = 0;
    for (int i = 1; i < atoi(argv[argc - 1]); i++) {
        for (int j = 0; j < 9 + i % 5; j++) h = h * 31 + (unsigned)down(&one, i % 13 + j, i);
        h ^= (unsigned)again(&one, i % 7, i + 3);
    }
    printf("%u\n", h);
    return 0;
}
C
    clang-19 -O1 -o plain same.c
    { ./plain 200; echo $?; } >want
    for o in $LEVELS; do
        "$ORDO" cc --production "-O$o" -o prog same.c
        for rate in 1/3 1/20 1; do recorded "$rate" ./prog 200; done
    done
}

# LLVM also removes a result that nobody outside the recursion uses. Recorded loops in the recursion still continue in
# recorded code.
test_recursions_work_when_llvm_removes_the_result() {
    local o rate
    cat >unused.c <<'C'
#include <stdio.h>
#include <stdlib.h>
static unsigned table[64];
static int visit(int n, int seed);
__attribute__((noinline)) static int each(int n, int seed) {
    for (int i = 0; i < n; i++) {
        table[i % 64] += (unsigned)seed;
        visit(n - 1 - i % 3, seed + i);
    }
    return n;
}
__attribute__((noinline)) static int visit(int n, int seed) {
    table[seed % 64] ^= (unsigned)n;
    if (n > 0) each(n - 1, seed);
    return (int)table[n & 63];
}
int main(int argc, char **argv) {
    for (int i = 0; i < atoi(argv[argc - 1]); i++) visit(4 + i % 9, i);
    unsigned h = 0;
    for (int i = 0; i < 64; i++) h = h * 31 + table[i];
    printf("%u\n", h);
    return 0;
}
C
    clang-19 -O1 -o plain unused.c
    { ./plain 200; echo $?; } >want
    for o in $LEVELS; do
        "$ORDO" cc --production "-O$o" -o prog unused.c
        for rate in 1 1/20 1/7; do recorded "$rate" ./prog 200; done
        "$ORDO" report --json p.data >.report.json
        assert_eq "incomplete at -O$o" "0" "$(python3 -c '
import json
p = json.load(open(".report.json"))
print(p["production"]["incomplete"])')"
    done
}

# Executions and iterations are counted exactly, whether they are sampled or not.
test_executions_and_iterations_in_plain_code_are_exact() {
    local rate o
    cat >count.c <<'C'
#include <stdio.h>
__attribute__((noinline)) unsigned fill(volatile unsigned *a, unsigned n, unsigned stop) {
    unsigned i = 0;
    do {
        a[i % 64] = i;
        if (i == stop) break;
    } while (++i < n);
    return i;
}
int main(void) {
    static volatile unsigned a[64];
    unsigned s = 0;
    for (unsigned k = 1; k <= 3000; k++) s += fill(a, k % 50 + 10, k % 7 == 0 ? 5 : 1000);
    printf("%u\n", s);
}
C
    want=$(python3 -c 'print(3000, sum(6 if k % 7 == 0 else k % 50 + 10 for k in range(1, 3001)))')
    for o in $LEVELS; do
        "$ORDO" cc --production "-O$o" -o count count.c
        for rate in 1/100000 1/10; do
            ORDO_RATE=$rate "$ORDO" record -o c.data ./count >out 2>err
            "$ORDO" report --json c.data >.report.json
            assert_eq "executions and iterations at -O$o, rate $rate" "$want" "$(python3 -c '
import json
for s in json.load(open(".report.json"))["scopes"]:
    if s["kind"] == "loop" and s["routine"] == "fill":
        print(s["production"]["executions"], s["iterations"])')"
        done
    done
}

# A loop that begins with a choice between many ways, some of which leave it: each pass through the choice is an
# iteration, in plain code and in recorded code.
test_plain_and_recorded_code_count_the_same_iterations() {
    local rate o
    cat >retry.c <<'C'
#include <stdio.h>
__attribute__((noinline)) int resolve(volatile int *a, unsigned kind) {
retry:
    switch (kind % 8) {
    case 0: return a[0];
    case 1: a[1] += 3; return 1;
    case 2: return a[2] * a[3];
    case 5: a[4] = 7; return a[5] - 1;
    default: kind = kind / 2 + (unsigned)a[6]; goto retry;
    }
}
int main(void) {
    static volatile int a[8];
    int s = 0;
    for (unsigned k = 0; k < 2000; k++) s += resolve(a, k);
    printf("%d\n", s);
}
C
    want=$(python3 -c '
def passes(k):
    n = 1
    while k % 8 not in (0, 1, 2, 5): k, n = k // 2, n + 1
    return n
print(2000, sum(passes(k) for k in range(2000)))')
    for o in $LEVELS; do
        "$ORDO" cc --production "-O$o" -o retry retry.c
        for rate in 1/100000 1/10 1; do
            ORDO_RATE=$rate "$ORDO" record -o r.data ./retry >out 2>err
            "$ORDO" report --json r.data >.report.json
            assert_eq "executions and iterations at -O$o, rate $rate" "$want" "$(python3 -c '
import json
for s in json.load(open(".report.json"))["scopes"]:
    if s["kind"] == "loop" and s["routine"] == "resolve": print(s["calls"], s["iterations"])')"
        done
    done
}

# The one message that a program prints about itself: whoever set ORDO_RATE would look for a raw file in vain.
quiet_program() {
    cat >quiet.c <<'C'
#include <stdio.h>
int main(void) {
    static volatile int a[500];
    int s = 0;
    for (int k = 0; k < 100; k++)
        for (int i = 0; i < 500; i++) s += a[i];
    printf("%d\n", s);
    return 3;
}
C
    "$ORDO" cc --production -O1 -o quiet quiet.c
}

test_a_raw_file_that_cannot_be_made_is_reported_in_one_line() {
    quiet_program
    expect 3 env ORDO_RATE=1/10 ORDO_RAW_DIR="$PWD/none" ./quiet
    assert_eq "its output" 0 "$(cat out)"
    assert_eq "one line" 1 "$(wc -l <err)"
    grep -q "^ordo: nothing is recorded: no raw file can be made in $PWD/none/ (ORDO_RAW_DIR): there is no such folder; " err ||
        { cat err; fail "the line"; exit 1; }
    [ ! -e none ] && [ ! -e ordo.raw ] || { fail "a folder was made"; exit 1; }
    expect 3 env ORDO_RATE=1/10 ORDO_RAW_DIR="$PWD/none" ORDO_RECORDER=1 ./quiet
    assert_eq "with a recorder that is gone" "" "$(cat err)"
    expect 3 env ORDO_RAW_DIR="$PWD/none" ./quiet
    assert_eq "without a rate" 1 "$(grep -c "no raw file can be made in $PWD/none/" err)"
    "$ORDO" cc -O1 -o exact quiet.c
    expect 3 env ORDO_RAW_DIR="$PWD/none" ./exact
    assert_eq "an exact build" 1 "$(grep -c "no raw file can be made in $PWD/none/" err)"
    expect 3 env ORDO_RAW_DIR= ./exact
    assert_eq "no folder" "" "$(cat err)"
}

test_wrong_environment_variables_are_reported() {
    quiet_program
    expect 3 env ORDO_RATE=often ORDO_LOG=lots ./quiet
    assert_eq "its output" 0 "$(cat out)"
    assert_eq "a line for the first variable" "ordo: ORDO_RATE=often: not a share like 1/100 or 0.01; left out" "$(cat err)"
    "$ORDO" report ordo.raw >report.txt
    grep -q "rate set by the budget" report.txt || { cat report.txt; fail "the default"; exit 1; }
    rm -r ordo.raw
    expect 3 env ORDO_RATE=1/2 ORDO_LOG=64M ORDO_SIGNALS=stop:USR1 ./quiet
    assert_eq "no message" "" "$(cat err)"
    "$ORDO" report --json ordo.raw | grep -q '"log_bytes": *67108864' || { fail "the log's size"; exit 1; }
    rm -r ordo.raw
    expect 3 env ORDO_SIGNALS=pause:USR1 "$ORDO" record ./quiet
    grep -qx "ordo: ORDO_SIGNALS=pause:USR1: not a list like start:USR1,stop:USR2,rotate:HUP; left out" err ||
        { cat err; fail "signals"; exit 1; }
}

# Each of these threads earns next to no budget, and the first thread, which has credit, runs no such loop.
test_short_threads_are_sampled_by_default() {
    cat >short.c <<'C'
#include <pthread.h>
#include <stdio.h>
static volatile int a[200];
__attribute__((noinline)) static long look(int n) {
    long s = 0;
    for (int i = 0; i < n; i++) s += a[i];
    return s;
}
static void *run(void *n) { return (void *)(look(*(int *)n) + look(100) + look(101)); }
int main(void) {
    for (int k = 0; k < 300; k++) {
        pthread_t t;
        void *r;
        int n = 50 + k % 3;
        if (pthread_create(&t, NULL, run, &n)) return 1;
        pthread_join(t, &r);
    }
    puts("done");
}
C
    "$ORDO" cc --production -O1 -o short short.c -lpthread
    assert_ok "$ORDO" record --production -o s.data ./short >out 2>err
    "$ORDO" report --json s.data >.report.json
    assert_eq "executions, and that some are samples" "900 True" "$(python3 -c '
import json
for s in json.load(open(".report.json"))["scopes"]:
    if s["kind"] == "loop" and s["routine"] == "look":
        print(s["calls"], s["production"]["samples"] > 0)')"
}

test_only_the_focus_list_has_gates() {
    cat >two.c <<'C'
#include <stdio.h>
__attribute__((noinline)) int one(const int *a, int n) {
    int s = 0;
    for (int i = 0; i < n; i++) s += a[i];
    return s;
}
__attribute__((noinline)) int other(const int *a, int n) {
    int s = 0;
    for (int i = 0; i < n; i++) s ^= a[i];
    return s;
}
int main(void) {
    static int a[200];
    int s = 0;
    for (int k = 10; k < 200; k++) s += one(a, k) + other(a, k);
    printf("%d\n", s);
}
C
    local gated='
import json
print([s["routine"] for s in json.load(open(".report.json"))["scopes"]
       if s["kind"] == "loop" and s["production"].get("executions")])'
    printf '# of last week\nother, nothing:4\n' >list
    for focus in one two.c:4 one:4 @list; do
        "$ORDO" cc --production --focus="$focus" -O2 -o two two.c
        ORDO_RATE=1 "$ORDO" record -o two.data ./two >out 2>err
        "$ORDO" report --json two.data >.report.json
        want="['one']"
        [ "$focus" = @list ] && want="['other']"
        assert_eq "gates with --focus=$focus" "$want" "$(python3 -c "$gated")"
    done
    expect 2 "$ORDO" cc --production --focus=, -c two.c
    grep -q "names nothing" err
    expect 2 "$ORDO" cc --production --focus=@missing -c two.c
    grep -q "missing: cannot be read" err
    expect 2 "$ORDO" cc --focus=one -c two.c
    grep -q "add --production" err
}

test_samples_that_call_a_routine_without_recorded_version_are_incomplete() {
    local o
    cat >jumps.c <<'C'
#include <stdio.h>
__attribute__((noinline)) static int jumps(const int *v) {
    asm goto("testl $1, %0; jnz %l1" : : "r"(v[0]) : "cc" : odd);
    return v[1];
odd:
    return v[2] + 1;
}
int main(void) {
    int v[3] = {0, 4, 7}, s = 0;
    for (volatile int i = 0; i < 40; i++) {
        v[0] = i;
        s += jumps(v);
    }
    printf("%d\n", s);
}
C
    for o in $LEVELS; do
        "$ORDO" cc --production "-O$o" -o prog jumps.c
        ORDO_RATE=1 "$ORDO" record -o p.data ./prog >out 2>err
        assert_eq "output at -O$o" 240 "$(cat out)"
        "$ORDO" report --json p.data >.report.json
        assert_eq "samples, incomplete samples, and the routines that cause it, at -O$o" "1 1 jumps" "$(python3 -c '
import json
p = json.load(open(".report.json"))
print(p["production"]["samples"], p["production"]["incomplete"],
      *sorted({u["function"] for u in p["uncovered"]}))')"
    done
}

# Labels keep their addresses, in tables and in variables, whether the plain or the recorded version jumps.
test_interpreters_with_computed_jumps_are_recorded() {
    local o rate
    cat >interpreter.c <<'C'
#include <stdio.h>
#include <stdlib.h>
enum { STOP, PUSH, ADD, DUP, LESS, JUMP_IF, SUM, CALL, BACK };
static int data[64];
static long calls;
static long interpret(const unsigned char *code, const unsigned char *pc, long *top) {
    static const void *const labels[] = {&&stop, &&push, &&add, &&dup, &&less,
                                         &&jump_if, &&sum, &&call, &&stop};
    static const int distances[] = {0, &&once - &&twice};
    const void *special = &&twice;
    goto *labels[*pc++];
push:
    *top++ = *pc++;
    goto *labels[*pc++];
add:
    top--;
    top[-1] += *top;
    goto *labels[*pc++];
dup:
    *top = top[-1];
    top++;
    goto *labels[*pc++];
less:
    top--;
    top[-1] = top[-1] < *top;
    goto *labels[*pc++];
jump_if:
    if (*--top)
        pc = code + *pc;
    else
        pc++;
    goto *labels[*pc++];
sum: {
    int n = 1 + (int)(top[-1] & 31);
    long s = 1;
    for (int i = 0; i < n; i++) s += data[i];
    top[-1] += s;
    goto *(const void *)((const char *)special + distances[s % 2]);
}
twice:
    calls++;
once:
    calls++;
    goto *labels[*pc++];
call:
    *top = interpret(code, code + *pc, top);
    top++;
    pc++;
    goto *labels[*pc++];
stop:
    return top[-1];
}
int main(int argc, char **argv) {
    long h = 0;
    for (int i = 0; i < 64; i++) data[i] = i % 3 == 1;
    for (int k = 1; k < atoi(argv[argc - 1]); k++) {
        unsigned char code[] = {PUSH, 0, SUM, DUP, PUSH, (unsigned char)k, LESS, JUMP_IF, 2,
                                CALL, 12, ADD, PUSH, 9, DUP, ADD, BACK};
        long stack[32];
        stack[0] = 0;
        h = h * 31 + interpret(code, code, stack + 1);
    }
    printf("%ld %ld\n", h, calls);
    return 0;
}
C
    clang-19 -O1 -o plain interpreter.c
    { ./plain 50; echo $?; } >want
    "$ORDO" cc -O1 -o full interpreter.c
    "$ORDO" record -o full.data ./full 50 >out 2>err
    lines=$(grep -n 'i < n' interpreter.c | cut -d: -f1)
    cat_loops full.data "$lines" >want.loops
    assert_eq "loops" 1 "$(wc -l <want.loops)"
    for o in $LEVELS; do
        "$ORDO" cc --production "-O$o" -o prog interpreter.c
        for rate in 1/3 1/50 1; do recorded "$rate" ./prog 50; done
        "$ORDO" report --json p.data >.report.json
        assert_eq "incomplete and uncovered at -O$o" "0 []" "$(python3 -c '
import json
p = json.load(open(".report.json"))
print(p["production"]["incomplete"], p["uncovered"])')"
        cat_loops p.data "$lines" >got.loops
        assert_eq "loops at -O$o" "$(cat want.loops)" "$(cat got.loops)"
    done
}

test_exceptions_and_cleanups_run_as_without_ordo() {
    local o rate
    cat >throws.cc <<'C'
#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>
static int open_guards;
struct guard {
    guard() { open_guards++; }
    ~guard() { open_guards--; }
};
__attribute__((noinline)) static int risky(int k) {
    guard g;
    if (k % 13 == 7) throw std::runtime_error("seven");
    int s = 0;
    for (volatile int i = 0; i < k % 40 + 9; i++) s += i;
    return s;
}
__attribute__((noinline)) static int catches(int n) {
    int s = 0;
    for (int i = 0; i < n; i++) try {
            std::vector<int> v;
            for (int j = 0; j < 12; j++) v.push_back(risky(i + j));
            s += v.back();
        } catch (const std::exception &e) {
            s += 3;
        }
    return s;
}
static int deep(int n) {
    guard g;
    if (n == 0) throw 5;
    return deep(n - 1) + 1;
}
int main() {
    long h = 0;
    for (int k = 1; k < 50; k++) {
        h = h * 31 + catches(k);
        try {
            h += deep(k % 9);
        } catch (int e) {
            h += e;
        }
    }
    printf("%ld %d\n", h, open_guards);
}
C
    clang++-19 -O1 -o plain throws.cc
    { ./plain; echo $?; } >want
    for o in $LEVELS; do
        "$ORDO" c++ --production "-O$o" -o throws throws.cc
        for rate in 1 1/3 1/50; do recorded "$rate" ./throws ""; done
    done
}

test_conflicting_options_are_rejected() {
    local option
    echo 'int main(void) { return 0; }' >m.c
    for option in --blocks --blocks=only --structure --drms --reference --no-loops; do
        expect 2 "$ORDO" cc --production "$option" -c m.c
        grep -q -- "$option" err || { fail "$option: $(cat err)"; exit 1; }
        assert_eq "lines about $option" 1 "$(wc -l <err)"
    done
    expect 2 "$ORDO" cc --production -mcmodel=large -c m.c
    grep -q -- '^ordo cc: -mcmodel=large: .* use -mcmodel=medium' err || { cat err; fail "a code model"; exit 1; }
    assert_ok "$ORDO" cc --production -mcmodel=large -mcmodel=medium -c m.c
}

# In a fork's child, code that relies on their alignment clears gcov's counters.
test_production_builds_work_with_coverage_and_fork() {
    cat >covered.c <<'C'
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>
#define OWN __attribute__((noinline)) static
static int sum;
OWN void one_of(int n) { switch (n) { case 0: return; case 7: return; } sum++; }
OWN void falls(int n) { switch (n) { case 0: sum++; case 7: sum++; case 9: return; default: sum += 3; } sum++; }
OWN int both(int n) { if (n > 2 && n < 7) return 1; return n == 8 ? 2 : 3; }
OWN int either(int n) { if (n > 2 || n < -7) return 1; return 3; }
OWN int leaves(int n) { while (n-- > 0) { if (n == 4) break; if (n == 5) continue; sum++; } return n; }
int main(void) {
    int status = 1;
    pid_t child = fork();
    for (int n = 0; n < 9; n++) {
        one_of(n);
        falls(n);
        sum += both(n) + either(n) + leaves(n);
    }
    if (!child) _exit(3);
    wait(&status);
    printf("%d %d\n", sum, WIFEXITED(status) ? WEXITSTATUS(status) : -1);
    return 0;
}
C
    assert_ok "$ORDO" cc --production -O2 -g --coverage covered.c -o covered
    assert_eq "output" "95 3" "$(./covered)"
}

# These profilers are called at entries of routines and inspect the frames there.
test_production_builds_work_with_profilers_of_the_compiler() {
    local program=$ROOT/tests/e2e/programs/production_conditions.c option setting
    cat >hooks.c <<'C'
static long depth, entered;
__attribute__((no_instrument_function)) void __cyg_profile_func_enter(void *f, void *site) {
    entered++;
    if (depth++ < 0 || !f || !site) __builtin_trap();
}
__attribute__((no_instrument_function)) void __cyg_profile_func_exit(void *f, void *site) {
    if (--depth < 0 || !f || !site || !entered) __builtin_trap();
}
C
    clang-19 -O2 "$program" -o plain
    for option in -pg -finstrument-functions -finstrument-functions-after-inlining; do
        "$ORDO" cc --production -O2 "$option" "$program" -x c hooks.c -o profiled
        for setting in 1 1/3 1/100; do
            rm -rf ordo.raw
            mkdir ordo.raw
            assert_eq "$option at $setting" "$(./plain)" \
                "$(ORDO_RATE=$setting ORDO_RAW_DIR=ordo.raw ./profiled)"
        done
    done
}

test_samples_reach_shared_objects_callbacks_and_other_files() {
    cat >lib.c <<'C'
int each(const int *a, int n, int (*f)(int)) {
    int s = 0;
    for (int i = 0; i < n; i++) s += f(a[i]);
    return s;
}
C
    cat >main.c <<'C'
#include <stdio.h>
int each(const int *a, int n, int (*f)(int));
int twice(int x);
int main(void) {
    static int a[400];
    int s = 0;
    for (int k = 20; k < 400; k++) s += each(a, k, twice);
    printf("%d\n", s);
}
C
    cat >twice.c <<'C'
int table[1000];
int twice(int x) {
    int s = 0;
    for (int i = 0; i < 20 + x; i++) s += table[i];
    return s;
}
C
    "$ORDO" cc --production -O2 -fPIC -shared -o libeach.so lib.c
    "$ORDO" cc --production -O2 -o prog main.c twice.c -L. -leach -Wl,-rpath,"$PWD"
    ORDO_RATE=1 "$ORDO" record -o p.data ./prog >out 2>err
    "$ORDO" report --json p.data >.report.json
    # n ints of the array, two per cell, and the table's 20.
    assert_eq "sizes" "$(python3 -c 'print(sorted({(k + 1) // 2 + 10 for k in range(20, 400)}))')" \
        "$(python3 -c '
import json
for s in json.load(open(".report.json"))["scopes"]:
    if s["kind"] == "loop" and s["routine"] == "each":
        print(sorted(int(p[0]) for p in s["sizes"]["rms"]["points"]))')"
}

run_tests
