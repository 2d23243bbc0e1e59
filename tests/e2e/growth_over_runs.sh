#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Growth over a series of runs: findings name what outgrows its input, by the size that explains the runs.
. "$(dirname "$0")/lib.sh"

build() {
    "$ORDO" cc -O1 -g "$ROOT/examples/queue.c" -o queue
}

lines() { yes 7 | head -n "$1"; }

# findings FILE: prints routine, growth, basis and the name of the size of each finding.
findings() {
    "$ORDO" report --json "$1" >r.json || return 1
    python3 "$ROOT/tests/report/validate.py" "$ROOT/docs/report.schema.json" r.json >&2 || return 1
    python3 -c 'import json
for f in json.load(open("r.json"))["findings"]: print(f["routine"], f["growth"], f["basis"], f["size"]["name"], sep="|")'
}

# Makes r.data of three runs whose sizes are the second argument and the feature `lines`.
record_with_lines() {
    build
    for n in 300 600 1200; do
        "$ORDO" record -q --feature lines=$n -o r.$n.data -- ./queue moves $n >/dev/null
    done
    "$ORDO" merge -o r.data r.*.data
}

test_a_linear_pass_for_each_element_is_quadratic_over_the_input() {
    build
    expect 0 "$ORDO" run --scan n=300:1200:x2 -o s.data -- ./queue moves '{n}'
    grep -q '^1  n^2 over the input  loop in take_and_move  .*queue.c:23$' err
    grep -q 'one call grows linearly with the input; 1,200 calls from loop in drain (line 30); exponent .* over 3 runs; n^2 with' err
    assert_eq "findings" "take_and_move|n^2|runs|n" "$(findings s.data)"
    assert_eq "runs" "3" "$(python3 -c 'import json; print(len(json.load(open("r.json"))["runs"]))')"
}

test_vague_growth_of_a_small_part_is_no_finding() {
    "$ORDO" cc -O1 -g "$ROOT/tests/e2e/programs/growth/uneven.c" -o uneven
    for n in 40000 80000 160000; do
        head -c $n /dev/zero >in.$n
        "$ORDO" record -q -o r.$n.data -- ./uneven <in.$n >/dev/null
    done
    "$ORDO" merge -o r.data r.*.data
    "$ORDO" report r.data >out
    ! grep -q '^1  ' out || { head -8 out; exit 1; }
    grep -q '^How these grow over the input is not known: loop in scan (10 % of the largest run)' out
}

test_library_routines_that_call_each_other_are_part_of_their_caller() {
    "$ORDO" c++ -O1 -g "$ROOT/tests/e2e/programs/growth/library_search.cc" -o library_search
    expect 0 "$ORDO" run --scan n=60:240:x2 -o s.data -- ./library_search '{n}'
    assert_eq "findings" "main|n^2|runs|n" "$(findings s.data)"
    ! grep 'not known: std::' err
}

test_runs_that_were_recorded_one_by_one_are_joined() {
    build
    for n in 300 600 1200; do
        "$ORDO" record -q -o r.$n.data -- ./queue moves $n >/dev/null
        lines $n >in.$n
        "$ORDO" record -q -o i.$n.data -- ./queue moves <in.$n >/dev/null
    done
    "$ORDO" merge -o r.data r.*.data
    "$ORDO" merge -o i.data i.*.data
    assert_eq "by the argument" "take_and_move|n^2|runs|argument 2" "$(findings r.data)"
    assert_eq "by the input" "take_and_move|n^2|runs|bytes read" "$(findings i.data)"
}

code_of() {
    "$ORDO" cc "${@:2}" && "$ORDO" record -q -o "$1" -- ./rounds 1000 >/dev/null && sqlite3 "$1" 'SELECT code FROM runs'
}

