#!/bin/bash
# Production builds: how routines are entered. By name in the same module, inlined, by address, and from another file.
# Samples reach the recorded versions on every way, and every call is counted.
. "$(dirname "$0")/lib.sh"

program() {
    cat >here.c <<'C'
#include <stdio.h>
#include <stdlib.h>
struct node { int leaf, v; struct node *next; };
int peek(const int *p);
int step(struct node *p);
long peek_all(int (*by)(const int *), const int *a, int n);
long other_peeks(const int *a, int n);
long other_steps(struct node *a, int n);
int (*volatile peek_by)(const int *) = peek;
int (*volatile step_by)(struct node *) = step;

__attribute__((noinline)) int peek(const int *p) { return *p * 3; }

/* A recursion that is small enough to be inlined, except that it goes through slow(). */
static __attribute__((noinline)) int slow(struct node *p) {
    p = p->next;
    return p ? step(p) + 1 : 0;
}
int step(struct node *p) { return p->leaf ? p->v : slow(p); }

__attribute__((noinline)) long by_name(const int *a, int n) {
    long s = 0;
    for (int i = 0; i < n; i++) s += peek(a + i);
    return s;
}
__attribute__((noinline)) long by_address(const int *a, int n) {
    long s = 0;
    for (int i = 0; i < n; i++) s += peek_by(a + i);
    return s;
}
__attribute__((noinline)) long steps(struct node *a, int n) {
    long s = 0;
    for (int i = 0; i < n; i++) s += step(&a[i % 9]);
    return s;
}
__attribute__((noinline)) long steps_by_address(struct node *a, int n) {
    long s = 0;
    for (int i = 0; i < n; i++) s += step_by(&a[i % 9]);
    return s;
}
int main(int argc, char **argv) {
    static int a[4000];
    static struct node nodes[9];
    long s = argc;
    for (int i = 0; i < 4000; i++) a[i] = i % 7;
    for (int i = 0; i < 9; i++) nodes[i] = (struct node){i % 4 == 3, i, i < 8 ? &nodes[i + 1] : NULL};
    for (int i = 1; i <= 200; i++) {
        s += by_name(a, 10 * i) + by_address(a, 10 * i) + other_peeks(a, 10 * i);
        s += steps(nodes, i) + steps_by_address(nodes, i) + other_steps(nodes, i);
    }
    printf("%ld\n", s);
    return 0;
}
C
    cat >there.c <<'C'
struct node;
int peek(const int *p);
int step(struct node *p);
long other_peeks(const int *a, int n) {
    long s = 0;
    for (int i = 0; i < n; i++) s += peek(a + i);
    return s;
}
long other_steps(struct node *a, int n) {
    struct { int leaf, v; void *next; } *p = (void *)a;
    long s = 0;
    for (int i = 0; i < n; i++) s += step((struct node *)&p[i % 9]);
    return s;
}
C
}

build() { # build OPTION...: writes and builds the programs ./plain and ./prod
    program
    clang-19 -O2 here.c there.c -o plain
    for unit in here there; do assert_ok "$ORDO" cc --production -O2 -g "$@" -c $unit.c; done
    assert_ok "$ORDO" cc --production here.o there.o "$@" -o prod
}

# recorded RATE: records the program; its output must be the plain one's. Its report goes to .report.json.
recorded() {
    ORDO_RATE=$1 "$ORDO" record -o p.data ./prod >out 2>err
    assert_eq "output, rate $1" "$(./plain)" "$(cat out)"
    "$ORDO" report --json p.data >.report.json
}

test_samples_reach_recorded_versions_on_every_way() {
    build
    recorded 1/3
    assert_eq "executions with cells other than those of the array" "by_address 0 by_name 0 other_peeks 0" "$(python3 -c '
import json
got = []
for s in json.load(open(".report.json"))["scopes"]:
    if s["kind"] != "loop" or s["routine"] not in ("by_name", "by_address", "other_peeks"): continue
    points = [p[0] for p in s["sizes"]["rms"]["points"]]
    # 10 i ints are 5 i cells; by_address also reads the address that it calls.
    more = 1 if s["routine"] == "by_address" else 0
    got.append((s["routine"], sum((n - more) % 5 != 0 for n in points) if len(points) > 20 else -1))
print(*[x for g in sorted(got) for x in g])')"
}

