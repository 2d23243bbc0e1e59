#!/bin/bash
# ordo export and ordo annotate: what other tools and the terminal receive of a profile.
. "$(dirname "$0")/lib.sh"

# make_profile [FILE]: records a program in which main calls f with 30 sizes n, f calls g n times, and g's loop has n iterations.
make_profile() {
    copy_program export/three_levels.c two.c
    "$ORDO" cc -O1 -g --no-fold two.c -o two
    "$ORDO" record -q -o "${1:-ordo.data}" -- ./two
}
total() { sqlite3 "${1:-ordo.data}" 'SELECT total_cost FROM profile'; }

test_wrong_usage_is_reported() {
    make_profile
    expect 2 "$ORDO" export
    expect 2 "$ORDO" export --format callgrnd
    grep -q 'did you mean callgrind' err
    expect 2 "$ORDO" export --format csv --at 0.5 -o out.csv
    [ ! -e out.csv ] || { fail "a rejected export left a file"; exit 1; }
    expect 4 "$ORDO" export --format csv missing.data
    expect 4 "$ORDO" export --format csv -o no/such/folder.csv
    assert_eq "lines of the message" 1 "$(wc -l <err)"
    [ -w /dev/full ] || return 0
    local rc=0
    "$ORDO" export --format flamegraph >/dev/full 2>err || rc=$?
    assert_eq "status on a full disk" 4 $rc
}

test_json_is_the_report() {
    make_profile
    "$ORDO" report --json >want
    expect 0 "$ORDO" export --format json
    assert_ok cmp want out
    "$ORDO" report --json --at 4 >want
    expect 0 "$ORDO" export --format json --at 4x
    assert_ok cmp want out
}

test_predictions_are_for_the_factor_that_was_asked_for() {
    make_profile
    for factor in 2 10 100x; do
        expect 0 "$ORDO" export --format csv --at $factor
        mv out csv.$factor
    done
    python3 -c 'import csv
rows = [list(csv.DictReader(open("csv." + f, newline=""))) for f in ("2", "10", "100x")]
for two, ten, hundred in zip(*rows): assert 5 * float(two["n"]) == float(ten["n"]) == float(hundred["n"]) / 10, ten
sums = [sum(float(r["sum"] or 0) for r in x) for x in rows]
assert sums[0] < sums[1] < sums[2], sums'
    for format in callgrind speedscope; do
        expect 0 "$ORDO" export --format $format --at 4
        grep -q 'at 4 times the size' out
    done
    expect 2 "$ORDO" export --format csv --at 0
    grep -q 'write a number above 1' err
}

test_csv_has_all_points() {
    make_profile
    expect 0 "$ORDO" export --format csv
    python3 "$CHECKS/csv_points.py"
    expect 0 "$ORDO" export --format csv --at 10x
    python3 "$CHECKS/csv_predictions.py"
}

test_callgrind_annotate_reads_the_callgrind_export() {
    make_profile
    command -v callgrind_annotate >/dev/null || skip "no callgrind_annotate"
    expect 0 "$ORDO" export --format callgrind -o callgrind.out
    callgrind_annotate callgrind.out >annotated 2>said || { cat annotated said; exit 1; }
    assert_eq "complaints" "" "$(cat said)"
    assert_eq "total" "$(total)" "$(awk '/PROGRAM TOTALS/ { gsub(",", "", $1); print $1 }' annotated)"
    # The whole cost of g's loop belongs to g, at the loop's line.
    local own
    own=$(sqlite3 ordo.data "SELECT sum(cost_self) FROM scopes WHERE linkage_name = 'g' AND kind IN ('routine', 'loop')")
    assert_eq "own cost of g" "$own" "$(awk '/two.c:g / { gsub(",", "", $1); print $1; exit }' annotated)"
    callgrind_annotate --inclusive=yes callgrind.out >inclusive
    assert_eq "inclusive cost of main" "$(total)" "$(awk '/two.c:main / { gsub(",", "", $1); print $1; exit }' inclusive)"
    grep -q "^fl=$PWD/two.c" callgrind.out || { fail "the source's place"; grep ^fl callgrind.out; exit 1; }
}

test_callgrind_names_cannot_break_lines() {
    cat >odd.cc <<'C'
namespace { template <typename T> struct A { [[gnu::noinline]] T f(T n) { T s = 0; for (T i = 0; i < n; i++) s += i * s; return s; } }; }
int main(int argc, char **) { A<int> a; return a.f(argc * 9) == 1; }
C
    "$ORDO" c++ -O1 -g odd.cc -o odd
    "$ORDO" record -q -- ./odd
    expect 0 "$ORDO" export --format callgrind -o callgrind.out
    callgrind_annotate callgrind.out >annotated
    grep -q '(anonymous[ a-z]*)::A<int>::f' annotated || { cat annotated; exit 1; }
}

