#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# ordo tree: invocations and steps of nested loops and recursions agree with counts derived by hand, at
# every optimisation level. Trees of random programs agree with trees made by interpreting the programs.
. "$(dirname "$0")/lib.sh"

# tree PROGRAM...: runs it and prints its tree, one line per node.
tree() {
    "$ORDO" tree -q -o t.data -- "$@" >stdout 2>err || { fail "status $? of ordo tree $*"; cat err; exit 1; }
    "$ORDO" tree --json t.data | python3 "$ROOT/tests/e2e/tree_lines.py"
}

# same_at_all_levels COMPILER SOURCE EXPECTED: the tree of the program must be EXPECTED at -O0 to -O3.
same_at_all_levels() {
    local level
    for level in 0 1 2 3; do
        wanted "$level" 0 2 || continue
        assert_ok "$ORDO" "$1" "-O$level" "$2" -o program -pthread
        assert_eq "tree at -O$level" "$3" "$(tree ./program)"
    done
}

test_the_running_example_has_the_tree_of_figure_3() {
    local level sorted n
    for level in 0 2; do
        assert_ok "$ORDO" cc "-O$level" "$ROOT/tests/e2e/programs/list_sort.c" -o program
        tree ./program >got
        sorted=$(sed -nE 's/^    loop list_sort:23 17110 ([0-9]+) 0 [0-9]+$/\1/p' got)
        [ -n "$sorted" ] || { cat got; fail "no inner loop of the sort"; exit 1; }
        n=$(sed -E 's/(list_sort:23 17110) .*/\1/' got)
        assert_eq "figure 3" "entry main:72 1
 loop measure:63 1 60 60 60
  loop measure:64 60 600 10 10
   loop list_sort:21 580 17110 1 58
    loop list_sort:23 17110
   loop construct:56 600 17700 0 59" "$n"
    done
    # Random order: a quarter of n^2 swaps; 10 times the sum of n(n-1)/4 for n below 60 is 171,100.
    [ "$sorted" -gt 145000 ] && [ "$sorted" -lt 197000 ] || { fail "$sorted swaps"; exit 1; }
}

test_loops_may_be_left_in_every_way() {
    copy_program tree/exits_of_loops.c p.c
    same_at_all_levels cc p.c "entry main:20 1
 loop leave_by_return:8 1 3 3 3
  loop leave_by_return:9 3 12 2 5
 loop main:21 1 9 9 9
 loop main:26 1 2 2 2
  loop main:27 2 6 2 4
   loop main:28 6 23 3 4
 loop main:34 1 3 3 3
  loop jump_out:14 3 6 2 2
   loop jump_out:15 6 21 3 4"
}

test_recursions_are_counted() {
    copy_program tree/recursions.c p.c
    # fib(5): 15 activations. tree(0), tree(1), tree(2): 1, 2, 5. even(4): 5; odd(3), odd(1): 4, 2.
    same_at_all_levels cc p.c "entry main:16 1
 recursion even:6 1 5 5 5 even odd
  loop odd:8 2 4 1 3
 recursion odd:7 2 6 2 4 even odd
  loop odd:8 3 5 1 3
 recursion fib:11 1 15 15 15 fib
 loop main:18 1 3 3 3
  recursion tree:12 3 8 1 5 tree
   loop tree:13 8 5 0 2"
}

# A routine that never returns is not part of a recursion that calls it, unless it calls the recursion again.
test_recursions_through_routines_that_never_return_are_counted() {
    copy_program tree/never_returns.c p.c
    # build(5), and build(3) twice, each with its fail
    same_at_all_levels cc p.c "entry main:23 1
 loop main:24 1 10 10 10
  recursion length:19 10 55 1 10 length
 loop main:25 1 10 10 10
  recursion build:14 10 170 - - fail build"
}

test_callbacks_and_cycles_across_object_files_are_counted() {
    copy_program tree/ping.c a.c
    cat >b.c <<'C'
void ping(int n);
void pong(int n) { if (n) ping(n - 1); }
C
    assert_ok "$ORDO" cc -O1 -c a.c
    assert_ok "$ORDO" cc -O1 -c b.c
    assert_ok "$ORDO" cc a.o b.o -o program
    tree ./program >got
    # ping(4), pong(3), ping(2), pong(1), ping(0): the cycle shows only at run time, so the
    # number of activations per invocation is not known.
    assert_eq "tree" "entry main:16 1
 recursion ping:7 1 5 - - ping pong
  loop ping:8 3 6 2 2
 loop main:18 1 3 3 3
  loop compare:13 3 24 8 8" "$(cat got)"
}

test_loops_left_by_exceptions_are_counted() {
    copy_program tree/thrown_out.cc p.cc
    same_at_all_levels c++ p.cc "entry main:20 1
 recursion deep:16 1 7 7 7 deep
 loop main:21 1 3 3 3
  loop Guard::~Guard:7 3 6 2 2
  loop thrower:10 3 6 1 3
   loop thrower:11 6 42 4 10"
}