test_recursions_are_counted_in_whatever_way_they_are_entered() {
    local rate options
    for options in "" "-fPIC" "-O1"; do
        build $options
        for rate in 1/100000000 1/10; do
            recorded "$rate"
            # 3 ways, each with 1 + 2 + ... + 200 calls.
            assert_eq "outermost calls, $options, rate $rate" 60300 "$(python3 -c '
import json
print(*[s["production"]["executions"] for s in json.load(open(".report.json"))["scopes"]
        if s["kind"] == "routine" and s["name"] == "step"])')"
        done
    done
}

test_a_loop_inlined_into_several_routines_has_one_recorded_version() {
    cat >three.c <<'C'
static inline long first(const int *a, long n, int wanted) {
    for (long i = 0; i < n; i++)
        if (a[i] == wanted) return i;
    return -1;
}
long once(const int *a, long n) { return first(a, n, n & 3); }
long of(const int *a, long n, int v) { return first(a, n, v) + 1; }
int has(const int *a, long n, int v) { return first(a, n, v) >= 0; }
C
    assert_ok "$ORDO" cc --production -O2 -g -c three.c
    assert_eq "recorded loops" 1 "$(nm three.o | grep -c '\.loop')"
}

# A recursion that is entered at many places has one gate. One function asks for it, both where plain code calls the
# routine and where it was inlined.
test_a_recursion_has_one_gate_for_all_its_entries() {
    { cat <<'C'
struct tree { long v; struct tree *left, *right; };
static __attribute__((noinline)) long all(struct tree *t) {
    return t ? t->v + all(t->left) + all(t->right) : 0;
}
static long below(struct tree *t);
static __attribute__((noinline)) long far_below(struct tree *t) {
    return t->right ? below(t->right) + 1 : t->v;
}
static long below(struct tree *t) { return t->left ? far_below(t->left) : t->v; }
static struct tree leaves[64] = {{1, 0, 0}, {2, 0, 0}}, roots[20];
C
        for i in $(seq 20); do
            echo "__attribute__((noinline)) long all_$i(struct tree *t) { return all(t->left) * $i + all(t->right); }"
            echo "__attribute__((noinline)) long below_$i(struct tree *t) { return below(t) * $i; }"
        done
        echo '#include <stdio.h>'
        echo 'int main(void) {'
        echo '    for (int i = 0; i < 20; i++) roots[i] = (struct tree){i, &leaves[i], i % 2 ? &leaves[i + 20] : 0};'
        echo '    for (int i = 0; i < 40; i++) leaves[i] = (struct tree){i, i % 3 ? &leaves[i + 20] : 0, 0};'
        echo '    long s = 0;'
        for i in $(seq 20); do
            echo "    for (int k = 0; k < $i; k++) s += all_$i(&roots[k % 20]) + below_$i(&roots[k % 20]);"
        done
        echo '    printf("%ld\n", s);'
        echo '    return 0;'
        echo '}'
    } >many.c
    clang-19 -O2 many.c -o plain
    assert_ok "$ORDO" cc --production -O2 -g many.c -o prod
    assert_eq "functions that ask for a recursion's gate" 2 "$(objdump -d --no-show-raw-insn prod |
        awk '/^[0-9a-f]+ <.*>:/ { fn = $2 } /call .*<__ordo_ask>/ && fn !~ /main/ { print fn }' | sort -u | wc -l)"
    local rate
    for rate in 1 1/3 1/100000000; do
        recorded "$rate"
        # all_I makes 2 I calls, and below_I makes I.
        assert_eq "outermost calls, rate $rate" "all 420 below 210" "$(python3 -c '
