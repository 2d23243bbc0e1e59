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

# Writes compare.py NAME...: compares each workload's counts with the blocks that gcov itself lists.
write_compare() {
    cat >compare.py <<'P'
import collections, glob, os, re, sqlite3, subprocess, sys, tempfile
from trend_counts import varints
db = sqlite3.connect("t.data")
files = dict(db.execute("SELECT location, file FROM trend_locations"))
wanted = set(open("files").read().split())
compared = 0
for number, name in enumerate(sys.argv[1:]):
    numbers = list(varints(db.execute("SELECT counts FROM trend_counts WHERE workload = ?", (number,)).fetchone()[0]))
    found, at = {}, 0
    for distance, count in zip(numbers[::2], numbers[1::2]):
        at += distance
        found[at] = count
    ours = sorted(found.get(k, 0) for k in files if files[k].replace("../", "") in wanted)
    theirs, source = [], ""
    with tempfile.TemporaryDirectory() as folder:
        for f in glob.glob("data/*.gcno") + glob.glob(f"data/{name}/*.gcda"):
            os.symlink(os.path.abspath(f), os.path.join(folder, os.path.basename(f)))
        for f in glob.glob(folder + "/*.gcda"):
            listing = subprocess.run(["gcov", "-a", "-t", f], stdout=subprocess.PIPE, check=True, text=True, cwd=open("where").read().strip()).stdout
            for line in listing.split("\n"):
                m = re.match(r"\s*-:\s*0:Source:(.*)", line)
                if m:
                    source = os.path.basename(m[1])
                m = re.match(r"\s*([0-9]+|%%%%%|\$\$\$\$\$)\*?:\s*\d+-block", line)
                if m and source in wanted:
                    theirs.append(int(m[1]) if m[1].isdigit() else 0)
    # gcov leaves out the blocks that calls return to.
    if collections.Counter(theirs) - collections.Counter(ours) or len(theirs) < len(ours) / 2 or sum(theirs) == 0:
        sys.exit(f"    {name}: {len(ours)} blocks, {len(theirs)} by gcov: {ours}, {sorted(theirs)}")
    compared += len(ours)
print(compared)
P
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
    grep -q "^ordo trend: of nothing: failed: .*contains no .gcda file: .*: it is left out" err
    grep -q "^ordo trend: broken: failed: .*sort-bubble_sort.gcda: byte 0: the file ends too early" err
    grep -q "t.data: 6 of 8 workloads, 3 features" err
    "$ORDO" report --json t.data >t.json
    python3 "$ROOT/tests/report/validate.py" "$ROOT/docs/trend.schema.json" t.json || [ $? -eq 77 ]
    python3 - <<'P'
import json, sys
p = json.load(open("t.json"))
if p["source"] != "gcov": sys.exit(p["source"])
n = [60, 100, 200, 500, 1000, 2000]
c = next(c for c in p["clusters"] if any(m["routine"] == "bubble_sort" and m["line"] == 19 for m in c["members"]))
fit = next(f for f in c["fits"] if f["feature"] == "n")
if abs(fit["power"]["b"] - 2) > 0.02 or fit["model"]["class"] != "n^2": sys.exit(str(fit))
ok = {w["name"]: w for w in p["workloads"] if w["status"] == "ok"}
for k in n:
    w = ok[f"n{k}"]["features"]
    # The loop's condition, in all executions of the loop.
    if w["loop"] != k * (k - 1) / 2 + k or w["n"] != k or w["files"] != 1: sys.exit(f"{k}: {w}")
P
    write_compare
    python3 - <<'P'
import sqlite3, sys
names = [r[0] for r in sqlite3.connect("t.data").execute("SELECT name FROM trend_workloads ORDER BY workload")]
if names != ["broken", "n100", "n1000", "n200", "n2000", "n500", "n60", "of nothing"]: sys.exit(names)
P
    rm -r "data/of nothing" data/broken
    assert_ok "$ORDO" trend -q -o t.data --gcov data --table table.csv
    echo bubble_sort.c >files && echo . >where
    PYTHONPATH=$ROOT/tests/e2e assert_ok python3 compare.py n100 n1000 n200 n2000 n500 n60
    if [ -s "$ROOT/build/gen/page.html" ]; then
        expect 0 "$ORDO" report --html page.html t.data
        grep -q 'id="ordo-0-source-0"' page.html
    fi
}