test_costs_of_stacks_sum_to_the_cost_of_the_run() {
    make_profile
    expect 0 "$ORDO" export --format flamegraph
    assert_eq "sum of stacks" "$(total)" "$(awk '{ s += $NF } END { printf "%d", s }' out)"
    grep -qE '^main;loop two.c:[0-9]+;f;loop two.c:[0-9]+;g;loop two.c:7 [0-9]+$' out || { cat out; exit 1; }
    expect 0 "$ORDO" export --format speedscope
    python3 "$CHECKS/speedscope_weights.py" "$(total)"
}

test_the_pprof_export_can_be_read() {
    make_profile
    expect 0 "$ORDO" export --format pprof -o profile.pb.gz
    python3 "$ROOT/tests/e2e/read_pprof.py" profile.pb.gz >read || { cat read; exit 1; }
    assert_eq "types" "types [('calls', 'count'), ('cost', 'blocks')]" "$(grep '^types' read)"
    assert_eq "sum of samples" "$(total)" "$(awk '/^types/ { exit } { s += $NF } END { printf "%d", s }' read)"
    grep -q "^function g $PWD/two.c 5\$" read || { cat read; exit 1; }
    grep -q '^main;loop two.c:19;f;loop two.c:13;g;loop two.c:7 ' read || { cat read; exit 1; }
}

test_predicted_costs_grow_by_their_models() {
    make_profile
    for at in "" "--at 10x"; do
        # shellcheck disable=SC2086
        "$ORDO" export --format flamegraph $at >"stacks$at"
    done
    "$ORDO" report --json >report.json
    python3 "$CHECKS/predicted_stacks.py"
    expect 0 "$ORDO" export --format callgrind --at 10x -o callgrind.out
    callgrind_annotate callgrind.out >/dev/null
    expect 0 "$ORDO" export --format pprof --at 10x -o p.gz
    python3 "$ROOT/tests/e2e/read_pprof.py" p.gz | grep -q predicted_cost
}

test_a_profile_is_not_overwritten() {
    make_profile
    cp ordo.data kept
    expect 3 "$ORDO" report --html ordo.data
    grep -q 'ordo.data: exists and is not a page that Ordo wrote' err
    expect 3 "$ORDO" export --format csv -o ordo.data
    assert_ok cmp ordo.data kept
    [ -s "$ROOT/build/gen/page.html" ] || skip "this build has no HTML page"
    expect 0 "$ORDO" report --html page.html
    expect 0 "$ORDO" report --html page.html
    expect 4 "$ORDO" report --html no/such/page.html
    assert_eq "files that failures left" "" "$(ls | grep part || true)"
    "$ORDO" report --html - >stdout.html
    assert_ok cmp page.html stdout.html
}

test_figures_are_svg_and_png() {
    make_profile
    expect 0 "$ORDO" report f --plot f.svg
    python3 - <<'P'
import xml.etree.ElementTree as tree
svg = tree.parse("f.svg").getroot()
assert svg.tag == "{http://www.w3.org/2000/svg}svg", svg.tag
shapes = sum(1 for e in svg.iter() if e.tag.endswith("path"))
assert shapes > 90, f"{shapes} paths for 30 sizes, worst, average and best"
P
    expect 0 "$ORDO" report two.c:7 ordo.data --plot g.png --metric rms
    python3 - <<'P'
import struct
head = open("g.png", "rb").read(24)
assert head[:8] == b"\x89PNG\r\n\x1a\n", head
assert min(struct.unpack(">II", head[16:])) > 500, head
P
    expect 3 "$ORDO" report nobody --plot n.svg
    grep -q 'nobody' err
    [ ! -e n.svg ] || { fail "a figure of an unknown routine"; exit 1; }
    expect 2 "$ORDO" report f --plot f.gif
    expect 3 "$ORDO" report f --plot f.svg --metric arg:nothing
    expect 2 "$ORDO" report --plot f.svg
    expect 4 "$ORDO" report f --plot no/such/folder.svg
}

test_annotate_shows_cost_class_and_share() {
    make_profile
    expect 0 "$ORDO" annotate two.c
    assert_eq "lines" "$(($(wc -l <two.c) + 3))" "$(wc -l <out)"
    local loop
    loop=$(grep ' 7 . *for (int i' out)
    grep -qE '^ +[5-9][0-9]\.[0-9] % +9[0-9]\.[0-9] % n  ' <<<"$loop" || { echo "$loop"; exit 1; }
    assert_eq "class of f" "n^2" "$(awk '/int f\(const/ { print $5 }' out)"
    grep -qE '^ +8 . +sum \+= a\[i\];$' out || { fail "a line without scopes"; cat out; exit 1; }
    expect 0 "$ORDO" annotate "$PWD/two.c" --context 0
    assert_eq "lines that scopes begin on" 6 "$(grep -cE '^ .* % ' out)"
    expect 0 "$ORDO" annotate
    grep -qE '^ *100.0 % +6  two.c$' out || { cat out; exit 1; }
    expect 3 "$ORDO" annotate three.c
    grep -q 'three.c' err
    expect 2 "$ORDO" annotate two.c three.c
    expect 2 "$ORDO" annotate --context many two.c
}

