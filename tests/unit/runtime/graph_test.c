/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * graph_test.c: compares the graph of data structures with plain tables (graph_naive.h) on long
 * random sequences of a program's memory operations.
 */
#include "../../../src/engine/runtime/graph/graph_glance.h"
#include "../../../src/engine/runtime/graph/graph_kept.h"
#include "graph_naive.h"
#include "scenario.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct scenario scenarios[] = {{NULL, NULL}};

/* Beginning of a sequence's addresses: each sequence has a range of its own, because the graph
 * keeps everything. */
static uintptr_t range_at;
static uint64_t range_bytes, seed_now;
static uint64_t measured, little_work; /* of structures above some size */
static uint64_t glanced;               /* words copied and cleared by the fast path */

static uint64_t random_bits(void) { /* xorshift64* */
    seed_now ^= seed_now >> 12;
    seed_now ^= seed_now << 25;
    seed_now ^= seed_now >> 27;
    return seed_now * 0x2545F4914F6CDD1Dull;
}

static uint64_t below(uint64_t n) {
    return (random_bits() >> 16) % n;
}

/* The graph's number of each naive vertex. */
static struct {
    ort_vertex v;
    uint32_t age;
} of[20000];
static int known;
static uint64_t seed_first;
static int step_now;

static void same(uint64_t is, uint64_t should, const char *what) {
    if (is == should) return;
    print_error("seed %lu, step %d: %s is %lu, should be %lu\n", seed_first, step_now, what, is,
                should);
    fail();
}

/* Compares the graph's vertex v with the tables' vertex n. */
static void assert_same_vertex(ort_vertex v, int n, const char *what) {
    same(v != 0, n >= 0, what);
    if (n < 0) return;
    if (n >= known) known = n + 1;
    if (!of[n].v) {
        of[n].v = v;
        of[n].age = ort_graph_age(v);
    }
    same(v, of[n].v, what);
    same(ort_graph_alive(v, of[n].age), true, what);
    same(ort_graph_is_array(v), naive_is_array(n), what);
    same(ort_graph_vertex_type(v), graph_naive_types[naive_type(n)].id, what);
}

static int any_vertex(bool array) {
    int n = naive_count();
    for (int tries = 0; n && tries < 40; tries++) {
        int v =
            tries < 20 ? n - 1 - (int)below((uint64_t)(n < 40 ? n : 40)) : (int)below((uint64_t)n);
        if (naive_alive(v) && of[v].v && naive_is_array(v) == array) return v;
    }
    return -1;
}

static uintptr_t any_address(void) {
    int v = any_vertex(below(4) == 0);
    switch (below(16)) {
    case 0:
        return 0;
    case 1:
        return range_at + below(range_bytes);
    case 2:
        return random_bits();
    case 3:
        return v >= 0 ? naive_at(v) + 1 : 1;
    case 4:
    case 5:
    case 6:
    case 7:
    case 8:
    case 9:
    case 10:
        return v >= 0 ? naive_at(v) : range_at;
    case 11:
        return v >= 0 ? naive_at(v) + 8 * below(6) : range_at;
    default:
        return range_at + 8 * below(range_bytes / 8);
    }
}

static uintptr_t any_place(void) {
    return range_at + 8 * below(range_bytes / 8);
}

static uint64_t any_length(void) {
    static const uint64_t typical[] = {4, 8, 16, 24, 24, 24, 40, 40, 48, 56, 64, 96, 120, 7, 250};
    if (range_bytes > 100000 && below(4) == 0) return below(range_bytes / 2);
    return typical[below(sizeof typical / sizeof *typical)];
}

static int any_linked(void) {
    return (int)below(NAIVE_INT);
}

