/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * graph.h: the objects of the process that data structures are made of, and what leads from one to
 * another: the runtime's own picture, kept up by the hooks. Nothing of the program's memory is ever
 * read, so that wild, tagged, dangling and uninitialised pointers lead nowhere.
 *
 * Block: a piece of memory that begins and ends as one: allocated, or a declared variable.
 *
 * Vertex: an element (a struct with links, at its address, a multiple of 8), or an array (a block
 * whose elements are accessed one by one, or hold pointers; one a block). 0: none.
 *
 * Link: a slot of an element or of an array of pointers. It leads to the vertex that lived at the
 * address when it was set, until that dies or moves; where none lived, to the one that comes into
 * being there while the block is the same.
 *
 * Identity: vertices that were ever linked, or an array and the one that it was copied to in order
 * to grow, are one input (Zaparanuks and Hauswirth, Algorithmic Profiling, section 2.4, some
 * elements equivalent): union-find, never split.
 *
 * Size: what is reached from a vertex along links, now (section 3.4).
 *
 * Blocks hold elements and an array at once: a pool of nodes is no array unless it is accessed as
 * one. Arrays that the program cuts from one block (an arena) are one array. One address has one
 * element, seen as all the types that were named there (a base and what is derived from it); its
 * type is the largest.
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

/* Where addresses of programs lie. */
#define ORT_GRAPH_LOWEST ((uintptr_t)4096)
#define ORT_GRAPH_ADDRESSES ((uintptr_t)1 << 47)

typedef uint32_t ort_vertex;

/* Arrays that a structure's elements lead to (children of a node) are no elements themselves. From
 * an array, what it and the arrays that it leads to have room for are elements as well: rows of 0,
 * 1 and 2 elements under an array of 3 pointers make 3 + (0 + 1 + 2). */
struct ort_sizes {
    uint64_t elements;   /* structs reached, the first included; from an array: and arrays' room */
    uint64_t references; /* links that lead somewhere, among what is reached */
    uint64_t capacity;   /* elements that the reached arrays have room for; pointers and others */
};

/* Sizes by type of element, each type once; they add up to the sizes. */
struct ort_type_sizes {
    uint32_t type; /* ordo_type.id */
    uint64_t elements, references;
};

/* false: a signal handler interrupted this thread inside the graph. (graph_lock.c) */
static inline bool ort_graph_enter(void);
static inline void ort_graph_leave(void);
extern uint64_t ort_graph_lost;

/* Gives the type its id; types that are equal (abi.h) get one. */
uint32_t ort_graph_type(struct ordo_type *type);
extern struct ordo_type **ort_graph_types; /* by id */
static inline const struct ordo_type *ort_graph_type_of(uint32_t id) {
    return ort_graph_types[id];
}
const struct ordo_type *ort_graph_type_named(const char *name); /* one with links, or NULL */

/* A block begins: what lived there is gone, other blocks that overlap it included. `type` NULL: not
 * known yet (malloc). With links: what else is in the block is no array. */
bool ort_graph_block(uintptr_t at, uint64_t bytes, struct ordo_type *type, const char *name);
/* The allocated block that begins at `at`, if one does, is memory for one record of `type`, which
 * has links. Not so when something is known of it, or when it has room for two. */
void ort_graph_becomes(uintptr_t at, struct ordo_type *type);
/* The block that has just begun there is an array of records, though it may have room for one only.
 */
void ort_graph_several(uintptr_t at);
/* As ort_graph_block, and it is the activation's variable, and ends with it, unless it was
 * allocated.
 */
bool ort_graph_variable(uintptr_t at, uint64_t bytes, struct ordo_type *type,
                        const struct ordo_frame *frame);
/* Is there a block of this place and name? */
bool ort_graph_is_block(uintptr_t at, uint64_t bytes, const char *name);
/* The block at `at`, which began there, ends, and all its vertices with it. Unknown: nothing. */
void ort_graph_end(uintptr_t at);
/* realloc: the block goes on at `to`, `bytes` long; its vertices that fit move with it, alive,
 * their links and identities stay. Unless `to` is `at`, links to them lead nowhere until set anew.
 */
bool ort_graph_move(uintptr_t at, uintptr_t to, uint64_t bytes);

/* The element at `base`, made when new: then *created is set. Inside of a block that is too short
 * for it: 0. Memory that belongs to no known block is believed. */
