#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# ordo trend, and ordo report of its files. A long test is the paper's bubble sort at all
# ten sizes.
. "$(dirname "$0")/lib.sh"
PROGRAMS=$ROOT/tests/e2e/programs
SHORT_SIZES=60,200,500,1000,2000,4000,8000
PAPER_SIZES=60,200,500,1000,2000,4000,8000,15000,30000,60000

build() { assert_ok "$ORDO" cc --blocks=only -O2 -w "$@"; }

# look FILE [OPTION...]: writes its JSON report to t.json, which must follow its schema.
look() {
    "$ORDO" report --json "$@" >t.json || { fail "no report of $1"; exit 1; }
    python3 "$ROOT/tests/report/validate.py" "$ROOT/docs/trend.schema.json" t.json ||
        { [ $? -eq 77 ] || { fail "the report breaks its schema"; exit 1; }; }
}

# given EXPRESSION...: Python expressions over the report p, which must all be true. lines(c) are the lines of a cluster's
# members, numbered as in the paper (which does not count braces); of(lines) is the cluster with exactly
# these lines of the sort.
given() {
    python3 "$CHECKS/trend_given.py" "$@" || exit 1
}

bubble() { # bubble ORDER SIZES: writes t.data and t.json of the sort
    cp "$PROGRAMS/bubble_sort.c" source.c
    build -o bubble source.c
    assert_ok "$ORDO" trend -q -o t.data --scan "n=$2" --scan seed=1,2,3 -- ./bubble {n} {seed} "$1"
    look t.data
}
EXACT='all(c == 1.5 * w["features"]["n"] ** 2 - 0.5 * w["features"]["n"] for c, w in zip(of([4, 5, 7])["costs"], ok))'

test_swaps_of_random_arrays_are_in_the_cluster_of_compares() {
    bubble random $SHORT_SIZES
    given 'len(ok) == 21' 'of([4, 5, 6, 7])["costly"]' \
        'abs(fit(of([4, 5, 6, 7]), "n")["power"]["b"] - 2) < 0.01' \
        'fit(of([4, 5, 6, 7]), "n")["model"]["class"] == "n^2"' \
        'of([2, 3, 8])["representative"] == {"feature": "n"}' \
        'abs(fit(of([2, 3, 8]), "n")["power"]["b"] - 1) < 0.01' \
        'p["features"][0]["f95"] == 8000' \
        'of([4, 5, 6, 7])["best"] == "n"'
    "$ORDO" report t.data >out
    grep -q ' 2 clusters -> 2 costly' out
    grep -q 'n^2 .*bubble_sort' out
}

test_sorted_arrays_never_swap() {
    bubble sorted $SHORT_SIZES
    given "$EXACT" 'lines(of([2, 3, 8])) == [2, 3, 8]' 'not any(6 in lines(c) for c in p["clusters"])'
}

long_reversed_arrays_swap_as_often_as_they_compare() {
    bubble reversed $SHORT_SIZES
    given 'of([4, 5, 6, 7])["costs"][-1] == 2 * 8000 ** 2 - 8000'
}

long_swaps_of_nearly_sorted_arrays_grow_with_the_size() {
    bubble nearly $SHORT_SIZES
    given "$EXACT" 'lines(of([2, 3, 6, 8]))'
}

long_ten_sizes_of_the_paper_give_its_exponents() {
    bubble random $PAPER_SIZES
    given 'len(ok) == 30' 'of([4, 5, 6, 7])'
    look t.data --alpha 0.002
    given "$EXACT" 'round(fit(of([4, 5, 7]), "n")["power"]["b"], 2) == 2.0' \
        '1.91 <= fit(of([6]), "n")["power"]["b"] <= 1.95' \
        'round(fit(of([2, 3, 8]), "n")["power"]["b"], 2) == 1.0' \
        'of([4, 5, 7])["fits"][0]["power"]["r2"] > 0.9999'
}