static void measure(int n) {
    struct ort_sizes is, should;
    struct ort_type_sizes by_type[NAIVE_TYPES], by_type_should[NAIVE_TYPES];
    unsigned types = 0;
    uint64_t work = ort_graph_measure(of[n].v, &is, by_type, NAIVE_TYPES, &types);
    measured += is.elements >= 8;
    little_work += is.elements >= 8 && work <= 4;
    naive_measure(n, &should, by_type_should);
    same(is.elements, should.elements, "number of elements");
    same(is.references, should.references, "number of references");
    same(is.capacity, should.capacity, "capacity");
    for (unsigned i = 0; i < types; i++)
        for (int t = 0; t < NAIVE_TYPES; t++)
            if (graph_naive_types[t].id == by_type[i].type) {
                same(by_type[i].elements, by_type_should[t].elements, "elements of a type");
                same(by_type[i].references, by_type_should[t].references, "references of a type");
                same(by_type[i].bytes, by_type_should[t].bytes, "bytes of a type");
                by_type_should[t] = (struct ort_type_sizes){0};
            }
    for (int t = 0; t < NAIVE_TYPES; t++)
        same(by_type_should[t].elements + by_type_should[t].references + by_type_should[t].bytes, 0,
             "a type left out");
}

static void same_inputs(void) {
    static int first[20000];
    int n = naive_count();
    memset(first, -1, sizeof first);
    for (int v = 0; v < n; v++) {
        if (v >= known || !of[v].v) continue;
        same(ort_graph_alive(of[v].v, of[v].age), naive_alive(v), "life");
        if (!naive_alive(v)) continue;
        int input = naive_input(v);
        uint32_t number = ort_graph_input(of[v].v);
        same(number, ort_graph_same(number), "an input's own number");
        if (first[input] < 0) first[input] = v;
        for (int w = 0; w < v; w++)
            if (w < known && of[w].v && naive_alive(w))
                same(ort_graph_same(ort_graph_input(of[w].v)) == number, naive_input(w) == input,
                     "one input");
    }
}

static void step(void) {
    bool created = false, made = false;
    int type = any_linked(), n;
    uintptr_t at, to;
    uint64_t bytes;
    switch (below(20)) {
    case 0:
    case 1:
        at = any_place() + (below(30) ? 0 : below(8) * (range_bytes > 5000));
        bytes = any_length();
        ort_graph_block(at, bytes, NULL, NULL);
        naive_block(at, bytes);
        break;
    case 2:
        n = any_vertex(below(3) == 0);
        at = n >= 0 && below(8) ? naive_at(n) : any_place();
        ort_graph_end(at);
        naive_end(at);
        break;
    case 3:
        n = any_vertex(below(2) == 0);
        at = n >= 0 ? naive_at(n) : any_place();
        to = below(3) ? any_place() : at;
        bytes = any_length();
        ort_graph_move(at, to, bytes);
        naive_move(at, to, bytes);
        break;
    case 4:
    case 5:
    case 6:
        at = below(8) ? any_place() : any_address();
        n = naive_element(at, type, &made);
        assert_same_vertex(ort_graph_element(at, &graph_naive_types[type], &created), n,
                           "an element");
        same(created, made, "creation");
        break;
    case 7:
        type = NAIVE_INT + (int)below(NAIVE_TYPES - NAIVE_INT);
        at = any_address();
        n = naive_array(at, type);
        assert_same_vertex(ort_graph_array(at, &graph_naive_types[type]), n, "an array");
        break;
    case 8:
    case 9:
    case 10:
    case 11:
    case 12: {
        int v = any_vertex(false);
        if (v < 0) break;
        type = below(4) ? naive_type(v) : type;
        int seen = naive_element(naive_at(v), type, &made);
        assert_same_vertex(ort_graph_element(naive_at(v), &graph_naive_types[type], &created), seen,
                           "an element seen again");
        if (seen < 0) break;
        uint64_t slot = below(graph_naive_types[type].n_slots);
        if (type == NAIVE_FLEXIBLE) slot = below(16) ? below(8) : below(80);
        to = below(5) ? any_address() : 0;
        n = naive_link(seen, type, slot, to, &made);
        assert_same_vertex(ort_graph_link(of[seen].v, &graph_naive_types[type], slot, to, &created),
                           n, "the target of a link");
        same(created, made, "creation by a link");
        break;
    }
    case 13:
    case 14: {
        int v = any_vertex(true);
        type = NAIVE_NODE_POINTER + (int)below(3);
        at = v >= 0 ? naive_at(v) + 8 * below(8) : any_address();
        n = naive_array(at, type);
        assert_same_vertex(ort_graph_array(at, &graph_naive_types[type]), n,
                           "an array of pointers");
        if (n < 0) break;
        to = below(5) ? any_address() : 0;
        v = naive_array_link(n, type, at, to, &made);
        assert_same_vertex(
            ort_graph_array_link(of[n].v, &graph_naive_types[type], at, to, &created), v,
            "the target of an array's link");
        same(created, made, "creation by an array's link");
        break;
    }
    case 15: {
        int v = any_vertex(below(2));
        at = v >= 0 && below(4) ? naive_at(v) : any_place() + below(2) * below(8);
        to = any_place() + (below(4) ? 0 : at % 8);
        bytes = below(4) ? 8 * below(16) : below(below(8) ? 100 : 2000);
        if (below(2)) bytes = 8;
        const struct ort_copying now = {below(100), 1, below(100)};
        if (bytes == 8 && ort_glance_copy(to, at, below(4) ? &now : NULL))
            glanced++;
        else
            ort_graph_copy(to, at, bytes);
        naive_copy(to, at, bytes);
        break;
    }
    case 16:
        at = any_place() + (below(4) ? 0 : below(8));
        bytes = below(2) ? 8 : below(below(8) ? 64 : 2000);
        if (bytes == 8 && ort_glance_clear(at))
            glanced++;
        else
            ort_graph_clear(at, bytes);
        naive_clear(at, bytes);
        break;
    case 17: {
        int a = any_vertex(true), b = any_vertex(true);
        if (a < 0 || b < 0) break;
        uint64_t times = 1 + below(20);
        for (uint64_t i = 0; i < times; i++) {
            ort_graph_copied(of[a].v, of[b].v);
            naive_copied(a, b);
        }
        break;
    }
    default:
        n = any_vertex(below(3) == 0);
        if (n >= 0) measure(n);
        break;
    }
}