ort_vertex ort_graph_element(uintptr_t base, const struct ordo_type *type, bool *created);
/* The array that `element` lies in, made a vertex at its first access; its elements' type is then
 * `type`, or the record's that the block is said to hold. 0: no block has it; one that is said to
 * hold a single record or scalar; what lies in the first element of its block (the keys of a node).
 * Of a type that is a pointer, `element` may be a link of an element (`*pp = n`): then it is that
 * element, which comes into being where the block is said to hold such (ort_graph_is_fresh).
 * `type` NULL: only an array that is known. */
static inline ort_vertex ort_graph_array(uintptr_t element, const struct ordo_type *type);

/* The array that a library routine finds text in, at `at`: where the block is said to hold bytes,
 * and allocated memory that begins there and of which nothing is known is one of char, until an
 * access says otherwise. 0: it is none. */
ort_vertex ort_graph_text(uintptr_t at);

/* The element that `base` would be when the address is that of a link in a part of a record of
 * `type`, or 0: it is none, in a block that is known to hold others, or in none. */
ort_vertex ort_graph_guessed(uintptr_t base, const struct ordo_type *type, bool *created);
/* Did ort_graph_array bring it into being? Once. */
bool ort_graph_is_fresh(ort_vertex v);
/* A read brought it into being. Has one, when it is written? Once. */
void ort_graph_found(ort_vertex v);
bool ort_graph_is_made(ort_vertex v);

/* Slot `slot` of `type` in the element `v`, which was had for that type, gets the address `to`.
 * When nothing lives there and a block has room: where the slot's target has links, an element
 * comes into being (*created); where it is another type, the block becomes an array. Else it leads
 * to the element that comes into being at `to`, or before one does to the array that the block
 * becomes. An address that is not a multiple of the target's alignment (8 when the target is not
 * known) leads nowhere. Returns the vertex that it leads to now, or 0. */
ort_vertex ort_graph_link(ort_vertex v, const struct ordo_type *type, uint64_t slot, uintptr_t to,
                          bool *created);
/* The same for an element of an array of pointers, at `element`; v: ort_graph_array's. */
ort_vertex ort_graph_array_link(ort_vertex v, const struct ordo_type *type, uintptr_t element,
                                uintptr_t to, bool *created);
/* The links in [from, from + bytes) are copied to `to`, elements made where whole ones begin; those
 * that are overwritten, in part or whole, are forgotten. Elements of an array that go to another
 * block make that an array and count as copied. */
bool ort_graph_copy(uintptr_t to, uintptr_t from, uint64_t bytes);
void ort_graph_clear(uintptr_t to, uint64_t bytes);
/* An element of array b was copied into array a. When b ends while a lives and is at least as
 * large, and a quarter of b's room or more was copied to a since b was last copied to another one,
 * they are one input. A copy whose source does not end, or ends last, stays an input of its own. */
void ort_graph_copied(ort_vertex a, ort_vertex b);
/* When an array's elements went to another one: the thread's accesses until then, the stamp of the
 * activation that copied them. */
struct ort_copying {
    uint64_t accesses;
    uint32_t thread, activation;
};
/* Of the array at `from`, when elements of it were ever copied: to be set when some are, to another
 * block at `to`. Else NULL. */
struct ort_copying *ort_graph_copying(uintptr_t to, uintptr_t from);
/* The same when the activation tells late what it read of b; it may not have copied it. */
void ort_graph_read_late(ort_vertex b, const struct ort_copying *now);
/* The larger array, alive, that a quarter of b's room or more was copied to, and when; or 0. */
ort_vertex ort_graph_larger(ort_vertex b, struct ort_copying *when);
/* How often an array began to be copied to another one. */
extern uint32_t ort_graph_copyings;

/* The number of v's input: from 1, never used for another one, whatever of it lives or dies. A
 * vertex takes that of what it is first linked with, or gets a new one when it is first asked for
 * here. When two inputs have become one, ort_graph_same gives the number that stays for both. */
uint32_t ort_graph_input(ort_vertex v);
uint32_t ort_graph_same(uint32_t input);
/* How often two inputs became one: as long as it stays, so do the numbers that stand for them. */
extern uint32_t ort_graph_joins;
/* The number of the scale that the indices of an array are on: one when two arrays became one input
 * by copying, and for an array that moved; rows of one table have their own. Numbers as above; 0: v
 * is no array. */