import json
print(*sorted("%s %d" % (s["name"], s["production"]["executions"])
              for s in json.load(open(".report.json"))["scopes"]
              if s["kind"] == "routine" and s["name"] in ("all", "below")))')"
    done
}

# Plain code of routines that others may call, by name or by address, contains nothing of Ordo.
test_entries_of_routines_have_no_gates() {
    cat >bare.c <<'C'
long mixed(const long *p, long v) { return *p * v + p[1]; }
long (*volatile by)(const long *, long) = mixed;
long twice(const long *p, long v) { return by(p, v) + by(p, v + 1); }
C
    clang-19 -O2 -c bare.c -o plain.o
    assert_ok "$ORDO" cc --production -O2 -g -c bare.c -o prod.o
    assert_eq "instructions" "$(code_of plain.o mixed)" "$(code_of prod.o mixed)"
    assert_eq "instructions" "$(code_of plain.o twice | wc -l)" "$(code_of prod.o twice | wc -l)"
}

code_of() { # code_of FILE ROUTINE: prints its instructions
    objdump -d --no-show-raw-insn "$1" |
        awk -v fn="<$2>:" '$2 == fn { on = 1; next } /^$/ { on = 0 } on { $1 = ""; print }' | grep -v nop
}

# Library routines called by address, and routines whose address the program passes to them. Calls with many
# arguments, some in the machine's wide registers, and calls through a jump that must not return
# (musttail).
test_samples_follow_calls_by_address() {
    cat >address.c <<'C'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
struct item { long key, pad[7]; };
typedef double four __attribute__((vector_size(32)));
typedef long many(const long *a, double b, const long *c, float d, int e, int f, int g, int h, const long *i, four j);
static int compare(const void *a, const void *b) {
    const struct item *const *p = a, *const *q = b;
    return ((*p)->key > (*q)->key) - ((*p)->key < (*q)->key);
}
static long sum(const long *a, double b, const long *c, float d, int e, int f, int g, int h, const long *i, four j) {
    return *a + (long)b + *c + (long)d + e + f + g + h + *i + (long)(j[0] + j[1] + j[2] + j[3]);
}
static long step(const long *p) { return *p; }
static long jump(const long *p);
size_t (*volatile length)(const char *) = strlen;
int (*volatile by)(const void *, const void *) = compare;
many *volatile all = sum;
long (*volatile next)(const long *) = step;
static long jump(const long *p) { __attribute__((musttail)) return next(p); }
long (*volatile jumping)(const long *) = jump;
static volatile int twice = 2;
static char text[8 * 64 + 1];
static long cells[300];

__attribute__((noinline)) long lengths(int n) {
    long s = 0;
    for (int i = 0; i < n; i++) s += (long)length(text + 8 * (64 - n + i));
    return s;
}
__attribute__((noinline)) long sorts(struct item **v, int n) {
    long s = 0;
    for (int i = 0; i < twice; i++) {
        qsort(v, (size_t)n, sizeof *v, by);
        s = s * 31 + v[n / 2]->key;
    }
    return s;
}
__attribute__((noinline)) long many_arguments(int n) {
    long s = 0;
    for (int i = 0; i < n; i++) s += all(&cells[i], 1.5 * i, &cells[i + 100], 2.5f, i, 2, 3, 4, &cells[i + 200], (four){i, 2.0 * i, 7.0, 3.0 * i});
    return s;
}
__attribute__((noinline)) long jumps(int n) {
    long s = 0;
    for (int i = 0; i < n; i++) s += jumping(&cells[i]);
    return s;
}
int main(void) {
    static struct item items[64];
    struct item *v[64];
    long s = 0;
    memset(text, 'x', sizeof text - 1);
    for (int i = 0; i < 300; i++) cells[i] = i * 7;
    for (int n = 2; n <= 62; n += 4) {
        for (int i = 0; i < n; i++) items[i].key = i * 37 % 61, v[i] = &items[i];
        s += lengths(n) + sorts(v, n) + many_arguments(n) + jumps(n);
    }
    printf("%ld\n", s);
    return 0;
}
C
    local o wide=
    grep -qw avx /proc/cpuinfo && wide="-O2 -mavx"
    clang-19 -O1 -Wno-psabi address.c -o plain
    for o in "-O2" "-O0" "-O2 -fPIC" "-O2 -fcf-protection" ${wide:+"$wide"}; do
        # shellcheck disable=SC2086
        assert_ok "$ORDO" cc --production $o -g -Wno-psabi address.c -o prod
        recorded 1
        assert_eq "incomplete samples and uncovered routines, at $o" "0 []" "$(python3 -c '
import json
p = json.load(open(".report.json"))
print(p["production"]["incomplete"], p["uncovered"])')"
        # Cells that the loops must read: the text, the pointers and what they point to.
        assert_eq "loops that read all their cells, at $o" "jumps lengths many_arguments sorts" "$(python3 -c '
import json
need = {"lengths": lambda n: n, "sorts": lambda n: 2 * n, "many_arguments": lambda n: 3 * n, "jumps": lambda n: n}
all_of = []
for s in json.load(open(".report.json"))["scopes"]:
    if s["kind"] != "loop" or s["routine"] not in need: continue
    sizes = sorted(p[0] for p in s["sizes"]["rms"]["points"])
    if len(sizes) == 16 and all(x >= need[s["routine"]](n) for n, x in zip(range(2, 63, 4), sizes)):
        all_of.append(s["routine"])
print(*sorted(all_of))')"
    done
}

