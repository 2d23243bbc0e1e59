#!/bin/bash
# The examples of the papers, built with `ordo cc --production` and sampled.
. "$(dirname "$0")/lib.sh"

PROGRAMS=$ROOT/tests/e2e/programs

# ask_scope FILE KIND LINE EXPRESSION: evaluates a Python expression over the scope x of the report p.
ask_scope() {
    "$ORDO" report --json "$1" >.report.json || exit 1
    python3 -c 'import json, math, sys
p = json.load(open(".report.json"))
found = [x for x in p["scopes"] if x["kind"] == sys.argv[1] and x["line"] == int(sys.argv[2])]
if len(found) != 1:
    sys.exit("%d scopes of kind %s at line %s" % (len(found), *sys.argv[1:]))
x = found[0]
print('"$4"')' "$2" "$3"
}

line_of() { grep -n "$2" "$PROGRAMS/$1" | cut -d: -f1; }

# record PROGRAM RATE ARGUMENT...: records it to prod.data; its output must be that of the program without Ordo.
record() {
    local program=$1 rate=$2
    shift 2
    assert_ok clang-19 -O2 "$PROGRAMS/$program.c" -o plain
    assert_ok "$ORDO" cc --production -O2 -g "$PROGRAMS/$program.c" -o prod
    assert_ok "$ORDO" record -q --production --rate "$rate" -o prod.data ./prod "$@" >prod.out
    assert_eq "output at rate $rate" "$(./plain "$@")" "$(cat prod.out)"
}

# MySQL#27287: linear in each execution, quadratic over the run.
test_searches_are_linear_in_each_execution_and_quadratic_over_the_run() {
    local line
    line=$(line_of nested_prefix.c 'search \*/')
    record nested_prefix 1/10 3000
    assert_eq "executions and iterations of all" "2999 4498500" \
        "$(ask_scope prod.data loop "$line" 'x["calls"], x["iterations"]')"
    assert_eq "samples are pairs, about one in ten" True \
        "$(ask_scope prod.data loop "$line" '150 <= x["production"]["samples"] <= 450')"
    assert_eq "every sampled execution has as many steps as it reads cells" True \
        "$(ask_scope prod.data loop "$line" 'all(q[0] == q[2] == q[3] for q in x["costs"]["steps"]["sizes"]["rms"]["points"])')"
    assert_eq "and twice as many events: each iteration reads one cell" "events True" \
        "$(ask_scope prod.data loop "$line" 'x["sizes_cost"], all(2 * q[0] == q[2] == q[3] for q in x["sizes"]["rms"]["points"])')"
    assert_eq "class of one execution" n \
        "$(ask_scope prod.data loop "$line" 'x["sizes"]["rms"]["model"]["class"]')"
    assert_eq "the run grows faster than one execution" True \
        "$(ask_scope prod.data loop "$line" 'x["production"]["over_run"]["faster"]')"
    assert_eq "cells of the run are within 10 %, and in their interval" True "$(ask_scope prod.data loop "$line" \
        '(lambda c: abs(c["value"] - 3000) < 300 and c["low"] <= 3000 <= c["high"])(x["production"]["over_run"]["cells"])')"
    assert_eq "iterations by the run's cells: the exponent" True "$(ask_scope prod.data loop "$line" \
        '(lambda m: 1.9 < math.log(m[-1][2] / m[len(m) // 2][2]) / math.log(m[-1][3] / m[len(m) // 2][3]) < 2.1)(x["production"]["over_run"]["checkpoints"])')"
    "$ORDO" report prod.data >out
    grep -q "nested_prefix.c:$line: n^2 .*distinct cells read so far" out || { cat out; fail "the report does not list the growth over the run"; exit 1; }
    grep -q " 2 n .*loop in find" out || { cat out; fail "the table does not show growth by events"; exit 1; }
    grep -q '^the growth of loops is fitted to events' out || { cat out; fail "the head does not mention events"; exit 1; }
    "$ORDO" report prod.data "nested_prefix.c:$line" >out
    grep -q ' 2 n events ' out && grep -q ' 1 n steps ' out || { cat out; fail "the loop's events or steps are not shown"; exit 1; }
}