uint32_t ort_graph_scale(ort_vertex v);
uint32_t ort_graph_same_scale(uint32_t scale);
void ort_graph_join_scales(ort_vertex a, ort_vertex b);
/* Of an array vertex: element number of the address. */
uint64_t ort_graph_index(ort_vertex v, uintptr_t element);
bool ort_graph_is_array(ort_vertex v);
uint32_t ort_graph_vertex_type(ort_vertex v);     /* of its elements: ordo_type.id */
const char *ort_graph_name(ort_vertex v);         /* of its block: NULL when it has none */
bool ort_graph_alive(ort_vertex v, uint32_t age); /* is v still what it was at that age? */
uint32_t ort_graph_age(ort_vertex v);

/* What is reached from v; what a link found on the way leads to is one input with it. Writes sizes,
 * and those by type when `by_type` is not NULL (room for `room`; *n is set). Returns the work done,
 * in vertices and links looked at: less than their number when an earlier measurement still holds.
 */
uint64_t ort_graph_measure(ort_vertex v, struct ort_sizes *sizes, struct ort_type_sizes *by_type,
                           unsigned room, unsigned *n);

/* Arrays accessed lately, by parts of 512 bytes: what ort_graph_array finds there is no other. */
#define ORT_KNOWN_ARRAYS 64u
struct ort_known_array {
    uintptr_t at;
    uint64_t bytes;
    ort_vertex v;
};
extern struct ort_known_array ort_known_arrays[ORT_KNOWN_ARRAYS];
ort_vertex ort_graph_array_far(uintptr_t element, const struct ordo_type *type);

static inline ort_vertex ort_graph_array(uintptr_t element, const struct ordo_type *type) {
    const struct ort_known_array *k = &ort_known_arrays[(element >> 9) % ORT_KNOWN_ARRAYS];
    return element - k->at < k->bytes ? k->v : ort_graph_array_far(element, type);
}

/* --- the lock, as long as one thread alone has come */

enum { ORT_GRAPH_OUTSIDE, ORT_GRAPH_ALONE, ORT_GRAPH_LOCKED };
enum { ORT_GRAPH_NOBODY, ORT_GRAPH_ONE, ORT_GRAPH_CHANGING, ORT_GRAPH_MANY };

struct ort_graph_self {
    volatile int inside;
    int first; /* 1: the thread that came first */
};
extern __thread struct ort_graph_self ort_graph_self;
extern volatile int ort_graph_first_inside, ort_graph_company;
bool ort_graph_refuse(void);
void ort_graph_enter_late(void);
void ort_graph_leave_late(void);

static inline bool ort_graph_enter(void) {
    struct ort_graph_self *self = &ort_graph_self;
    if (__builtin_expect(self->inside, 0)) return ort_graph_refuse();
    self->inside = ORT_GRAPH_ALONE;
    if (__builtin_expect(self->first, 1)) {
        ort_graph_first_inside = 1;
        __asm__ volatile("" ::: "memory");
        if (__builtin_expect(ort_graph_company == ORT_GRAPH_ONE, 1)) return true;
        ort_graph_first_inside = 0;
    }
    ort_graph_enter_late();
    return true;
}

/* Calls nothing. false: enter as above. */
static inline bool ort_graph_enter_alone(void) {
    struct ort_graph_self *self = &ort_graph_self;
    if (__builtin_expect(self->inside | !self->first, 0)) return false;
    self->inside = ORT_GRAPH_ALONE;
    ort_graph_first_inside = 1;
    __asm__ volatile("" ::: "memory");
    if (__builtin_expect(ort_graph_company == ORT_GRAPH_ONE, 1)) return true;
    ort_graph_first_inside = 0;
    self->inside = ORT_GRAPH_OUTSIDE;
    return false;
}

static inline void ort_graph_leave_alone(void) {
    __asm__ volatile("" ::: "memory");
    ort_graph_first_inside = 0;
    __asm__ volatile("" ::: "memory");
    ort_graph_self.inside = ORT_GRAPH_OUTSIDE;
}

static inline void ort_graph_leave(void) {
    __asm__ volatile("" ::: "memory");
    if (__builtin_expect(ort_graph_self.inside == ORT_GRAPH_ALONE, 1))
        ort_graph_leave_alone();
    else
        ort_graph_leave_late();
}

#endif