# Calls one of two routines by address. LLVM finds that nothing compares their addresses, and would put
# thunks into the tables.
test_samples_follow_a_choice_between_two_addresses() {
    cat >choice.c <<'C'
#include <stdio.h>
typedef long hash(const char *, int);
static long by_text(const char *a, int n) {
    long s = 0;
    for (int i = 0; i < n; i++) s = s * 9 + a[i];
    return s;
}
static long by_bytes(const char *a, int n) {
    long s = 0;
    for (int i = 0; i < n; i++) s = (s << 3) ^ a[i];
    return s;
}
static hash *chosen(int kind) { return kind == 1 ? &by_text : &by_bytes; }
int main(int argc, char **argv) {
    static char a[1001];
    long s = 0;
    for (int i = 0; i < 1000; i++) s += chosen((argc + i) & 1)(a, i) + chosen(i & 1)(a + 1, 10);
    printf("%ld\n", s);
    return 0;
}
C
    clang-19 -O2 choice.c -o plain
    local options
    for options in "" "-fPIC" "-O1" "-fPIC -fno-plt"; do
        assert_ok "$ORDO" cc --production -O2 -g $options choice.c -o prod
        recorded 1/10
        # by_text has the executions with an even number of iterations, except 0, and by_bytes those with an odd
        # number; each has half of those with 10.
        assert_eq "executions and iterations,  $options" \
            "by_bytes 1000 $((250000 + 5000)) by_text 999 $((249500 + 5000))" "$(python3 -c '
import json
print(*["%s %d %d" % (s["routine"], s["calls"], s["cost"]["self"])
        for s in sorted(json.load(open(".report.json"))["scopes"], key=lambda s: s["name"] + s["routine"])
        if s["kind"] == "loop" and s["routine"] != "main"])')"
    done
}