# fib(n): the longest chain below is n - 1 long; there are 2 fib(n + 1) - 2 calls below it, and itself.
test_chains_of_fib_are_n_minus_1_long() {
    local rate
    for rate in 1 1/10; do
        record fib "$rate" 14 40
        assert_eq "depths, and steps at each, at rate $rate" True "$(ask_scope prod.data recursion "$(line_of fib.c 'fib(int n)')" \
            '[q[0] for q in x["sizes"]["depth"]["points"]] == list(range(1, 14)) and all(q[2] == q[3] for q in x["sizes"]["depth"]["points"])')"
        assert_eq "activations of fib(2) to fib(14) at rate $rate" "3 5 9 15 25 41 67 109 177 287 465 753 1219" \
            "$(ask_scope prod.data recursion "$(line_of fib.c 'fib(int n)')" '" ".join(str(q[2]) for q in x["sizes"]["depth"]["points"])')"
        assert_eq "class at rate $rate" 2^n \
            "$(ask_scope prod.data recursion "$(line_of fib.c 'fib(int n)')" 'x["sizes"]["depth"]["model"]["class"]')"
        [ "$rate" != 1 ] || assert_eq "steps of all of them" 127000 \
            "$(ask_scope prod.data recursion "$(line_of fib.c 'fib(int n)')" 'x["cost"]["total"]')"
        assert_eq "outermost calls at rate $rate" 520 "$(ask_scope prod.data recursion "$(line_of fib.c 'fib(int n)')" 'x["calls"]')"
    done
}

# GCC#27733: each call clears one bit, so the chain is as long as the number of one bits. A sample of the loop in it
# begins inside a recursion: the sample counts the first call from there as outermost.
long_chains_of_mult_alg_are_as_long_as_the_number_of_one_bits() {
    local line
    line=$(line_of mult_alg.c 'cheapest(unsigned long t')
    record mult_alg 1/10 7 60
    assert_eq "chains as long as the one bits" "1 2 3 4 5 6 7" \
        "$(ask_scope prod.data recursion "$line" '" ".join(str(q[0]) for q in x["sizes"]["depth"]["points"] if q[0])')"
    assert_eq "grows explosively" 2^n "$(ask_scope prod.data recursion "$line" 'x["sizes"]["depth"]["model"]["class"]')"
}

# The recorded versions of loops of a routine that calls itself call each other, and not the routine.
test_recorded_loops_of_a_recursion_give_the_same_output() {
    copy_program production/nested_walk.c nest.c
    local o rate
    for o in -O1 -O2 -O3; do
        wanted "$o" -O2 || continue
        assert_ok clang-19 "$o" nest.c -o plain
        assert_ok "$ORDO" cc --production "$o" nest.c -o prod
        for rate in 1/2 1/7 1; do
            assert_ok "$ORDO" record -q --production --rate "$rate" -o prod.data ./prod >prod.out
            assert_eq "output at $o and rate $rate" "$(./plain)" "$(cat prod.out)"
        done
    done
}

test_identical_executions_do_not_grow_over_the_run() {
    copy_program production/identical_sums.c same.c
    assert_ok "$ORDO" cc --production -O2 -g same.c -o prod
    assert_ok "$ORDO" record -q --production --rate 1/10 -o prod.data ./prod
    assert_eq "verdict" False "$(ask_scope prod.data loop 9 'x["production"]["over_run"].get("faster", False)')"
    assert_eq "cells of the run" True \
        "$(ask_scope prod.data loop 9 'abs(x["production"]["over_run"]["cells"]["value"] - 999) <= 15')"
}

# findings FILE: basis, routine and class of each finding.
findings() {
    "$ORDO" report --json "$1" >.report.json || exit 1
    python3 -c 'import json
for f in json.load(open(".report.json"))["findings"]: print(f["basis"], f["routine"], f["growth"])'
}

