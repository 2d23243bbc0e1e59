#!/bin/bash
# Identities of scopes. A routine that is compiled in many places is one scope; different routines are different
# scopes; and they have the same names in two checkouts, two build folders and at two optimisation levels.
. "$(dirname "$0")/lib.sh"
CC="$ORDO cc -g --no-fold"

ids() { ask "$1" '"\n".join(sorted("%s %s %s" % (x["id"], x["name"], x["file"]) for x in p["scopes"] if x["kind"] in ("routine", "loop") and x["calls"]))'; }

test_static_routines_of_the_same_name_in_two_files_are_two_scopes() {
    echo 'static int work(int n) { int i, s = 0; for (i = 0; i < n; i++) s += i; return s; } int a(void) { return work(3); }' >a.c
    echo 'static int work(int n) { int i, s = 0; for (i = 0; i < n; i++) s += i; return s; } int b(void) { return work(4) + work(5); }' >b.c
    echo 'int a(void), b(void); int main(void) { return a() + b() == 0; }' >m.c
    $CC -O1 a.c b.c m.c -o m
    "$ORDO" record -q -- ./m
    assert_eq "calls by file" "a.c 1 b.c 2" "$(ask ordo.data '*[w for x in sorted(p["scopes"], key=lambda x: x["file"]) if x["name"] == "work" and x["kind"] == "routine" for w in (x["file"], x["calls"])]')"
    assert_eq "identities" 2 "$(ask ordo.data 'len({x["id"] for x in p["scopes"] if x["name"] == "work"})')"
}

test_a_loop_is_at_its_statement_also_if_it_has_no_condition_or_consists_of_jumps() {
    local program=$ROOT/tests/e2e/programs/computed_jumps.c o
    for o in -O0 -O1 -O2; do
        wanted "$o" -O0 -O2 || continue
        $CC $o "$program" -o m
        "$ORDO" record -q -- ./m >/dev/null
        ask ordo.data '"\n".join(sorted("%s %s" % (x["routine"], x["line"]) for x in p["scopes"] if x["kind"] == "loop"))' >found
        assert_eq "routines and lines of loops at $o" "$(awk -F'/[*] | [*]/' '/; .*[*][/]$|[{)] [/][*] [a-z]+ [*][/]$/ { print $2, NR }' "$program" | sort)" "$(cat found)"
    done
}

test_an_inline_routine_of_a_header_is_one_scope() {
    printf '#pragma once\nstatic inline int shared(int n) { int i, s = 0; for (i = 0; i < n; i++) s += i; return s; }\n' >h.h
    echo '#include "h.h"
int a(void) { return shared(3); }' >a.c
    echo '#include "h.h"
int b(void) { return shared(4); }' >b.c
    echo '#include "h.h"
int a(void), b(void); int main(void) { return a() + b() + shared(5) == 0; }' >m.c
    for o in -O0 -O2; do
        $CC $o a.c b.c m.c -o m
        "$ORDO" record -q -- ./m
        assert_eq "scopes called shared at $o" "1 3" "$(ask ordo.data 'len([x for x in p["scopes"] if x["name"] == "shared"]), s["shared"]["calls"]' | tr -d '(),')"
        assert_eq "its loop at $o" "1 12" "$(ask ordo.data 'len([x for x in p["scopes"] if x["kind"] == "loop" and x["file"] == "h.h"]), sum(x["iterations"] for x in p["scopes"] if x["kind"] == "loop" and x["file"] == "h.h")' | tr -d '(),')"
    done
}

test_each_template_instance_and_inline_member_is_one_scope() {
    printf '#pragma once\ntemplate <class T> T total(const T *p, int n) { T s = 0; for (int i = 0; i < n; i++) s += p[i]; return s; }\nstruct box { int v[8]; int sum() const { return total(v, 8); } };\n' >t.h
    echo '#include "t.h"
int a(const box &b) { return b.sum(); }' >a.cc
    echo '#include "t.h"
int a(const box &b); int main() { box b{}; double d[3] = {1, 2, 3}; return a(b) + b.sum() + (int)total(d, 3) == 0; }' >m.cc
    "$ORDO" c++ -g --no-fold -O1 a.cc m.cc -o m
    "$ORDO" record -q -- ./m
    assert_eq "calls of sum" 2 "$(ask ordo.data 'sum(x["calls"] for x in p["scopes"] if "sum" in x["name"] and x["kind"] == "routine")')"
    assert_eq "calls of the two instances of total" "1 2" "$(ask ordo.data '*sorted(x["calls"] for x in p["scopes"] if "total" in x["name"] and x["kind"] == "routine")')"
}

