#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Algorithms of programs built with `ordo cc --structure`: the programs of the paper (Zaparanuks and
# Hauswirth, Algorithmic Profiling) in C and C++, each in variants. What is expected is in their sources.
. "$(dirname "$0")/lib.sh"
. "$CHECKS/algorithms.sh"
PROGRAMS=$ROOT/tests/e2e/programs/structure

# algorithms NAME VARIANT...: the program must have the expected algorithms in each of the variants; quick tests try the first.
# The variant's number modulo 4 is also the optimisation level.
algorithms() {
    local source=$PROGRAMS/$1 variant failed=0
    shift
    for variant in "$@"; do
        wanted "$variant" "$1" || continue
        ORDO_STRUCTURE_EFFORT=all has_its_algorithms "$source" "$variant" -O$((variant % 4)) -pthread || failed=1
    done
    [ $failed -eq 0 ]
}

test_algorithms_of_array_1d() { algorithms array_1d.c 1 2 3; }
long_algorithms_of_array_2d_rows() { algorithms array_2d_rows.c 1 2; }
test_algorithms_of_array_2d_flat() { algorithms array_2d_flat.c 1 2 3 4; }
long_algorithms_of_array_list_by_one() { algorithms array_list_by_one.c 1 2 3 4 5 6; }
test_algorithms_of_array_list_doubling() { algorithms array_list_doubling.c 1 2 3 4 5 6; }
test_algorithms_of_two_copies() { algorithms two_copies.c 1 2 3; }
long_algorithms_of_array_list_generic() { algorithms array_list_generic.c 1 2; }
long_algorithms_of_array_list_inherited() { algorithms array_list_inherited.c 1 2; }
test_algorithms_of_linked_list() { algorithms linked_list.c 1 2 3; }
test_algorithms_of_linked_list_generic() { algorithms linked_list_generic.c 1 2; }
long_algorithms_of_linked_list_inherited() { algorithms linked_list_inherited.c 1 2; }
test_algorithms_of_tree_in_array() { algorithms tree_in_array.c 1 2; }
long_algorithms_of_tree_binary() { algorithms tree_binary.c 1 2; }
test_algorithms_of_tree_binary_parents() { algorithms tree_binary_parents.c 1 2; }
test_algorithms_of_tree_nary() { algorithms tree_nary.c 1 2 3 4; }
long_algorithms_of_tree_nary_parents() { algorithms tree_nary_parents.c 1 2 3 4; }
test_algorithms_of_graph_matrix() { algorithms graph_matrix.c 1 2; }
test_algorithms_of_graph_directed() { algorithms graph_directed.c 1 2; }
long_algorithms_of_graph_bidirectional() { algorithms graph_bidirectional.c 1 2; }
long_algorithms_of_graph_undirected() { algorithms graph_undirected.c 1 2; }
test_algorithms_of_list_sort_orders() { algorithms list_sort_orders.c 1 2 3; }
test_algorithms_of_functional_sort() { algorithms functional_sort.c 1 2; }
test_algorithms_of_listing_4() { algorithms listing_4.c 1; }
test_algorithms_of_several_inputs() { algorithms several_inputs.c 1; }
test_algorithms_of_index_linked() { algorithms index_linked.c 1; }
test_algorithms_of_link_addresses() { algorithms link_addresses.c 1 2 3 4; }
test_algorithms_of_intrusive_list() { algorithms intrusive_list.c 1 2; }
test_algorithms_of_pools() { algorithms pools.c 1 2 3 4; }
test_algorithms_of_hostile_links() { algorithms hostile_links.c 1 2; }
test_algorithms_of_changing_lists() { algorithms changing_lists.c 1; }
test_algorithms_of_greater_cycle() { algorithms greater_cycle.c 1 2 3 4 5 6 7 8; }
test_algorithms_of_two_threads() { algorithms two_threads.c 1 2; }
test_algorithms_of_streams() { algorithms streams.c 1 2 3 4; }
long_algorithms_of_cxx_containers() { algorithms cxx_containers.cc 1; }
test_algorithms_of_generic_arrays() { algorithms generic_arrays.c 1 2 4; }
test_algorithms_of_copied_elements() { algorithms copied_elements.c 1 2 4; }
test_algorithms_of_fixed_tables() { algorithms fixed_tables.c 1 2 4; }
test_algorithms_of_marked_links() { algorithms marked_links.c 1 2 4; }
test_algorithms_of_hidden_links() { algorithms hidden_links.c 1 2 4; }
test_algorithms_of_loop_sentinels() { algorithms loop_sentinels.c 4 1 2; }
test_algorithms_of_small_arrays() { algorithms small_arrays.c 1 2 4; }
test_algorithms_of_record_tables() { algorithms record_tables.c 1 2; }
test_algorithms_of_headers() { algorithms headers.c 1 2 3 4; }
test_algorithms_of_thread_locals() { algorithms thread_locals.c 1 2 4; }
test_algorithms_of_only_recursion() { algorithms only_recursion.c 1 2 3; }
test_algorithms_of_two_hooks() { algorithms two_hooks.c 1 2; }
test_algorithms_of_harness() { algorithms harness.c 1 2 4; }
test_algorithms_of_until_no_change() { algorithms until_no_change.c 1 2 4; }
test_algorithms_of_hash_table() { algorithms hash_table.c 1 2 4; }
test_algorithms_of_work_lists() { algorithms work_lists.c 1 2 3 4; }
long_algorithms_of_cxx_adaptors() { algorithms cxx_adaptors.cc 1 2; }
test_algorithms_of_cxx_vectors() { algorithms cxx_vectors.cc 1 2 4; }
long_algorithms_of_cxx_work_lists() { algorithms cxx_work_lists.cc 1 2; }
long_algorithms_of_cxx_owners() { algorithms cxx_owners.cc 1 2 4; }
test_algorithms_of_cxx_slots() { algorithms cxx_slots.cc 2 1; }
long_algorithms_of_cxx_owned_children() { algorithms cxx_owned_children.cc 1 2; }
test_algorithms_of_cxx_shared() { algorithms cxx_shared.cc 1 2; }
long_algorithms_of_cxx_harness() { algorithms cxx_harness.cc 1 2 3; }
test_algorithms_of_cxx_lists() { algorithms cxx_lists.cc 1 2; }
long_algorithms_of_cxx_atomics() { algorithms cxx_atomics.cc 1 2 3 4; }