# series PROGRAM SIZE...: records the production build of a file of this folder at each size, and merges.
series() {
    local program=$1 n files=
    shift
    for n; do
        assert_ok "$ORDO" record -q --production --budget 20% -o "$n.data" ./"$program" "$n" >/dev/null
        files="$files $n.data"
    done
    assert_ok "$ORDO" merge -o all.data $files
}

# Iterations are exact for each run, however few samples there are.
test_three_short_runs_show_what_outgrows_the_input() {
    cat >list.c <<'END'
#include <stdio.h>
#include <stdlib.h>
struct item { struct item *next; long key; };
__attribute__((noinline)) static struct item *find(struct item *x, long key) {
    while (x && x->key != key) x = x->next;
    return x;
}
int main(int c, char **v) {
    struct item *all = NULL;
    long n = atol(v[c - 1]), known = 0;
    for (long i = 0; i < n; i++) {
        if (find(all, i / 2)) { known++; continue; }
        struct item *x = malloc(sizeof *x);
        *x = (struct item){all, i / 2};
        all = x;
    }
    printf("%ld\n", known);
}
END
    sed 's/, i \/ 2)/, i ? all->key : 0)/' list.c >short.c
    assert_ok "$ORDO" cc --production -O2 -g list.c -o list
    assert_ok "$ORDO" cc --production -O2 -g short.c -o short
    series list 2000 4000 8000
    assert_eq "a search of a list" "runs find n^2" "$(findings all.data)"
    series short 2000 4000 8000
    assert_eq "a look at its head" "" "$(findings all.data)"
}