/* --- structures that are changed and measured all the time */

#define MOST_NODES 24

static uintptr_t nodes[MOST_NODES];
static uint64_t n_nodes;
static int node_type;

static int link_types(uint64_t slot) { /* the slot-th link of the type that nodes have */
    static const uint64_t of_tree[] = {0, 2};
    return node_type == NAIVE_TREE ? (int)of_tree[slot % 2] : (int)(slot % 2);
}

static void set_link(uintptr_t at, uint64_t slot, uintptr_t to) {
    bool created, made;
    int v = naive_element(at, node_type, &made);
    assert_same_vertex(ort_graph_element(at, &graph_naive_types[node_type], &created), v, "a node");
    same(created, made, "a node's creation");
    int t = naive_link(v, node_type, (uint64_t)link_types(slot), to, &made);
    assert_same_vertex(ort_graph_link(of[v].v, &graph_naive_types[node_type],
                                      (uint64_t)link_types(slot), to, &created),
                       t, "where a node leads");
    same(created, made, "creation by a node");
}

static uintptr_t get_link(uintptr_t at, uint64_t slot) {
    bool created, made;
    int v = naive_element(at, node_type, &made);
    assert_same_vertex(ort_graph_element(at, &graph_naive_types[node_type], &created), v, "a node");
    return naive_links_to(v, (uint64_t)link_types(slot));
}

static void set_bucket(uintptr_t array, uint64_t i, uintptr_t to) {
    bool created, made;
    int v = naive_array(array, NAIVE_NODE_POINTER);
    assert_same_vertex(ort_graph_array(array, &graph_naive_types[NAIVE_NODE_POINTER]), v,
                       "buckets");
    int t = naive_array_link(v, NAIVE_NODE_POINTER, array + 8 * i, to, &made);
    assert_same_vertex(ort_graph_array_link(of[v].v, &graph_naive_types[NAIVE_NODE_POINTER],
                                            array + 8 * i, to, &created),
                       t, "where a bucket leads");
}

static void measure_at(uintptr_t at, bool array) {
    bool created, made;
    int v = array ? naive_array(at, NAIVE_NODE_POINTER) : naive_element(at, node_type, &made);
    if (v < 0) return;
    assert_same_vertex(array ? ort_graph_array(at, &graph_naive_types[NAIVE_NODE_POINTER])
                             : ort_graph_element(at, &graph_naive_types[node_type], &created),
                       v, "what is measured");
    measure(v);
}

static uintptr_t any_node(void) {
    return nodes[below(n_nodes)];
}

static uintptr_t array;