test_quicksort_is_n_log_n_and_has_a_power() {
    cp "$PROGRAMS/quick_sort.c" .
    build -o quick quick_sort.c
    local line
    line=$(grep -n '// compare' "$PROGRAMS/quick_sort.c" | cut -d: -f1)
    assert_ok "$ORDO" trend -q -o t.data --scan n=$PAPER_SIZES --scan seed=1:3:lin3 --printed compares \
        --line "body=quick_sort.c:$line" -- ./quick {n} {seed}
    look t.data
    given 'len(ok) == 30' 'all(w["features"]["compares"] == w["features"]["body"] for w in ok)'
    # Without the features that explain the cost better.
    assert_ok "$ORDO" trend -q -o u.data --scan n=$PAPER_SIZES --scan seed=1:3:lin3 -- ./quick {n} {seed}
    look u.data
    python3 "$CHECKS/quick_sort_trend.py" "$line"
}

# Writes a program that does what the word on its file's first line says.
write_worker() {
    copy_program trend/trend_worker.c worker.c
    build -o worker worker.c
}

test_workloads_that_fail_are_left_out_by_name() {
    write_worker
    write_files fail 10 die 10 eat 10 'delete-me please' 50 ok-1 100 ok-2 200 "ok-'3; echo no" 400 ok-4 800
    expect 0 "$ORDO" trend -o t.data --memory 200M --workloads w -f bytes -- ./worker {}
    look t.data
    given 'len(ok) == 5' 'workload("fail")["status"] == "failed"' 'workload("die")["status"] == "killed"' \
        'workload("eat")["status"] == "memory"' \
        'workload("delete-me please")["status"] == "ok"' \
        '"exit status 7: went wrong" in workload("fail")["why"]' '"signal 11" in workload("die")["why"]' \
        'all(w["command"].startswith("/") and "/w/" in w["command"] for w in p["workloads"])'
    for name in fail die eat; do grep -q "^ordo trend: $name: left out: .*worker .*/w/$name" err || { cat err; fail "$name is not named"; exit 1; }; done
    [ -f 'w/delete-me please' ] || { fail "the workload itself was deleted"; exit 1; }
    "$ORDO" report t.data >out
    assert_eq "named in the report" 3 "$(grep -c '^left out: ' out)"
    assert_eq "left behind" "" "$(ls -d t.data.* 2>/dev/null)"
}

test_a_workload_that_takes_too_long_is_killed() {
    write_worker
    write_files hang 10
    expect 1 "$ORDO" trend -o t.data --timeout 0.5 -w w -- ./worker {}
    grep -q '^ordo trend: hang: left out: timeout: .*exceeded the time limit of 0.5 seconds: raise --timeout' err
    "$ORDO" report t.data 2>err && { fail "a report without workloads"; exit 1; }
    grep -q 'none of the 1 workloads succeeded' err
}

test_features_come_from_files_commands_tables_and_output() {
    write_worker
    write_files ok-1 100 ok-2 200 ok-3 400 ok-4 800 ok-5 1600
    printf 'file,"a ""quoted"" name",half\nok-1,1,50\nok-2,2,100\nok-3,3,200\nok-4,4,400\nok-5,5,8e2\n' >table.csv
    expect 0 "$ORDO" trend -o t.data -w w --stdin {} -f bytes -f lines -f words -f args -f size='stat -c %s {}' \
        -f 'both=sh -c "wc -c <\"$1\"" sh {}' --table table.csv --line loop=worker.c:20 -- ./worker -
    look t.data
    given 'len(ok) == 5' 'all(w["features"]["bytes"] == w["features"]["size"] == w["features"]["both"] for w in ok)' \
        'workload("ok-3")["features"]["lines"] == 401 and workload("ok-3")["features"]["words"] == 401' \
        'workload("ok-3")["features"]["args"] == 1' 'workload("ok-5")["features"]["half"] == 800' \
        'workload("ok-4")["features"]["a \"quoted\" name"] == 4' 'workload("ok-1")["features"]["loop"] == 101'
    expect 0 "$ORDO" trend -q -o t.data -w w --printed lines -- ./worker {}
    look t.data
    given 'workload("ok-2")["features"]["lines"] == 201'
}