# Plain code counts what memmove does, for the routine that calls it; a size that no sample has.
test_what_library_routines_do_in_plain_code_counts() {
    cat >take.c <<'END'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static char *text;
static size_t length;
__attribute__((noinline)) static int take(void) {
    if (length < 64) return 0;
    int first = text[0];
    memmove(text, text + 64, length -= 64);
    return first;
}
int main(int c, char **v) {
    long n = atol(v[c - 1]), sum = 0;
    text = malloc(length = 64 * (size_t)n);
    memset(text, 1, length);
    for (int x; (x = take());) sum += x;
    printf("%ld\n", sum);
}
END
    assert_ok "$ORDO" cc --production -O2 -g take.c -o take
    series take 1000 2000 4000
    assert_eq "findings" "runs take n^2" "$(findings all.data)"
    # Nothing counts calls of take. Long calls of memmove are counted, all but a few of the 4,000.
    "$ORDO" report all.data >report
    grep -q '^   ~4,000 calls of memmove.*, each of which grows linearly with the input; ' report ||
        { cat report; fail "the finding does not say whose calls it counts"; exit 1; }
    grep -Eq '^ *100.0 % .* - +take +take.c' report && ! grep -q 'memmove: .* executions were recorded' report ||
        { cat report; fail "calls of take were not counted, and memmove begins no samples"; exit 1; }
    assert_eq "calls of another scope" memmove \
        "$(ask all.data '[x["function"] for x in p["library"] if x["id"] == s["take"]["production"]["calls_of"]][0]')"
    # The loop of main that calls take was never recorded.
    "$ORDO" report --suspects all.data 2>err >suspects
    grep -q '^# take: n^2 over the input, .*; the loop that calls it is not known$' suspects ||
        { cat suspects; fail "the suspects do not name the finding"; exit 1; }
    # 64 (n - 1) + ... + 64 * 1 bytes are read and written, and 64 n written; of fewer than 256, nothing is counted.
    assert_eq "cells of the largest run, of all but the last calls" True "$("$ORDO" report --json 4000.data |
        python3 -c 'import json, sys
take = [x for x in json.load(sys.stdin)["scopes"] if x["name"] == "take"][0]
n = 4000
print(0 <= 16 * n * (n - 1) // 2 - take["cost"]["total"] < 100)')"
}

# The compiler may inline std::find or not: its loop counts for the routine that calls it.
test_loops_of_installed_headers_count_for_their_callers() {
    cat >tags.cc <<'END'
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>
static std::vector<std::string> tags;
__attribute__((noinline)) static bool add_tag(const std::string &tag) {
    if (std::find(tags.begin(), tags.end(), tag) != tags.end()) return false;
    tags.push_back(tag);
    return true;
}
int main(int c, char **v) {
    long n = std::atol(v[c - 1]), added = 0;
    for (long i = 0; i < n; i++) added += add_tag("tag" + std::to_string(i));
    std::printf("%ld\n", added);
}
END
    local o
    for o in -O1 -O2 -O3; do
        wanted "$o" -O2 || continue
        assert_ok "$ORDO" c++ --production "$o" -g tags.cc -o tags
        series tags 1000 2000 4000
        assert_eq "findings at $o" "runs add_tag n^2" "$(findings all.data)"
    done
}

# At -O1, the loop is inlined into another routine of the header, which is not inlined.
test_loops_of_hash_tables_count_for_the_callers_of_their_members() {
    cat >hash.cc <<'END'
#include <cstdio>
#include <cstdlib>
#include <unordered_map>
struct Even {
    std::size_t operator()(long x) const { return x % 2; }
};
static std::unordered_map<long, long, Even> counts;
__attribute__((noinline)) static void add_one(long x) { counts[x]++; }
int main(int c, char **v) {
    long n = std::atol(v[c - 1]);
    for (long i = 0; i < n; i++) add_one(i);
    std::printf("%zu\n", counts.size());
}
END
    local o
    for o in -O1 -O2; do
        wanted "$o" -O2 || continue
        assert_ok "$ORDO" c++ --production "$o" -g hash.cc -o hash
        series hash 1000 2000 4000
        assert_eq "findings at $o" "runs add_one n^2" "$(findings all.data)"
    done
}

# Plain code does not count activations of a recursion that has no loops. Samples show a few small ones.
test_a_report_names_what_it_cannot_judge() {
    cat >visits.c <<'END'
#include <stdio.h>
#include <stdlib.h>
static struct package { long needs[2], mark; } package[8192];
static long visit(long i, long mark) {
    if (i < 0 || package[i].mark == mark) return 0;
    package[i].mark = mark;
    return 1 + visit(package[i].needs[0], mark) + visit(package[i].needs[1], mark);
}
int main(int c, char **v) {
    long n = atol(v[c - 1]), sum = 0;
    for (long i = 0; i < n; i++) package[i] = (struct package){{i - 1, i * 7919 % (i + 1) - 1}, -1};
    for (long i = 0; i < n; i++) sum += visit(i, i);
    printf("%ld\n", sum);
}
END
    assert_ok "$ORDO" cc --production -O1 -g visits.c -o visits
    series visits 1000 2000 4000
    assert_ok "$ORDO" report all.data >out
    # Either the samples happen to show it, or the report says that they do not.
    if [ -n "$(findings all.data)" ]; then
        findings all.data | grep -q '^runs visit n^' || { findings all.data; fail "another finding"; exit 1; }
    elif ! grep -q 'Growth over the input is unknown:$' out; then
        grep -qx 'Over these 3 runs, by argument 1, no scope is known to outgrow n log n.' out &&
            grep -qx 'How these grow over the input is not known: visit (9[0-9] % of the largest run).' out ||
            { cat out; fail "says nothing of visit"; exit 1; }
    fi
    assert_ok "$ORDO" report 1000.data >out
    grep -q '^No scope is known to outgrow n log n. Growth over the input needs' out || { cat out; fail "one run"; exit 1; }
}

# All work of the run is in a library routine, which no sample meets.
test_one_run_names_what_no_sample_shows() {
    cat >shift.c <<'END'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
__attribute__((noinline)) static void take(char *text, long n) { memmove(text, text + 1, n); }
int main(int c, char **v) {
    long n = atol(v[c - 1]);
    char *text = calloc(n + 1, 1);
    for (long i = 0; i < n; i++) take(text, n - i);
    printf("%d\n", text[0]);
}
END
    assert_ok "$ORDO" cc --production -O2 -g shift.c -o shift
    assert_ok "$ORDO" record -q --production --rate 1/1000000 -o p.data -- ./shift 5000 >/dev/null
    assert_ok "$ORDO" report p.data >out
    [ -n "$(findings p.data)" ] || grep -qx 'Not enough samples to say how these grow: take (100 % of the run).' out ||
        { cat out; fail "says nothing of take"; exit 1; }
    [ "$(wc -L <out)" -le 105 ] || { cat out; fail "lines are too long"; exit 1; }
}

# The activations of a recursion follow the iterations of its loops.
test_a_recursion_that_no_sample_met_whole_grows_over_the_input() {
    cat >match.c <<'END'
#include <stdio.h>
#include <stdlib.h>
__attribute__((noinline)) static int match(const char *p, const char *s) {
    for (;;) {
        if (!*p) return !*s;
        if (*p == '*')
            for (p++;; s++) {
                if (match(p, s)) return 1;
                if (!*s) return 0;
            }
        if (*p++ != *s++) return 0;
    }
}
int main(int c, char **v) {
    char p[200], s[200];
    int i, k = 0, n = atoi(v[c - 1]);
    for (i = 0; i < n; i++) p[k++] = '*', p[k++] = 'a';
    p[k++] = 'b', p[k] = 0;
    for (i = 0; i < 2 * n; i++) s[i] = 'a';
    s[i] = 0;
    puts(match(p, s) ? "yes" : "no");
}
END
    assert_ok "$ORDO" cc --production -O2 -g match.c -o match
    series match 6 7 8 9 10 11
    assert_eq "findings" "runs match 2^n" "$(findings all.data)"
}

# Whatever LLVM makes of a recursion: its activations in plain code are counted, and with those of three runs its growth
# over the input is known.
test_activations_of_recursions_are_exact_in_plain_code() {
    local program=$ROOT/tests/e2e/programs/production/chain_recursions.c level n
    assert_ok clang-19 -O1 -DCOUNT "$program" -o counted
    for level in 0 1 2 3; do
        assert_ok "$ORDO" cc --production -O$level -g "$program" -o prod
        assert_ok "$ORDO" record -q --production -o $level.data -- ./prod 700 >out
        assert_eq "activations at -O$level" "$(./counted 700)" \
            "$(ask $level.data '"\n".join("%s %d" % (n, s[n]["calls"]) for n in ("length", "member", "even", "odd", "fib"))')"
        assert_eq "exact at -O$level" True "$(ask $level.data 'all(s[n]["production"]["calls_exact"] for n in ("length", "fib"))')"
    done
    for n in 1000 2000 4000; do
        assert_ok "$ORDO" record -q --production --budget 20% -o $n.data -- ./prod $n >out
    done
    assert_ok "$ORDO" merge -o all.data 1000.data 2000.data 4000.data
    "$ORDO" report all.data >report
    assert_eq "findings" "even length member" \
        "$(ask all.data '" ".join(sorted(f["routine"] for f in p["findings"] if f["growth"] == "n^2"))')"
    ! grep -q 'How these grow over the input is not known' report || { cat report; exit 1; }
}

# Plain code of large recursions is not slowed down by counters. What samples show of such a one is an estimate.
test_activations_of_large_recursions_are_estimates() {
    assert_ok "$ORDO" cc --production -O2 -g "$ROOT/tests/e2e/programs/production/large_recursion.c" -o large
    assert_ok "$ORDO" record -q --production --budget 20% -o large.data -- ./large 20 >out
    assert_eq "exact calls" "fib" "$(ask large.data '" ".join(n for n in ("fib", "r0", "r1", "r5", "r9") if n in s and s[n]["production"]["calls_exact"])')"
    assert_eq "calls of fib" 21891 "$(ask large.data 's["fib"]["calls"]')"
    assert_eq "calls of its routines" 0 \
        "$(ask large.data 'sum(s["r%d" % i]["production"]["calls_exact"] for i in range(10) if "r%d" % i in s)')"
}

# Where plain code does not count the activations of a recursion, and no sample shows them, the report says that it does
# not know what the recursion costs, instead of a small number.
test_recursions_that_nothing_counts_are_unknown() {
    local program=$ROOT/tests/e2e/programs/production/entered_once.c option
    for option in -fPIC --keep-gs; do
        assert_ok "$ORDO" cc --production "$option" -O2 -g "$program" -o once
        assert_ok "$ORDO" record -q --production --budget 20% -o once.data -- ./once 20 >out
        assert_eq "calls with $option" "False True True" \
            "$(ask once.data 's["ways"]["production"]["calls_exact"], s["ways"]["production"]["cost_is_least"], p["production"]["cost_is_least"]')"
        "$ORDO" report once.data >report
        grep -q '^1 run .* at least ~' report && grep -q '^What these recursions cost is not known: ways\.$' report &&
            grep -q ' ? .*ways ' report || { cat report; fail "the recursion is not named with $option"; exit 1; }
    done
    assert_ok "$ORDO" cc --production -O2 -g "$program" -o once
    assert_ok "$ORDO" record -q --production --budget 20% -o once.data -- ./once 20 >out
    assert_ok clang-19 -O1 -DCOUNT "$program" -o counted
    assert_eq "counted calls" "$(./counted 20 | tail -n 1) True False False" \
        "$(ask once.data 's["ways"]["calls"], s["ways"]["production"]["calls_exact"], s["ways"]["production"]["cost_is_least"], p["production"]["cost_is_least"]')"
}

# A recursion that no sample met has a row and findings all the same: plain code counted its activations. It can be put
# into focus, and so can one whose cost is not known.
test_a_recursion_without_samples_is_a_recursion() {
    local program=$ROOT/tests/e2e/programs/production/entered_once.c
    assert_ok "$ORDO" cc --production -O2 -g "$program" -o once
    series once 20 22 24 26
    assert_eq "findings" "runs ways 2^n" "$(findings all.data)"
    assert_eq "calls of the recursion and of its routine" "recursion 1 True routine $(clang-19 -O1 -DCOUNT "$program" -o counted && ./counted 26 | tail -n 1) True" \
        "$(ask 26.data '" ".join("%s %d %s" % (x["kind"], x["calls"], x["production"]["calls_exact"]) for x in sorted(p["scopes"], key=lambda x: x["kind"]) if x["name"] == "ways")')"
    "$ORDO" report --suspects all.data >suspects
    grep -Eq '^ways +# recursion ways: 2\^n over the input' suspects || { cat suspects; fail "the recursion is no suspect"; exit 1; }
    assert_ok "$ORDO" cc --production -O2 -g --focus=@suspects "$program" -o focused
    assert_ok "$ORDO" record -q --production --rate 1 -o focused.data -- ./focused 20 >out
    assert_eq "gates in focus" "ways" "$(ask focused.data '" ".join(x["name"] for x in p["scopes"] if x["kind"] != "recursion" and x["production"].get("samples"))')"
    assert_ok "$ORDO" cc --production -fPIC -O2 -g "$program" -o uncounted
    assert_ok "$ORDO" record -q --production --budget 20% -o uncounted.data -- ./uncounted 20 >out
    "$ORDO" report --suspects uncounted.data | grep -q '^ways .*its cost is not known$' || fail "a recursion of unknown cost is no suspect"
}

# A sum of runs of which some did not count is an estimate. It is at least what was counted.
test_a_merge_with_uncounted_activations_is_not_exact() {
    local program=$ROOT/tests/e2e/programs/production/entered_once.c counted
    mkdir -p a b
    assert_ok "$ORDO" cc --production -O2 -g "$program" -o a/once
    assert_ok "$ORDO" cc --production -fPIC -O2 -g "$program" -o b/once
    assert_ok "$ORDO" record -q --production --budget 20% -o a.data -- a/once 20 >out
    assert_ok "$ORDO" record -q --production --budget 20% -o b.data -- b/once 20 >out
    assert_ok "$ORDO" merge -o ab.data a.data b.data
    counted=$(ask a.data 's["ways"]["calls"]')
    assert_eq "counted in one of them" "True False True" \
        "$(ask ab.data "s['ways']['calls'] >= $counted, s['ways']['production']['calls_exact'], p['production']['cost_is_least']")"
}

run_tests
