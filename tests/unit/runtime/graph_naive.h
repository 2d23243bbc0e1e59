/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * graph_naive.h: implements graph.h with plain tables that are searched linearly, and with a full
 * search for every measurement. Shares no code with the runtime.
 *
 * Vertices are indices from 0; -1: none. Types are those of graph_naive_types.
 */
#ifndef GRAPH_NAIVE_H
#define GRAPH_NAIVE_H

#include "../../../src/engine/runtime/graph/graph.h"

enum {
    NAIVE_NODE,     /* two links to its own type */
    NAIVE_TREE,     /* words 2 and 4 link to its own type, word 3 is not a link */
    NAIVE_BASE,     /* a link in word 1 */
    NAIVE_DERIVED,  /* derived from a base: links in words 2 to 6 */
    NAIVE_FLEXIBLE, /* any number of links from word 1 on */
    NAIVE_HOLDER,   /* word 0: Nodes through an array of pointers; 1: unknown; 2: ints */
    NAIVE_INT,
    NAIVE_CHAR,
    NAIVE_POINT, /* 12 bytes */
    NAIVE_NODE_POINTER,
    NAIVE_INT_POINTER,
    NAIVE_VOID_POINTER,
    NAIVE_TYPES
};
extern struct ordo_type graph_naive_types[NAIVE_TYPES];

void naive_reset(void); /* removes all blocks and vertices */

void naive_block(uintptr_t at, uint64_t bytes);
void naive_end(uintptr_t at);
void naive_move(uintptr_t at, uintptr_t to, uint64_t bytes);
int naive_element(uintptr_t base, int type, bool *created);
int naive_array(uintptr_t element, int type);
int naive_link(int v, int type, uint64_t slot, uintptr_t to, bool *created);
/* Returns the address of the vertex that slot i (counted from the first one) leads to, or 0. */
uintptr_t naive_links_to(int v, uint64_t i);
int naive_array_link(int v, int type, uintptr_t element, uintptr_t to, bool *created);
void naive_copy(uintptr_t to, uintptr_t from, uint64_t bytes);
void naive_clear(uintptr_t to, uint64_t bytes);
void naive_copied(int a, int b);
void naive_measure(int v, struct ort_sizes *s, struct ort_type_sizes by_type[NAIVE_TYPES]);

int naive_count(void); /* vertices created since the reset */
bool naive_alive(int v);
bool naive_is_array(int v);
uintptr_t naive_at(int v);
int naive_type(int v);
int naive_input(int v); /* created if necessary */

#endif