test_runs_of_another_build_are_left_out() {
    cat >rounds.c <<'EOF'
#include <stdio.h>
#include <stdlib.h>
#ifndef ROUNDS
#define ROUNDS 1
#endif
int main(int argc, char **argv) {
    unsigned hash = argc > 2;
    for (long i = 0, n = atol(argv[1]); i < n; i++)
        for (int k = 0; k < ROUNDS; k++) hash = hash * 31 + (unsigned)i;
    printf("%u\n", hash);
    return 0;
}
EOF
    "$ORDO" cc -O2 -g -o rounds rounds.c
    for n in 1000 2000 3000; do "$ORDO" record -q -o r.$n.data -- ./rounds $n >/dev/null; done
    "$ORDO" cc -O2 -g -DROUNDS=4 -o rounds rounds.c
    "$ORDO" record -q -o r.4000.data -- ./rounds 4000 >/dev/null
    "$ORDO" merge -o r.data r.*.data
    expect 0 "$ORDO" report r.data
    grep -q '^Growth over the input is that of 3 of the 4 runs: 1 is of another build, with other code\.$' out
    grep -q '^Over these 3 runs, by argument 1, no scope outgrows n log n' out
}

test_a_build_is_known_by_its_code() {
    printf '#include <stdlib.h>\nint table[] = {1, 2, 3};\nint main(int c, char **v) { long n = atol(v[1]), x = c; while (n-- > 5) x += table[n %% 3]; return x == 77 && __FILE__[0] != 47; }\n' >rounds.c
    local first
    first=$(code_of a.data -O2 -g -o rounds rounds.c)
    assert_eq "built again" "$first" "$(code_of b.data -O2 -o rounds rounds.c)"
    mkdir -p other/and_longer && cp rounds.c other/and_longer
    assert_eq "built elsewhere" "$first" "$(cd other/and_longer && code_of c.data -O3 -o rounds "$PWD/rounds.c")"
    sed 's/> 5/> 6/' rounds.c >changed.c
    [ "$first" != "$(code_of d.data -O2 -g -o rounds changed.c)" ] || { fail "a constant"; exit 1; }
    sed 's/2, 3/3, 3/' rounds.c >changed.c
    [ "$first" != "$(code_of d.data -O2 -g -o rounds changed.c)" ] || { fail "an initial value"; exit 1; }
    sed 's/x +=/x -=/' rounds.c >changed.c
    [ "$first" != "$(code_of d.data -O2 -g -o rounds changed.c)" ] || { fail "an instruction"; exit 1; }
    mkdir raw
    ORDO_RAW_DIR=raw ./rounds 1000
    "$ORDO" cc -O2 -g -o rounds rounds.c
    "$ORDO" record -q --from raw -o f.data
    assert_eq "rebuilt since" "" "$(sqlite3 f.data 'SELECT code FROM runs')"
    assert_eq "in a section of its own" "$first" \
        "$(code_of e.data -O2 -ffunction-sections -Wl,--gc-sections -o rounds rounds.c)"
}

# Each message goes to the front of a vector, and `steady` ones are looked up in a list of fixed length.
two_sizes() {
    cat >front.c <<'EOF'
#include <stdlib.h>
#include <string.h>
static int *v, n;
__attribute__((noinline)) static void push_front(int x) {
    for (int i = n; i > 0; i--) v[i] = v[i - 1];
    v[0] = x;
    n++;
}
__attribute__((noinline)) static int same(const char *a, const char *b) {
    int i = 0;
    while (a[i] && a[i] == b[i]) i++;
    return a[i] == b[i];
}
int main(int argc, char **argv) {
    int max = atoi(argv[2]), hits = 0;
    if (argv[1][0] == 'f') {
        v = malloc((size_t)max * sizeof *v);
        for (int i = 0; i < max; i++) push_front(i * 7);
        return v[0] != (max - 1) * 7;
    }
    char (*names)[8] = calloc((size_t)max, sizeof *names);
    for (int i = 0; i < max; i++) memcpy(names[i], "abcdef", 4 + (size_t)(i & 1));
    for (int i = 0; i < max; i++)
        for (int k = 0; k < max; k++) hits += same(names[i], names[k]);
    return hits == 0;
}
EOF
    "$ORDO" cc -O1 -g -o front front.c
    for n in 500 1000; do "$ORDO" record -q -o $1.$n.data -- ./front $1 $n; done
    "$ORDO" merge -o $1.data $1.500.data $1.1000.data
}