test_threads_forks_and_exit_in_a_callee_are_counted() {
    copy_program tree/ends_of_processes.c p.c
    same_at_all_levels cc p.c "entry worker:8 2
 loop worker:9 2 8 3 5
entry main:19 1
 loop end:13 1 3 3 3
 loop main:25 1 2 2 2
  loop main:28 2 14 7 7"
}

test_a_fork_inside_a_recursion_is_counted() {
    copy_program tree/fork_in_recursion.c p.c
    # The parent's 6 and 2; in the child, down(2) to down(0) of a recursion that its parent opened,
    # and down(1) again.
    same_at_all_levels cc p.c "entry main:12 1
 recursion down:5 3 13 - - down"
}

# random_program SEED: writes the tree that interpreting the program gives to `expected`, and the recorded one to `got`.
random_program() {
    python3 "$ROOT/tests/e2e/tree_programs.py" "$1" p.c expected || { fail "seed $1"; exit 1; }
    assert_ok "$ORDO" cc "-O$(($1 % 4))" p.c -o program
    tree ./program >got
}

test_trees_of_random_programs_are_right() {
    local seed
    for seed in 2 5 7 8 10 12 16 18 20 22 23 24 29 33 36; do
        wanted "$seed" 2 5 7 8 || continue
        random_program $seed
        assert_eq "tree of seed $seed" "$(cat expected)" "$(cat got)"
    done
}

# Recursions that are part of a larger cycle of the call graph: all numbers except their ranges are known.
long_trees_of_random_programs_without_ranges_are_right() {
    local seed
    for seed in 14 27 28 35; do
        random_program $seed
        grep -q -- ' - - ' got || { fail "seed $seed has all ranges"; exit 1; }
        sed -E 's/(recursion [^ ]+ [0-9]+ [0-9]+) [^ ]+ [^ ]+/\1/' expected >expected.counts
        sed -E 's/(recursion [^ ]+ [0-9]+ [0-9]+) [^ ]+ [^ ]+/\1/' got >got.counts
        assert_eq "tree of seed $seed" "$(cat expected.counts)" "$(cat got.counts)"
    done
}

test_a_tree_is_printed_as_text_and_json_and_kept_in_a_file() {
    assert_ok "$ORDO" cc -O1 "$ROOT/tests/e2e/programs/list_sort.c" -o program
    expect 0 "$ORDO" tree ./program
    grep -q '^INVOCATIONS  *STEPS  *LEAST  *MEAN  *GREATEST  *REPETITION$' err
    grep -q '^ *600  *17,700  *0  *29.50  *59        loop in construct  list_sort.c:56$' err ||
        { cat err; fail "the line of construct's loop"; exit 1; }
    [ ! -s out ] || { fail "something on the program's stdout"; exit 1; }
    sed -n '/^INVOCATIONS/,$p' err >run
    expect 0 "$ORDO" tree
    assert_eq "the kept tree" "$(cat run)" "$(cat out)"
    expect 0 "$ORDO" tree ordo.data --json
    cp out t.json
    python3 "$ROOT/tests/report/validate.py" "$ROOT/docs/tree.schema.json" t.json ||
        { [ $? -eq 77 ] || { fail "the JSON breaks its schema"; exit 1; }; }
    expect 0 "$ORDO" report ordo.data
}