# What an invocation records of the accesses in it is bounded. Its steps and sizes stay exact. Its reads are reported as a
# lower bound, and their cost function leaves the invocation out.
test_an_invocation_with_very_many_accesses_is_partial() {
    copy_program structure/many_accesses.c p.c
    assert_ok "$ORDO" cc --structure -O2 p.c -o program
    "$ORDO" tree -q -o t.data -- ./program 2>err || { cat err; exit 1; }
    "$ORDO" tree --json t.data >t.json && python3 "$CHECKS/many_accesses.py" partial <t.json
    ORDO_STRUCTURE_EFFORT=all "$ORDO" tree -q -o t.data -- ./program 2>err || { cat err; exit 1; }
    "$ORDO" tree --json t.data >t.json && python3 "$CHECKS/many_accesses.py" whole <t.json
}

# Beyond a second bound the invocation's own reads are not recorded. Which element it accesses last is not known then, so
# it has no size.
long_an_invocation_with_very_many_reads_of_its_own_is_partial() {
    copy_program structure/many_reads.c p.c
    assert_ok "$ORDO" cc --structure -O2 p.c -o program
    "$ORDO" tree -q -o t.data -- ./program 2>err || { cat err; exit 1; }
    "$ORDO" tree --json t.data >t.json && python3 "$CHECKS/many_reads.py" partial <t.json
    ORDO_STRUCTURE_EFFORT=all "$ORDO" tree -q -o t.data -- ./program 2>err || { cat err; exit 1; }
    "$ORDO" tree --json t.data >t.json && python3 "$CHECKS/many_reads.py" whole <t.json
}

# A library routine does in one step the work of many: there are as many steps as elements, but more reads.
test_work_of_library_routines_outgrows_steps() {
    copy_program structure/library_work.c p.c
    local level
    for level in -O0 -O2; do
        wanted "$level" -O2 || continue
        assert_ok "$ORDO" cc --structure $level -w p.c -o program
        assert_ok "$ORDO" tree -q -o t.data -- ./program
        "$ORDO" tree t.data >out || fail "no tree"
        sed -n 's/^ *[0-9]* *\(.* an array of .*\) (8 inv.*/\1/p' out >lines
        cat >want <<'T'
modifies an array of char; steps = n but reads = n^2, n = elements
modifies an array of char; steps = n, n = elements
modifies an array of char; steps = n but reads = 0.5 n^2, n = elements
modifies an array of int; steps = n, n = elements
modifies an array of int; steps = n but reads = 0.5 n^2, n = elements
T
        diff want lines >&2 || { cat out >&2; fail "at $level: < expected, > found"; exit 1; }
        "$ORDO" tree --json t.data | python3 -c '
import json, sys
found = [f for a in json.load(sys.stdin)["algorithms"] for f in a["functions"] if f["outgrows_steps"]]
assert [f["cost"]["metric"] for f in found] == ["reads"] * 3 and not any(f["best"] for f in found), found'
    done
}