static void change(void) {
    uintptr_t a = any_node(), b = any_node(), c;
    switch (below(14)) {
    case 0:
        set_link(a, below(2), below(3) ? b : 0);
        break;
    case 1: /* insert b after a, doubly linked */
        if (a == b) break;
        c = get_link(a, 0);
        set_link(b, 0, c);
        if (below(2)) set_link(b, 1, a);
        set_link(a, 0, b);
        if (c && below(4)) set_link(c, 1, b);
        if (below(2)) set_link(b, 1, a);
        break;
    case 2: /* remove from a doubly linked list */
        b = get_link(a, 0);
        c = get_link(a, 1);
        if (c) set_link(c, 0, b);
        if (b) set_link(b, 1, c);
        if (below(2)) set_link(a, 0, 0);
        if (below(2)) set_link(a, 1, 0);
        break;
    case 3: /* remove from a singly linked list */
        b = get_link(a, 0);
        if (b) set_link(a, 0, get_link(b, 0));
        break;
    case 4: /* rotation */
        b = get_link(a, 0);
        c = any_node();
        if (!b) break;
        set_link(a, 0, get_link(b, 1));
        set_link(b, 1, a);
        set_link(c, below(2), b);
        break;
    case 5: /* a node is freed and allocated again */
        ort_graph_end(a);
        naive_end(a);
        ort_graph_block(a, graph_naive_types[node_type].size, NULL, NULL);
        naive_block(a, graph_naive_types[node_type].size);
        break;
    case 6: /* append to a list */
        for (int n = 0; n < 30 && get_link(a, 0); n++) a = get_link(a, 0);
        if (a != b) set_link(a, 0, b);
        break;
    case 7: /* reverse the list */
        for (c = 0; a && below(20); a = b) {
            b = get_link(a, 0);
            set_link(a, 0, c);
            c = a;
        }
        break;
    case 8:
        if (array) set_bucket(array, below(6), below(3) ? a : 0);
        break;
    case 9:
        if (!array) break;
        set_link(a, 0, b);
        set_bucket(array, below(6), a);
        break;
    case 10: /* exchange neighbours (insertion sort) */
        b = get_link(a, 1);
        if (!b || b == a) break;
        c = get_link(b, 1);
        if (c) set_link(c, 0, a);
        set_link(a, 1, c);
        c = get_link(a, 0);
        if (c) set_link(c, 1, b);
        set_link(b, 0, c);
        set_link(a, 0, b);
        set_link(b, 1, a);
        break;
    case 11: /* build a list from nothing */
        for (uint64_t i = 0; i + 1 < n_nodes; i++) {
            set_link(nodes[i], 0, nodes[i + 1]);
            set_link(nodes[i + 1], 1, nodes[i]);
        }
        break;
    case 12:
        if (!array || below(4)) break;
        c = array + (below(2) ? 0 : 512);
        a = 48 + 8 * below(5);
        ort_graph_move(array, c, a);
        naive_move(array, c, a);
        array = c;
        break;
    default:
        set_link(a, 0, b);
        break;
    }
}

static void changing_sequence(uint64_t seed, int steps) {
    seed_first = seed;
    seed_now = seed * 0x9E3779B97F4A7C15ull + 1;
    range_at = 0x100000000000 + seed * 65536;
    naive_reset();
    memset(of, 0, (size_t)known * sizeof *of);
    known = 0;
    node_type = below(3) ? NAIVE_NODE : NAIVE_TREE;
    n_nodes = 2 + below(MOST_NODES - 1);
    for (uint64_t i = 0; i < n_nodes; i++) {
        nodes[i] = range_at + 64 * i;
        ort_graph_block(nodes[i], graph_naive_types[node_type].size, NULL, NULL);
        naive_block(nodes[i], graph_naive_types[node_type].size);
    }
    uintptr_t start = nodes[0];
    array = below(2) ? range_at + 8192 : 0;
    if (array) {
        ort_graph_block(array, 48, NULL, NULL);
        naive_block(array, 48);
    }
    for (step_now = 0; step_now < steps; step_now++) {
        if (below(3)) change();
        if (below(3) == 0) start = any_node();
        bool of_array = array && below(2);
        if (below(2)) measure_at(of_array ? array : start, of_array);
    }
    same_inputs();
}