# Programs that a server or a test suite starts, and not `ordo record`.
test_raw_files_of_programs_started_by_others_have_trees() {
    assert_ok "$ORDO" cc -O1 --structure "$ROOT/tests/e2e/programs/list_sort.c" -o program
    mkdir raw none
    for _ in 1 2; do ORDO_RAW_DIR=$PWD/raw ORDO_TREE=1 ORDO_STRUCTURE=1 ./program >/dev/null; done
    expect 0 "$ORDO" tree raw --raw
    grep -q '^ *1,200  *35,400  *0  *29.50  *59        loop in construct  list_sort.c:56$' out ||
        { cat out; fail "not the sum of both runs"; exit 1; }
    expect 0 "$ORDO" tree raw
    grep -q 'linked structure of node; steps = 0.25 n^2' out || { cat out; fail "algorithms"; exit 1; }
    set -- raw/*.raw
    expect 0 "$ORDO" tree "$1" --raw
    grep -q '^ *600  *17,700 .*loop in construct  list_sort.c:56$' out || { cat out; fail "not the counts of one run"; exit 1; }
    expect 2 "$ORDO" tree --group 1+2 raw
    grep -q "^ordo tree: --group: raw has raw files, which cannot store groups: .* \`ordo merge -o FILE raw\`" err ||
        { cat err; fail "no message about --group"; exit 1; }
    expect 127 "$ORDO" tree none
}

# algorithm WORDS FILE: prints the line with these words, without the algorithm's number.
algorithm() { sed -nE "s/^ *[0-9]+ +(.*$1.*)/\1/p" "$2"; }

test_a_structure_build_has_algorithms() {
    assert_ok "$ORDO" cc --structure -O1 "$ROOT/tests/e2e/programs/list_sort.c" -o program
    expect 0 "$ORDO" tree -q -o s.data ./program
    cp err screen
    assert_eq "lines of the harness" 2 "$(grep -c 'uses no data structure .*: loop in measure' screen)"
    algorithm modifies screen |
        grep -qE '^modifies a linked structure of node; steps = 0\.2[0-9] n\^2, n = node objects \(580 invocations' ||
        { cat screen; fail "the line of the sort"; exit 1; }
    algorithm builds screen |
        grep -qE '^builds a linked structure of node; steps = n, n = node objects \(600 invocations' ||
        { cat screen; fail "the line of the construction"; exit 1; }
    expect 0 "$ORDO" tree s.data
    assert_eq "the kept algorithms" "$(cat screen)" "$(cat out)"
    number=$(sed -nE 's/^ *([0-9]+) +modifies.*/\1/p' screen)
    expect 0 "$ORDO" tree --plot "$number" s.data
    grep -q '^\* steps = .*n^2.*, n = node objects' out || { cat out; fail "its cost functions"; exit 1; }
    grep -q 'o mean   ^ greatest   . model' out || { cat out; fail "no plot"; exit 1; }
    expect 0 "$ORDO" tree --raw s.data
    grep -q '^INVOCATIONS ' out || { cat out; fail "no plain tree"; exit 1; }
    expect 0 "$ORDO" tree --json s.data
    cp out s.json
    python3 "$ROOT/tests/report/validate.py" "$ROOT/docs/tree.schema.json" s.json ||
        { [ $? -eq 77 ] || { fail "the JSON breaks its schema"; exit 1; }; }
    expect 0 "$ORDO" report s.data
}

long_groups_chosen_by_hand_are_kept() {
    assert_ok "$ORDO" cc --structure -O1 "$ROOT/tests/e2e/programs/list_sort.c" -o program
    assert_ok "$ORDO" tree -q -o s.data ./program 2>screen
    algorithms() { "$ORDO" tree "$@" | grep -cE '^ *[0-9]+ '; }
    assert_eq "algorithms" 4 "$(algorithms s.data)"
    assert_eq "with the sort split" 5 "$(algorithms --group list_sort.c:21/list_sort.c:23 s.data)"
    assert_eq "in the next report" 5 "$(algorithms s.data)"
    "$ORDO" tree s.data | grep -q 'split off by hand' || { fail "it is not marked"; exit 1; }
    assert_eq "the harness joined" 4 "$(algorithms --group measure:63+measure:64 s.data)"
    assert_ok "$ORDO" merge -o m.data s.data s.data
    assert_eq "merged" 4 "$(algorithms m.data)"
    assert_eq "after --group auto" 4 "$(algorithms --group auto s.data)"
    ! "$ORDO" tree s.data | grep -q 'by hand' || { fail "something is by hand"; exit 1; }
    assert_eq "split by printed names" 5 \
        "$(algorithms --group 'loop in list_sort  list_sort.c:21/loop in list_sort list_sort.c:23' s.data)"
    algorithms --group auto s.data >/dev/null
    "$ORDO" tree --identity array s.data | grep -q 'the outer loop moves the place where this loop works' ||
        { "$ORDO" tree --identity array s.data; fail "--identity array changes nothing"; exit 1; }
    expect 3 "$ORDO" tree --group list_sort.c:56+list_sort.c:21 s.data
    grep -q "neither runs inside the other" err || { cat err; fail "the reason"; exit 1; }
    expect 3 "$ORDO" tree --plot 99 s.data
    expect 2 "$ORDO" tree --plot x s.data
    expect 2 "$ORDO" tree --identity some-more s.data
    expect 2 "$ORDO" tree --group measure:63+measure:64 ./program
}

# write_many N: writes a program of N repetitions: a loop of 1,000 steps, a loop of 20 steps with one of 100 inside,
# and others of one step.
write_many() {
    { echo 'static volatile long data[1000], s;'
        for k in $(seq $(($1 - 3))); do echo "static void few$k(int n) { for (int i = 0; i < n; i++) s += data[i]; }"; done
        echo 'static void most(int n) { for (int i = 0; i < n; i++) s += data[i]; }'
        echo 'static void part(int n) { for (int i = 0; i < n; i++) s ^= data[i]; }'
        echo 'static void some(int n) { for (int i = 0; i < n; i++) part(5); }'
        echo 'int main(void) {'
        for k in $(seq $(($1 - 3))); do echo "few$k(1);"; done
        echo 'most(1000); some(20); return 0; }'; } >many.c
}

