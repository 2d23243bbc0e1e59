#!/bin/bash
# ordo report: what fits on a screen, code of libraries, and names of scopes as they are printed.
. "$(dirname "$0")/lib.sh"

# many: 30 routines with costs of their own.
many() {
    { for i in $(seq 30); do
        echo "__attribute__((noinline)) int a_routine_with_a_long_name_$i(int *v, int n) {"
        echo "    int s = 0; for (int i = 0; i < n * $i; i++) s += v[i % n]; return s; }"
    done
    echo 'int main(void) { static int v[400]; int s = 0;'
    echo '    for (int n = 10; n < 400; n += 30) s +='
    for i in $(seq 30); do echo "        a_routine_with_a_long_name_$i(v, n) +"; done
    echo '        0; return s & 1; }'; } >a_source_file_with_a_long_name.c
    assert_ok "$ORDO" cc -O1 -g -o many a_source_file_with_a_long_name.c
    "$ORDO" record -q ./many || true
}

# longest FILE: prints the columns of the longest line of its table.
longest() { sed -n '/^ *AT 10x/,/^$/p' "$1" | LC_ALL=C.UTF-8 awk '{ if (length > n) n = length } END { print n }'; }
rows() { sed -n '/^ *AT 10x/,/^$/p' "$1" | tail -n +2 | grep -c .; }

test_the_table_has_20_rows_and_says_how_to_see_the_others() {
    many
    expect 0 "$ORDO" report
    assert_eq "rows" 20 "$(rows out)"
    grep -q '^not shown: 42 more scopes (--rows 0 shows all)' out || { cat out; fail "the others are not counted"; exit 1; }
    expect 0 "$ORDO" report --rows 0
    assert_eq "all rows" 62 "$(rows out)"
    ! grep -q 'more scopes' out || { cat out; fail "something is left out"; exit 1; }
}

test_the_table_has_100_columns_unless_it_may_be_wide() {
    many
    expect 0 "$ORDO" report
    [ "$(longest out)" -le 100 ] || { cat out; fail "$(longest out) columns"; exit 1; }
    for column in SHARE GROWTH SCOPE WHERE; do
        grep -q "^ *AT 10x .*$column" out || { cat out; fail "no column $column"; exit 1; }
    done
    grep -q '\.\.\.ong_name\.c:60$' out || { cat out; fail "places lost their lines"; exit 1; }
    expect 0 "$ORDO" report --wide
    [ "$(longest out)" -gt 130 ] || { cat out; fail "$(longest out) columns are not wide"; exit 1; }
    grep -q 'WORST CASE' out || { cat out; fail "a column is missing"; exit 1; }
    expect 0 env ORDO_WIDE=1 "$ORDO" report
    [ "$(longest out)" -gt 130 ] || { cat out; fail "ORDO_WIDE has no effect"; exit 1; }
}

test_each_kind_of_warning_has_one_line() {
    many
    expect 0 "$ORDO" report
    assert_eq "lines" 1 "$(grep -c '^warning \[few-sizes\] [0-9]* scopes\?[:,] ' out)"
    ! grep -q 'record inputs of other sizes' out || { cat out; fail "a remedy without --warnings"; exit 1; }
    assert_eq "the last line" '`ordo report --warnings` shows all warnings, and what to do about them' "$(tail -n 1 out)"
    expect 0 "$ORDO" report --warnings
    grep -q 'record inputs of other sizes' out || { cat out; fail "no remedy"; exit 1; }
}

# orders: a C++ program whose work is done by the standard library.
orders() {
    cat >orders.cpp <<'C'
#include <algorithm>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>
static std::map<std::string, long> totals;
__attribute__((noinline)) void add_first(std::vector<std::string> &v, const std::string &s) {
    v.insert(v.begin(), s);
}
__attribute__((noinline)) void sum_up(const std::vector<std::string> &v) {
    for (const std::string &s : v) totals[s] += 1;
}
__attribute__((noinline)) void sort_all(std::vector<std::string> &v) { std::sort(v.begin(), v.end()); }
int main(int argc, char **argv) {
    for (int n = 8; n <= atoi(argv[1]); n *= 2) {
        std::vector<std::string> v;
        for (int i = 0; i < n; i++) add_first(v, std::to_string(i * 7919 % 1000));
        sum_up(v);
        sort_all(v);
    }
}
C
    assert_ok "$ORDO" c++ -O2 -g -o orders orders.cpp
    assert_ok "$ORDO" record -q ./orders 128
}