write_tree() {
    mkdir -p "$1/src/.git" "$1/src/lib" "$1/build"
    echo 'int work(int n) { int i, s = 0; for (i = 0; i < n; i++) s += i; return s; }' >"$1/src/lib/w.c"
    echo 'int work(int); int main(int argc, char **argv) { (void)argv; return work(argc + 4) == 1; }' >"$1/src/m.c"
}

long_identities_are_the_same_in_two_checkouts() {
    write_tree one
    write_tree two
    (cd one/src && $CC -O1 m.c lib/w.c -o ../../1)
    (cd two/build && $CC -O1 ../src/m.c ../src/lib/w.c -o ../../2)
    $CC -O2 "$PWD/two/src/m.c" "$PWD/two/src/lib/w.c" -o 3
    (cd one/src/lib && $CC -O0 -c w.c -o ../../build/w.o && cd .. && $CC -O3 m.c ../build/w.o -o ../../4)
    local n
    for n in 1 2 3 4; do
        "$ORDO" record -q -o $n.data -- ./$n
        ids $n.data >$n.ids
        assert_ok diff 1.ids $n.ids
    done
    grep -q 'lib/w.c:1 lib/w.c' 1.ids
    "$ORDO" merge -o all.data 1.data 2.data 3.data 4.data
    assert_eq "calls of work in the merged profile" 4 "$(ask all.data 's["work"]["calls"]')"
}

long_identities_are_the_same_with_a_prefix_map() {
    write_tree one
    (cd one/src && $CC -O1 -ffile-prefix-map="$PWD=." m.c lib/w.c -o ../../1)
    (cd one/src && $CC -O1 m.c lib/w.c -o ../../2)
    "$ORDO" record -q -o 1.data -- ./1
    "$ORDO" record -q -o 2.data -- ./2
    ids 1.data >1.ids
    ids 2.data >2.ids
    assert_ok diff 1.ids 2.ids
}

# The same binary, input and environment give identical points, although addresses are randomised.
test_two_runs_give_identical_points() {
    copy_program identity/allocates.c t.c
    $CC -O2 t.c -o t
    local n
    for n in 1 2 3; do
        "$ORDO" record -q -o $n.data -- ./t >out
        ask $n.data 'json.dumps([{k: x[k] for k in x if k != "object"} for x in p["scopes"]], sort_keys=True)' >$n.json
        assert_ok cmp 1.json $n.json
    done
}

test_optimisation_levels_give_the_same_profile() {
    copy_program identity/many_kinds.c t.c
    local o want="" got
    for o in -O1 -O2 -O3 -Os; do
        wanted "$o" -O1 -O2 || continue
        $CC $o t.c -o t
        "$ORDO" record -q -- ./t >out
        got=$(ask ordo.data '"\n".join("%s %s %d %s %s %s" % (x["kind"], x["name"], x["calls"], x["cost"]["total"], x["cost"]["self"], {m: v["points"] for m, v in sorted(x["sizes"].items())}) for x in sorted(p["scopes"], key=lambda x: (x["line"], x["column"], x["kind"])))')
        [ -n "$want" ] || want=$got
        [ "$want" = "$got" ] || { diff <(echo "$want") <(echo "$got") >&2; fail "$o differs from -O1"; exit 1; }
    done
    $CC -O0 t.c -o t
    "$ORDO" record -q -- ./t >out
    assert_eq "calls at -O0 of row, search, fib" "20 20 $(python3 -c '
def calls(n): return 1 if n < 2 else 1 + calls(n - 1) + calls(n - 2)
print(sum(calls(i % 10) for i in range(20)))')" "$(ask ordo.data '*[s[n]["calls"] for n in ("row", "search", "fib")]')"
}

test_folding_does_not_change_the_points_of_other_scopes() {
    copy_program identity/small_routines.c t.c
    local e='"\n".join(str((x["kind"], x["name"], x["calls"], x["cost"]["total"], sorted((m, [q[:5] for q in v["points"]]) for m, v in x["sizes"].items()))) for x in sorted(p["scopes"], key=lambda x: x["id"]) if x["name"] not in ("get", "norm", "both"))'
    "$ORDO" cc -g -O2 t.c -o folded
    $CC -O2 t.c -o kept
    "$ORDO" record -q -o folded.data -- ./folded >out
    "$ORDO" record -q -o kept.data -- ./kept >out
    assert_eq "folded" "True True True False" "$(ask folded.data '*[s[n]["folded"] for n in ("get", "norm", "both", "sum")]')"
    assert_eq "not folded" "1225 1225" "$(ask kept.data 's["get"]["calls"], s["both"]["calls"]' | tr -d '(),')"
    ask folded.data "$e" >1
    ask kept.data "$e" >2
    [ -s 1 ] && assert_ok diff 1 2
}

run_tests