test_two_runs_give_a_ratio() {
    two_sizes names
    expect 0 "$ORDO" report names.data
    grep -q '^Over these 2 runs, 2 times the input (argument 2) costs 4.0 times as much: .*loop in same 4.0 times' out
    grep -q '^A run of a third size would show how that grows' out
    findings names.data >names.txt
    assert_eq "ratio" "2.0 4.0" "$(python3 -c 'import json
r = next(s["run_growth"]["ratio"] for s in json.load(open("r.json"))["scopes"] if s["name"] == "same")
print("%.1f %.1f" % (r["size"], r["cost"]))')"
    expect 0 "$ORDO" report names.500.data
    ! grep -q 'third size' out || { fail "one run has a ratio"; exit 1; }
}

test_a_finding_costs_no_more_than_the_run_that_is_predicted() {
    two_sizes front
    expect 0 "$ORDO" report front.data
    grep -q '^   1,000 calls from .*; they read' out
    grep -q '; 4.0 times as much at 2 times the input, over 2 sizes of runs$' out
    assert_eq "finding" "push_front|n^2|run|calls" "$(findings front.data)"
    assert_eq "total" True "$(python3 -c 'import json
r = json.load(open("r.json"))
print(0.9 * r["prediction"]["total"] < r["findings"][0]["total_at"] <= r["prediction"]["total"])')"
}

test_the_prediction_is_that_of_a_larger_run() {
    build
    "$ORDO" run -q --scan n=300:1200:x2 -o s.data -- ./queue moves '{n}' >/dev/null 2>&1
    "$ORDO" record -q -o large.data -- ./queue moves 12000 >/dev/null
    "$ORDO" report --json large.data >large.json
    "$ORDO" report --json s.data >r.json
    assert_eq "total at 10x" True "$(python3 -c 'import json
p, large = json.load(open("r.json"))["prediction"], json.load(open("large.json"))
print(p["factor"] == 10 and 1 / 1.1 < p["total"] / large["total_cost"] < 1.1 and p["ci"][0] < p["total"] < p["ci"][1])')"
    expect 0 "$ORDO" report --at 100 s.data
    grep -q 'at 100x the input' out
    grep -q '^ *AT 100x' out
    expect 2 "$ORDO" report --at 0.5 s.data
    grep -q 'at 0.5: not a factor' err
}

# compare FIRST SECOND: prints by which factors the sizes at which the models of two JSON reports predict differ, and whether
# classes and exponents are the same.
compare() {
    python3 -c 'import json, sys
def of(name): return [(m["class"], m["ci"], m["pred_at"]) for s in json.load(open(name))["scopes"]
    for size in (s["sizes"] or {}).values() for m in (size["model"], size.get("worst") or size["model"])]
first, second = map(of, sys.argv[1:])
print(*sorted({round(y[2] / x[2], 6) for x, y in zip(first, second) if x[2] and x[0] != "2^n"}),
    [x[:2] for x in first] == [y[:2] for y in second])' "$1" "$2"
}

