#!/bin/bash
# Tests the pages of `ordo report --html` and of `ordo lab` in headless Chromium:
#
#     web.sh PAGE_PROFILES PAGE_LABS SERVE_PAGE
#
# Makes the pages, then runs page_test.mjs and the others. ONLY=WORD runs the tests whose names contain WORD.
. "$(dirname "$0")/../e2e/lib.sh"
MAKER=$1
LABS=$2
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir" || exit 1

# In CI a missing page is a failure; elsewhere (npm's registry could not be reached) it is a loud skip.
if [ ! -s "$ROOT/build/gen/page.html" ] || [ ! -d "$ROOT/web/node_modules/playwright-core" ]; then
    echo "this build has no HTML page: npm's registry could not be reached"
    if [ "${CI:-}" = true ]; then
        echo "web: 0 passed, 1 failed, 0 skipped"
        exit 1
    fi
    echo "web: 0 passed, 0 failed, 1 skipped"
    exit 0
fi

die() { echo "FAIL  web: $*"; echo "web: 0 passed, 1 failed, 0 skipped"; exit 1; }
mkdir src && cp "$ROOT/tests/web/growing.c" src/ && cd src || die "no place to work in"
"$ORDO" cc -O1 -g --blocks -o ../growing growing.c || die "growing.c cannot be compiled"
cd .. || exit 1
"$ORDO" record -q --cost blocks,allocs,iterations -o real.data -- ./growing >/dev/null || die "growing cannot be recorded"
sed 's/n <= 400/n <= 120/' src/growing.c >src/shorter.c
(cd src && mv growing.c longer.c && mv shorter.c growing.c && "$ORDO" cc -O1 -g -o ../shorter growing.c) ||
    die "shorter cannot be compiled"
"$ORDO" record -q -o other.data -- ./shorter >/dev/null || die "shorter cannot be recorded"
mv src/longer.c src/growing.c
for kind in hostile empty large figure sampled; do
    "$MAKER" $kind $kind.data && "$ORDO" report --html $kind.html $kind.data || die "no page of $kind"
done
"$ORDO" report --html real.html real.data || die "no page of real.data"
"$ORDO" cc -O1 -g "$ROOT/tests/e2e/programs/fib.c" -o fib && "$ORDO" record -q -o settled.data -- ./fib 20 3 >/dev/null &&
    "$ORDO" report --html settled.html settled.data || die "no page of a settled scope"
for name in real hostile other settled; do
    "$ORDO" report --json $name.data >$name.json || die "no JSON of $name.data"
done
"$ORDO" report --html two.html --compare other.data real.data || die "no page of two profiles"
mkdir moved && sed 's/^static/\n\nstatic/' src/growing.c >moved/growing.c && (cd moved &&
    "$ORDO" cc -O1 -g --blocks -o ../growing_moved growing.c) || die "the moved lines cannot be compiled"
"$ORDO" record -q -o moved.data -- ./growing_moved >/dev/null &&
    "$ORDO" report --html moved.html --compare real.data moved.data || die "no page of moved lines"
"$ORDO" report --html bare.html --no-source real.data || die "no page without sources"
cp "$ROOT/tests/e2e/programs/bubble_sort.c" src/ && cp "$ROOT/tests/e2e/programs/count_lines.c" src/ && (cd src &&
    "$ORDO" cc -O1 -g -w --blocks -o ../sort bubble_sort.c && "$ORDO" cc -O1 -g -w --blocks -o ../lines count_lines.c) ||
    die "the programs of the trends cannot be compiled"
"$ORDO" trend -q -o trend.data --scan n=60,100,200,500,1000,2000 --scan seed=1,2,3 -- ./sort {n} {seed} random 2>/dev/null ||
    die "no trend"
mkdir w && for n in 100 200 400 800 1600; do seq $n >w/$n; done && : >w/none
"$ORDO" trend -q -o plain_trend.data --stdin {} -w w -- ./lines 2>/dev/null || die "no trend of files"
"$ORDO" report --html trend.html trend.data && "$ORDO" report --json trend.data >trend.json &&
    "$ORDO" report --html plain_trend.html --no-source plain_trend.data || die "no page of a trend"
cp "$ROOT/tests/web/noisy.c" "$ROOT/tests/web/sorted_tree.c" "$ROOT/tests/e2e/programs/list_sort.c" src/ && (cd src &&
    "$ORDO" cc -O1 -g -w --blocks -o ../noisy noisy.c && "$ORDO" cc -O1 -g -w -o ../sorted_tree sorted_tree.c &&
    "$ORDO" cc -O1 -g -w --structure -o ../list_sort list_sort.c) || die "the programs of other pages cannot be compiled"
"$ORDO" trend -q -o noisy.data --scan n=10,40,100,200,400,800 --scan seed=1,2,3 -- ./noisy {n} {seed} 2>/dev/null &&
    "$ORDO" report --html noisy.html noisy.data && "$ORDO" report --json noisy.data >noisy.json &&
    "$ORDO" report --wide noisy.data >noisy.txt || die "no page of a noisy trend"