static void sequence(uint64_t seed, int steps) {
    seed_first = seed;
    seed_now = seed * 0x9E3779B97F4A7C15ull + 1;
    static const uint64_t lengths[] = {256, 1024, 1024, 4096, 20000, 3 << 20};
    range_bytes = lengths[below(sizeof lengths / sizeof *lengths)];
    range_at = 0x10000000 + seed * (8u << 20);
    if (below(2)) range_at -= range_bytes / 16 * 8; /* across two granules */
    naive_reset();
    memset(of, 0, (size_t)known * sizeof *of);
    known = 0;
    for (step_now = 0; step_now < steps; step_now++) {
        step();
        if (step_now % 64 == 63) same_inputs();
    }
    same_inputs();
    for (int n = 0; n < naive_count(); n++)
        if (n < known && of[n].v && naive_alive(n)) measure(n);
}

/* Quick tests try 1,000; with LONG, all, of which the sanitizers' builds try fewer. */
static uint64_t sequences(uint64_t sanitized, uint64_t all) {
    if (!getenv("LONG")) return 1000;
    return SCENARIO_SANITIZED ? sanitized : all;
}

static void random_sequences_match_plain_tables(void **state) {
    (void)state;
    uint64_t first = getenv("GRAPH_SEED") ? strtoull(getenv("GRAPH_SEED"), NULL, 10) : 1;
    uint64_t n = getenv("GRAPH_SEED") ? 1 : sequences(1500, 4000);
    for (uint64_t seed = first; seed < first + n; seed++) sequence(seed, 400);
    print_message("%lu words at a glance\n", glanced);
    if (n > 1) assert_true(glanced * 10 > n);
}

static const struct ort_copying now_copied = {1, 1, 1};

/* Copies word by word. Returns the number of words that the fast path copied. */
static unsigned copy_words(uintptr_t to, uintptr_t from, unsigned words) {
    unsigned at_once = 0;
    for (unsigned i = 0; i < words; i++)
        if (ort_glance_copy(to + 8 * i, from + 8 * i, &now_copied))
            at_once++;
        else
            ort_graph_copy(to + 8 * i, from + 8 * i, 8);
    return at_once;
}

static uint32_t array_input(uintptr_t at) {
    ort_vertex v = ort_graph_array(at, &graph_naive_types[NAIVE_NODE_POINTER]);
    return v ? ort_graph_same(ort_graph_input(v)) : 0;
}

/* An array of 64 pointers is copied to a larger one; if it ends after a quarter of it, the two
 * are one input. */
static void words_copied_by_the_fast_path_count(void **state) {
    (void)state;
    static const unsigned copied[] = {8, 15, 16, 40};
    for (size_t k = 0; k < sizeof copied / sizeof *copied; k++) {
        uintptr_t from = 0x600000000000 + 0x100000 * k, to = from + 0x10000;
        ort_graph_block(from, 64 * 8, NULL, NULL);
        ort_graph_block(to, 128 * 8, NULL, NULL);
        uint32_t a = array_input(from), b = array_input(to);
        assert_true(a && b && a != b);
        assert_true(copy_words(to, from, copied[k]) > copied[k] / 2);
        ort_graph_end(from);
        assert_int_equal(ort_graph_same(a) == ort_graph_same(b), copied[k] >= 16);
    }
}

/* Places get memory of their own only where a block begins. The fast path still covers the rest
 * of a large block. */
static void the_fast_path_copies_words_of_a_large_block(void **state) {
    (void)state;
    const struct ordo_type *pointer = &graph_naive_types[NAIVE_NODE_POINTER];
    const uint64_t MiB = 1 << 20;
    uintptr_t from = 0x620000000000, middle = from + 2 * MiB, target = middle + MiB,
              elsewhere = 0x630000000000;
    bool created;
    ort_graph_block(from, 5 * MiB, NULL, NULL);
    ort_vertex v = ort_graph_array(middle, pointer);
    assert_true(v);
    for (unsigned i = 0; i < 16; i++) {
        ort_vertex node =
            ort_graph_element(elsewhere + 64 * i, &graph_naive_types[NAIVE_NODE], &created);
        assert_true(node);
        ort_graph_array_link(v, pointer, middle + 8 * i, elsewhere + 64 * i, &created);
    }
    struct ort_sizes sizes;
    ort_graph_array_link(v, pointer, target + 8 * 15, elsewhere, &created);
    assert_true(copy_words(target, middle, 16) >= 14); /* not the first one of each 128 bytes */
    for (unsigned i = 0; i < 16; i += 2) assert_true(ort_glance_clear(target + 8 * i));
    ort_graph_measure(v, &sizes, NULL, 0, NULL);
    assert_int_equal(sizes.references, 24);
    ort_graph_end(from);
}