test_another_factor_is_that_of_every_output() {
    build
    [ -s "$ROOT/build/gen/page.html" ] || skip "this build has no HTML page"
    expect 0 "$ORDO" run --scan n=300:1200:x2 -o s.data --at 4 --html run.html -- ./queue moves '{n}'
    expect 0 "$ORDO" report --html four.html --at 4 s.data
    expect 0 "$ORDO" report --html ten.html s.data
    for page in run four ten; do
        python3 "$ROOT/tests/e2e/checks/page_parts.py" $page.html report >$page.page.json
        python3 "$ROOT/tests/e2e/checks/page_parts.py" $page.html findings >$page.findings.json
    done
    for page in run four; do
        assert_eq "$page.html: factor" True "$(python3 -c 'import json, sys
f = json.load(open(sys.argv[1]))
print(f["factor"] == 4 and f["prediction"].startswith("at 4x the input") and "at 4x the input" in f["list"][0]["share"])' $page.findings.json)"
        assert_eq "$page.html: models" "2.5 True" "$(compare $page.page.json ten.page.json)"
    done
    "$ORDO" report --json --at 4 s.data >four.json
    "$ORDO" report --json s.data >ten.json
    assert_eq "models" "2.5 True" "$(compare four.json ten.json)"
    expect 0 "$ORDO" report --at 4 'loop in take_and_move' s.data
    assert_eq "lines with another factor" "" "$(grep -E '[0-9]x' out | grep -v 'at 4x' || true)"
    grep -q '^grows: n in its own code (100 % at 4x the largest size)$' out
    grep -q '; at n = 2,408: ' out
    expect 0 "$ORDO" report --suspects --at 4 s.data
    grep -q '% of the run at 4x the size' out
    expect 0 "$ORDO" report --plot four.svg --at 4 take_and_move s.data
    expect 0 "$ORDO" report --plot ten.svg take_and_move s.data
    if cmp -s four.svg ten.svg; then fail "the figures are the same"; fi
}

test_linear_code_is_no_finding() {
    build
    expect 0 "$ORDO" run --scan n=300:1200:+300 -o s.data -- ./queue stays '{n}'
    grep -q '^Over these 4 runs, by n, no scope outgrows n log n\.$' err
    assert_eq "findings" "" "$(findings s.data)"
}

test_files_are_inputs_smallest_first() {
    build
    for n in 1200 300 600; do lines $n >in.$n; done
    printf '#!/bin/sh\nexec ./queue moves <"$1"\n' >feed
    chmod +x feed
    expect 0 "$ORDO" run --inputs 'in.*' -o f.data -- ./feed '{}'
    grep -q 'run 1 of 3: input = in.300' err
    assert_eq "findings" "take_and_move|n^2|runs|bytes read" "$(findings f.data)"
    expect 0 "$ORDO" run --inputs 'in.*' -o s.data -- sh -c './queue moves <{}'
    assert_eq "findings, as standard input" "take_and_move|n^2|runs|bytes read" "$(findings s.data)"
    expect 125 "$ORDO" run --inputs 'nothing.*' -- ./feed '{}'
    grep -q 'nothing.\*: no file has such a name' err
    expect 125 "$ORDO" run --inputs 'in.*' -- ./feed
    grep -q '{} does not occur in the command' err
}

# bytes FILE...: prints the bytes read of each run, in the order of the files.
bytes() {
    for f; do
        python3 -c 'import sqlite3, sys
print(*[x for x, in sqlite3.connect(sys.argv[1]).execute("SELECT input FROM runs")])' "$f"
    done
}

test_pipes_within_the_process_tree_are_no_input() {
    build
    "$ORDO" cc -O1 -g "$ROOT/tests/e2e/programs/runs/forward.c" -o forward
    lines 500 >in
    "$ORDO" record -q -o inside.data -- sh -c './forward <in | ./queue moves' >/dev/null
    "$ORDO" record -q -o outside.data -- sh -c 'cat in | ./queue moves' >/dev/null
    assert_eq "bytes of a file that goes through two recorded programs" 1000 "$(bytes inside.data)"
    assert_eq "bytes from a program that is not recorded" 1000 "$(bytes outside.data)"
}