test_code_of_the_standard_library_is_part_of_its_callers() {
    orders
    expect 0 "$ORDO" report --wide --rows 0
    cp out folded
    # The map is destroyed at the end of the process, by no scope of the program.
    assert_eq "rows of libraries" 'std::map<...>::~map' "$(grep -o ' std::[^ ]*' folded | sort -u | tr -d ' ')"
    grep -q 'scopes of libraries, part of their callers (--no-fold-std shows them)' folded || { cat folded; fail "they are not counted"; exit 1; }
    expect 0 "$ORDO" report --wide --rows 0 --no-fold-std
    grep -q 'loop in std::' out || { cat out; fail "no row of the library"; exit 1; }
    ! grep -q 'of libraries' out || { cat out; fail "they have rows and are left out"; exit 1; }
    "$ORDO" report --json >r.json
    python3 - <<'EOF'
import json, re
p = json.load(open("r.json"))
scopes = {s["id"]: s for s in p["scopes"]}
foreign = {s["id"] for s in p["scopes"] if s["routine"].startswith(("std::", "__gnu_cxx::")) or s["file"].startswith("/usr/")}
foreign |= {s["id"] for s in p["library"]}
own, around = {}, []
for c in p["contexts"]:  # parents come first
    outer = around[c["parent"]] if c["parent"] is not None else None
    around.append(outer if c["scope"] in foreign else c["scope"])
    if around[-1]:
        own[around[-1]] = own.get(around[-1], 0) + c["self"]
columns = open("folded").read().splitlines()
title = [l for l in columns if "OWN" in l][0]
end = title.index("OWN") + 3
shown = {}
for l in columns[columns.index(title) + 1:]:
    if not l: break
    place = l.split()[-1]
    shown[place] = shown.get(place, 0) + int(re.search(r"([\d,]+)$", l[:end])[1].replace(",", ""))
for id, cost in own.items():
    s = scopes[id]
    if s["file"] != "orders.cpp" or not s["line"] or not cost: continue
    place = f'{s["file"]}:{s["line"]}'
    same = sum(c for i, c in own.items() if scopes[i]["file"] == "orders.cpp" and scopes[i]["line"] == s["line"])
    assert shown[place] == same, (place, shown[place], same)
first = [i for i in own if scopes[i]["name"] == "add_first"][0]
assert scopes[first]["cost"]["self"] < own[first] / 10, "JSON is folded"
EOF
    expect 0 "$ORDO" report add_first
    grep -q ' of its own and of code of libraries that it calls)$' out || { cat out; fail "the scope's own view differs"; exit 1; }
    expect 0 "$ORDO" report --no-fold-std add_first
    grep -q ' of its own)$' out || { cat out; fail "the library's cost is not left out"; exit 1; }
}