test_a_feature_that_is_not_a_number_is_reported() {
    write_worker
    write_files ok-1 100 ok-2 200 ok-3 400
    expect 1 "$ORDO" trend -o t.data -w w -f 'words=wc -w {}' -- ./worker {}
    grep -q "^ordo trend: ok-1: left out: no-feature: .*feature words: wc -w .*/w/ok-1: printed '101 .*', not a number" err
    expect 1 "$ORDO" trend -o t.data -w w --printed nonsense -- ./worker {}
    grep -q "feature nonsense: the program printed no line NAME VALUE" err
    expect 1 "$ORDO" trend -o t.data -w w -f 'x=false' -- ./worker {}
    grep -q "feature x: false: ended with status 1" err
    printf 'file,x\nok-1,1\nok-2,2\n' >table.csv
    expect 0 "$ORDO" trend -o t.data -w w --table table.csv -- ./worker {}
    look t.data
    given 'len(ok) == 2' 'workload("ok-3")["status"] == "no-feature"' 'p["clusters"][0]["fits"][0]["power"] is None'
}

test_mistakes_are_reported_before_anything_runs() {
    write_worker
    write_files ok-1 10
    expect 2 "$ORDO" trend -w w -f bytes -f bytes -- ./worker {}
    grep -q 'feature bytes: defined twice' err
    expect 2 "$ORDO" trend -w w -- ./worker
    grep -q 'the command has no {}' err
    expect 2 "$ORDO" trend --scan n=1:10:log3 -- ./worker {m}
    grep -q 'the command has no {n}' err
    expect 2 "$ORDO" trend --scan n=0:10:log3 -- ./worker {n}
    grep -q 'ends above 0' err
    expect 2 "$ORDO" trend -- ./worker {}
    grep -q 'add either --workloads or --scan' err
    expect 4 "$ORDO" trend -w w -- ./nothing {}
    grep -q './nothing: No such file' err
    expect 2 "$ORDO" trend -w w -f byte -- ./worker {}
    grep -q -- '--feature byte: unknown; write bytes' err
    expect 4 "$ORDO" trend -w nowhere -- ./worker {}
    grep -q -- '--workloads nowhere: No such file' err
    assert_eq "files" "" "$(ls -d *.data* 2>/dev/null)"
    mkfifo pipe
    expect 4 "$ORDO" trend -o pipe -w w -- ./worker {}
    grep -q 'pipe: is not a regular file: name another file with -o' err
    assert_eq "pipe" "pipe" "$(ls -d pipe*)"
    [ -p pipe ]
    clang-19 -w -o plain worker.c
    expect 1 "$ORDO" trend -w w -- ./plain {}
    grep -q 'no instrumented program ran: build it with `ordo cc --blocks=only`' err
    "$ORDO" cc -w -o points worker.c
    expect 1 "$ORDO" trend -w w -- ./points {}
    grep -q 'no blocks were counted' err
}

test_the_program_can_declare_features() {
    copy_program trend/declares_a_feature.c p.c
    build -I"$ROOT/include" -o p p.c
    assert_ok "$ORDO" trend -q -o t.data --any-status --scan n=5:100:log9 --scan other=1 -- ./p {n} {other}
    look t.data
    given 'len(ok) == len(p["workloads"]) == 9' 'ok[-1]["features"]["squares"] == 10000' \
        'p["clusters"][0]["representative"] == {"feature": "squares"}' 'p["clusters"][0]["best"] == "squares"'
    expect 1 "$ORDO" trend -o t.data --scan squares=5:100:log9 -- ./p {squares}
    grep -q 'feature squares: also given by the program with ordo_feature()' err
}

long_the_number_of_jobs_does_not_change_the_result() {
    build -o quick "$PROGRAMS/quick_sort.c"
    for jobs in 1 5; do
        assert_ok "$ORDO" trend -q -j $jobs -o $jobs.data --scan n=10:3000:log12 --scan seed=1,2 -- ./quick {n} {seed}
        "$ORDO" report --json $jobs.data >$jobs.json
    done
    cmp 1.json 5.json
    assert_eq "locations" "$(python3 -c 'import sqlite3; print(sqlite3.connect("1.data").execute("SELECT group_concat(hash) FROM contents WHERE table_name IN (\"trend_locations\", \"trend_counts\", \"trend_features\")").fetchone())')" \
        "$(python3 -c 'import sqlite3; print(sqlite3.connect("5.data").execute("SELECT group_concat(hash) FROM contents WHERE table_name IN (\"trend_locations\", \"trend_counts\", \"trend_features\")").fetchone())')"
}