test_five_sizes_with_a_constant_part_show_the_class() {
    "$ORDO" cc -O2 -g "$ROOT/tests/e2e/programs/growth/inputs.c" -o inputs
    seq 100003 37 900000 | shuf --random-source=<(yes) >numbers
    head -c 5000 /dev/zero | tr '\0' x >table
    for how in sum pairs; do
        rm -f r.*data
        for n in 700 1400 2800 5600 11200; do
            head -n $n numbers >in.$n
            "$ORDO" record -q -o r.$n.data -- ./inputs $how table in.$n >/dev/null
        done
        "$ORDO" merge -o $how.data r.*.data
    done
    assert_eq "linear" "" "$(findings sum.data)"
    assert_eq "quadratic" "insert|n^2|runs|bytes read" "$(findings pairs.data)"
}

test_a_number_that_varies_too_is_named() {
    build
    for n in 300 600 1200; do
        for k in 1 2; do
            "$ORDO" record -q --feature times=$k -o r.$n.$k.data -- ./queue indexes $n >/dev/null
        done
    done
    "$ORDO" merge -o r.data r.*.data
    "$ORDO" report --size run:'argument 2' r.data >out
    grep -qx 'Over these 6 runs, by argument 2, no scope outgrows n log n. Growth by argument 2 and times together' out || { head -8 out; exit 1; }
    grep -qx 'needs 4 values of each, in all combinations.' out
}

# Writes numbers of six digits, 1,000, 2,000 and 4,000 bytes each ten times, to small, middle and big.
write_inputs() {
    seq 100003 37 900000 | shuf --random-source=<(yes) >numbers
    head -n 1400 numbers >small
    head -n 2800 numbers >middle
    head -n 5600 numbers >big
}

# record_inputs WORD...: makes r.data of three runs.
record_inputs() {
    rm -f r.*data
    for f in small middle big; do
        "$ORDO" record -q -o r.$f.data -- ./inputs "$@" $f >/dev/null
    done
    "$ORDO" merge -o r.data r.small.data r.middle.data r.big.data
}

# A file that is read again and again is as large as it is, also if several processes read it.
# What takes bytes from a stream's buffer need not be a routine of the library. Nor need a program that has standard
# input read it.
test_input_counts_however_the_cxx_library_reads_it() {
    local way size flags
    copy_program input/slurp.cc slurp.cc
    for flags in -O2 "-O1 -static"; do
        "$ORDO" c++ -g $flags -o slurp slurp.cc
        for way in buffer iterator input synchronised lines twice child; do
            for size in 2000 6000 30000; do
                yes 123456789 | head -n "$((size / 10))" >in
                assert_eq "output" "$(wc -c <in | xargs)" "$("$ORDO" record -q -o "$size.data" -- ./slurp "$way" in <in)"
            done
            assert_eq "bytes read by $way, $flags" "2000 6000 30000" "$(bytes 2000.data 6000.data 30000.data | xargs)"
        done
    done
    for size in 1 2 3; do "$ORDO" record -q -o "$size.data" -- ./slurp nothing "$size" <in >/dev/null; done
    assert_eq "bytes read" "0 0 0" "$(bytes 1.data 2.data 3.data | xargs)"
}

test_a_file_counts_once_as_input() {
    "$ORDO" cc -O2 -g "$ROOT/tests/e2e/programs/growth/inputs.c" -o inputs
    seq 100001 100100 >small
    seq 100001 100200 >middle
    seq 100001 100400 >big
    record_inputs fetch
    assert_eq "fetched" "fetch|n^2|runs|bytes read" "$(findings r.data)"
    assert_eq "bytes" "700 1400 2800" "$(python3 -c 'import json
for s in json.load(open("r.json"))["scopes"]:
    if s["name"] == "main": print(*(p["size"] for p in s["run_growth"]["points"]))')"
    write_inputs
    record_inputs parts
    assert_eq "in parts" "fetch|n^2|runs|bytes read" "$(findings r.data)"
}

