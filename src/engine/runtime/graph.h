/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * graph.h: the objects of the process that data structures are made of, and what leads from one to
 * another: the runtime's own picture, kept up by the hooks. Nothing of the program's memory is ever
 * read, so that wild, tagged, dangling and uninitialised pointers lead nowhere.
 *
 *   block     a piece of memory that begins and ends as one: allocated, or a declared variable
 *   vertex    an element (a struct with links, at its address), or an array (a block whose elements
 *             are accessed one by one, or hold pointers). 0: none
 *   link      a slot of an element or of an array of pointers, and the address that it holds. It
 *             leads to the vertex that lives there now: for an address inside of an array, or of a
 *             block without a vertex, see ort_graph_link
 *   identity  vertices that were ever linked, or copied to a larger array (Zaparanuks and
 *             Hauswirth, Algorithmic Profiling, section 2.4, some elements equivalent), are one
 *             input: union-find, never split
 *   size      what is reached from a vertex along links, now (section 3.4)
 *
 * Errors:  a vertex 0, or false: out of memory, recording has been stopped (ort_stop)
 * Threads: the caller holds the graph's lock. Signal-safe: no hook runs in a handler while the lock
 *          is held by the interrupted thread (ort_graph_enter refuses, then the event is lost and
 *          ort_graph_lost counts it)
 */
#ifndef ORT_GRAPH_H
#define ORT_GRAPH_H

#include "abi/abi.h"

#include <stdbool.h>
#include <stddef.h>

typedef uint32_t ort_vertex;

struct ort_sizes {
    uint64_t elements;   /* reached, the first included; of each array its elements */
    uint64_t references; /* links that lead somewhere, among what is reached */
    uint64_t capacity;   /* elements that the reached arrays have room for; pointers and others */
};

/* Sizes by type of element: `n` of them, each type once. */
struct ort_type_sizes {
    uint32_t type; /* ordo_type.id */
    uint64_t elements, references;
};

/* false: a signal handler interrupted this thread inside the graph. */
bool ort_graph_enter(void);
void ort_graph_leave(void);
extern uint64_t ort_graph_lost;

/* Gives the type its id; types that are equal (abi.h) get one. */
uint32_t ort_graph_type(struct ordo_type *type);
const struct ordo_type *ort_graph_type_of(uint32_t id);

/* A block begins: what lived there is gone. `type` NULL: not known yet (malloc). */
bool ort_graph_block(uintptr_t at, uint64_t bytes, struct ordo_type *type, const char *name);
/* The block at `at`, which began there, ends, and all its vertices with it. Unknown: nothing. */
void ort_graph_end(uintptr_t at);
/* realloc: the block goes on at `to`, `bytes` long; its vertices that fit move with it, their links
 * and identities stay. Links to them lead nowhere until they are set anew. */
bool ort_graph_move(uintptr_t at, uintptr_t to, uint64_t bytes);

/* The element at `base`, made when new: then *created is set. Inside of a block that is too short
 * for it, or that is gone: 0. Memory that belongs to no known block is believed. */
ort_vertex ort_graph_element(uintptr_t base, struct ordo_type *type, bool *created);
/* The array that `element` lies in, made a vertex at its first access; its elements' type is then
 * `type`. 0: no block has it, or one of a single element. `type` NULL: only one that is known. */
ort_vertex ort_graph_array(uintptr_t element, struct ordo_type *type);

/* Slot `slot` of `type` in the element `v`, which was had for that type, gets the address `to`: an
 * address may be that of a base and of what is derived from it, which are one element then.
 * `*created`: the vertex there is new: an element of the slot's target type, when a block has room
 * for one there. Where the target is not known, or is no type with links, `to` leads to the array
 * or element that is or comes into being there. An address that is not a multiple of the alignment
 * leads nowhere. Returns the vertex that it leads to now, or 0. */
ort_vertex ort_graph_link(ort_vertex v, const struct ordo_type *type, uint64_t slot, uintptr_t to,
                          bool *created);
/* The same for an element of an array of pointers, at `element`. */
ort_vertex ort_graph_array_link(ort_vertex v, const struct ordo_type *type, uintptr_t element,
                                uintptr_t to, bool *created);
/* The links in [from, from + bytes) are copied to `to`, elements made where there are none; those
 * in [to, to + bytes) are forgotten. */
bool ort_graph_copy(uintptr_t to, uintptr_t from, uint64_t bytes);
void ort_graph_clear(uintptr_t to, uint64_t bytes);
/* An element of array b was copied into array a. When b ends and a is at least as large, and b's
 * accessed elements were copied, they are one input. */
void ort_graph_copied(ort_vertex a, ort_vertex b);
/* The same for all elements of b in [from, from + size). */
void ort_graph_copied_range(ort_vertex a, ort_vertex b, uintptr_t from, uint64_t size);

/* The number of v's input: from 1, never used for another one, whatever of it lives or dies. A
 * vertex takes that of what it is first linked with, or gets a new one when it is first asked for
 * here. When two inputs have become one, ort_graph_same gives the number that stays for both. */
uint32_t ort_graph_input(ort_vertex v);
uint32_t ort_graph_same(uint32_t input);
/* Of an array vertex: element number of the address, and its size in bytes. */
uint64_t ort_graph_index(ort_vertex v, uintptr_t element);
bool ort_graph_is_array(ort_vertex v);
uint32_t ort_graph_vertex_type(ort_vertex v);     /* of its elements: ordo_type.id */
const char *ort_graph_name(ort_vertex v);         /* of its block: NULL when it has none */
bool ort_graph_alive(ort_vertex v, uint32_t age); /* is v still what it was at that age? */
uint32_t ort_graph_age(ort_vertex v);

/* What is reached from v. Writes its sizes, and those by type when `by_type` is not NULL (room for
 * `room`; *n is set). Returns the work done, in vertices and links looked at: less than their
 * number when an earlier measurement still holds. */
uint64_t ort_graph_measure(ort_vertex v, struct ort_sizes *sizes, struct ort_type_sizes *by_type,
                           unsigned room, unsigned *n);

#endif
