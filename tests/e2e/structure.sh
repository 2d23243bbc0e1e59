#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Algorithms of programs built with `ordo cc --structure`: the programs of the paper (Zaparanuks and
# Hauswirth, Algorithmic Profiling) in C and C++, each in variants. What is expected is in their sources.
. "$(dirname "$0")/lib.sh"
PROGRAMS=$ROOT/tests/e2e/programs/structure

# algorithms NAME VARIANT...: the program must have the expected algorithms in each of the variants.
# The variant's number modulo 4 is also the optimisation level.
algorithms() {
    local source=$PROGRAMS/$1 variant compiler=cc failed=0
    [ "${1##*.}" = c ] || compiler=c++
    shift
    for variant in "$@"; do
        assert_ok "$ORDO" $compiler --structure -O$((variant % 4)) -DVARIANT="$variant" "$source" \
            -o program -pthread
        ORDO_STRUCTURE_EFFORT=all "$ORDO" tree -q -o t.data -- ./program >stdout 2>err ||
            { cat err; fail "variant $variant: status $?"; exit 1; }
        "$ORDO" tree --json t.data >t.json || exit 1
        python3 "$ROOT/tests/e2e/structure_expectations.py" "$source" "$variant" <t.json >wrong || {
            echo "    variant $variant:" >&2
            sed -n '1,12s/^/      /p' wrong >&2
            failed=1
        }
    done
    [ $failed -eq 0 ]
}

test_array_1d() { algorithms array_1d.c 1 2 3; }
test_array_2d_rows() { algorithms array_2d_rows.c 1 2; }
test_array_2d_flat() { algorithms array_2d_flat.c 1 2 3 4; }
test_array_list_by_one() { algorithms array_list_by_one.c 1 2 3 4 5 6; }
test_array_list_doubling() { algorithms array_list_doubling.c 1 2 3 4 5 6; }
test_two_copies() { algorithms two_copies.c 1 2 3; }
test_array_list_generic() { algorithms array_list_generic.c 1 2; }
test_array_list_inherited() { algorithms array_list_inherited.c 1 2; }
test_linked_list() { algorithms linked_list.c 1 2 3; }
test_linked_list_generic() { algorithms linked_list_generic.c 1 2; }
test_linked_list_inherited() { algorithms linked_list_inherited.c 1 2; }
test_tree_in_array() { algorithms tree_in_array.c 1 2; }
test_tree_binary() { algorithms tree_binary.c 1 2; }
test_tree_binary_parents() { algorithms tree_binary_parents.c 1 2; }
test_tree_nary() { algorithms tree_nary.c 1 2 3 4; }
test_tree_nary_parents() { algorithms tree_nary_parents.c 1 2 3 4; }
test_graph_matrix() { algorithms graph_matrix.c 1 2; }
test_graph_directed() { algorithms graph_directed.c 1 2; }
test_graph_bidirectional() { algorithms graph_bidirectional.c 1 2; }
test_graph_undirected() { algorithms graph_undirected.c 1 2; }
test_list_sort_orders() { algorithms list_sort_orders.c 1 2 3; }
test_functional_sort() { algorithms functional_sort.c 1; }
test_listing_4() { algorithms listing_4.c 1; }
test_several_inputs() { algorithms several_inputs.c 1; }
test_index_linked() { algorithms index_linked.c 1; }
test_link_addresses() { algorithms link_addresses.c 1 2 3 4; }
test_intrusive_list() { algorithms intrusive_list.c 1 2; }
test_pools() { algorithms pools.c 1 2 3 4; }
test_hostile_links() { algorithms hostile_links.c 1 2; }
test_changing_lists() { algorithms changing_lists.c 1; }
test_greater_cycle() { algorithms greater_cycle.c 1 2 3 4 5 6 7 8; }
test_two_threads() { algorithms two_threads.c 1 2; }
test_streams() { algorithms streams.c 1 2 3 4; }
test_cxx_containers() { algorithms cxx_containers.cc 1; }
test_small_arrays() { algorithms small_arrays.c 1 2 4; }
test_headers() { algorithms headers.c 1 2 3 4; }
test_thread_locals() { algorithms thread_locals.c 1 2 4; }
test_only_recursion() { algorithms only_recursion.c 1 2 3; }
test_two_hooks() { algorithms two_hooks.c 1 2; }
test_harness() { algorithms harness.c 1 2 4; }
test_until_no_change() { algorithms until_no_change.c 1 2 4; }
test_hash_table() { algorithms hash_table.c 1 2 4; }
test_cxx_adaptors() { algorithms cxx_adaptors.cc 1 2; }
test_cxx_vectors() { algorithms cxx_vectors.cc 1 2 4; }
test_cxx_owners() { algorithms cxx_owners.cc 1 2 4; }
test_cxx_harness() { algorithms cxx_harness.cc 1 2 3; }
test_cxx_lists() { algorithms cxx_lists.cc 1 2; }
test_cxx_atomics() { algorithms cxx_atomics.cc 1 2 3 4; }