# Three sizes of which a part is the same do not show a class: n^1 and n^2 of the rest look alike. Five do.
test_a_constant_part_of_the_input_raises_no_class() {
    "$ORDO" cc -O2 -g "$ROOT/tests/e2e/programs/growth/inputs.c" -o inputs
    write_inputs
    for bytes in 2000 5000 9000; do
        head -c $bytes /dev/zero | tr '\0' x >table
        record_inputs sum table
        assert_eq "linear, $bytes bytes more" "" "$(findings r.data)"
        record_inputs pairs table
        "$ORDO" report --json r.data >r.json
        python3 -c 'import json
d = json.load(open("r.json"))
for s in d["scopes"]:
    if s["routine"] == "insert":
        low, high = s["run_growth"]["ci"]
        assert low <= 2 <= high, (low, high)
        break
else: raise SystemExit("no insert")'
    done
}

test_runs_of_another_kind_are_left_out() {
    build
    cp queue other
    for n in 300 600 1200; do "$ORDO" record -q -o r.$n.data -- ./queue moves $n >/dev/null; done
    "$ORDO" record -q -o x.data -- ./other moves 300 >/dev/null
    "$ORDO" record -q -o y.data -- ./queue stays >/dev/null </dev/null
    "$ORDO" merge -o all.data r.*.data x.data y.data
    assert_eq "findings" "take_and_move|n^2|runs|argument 2" "$(findings all.data)"
    assert_eq "runs of the series" 3 "$(python3 -c 'import json
print(*{len(s["run_growth"]["points"]) for s in json.load(open("r.json"))["scopes"] if s["name"] == "drain"})')"
}

test_a_size_can_be_chosen_by_its_name() {
    record_with_lines
    expect 0 "$ORDO" report r.data
    grep -q 'over 3 runs; n is lines;' out
    expect 0 "$ORDO" report --run-size 'argument 2' r.data
    grep -q 'over 3 runs; n is argument 2;' out
    for option in "--run-size weight" "--size run:weight"; do
        expect 3 "$ORDO" report $option r.data
        grep -q '^ordo report: run size .*: is not known, .*: the runs have lines, argument 2, .*bytes allocated$' err
    done
}

test_the_size_of_runs_may_be_named_like_any_size() {
    record_with_lines
    "$ORDO" report --run-size 'argument 2' --metric rms r.data >want
    for options in "--metric rms" "--size rms"; do
        expect 0 "$ORDO" report --size 'run:argument 2' $options r.data
        assert_ok cmp want out
    done
    expect 0 "$ORDO" report --size 'run:argument 2' r.data
    grep -q 'over 3 runs; n is argument 2;' out
    expect 0 "$ORDO" report --size rms --size 'run:argument 2' take_and_move r.data
    grep -q '^over 3 runs, by argument 2: ' out
    expect 0 "$ORDO" run --scan n=300:1200:x2 --size 'run:argument 2' -o s.data -- ./queue moves '{n}'
    grep -q 'over 3 runs; n is argument 2;' err
    expect 2 "$ORDO" report --size 'run:argument 2' --run-size lines r.data
    grep -q -- '--size run:argument 2: the size of runs is said to be lines, too: name one of them' err
    expect 0 "$ORDO" help --completion bash
    grep -q 'run:bytes' out
}

test_two_runs_give_no_class() {
    build
    expect 0 "$ORDO" run --scan n=300:600:x2 -o s.data -- ./queue moves '{n}'
    assert_eq "findings" "take_and_move|n^2|run|calls" "$(findings s.data)"
    expect 0 "$ORDO" run --scan n=300:600:x2 -o s.data -- ./queue stays '{n}'
    assert_eq "findings" "" "$(findings s.data)"
    grep -q '^it needs three runs or more of different sizes' err
}

test_sizes_that_are_too_close_acquit_nothing() {
    build
    expect 0 "$ORDO" run --scan n=100:180:+20 -- ./queue stays '{n}'
    grep -q 'Growth over the input is unknown' err
    ! grep -q 'no scope outgrows' err || { fail "sizes that cannot tell acquitted a program"; exit 1; }
}