long_a_launcher_gives_the_same_result() {
    write_worker
    write_files ok-1 100 ok-2 200 "ok-'3; echo no" 400 ok-4 800 'ok-5 $HOME' 1600 fail 10 die 10
    cat >launch <<'L'
#!/bin/sh
echo "$1" >>launched
exec env -i PATH="$PATH" "$1"
L
    chmod +x launch
    for way in '' '--launcher=./launch {}'; do
        expect 0 "$ORDO" trend -q -o t.data --stdin {} -w w -f bytes --printed lines ${way:+"$way"} -- ./worker -
        "$ORDO" report --json t.data >"t${way:+-launched}.json"
    done
    echo ok >input
    expect 0 "$ORDO" trend -q -o u.data --stdin input --scan n=1,2 '--launcher=./launch {}' -- ./worker - {n}
    assert_eq "launched" 9 "$(sort -u launched | wc -l)"
    diff t.json t-launched.json && cmp t.json t-launched.json
    expect 1 "$ORDO" trend -o t.data -w w --launcher 'sh -c "echo no such host >&2; exit 255" {}' -- ./worker {}
    grep -q 'left out: failed: .*the launcher ended with status 255 before the program ended: no such host' err
    grep -q '^ordo trend: 6 more workloads were left out for the same reason' err
    expect 2 "$ORDO" trend --stdin nowhere -w w -- ./worker {}
    grep -q -- '--stdin nowhere: No such file' err
    expect 2 "$ORDO" trend -o t.data -w w --launcher ssh -- ./worker {}
}

# A reader of the trend file, written from docs/profile-format.md alone, agrees with recordings of the same runs.
test_counts_are_those_of_a_recording() {
    cp "$PROGRAMS/line_counts.c" .
    build -o p line_counts.c -lpthread
    assert_ok "$ORDO" trend -q --any-status -o t.data --scan n=1,2,5 -- ./p {n}
    for n in 1 2 5; do "$ORDO" record -q -o $n.data -- ./p $n >out || true; done
    PYTHONPATH=$ROOT/tests/e2e assert_ok python3 "$CHECKS/trend_recordings.py" 1.data 2.data 5.data
}