# What an invocation records of the accesses in it is bounded. Its steps and sizes stay exact. Its reads are reported as a
# lower bound, and their cost function leaves the invocation out.
test_an_invocation_with_very_many_accesses_is_partial() {
    cat >p.c <<'C'
#include <stdlib.h>
struct node { struct node *next; long value; };
static long walk(const struct node *n) {
    long sum = 0;
    for (; n; n = n->next) sum += n->value;
    return sum;
}
static long work(int length, int times) {
    struct node *head = NULL;
    long sum = 0;
    while (length-- > 0) {
        struct node *n = malloc(sizeof *n);
        n->next = head, n->value = length;
        head = n;
    }
    for (int i = 0; i < times; i++) sum += (head->next != NULL) + walk(head);
    return sum;
}
int main(void) {
    long sum = 0;
    for (int k = 1; k <= 11; k++) sum += k < 11 ? work(10 * k, 100) : work(1000, 20000);
    return sum == 0;
}
C
    cat >check.py <<'P'
import json, sys
tree = json.load(sys.stdin)
found = [a for a in tree["algorithms"] if int(a["steps"]) > 20020000]
assert len(found) == 1, [a["summary"] for a in tree["algorithms"]]
steps = sum(100 + 100 * n for n in range(10, 101, 10)) + 20000 + 20000 * 1000
assert int(found[0]["steps"]) == steps, (found[0]["steps"], steps)
i = found[0]["inputs"][0]
whole = sys.argv[1] == "whole"
reads = steps
assert i["partial"] != whole and (int(i["reads"]) == reads) == whole, i
assert i["sizes"]["elements"] == [10, 1000], i
left = {f["cost"]["metric"]: int(f["unmeasured"]) for f in found[0]["functions"] if f["size"]["metric"] == "elements"}
assert left == {"steps": 0, "reads": 0 if whole else 1}, left
P
    assert_ok "$ORDO" cc --structure -O2 p.c -o program
    "$ORDO" tree -q -o t.data -- ./program 2>err || { cat err; exit 1; }
    "$ORDO" tree --json t.data >t.json && python3 check.py partial <t.json
    ORDO_STRUCTURE_EFFORT=all "$ORDO" tree -q -o t.data -- ./program 2>err || { cat err; exit 1; }
    "$ORDO" tree --json t.data >t.json && python3 check.py whole <t.json
}

# Beyond a second bound the invocation's own reads are not recorded. Links that it sets still are, so that the size of a
# list that grows at its front stays right.
test_an_invocation_with_very_many_reads_of_its_own_is_partial() {
    cat >p.c <<'C'
#include <stdlib.h>
enum { MOST = 700000 };
struct node { struct node *next; long value; } pool[MOST];
struct ring { struct ring *next; } ring[2];
static struct node *build(int n, long *sum) {
    struct node *head = NULL;
    const struct ring *r = ring;
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < 2 + (i & 1); k++) r = r->next;
        r = r->next->next->next->next->next->next->next;
        *sum += r == ring;
        pool[i].next = head, pool[i].value = *sum;
        head = &pool[i];
    }
    return head;
}
int main(void) {
    long sum = 0;
    ring[0].next = &ring[1], ring[1].next = &ring[0];
    for (int k = 1; k <= 11; k++) sum += build(k < 11 ? 100 * k : MOST, &sum) != NULL;
    return sum == 0;
}
C
    cat >check.py <<'P'
import json, sys
tree = json.load(sys.stdin)
found = [a for a in tree["algorithms"] if any(i["type"] == "node" for i in a["inputs"])]
assert len(found) == 1, [a["summary"] for a in tree["algorithms"]]
whole, nodes = sys.argv[1] == "whole", 700000 + sum(range(100, 1001, 100))
inputs = {i["type"]: i for i in found[0]["inputs"]}
node, ring = inputs["node"], inputs["ring"]
assert node["partial"] != whole and node["sizes"]["elements"] == [100, 700000] and int(node["writes"]) == nodes, node
assert (int(ring["reads"]) == 9.5 * nodes) == whole and ring["sizes"]["elements"] == [2, 2], ring
of_steps = [f for f in found[0]["functions"] if f["cost"]["metric"] == "steps" and f["size"]["description"].startswith("node objects")]
assert of_steps and int(of_steps[0]["n_max"]) == 700000 and of_steps[0]["model"]["class"] == "n", of_steps
P
    assert_ok "$ORDO" cc --structure -O2 p.c -o program
    "$ORDO" tree -q -o t.data -- ./program 2>err || { cat err; exit 1; }
    "$ORDO" tree --json t.data >t.json && python3 check.py partial <t.json
    ORDO_STRUCTURE_EFFORT=all "$ORDO" tree -q -o t.data -- ./program 2>err || { cat err; exit 1; }
    "$ORDO" tree --json t.data >t.json && python3 check.py whole <t.json
}