test_a_run_that_is_killed_does_not_hide_the_others() {
    build
    printf '#!/bin/sh\n[ "$1" -lt 800 ] && exec ./queue moves "$1"\n./queue moves 9; kill -ABRT $$\n' >dies
    chmod +x dies
    expect 134 "$ORDO" run --scan n=100:1600:x2 -o s.data -- ./dies '{n}'
    grep -q '^1  n^2 over the input  loop in take_and_move' err
    grep -q '^Growth over the input is that of 3 of the 4 runs' err
}

test_signals_to_the_whole_group_lose_no_run() {
    build
    printf '#!/bin/sh\n[ "$1" = 600 ] && { ./queue moves 9; echo >ready; exec sleep 60; }\nexec ./queue moves "$1"\n' >hangs
    chmod +x hangs
    local i
    for i in 1 2 3; do
        rm -f s.data ready
        setsid "$ORDO" run --scan n=300:1200:x2 -o s.data -- ./hangs '{n}' >out 2>err &
        local pid=$!
        until [ -e ready ]; do sleep 0.05; done
        kill $pid
        kill -- -$pid
        local status=0
        wait $pid || status=$?
        assert_eq "status" 143 $status
        assert_eq "runs" 2 "$("$ORDO" report --json s.data | python3 -c 'import json, sys
print(len(json.load(sys.stdin)["runs"]))')"
        assert_eq "leftovers" s.data "$(ls -d s.data*)"
    done
}

test_a_program_that_survives_an_interrupt_ends_the_series() {
    build
    printf '#!/bin/sh\n./queue moves "$1"\ntrap "exit 0" TERM; [ "$1" = 300 ] && exit; echo >ready; while :; do sleep 0.1; done\n' >traps
    chmod +x traps
    "$ORDO" run --scan n=300:1200:x2 -o s.data -- ./traps '{n}' >out 2>err &
    local pid=$!
    until [ -e ready ]; do sleep 0.05; done
    kill $pid
    assert_ok wait $pid
    grep -q '600: interrupted' err
    ! grep -q 'run 3 of 3' err || { fail "the series went on"; exit 1; }
}

test_each_run_reads_its_input_from_the_beginning() {
    build
    lines 400 >in
    "$ORDO" run -q --scan n=1:4 -o s.data -- sh -c './queue stays; : {n}' <in >/dev/null 2>&1
    assert_eq "bytes read" "$(bytes s.data)" "800 800 800"
}

test_a_run_that_fails_ends_the_series() {
    build
    printf '#!/bin/sh\n[ "$1" -lt 20 ] && exec ./queue stays "$1"\nexit 7\n' >sometimes
    chmod +x sometimes
    expect 7 "$ORDO" run --scan n=10:80:x2 -- ./sometimes '{n}'
    grep -q '20: exit status 7: the runs after it are left out' err
    ! grep -q '80' err || { fail "the series went on"; exit 1; }
}

test_wrong_scans_are_explained() {
    for scan in n 'n=' n=1 n=1:2:3 n=5:1 n=0:4 n=1:4:x1 n=1:4:+0 n=1:4:x2y =1:2 n=1:2000:+1; do
        expect 125 "$ORDO" run --scan "$scan" -- true '{n}'
        grep -q "^ordo: .*--scan $scan: " err || { cat err; fail "$scan"; exit 1; }
    done
    expect 125 "$ORDO" run --scan n=1:4 -- true
    grep -q '{n} does not occur in the command' err
    expect 125 "$ORDO" run --scan n=1:4 --inputs 'x*' -- true '{n}'
    expect 125 "$ORDO" run --scan n=1:4 --scan m=1:4 -- true '{n}'
    expect 125 "$ORDO" run --scan n=1:4 --feature n=3 -- true '{n}'
    expect 125 "$ORDO" run --scan n=1:4 --production -- true '{n}'
    expect 125 "$ORDO" run --scan n=1:4 -o 'p.%p' -- true '{n}'
    touch a b
    expect 125 "$ORDO" run --inputs a b -- true '{}'
    grep -q 'quote the pattern' err
    expect 125 "$ORDO" run -o '' -- true
    grep -q 'o: is empty' err
    expect 125 "$ORDO" run --open -- true
    grep -q 'open: opens the page of --html' err
}