# Two objects, an inline routine in both, a path mirrored by GCOV_PREFIX, threads, C++ exceptions.
test_block_counts_are_those_of_gcov() {
    mkdir data
    cat >shared.h <<'C'
static inline int shared(int n) {
    int s = 0;
    while (n-- > 0)
        s += n % 3 ? 1 : 2;
    return s;
}
C
    cat >one.cc <<'C'
#include "shared.h"
#include <cstdlib>
#include <pthread.h>
#include <stdexcept>
#include <vector>
int two(int n);
static int thrower(int n) {
    if (n % 3 == 0)
        throw std::runtime_error("three");
    return n;
}
static void *work(void *arg) {
    int n = *(int *)arg;
    for (int i = 0; i < n; i++)
        shared(i);
    return arg;
}
int main(int argc, char **argv) {
    int n = atoi(argv[1]), caught = 0;
    pthread_t t[3];
    for (auto &x : t) pthread_create(&x, nullptr, work, &n);
    for (auto &x : t) pthread_join(x, nullptr);
    std::vector<int> v;
    for (int i = 0; i < n; i++)
        try {
            v.push_back(thrower(i) + two(i));
        } catch (const std::exception &) {
            caught++;
        }
    if (caught > 5)
        exit(shared(caught) > 1000);
    return 0;
}
C
    cat >two.cc <<'C'
#include "shared.h"
#include <setjmp.h>
static jmp_buf back;
static void leap(int n) { if (n & 1) longjmp(back, n); }
int two(int n) {
    volatile int seen = 0;
    if (setjmp(back) == 0) leap(n);
    else seen = 1;
    return shared(n) + seen;
}
C
    (cd data && assert_ok g++ -I.. -O0 -w --coverage -fprofile-update=atomic -c ../one.cc ../two.cc)
    assert_ok g++ --coverage -o p data/one.o data/two.o -lpthread
    for n in 5 50 500; do measure p $n $n; done
    assert_ok "$ORDO" trend -q -o t.data --gcov data -f 'x=sh -c "basename \"$1\"" sh {}'
    write_compare
    # shared() is one routine for Ordo and two for gcov; without it the counts are the same.
    echo one.cc two.cc >files && echo data >where
    PYTHONPATH=$ROOT/tests/e2e assert_ok python3 compare.py 5 50 500
    python3 - <<'P'
import sqlite3, sys
db = sqlite3.connect("t.data")
rows = db.execute("SELECT file, line, ordinal, count(*) FROM trend_locations WHERE file LIKE '%shared.h' GROUP BY file, line, ordinal").fetchall()
if not rows or any(r[3] != 1 for r in rows): sys.exit(f"    copies of a header's routine are not merged: {rows}")
totals = [r[0] for r in db.execute("SELECT total FROM trend_workloads ORDER BY workload")]
if not totals[0] < totals[1] < totals[2] or totals[0] <= 0: sys.exit(str(totals))
P
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
    write_compare
    echo line_counts.c >files && echo . >where
    PYTHONPATH=$ROOT/tests/e2e assert_ok python3 compare.py w1 w2
}

test_notes_and_data_that_do_not_match_are_reported() {
    cp "$PROGRAMS/bubble_sort.c" . && mkdir data
    assert_ok gcc -O0 -w --coverage -o data/sort bubble_sort.c && mv data/sort .
    measure sort a 100 1 random
    mkdir data/b && head -c 60 data/a/sort-bubble_sort.gcda >data/b/sort-bubble_sort.gcda
    expect 0 "$ORDO" trend -o t.data --gcov data
    grep -q 'b: failed: .*b/sort-bubble_sort.gcda: byte [0-9]*: .*: it is left out' err
    mv data/sort-bubble_sort.gcno kept
    (cd data && assert_ok gcc -O0 -w --coverage -o other "$PROGRAMS/quick_sort.c" && mv other-quick_sort.gcno sort-bubble_sort.gcno)
    expect 1 "$ORDO" trend -o t.data --gcov data
    grep -q 'a: failed: .*sort-bubble_sort.gcda: does not belong to the compilation that wrote .*sort-bubble_sort.gcno: keep' err
    rm data/sort-bubble_sort.gcno
    expect 1 "$ORDO" trend -o t.data --gcov data
    grep -q 'a: failed: .*its notes sort-bubble_sort.gcno are neither beside it nor in ' err
    expect 2 "$ORDO" trend -o t.data --gcov data -- ./sort {}
    grep -q './sort: with --gcov nothing is run' err
    expect 2 "$ORDO" trend -o t.data --gcov data --scan n=1,2
    grep -q -- '--scan: with --gcov nothing is run' err
    expect 4 "$ORDO" trend -o t.data --gcov nowhere
    expect 2 "$ORDO" trend -o t.data --gcov data/a
    grep -q 'there is no folder in it' err
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
    cat >threads.c <<'C'
#include <pthread.h>
static void *work(void *arg) {
    volatile int n = 0;
    int i = 0;
    while (i < 50000) {
        if (i % 7 == 0)
            n = n + 1;
        i++;
    }
    return arg;
}
int main(void) {
    pthread_t t[4];
    int i = 0;
    while (i < 4) {
        pthread_create(&t[i], 0, work, 0);
        i++;
    }
    while (i > 0) {
        i--;
        pthread_join(t[i], 0);
    }
    return 0;
}
C
    cat >throws.cc <<'C'
static int odd(int n) {
    if (n % 2)
        throw n;
    return n;
}
static int deep(int n) {
    if (n == 0)
        return odd(13);
    return deep(n - 1);
}
int main() {
    int sum = 0;
    int i = 0;
    while (i < 100) {
        try {
            sum += odd(i);
            sum++;
        } catch (int) {
            sum--;
        }
        i++;
    }
    try {
        deep(20);
        sum = 0;
    } catch (int n) {
        sum += n;
    }
    return sum == 0;
}
C
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
