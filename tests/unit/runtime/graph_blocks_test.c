/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * graph_blocks_test.c: blocks of the graph that begin where others are, and what remains of their
 * arrays.
 */
#include "../../../src/engine/runtime/graph/graph_kept.h"
#include "graph_naive.h"
#include "scenario.h"

const struct scenario scenarios[] = {{NULL, NULL}};

/* A block that begins ends exactly the blocks that overlap it: those that reach into its range,
 * that begin in it at any byte, or that share its last word. */
static void a_block_ends_blocks_that_it_overlaps(void **state) {
    (void)state;
    struct ordo_type *type = &graph_naive_types[NAIVE_CHAR];
    const uintptr_t base = 0x670000000000 + 4096 - 64; /* across a page boundary too */
    unsigned ended = 0;
    assert_true(ort_graph_type(type));
    for (unsigned at = 0; at < 24; at++)
        for (unsigned bytes = 1; bytes <= 64; bytes += 3)
            for (unsigned split = 8; split <= 40; split += 4) {
                /* blocks [0, split), [split, 2 split) and so on */
                for (unsigned i = 0; i < 4; i++)
                    ort_graph_block(base + i * split, split, type, "part");
                ort_graph_block(base + at, bytes, NULL, NULL);
                for (unsigned i = 0; i < 4; i++) {
                    unsigned low = i * split, high = low + split;
                    bool meets = low < at + bytes && high > at;
                    ended += meets;
                    uintptr_t first = base + low, last = base + high - 1;
                    if (!meets && first >> 3 == (base + at) >> 3) continue; /* one per word */
                    if (!meets) {
                        assert_true(ort_place_block(first));
                        assert_true(ort_place_block(first) == ort_place_block(last));
                        assert_int_equal(ort_block_at(ort_place_block(first))->at, first);
                        continue;
                    }
                    uint32_t b = ort_place_block(low < at ? first : last);
                    assert_true(!b || ort_block_at(b)->at == base + at);
                }
                uint32_t b = ort_place_block(base + at);
                assert_int_equal(ort_block_at(b)->bytes, bytes);
                assert_int_equal(ort_place_block(base + at + bytes - 1), b);
                for (unsigned i = 0; i < 4; i++) ort_graph_end(base + i * split);
                ort_graph_end(base + at);
            }
    assert_true(ended > 1000);
}

/* Reused arrays of slots are empty, whatever they contained. */
static void reused_arrays_of_slots_are_empty(void **state) {
    (void)state;
    for (uint64_t words = 1; words <= 1100; words += 37) {
        for (int round = 0; round < 3; round++) {
            uint64_t *room = ort_room_take(words);
            assert_non_null(room);
            for (uint64_t i = 0; i < words; i++) assert_int_equal(room[i], 0);
            for (uint64_t i = 0; i < words; i++) room[i] = 4 * i + 8;
            ort_room_give(room, words);
        }
    }
    /* arrays with links end, and others of the same size begin */
    struct ordo_type *pointer = &graph_naive_types[NAIVE_INT_POINTER];
    const uintptr_t at = 0x680000000000;
    uint64_t outside = ort_slots_outside, seen = 0;
    assert_true(ort_graph_type(pointer));
    for (unsigned n = 1; n <= 130; n += 3)
        for (int round = 0; round < 2; round++) {
            bool created;
            ort_graph_block(at, 8 * n, pointer, "pointers");
            ort_vertex v = ort_graph_array(at, pointer);
            assert_true(v);
            const struct ort_graph_vertex *x = ort_vertex_at(v);
            for (unsigned i = 0; i < n; i++) {
                if (!round) ort_graph_array_link(v, pointer, at + 8 * i, 0x690000000000, &created);
            }
            if (round) ort_graph_array_link(v, pointer, at, 0x690000000000, &created);
            for (unsigned i = 1; round && i < x->n_slots; i++, seen++)
                assert_int_equal(ort_vertex_slots(ort_vertex_at(v))[i], 0);
            assert_true(round || ort_slots_outside == outside + n);
            ort_graph_end(at);
        }
    assert_int_equal(ort_slots_outside, outside);
    assert_true(seen > 1000);
}

/* So are slots of arrays that have become shorter, even if a kept measurement still had to count
 * a lost slot. */
static void lost_slots_are_empty(void **state) {
    (void)state;
    struct ordo_type *pointer = &graph_naive_types[NAIVE_INT_POINTER];
    const uintptr_t at = 0x6a0000000000;
    ort_kept_least = 0; /* keep all measurements */
    assert_true(ort_graph_type(pointer));
    unsigned kept = 0;
    uint64_t outside = ort_slots_outside;
    for (unsigned n = 4; n <= 64; n++) {
        bool created;
        ort_graph_block(at, 8 * n, pointer, "pointers");
        ort_vertex v = ort_graph_array(at, pointer);
        ort_graph_array_link(v, pointer, at, 0x690000000000, &created);
        ort_graph_array_link(v, pointer, at + 8 * (n - 1), 0x690000000000, &created);
        struct ort_graph_vertex *x = ort_vertex_at(v);
        uint32_t slots = x->n_slots;
        assert_int_equal(slots, n);
        struct ort_sizes sizes;
        unsigned n_types = 0;
        ort_graph_measure(v, &sizes, NULL, 0, &n_types);
        assert_true(x->stamp != 0);
        uint64_t *room = ort_vertex_slots(x);
        room[n - 1] |= ORT_SLOT_UNCOUNTED;
        assert_int_equal(ort_slots_outside, outside + 2);
        assert_true(ort_vertex_shorten(v, at + 8 * (n - 1)));
        assert_int_equal(ort_slots_outside, outside + 1); /* no longer awaited */
        if (ort_vertex_slots(x) == room) { /* otherwise the slots have moved to a smaller array */
            assert_int_equal(room[n - 1], 0);
            kept++;
        }
        ort_graph_end(at);
        assert_int_equal(ort_slots_outside, outside);
        uint64_t *next = ort_room_take(slots);
        for (uint32_t i = 0; i < slots; i++) assert_int_equal(next[i], 0);
        ort_room_give_empty(next, slots);
    }
    assert_true(kept > 10);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_block_ends_blocks_that_it_overlaps),
        cmocka_unit_test(reused_arrays_of_slots_are_empty),
        cmocka_unit_test(lost_slots_are_empty),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