# Exceptions pass through the code that redirects calls, to a routine of another file and by address.
test_exceptions_pass_through_redirected_calls() {
    cat >throws.cc <<'C'
struct odd { long v; };
long may_throw(const long *p) {
    if (*p % 3 == 1) throw odd{*p};
    return *p;
}
C
    cat >catches.cc <<'C'
#include <cstdio>
struct odd { long v; };
long may_throw(const long *p);
long (*volatile by)(const long *) = may_throw;
static long v[60], cleaned;
struct guard { ~guard() { cleaned++; } };
__attribute__((noinline)) long sum(int n, bool by_name) {
    long s = 0;
    for (int i = 0; i < n; i++) {
        try {
            guard g;
            s += by_name ? may_throw(&v[i]) : by(&v[i]);
        } catch (const odd &o) {
            s -= o.v;
        }
    }
    return s;
}
int main() {
    long s = 0;
    for (int i = 0; i < 60; i++) v[i] = i;
    for (int n = 1; n <= 60; n++) s = s * 3 + sum(n, n % 2 == 0);
    std::printf("%ld %ld\n", s, cleaned);
}
C
    local o
    clang++-19 -O1 throws.cc catches.cc -o plain
    for o in "-O2" "-O0" "-O2 -fPIC"; do
        # shellcheck disable=SC2086
        assert_ok "$ORDO" c++ --production $o -g throws.cc catches.cc -o prod
        recorded 1/3
        recorded 1
        assert_eq "incomplete samples, and sizes of the loop, at $o" "0 True" "$(python3 -c '
import json
p = json.load(open(".report.json"))
loop = [s for s in p["scopes"] if s["kind"] == "loop" and s["line"] == 9][0]
sizes = sorted(x[0] for x in loop["sizes"]["rms"]["points"] for _ in range(x[1]))
print(p["production"]["incomplete"], len(sizes) == 60 and all(x >= n for n, x in enumerate(sizes, 1)))')"
    done
}

# The routine that a resolver chooses is not called by its own name.
test_samples_follow_indirect_functions() {
    local o
    clang-19 -O1 "$ROOT/tests/e2e/programs/resolvers.c" -o plain
    for o in "-O2" "-O0" "-O2 -fPIC"; do
        # shellcheck disable=SC2086
        assert_ok "$ORDO" cc --production $o -g "$ROOT/tests/e2e/programs/resolvers.c" -o prod
        recorded 1
        assert_eq "sums of 10, 20, ... 400, at $o" "0 40" "$(python3 -c '
import json
p = json.load(open(".report.json"))
print(p["production"]["incomplete"], *[len(s["sizes"]["rms"]["points"]) for s in p["scopes"]
                                       if s["kind"] == "loop" and s["routine"] == "sum_up"])')"
    done
}

# A library that is not instrumented: a call by name is listed with its name, a call by address with the library's file.
test_uninstrumented_routines_called_by_address_are_listed() {
    echo 'long strange(const long *p) { return *p; } long (*stranger(void))(const long *) { return strange; }' >strange.c
    clang-19 -O2 -shared -fPIC strange.c -o libstrange.so
    cat >calls.c <<'C'
#include <stdio.h>
long strange(const long *p);
long (*stranger(void))(const long *);
static long v[40];
__attribute__((noinline)) static long by_address(long (*by)(const long *), int n) {
    long s = 0;
    for (int i = 0; i < n; i++) s += by(&v[i]);
    return s;
}
__attribute__((noinline)) static long by_name(int n) {
    long s = 0;
    for (int i = 0; i < n; i++) s += strange(&v[i]);
    return s;
}
int main(int argc, char **argv) {
    long (*by)(const long *) = stranger(), s = 0;
    for (volatile int i = 0; i < 40; i++) v[i] = i;
    for (int n = 1; n < 40; n += 3) s += argc > 1 ? by_name(n) : by_address(by, n);
    printf("%ld\n", s + (argv == NULL));
    return 0;
}
C
    clang-19 -O1 calls.c -o plain -L. -lstrange -Wl,-rpath,"$PWD"
    assert_ok "$ORDO" cc --production --focus=by_address,by_name -O2 -g calls.c -o prod -L. -lstrange -Wl,-rpath,"$PWD"
    local way called
    for way in "" name; do
        called=${way:+strange}
        called=${called:-(called by address)}
        # shellcheck disable=SC2086
        ORDO_RATE=1 "$ORDO" record -o p.data ./prod $way >out 2>err
        assert_eq "output" "$(./plain)" "$(cat out)"
        "$ORDO" report --json p.data >.report.json
        assert_eq "samples and incomplete samples, called by ${way:-address}" \
            "13 13 $called libstrange.so" "$(python3 -c '
import json, os
p = json.load(open(".report.json"))
u = p["uncovered"]
print(p["production"]["samples"], p["production"]["incomplete"], *sorted({x["function"] for x in u}),
      *sorted({os.path.basename(x["library"]) for x in u}))')"
    done
}