test_long_trees_leave_out_repetitions_with_few_steps() {
    for build in --structure -O1; do
        write_many 40 # and main: 41 lines
        assert_ok "$ORDO" cc $build many.c -o many
        expect 0 "$ORDO" tree -q -- ./many
        expect 0 "$ORDO" tree
        grep -qE '^Left out, with less than 0.5 % of the steps each: 37 (algorithm|repetition)s \(--all shows them\)$' out || { cat out; fail "$build: what is left out"; exit 1; }
        assert_eq "$build: loops shown" "most part some" "$(grep -oE 'loop in [a-z0-9]+' out | cut -d' ' -f3 | sort -u | tr '\n' ' ' | sed 's/ $//')"
        "$ORDO" tree --all >all
        assert_eq "$build: with --all" 40 "$(grep -c 'loop in' all)"
        ! grep -q 'Left out' all || { cat all; fail "$build: something is left out"; exit 1; }
        "$ORDO" tree --min-share 0 | cmp - all
        "$ORDO" tree --min-share 50% >out
        assert_eq "$build: the greatest half" 1 "$(grep -c 'loop in' out)"
        "$ORDO" tree --json >j.json
        ORDO_ALL=1 "$ORDO" tree --json --min-share 50 | cmp - j.json
        assert_eq "$build: repetitions in JSON" 40 "$(grep -o '"kind": *"loop"' j.json | wc -l)"
        write_many 39
        assert_ok "$ORDO" cc $build many.c -o many
        expect 0 "$ORDO" tree -q -- ./many
        assert_eq "$build: a tree of 40 lines is whole" 39 "$(grep -c 'loop in' err)"
    done
    expect 2 "$ORDO" tree --min-share much
    grep -q -- "--min-share much: not a percentage; write a number from 0 to 100" err || { cat err; fail "the reason"; exit 1; }
}

test_other_builds_have_no_algorithms() {
    assert_ok "$ORDO" cc -O1 "$ROOT/tests/e2e/programs/list_sort.c" -o program
    assert_ok "$ORDO" tree -q ./program 2>err
    expect 3 "$ORDO" tree --plot 1 ordo.data
    grep -q -- "--structure" err || { cat err; fail "the remedy"; exit 1; }
}

test_a_program_without_repetitions_has_an_empty_tree() {
    echo 'int main(void) { return 0; }' >p.c
    assert_ok "$ORDO" cc p.c -o program
    expect 0 "$ORDO" tree -q ./program
    grep -qx 'No loops or recursions were recorded.' err
}

test_merging_adds_trees_and_rejects_profiles_without() {
    copy_program tree/counts_to.c p.c
    assert_ok "$ORDO" cc -O1 p.c -o program
    assert_ok "$ORDO" tree -q -o a.data ./program 3 2>err
    assert_ok "$ORDO" tree -q -o b.data ./program 8 2>err
    assert_ok "$ORDO" record -q -o c.data ./program 8
    assert_ok "$ORDO" merge -o ab.data a.data b.data
    assert_eq "joined" "entry main:5 2
 loop main:7 2 11 3 8" "$("$ORDO" tree --json ab.data | python3 "$ROOT/tests/e2e/tree_lines.py")"
    expect 3 "$ORDO" merge -o abc.data a.data c.data
    grep -q '^ordo.*: c.data: has no repetition tree, but others have one: record all of them with `ordo tree`, or none$' err ||
        { cat err; fail "the message"; exit 1; }
    expect 3 "$ORDO" tree c.data
    grep -q 'c.data: contains no repetition tree: record one with `ordo tree -o FILE -- COMMAND`' err
}

test_a_recording_that_stopped_early_is_reported() {
    copy_program tree/large_loops.c p.c
    assert_ok "$ORDO" cc -O1 --no-fold p.c -o program
    assert_ok "$ORDO" tree -q --limit 300k ./program 20000 2>err
    grep -q '^The tree is incomplete: the recording of 1 process stopped early (limit); `ordo report` has details.$' err ||
        { cat err; fail "no message"; exit 1; }
    "$ORDO" tree --json | grep -q '"stopped_processes": *1'
    assert_ok "$ORDO" tree -q ./program 3 2>err
    if grep -q 'is cut' err; then cat err; fail "a message without a reason"; exit 1; fi
}

test_an_uninstrumented_program_is_reported() {
    expect 0 "$ORDO" tree -- true
    grep -q 'no instrumented program ran' err
    grep -q 'other programs have no tree' err
    ! grep -q -- '--engine' err || { cat err; fail "the message names an option that ordo tree lacks"; exit 1; }
    expect 127 "$ORDO" tree -- ./there-is-no-such-program
}

run_tests
