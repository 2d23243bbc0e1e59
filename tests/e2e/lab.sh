#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# ordo lab: what it builds, runs, writes and prints. Expected counts are derived by hand.
. "$(dirname "$0")/lib.sh"

# lab WORDS...: runs ordo lab; its page goes to lab.html, its JSON to json.
lab() { "$ORDO" lab -o lab.html --json "$@" >json; }

# counts LINE: prints "KIND:own/inclusive" of each statement on the line, in the first experiment, at its
# largest size, summed over all repetitions.
counts() {
    python3 - "$1" <<'P'
import json, sys
e = json.load(open("json"))["experiments"][0]
print(" ".join(f'{s["kind"]}:{s["own"]["points"][-1][4]}/{s["inclusive"]["points"][-1][4]}'
               for s in e["statements"] if s["line"] == int(sys.argv[1])))
P
}

# of EXPRESSION: evaluates a Python expression over the experiments x and the first one, e.
of() { python3 -c 'import json
x = json.load(open("json"))["experiments"]
e = x[0]
print('"$1"')'; }

bubble_sort() {
    copy_program lab/bubble.c
}

test_an_experiment_is_counted_statement_by_statement() {
    bubble_sort
    lab bubble.c
    assert_eq "outer loop" "init:3/3 condition:60/60 step:57/57" "$(counts 5)"
    assert_eq "inner loop" "init:57/57 condition:627/627 step:570/570" "$(counts 6)"
    assert_eq "exchange" "condition:570/570 declaration:570/570 statement:570/570 statement:570/570" "$(counts 7)"
    assert_eq "experiments" "['bubble_sort/ordo_reversed_ints', 'bubble_sort/ordo_random_ints']" "$(of '[i["id"] for i in x]')"
    assert_eq "sizes" "[0, 10, 20]" "$(of 'e["sizes"]')"
    assert_eq "total" "$((3 + 60 + 57 + 57 + 627 + 570 + 4 * 570))" "$(of 'e["function_model"]["points"][-1][4]')"
    grep -q '<html' lab.html
    [ ! -e ordo-lab.html ]
}

test_ordo_lab_without_options_writes_a_page_and_prints_a_table() {
    bubble_sort
    expect 0 "$ORDO" lab bubble.c
    grep -q '^bubble_sort/ordo_random_ints' out
    grep -q '<html' ordo-lab.html
    expect 0 "$ORDO" lab -q bubble.c
    assert_eq "output" "" "$(cat out err)"
    expect 0 "$ORDO" lab --csv bubble.c
    head -n 1 out | grep -q '^experiment,'
}

test_the_same_seed_gives_the_same_counts() {
    bubble_sort
    lab --seed 7 bubble.c && mv json one
    lab --seed 7 bubble.c && cmp one json
    lab --seed 8 bubble.c
    ! cmp -s one json
}

test_each_statement_and_operand_has_its_own_count() {
    copy_program lab/statements.c p.c
    lab p.c
    assert_eq "declarations and statements" "declaration:1/1 statement:1/1 statement:1/1" "$(counts 7)"
    assert_eq "while" "condition:7/7 operand:7/7 operand:6/6 statement:6/6 statement:6/6 arm:3/3 arm:3/3" "$(counts 8)"
    assert_eq "do" "statement:3/3 condition:3/3 operand:3/3 operand:1/1" "$(counts 9)"
    assert_eq "switch" "condition:1/1 statement:1/1 statement:1/1 statement:1/1 statement:0/0" "$(counts 10)"
    assert_eq "macros" "statement:1/1 condition:7/7 statement:6/6 operand:6/6 operand:6/6" "$(counts 11)"
    assert_eq "for without parts" "condition:3/3 statement:1/1 condition:2/2 statement:0/0 statement:2/2" "$(counts 12)"
    assert_eq "goto" "condition:7/7 statement:6/6" "$(counts 14)"
    assert_eq "never reached" "statement:0/0" "$(counts 16)"
}

test_inclusive_counts_of_a_recursion_include_each_call_once() {
    copy_program lab/lab_fib.c fib.c
    lab fib.c
    # Statements in a call: fib(4) 9 + 5 + 3 * 4 = 26, fib(3) 14, fib(2) 8, the others 2. The first
    # call's line: 14 below fib(4), and itself; once more in fib(2), which the second line calls.
    assert_eq "condition" "condition:9/9 statement:5/5" "$(counts 5)"
    assert_eq "first call" "declaration:4/18" "$(counts 6)"
    assert_eq "second call" "declaration:4/15" "$(counts 7)"
    assert_eq "adapter" "statement:1/27" "$(counts 10)"
}

long_templates_lambdas_and_exceptions_are_counted() {
    copy_program lab/statements.cpp p.cpp
    lab -std=c++17 p.cpp
    assert_eq "initializer" "initializer:1/1 arm:1/1 arm:0/0 statement:1/1" "$(counts 8)"
    assert_eq "two instances" "declaration:2/2 init:2/2 statement:5/5 statement:2/2" "$(counts 10)"
    assert_eq "thrower" "condition:3/3 statement:2/5 statement:1/1 statement:0/0 statement:0/0 statement:0/0" "$(counts 11)"
    assert_eq "lambda" "declaration:1/1 statement:1/1 statement:1/1" "$(counts 14)"
    assert_eq "catch" "statement:1/1 statement:1/7 statement:0/0 statement:0/0 statement:1/1" "$(counts 17)"
    assert_eq "after" "statement:1/1 statement:1/1" "$(counts 18)"
}

test_statements_that_a_longjmp_skips_are_not_counted() {
    copy_program lab/skipped_statements.c p.c
    lab p.c
    assert_eq "deep" "condition:4/4 statement:1/1 statement:3/7 statement:0/0 statement:0/0" "$(counts 6)"
    assert_eq "setjmp" "condition:1/1 statement:1/9 statement:0/0 statement:1/1" "$(counts 9)"
    assert_eq "never reached" "statement:0/0" "$(counts 10)"
}

long_statements_after_a_call_that_never_returns_are_not_counted() {
    copy_program lab/noreturn.c p.c
    lab p.c
    assert_eq "at size 2" "init:1/1 condition:1/1 step:0/0 condition:1/4 statement:0/0 statement:0/0" "$(counts 10)"
    assert_eq "the next line" "statement:0/0" "$(counts 11)"
    assert_eq "setjmp" "condition:1/1 statement:1/1" "$(counts 9)"
}

test_statements_of_threads_are_counted() {
    copy_program lab/lab_threads.cpp p.cpp
    lab -std=c++17 p.cpp
    assert_eq "loop" "init:2/2 condition:2002/2002 step:2000/2000 declaration:2000/2000 statement:2000/2000" "$(counts 5)"
}

# experiment FUNCTION REST: writes p.c, whose fourth line is the function and whose fifth line is an experiment on it.
experiment() {
    printf '#include <ordo/ordo.h>\n#include <stdlib.h>\n/* */\n%s\nORDO_EXPERIMENT(f, %s\n' "$1" "$2" >p.c
}

test_errors_of_memory_are_reported_with_line_and_size() {
    experiment 'static void f(int *a, size_t n) { for (size_t i = 0; i <= n; i++) a[i] = 7; }' '.inputs = ordo_random_ints, .from = 1, .to = 5);'
    expect 1 "$ORDO" lab p.c
    grep -q '^ordo lab: f/ordo_random_ints: size 1, seed 1: p.c:4: heap-buffer-overflow, WRITE of size 4$' err
    experiment 'static int f(int *a, size_t n) { int *p = 0; return n > 5 ? *p : a[0]; }' '.inputs = ordo_sorted_ints, .from = 1, .to = 9);'
    expect 1 "$ORDO" lab p.c
    grep -q "size 6, seed 1: p.c:4: load of null pointer of type 'int'$" err
    expect 1 "$ORDO" lab p.c -O0 --no-sanitize
    grep -q 'size 6, seed 1: killed by signal 11' err
    experiment 'static int f(int *a, size_t n) { volatile int b[500]; b[n % 500] = a[0]; if (!n) return 0; int s = f(a, n - 1); return s ^ b[n % 500]; }' \
        '.inputs = ordo_sorted_ints, .from = 1000, .to = 100000, .ratio = 100);'
    expect 1 "$ORDO" lab p.c
    grep -q 'size 100000, seed 1: p.c:4: stack overflow$' err
}

# The functions read one element, but an array of size 0 has none.
test_accesses_to_an_empty_array_are_errors_at_size_0() {
    local type generator
    for type in int:ordo_random_ints long:ordo_sorted_longs double:ordo_random_matrix 'char *:ordo_random_strings'; do
        generator=${type#*:} type=${type%%:*}
        experiment "static int f($type *a, size_t n) { int seen = a[0] != 0; for (size_t i = 1; i < n; i++) seen += a[i] != 0; return seen; }" \
            ".inputs = $generator, .to = 3);"
        expect 1 "$ORDO" lab p.c
        assert_eq "of $generator" "ordo lab: f/$generator: size 0, seed 1: p.c:4: heap-buffer-overflow, READ of size $([ "$type" = int ] && echo 4 || echo 8)" "$(cat err)"
    done
    experiment 'static void f(int *a, size_t n) { for (size_t i = 0; i <= n; i++) a[i] = 7; }' '.inputs = ordo_permutation, .to = 5);'
    expect 1 "$ORDO" lab p.c
    assert_eq "of a write" "ordo lab: f/ordo_permutation: size 0, seed 1: p.c:4: heap-buffer-overflow, WRITE of size 4" "$(cat err)"
    experiment 'static int f(int *a, int n) { return a[n - 1]; }' '.inputs = ordo_random_ints, .to = 5);'
    expect 1 "$ORDO" lab p.c
    assert_eq "of element -1" "ordo lab: f/ordo_random_ints: size 0, seed 1: p.c:4: heap-buffer-overflow, READ of size 4" "$(cat err)"
}

test_crashes_are_attributed_to_the_part_that_crashed() {
    experiment 'static void f(int *a, size_t n) { (void)a, (void)n; } static int right(const int *in, size_t n, const int *r) { return in[n + 3] == r[0]; }' \
        '.inputs = ordo_sorted_ints, .from = 2, .to = 5, .check = right);'
    expect 1 "$ORDO" lab p.c
    grep -q 'size 2, seed 1: in the check: p.c:4: heap-buffer-overflow, READ of size 4$' err
    experiment 'static void f(int *a, size_t n) { (void)a, (void)n; } static int *make(size_t n, uint64_t s) { (void)s; if (n > 3) exit(5); return calloc(n + 1, 4); }' \
        '.inputs = ORDO_GENERATOR(make, free), .to = 5);'
    expect 1 "$ORDO" lab p.c
    grep -q 'size 4, seed 1: the generator ended the program with exit status 5' err
}

test_a_generator_that_does_not_repeat_its_input_is_recognised() {
    experiment 'static void f(int *a, size_t n) { for (size_t i = 0; i < n; i++) a[i]++; } static int *make(size_t n, uint64_t s) { int *a = malloc(4 * n + 4); (void)s; for (size_t i = 0; i < n; i++) a[i] = rand() % 99; return a; }' \
        '.inputs = ORDO_GENERATOR(make, free), .to = 5);'
    expect 1 "$ORDO" lab p.c
    grep -q 'size 1, seed 1: the generator made two different inputs of one size and one seed' err
    cat >p.c <<'EOF'
#include <ordo/ordo.h>
#include <stdlib.h>
struct node { struct node *next; int v; };
static struct node *make(size_t n, uint64_t s) { struct node *l = calloc(1, sizeof *l); while (n--) { struct node *x = malloc(sizeof *x); x->v = (int)ordo_random_below(&s, 9); x->next = l; l = x; } return l; }
static void drop(struct node *l) { while (l) { struct node *x = l->next; free(l); l = x; } }
static int f(struct node *l, size_t n) { int s = 0; (void)n; for (; l; l = l->next) s ^= l->v; return s; }
ORDO_EXPERIMENT(f, .inputs = ORDO_INPUTS(ORDO_GENERATOR(make, drop), ORDO_GENERATOR(make, drop)), .to = 9);
EOF
    expect 0 "$ORDO" lab p.c
}

test_declarations_that_cannot_be_right_are_refused() {
    experiment 'static long f(const int *a, signed char n) { return a[n]; }' '.inputs = ordo_random_ints, .to = 300);'
    expect 3 "$ORDO" lab p.c
    assert_eq message "ordo lab: p.c:5: ORDO_EXPERIMENT(f): .to is 300, but a parameter of type signed char holds at most 127: \
lower .to, or make the parameter a size_t" "$(cat err)"
    sed 's/300/127/; s/return a\[n\]/return n/' p.c >q.c
    expect 0 "$ORDO" lab q.c
    echo 'static long f(const int *a, unsigned short n) { return n; }
#include <ordo/ordo.h>
ORDO_EXPERIMENT(f, .inputs = ordo_random_ints,
                .to = 65536, .step = 65536);' >p.cc
    expect 3 "$ORDO" lab p.cc
    grep -q '^ordo lab: p.cc:[34]: ORDO_EXPERIMENT(f): .to is 65536, but a parameter of type unsigned short holds at most 65535' err
    experiment 'static void f(int *a, int n) { (void)a, (void)n; } static void right(const int *a, int n, const int *r) { (void)a, (void)n, (void)r; }' \
        '.inputs = ordo_random_ints, .to = 3, .check = right);'
    expect 3 "$ORDO" lab p.c
    assert_eq message "ordo lab: p.c:5: the check right returns nothing: it must return int, 1 if the result is right" "$(cat err)"
    cp p.c p.cc
    expect 3 "$ORDO" lab p.cc
    assert_eq "message in C++" "ordo lab: p.cc:5: the check right returns nothing: it must return int, 1 if the result is right" "$(cat err)"
    sed 's/static void right(const int \*a, int n, const int \*r) {/static bool right(const int *a, size_t n, const int *r) { return true;/' p.cc >q.cc
    expect 0 "$ORDO" lab q.cc
    experiment 'static void f(int *a, int n) { (void)a, (void)n; } /* ORDO_EXPERIMENT(x) */' '.inputs = ordo_random_ints, .to = 3)'
    expect 3 "$ORDO" lab p.c
    assert_eq message "ordo lab: p.c:5: ORDO_EXPERIMENT(...) ends without a semicolon: add one after it" "$(cat err)"
    experiment 'static void f(int *a, int n) { (void)a, (void)n; }' '.inputs = ordo_random_ints, .to = 3'
    expect 3 "$ORDO" lab p.c
    assert_eq message "ordo lab: p.c:5: the parenthesis of ORDO_EXPERIMENT( is never closed: add one" "$(cat err)"
    experiment 'static void f(int *a, double n) { (void)a, (void)n; }' '.inputs = ordo_random_ints, .to = 3);'
    expect 3 "$ORDO" lab p.c
    assert_eq message "ordo lab: p.c:5: the function's size is a double: make it an integer, such as size_t" "$(cat err)"
    experiment 'void f(int *a, int n);' '.inputs = ordo_random_ints, .to = 3);'
    expect 3 "$ORDO" lab p.c
    ! grep -E 'ordo_|\.o:|linker command' err || { fail "names of the laboratory in the linker's messages"; exit 1; }
    grep -q 'undefined reference to .f' err
}

test_an_undefined_routine_is_named_once() {
    experiment 'int g(int *a), h(int *a); static int (*const both[])(int *) = {h, g}; static int f(int *a, size_t n) { return n > 5 ? g(a) + g(a + 1) + h(a) : both[n % 2](a) + g(a); }' \
        '.inputs = ordo_random_ints, .to = 3);'
    expect 3 "$ORDO" lab p.c
    assert_eq "lines with g" 1 "$(grep -c 'p.c:4: undefined reference to .g' err)"
    assert_eq "lines with h" 1 "$(grep -c 'undefined reference to .h' err)"
    assert_eq "all lines" 4 "$(wc -l <err)"
    assert_eq "the first" 1 "$(head -n 1 err | grep -c 'p.c: in function .f')"
}

test_ordo_cc_finds_the_header() {
    experiment 'static void f(int *a, int n) { (void)a, (void)n; } int main(void) { return 0; }' '.inputs = ordo_random_ints, .to = 3);'
    assert_ok "$ORDO" cc -o p p.c
    assert_ok ./p
}

long_several_files_and_options_of_clang_are_accepted() {
    mkdir -p inc
    echo 'static inline int twice(int x) { x = x + x; return x; }' >inc/twice.h
    echo '#include "twice.h"
int helper(int x); int helper(int x) { return twice(x) + FIVE; }' >helper.c
    cat >p.c <<'C'
#include <ordo/ordo.h>
#include "twice.h"
int helper(int x);
static int f(long *p, size_t n) { return helper((int)n) + twice((int)*p); }
ORDO_EXPERIMENT(f, .inputs = ordo_integer, .from = 1, .to = 2);
C
    lab p.c helper.c -Iinc -D FIVE=5 -lm
    assert_eq "files" "['helper.c', 'inc/twice.h', 'p.c']" \
        "$(of 'sorted({s["file"] for s in e["statements"]})')"
    assert_eq "inline function of a header" "[2, 2]" \
        "$(of '[s["own"]["points"][-1][4] for s in e["statements"] if s["file"] == "inc/twice.h"]')"
}

test_without_an_experiment_main_runs() {
    copy_program lab/main_only.c p.c
    "$ORDO" lab -o lab.html --json p.c -- one --json two >both
    assert_eq "its output" "one --json two" "$(head -n 3 both | paste -sd' ')"
    tail -n +4 both >json
    "$ORDO" lab -o lab.html p.c >table
    sed -n 4,5p table | paste -sd' ' | grep -qE '^ *LINE +OWN +WITH CALLS +STATEMENT p.c:' ||
        { cat table; fail "the table of one run"; exit 1; }
    assert_eq "experiment" "main 0" "$(of 'e["id"] + " " + str(e["sizes"][0])')"
    assert_eq "loop" "init:1/1 condition:4/4 step:3/3 statement:3/3" "$(counts 7)"
    assert_eq "exit in a callee" "condition:3/3 statement:1/1 statement:2/5 statement:0/0" "$(counts 5)"
    assert_eq "never reached" "statement:0/0" "$(counts 9)"
}

failing() {
    copy_program lab/failing.c p.c
    sed -i "s/WHAT/$1/; s/CHECK/${2:-}/" p.c
}

# ends STATUS WORDS: checks how the experiment ends after sizes 10 and 20.
ends() {
    assert_eq "sizes" "[10, 20]" "$(of 'e["sizes"]')"
    assert_eq "status" "$1" "$(of 'e["status"]')"
    grep -q "^ordo lab: f/ordo_random_ints: size 30, seed 1: $2" err || { cat err; fail "the message lacks: $2"; exit 1; }
    of 'e["why"]' | grep -q "^size 30, seed 1: $2"
    assert_eq "points" "2" "$(of 'len(e["statements"][0]["own"]["points"])')"
}

test_a_crash_ends_the_experiment_and_keeps_smaller_sizes() {
    failing 'if (n == 30) { fputs("about to fall\\n", stderr); abort(); }'
    expect 1 "$ORDO" lab -o lab.html --json p.c && mv out json
    ends crashed 'killed by signal 6 (Aborted): about to fall'
    failing 'if (n == 30) exit(4);'
    expect 1 "$ORDO" lab -o lab.html --json p.c && mv out json
    ends crashed 'the function ended the program with exit status 4'
}

long_experiments_end_at_limits_of_time_and_memory() {
    failing 'while (n == 30) { }'
    expect 1 "$ORDO" lab --timeout 8.5 -o lab.html --json p.c && mv out json
    ends timeout 'took more than 8.5 s'
    failing 'while (n == 30) { char *volatile p = malloc(1 << 20); if (p) memset(p, 1, 1 << 20); }'
    expect 1 "$ORDO" lab --memory 100M --timeout 60 -o lab.html --json p.c && mv out json
    ends memory 'took more than 100 MB of memory'
}

test_a_wrong_result_is_reported_with_its_seed() {
    failing ';' ', .check = right'
    expect 1 "$ORDO" lab -o lab.html --json p.c && mv out json
    ends wrong 'wrong result in repetition 1 (its seed: [0-9]*)'
}

test_a_model_that_is_missing_has_a_reason_and_a_remedy_that_fits() {
    printf '#include <ordo/ordo.h>\nstatic void f(int *a, int n) { for (int i = 0; i < n; i++) a[i] = 1; }\n%s\n' \
        'ORDO_EXPERIMENT(f, .inputs = ordo_random_ints, .to = 3);' >p.c
    expect 0 "$ORDO" lab -o lab.html p.c
    grep -q '^the whole function: ?, cost (too few sizes); 11 executions' out
    assert_eq "statements with the reason" 4 "$(grep -c '?  *(too few sizes)' out)"
    expect 0 "$ORDO" lab -o lab.html --json p.c
    python3 - out <<'P'
import json, sys
remedies = {w["remedy"] for e in json.load(open(sys.argv[1]))["experiments"] for w in e["function_model"]["warnings"]}
assert remedies == {"there are too few sizes: raise .to, or lower .step or .ratio"}, remedies
P
}

test_mistakes_are_reported_in_one_line() {
    expect 2 "$ORDO" lab
    grep -q '^ordo lab: no source file: ' err
    expect 2 "$ORDO" lab --seed x p.c
    expect 2 "$ORDO" lab --json --csv p.c
    expect 2 "$ORDO" lab --memory much p.c
    expect 2 "$ORDO" lab --json -o - p.c
    expect 4 "$ORDO" lab none.c
    assert_eq "missing" "ordo lab: none.c: cannot be read: No such file or directory" "$(cat err)"
    echo 'int main(void) { return x; }' >bad.c
    expect 3 "$ORDO" lab bad.c
    tail -n 1 err | grep -q '^ordo lab: bad.c: does not compile$'
    echo 'int f(void) { return 1; }' >empty.c
    expect 3 "$ORDO" lab empty.c
    assert_eq 'nothing to run' "ordo lab: empty.c: has no experiment and no main: declare one with ORDO_EXPERIMENT" "$(cat err)"
    printf '#include <ordo/ordo.h>\nstatic void f(int *a, size_t n) { a[n] = 0; }\n%s\n' \
        'ORDO_EXPERIMENT(f, .inputs = ordo_random_ints, .from = 0, .to = 100000000);' >many.c
    expect 3 "$ORDO" lab many.c
    grep -q 'more than 100000 sizes' err
    [ ! -e ordo-lab.html ]
}

test_an_interruption_writes_nothing() {
    failing 'if (n == 30) { FILE *f = fopen("reached", "w"); if (f) fclose(f); for (;;) { } }'
    "$ORDO" lab --timeout 0 p.c >out 2>err &
    local i rc=0
    for i in $(seq 600); do [ -e reached ] && break; sleep 0.1; done
    [ -e reached ]
    kill -INT $!
    kill -TERM $! # background commands of a shell ignore INT
    wait $! || rc=$?
    assert_eq "status" 143 "$rc"
    [ ! -e ordo-lab.html ]
    grep -q 'interrupted' err
}

test_errors_in_a_declaration_are_printed_once_with_its_line_and_nothing_else() {
    cat >d.c <<'C'
#include <ordo/ordo.h>
#define TWICE(x) ((x) + (y))
static int sum(const int *a, size_t n) { int s = 0; for (size_t i = 0; i < n; i++) s += a[i] & 1; return s; }
ORDO_EXPERIMENT(sum, .inputs = ordo_random_intz, .to = 20, .setp = 3);
static int user(int z) { return TWICE(z); }
C
    expect 3 "$ORDO" lab d.c
    assert_eq "errors" "d.c:4:32: error: use of undeclared identifier 'ordo_random_intz'
d.c:4:61: error: no member named 'setp' in 'struct ordo_lab_settings'
d.c:5:33: error: use of undeclared identifier 'y'" "$(grep error: err)"
    ! grep -E 'ORDO_EXPERIMENT_|ORDO_EACH|ordo\.h|skipping|generated' err || { fail "macros of ordo.h are explained"; exit 1; }
    grep -q "expanded from macro 'TWICE'" err || { cat err; fail "a macro of the user's own is not explained"; exit 1; }
    assert_eq "the last line" "ordo lab: d.c: does not compile" "$(tail -1 err)"
    # What is wrong is said once, without names of the macro's own types.
    printf '#include <ordo/ordo.h>\nORDO_EXPERIMENT(missing, .inputs = ordo_random_ints, .to = 20);\n' >e.c
    expect 3 "$ORDO" lab e.c
    assert_eq "errors" "e.c:2:17" "$(grep -o '^e.c:[0-9:]*[0-9]' err)"
    ! grep 'ordo_function_' err || { fail "a type of ordo.h is named"; exit 1; }
    printf '#include <ordo/ordo.h>\nstatic void one(int *a) { *a = 1; }\nORDO_EXPERIMENT(one, .inputs = ordo_random_ints, .to = 20);\n' >e.c
    expect 3 "$ORDO" lab e.c
    assert_eq "errors" 1 "$(grep -c error: err)"
    # Warnings of sources that compile are printed as well.
    sed -e 's/intz/ints/; s/, .setp = 3//; s/ + (y)//' -e 's/{ int s/{ int unused; int s/' d.c >w.c
    expect 0 "$ORDO" lab -q -Wall w.c
    grep -q "w.c:3:.*warning: unused variable 'unused'" err || { cat err; fail "no warning"; exit 1; }
    on_terminal shown "$ORDO" lab d.c || true
    grep -q "$(printf '\033')\\[.*error: " shown || { cat shown; fail "no colours on a terminal"; exit 1; }
}

test_watch_runs_again_at_each_save() {
    bubble_sort
    "$ORDO" lab --watch -q bubble.c 2>err &
    local i url
    # The address ends the line, so that a terminal's link has nothing else.
    for i in $(seq 600); do url=$(grep -oE 'http://.*$' err) && break; sleep 0.1; done
    python3 "$CHECKS/watch_page.py" "$url"
    echo 'int x = ;' >>bubble.c
    for i in $(seq 600); do grep -q 'does not compile' err && break; sleep 0.1; done
    grep -q 'does not compile' err
    kill -TERM $!
    assert_ok wait $!
    grep -q '<html' ordo-lab.html
}

long_sanitizers_and_file_names_with_spaces_work() {
    mkdir 'a b'
    bubble_sort
    mv bubble.c 'a b/bub ble.c'
    lab "$PWD/a b/../a b/bub ble.c"
    mv json plain
    lab 'a b/bub ble.c' -fsanitize=address,undefined -O0
    assert_eq "counts" "$(sed 's/"file": *"[^"]*"//g' plain | md5sum)" "$(sed 's/"file": *"[^"]*"//g' json | md5sum)"
    "$ORDO" lab -o - 'a b/bub ble.c' >page
    head -c 15 page | grep -qi '<!doctype html'
    tail -c 20 page | grep -q '</html>'
}

test_nothing_is_left_behind() {
    mkdir tmp
    bubble_sort
    TMPDIR=$PWD/tmp assert_ok "$ORDO" lab -q bubble.c
    assert_eq "left" "" "$(ls tmp)"
    assert_eq "made" "bubble.c ordo-lab.html tmp" "$(ls | paste -sd' ')"
}

long_open_shows_the_page_in_the_browser() {
    bubble_sort
    printf '#!/bin/sh\necho "$1" >shown\n' >browser
    chmod +x browser
    BROWSER=$PWD/browser assert_ok "$ORDO" lab -q --open bubble.c
    assert_eq "shown" "ordo-lab.html" "$(cat shown)"
    BROWSER=$PWD/none expect 4 "$ORDO" lab -q --open bubble.c
    grep -q 'set BROWSER to a browser' err
    # What xdg-open tried is not shown.
    mkdir bin
    printf '#!/bin/sh\necho "xdg-open: no method available" >&2\nexit 3\n' >bin/xdg-open
    chmod +x bin/xdg-open
    expect 4 env -u BROWSER PATH="$PWD/bin:$PATH" "$ORDO" lab -q --open bubble.c
    assert_eq "stderr" "ordo lab: ordo-lab.html: cannot be opened by xdg-open: open it yourself, or set BROWSER to a browser" "$(cat err)"
}

run_tests