"$ORDO" trend -q -o single.data --scan n=100 -- ./sort {n} 1 random 2>/dev/null &&
    "$ORDO" report --html single.html single.data || die "no page of a trend of one workload"
"$ORDO" run -q --scan n=100:400:x2 -o tree.data -- ./sorted_tree {n} >/dev/null && "$ORDO" report --html tree.html tree.data &&
    "$ORDO" report --json tree.data >tree.json || die "no page of a recursion"
"$ORDO" tree -q -o blind.data ./list_sort >/dev/null 2>&1 && "$ORDO" report --html blind.html blind.data &&
    "$ORDO" report --json blind.data >blind.json || die "no page of a structure build"
cp "$ROOT/tests/web/registers.c" "$ROOT/tests/web/library_calls.cpp" src/ && (cd src &&
    "$ORDO" cc -O1 -g -o ../registers registers.c && "$ORDO" cc -O1 -g --structure -o ../registers_structure registers.c &&
    "$ORDO" cc -O1 -g --production -o ../registers_production registers.c && ${CC:-cc} -O1 -g -o ../registers_plain registers.c &&
    "$ORDO" c++ -O1 -g -o ../library_calls library_calls.cpp) || die "the programs of the agreement cannot be compiled"
"$ORDO" record -q -o registers.data ./registers 300 >/dev/null && "$ORDO" run -q -o series.data --scan n=100:400:x2 -- ./registers {n} >/dev/null &&
    "$ORDO" tree -q -o repeated.data ./registers_structure 200 >/dev/null 2>&1 && "$ORDO" record -q -o plain.data ./registers_plain 100 >/dev/null 2>&1 &&
    "$ORDO" record --production --rate 1/2 -q -o samples.data ./registers_production 300 >/dev/null &&
    "$ORDO" record -q -o library.data ./library_calls >/dev/null || die "no profiles of the agreement"
for name in registers repeated plain library; do
    "$ORDO" report --html $name.html $name.data && "$ORDO" report --json $name.data >$name.json &&
        "$ORDO" report --wide --rows 0 $name.data >$name.txt || die "no page of $name.data"
done
"$ORDO" annotate -i library.data library_calls.cpp >annotated || die "no annotated source"
for name in samples repeated registers; do
    "$ORDO" report --html against_$name.html --compare $name.data series.data || die "no page of series.data and $name.data"
done
for kind in course bare main none; do
    "$LABS" $kind lab_$kind.html || die "no page of the laboratory $kind"
done
"$LABS" course lab_course.json || die "no JSON of the laboratory"
cp "$ROOT/tests/growth/input.h" "$ROOT/tests/growth/shapes/sorted_insert.c" src/ && (cd src &&
    "$ORDO" cc -O1 -g -w -o ../insert sorted_insert.c && "$ORDO" cc -O1 -g -w -DREPAIRED -o ../repaired sorted_insert.c) ||
    die "the programs of the findings cannot be compiled"
"$ORDO" run -q --scan n=500:2000:x2 -o runs.data -- ./insert {n} >/dev/null &&
    "$ORDO" run -q --scan n=500:2000:x2 -o repaired.data -- ./repaired {n} >/dev/null &&
    "$ORDO" record -q -o within.data -- ./insert 2000 >/dev/null || die "no profiles of the findings"
"$ORDO" cc -O1 -g "$ROOT/tests/e2e/programs/whole_calls.c" -o whole_calls &&
    "$ORDO" record -q -o calls.data -- ./whole_calls >/dev/null || die "no profile of whole calls"
for name in runs within repaired calls; do
    "$ORDO" report --html $name.html $name.data || die "no page of $name.data"
done
"$ORDO" report --html four.html --at 4 runs.data || die "no page with another factor"
for name in runs within real; do
    "$ORDO" report --wide $name.data >$name.txt || die "no report of $name.data"
done
for name in runs within; do
    "$ORDO" report --json $name.data >$name.json || die "no JSON of $name.data"
done
mv src hidden && "$ORDO" report --html lost.html real.data && mv hidden src || die "no page of lost sources"

(cd "$ROOT/web" && node_modules/.bin/tsc --noEmit -p .) >types.log 2>&1
export TYPES=$?
[ $TYPES -eq 0 ] || cat types.log
chromium=${CHROMIUM:-$(command -v chromium || command -v chromium-browser)}
[ -n "$chromium" ] || die "there is no chromium: scripts/setup.sh test"
export CHROMIUM=$chromium PLAYWRIGHT=$ROOT/web/node_modules/playwright-core/index.mjs
# Two suites at a time: a browser waits now and then.
suites="page_test agreement_test trend_page_test compare_page_test findings_page_test layout_test lab_page_test watch_page_test"
export dir SERVE=$3 TESTS=$ROOT/tests/web
status=0
printf '%s\n' $suites | xargs -P 2 -I{} sh -c \
    'timeout 900 node "$TESTS/{}.mjs" "$dir" "$SERVE" >{}.log 2>&1; rc=$?; flock "$dir" cat {}.log; exit $rc' || status=1
exit $status