test_own_cost_has_the_library_routines_in_every_view() {
    cat >p.c <<'C'
#include <string.h>
static unsigned long lengths(const char *text) { unsigned long n = 0; for (const char *p = text; *p; p++) n += strlen(p); return n; }
int main(int argc, char **argv) {
    char text[1000];
    unsigned long n = 0;
    (void)argv;
    for (int k = 10; k < 1000; k *= 2) { memset(text, 'a', (unsigned)k); text[k] = 0; n += lengths(text); }
    return n == (unsigned)argc;
}
C
    assert_ok "$ORDO" cc -O1 -g p.c -o p
    assert_ok "$ORDO" record -q -- ./p
    local own
    own=$("$ORDO" report --json | python3 -c 'import json, sys
s = [s for s in json.load(sys.stdin)["scopes"] if s["kind"] == "loop" and s["line"] == 2][0]
assert s["own"] > 10 * s["cost"]["self"], s["own"]
print("{:,}".format(s["own"]))')
    expect 0 "$ORDO" report --wide
    assert_eq "OWN" "$own" "$(awk '/ OWN / { end = index($0, " OWN ") + 4 } / loop in lengths / && end { $0 = substr($0, 1, end); print $NF }' out)"
    expect 0 "$ORDO" report 'loop in lengths'
    grep -qF " $own of its own)" out || { cat out; fail "the detail view differs from $own"; exit 1; }
}

test_code_of_libraries_stays_folded_when_models_are_stored() {
    orders
    "$ORDO" report >first
    "$ORDO" report >second
    assert_ok diff first second
    expect 0 "$ORDO" run -q -- ./orders 64
    ! grep -q ' loop in std::' err || { cat err; fail "ordo run does not fold"; exit 1; }
}

test_formulas_are_short_in_the_table_and_full_for_one_scope() {
    cat >poly.c <<'C'
__attribute__((noinline)) int poly(int *v, int n) {
    int s = 0;
    for (int i = 0; i < n; i++) { s += v[i]; for (int j = 0; j < n; j++) s ^= v[j]; }
    for (int k = 0; k < 12345; k++) s += k ^ v[0];
    return s;
}
int main(void) { static int v[400]; int s = 0; for (int n = 10; n < 400; n += 13) s += poly(v, n); return s & 1; }
C
    assert_ok "$ORDO" cc -O0 -g -o poly poly.c
    "$ORDO" record -q ./poly || true
    expect 0 "$ORDO" report --wide
    sed -n '/^ *AT 10x/,/^$/p' out >table
    ! grep -E '[+-] [0-9.]+ [^+-]*[+-] [0-9.]+ ' table || { fail "three terms"; exit 1; }
    ! grep -E ' [0-9]\.[0-9]{3,} n' table || { fail "four digits"; exit 1; }
    expect 0 "$ORDO" report poly
    grep -qE '^  cost +[0-9]\.[0-9]{3} n\^2 \+ ' out || { cat out; fail "the full formula is not shown"; exit 1; }
}

test_names_are_accepted_as_they_are_printed() {
    cat >names.c <<'C'
__attribute__((noinline)) int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
int main(void) {
    int s = 0;
    for (int i = 0; i < 9; i++) s += fib(i);
    for (int i = 0; i < 4; i++) s ^= i;
    return s & 1;
}
C
    assert_ok "$ORDO" cc -O0 -g -o names names.c
    "$ORDO" record -q ./names || true
    shows() { expect 0 "$ORDO" report "$1"; assert_eq "$1" "$2" "$(head -n 1 out)"; }
    shows 'recursion fib' 'recursion fib  names.c:1'
    shows 'routine fib' 'routine fib  names.c:1'
    shows fib 'routine fib  names.c:1'
    shows 'fib  names.c:1' 'routine fib  names.c:1'
    shows main 'routine main  names.c:2'
    shows 'main  names.c:2' 'routine main  names.c:2'
    shows 'loop in main  names.c:4' 'loop in main  names.c:4'
    shows '  loop in main          names.c:5' 'loop in main  names.c:5'
    shows 'loop in ma...  ...es.c:5' 'loop in main  names.c:5'
    shows names.c:4:5 'loop in main  names.c:4'
    shows 'loop in main (line 5)' 'loop in main  names.c:5' # as findings name callers
    expect 3 "$ORDO" report 'loop in main'
    assert_eq "candidates" "ordo report: loop in main: means 2 scopes: write 'loop in main names.c:4' or 'loop in main names.c:5'" "$(cat err)"
    expect 3 "$ORDO" report 'loop in fib'
    # Every row of the table is a name.
    expect 0 "$ORDO" report --wide
    sed -n '/^ *AT 10x/,/^$/p' out | tail -n +2 | grep . | sed -E 's/.*  ((loop in |recursion )?[a-z]+ +names\.c:[0-9]+)$/\1/' >printed
    assert_eq "rows" 5 "$(wc -l <printed)"
    while read -r name; do expect 0 "$ORDO" report "$name"; done <printed
    expect 0 "$ORDO" report --plot p.svg 'loop in main  names.c:4'
    [ -s p.svg ]
    expect 0 "$ORDO" report --routine 'loop in main'
    assert_eq "rows of the filter" 2 "$(rows out)"
}

# The finding and the row with the bare name are the routine's; its recursion has a name of its own.
test_the_name_in_a_finding_opens_the_scope_that_it_is_about() {
    cat >sort.c <<'C'
#include <stdlib.h>
static int a[1000];
static void sort(int from, int to) {
    int last = from;
    if (from >= to) return;
    for (int i = from; i < to; i++)
        if (a[i] < a[to]) last++;
    sort(from, last - 1), sort(last + 1, to);
}
int main(int n, char **v) {
    n = atoi(v[1]);
    for (int i = 0; i < n; i++) a[i] = i;
    sort(0, n - 1);
    return 0;
}
C
    assert_ok "$ORDO" cc -O1 -g -o sort sort.c
    "$ORDO" record -q -- ./sort 600
    expect 0 "$ORDO" report
    grep -q '^1  n^2 in each call  sort  sort.c:3$' out || { cat out; fail "no finding"; exit 1; }
    for name in sort 'sort  sort.c:3'; do
        expect 0 "$ORDO" report --bound n^2 "$name"
        grep -q '^finding 1: n^2 in each call; ' out || { cat out; fail "$name: no finding"; exit 1; }
        grep -q '^bound n^2 by depth: holds' out || { cat out; fail "$name: no bound"; exit 1; }
    done
    expect 0 "$ORDO" report 'recursion sort'
    assert_eq "the recursion" "recursion sort  sort.c:3" "$(head -n 1 out)"
}

# A name may have a slash: beside a profile it is not a path.
test_names_with_a_slash_are_found_beside_a_profile() {
    cat >v.cc <<'C'
struct V { int x; };
V operator/(V a, V b) { int s = 0; for (int i = 0; i < b.x; i++) s += a.x; return V{s}; }
int main() { V v{3}; for (int i = 0; i < 9; i++) v = v / V{i}; return v.x & 1; }
C
    assert_ok "$ORDO" c++ -O0 -g -o v v.cc
    "$ORDO" record -q ./v || true
    expect 0 "$ORDO" report 'operator/' ordo.data
    assert_eq "the routine" "routine operator/  v.cc:2" "$(head -n 1 out)"
    mkdir operator
    expect 2 "$ORDO" report ordo.data operator/
}

test_names_of_loops_with_a_folder_are_not_profiles() {
    mkdir src
    echo 'int main(void) { int s = 0; for (int i = 0; i < 4; i++) s ^= i; return s & 1; }' >src/p.c
    assert_ok "$ORDO" cc -O0 -g -o p src/p.c
    "$ORDO" record -q ./p || true
    for name in src/p.c:1 'loop in main  src/p.c:1' 'loop in main  ...c/p.c:1'; do expect 0 "$ORDO" report "$name"; done
}

# A part of a C++ name is not the name, but it is close.
test_a_part_of_a_name_is_answered_with_the_whole_name() {
    cat >parts.cc <<'C'
namespace shop { template <class T> struct stock {
    T sum = 0;
    __attribute__((noinline)) void add_all(T n) { for (T i = 0; i < n; i++) sum += i; }
}; }
int main(int argc, char **) { shop::stock<int> s; s.add_all(argc + 20); return s.sum < 0; }
C
    "$ORDO" c++ -O1 parts.cc -o parts
    "$ORDO" record -q -- ./parts
    for part in add_all stock shop::stock 'stock<int>'; do
        expect 3 "$ORDO" report "$part"
        grep -q "did you mean 'shop::stock<int>::add_all" err || { cat err; fail "no name for $part"; exit 1; }
    done
    expect 3 "$ORDO" report dd_all
    ! grep -q 'did you mean' err || { cat err; fail "a name for a part of a word"; exit 1; }
}

# Names that are wider than the terminal are divided; a cut path does not begin like a folder of the user.
test_all_lines_fit_a_narrow_terminal() {
    mkdir -p a/folder/with/a/rather/long/name
    cat >a/folder/with/a/rather/long/name/container.cc <<'C'
namespace a_company { namespace its_product { namespace a_subsystem { template <class T> struct ordered_container {
    T *items; T n;
    __attribute__((noinline)) void insert_at_the_front(T x) { for (T i = n++; i > 0; i--) items[i] = items[i - 1]; items[0] = x; }
}; } } }
#include <cstdlib>
int main(int argc, char **argv) {
    int n = std::atoi(argv[argc - 1]);
    a_company::its_product::a_subsystem::ordered_container<int> c{new int[n + 1], 0};
    for (int i = 0; i < n; i++) c.insert_at_the_front(i);
    return c.items[0] < 0;
}
C
    "$ORDO" c++ -g -O1 a/folder/with/a/rather/long/name/container.cc -o container
    "$ORDO" run -q --scan n=50:800:x2 -- ./container {n} 2>/dev/null
    local columns locale
    for columns in 40 60 80; do
        for locale in C C.UTF-8; do
            LC_ALL=$locale TERM=dumb on_terminal shown sh -c "stty cols $columns; '$ORDO' report --no-pager"
            tr -d '\r' <shown | LC_ALL=C.UTF-8 grep -E ".{$((columns + 1))}" >wide || true
            assert_eq "lines wider than $columns in $locale" "" "$(cat wide)"
            [ $locale != C ] || { ! grep '~' shown || { fail "a cut name has a tilde"; exit 1; }; }
        done
    done
    grep -q 'insert_at_the_front' shown
}

run_tests