/* Words that may be elements, 64 at a time, starting anywhere in a unit of bits. */
static void words_of_short_ranges_are_found(void **state) {
    (void)state;
    const struct ordo_type *tree = &graph_naive_types[NAIVE_TREE];
    uintptr_t base = 0x640000000000 + 8 * 30;
    bool created;
    for (unsigned i = 0; i < 100; i += 7) ort_graph_element(base + 8 * i, tree, &created);
    for (unsigned first = 0; first < 64; first++)
        for (uint64_t words = 1; words <= 64; words++) {
            struct ort_places_short s = ort_place_short(base + 8 * first, words);
            for (uint64_t i = 0; i < 64; i++) {
                uintptr_t word = base + 8 * (first + i);
                const uint32_t *v = ort_place_find(word);
                assert_int_equal(s.slots >> i & 1, i < words && ort_place_has_slot(word));
                assert_int_equal(s.vertices >> i & 1, i < words && v && *v);
            }
        }
    /* a range in two granules may contain anything */
    assert_true(ort_place_short(0x650000000000 - 8, 2).slots == UINT64_MAX);
    assert_int_equal(ort_place_short(0x650000000000, 2).slots, 0);
}

/* Only if the previous variable was equal and of the same thread, and nothing was in it. */
static void variables_begin_again_by_the_fast_path(void **state) {
    (void)state;
    static struct ort_thread thread;
    static struct ordo_frame frames[4];
    struct ordo_type *type = &graph_naive_types[NAIVE_INT], *other = &graph_naive_types[NAIVE_CHAR];
    struct ordo_thread *self = __ordo_self;
    const uintptr_t at = 0x660000000000;
    const uint64_t bytes = 10 * type->size;
    struct ordo_frame *f = &frames[2];
    thread.frames = frames;
    thread.hot.top = f;
    thread.number = 7;
    f->stamp = 11;
    __ordo_self = &thread.hot;
    assert_true(ort_graph_type(type) && ort_graph_type(other));
    assert_false(ort_glance_local(at, bytes, type, f, &thread));
    ort_graph_block(at, bytes, type, NULL);
    assert_false(ort_glance_local(at, bytes, type, f, &thread)); /* not a variable */
    ort_graph_variable(at, bytes, type, f);
    const struct ort_block *b = ort_block_at(ort_place_block(at));
    f->stamp = 12;
    assert_true(ort_block_is_left(b));
    assert_true(ort_glance_local(at, bytes, type, f, &thread));
    assert_false(ort_block_is_left(b));
    f->stamp = 13;
    assert_true(ort_glance_local(at, bytes, type, f - 1, &thread));
    assert_int_equal(b->frame, 1);
    assert_false(ort_glance_local(at, bytes, type, f + 1, &thread)); /* not open */
    assert_false(ort_glance_local(at, bytes - 8, type, f, &thread));
    assert_false(ort_glance_local(at + 8, bytes, type, f, &thread));
    assert_false(ort_glance_local(at, bytes, other, f, &thread));
    thread.number = 8;
    assert_false(ort_glance_local(at, bytes, type, f, &thread));
    thread.number = 7;
    ort_vertex v = ort_graph_array(at, type);
    uint32_t age = ort_graph_age(v);
    assert_true(v);
    assert_false(ort_glance_local(at, bytes, type, f, &thread)); /* must end first */
    ort_graph_variable(at, bytes, type, f);
    assert_false(ort_graph_alive(v, age));
    assert_true(ort_glance_local(at, bytes, type, f, &thread));
    ort_graph_end(at);
    __ordo_self = self;
}

