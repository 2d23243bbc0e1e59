#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Coverage data of gcc: as input of trends, and as an oracle for block counts at -O0.
. "$(dirname "$0")/lib.sh"
PROGRAMS=$ROOT/tests/e2e/programs

# measure PROGRAM FOLDER [ARGUMENT...]: runs the program once; its coverage data go to data/FOLDER.
measure() {
    local program=$1 folder=$2
    shift 2
    mkdir -p "data/$folder"
    GCOV_PREFIX=$PWD/data/$folder GCOV_PREFIX_STRIP=99 "./$program" "$@" >out || [ $? -lt 126 ]
}

test_a_trend_can_be_made_of_coverage_data() {
    cp "$PROGRAMS/bubble_sort.c" . && mkdir data
    assert_ok gcc -O0 -g -w --coverage -o data/sort bubble_sort.c && mv data/sort .
    rm -f table.csv && echo "name,n" >table.csv
    for n in 60 100 200 500 1000 2000; do
        measure sort n$n $n 1 random
        echo "n$n,$n" >>table.csv
    done
    mkdir "data/of nothing" data/broken && echo x >data/broken/sort-bubble_sort.gcda
    expect 0 "$ORDO" trend -o t.data --gcov data --table table.csv \
        --line loop=bubble_sort.c:18 -f files='sh -c "ls \"$1\" | wc -l" sh {}'
    grep -q "^ordo trend: of nothing: left out: failed: .*contains no .gcda file: " err
    grep -q "^ordo trend: broken: left out: failed: .*sort-bubble_sort.gcda: byte 0: the file ends too early" err
    grep -q "t.data: 6 of 8 workloads, 3 features" err
    "$ORDO" report --json t.data >t.json
    python3 "$ROOT/tests/report/validate.py" "$ROOT/docs/trend.schema.json" t.json || [ $? -eq 77 ]
    python3 "$CHECKS/gcov_trend.py"
    python3 - <<'P'
import sqlite3, sys
names = [r[0] for r in sqlite3.connect("t.data").execute("SELECT name FROM trend_workloads ORDER BY workload")]
if names != ["broken", "n100", "n1000", "n200", "n2000", "n500", "n60", "of nothing"]: sys.exit(names)
P
    rm -r "data/of nothing" data/broken
    assert_ok "$ORDO" trend -q -o t.data --gcov data --table table.csv
    echo bubble_sort.c >files && echo . >where
    PYTHONPATH=$ROOT/tests/e2e assert_ok python3 "$CHECKS/gcov_blocks.py" n100 n1000 n200 n2000 n500 n60
    if [ -s "$ROOT/build/gen/page.html" ]; then
        expect 0 "$ORDO" report --html page.html t.data
        grep -q 'id="ordo-0-source-0"' page.html
    fi
}

# Two objects, an inline routine in both, a path mirrored by GCOV_PREFIX, threads, C++ exceptions.
test_block_counts_are_those_of_gcov() {
    mkdir data
    copy_program gcov/gcov_shared.h
    copy_program gcov/gcov_one.cc one.cc
    copy_program gcov/gcov_two.cc two.cc
    (cd data && assert_ok g++ -I.. -O0 -w --coverage -fprofile-update=atomic -c ../one.cc ../two.cc)
    assert_ok g++ --coverage -o p data/one.o data/two.o -lpthread
    for n in 5 50 500; do measure p $n $n; done
    assert_ok "$ORDO" trend -q -o t.data --gcov data -f 'x=sh -c "basename \"$1\"" sh {}'
    # shared() is one routine for Ordo and two for gcov; without it the counts are the same.
    echo one.cc two.cc >files && echo data >where
    PYTHONPATH=$ROOT/tests/e2e assert_ok python3 "$CHECKS/gcov_blocks.py" 5 50 500
    python3 "$CHECKS/gcov_totals.py"
    # The same data in folders that only GCOV_PREFIX chose: the notes are found where the program was built.
    rm -r data/5 data/50 data/500
    mkdir -p again/5 again/50
    for n in 5 50; do GCOV_PREFIX=$PWD/again/$n ./p $n; done
    assert_ok "$ORDO" trend -q -o u.data --gcov again -f 'x=sh -c "basename \"$1\"" sh {}'
    assert_eq "totals" "$(sqlite3 t.data 'SELECT total FROM trend_workloads WHERE name IN ("5", "50") ORDER BY name')" \
        "$(sqlite3 u.data 'SELECT total FROM trend_workloads ORDER BY name')"
}