test_annotate_counts_code_of_libraries_as_own_cost_of_what_calls_it() {
    cp "$ROOT/tests/web/library_calls.cpp" .
    "$ORDO" c++ -O1 -g -o calls library_calls.cpp && "$ORDO" record -q -- ./calls >/dev/null
    expect 0 "$ORDO" report --wide
    # Its class is that by an argument of its routine, so its growth is known.
    grep -qE ' n [0-9]+ % .* loop in count_words ' out || { cat out; fail "the loop has no class"; exit 1; }
    ! grep -q 'growth of .*loop in count_words.* is not known' out || { cat out; fail "its growth is said not to be known"; exit 1; }
    local share
    share=$(awk '/ loop in count_words / { print $3 " %" }' out)
    expect 0 "$ORDO" annotate library_calls.cpp
    grep -qx 'OWN: without callees and inner loops, with the code of libraries called there' out || { cat out; exit 1; }
    assert_eq "own cost and class of the loop" "$share n" "$(awk '/words\[/ { print $1, $2, $5 }' out)"
    expect 0 "$ORDO" annotate
    assert_eq "the files" "100.0 % library_calls.cpp 0 %" "$(awk '/\.cpp$/ { printf "%s %s %s ", $1, $2, $4 } /stl_tree/ { print $1, $2 }' out)"
    # Source of a library has its own cost apart.
    expect 0 "$ORDO" annotate stl_tree.h
    [ "$(awk '$2 == "%" && $1 + 0 > max { max = $1 } END { print (max > 1) }' out)" = 1 ] || { grep % out; fail "no cost in the library's source"; exit 1; }
}

# The loop's own cost includes strlen's; that of the recursion is shown at its members.
test_own_cost_beside_the_source_is_that_of_the_report() {
    cat >p.c <<'C'
#include <string.h>
static char text[4001];
static unsigned odd(unsigned n);
static unsigned even(unsigned n) { return n ? odd(n - 1) + (n & 1) : 0; }
static unsigned odd(unsigned n) { return n ? even(n - 1) : 0; }
static unsigned measure(unsigned n) {
    unsigned sum = 0;
    for (unsigned i = 0; i < n; i++) sum += (unsigned)strlen(text + i * 10);
    return sum;
}
int main(void) {
    unsigned sum = 0;
    memset(text, 'x', 4000);
    for (unsigned n = 10; n < 200; n += 10) sum += measure(n) + even(10 * n);
    return sum == 7;
}
C
    "$ORDO" cc -O1 -g --no-fold -o p p.c
    "$ORDO" record -q -- ./p
    "$ORDO" report --json >report.json
    expect 0 "$ORDO" annotate p.c
    python3 "$CHECKS/own_beside_source.py" report.json out
    expect 0 "$ORDO" annotate
    grep -qE '^ *100.0 % +[0-9]+  p.c$' out || { cat out; fail "the file's own cost is not the whole run"; exit 1; }
}

test_annotate_shows_counts_of_lines() {
    make_profile
    "$ORDO" cc -O1 -g --blocks two.c -o two
    "$ORDO" record -q -- ./two
    expect 0 "$ORDO" annotate two.c
    # g is called 10 + 20 + ... + 300 times; its loop has 100 + 400 + ... + 90,000 iterations.
    grep -qE ' 945,500 +8 . +sum \+= a\[i\];$' out || { cat out; exit 1; }
    grep -qE ' 4,650 +9 . +return sum;$' out || { cat out; exit 1; }
}

# A scope without debug information may name its object as its file.
test_annotate_does_not_print_a_file_that_is_not_text() {
    make_profile
    { printf 'ELF\0\n'; cat two.c; } >binary && cp binary two.c
    expect 0 "$ORDO" annotate two.c
    grep -q '^no text: not a text file$' out || { cat out; fail "it is not said"; exit 1; }
    ! grep -q 'ELF\|int f' out || { cat -v out; fail "bytes of the file"; exit 1; }
}

test_annotate_works_without_the_source_text() {
    make_profile
    mv two.c elsewhere
    expect 0 "$ORDO" annotate two.c
    grep -q 'no text: ' out
    grep -qE '% n +.* 7 .*two.c:7' out || { cat out; exit 1; }
    printf 'int x;\n' >two.c
    expect 0 "$ORDO" annotate two.c
    grep -q 'changed after the recording' out
}

run_tests