/* A node at the beginning of a block gets its words; they are not elements of an array. */
static void words_of_a_node_are_not_elements(void **state) {
    (void)state;
    bool created;
    uintptr_t from = 0x610000000000, to = from + 0x10000;
    ort_graph_block(from, 64 * 8, NULL, NULL);
    ort_graph_block(to, 128 * 8, NULL, NULL);
    uint32_t a = array_input(from), b = array_input(to);
    assert_true(ort_graph_element(to, &graph_naive_types[NAIVE_DERIVED], &created));
    copy_words(to + 64, from + 64, 4);
    for (unsigned i = 0; i < 40; i++) copy_words(to + 8 * (i % 7), from + 8 * (i % 7), 1);
    ort_graph_end(from);
    assert_true(a && b);
    assert_int_not_equal(ort_graph_same(a), ort_graph_same(b));
}

/* A program reserves a quarter of the address space, uses some of it, and releases it. */
static void reserved_address_space_takes_no_memory(void **state) {
    (void)state;
    const uint64_t TiB = 1ull << 40;
    static const struct ordo_type *node = &graph_naive_types[NAIVE_NODE];
    bool created;
    uintptr_t from = 32 * TiB + 4096 + 8, end = from + 32 * TiB, beside = end + 8;
    ort_graph_block(from - 64, 64, NULL, NULL);
    ort_graph_block(from, 32 * TiB, NULL, NULL);
    ort_graph_block(beside, 64, NULL, NULL);
    uint32_t wide = ort_place_block(from);
    assert_true(wide);
    for (uint64_t i = 0; i < 32; i++) assert_int_equal(ort_place_block(from + i * TiB + 5), wide);
    assert_int_equal(ort_place_block(from + (1 << 20)), wide);
    assert_int_equal(ort_place_block(end - 1), wide);
    assert_int_equal(ort_place_block(end), 0);
    assert_int_not_equal(ort_place_block(from - 1), wide);
    assert_int_not_equal(ort_place_block(beside), wide);
    /* elements far from each other */
    ort_vertex a = ort_graph_element(from + TiB, node, &created);
    ort_vertex b = ort_graph_element(from + 9 * TiB, node, &created);
    assert_int_equal(ort_place_block(from + 9 * TiB + 4096), wide);
    assert_int_equal(ort_place_next(from, end), a);
    assert_int_equal(ort_place_next(from + TiB + 8, end), b);
    assert_int_equal(ort_place_overlap(from + 31 * TiB, 4096), wide);
    /* it becomes shorter but stays wide; then another one replaces it */
    uint32_t age = ort_graph_age(b);
    assert_true(ort_graph_move(from, from, 5 * TiB));
    assert_int_equal(ort_place_block(from + 4 * TiB), wide);
    assert_int_equal(ort_place_block(from + 6 * TiB), 0);
    assert_false(ort_graph_alive(b, age));
    ort_graph_block(from + 3 * TiB, 4096, NULL, NULL);
    assert_int_equal(ort_place_block(from + TiB), 0);
    assert_true(ort_place_block(from + 3 * TiB));
    assert_true(ort_place_block(from - 1) && ort_place_block(beside));
    assert_int_equal(ort_place_next(from, end), 0);
    /* several of them, which end in another order */
    for (uint64_t i = 0; i < 8; i++) ort_graph_block(from + i * TiB, TiB, NULL, NULL);
    for (uint64_t i = 0; i < 8; i += 2) ort_graph_end(from + i * TiB);
    for (uint64_t i = 0; i < 8; i++)
        assert_int_equal(ort_place_block(from + i * TiB + TiB / 2) != 0, i % 2);
    for (uint64_t i = 1; i < 8; i += 2) ort_graph_end(from + i * TiB);
    assert_int_equal(ort_place_block(from + 3 * TiB + TiB / 2), 0);
}

/* Many measurements are also cheap. */
static void changing_structures_are_measured_exactly(void **state) {
    (void)state;
    uint64_t first = getenv("GRAPH_SEED") ? strtoull(getenv("GRAPH_SEED"), NULL, 10) : 1;
    uint64_t n = getenv("GRAPH_SEED") ? 1 : sequences(2000, 6000);
    measured = little_work = 0;
    for (uint64_t seed = first; seed < first + n; seed++) changing_sequence(seed, 300);
    print_message("%lu of %lu measurements took no search\n", little_work, measured);
    if (n > 1) assert_true(little_work * 3 > measured);
}