# wait_for_done N: waits at most 120 seconds until N workloads are in the journal.
wait_for_done() {
    local i
    for i in $(seq 1200); do
        [ "$(python3 -c 'import sqlite3, sys
try: print(sqlite3.connect("file:t.data.part?mode=ro", uri=True).execute("SELECT count(*) FROM trend_workloads").fetchone()[0])
except sqlite3.Error: print(0)')" -ge "$1" ] && return
        sleep 0.1
    done
    fail "no $1 workloads after 120 seconds"
    exit 1
}

test_an_interrupted_session_can_continue() {
    write_worker
    write_files ok-1 100 ok-2 200 ok-3 400 ok-4 800 wait 10
    rm -f go
    "$ORDO" trend -j 1 -o t.data -w w -f bytes -- ./worker {} "$PWD/go" 2>err &
    wait_for_done 4
    kill -TERM $!
    local rc=0
    wait $! || rc=$?
    assert_eq "status" 143 "$rc"
    grep -q '4 of 5 workloads are done and kept in t.data.part: run the same command' err
    [ ! -e t.data ] || { fail "a trend was written"; exit 1; }
    assert_eq "left behind" "t.data.part" "$(ls -d t.data*)"
    touch go
    expect 0 "$ORDO" trend -j 1 -o t.data -w w -f bytes -- ./worker {} "$PWD/go"
    grep -q 'continuing; 4 of 5 workloads are done' err
    "$ORDO" report --json t.data >resumed.json
    expect 0 "$ORDO" trend -o t.data -w w -f bytes -- ./worker {} "$PWD/go"
    ! grep -q 'continuing' err || { fail "a finished session continues"; exit 1; }
    "$ORDO" report --json t.data >whole.json
    cmp resumed.json whole.json
    [ -f t.data.old ] || { fail "the older trend is not kept"; exit 1; }
}

test_a_killed_session_can_continue_and_leaves_nothing_behind() {
    write_worker
    write_files ok-1 100 ok-2 200 ok-3 400 ok-4 800 wait 10
    rm -f go
    "$ORDO" trend -j 1 -o t.data -w w -f bytes -- ./worker {} "$PWD/go" 2>err &
    wait_for_done 4
    kill -KILL $!
    local rc=0
    wait $! 2>/dev/null || rc=$?
    assert_eq "status" 137 "$rc"
    ls -d t.data.work-* >/dev/null || { fail "the test does not test: no folder was left"; exit 1; }
    touch go
    # Another command neither continues the session nor discards its results.
    expect 3 "$ORDO" trend -j 1 -o t.data -w w -f lines -- ./worker {} "$PWD/go"
    assert_eq "message" "ordo trend: t.data.part: has the results of 4 workloads of another command: run that command to \
continue, name another file with -o, or discard them with --restart" "$(cat err)"
    expect 0 "$ORDO" trend -j 1 -o t.data -w w -f bytes -- ./worker {} "$PWD/go"
    grep -q 'continuing; 4 of 5 workloads are done' err
    assert_eq "left behind" "t.data" "$(ls -d t.data*)"
}

test_two_sessions_do_not_write_one_file() {
    write_worker
    write_files wait 10
    rm -f go
    "$ORDO" trend -j 1 -o t.data -w w -f bytes -- ./worker {} "$PWD/go" 2>first &
    local i
    for i in $(seq 1200); do ls -d t.data.work-*/* >/dev/null 2>&1 && break; sleep 0.1; done
    expect 4 "$ORDO" trend -j 1 -o t.data -w w -f bytes -- ./worker {} "$PWD/go"
    assert_eq "message" "ordo trend: t.data: another \`ordo trend\` is writing it: wait until that one ends, or name \
another file with -o" "$(cat err)"
    touch go
    wait $! || { cat first; fail "the first session has failed"; exit 1; }
}

# A reader of the journal holds a lock, so that a measurement cannot be written for some time.
test_a_session_waits_for_readers_of_its_journal() {
    write_worker
    write_files wait 10 ok-1 100
    rm -f go
    "$ORDO" trend -j 1 -o t.data -w w -f bytes -- ./worker {} "$PWD/go" 2>err &
    wait_for_done 1
    python3 "$CHECKS/holds_the_journal.py"
    wait $! || { cat err; fail "the session has failed"; exit 1; }
    grep -q '2 of 2 workloads' err
}

test_predictions_are_made_and_models_of_few_points_are_marked() {
    build -o quick "$PROGRAMS/quick_sort.c"
    assert_ok "$ORDO" trend -q -o t.data --scan n=10:3000:log12 --scan seed=1,2 -- ./quick {n} {seed}
    look t.data --predict n=1e6
    given 'all(fit(c, "n")["power"]["pred"]["asked"][0] > 1e6 for c in p["clusters"] if c["costly"])' \
        'all("asked" not in fit(c, "seed")["power"]["pred"] for c in p["clusters"] if fit(c, "seed")["power"])' \
        'all(fit(c, "seed")["power"] is None for c in p["clusters"])'
    "$ORDO" report t.data --predict n=1e6 >out
    grep -q '^predicted at n = 1e+06' out
    expect 3 "$ORDO" report t.data --predict m=1
    grep -q 'the trend has no feature m' err
    look t.data --min-points 25
    given 'all(f["power"] is None and f["linear"] is None for c in p["clusters"] for f in c["fits"])'
    expect 2 "$ORDO" report t.data --alpha 0.7
    expect 2 "$ORDO" report t.data --sort size
    "$ORDO" report t.data --sort max --rows 1 >out
    "$ORDO" report t.data --sort power --all >out
}

# The cost function of the sort has a negative constant: below the sizes seen it falls below 0.
test_nothing_is_predicted_below_0() {
    build -o quick "$PROGRAMS/quick_sort.c"
    assert_ok "$ORDO" trend -q -o t.data --scan n=10:3000:log12 -- ./quick {n} 1
    for size in 0 -5 3; do
        look t.data --predict n=$size
        given 'all((v is None or v >= 0) for c in p["clusters"] for v in [fit(c, "n")["model"]["asked"]])' \
            'all(q is None or q[0] >= 0 for c in p["clusters"] for form in ("power", "linear") for f in [fit(c, "n")[form]] if f for q in f["pred"].values())'
        expect 0 "$ORDO" report t.data --predict n=$size
        awk '/^PREDICTED/ { table = 1; next } /^PREDICTED is/ { table = 0 } table && /^ *-[0-9]/' out >below
        assert_eq "predictions below 0 at n = $size" "" "$(cat below)"
    done
    look t.data --predict n=-5
    given 'all(fit(c, "n")["model"]["asked"] is None for c in p["clusters"])'
}

test_a_power_of_0_has_no_sign() {
    cat >level.c <<'C'
#include <stdlib.h>
int main(int argc, char **argv) {
    volatile long sum = 0;
    long work = 100000;
    for (long n = atol(argv[argc - 1]); n; n /= 10) work -= 40;
    for (long i = 0; i < work; i++) sum += i;
    return 0;
}
C
    build -o level level.c
    assert_ok "$ORDO" trend -q -o t.data --scan n=1:1000000:log7 -- ./level {n}
    expect 0 "$ORDO" report t.data --all
    grep -q ' 0\.00 (' out || { cat out; fail "no power of 0"; exit 1; }
    ! grep -e '-0\.00' out || { fail "a sign of 0"; exit 1; }
}

# grid [OPTION...]: writes t.data of a program that executes n m blocks, for all pairs of five values of n and five of m.
grid() {
    cat >grid.c <<'C'
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
    long n = atol(argv[1]), m = atol(argv[argc - 1]);
    volatile long sum = 0;
    for (long i = 0; i < n; i++)
        for (long k = 0; k < m; k++) sum += k;
    printf("%ld\n", sum);
    return 0;
}
C
    build "$@" -o grid grid.c
    assert_ok "$ORDO" trend -q -o t.data --scan n=10,30,100,300,1000 --scan m=10,40,90,350,900 -- ./grid {n} {m}
}

# The power function through 0.19 n^2 + 75 n predicts a third of the cost at ten times the size, with an interval that ends
# below the prediction.
test_the_prediction_is_of_the_cost_function_and_says_so() {
    cat >m.c <<'EOF'
#include <stdlib.h>
int main(int c, char **v) {
    long n = atol(v[1]), s = 0;
    (void)c;
    for (long i = 0; i < n; i++)
        for (long j = 0; j < (i + 200) / 8; j++) s += i ^ j;
    return s == 42;
}
EOF
    build -o m m.c
    assert_ok "$ORDO" trend -q -o t.data --scan n=60:4000:log10 -- ./m {n}
    look t.data
    given 'p["clusters"][0]["predicted"] > 2 * p["clusters"][0]["fits"][0]["power"]["pred"]["f95x10"][2]'
    "$ORDO" report t.data >out
    read -r at _ <<<"$(sed -n '/AT 10x/{n;p}' out)"
    quadratic=$(grep -oE '[0-9.]+ x\^2' out | head -n 1 | cut -d' ' -f1) linear=$(grep -oE '[0-9.]+ x ' out | head -n 1 | cut -d' ' -f1)
    assert_ok python3 -c "assert abs($at / ($quadratic * 4e4 ** 2 + $linear * 4e4) - 1) < 0.01"
    assert_ok grep -qF "AT 10x is the value of COST at ten times the feature's 95th percentile; x is the feature" out
    assert_ok grep -qF 'power, R2 and the power function at 10x are of another model, a x^power' out
    "$ORDO" report t.data --predict n=50000 >out
    assert_ok grep -qF 'PREDICTED is the value of COST at that size; x is the feature' out
    assert_ok grep -qF 'the power function there are of another model' out
}

test_blocks_without_a_line_are_named_by_their_number() {
    grid -g0
    expect 0 "$ORDO" report t.data
    mv out out.report
    grep -qE '^ .* main  +block [1-9] of the routine *$' out.report || { cat out.report; fail "no block is named by its number"; exit 1; }
    look t.data
    expect 0 "$ORDO" export --format csv -o t.csv t.data
    # The name in the report, the number in JSON and the row of the table are one block.
    python3 - "$(sed -nE 's/^ .* main  +block ([1-9]) of the routine *$/\1/p' out.report)" <<'P'
import csv, json, sys
p = json.load(open("t.json"))
members = p["clusters"][0]["members"]
assert all(m["line"] == 0 and m["file"] == "" for m in members), members
assert int(sys.argv[1]) in [m["block"] for m in members], (sys.argv, members)
row, = [r for r in csv.DictReader(open("t.csv", newline="")) if r["kind"] == "location" and r["block"] == sys.argv[1]]
assert (row["name"], row["line"]) == ("main", "0") and max(map(int, list(row.values())[6:])) in (900000, 901000), row
P
}

test_features_are_computed_after_the_fact() {
    grid
    cp t.data before.data
    expect 0 "$ORDO" report t.data
    ! grep -q 'n\*m' out
    look t.data --feature 'n*m' --predict 'n*m=1e7'
    given 'p["clusters"][0]["best"] == "n*m"' 'fit(p["clusters"][0], "n*m")["model"]["class"] == "n"' \
        'fit(p["clusters"][0], "n*m")["power"]["r2"] > 0.999' \
        'abs(fit(p["clusters"][0], "n*m")["linear"]["pred"]["asked"][0] / fit(p["clusters"][0], "n*m")["linear"]["b"] / 1e7 - 1) < 0.01' \
        'all(w["features"]["n*m"] == w["features"]["n"] * w["features"]["m"] for w in ok)' 'len(ok) == 25'
    look t.data --feature 'area=n*m' --feature 'root=sqrt(area)'
    given 'abs(fit(p["clusters"][0], "root")["power"]["b"] - 2) < 0.05'
    assert_ok cmp t.data before.data
}

test_features_are_read_from_a_file_after_the_fact() {
    grid
    expect 0 "$ORDO" export --format csv t.data
    # Rows of features become columns of the new file: it has n m beside each workload's name.
    python3 - out >more.csv <<'P'
import csv, sys
rows = list(csv.reader(open(sys.argv[1], newline="")))
of = {r[1]: r[6:] for r in rows if r[0] == "feature"}
out = csv.writer(sys.stdout)
out.writerow(["workload", "product"])
for name, n, m in list(zip(rows[0][6:], of["n"], of["m"]))[:-1]:
    out.writerow([name, float(n) * float(m)])
P
    look t.data --feature-file more.csv
    given 'p["clusters"][0]["best"] == "product"' 'len(ok) == 24' \
        '[w["why"] for w in p["workloads"] if w["status"] == "no-feature"] == ["feature product: more.csv has no value for this workload"]'
    # An empty cell is no value either.
    sed -i "2s/,[^,\r]*/,/" more.csv
    look t.data --feature-file more.csv
    given 'len(ok) == 23'
    expect 0 "$ORDO" report t.data --feature-file more.csv
    grep -q 'left out: .*: no-feature: .*more.csv has no value for this workload' out
}

test_a_trend_is_exported_as_a_table_of_locations_and_workloads() {
    grid
    look t.data
    expect 0 "$ORDO" export --format csv -o t.csv t.data
    assert_eq "stdout" "" "$(cat out)"
    python3 - <<'P'
import csv, json
p = json.load(open("t.json"))
rows = list(csv.DictReader(open("t.csv", newline="")))
names = [w["name"] for w in p["workloads"]]
assert len(rows) == 2 + p["locations"]["total"], (len(rows), p["locations"])
for w in p["workloads"]:
    assert {r["name"]: float(r[w["name"]]) for r in rows if r["kind"] == "feature"} == w["features"], w
    total = sum(int(r[w["name"]]) for r in rows if r["kind"] == "location")
    assert total == int(w["total"]), (w["name"], total, w["total"])
inner = [r for r in rows if r["line"] == "7" and r["file"] == "grid.c"]
most = max(int(r["n=1000 m=900" if "n=1000 m=900" in r else names[-1]]) for r in inner)
assert most in (900000, 901000), most
P
}

test_the_reason_stands_beside_none() {
    grid
    assert_ok "$ORDO" trend -q -o few.data --scan n=10,30,100 -- ./grid {n} 5
    expect 0 "$ORDO" report few.data
    grep -q ' none  *(x has too few values) ' out || { cat out; fail "no reason for three values"; exit 1; }
    # Costs that have nothing to do with n: 16 to 524,288.
    printf '#include <stdlib.h>\nint main(int c, char **v) { volatile long s = 0; unsigned n = (unsigned)atol(v[c - 1]);\n' >noise.c
    printf 'for (unsigned i = 16u << (n * 2654435761u >> 28); i; i--)\ns += i;\nreturn 0; }\n' >>noise.c
    build -o noise noise.c
    assert_ok "$ORDO" trend -q -o noise.data --scan n=10:10000:log20 -- ./noise {n}
    expect 0 "$ORDO" report noise.data
    grep -qE ' none  *\((does not follow x|several classes fit)\) ' out || { cat out; fail "no reason for noise"; exit 1; }
    grep -q "^warning: 1 costly cluster follows no feature: compute one" out || { cat out; fail "no advice"; exit 1; }
}

# Progress appears on a terminal after more than a second, and never in a file.
test_progress_is_shown_on_a_terminal() {
    copy_program trend/takes_its_time.c slow.c
    build -o slow slow.c
    assert_ok on_terminal seen sh -c 'exec "$@" >out' sh "$ORDO" trend -j 1 -o t.data --scan n=10,20,30,40,50 -- ./slow {n}
    python3 "$CHECKS/progress_seen.py"
    assert_eq "printed" "" "$(cat out)"
    expect 0 "$ORDO" trend -j 3 -o t.data --scan n=10,20,30,40,50,60 -- ./slow {n}
    assert_eq "in a file" 0 "$(grep -c '/6' err)"
}

# Numbers and sources of the page are checked in a browser (make check-web).
test_a_trend_can_be_written_as_a_page() {
    [ -s "$ROOT/build/gen/page.html" ] || skip "this build has no HTML page"
    mkdir src && cp "$PROGRAMS/quick_sort.c" src/ && (cd src && build -o ../quick quick_sort.c)
    assert_ok "$ORDO" trend -q -o t.data --scan n=10:300:log6 -- ./quick {n} 1
    expect 0 "$ORDO" report t.data --html page.html
    assert_eq "printed" "" "$(cat out err)"
    assert_eq "parts" "ordo-0-trend-0 ordo-0-source-0 ordo-index" "$(grep -o 'id="ordo-[^"]*"' page.html | cut -d'"' -f2 | tr '\n' ' ' | sed 's/ $//')"
    expect 0 "$ORDO" report t.data --html - --no-source
    assert_eq "sources left out" 0 "$(grep -c 'id="ordo-0-source' out)"
    expect 2 "$ORDO" report t.data --html page.html --compare t.data
    grep -q -- '--compare: is for profiles, but t.data is a trend' err
    expect 2 "$ORDO" report t.data --html page.html --alpha 7
    expect 4 "$ORDO" report t.data --html /nowhere/page.html
}

test_a_trend_of_version_1_is_read() {
    build -o quick "$PROGRAMS/quick_sort.c"
    assert_ok "$ORDO" trend -q -o t.data --scan n=10:300:log6 -- ./quick {n} 1
    "$ORDO" report --json t.data >new.json
    python3 -c 'import sqlite3; c = sqlite3.connect("t.data"); c.executescript("DROP TABLE trend_roots; DELETE FROM contents WHERE table_name = \"trend_roots\"; UPDATE sections SET version = 1 WHERE name = \"trend\"")'
    "$ORDO" report --json t.data >old.json
    cmp new.json old.json
}

test_a_corrupt_trend_is_rejected() {
    build -o quick "$PROGRAMS/quick_sort.c"
    assert_ok "$ORDO" trend -q -o t.data --scan n=10:300:log6 -- ./quick {n} 1
    for change in 'UPDATE trend_workloads SET total = total + 1 WHERE workload = 2' \
        'UPDATE trend_counts SET counts = x"ffffff" WHERE workload = 1' 'DELETE FROM trend_locations WHERE location = 1'; do
        cp t.data c.data
        python3 -c 'import sqlite3, sys; c = sqlite3.connect("c.data"); c.execute(sys.argv[1].replace("\"", chr(39))); c.commit()' "$change"
        expect 3 "$ORDO" report c.data
        grep -q 'c.data: table trend_[a-z]*: its values differ from those that were written' err
    done
    expect 3 "$ORDO" merge -o m.data t.data t.data
    grep -q 'is a trend, not a profile' err
}

run_tests
