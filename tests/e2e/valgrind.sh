#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The Valgrind engine: programs that were not compiled by ordo cc.
. "$(dirname "$0")/lib.sh"
PROGRAMS=$ROOT/tests/e2e/programs
[ -x "$(dirname "$ORDO")/../lib/ordo/ordo-valgrind" ] || { echo "SKIP  valgrind: all (Ordo was built without the package valgrind)"; echo "valgrind: 0 passed, 0 failed, 1 skipped"; exit 0; }

# plain NAME [FLAGS] <SOURCE: compiles an ordinary program.
plain() {
    local name=$1
    shift
    cat >"$name.c"
    assert_ok clang-19 -w "$@" -o "$name" "$name.c"
}

write_sums() {
    plain sums "$@" <"$PROGRAMS/valgrind/sums.c"
}

# both SOURCE ROUTINE=CLASS...: profiles the source compiled by ordo cc and plain, at -O0, and compares the reports.
# Cells have CELL bytes, and the program gets ARGUMENTS.
both() {
    local source=$1
    shift
    assert_ok "$ORDO" cc -O0 -g -w -o with "$source"
    assert_ok clang-19 -O0 -g -w -o without "$source"
    assert_ok "$ORDO" record -q --cell ${CELL:-8} -o with.data -- ./with ${ARGUMENTS:-} >/dev/null
    assert_ok "$ORDO" record -q --cell ${CELL:-8} -o without.data -- ./without ${ARGUMENTS:-} >/dev/null
    "$ORDO" report --json with.data >with.json
    "$ORDO" report --json without.data >without.json
    assert_ok python3 "$ROOT/tests/e2e/same_growth.py" with.json without.json "$@"
}

test_a_plain_program_is_profiled() {
    write_sums -O0 -g
    expect 3 "$ORDO" record -q -- ./sums
    assert_eq output 0 "$(cat out)"
    assert_eq "stderr" "" "$(cat err)"
    assert_eq engine valgrind "$(ask ordo.data 'p["engine"]')"
    assert_eq calls 100 "$(ask ordo.data 's["sum"]["calls"]')"
    assert_eq "sizes" "$(seq -s ' ' 1 100)" \
        "$(ask ordo.data '*sorted(x[0] for x in s["sum"]["sizes"]["rms"]["points"])')"
    assert_eq "its source line" "sums.c:4" "$(ask ordo.data 's["sum"]["file"].split("/")[-1] + ":" + str(s["sum"]["line"])')"
    assert_eq "its class" n "$(ask ordo.data 's["sum"]["sizes"]["rms"]["model"]["class"]')"
    assert_eq "the process" "./sums" "$(ask ordo.data 'p["runs"][0]["processes"][0]["command"]')"
    [ -z "$(ls -d ordo.data.raw-* 2>/dev/null)" ]
}

# Routines that call the C library are left out: the compiled engine models it, and the Valgrind engine measures it.
test_count_zero_agrees_with_the_compiled_engine() {
    for CELL in ${LONG:+1 2 8} 4; do both "$PROGRAMS/count_zero.c" iterative=- recursive=- main=-; done
}
test_quick_sort_agrees_with_the_compiled_engine() { ARGUMENTS="300 1" both "$PROGRAMS/quick_sort.c" quick_sort=-; }
long_bubble_sort_agrees_with_the_compiled_engine() { ARGUMENTS="60 1 random" CELL=4 both "$PROGRAMS/bubble_sort.c" bubble_sort=-; }
test_rules_of_measurement_agree_with_the_compiled_engine() {
    both "$PROGRAMS/measurement.c" local_stays=- variable_array=- variadic=- not_profiled=- iterations_test_both=- \
        recursion=- malloc_unwritten=- local_escapes=- iterations_test_last=- iterations_test_first=- variable_copy=- \
        exit_of_a_loop=- local_moved=- calloc_owner=- calloc_large_owner=- realloc_stays=- loop_never_runs=- \
        map_anonymous=- tables_of_libc=-
}
test_insertion_sort_agrees_with_the_compiled_engine() {
    both "$PROGRAMS/insertion_sort.c" sort_random=n^2 sort_reversed=n^2 sort_sorted=n sort=- insert=- push=- is_sorted=n
}
test_growing_agrees_with_the_compiled_engine() { both "$PROGRAMS/growing.c" scan=n add_item=n^2 means=- total=- fib=- factorial=-; }