# A list whose elements point to many strings is still measured, and so is every other single input.
test_a_list_with_many_small_inputs_is_measured() {
    copy_program structure/words_of_letters.c p.c
    local level
    for level in -O0 -O2; do
        wanted "$level" -O2 || continue
        assert_ok "$ORDO" cc --structure $level -w p.c -o program
        assert_ok "$ORDO" tree -q -o t.data -- ./program
        "$ORDO" tree --json t.data | python3 -c '
import json, sys
a, = [a for a in json.load(sys.stdin)["algorithms"] if "word" in a["summary"] and "walks" in a["summary"]]
f, = [f for f in a["functions"] if f["best"]]
assert f["size"]["description"].startswith("word objects"), f["size"]
assert f["n_max"] == 1000 and f["unmeasured"] == 0, f
assert f["model"]["class"] == "n", f["model"]' || { "$ORDO" tree t.data >&2; fail "at $level"; exit 1; }
    done
}

# Records of invocations are written to the raw file and do not stay in the program's memory.
test_records_of_invocations_do_not_stay_in_memory() {
    copy_program structure/many_invocations.c p.c
    assert_ok "$ORDO" cc --structure -O1 -w p.c -o program
    mkdir raw
    local resident file
    resident=$(ORDO_RAW_DIR=$PWD/raw ORDO_TREE=1 ORDO_STRUCTURE=1 ORDO_STRUCTURE_EFFORT=all python3 -c '
import resource, subprocess, sys
subprocess.run(["./program"], check=True)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024)')
    file=$(($(cat raw/* | wc -c) >> 20))
    [ "$file" -ge 50 ] || { fail "$file MB of records: too few for this test"; exit 1; }
    [ "$resident" -lt $((file / 2)) ] || { fail "$resident MB resident, $file MB in the file"; exit 1; }
}

# The size of an array does not depend on which loops inside an invocation are recorded.
test_sizes_do_not_depend_on_which_inner_loops_are_recorded() {
    copy_program structure/heapify.c p.c
    for level in 0 2; do
        assert_ok "$ORDO" cc --structure -O$level -w p.c -o program
        assert_ok "$ORDO" tree -q -o t.data -- ./program
        "$ORDO" tree --json t.data | python3 -c '
import json, sys
found = [f for a in json.load(sys.stdin)["algorithms"] for f in a["functions"] if f["size"]["metric"] == "elements"]
assert found and all((f["n_min"], f["n_max"]) == (20, 600) for f in found), [(f["n_min"], f["n_max"]) for f in found]' ||
            { fail "at -O$level"; exit 1; }
    done
}

# A file that only defines variables describes their types too.
test_arrays_of_a_file_that_only_defines_them_are_known() {
    echo 'short table[300];' >data.c
    copy_program structure/extern_array.c p.c
    for level in 0 2; do
        assert_ok "$ORDO" cc --structure -g -O$level p.c data.c -o program
        assert_ok "$ORDO" tree -q -o t.data -- ./program
        "$ORDO" tree t.data >out || fail "no tree"
        grep -q 'walks the array table of int16; ' out || { cat out >&2; fail "-O$level: no array"; exit 1; }
    done
    echo 'static const char *const names[] = {"a", "b"}; int one = 1;' >data.c
    assert_ok "$ORDO" cc --structure -c data.c
    nm data.o | grep __ordo && fail "a file without arrays and structs has tables"
    true
}

# A struct variable of another file has its type although only its first member is accessed, which needs no address
# computation.
test_links_at_the_beginning_of_another_files_variable_are_known() {
    cat >node.h <<'C'
struct node { struct node *next; long value; };
extern struct node anchor;
C
    printf '#include "node.h"\nstruct node anchor;\n' >data.c
    copy_program structure/anchor.c p.c
    for level in 0 2; do
        assert_ok "$ORDO" cc --structure -O$level p.c data.c -o program
        assert_ok "$ORDO" tree -q -o t.data -- ./program
        "$ORDO" tree t.data >out || fail "no tree"
        for class in builds modifies; do
            grep -q "$class a linked structure of node; steps = n, n = node objects (6 invocations, n 11..61)" out ||
                { cat out >&2; fail "-O$level: no $class"; exit 1; }
        done
    done
}

test_a_mapped_file_is_reported_by_name() {
    assert_ok "$ORDO" cc --structure -O1 "$PROGRAMS/mapped_file.c" -o program
    assert_ok "$ORDO" tree -q -o t.data -- ./program
    "$ORDO" tree t.data >out || fail "no tree"
    grep -q 'reads the mapped file .*/text; steps = n, n = bytes (' out &&
        grep -q 'modifies the mapped file .*/text; steps = n, n = bytes (' out ||
        { cat out >&2; fail "no mapped file"; exit 1; }
}

test_the_report_of_a_tree_refers_to_ordo_tree() {
    assert_ok "$ORDO" cc --structure -O1 -DVARIANT=1 "$PROGRAMS/array_1d.c" -o program
    assert_ok "$ORDO" tree -q -o t.data -- ./program
    "$ORDO" report t.data >out || fail "no report"
    grep -q '^Recorded by `ordo tree`' out || { cat out >&2; fail "ordo tree is not mentioned"; exit 1; }
    assert_eq "columns of growth" 0 "$(grep -cE 'GROWTH|SIZES|rms' out)"
}

# Counts of routines that have no activations are absent, not 0.
test_routines_that_are_not_repetitions_have_no_counts_and_a_warning() {
    copy_program structure/helper.c p.c
    cat >check.py <<'P'
import json, sys
of = {s["name"]: s for s in json.load(sys.stdin)["scopes"] if s["kind"] == "routine"}
assert not of["helper"]["profiled"] and "calls" not in of["helper"] and "cost" not in of["helper"]
assert of["main"]["profiled"] and int(of["main"]["calls"]) == 1
P
    assert_ok "$ORDO" cc --structure -O1 p.c -o program
    for record in tree record; do
        assert_ok "$ORDO" $record -q -o t.data -- ./program
        "$ORDO" report t.data >out || fail "no report"
        grep -q '^warning \[repetitions-only\]' out || { cat out >&2; fail "$record: no warning"; exit 1; }
        grep -q '1 routine counted in the scope around it' out || { cat out >&2; fail "$record: the number of routines left out"; exit 1; }
        "$ORDO" report --json t.data >t.json && python3 check.py <t.json
        python3 "$ROOT/tests/report/validate.py" "$ROOT/docs/report.schema.json" t.json || [ $? -eq 77 ]
        expect 3 "$ORDO" report t.data helper
        grep -q 'compiled with --structure, which counts loops and recursions' err || { cat err; fail "the reason"; exit 1; }
    done
}

# recursions_of WANT: the program's recursions must be WANT, one per line: routine, invocations, steps.
recursions_of() {
    assert_ok "$ORDO" tree -q -o t.data -- ./program
    "$ORDO" tree --json t.data | python3 -c '
import json, sys
def below(x):
    for r in x["repetitions"]:
        if r["kind"] == "recursion": print(r["routine"], r["invocations"], r["steps"])
        below(r)
for e in json.load(sys.stdin)["entries"]: below(e)' >recursions
    assert_eq "recursions" "$1" "$(cat recursions)"
}

# Writes a recursion through a pointer to its routine. With KNOWN the compiler sees the pointer's value. It runs ten times
# over a tree of 63 nodes (127 calls), after BEFORE calls that do not recur.
recursion_by_address() {
    copy_program structure/recursion_by_address.c p.c
}

# If the compiler does not know a recursion, its first activation is taken as its caller, and each activation that this
# one calls as an invocation.
test_recursions_unknown_to_the_compiler_are_found_when_they_recur() {
    recursion_by_address
    cat >other.c <<'C'
struct node;
extern long (*called)(const struct node *);
long go(const struct node *n) { return called(n); }
C
    assert_ok cc -c other.c -o other.o
    for level in 0 2; do
        assert_ok "$ORDO" cc --structure -O$level -DKNOWN -DBEFORE=0 p.c -o program
        recursions_of "make 1 127
count 10 1270"
        assert_ok "$ORDO" cc --structure -O$level -DBEFORE=0 p.c other.o -o program
        recursions_of "make 1 127
count 11 1269"
    done
}

# A recursion through pointers that is entered once, and not from a loop: its only invocation is complete.
long_a_recursion_by_address_that_is_entered_once_is_complete() {
    copy_program structure/eval_by_table.c p.c
    for level in 0 2; do
        assert_ok "$ORDO" cc --structure -O$level p.c -o program
        recursions_of "eval 1 382
make 1 255"
        "$ORDO" tree --json t.data | python3 -c '
import json, sys
a, = [a for a in json.load(sys.stdin)["algorithms"] if int(a["steps"]) == 382]
i, = a["inputs"]
assert i["sizes"]["elements"] == [255, 255] and int(i["reads"]) == 254 and not i["partial"], i'
    done
}

# A routine that is called by address and does not recur gets no more activations after a while. When it recurs later, the
# first activation counts as the caller, as if the compiler had not known; all steps of its loops count.
long_recursions_by_address_that_recur_late_are_reported() {
    recursion_by_address
    for level in 0 2; do
        assert_ok "$ORDO" cc --structure -O$level -DKNOWN -DBEFORE=1000 p.c -o program
        recursions_of "make 1 127
count 1000 1000
count 10 1270"
        "$ORDO" tree t.data >tree.txt 2>&1
        assert_eq "lines about missing calls" 0 "$(grep -c "are missing" tree.txt)"
        assert_ok "$ORDO" cc --structure -O$level -DKNOWN -DBEFORE=5000 p.c -o program
        recursions_of "make 1 127
count 1024 1024
count 11 1269"
        "$ORDO" tree t.data >tree.txt 2>&1
        assert_eq "lines about missing calls" 1 \
            "$(grep -c "^count (p.c:13) was called many times before it first called itself" tree.txt)"
        "$ORDO" tree --json t.data | python3 -c '
import json, sys
assert json.load(sys.stdin)["late_recursions"] == ["count"]'
        assert_eq "the loop's steps" $(((5000 + 1270) * 3)) "$("$ORDO" tree --json t.data | python3 -c '
import json, sys
def steps(x):
    return sum((int(r["steps"]) if r["routine"] == "count" and r["kind"] == "loop" else 0) + steps(r)
               for r in x["repetitions"])
print(sum(steps(e) for e in json.load(sys.stdin)["entries"]))')"
        ORDO_STRUCTURE_EFFORT=all recursions_of "make 1 127
count 5000 5000
count 10 1270"
        "$ORDO" tree t.data >tree.txt 2>&1
        assert_eq "lines about missing calls" 0 "$(grep -c "are missing" tree.txt)"
    done
}

# A routine that an exception or a longjmp left is not open any more, so its next call is not a recursion.
test_routines_that_are_left_do_not_recur() {
    copy_program structure/left_by_longjmp.c p.c
    for times in 20 5000; do
        assert_ok "$ORDO" cc --structure -O1 -DTIMES=$times p.c -o program
        recursions_of "" >/dev/null
        "$ORDO" tree t.data >tree.txt 2>&1
        assert_eq "lines about missing calls" 0 "$(grep -c "are missing" tree.txt)"
    done
    copy_program structure/left_by_throw.cc p.cc
    assert_ok "$ORDO" c++ --structure -O1 p.cc -o program
    recursions_of ""
}

# alloca of <alloca.h> returns void *.
test_stack_memory_of_unknown_type_is_recorded() {
    copy_program structure/alloca_array.c p.c
    for o in 0 1 2; do
        wanted "$o" 0 2 || continue
        assert_ok "$ORDO" cc --structure -O$o p.c -o program
        expect 0 "$ORDO" tree -q -o t.data -- ./program
        assert_eq "output, -O$o" 9880 "$(cat out)"
    done
}

# Memory for records of structures is mapped as it is needed, not in advance.
test_structures_are_recorded_within_a_limit_on_address_space() {
    copy_program structure/long_list.c p.c
    assert_ok "$ORDO" cc --structure -O1 p.c -o program
    expect 0 "$ORDO" tree -o t.data -- bash -c 'ulimit -v 900000; exec ./program'
    assert_eq "sizes" 2 "$(cat out err | grep -c 'n = 1,500,000 node objects')"
    assert_eq "cuts" 0 "$(cat out err | grep -c 'stopped early')"
}

run_tests