# shares MODE SIZE...: records shares.c MODE on files of so many lines into r.data.
shares() {
    local mode=$1 n files=()
    shift
    [ -x shares ] || "$ORDO" cc -O1 -g -o shares "$ROOT/tests/e2e/programs/growth/shares.c"
    for n in "$@"; do
        python3 -c 'import sys
n = int(sys.argv[1])
for i in range(n): print("line %d of the text, as long as other lines" % (100000 + i * 7919 % 90000))' "$n" >"in.$n"
        "$ORDO" record -q -o "$mode.$n.data" -- ./shares "$mode" "in.$n" >/dev/null
        files+=("$mode.$n.data")
    done
    "$ORDO" merge -o r.data "${files[@]}"
}

test_certain_growth_of_a_small_share_is_found() {
    shares small 60 120 240
    assert_eq "findings" "look_up|n^2|runs|bytes read" "$(findings r.data)"
    python3 -c 'import json
f = json.load(open("r.json"))["findings"][0]
assert f["share"] < 0.05 and f["share_at"] > 2 * f["share"], f'
}

# What a doubling buffer costs differs from run to run by where its last step came.
# The class cannot be known from three such runs; what is said of the growth is true all the same.
test_noise_of_the_number_of_calls_is_in_the_interval() {
    local seed n
    "$ORDO" cc -O1 -g -o errors "$ROOT/tests/e2e/programs/growth/errors.c"
    for seed in 1 2 3 4 5 6 7 8; do
        for n in 700 1400 2800; do "$ORDO" record -q -o $n.data -- ./errors $n $((seed * 1000 + n)) >/dev/null; done
        "$ORDO" merge -o r.data 700.data 1400.data 2800.data
        "$ORDO" record -q -o large.data -- ./errors 28000 "$seed" >/dev/null
        "$ORDO" report --json --run-size "argument 1" r.data >r.json
        "$ORDO" report --json large.data >large.json
        python3 - <<'EOF' >>seen
import json
r = json.load(open("r.json"))
f, true = r["findings"][0], json.load(open("large.json"))["total_cost"]
print(f["routine"], f["ci"][0] - 0.025 <= 2 <= f["ci"][1], true / 1.5 < r["prediction"]["total"] < true * 1.5)
EOF
    done
    cat seen
    [ "$(grep -c '^complain True True$' seen)" -ge 7 ] || { fail "wrong intervals or predictions"; exit 1; }
}

test_costs_that_come_in_steps_are_no_growth() {
    for mode in buffer steps; do
        shares $mode 90 180 360
        assert_eq "$mode" "" "$(findings r.data)"
        "$ORDO" record -q -o large.data -- sh -c ': >in.3600; for i in 1 2 3 4 5 6 7 8 9 10; do cat in.360 >>in.3600; done
            exec ./shares '$mode' in.3600' >/dev/null
        python3 - "$("$ORDO" report --json large.data)" <<'EOF'
import json, sys
predicted = json.load(open("r.json"))["prediction"]["total"]
true = json.loads(sys.argv[1])["total_cost"]
assert true / 1.5 < predicted < true * 1.5, (predicted, true)
EOF
    done
}

test_the_number_in_a_name_is_a_size_if_nothing_else_is() {
    [ -x shares ] || "$ORDO" cc -O1 -g -o shares "$ROOT/tests/e2e/programs/growth/shares.c"
    for n in 150 300 600; do
        echo $n >in.$n
        "$ORDO" record -q -o number.$n.data -- ./shares number in.$n >/dev/null
    done
    "$ORDO" merge -o r.data number.*.data
    assert_eq "size" "look_up|n^2|runs|number in argument 2" "$(findings r.data)"
}

run_tests