loop_of_weigh() { # prints its executions and iterations, summed over all copies
    python3 -c '
import json
print(*[(s["calls"], s["iterations"]) for s in json.load(open(".report.json"))["scopes"]
        if s["kind"] == "loop" and s["routine"] == "weigh"])'
}

# The routines are too long to be inlined unless they are called once: by a recursion, and inside it.
test_plain_code_is_inlined_as_without_ordo() {
    cat >once.c <<'C'
#include <stdio.h>
struct node { struct node *left, *right; int v[8]; };
static struct node nodes[1023];
static volatile int sink[40];
long walk(struct node *p, long seed);
#define S(i) sink[i] = (int)(sink[(i) + 1] * seed + i);
#define TEN(i) S(i) S(i + 1) S(i + 2) S(i + 3) S(i + 4) S(i + 5) S(i + 6) S(i + 7) S(i + 8) S(i + 9)
static long weigh(struct node *p, long seed) {
    TEN(0) TEN(10) TEN(20)
    for (int i = 0; i < 8; i += 1 + (p->v[i] & 1)) seed += p->v[i];
    return seed;
}
static long descend(struct node *p, long seed) {
    TEN(0) TEN(10) TEN(20)
    for (int i = 0; i < 8; i += 1 + (p->v[i] & 1)) seed -= p->v[i];
    return seed + walk(p->left, seed) + walk(p->right, seed + 1);
}
__attribute__((noinline)) long walk(struct node *p, long seed) {
    if (!p) return 1;
    if (p->left) seed += weigh(p, seed);
    return descend(p, seed);
}
int main(void) {
    long s = 0;
    for (int i = 0; i < 1023; i++) {
        if (i < 511) nodes[i].left = &nodes[2 * i + 1], nodes[i].right = &nodes[2 * i + 2];
        for (int k = 0; k < 8; k++) nodes[i].v[k] = i * k;
    }
    for (int i = 0; i < 60; i++) s += walk(&nodes[i], i);
    printf("%ld\n", s);
    return 0;
}
C
    clang-19 -O2 once.c -o plain
    assert_ok "$ORDO" cc --production -O2 -g once.c -o prod
    local binary rate weighed
    for binary in plain prod; do
        assert_eq "routines left in plain code of $binary" "" \
            "$(nm $binary | grep -E ' (weigh|descend\.plain)$')"
    done
    assert_eq "copies of a routine that plain code inlines" 1 "$(nm prod | grep -c ' weigh\.')"
    nm prod | grep -qE ' weigh\.[0-9]+\.recorded$' || fail "its recorded version is missing:  $(nm prod | grep weigh)"
    recorded 1
    weighed=$(loop_of_weigh)
    assert_eq "longest chain" 20 "$(python3 -c '
import json
print(*[max(p[0] for p in s["sizes"]["depth"]["points"])
        for s in json.load(open(".report.json"))["scopes"] if s["kind"] == "routine" and s["name"] == "walk"])')"
    for rate in 1/10 1/100000000; do
        recorded $rate
        assert_eq "outermost calls, rate $rate" 60 "$(python3 -c '
import json
print(*[s["production"]["executions"] for s in json.load(open(".report.json"))["scopes"]
        if s["kind"] == "routine" and s["name"] == "walk"])')"
        assert_eq "its loop, rate $rate" "$weighed" "$(loop_of_weigh)"
    done
}

run_tests