#define LONG 100u

static void lead(const ort_vertex *list, unsigned from, unsigned to) {
    bool created;
    uintptr_t at = to < LONG ? ort_vertex_at(list[to])->at : 0;
    ort_graph_link(list[from], &graph_naive_types[NAIVE_BASE], 0, at, &created);
}

static uint64_t measured_work(ort_vertex v, uint64_t elements) {
    struct ort_sizes sizes;
    uint64_t work = ort_graph_measure(v, &sizes, NULL, 0, NULL);
    assert_int_equal(sizes.elements, elements);
    return work;
}

/* Measurements are kept up to date as long as this costs less than a search, and repeated more
 * and more rarely if they are not requested. */
static void unrequested_measurements_are_not_kept_up(void **state) {
    (void)state;
    const struct ordo_type *base = &graph_naive_types[NAIVE_BASE];
    ort_vertex list[LONG];
    bool created;
    ort_kept_least = 16;
    for (unsigned i = 0; i < LONG; i++)
        list[i] = ort_graph_element(0x400000000000 + 64 * i, base, &created);
    for (unsigned i = 0; i < LONG; i++) lead(list, i, i + 1);
    assert_true(measured_work(list[0], LONG) >= LONG);
    assert_non_null(ort_kept_of(list[0]));
    lead(list, 10, 12);
    lead(list, 10, 11);
    assert_true(measured_work(list[0], LONG) < LONG);
    unsigned kept = 0;
    for (unsigned round = 0; round < 64; round++) {
        for (unsigned i = 0; i < 2 * LONG; i++) {
            lead(list, 10, 12);
            lead(list, 10, 11);
        }
        assert_null(ort_kept_of(list[0]));
        assert_true(measured_work(list[0], LONG) >= LONG);
        kept += ort_kept_of(list[0]) != NULL;
    }
    assert_true(kept >= 4 && kept <= 8);
    ort_kept_least = 0;
}

/* Measuring a ring from all of its elements takes little more than one search. When it is cut, each
 * element has another size. */
static void measurements_in_circles_are_shared(void **state) {
    (void)state;
    const struct ordo_type *base = &graph_naive_types[NAIVE_BASE];
    ort_vertex ring[LONG];
    bool created;
    uint64_t work = 0;
    ort_kept_least = 16;
    for (unsigned i = 0; i < LONG; i++)
        ring[i] = ort_graph_element(0x410000000000 + 64 * i, base, &created);
    for (unsigned i = 0; i < LONG; i++) lead(ring, i, (i + 1) % LONG);
    for (unsigned i = 0; i < LONG; i++) work += measured_work(ring[i * 37 % LONG], LONG);
    assert_true(work < 8 * LONG);
    lead(ring, LONG - 1, LONG);
    for (unsigned i = 0; i < LONG; i++) measured_work(ring[i], LONG - i);
    lead(ring, LONG - 1, 50);
    for (unsigned i = 0; i < LONG; i++) measured_work(ring[i], i < 50 ? LONG - i : LONG - 50);
    lead(ring, LONG - 1, 0);
    work = 0;
    for (unsigned i = 0; i < LONG; i++) work += measured_work(ring[i * 37 % LONG], LONG);
    assert_true(work < 8 * LONG);
    ort_kept_least = 0;
}

int main(void) {
    ort_kept_least = 0;
    assert_true(ort_graph_enter()); /* the first thread stores without a lock */
    ort_graph_leave();
    for (int i = 0; i < NAIVE_TYPES; i++) ort_graph_type(&graph_naive_types[i]);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_sequences_match_plain_tables),
        cmocka_unit_test(words_copied_by_the_fast_path_count),
        cmocka_unit_test(the_fast_path_copies_words_of_a_large_block),
        cmocka_unit_test(words_of_short_ranges_are_found),
        cmocka_unit_test(variables_begin_again_by_the_fast_path),
        cmocka_unit_test(words_of_a_node_are_not_elements),
        cmocka_unit_test(reserved_address_space_takes_no_memory),
        cmocka_unit_test(changing_structures_are_measured_exactly),
        cmocka_unit_test(unrequested_measurements_are_not_kept_up),
        cmocka_unit_test(measurements_in_circles_are_shared),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