# The traces of the paper's examples, and others, as programs: sizes must be equal to the cell. Two of the traces begin
# objects or enter loops, which a program cannot do by itself.
test_sizes_of_traces_are_right() {
    local trace name cell played=0 rc
    for trace in "$ROOT"/tests/oracle/traces/*.trace; do
        name=$(basename "$trace" .trace)
        rc=0
        python3 "$ROOT/tests/oracle/trace_program.py" "$trace" >"$name.s" || rc=$?
        [ $rc -eq 77 ] && continue
        assert_eq "trace_program.py $name" 0 $rc
        assert_ok clang-19 -nostdlib -static -o "$name" "$name.s"
        for cell in 1 4 8 16; do
            wanted "$cell" 8 || [ "$cell $name" = "1 aprof-example-1" ] || continue
            assert_ok "$ORDO" record -q --cell $cell -- "./$name"
            "$ORDO" report --json ordo.data >r.json
            assert_ok python3 "$ROOT/tests/oracle/trace_program.py" --check "$trace" $cell r.json
        done
        played=$((played + 1))
    done
    assert_eq "traces of the paper among at least 7" True "$([ $played -ge 7 ] && [ -e aprof-example-1 ] && [ -e aprof-example-2 ] && [ -e aprof-example-4 ] && echo True)"
}

test_routines_of_a_stripped_program_have_stable_names() {
    write_sums -O0 -s
    for k in 1 2; do
        expect 3 "$ORDO" record -q -o $k.data -- ./sums
        ask $k.data '*sorted(n for n in s if n.startswith("sums+0x") and s[n]["calls"] == 100)' >name.$k
    done
    grep -qE '^sums\+0x[0-9a-f]+$' name.1 || { cat name.1; fail "no routine with 100 calls"; exit 1; }
    assert_ok cmp name.1 name.2
    # Their place is the program's path: the report's own words open them, beside a profile and without one.
    cp 1.data ordo.data
    read -r name _ <name.1
    for profile in 1.data ""; do
        for words in "$name $PWD/sums" "$name  .../sums"; do
            expect 0 "$ORDO" report "$words" $profile
            assert_eq "$words" "routine ${words%% *}  $PWD/sums" "$(head -n 1 out)"
        done
    done
}

long_static_routines_of_two_files_are_two_scopes() {
    for f in a b; do
        printf 'static int work(int n) { return n * 2; }\nint %s(int n) { int s = 0; for (int i = 0; i < n; i++) s += work(i); return s; }\n' $f >$f.c
    done
    printf 'int a(int), b(int);\nint main(void) { return a(3) + b(4) > 1000; }\n' >main.c
    for debug in -g0 -g; do
        assert_ok clang-19 -O0 $debug -o two main.c a.c b.c
        assert_ok "$ORDO" record -q -- ./two
        assert_eq "calls of both work, $debug" "3 4" \
            "$(ask ordo.data '*sorted(x["calls"] for x in p["scopes"] if x["name"] == "work")')"
    done
}

test_deep_recursions_are_recorded() {
    plain deep -O0 <<'END'
int down(int n) { return n ? down(n - 1) + 1 : 0; }
int main(void) { return down(100000) != 100000; }
END
    assert_ok "$ORDO" record -q -- ./deep
    assert_eq calls 100001 "$(ask ordo.data 's["down"]["calls"]')"
    assert_eq "the deepest, in a bucket" True "$(ask ordo.data 's["down"]["sizes"]["depth"]["max"] >= 99000')"
}

test_routines_may_be_left_by_longjmp_and_by_a_tail_call() {
    plain leave -O1 <"$PROGRAMS/valgrind/leaves.c"
    assert_ok "$ORDO" record -q -- ./leave
    for f in through=10 first=10 last=10 after=10 main=1; do
        assert_eq "calls of ${f%=*}" "${f#*=}" "$(ask ordo.data "s['${f%=*}']['calls']")"
    done
    callers() { ask ordo.data "*sorted(c[\"name\"] for c in s[\"$1\"][\"callers\"])"; }
    assert_eq "callers of after" main "$(callers after)"
    # calling contexts are kept like those of the compiled engine
    "$ORDO" export -f flamegraph ordo.data >stacks
    for stack in 'main;through;out' 'main;first;last' 'main;after'; do
        grep -q ";$stack [0-9]*\$" stacks || { cat stacks; fail "no stack $stack"; exit 1; }
    done
}

test_a_killed_program_leaves_its_profile() {
    plain killed -O0 <"$PROGRAMS/valgrind/killed_after_50.c"
    expect 137 "$ORDO" record -q -- ./killed
    assert_eq calls 50 "$(ask ordo.data 's["work"]["calls"]')"
    sed -i 's/kill(getpid(), SIGKILL)/*(volatile int *)0 = 1/' killed.c
    assert_ok clang-19 -w -O0 -o killed killed.c
    expect 139 "$ORDO" record -q -- ./killed
    assert_eq "calls before the crash" 50 "$(ask ordo.data 's["work"]["calls"]')"
    assert_eq "main is unfinished" 1 "$(ask ordo.data 's["main"]["unfinished"]')"
}

test_threads_handlers_and_children_are_recorded() {
    plain several -O0 -lpthread <"$PROGRAMS/valgrind/several.c"
    expect 5 "$ORDO" record -q -- ./several
    for f in sum=155 work=3 handler=4 child=1 main=1; do
        assert_eq "calls of ${f%=*}" "${f#*=}" "$(ask ordo.data "s['${f%=*}']['calls']")"
    done
    assert_eq "sizes of sum" "7..1000" "$(ask ordo.data 'str(s["sum"]["sizes"]["rms"]["min"]) + ".." + str(s["sum"]["sizes"]["rms"]["max"])')"
    assert_eq "who calls the handler" 0 "$(ask ordo.data 'len(s["handler"]["callers"])')"
    assert_eq processes 2 "$(ask ordo.data 'len(p["runs"][0]["processes"])')"
    assert_eq "that finished" 2 "$(ask ordo.data 'sum(x["state"] == "finished" for x in p["runs"][0]["processes"])')"
}

# The routine that reads the file sees each of its bytes as new input, through one small buffer; the
# rest is what the C library itself reads.
test_drms_includes_bytes_written_by_the_kernel() {
    plain blocks -O0 <"$PROGRAMS/valgrind/reads_a_file.c"
    head -c 5000 /dev/zero >file
    assert_ok "$ORDO" record -q --drms --cell 1 -- ./blocks file
    assert_eq "drms, less the file's bytes, at most 8" True "$(ask ordo.data '0 <= s["consume"]["sizes"]["drms"]["max"] - 5000 <= 8')"
    assert_eq "rms is the buffer's at most" True "$(ask ordo.data 's["consume"]["sizes"]["rms"]["max"] <= 512 + 8')"
}

long_large_mappings_cost_no_memory() {
    plain mapping -O0 <"$PROGRAMS/valgrind/large_mappings.c"
    for how in "" --drms; do
        assert_ok /usr/bin/time -f %M -o peak "$ORDO" record -q $how -- ./mapping
        assert_eq "peak memory, MB, below 150: $(cat peak) kB" True "$(python3 -c "print(int(open('peak').read()) < 150000)")"
        # what the mapping routine wrote is its caller's, and its callee's input
        assert_eq "sizes of touch, main $how" "100 0" "$(ask ordo.data '*[s[f]["sizes"]["rms"]["max"] for f in ("touch", "main")]' )"
    done
}

test_the_cost_of_a_debian_program_is_attributed_to_routines() {
    command -v sqlite3 >/dev/null || skip "no sqlite3"
    echo 'create table t(a); with recursive c(x) as (select 1 union all select x+1 from c where x<500) insert into t select x from c; select sum(a) from t;' >in.sql
    expect 0 "$ORDO" record -q -- sqlite3 :memory: <in.sql
    assert_eq output 125250 "$(cat out)"
    assert_eq "share of blocks with a routine at least 0.9" True \
        "$(ask ordo.data 'sum(x["cost"]["self"] for x in s.values() if not x["name"].startswith("[")) >= 0.9 * p["total_cost"]')"
}

# attributed COMMAND...: at least 0.9 of the blocks must belong to a routine that a symbol or its place in
# an object file names, and to the same routines in another run.
attributed() {
    for k in 1 2; do
        "$ORDO" record -q -o $k.data -- "$@" >out 2>err </dev/null || { cat err >&2; fail "status of $*"; exit 1; }
        "$ORDO" report --json $k.data >$k.json
        python3 -c '
import json, sys
p = json.load(open(sys.argv[1]))
own = {(s["file"], s["name"]): s["cost"]["self"] for s in p["scopes"] if s["kind"] == "routine" and s.get("calls")}
named = {k: v for k, v in own.items() if not k[1].startswith("[")}
share = sum(named.values()) / p["total_cost"]
assert share >= 0.9, share
print(*sorted({k[1] for k in named if "+0x" in k[1]}), sep="\n")' $k.json >names.$k || exit 1
    done
    # allocators look at addresses: a few routines of the C library may run in one of the two only
    local both
    both=$(LC_ALL=C comm -12 names.1 names.2 | wc -l)
    assert_eq "$1: of $(wc -l <names.1) names most are in both runs" True "$([ $((both * 10)) -ge $(($(wc -l <names.1) * 9)) ] && echo True)"
}

long_the_cost_of_more_debian_programs_is_attributed_to_routines() {
    local tried=0
    seq -f '{"a": %.0f, "b": ["x", "y"]}' 200 >in.json
    { echo '<r>'; seq -f '<a n="%.0f">text</a>' 200; echo '</r>'; } >in.xml
    if command -v jq >/dev/null; then attributed jq -c '.a * 2' in.json; tried=$((tried + 1)); fi
    if command -v xmllint >/dev/null; then attributed xmllint --format in.xml; tried=$((tried + 1)); fi
    if command -v git >/dev/null; then
        assert_ok git init -q repo
        (cd repo && seq 500 >f && git add f && git -c user.name=a -c user.email=a@b commit -qm one)
        attributed git -C repo log --stat
        tried=$((tried + 1))
    fi
    [ $tried -gt 0 ] || skip "no jq, xmllint or git"
}

test_cxx_names_are_those_of_the_source() {
    printf 'namespace a { struct B { int f(int n) { return n + 1; } }; }\nint main() { a::B b; return b.f(2) != 3; }\n' >names.cc
    assert_ok clang++-19 -w -O0 -g0 -o names names.cc
    assert_ok "$ORDO" record -q -- ./names
    assert_eq "calls" 1 "$(ask ordo.data 's["a::B::f(int)"]["calls"]')"
    assert_eq "linkage name" _ZN1a1B1fEi "$(ask ordo.data 's["a::B::f(int)"]["linkage_name"]')"
}

# Described in docs/engine-valgrind.md: the cost of a back-reference grows with the square of the line's length.
test_a_superlinear_routine_of_the_c_library_is_found() {
    for n in $(seq 16 16 128); do head -c "$n" /dev/zero | tr '\0' a; echo xb; done >lines
    assert_ok "$ORDO" record -q --cell 1 -- sed -n '/^\(a*\)\1c\?b$/p' lines
    assert_eq "one search a line" 8 "$(ask ordo.data 's["re_search"]["calls"]')"
    assert_eq "cost at twice the length, over 2.5 times" True "$(ask ordo.data '[int(q[4]) for q in sorted(s["re_search"]["sizes"]["rms"]["points"])][7] > 2.5 * [int(q[4]) for q in sorted(s["re_search"]["sizes"]["rms"]["points"])][3]')"
    assert_eq "the size grows by the line" True "$(ask ordo.data '64 <= (lambda n: n[7] - n[3])(sorted(q[0] for q in s["re_search"]["sizes"]["rms"]["points"])) <= 72')"
}

# A small input would disappear beside the headers of libraries, which the loader reads.
test_the_size_of_a_run_leaves_out_what_the_loader_reads() {
    plain compare -O1 <<'END'
#include <stdio.h>
static int seen[4096];
__attribute__((noinline)) static int is_new(int c, int n) {
    for (int i = 0; i < n; i++)
        if (seen[i] == -c) return 0;
    seen[n] = c;
    return 1;
}
int main(void) {
    int n = 0;
    for (int c; (c = getchar()) != EOF;) n += is_new(c, n);
    return n == 0;
}
END
    local n
    for n in 250 500 1000; do
        head -c "$n" /dev/zero | tr '\0' a >"in.$n"
        assert_ok "$ORDO" record -q -o "p.$n" -- ./compare <"in.$n"
    done
    assert_ok "$ORDO" merge -o ordo.data p.250 p.500 p.1000
    assert_eq "sizes of the runs" "250 500 1000" "$(ask ordo.data '*[p["size"] for p in s["is_new"]["run_growth"]["points"]]')"
    assert_eq "growth" n^2 "$(ask ordo.data 's["is_new"]["run_growth"]["growth"]')"
}

# Callgrind counts the same instructions.
test_reports_say_that_valgrind_ran_and_suit_programs_that_nobody_rebuilds() {
    expect 0 "$ORDO" record -o sort.data -- sort /usr/share/common-licenses/GPL-3
    grep -qE '^ordo record: sort.data: 1 process under Valgrind, [0-9]+ scopes$' err || { cat err; fail "nothing says that Valgrind ran"; exit 1; }
    expect 0 "$ORDO" report --rows 0 --wide --warnings sort.data
    grep -qE '^1 run under Valgrind - 1 process - ' out || { head -3 out; fail "the head does not say that Valgrind ran"; exit 1; }
    ! grep -E 'ld-linux|vgpreload' out || { fail "rows of the dynamic loader"; exit 1; }
    grep -qE ' of the dynamic loader with [0-9.]+ % of the cost \(--no-fold-std\)' out || { cat out; fail "the loader's cost is not named"; exit 1; }
    ! grep -E 'ordo cc|compile with|-g0|rewrite' out || { fail "advice to rebuild"; exit 1; }
    expect 0 "$ORDO" report --rows 0 --wide --no-fold-std sort.data
    grep -q 'ld-linux' out || { fail "no row of the dynamic loader with --no-fold-std"; exit 1; }
    # Nothing of this concerns a program that `ordo cc` has built.
    echo 'int main(int argc, char **argv) { int i, n = 0; (void)argv; for (i = 0; i < 9 + argc; i++) n += i; return n == 0; }' >p.c
    "$ORDO" cc -O1 --no-fold p.c -o p
    expect 0 "$ORDO" record -- ./p
    ! grep -q Valgrind err
    expect 0 "$ORDO" report
    ! grep -qE 'Valgrind|loader' out
}

test_instructions_are_those_of_callgrind() {
    write_sums -O0
    expect 3 "$ORDO" record -q --cost instructions,allocs,io -- ./sums
    expect 3 valgrind --tool=callgrind --toggle-collect=sum --callgrind-out-file=/dev/null ./sums
    assert_eq "instructions in sum" "$(sed -n 's/,//g; s/.*Collected : //p' err)" \
        "$(ask ordo.data 'sum(x[4] for x in s["sum"]["costs"]["instructions"]["sizes"]["rms"]["points"])')"
    # printf takes a buffer, exit writes it: a digit and a newline
    assert_eq "allocations in main, bytes in exit" "1 2" \
        "$(ask ordo.data '*[s[f]["costs"][c]["sizes"]["rms"]["points"][0][4] for f, c in (("main", "allocs"), ("exit", "io"))]')"
}

long_cells_may_have_16_bytes() {
    write_sums -O0
    expect 3 "$ORDO" record -q --cell 16 -- ./sums
    assert_eq "cells" "16 1 50" "$(ask ordo.data 'p["cell_bytes"], s["sum"]["sizes"]["rms"]["min"], s["sum"]["sizes"]["rms"]["max"]' | tr -d '(),')"
    assert_ok "$ORDO" merge -o both.data ordo.data ordo.data
    assert_eq "merged" 200 "$(ask both.data 's["sum"]["calls"]')"
    assert_ok "$ORDO" cc -O0 -o instrumented sums.c
    expect 125 "$ORDO" record --cell 16 -- ./instrumented
    assert_eq "the message" "ordo: --cell 16: the compiled engine does not support it: add --engine valgrind" "$(cat err)"
    expect 125 "$ORDO" record --cost instructions -- ./instrumented
    assert_eq "the message" "ordo: --cost instructions: the compiled engine does not support it: add --engine valgrind" "$(cat err)"
}

test_inlined_routines_are_listed() {
    copy_program valgrind/inlined.c
    for cc in clang-19 gcc; do
        command -v $cc >/dev/null || continue
        assert_ok $cc -O1 -g -w -o inlined inlined.c
        assert_ok "$ORDO" record -q -- ./inlined
        assert_eq "inlined into outer" "inner:3 middle:4" "$(ask ordo.data '*[x["name"] + ":" + str(x["line"]) for x in s["outer"]["inlined"]]')"
        assert_eq "inlined into main" False "$(ask ordo.data '"inlined" in s["main"]')"
    done
    "$ORDO" report outer >out
    grep -q '^inlined into it: inner, middle$' out || { cat out; fail "the report does not list it"; exit 1; }
    expect 3 "$ORDO" report middle
    grep -q 'middle: was inlined by the compiler, into outer and perhaps others' err || { cat err; fail "not said"; exit 1; }
    assert_ok "$ORDO" merge -o both.data ordo.data ordo.data
    assert_eq "merged" 2 "$(ask both.data 'len(s["outer"]["inlined"])')"
}

test_a_limit_to_a_routine_that_never_ran_is_reported() {
    plain inside -O0 <"$PROGRAMS/valgrind/inside.c"
    expect 0 "$ORDO" record -q --inside nobody,none -- ./inside
    assert_eq "the message" "ordo record: --inside nobody,none: no routine of this name was active, so nothing was measured: write a name as \`ordo report\` prints it, for C++ as \`nm\` does" "$(cat err)"
    expect 0 "$ORDO" record -q --inside nobody,two -- ./inside
    assert_eq "stderr" "" "$(cat err)"
}

long_recording_can_be_limited_to_a_routine() {
    plain inside -O0 <"$PROGRAMS/valgrind/inside.c"
    assert_ok "$ORDO" record -q -o all.data -- ./inside
    for names in "two" "t?o,nobody" "nobody --inside tw*"; do
        assert_ok "$ORDO" record -q --cost instructions --inside $names -- ./inside
        assert_eq "calls inside of two" "20 20 40 0" "$(ask ordo.data '*[s[f]["calls"] for f in ("two", "one", "sum")], s["main"]["calls"]')"
        assert_eq "the run's cost is that of two" "$(ask all.data 's["two"]["cost"]["total"]')" "$(ask ordo.data 'p["total_cost"]')"
        assert_eq "sizes of one" "0 19" "$(ask ordo.data '*[s["one"]["sizes"]["rms"][k] for k in ("min", "max")]')"
    done
    assert_ok "$ORDO" record -q --inside sum -- ./inside
    assert_eq "calls of sum alone" "80 0" "$(ask ordo.data 's["sum"]["calls"], len(s["sum"]["callers"])' | tr -d '(),')"
    "$ORDO" cc -O0 -w -o instrumented inside.c
    expect 125 "$ORDO" record --inside two -- ./instrumented
    assert_eq "the message" "ordo: --inside: the compiled engine does not support it: add --engine valgrind" "$(cat err)"
}

test_a_missing_valgrind_is_reported() {
    write_sums -O0
    mkdir bin
    expect 125 env PATH="$PWD/bin" "$ORDO" record --engine valgrind -- ./sums
    grep -q '^ordo: --engine valgrind: valgrind is not installed' err
    printf '#!/bin/sh\necho valgrind-2.0\n' >bin/valgrind
    chmod +x bin/valgrind
    expect 125 env PATH="$PWD/bin" "$ORDO" record --engine valgrind -- ./sums
    grep -q '^ordo: --engine valgrind: valgrind-2.0 is installed, but' err
    expect 3 env PATH="$PWD/bin" "$ORDO" record -- ./sums
    grep -q 'no instrumented program ran.*install valgrind' err
}

test_all_processes_are_followed_on_request() {
    write_sums -O0
    printf '#!/bin/sh\n./sums\n./sums\nexit 0\n' >script
    chmod +x script
    assert_ok "$ORDO" record -q --engine valgrind -- ./script >out
    assert_eq "calls in both" 200 "$(ask ordo.data 's["sum"]["calls"]')"
    expect 0 "$ORDO" record -- ./script
    grep -q 'no instrumented program ran' err
    "$ORDO" cc -O0 -o instrumented sums.c
    expect 3 "$ORDO" record -q --engine valgrind -- ./instrumented
    assert_eq "an instrumented one is measured once" 100 "$(ask ordo.data 's["sum"]["calls"]')"
}

# Settings are passed as options of the tool: in the environment they would move the program's own strings on the
# stack across cells. Valgrind sets LD_PRELOAD whatever the options are.
test_the_program_has_the_environment_of_its_user() {
    for options in "-o short.data" "-o longer-name.data --loops --drms --cost io --cell 4"; do
        expect 0 env -i PATH="$PATH" A=b ORDO_LOOPS=0 "$ORDO" record -q --engine valgrind $options -- "$(command -v env)"
        assert_eq "environment with $options" "A=b PATH=$PATH" "$(grep -v '^LD_PRELOAD=' out | LC_ALL=C sort | tr '\n' ' ' | sed 's/ $//')"
    done
}

# hard NAME [FLAGS]: compiles one of the programs of reliability.sh, not instrumented.
hard() {
    local name=$1
    shift
    assert_ok clang-19 -w "$@" -o "$name" "$PROGRAMS/reliability/$name.c"
}

long_a_host_that_loads_an_instrumented_library_is_recorded() {
    hard host
    assert_ok "$ORDO" cc -O2 -g -fPIC -shared -o plugged.so "$PROGRAMS/reliability/plugged.c"
    for engine in auto valgrind compiled; do
        expect 3 "$ORDO" record -q --engine $engine -- ./host ./plugged.so
        assert_eq "output on $engine" 7654 "$(cat out)"
        assert_eq "processes on $engine" 1 "$("$ORDO" report --json ordo.data | python3 -c 'import json, sys
print(len(json.load(sys.stdin)["runs"][0]["processes"]))')"
    done
}

test_memory_that_no_shadow_covers_stops_the_recording() {
    hard far_memory -pthread
    ./far_memory >native
    expect 0 "$ORDO" record -- ./far_memory
    assert_eq "output" "$(cat native)" "$(cat out)"
    "$ORDO" report ordo.data | grep -q stopped-addresses
}

test_mlockall_does_not_lock_memory_of_the_tool() {
    hard locked -pthread
    local flags
    for flags in 1 3 0; do
        wanted "$flags" 1 0 || continue
        ./locked $flags >native 2>/dev/null
        expect 0 "$ORDO" record -q -- ./locked $flags
        assert_eq "output with $flags" "$(sed 1q native)" "$(sed 1q out)"
        assert_eq "threads and a child with $flags" "$(sed -n '$!{2,$p}' native)" "$(sed -n '$!{2,$p}' out)"
    done
}

long_more_threads_than_shadow_memories_stop_the_recording() {
    assert_ok clang-19 -O1 -w -pthread -o many_threads "$PROGRAMS/many_threads.c"
    ./many_threads 300 >native
    expect 0 "$ORDO" record --engine valgrind -- ./many_threads 300
    assert_eq "output" "$(cat native)" "$(cat out)"
    "$ORDO" report ordo.data | grep -q stopped-threads
}

test_a_crash_of_the_tool_is_reported_with_its_last_message() {
    hard over_the_tool
    expect 125 "$ORDO" record -- ./over_the_tool
    assert_eq "output up to there" before "$(cat out)"
    tail -n 1 err | grep -q '^ordo: the Valgrind tool failed and ended the program: VALGRIND INTERNAL ERROR: .*signal 11'
    grep -q "Valgrind's messages are in " err
}

test_an_instruction_unknown_to_valgrind_is_reported() {
    hard odd_instruction
    expect 125 "$ORDO" record -- ./odd_instruction
    tail -n 1 err | grep -q '^ordo: Valgrind does not support an instruction of the program (Unrecognised instruction'
    expect 0 "$ORDO" record -- ./odd_instruction tried
    assert_eq "output of a program that catches SIGILL" "done" "$(cat out)"
}

run_tests