# A library routine does in one step the work of many: there are as many steps as elements, but more reads.
test_work_of_library_routines_outgrows_steps() {
    cat >p.c <<'C'
#include <stdlib.h>
#include <string.h>
static void upper(char *s) {
    for (size_t i = 0; i < strlen(s); i++)
        if (s[i] >= 'a') s[i] -= 32;
}
static void lower(char *s) {
    for (size_t i = 0, n = strlen(s); i < n; i++)
        if (s[i] < 'a') s[i] += 32;
}
static void fill(char *to, int n) {
    *to = 0;
    for (int i = 0; i < n; i++) strcat(to, "z");
}
static void number(int *v, int n) {
    for (int i = 0; i < n; i++) v[i] = i;
}
static int drain(int *v, int n) {
    int sum = 0;
    for (; n; n--) {
        sum += v[0];
        memmove(v, v + 1, (size_t)(n - 1) * sizeof *v);
    }
    return sum;
}
int main(void) {
    for (int n = 8; n <= 1024; n *= 2) {
        char *s = malloc((size_t)n + 1);
        int *v = malloc((size_t)n * sizeof *v);
        number(v, n);
        fill(s, n);
        upper(s);
        lower(s);
        drain(v, n);
        free(s), free(v);
    }
    return 0;
}
C
    local level
    for level in -O0 -O2; do
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
    cat >p.c <<'C'
#include <stdlib.h>
#include <string.h>
struct word {
    struct word *next;
    char *text;
};
static struct word *words(int n) {
    struct word *all = 0;
    for (int i = 0; i < n; i++) {
        struct word *w = malloc(sizeof *w);
        *w = (struct word){all, strdup("some word")};
        all = w;
    }
    return all;
}
static int letters(const struct word *w, int *count) {
    int sum = 0;
    for (; w; w = w->next)
        for (const char *c = w->text; *c; c++) sum += ++count[(unsigned char)*c];
    return sum;
}
int main(void) {
    static int count[256];
    int sum = 0;
    for (int n = 50; n <= 1000; n += 50) sum += letters(words(n), count);
    return sum == 0;
}
C
    local level
    for level in -O0 -O2; do
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
    cat >p.c <<'C'
int main(void) {
    static int a[8];
    for (int k = 0; k < 300000; k++)
        for (int i = 0; i < 8; i++) a[i] += k;
    return a[3] == 0;
}
C
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
    cat >p.c <<'C'
#include <stdlib.h>
static void sift(int *a, int i, int n) {
    for (int c; (c = 2 * i + 1) < n; i = c) {
        if (c + 1 < n && a[c] < a[c + 1]) c++;
        if (a[i] >= a[c]) break;
        int x = a[i];
        a[i] = a[c], a[c] = x;
    }
}
static void heapify(int *a, int n) {
    for (int i = n / 2 - 1; i >= 0; i--) sift(a, i, n);
}
int main(void) {
    for (int n = 20; n <= 600; n += 20) {
        int *a = malloc(n * sizeof *a);
        for (int i = 0; i < n; i++) a[i] = i * 7919 % n;
        heapify(a, n);
        free(a);
    }
    return 0;
}
C
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
    cat >p.c <<'C'
extern short table[300];
int main(void) {
    long sum = 0;
    for (int n = 100; n <= 300; n += 20)
        for (int i = 0; i < n; i++) sum += table[i];
    return sum != 0;
}
C
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
    cat >p.c <<'C'
#include <stdlib.h>
#include "node.h"
int main(void) {
    for (int n = 10; n <= 60; n += 10) {
        for (int i = 0; i < n; i++) {
            struct node *x = malloc(sizeof *x);
            x->next = anchor.next;
            anchor.next = x;
        }
        while (anchor.next) {
            struct node *x = anchor.next;
            anchor.next = x->next;
            free(x);
        }
    }
    return 0;
}
C
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
    cat >p.c <<'C'
#include <string.h>
static int table[100];
static int helper(int i) { return table[i] + (int)strlen(i % 2 ? "odd" : "even"); }
int main(void) {
    int s = 0;
    for (int i = 0; i < 100; i++) s += helper(i);
    return s != 350;
}
C
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
    cat >p.c <<'C'
#include <stdlib.h>
struct node { struct node *left, *right; };
static long count(const struct node *n);
#if KNOWN
static long (*volatile go)(const struct node *) = count;
#else
long go(const struct node *);
long (*called)(const struct node *) = count;
#endif
static long count(const struct node *n) {
    for (volatile int k = 0; k < 3; k++) {}
    return n ? 1 + go(n->left) + go(n->right) : 0;
}
static struct node *make(int depth) {
    if (!depth) return NULL;
    struct node *n = malloc(sizeof *n);
    n->left = make(depth - 1), n->right = make(depth - 1);
    return n;
}
int main(void) {
    struct node *root = make(6);
    long sum = 0;
    for (int i = 0; i < BEFORE; i++) sum += go(NULL);
    for (int i = 0; i < 10; i++) sum += go(root);
    return sum != 630;
}
C
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
test_a_recursion_by_address_that_is_entered_once_is_complete() {
    cat >p.c <<'C'
#include <stdlib.h>
struct node { int op; struct node *left, *right; long value; };
typedef long eval_fn(const struct node *);
static eval_fn number, sum, product;
static eval_fn *const table[] = {number, sum, product};
static long eval(const struct node *n) { return table[n->op](n); }
static long number(const struct node *n) { return n->value; }
static long sum(const struct node *n) { return eval(n->left) + eval(n->right); }
static long product(const struct node *n) { return eval(n->left) * eval(n->right); }
static struct node *make(int depth) {
    struct node *n = calloc(1, sizeof *n);
    if (!depth) return n;
    n->op = 1 + depth % 2;
    n->left = make(depth - 1), n->right = make(depth - 1);
    return n;
}
int main(void) {
    return eval(make(7)) != 0;
}
C
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
test_recursions_by_address_that_recur_late_are_reported() {
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
            "$(grep -c "^Calls of count (p.c:10) before the first recursive call are missing" tree.txt)"
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
    cat >p.c <<'C'
#include <setjmp.h>
#include <stdio.h>
static jmp_buf back;
static void leaves(int i) { if (i & 1) longjmp(back, 1); puts("stays"); }
static void (*volatile inner)(int) = leaves;
void outer(int i) { inner(i); for (volatile int k = 0; k < 3; k++) {} }
static void (*volatile go)(int) = outer;
int main(void) {
    for (volatile int i = 0; i < TIMES; i++)
        if (!setjmp(back)) go(i);
    return 0;
}
C
    for times in 20 5000; do
        assert_ok "$ORDO" cc --structure -O1 -DTIMES=$times p.c -o program
        recursions_of "" >/dev/null
        "$ORDO" tree t.data >tree.txt 2>&1
        assert_eq "lines about missing calls" 0 "$(grep -c "are missing" tree.txt)"
    done
    cat >p.cc <<'C'
static void leaves(int i) { if (i & 1) throw i; }
static void (*volatile inner)(int) = leaves;
void outer(int i) { inner(i); for (volatile int k = 0; k < 3; k++) {} }
static void (*volatile go)(int) = outer;
int main() {
    for (volatile int i = 0; i < 20; i++)
        try { go(i); } catch (int) {}
    return 0;
}
C
    assert_ok "$ORDO" c++ --structure -O1 p.cc -o program
    recursions_of ""
}

# alloca of <alloca.h> returns void *.
test_stack_memory_of_unknown_type_is_recorded() {
    cat >p.c <<'C'
#include <alloca.h>
#include <stdio.h>
__attribute__((noinline)) static int sum(int n) {
    void *volatile memory = alloca((size_t)n * sizeof(int) + 1);
    int *v = memory, s = 0;
    for (int i = 0; i < n; i++) v[i] = i;
    for (int i = 0; i < n; i++) s += v[i];
    return s;
}
int main(void) {
    int s = 0;
    for (int n = 0; n < 40; n++) s += sum(n);
    printf("%d\n", s);
    return 0;
}
C
    for o in 0 1 2; do
        assert_ok "$ORDO" cc --structure -O$o p.c -o program
        expect 0 "$ORDO" tree -q -o t.data -- ./program
        assert_eq "output, -O$o" 9880 "$(cat out)"
    done
}

# Memory for records of structures is mapped as it is needed, not in advance.
test_structures_are_recorded_within_a_limit_on_address_space() {
    cat >p.c <<'C'
#include <stdio.h>
#include <stdlib.h>
struct node { struct node *next; };
int main(void) {
    struct node *list = NULL;
    long n = 0;
    for (int i = 0; i < 1500000; i++) {
        struct node *node = malloc(sizeof *node);
        node->next = list;
        list = node;
    }
    for (struct node *i = list; i; i = i->next) n++;
    printf("%ld\n", n);
    return 0;
}
C
    assert_ok "$ORDO" cc --structure -O1 p.c -o program
    expect 0 "$ORDO" tree -o t.data -- bash -c 'ulimit -v 900000; exec ./program'
    assert_eq "sizes" 2 "$(cat out err | grep -c 'n = 1,500,000 node objects')"
    assert_eq "cuts" 0 "$(cat out err | grep -c 'stopped early')"
}

run_tests