test_block_counts_with_jumps_and_exit_are_those_of_gcov() {
    mkdir data
    cp "$PROGRAMS/line_counts.c" .
    assert_ok gcc -O0 -w --coverage -o data/p line_counts.c && mv data/p .
    for n in 1 2; do measure p w$n; done
    assert_ok "$ORDO" trend -q -o t.data --gcov data --table <(printf 'name,n\nw1,1\nw2,2\n')
    echo line_counts.c >files && echo . >where
    PYTHONPATH=$ROOT/tests/e2e assert_ok python3 "$CHECKS/gcov_blocks.py" w1 w2
}

test_notes_and_data_that_do_not_match_are_reported() {
    cp "$PROGRAMS/bubble_sort.c" . && mkdir data
    assert_ok gcc -O0 -w --coverage -o data/sort bubble_sort.c && mv data/sort .
    measure sort a 100 1 random
    mkdir data/b && head -c 60 data/a/sort-bubble_sort.gcda >data/b/sort-bubble_sort.gcda
    expect 0 "$ORDO" trend -o t.data --gcov data
    grep -q 'b: left out: failed: .*b/sort-bubble_sort.gcda: byte [0-9]*: ' err
    mv data/sort-bubble_sort.gcno kept
    (cd data && assert_ok gcc -O0 -w --coverage -o other "$PROGRAMS/quick_sort.c" && mv other-quick_sort.gcno sort-bubble_sort.gcno)
    expect 1 "$ORDO" trend -o t.data --gcov data
    grep -q 'a: left out: failed: .*sort-bubble_sort.gcda: does not belong to the compilation that wrote .*sort-bubble_sort.gcno: keep' err
    rm data/sort-bubble_sort.gcno
    expect 1 "$ORDO" trend -o t.data --gcov data
    grep -q 'a: left out: failed: .*its notes sort-bubble_sort.gcno are neither beside it nor in ' err
    expect 2 "$ORDO" trend -o t.data --gcov data -- ./sort {}
    grep -q './sort: --gcov runs no program' err
    expect 2 "$ORDO" trend -o t.data --gcov data --scan n=1,2
    grep -q -- '--scan: --gcov runs no program' err
    expect 4 "$ORDO" trend -o t.data --gcov nowhere
    expect 2 "$ORDO" trend -o t.data --gcov data/a
    grep -q 'contains no folders' err
    expect 2 "$ORDO" trend -o t.data --gcov data -f bytes
}

# Compares line counts where the blocks of gcc and clang correspond. On two lines they do not: gcc returns to a sum over
# two lines for the addition, and does not count the second return of setjmp.
test_line_counts_are_those_of_gcc() {
    cp "$PROGRAMS/line_counts.c" .
    assert_ok gcc -O0 -w --coverage -o p line_counts.c
    ./p >out && gcov -o . p-line_counts.gcda >/dev/null
    assert_ok "$ORDO" cc --blocks -O0 -w -o q line_counts.c
    assert_ok "$ORDO" record -q -o q.data -- ./q >out
    "$ORDO" report --json q.data >q.json
    python3 "$ROOT/tests/e2e/line_counts.py" --gcov line_counts.c.gcov line_counts.c q.json >found || true
    assert_eq "lines that differ" "line_counts.c:16: line_counts.c:28:" "$(cut -d' ' -f1 found | xargs)"
    copy_program gcov/gcov_threads.c threads.c
    copy_program gcov/gcov_throws.cc throws.cc
    for source in threads.c throws.cc; do
        case $source in *.c) gcc=gcc ordo=cc ;; *) gcc=g++ ordo=c++ ;; esac
        assert_ok $gcc -O0 -w --coverage -fprofile-update=atomic -o g $source -lpthread
        ./g && gcov -o . g-*.gcda >/dev/null && rm g-*
        assert_ok "$ORDO" $ordo --blocks -O0 -w -o q $source -lpthread
        assert_ok "$ORDO" record -q -o q.data -- ./q
        "$ORDO" report --json q.data >q.json
        assert_ok python3 "$ROOT/tests/e2e/line_counts.py" --gcov $source.gcov $source q.json
    done
}

run_tests
