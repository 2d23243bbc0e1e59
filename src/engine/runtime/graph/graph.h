/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * graph.h: the runtime's own picture of the objects that the program's data structures are made of
 * and of the links between them. The hooks keep it up to date. The program's memory is never read,
 * so wild, dangling and uninitialised pointers lead nowhere. Marks in the lowest bits are ignored.
 *
 * Block: a piece of memory that begins and ends as one: allocated, or a declared variable.
 *
 * Vertex: an element (a struct with links, at its address, a multiple of 8), or an array (a block
 * whose elements are accessed one by one or hold pointers; at most one per block). 0: none.
 *
 * Link: a slot of an element or of an array of pointers. It leads to the vertex that lived at the
 * address when the link was set, until that vertex dies or moves. If none lived there, it leads to
 * the one that is made there later, while the block is the same.
 *
 * Identity: vertices that were ever linked are one input, and so are an array and the one that it
 * was copied to in order to grow (Zaparanuks and Hauswirth, Algorithmic Profiling, section 2.4,
 * some elements equivalent). Inputs are the sets of a union-find and are never split.
 *
 * Size: what can be reached from a vertex along links now (section 3.4).
 *
 * A block can hold elements and an array at once: a pool of nodes is an array only if it is
 * accessed as one. Arrays that the program cuts from one block (an arena) are one array. An address
 * has one element, seen as all the types that were named there (a base and what is derived from
 * it); its type is the largest.
 *
 * Errors:  a vertex 0, or false: out of memory, recording has been stopped (ort_stop)
 * Threads: the caller holds the graph's lock.
 * Signal-safe: no hook runs in a handler that interrupted the holder of the lock: ort_graph_enter
 *          returns false, the event is lost and ort_graph_lost counts it
 */
#ifndef ORT_GRAPH_H
#define ORT_GRAPH_H

#include "abi/abi.h"

#include <stdbool.h>
#include <stddef.h>

/* The addresses that a program's memory can have. */
#define ORT_GRAPH_LOWEST ((uintptr_t)4096)
#define ORT_GRAPH_ADDRESSES ((uintptr_t)1 << 47)

typedef uint32_t ort_vertex;

/* What is reached from a vertex. From an element, arrays that are reached (children of a node) are
 * not elements themselves. From an array, its room and that of the arrays that it leads to count as
 * elements as well: rows of 0, 1 and 2 elements under an array of 3 pointers make 3 + (0 + 1 + 2).
 * The vertex itself is included. */
struct ort_sizes {
    uint64_t elements;   /* structs reached; from an array also the arrays' room */
    uint64_t references; /* links of what is reached that lead somewhere */
    uint64_t capacity;   /* elements, pointers or others, that the reached arrays have room for */
    uint64_t bytes;      /* room of arrays of bytes, which are not in the others because they may be
                            texts (ort_array_is_content) */
};

/* Sizes by type of element. Each type appears once; together they are the whole sizes. */
struct ort_type_sizes {
    uint32_t type; /* ordo_type.id */
    uint64_t elements, references, bytes;
};

/* Takes the lock (graph_lock.c). false: a signal handler interrupted this thread inside the
 * graph. */
static inline bool ort_graph_enter(void);
static inline void ort_graph_leave(void);
extern uint64_t ort_graph_lost;

/* Gives the type its id and returns it. Types that are equal (abi.h) share one. */
uint32_t ort_graph_type(struct ordo_type *type);
extern struct ordo_type **ort_graph_types; /* by id */
extern uint32_t ort_graph_n_types;
static inline const struct ordo_type *ort_graph_type_of(uint32_t id) {
    return ort_graph_types[id];
}
const struct ordo_type *ort_graph_type_named(const char *name); /* one with links, or NULL */

/* Begins a block. What lived there is gone, including other blocks that overlap it. `type` NULL:
 * not known yet (malloc). If the type has links, nothing else in the block is an array. */
bool ort_graph_block(uintptr_t at, uint64_t bytes, struct ordo_type *type, const char *name);
/* Notes that the allocated block that contains `at`, if one does, is memory for one record of
 * `type`, which has links and begins there. Does nothing if something is known of the block
 * already, or if it has room for two records. */
void ort_graph_becomes(uintptr_t at, struct ordo_type *type);
/* Notes that the block that has just begun there is an array of records, even if it has room for
 * only one. */
void ort_graph_several(uintptr_t at);
/* As ort_graph_block, for a variable of the activation, which ends with it; a block that was
 * allocated does not. */
bool ort_graph_variable(uintptr_t at, uint64_t bytes, struct ordo_type *type,
                        const struct ordo_frame *frame);
/* Is there a block with this address, length and name? */
bool ort_graph_is_block(uintptr_t at, uint64_t bytes, const char *name);
/* Ends the block that begins at `at`, if there is one, with all its vertices. */
void ort_graph_end(uintptr_t at);
/* realloc: the block continues at `to`, `bytes` long. Its vertices that fit move with it and keep
 * their links and identities. Unless `to` is `at`, links to them lead nowhere until they are set
 * again. */
bool ort_graph_move(uintptr_t at, uintptr_t to, uint64_t bytes);

/* Returns the bytes of a row of array v, if it is a variable with several dimensions whose elements
 * have `each` bytes, more than one; otherwise 0. */
uint32_t ort_graph_row(ort_vertex v, uint32_t each);

/* Returns the element at `base`. If there is none, makes it and sets *created. Returns 0 inside a
 * block that is too short for it. An access to memory that belongs to no known block is
 * believed. */
ort_vertex ort_graph_element(uintptr_t base, const struct ordo_type *type, bool *created);
/* Returns the array that contains `element`. Its first access makes it a vertex; its elements' type
 * is then `type`, or that of the record that the block is known to hold. Returns 0 if no block
 * contains the address, if the block is known to hold a single record or scalar, or if the address
 * is in the first element of its block (the keys of a node). If `type` is a pointer, `element` may
 * be a link of an element (`*pp = n`). Then that element is returned; if the block is known to hold
 * such elements, it is made if necessary (ort_graph_is_fresh). `type` NULL: only an array that is
 * known already. */
static inline ort_vertex ort_graph_array(uintptr_t element, const struct ordo_type *type);

/* Returns the array in which a library routine finds text at `at`, or 0. That is an array that is
 * known already, or a block that is known to hold bytes. Allocated memory that begins at `at` and
 * of which nothing is known becomes an array of char, until an access shows otherwise. */
ort_vertex ort_graph_text(uintptr_t at);
/* Makes an array of an allocated block of which nothing is known, if a copy of `bytes` bytes to or
 * from `at`, by a library routine with a length that is known only at run time, looks like one of
 * an element. `other`: the other side of the copy. Returns where the elements that the copy shows
 * begin; 0: it made no array. */
uintptr_t ort_graph_generic(uintptr_t at, uint64_t bytes, uintptr_t other);

/* Returns the element that begins at `base`, if the address accessed is a link in a part of a
 * record of `type` there. Returns 0 if that lies in no block, or in one that is known to hold other
 * elements. */
ort_vertex ort_graph_guessed(uintptr_t base, const struct ordo_type *type, bool *created);
/* Notes that a link of v, an element that was just made, is accessed. If its block was taken for an
 * array of records, that array ends, and v takes its place as an input. */
void ort_graph_table_ends(ort_vertex v);
/* Did ort_graph_array make the element? True once. */
bool ort_graph_is_fresh(ort_vertex v);
/* Notes that a read made the element. ort_graph_is_made says, once, whether that was so, when the
 * element is written. */
void ort_graph_found(ort_vertex v);
bool ort_graph_is_made(ort_vertex v);

/* Sets slot `slot` of `type` in the element v, which was returned for that type, to the address
 * `to`. If nothing lives there but a block has room, the type of the slot's target decides: one
 * with links makes an element (*created), any other makes the block an array. Otherwise the slot
 * leads to the element that is made at `to` later, or before that to the array that the block
 * becomes. An address that is not a multiple of the target's alignment (8 if the target is not
 * known) leads nowhere. Returns the vertex that the slot leads to now, or 0. */
ort_vertex ort_graph_link(ort_vertex v, const struct ordo_type *type, uint64_t slot, uintptr_t to,
                          bool *created);
/* Does the same for an element of an array of pointers, at `element`. v: what ort_graph_array
 * returned. */
ort_vertex ort_graph_array_link(ort_vertex v, const struct ordo_type *type, uintptr_t element,
                                uintptr_t to, bool *created);
/* Copies the links in [from, from + bytes) to `to`, and makes elements where whole ones begin.
 * Forgets links that are overwritten in part or whole, which is all that ort_graph_clear does. If
 * elements of an array go to another block, they make that block an array and count as copied. */
bool ort_graph_copy(uintptr_t to, uintptr_t from, uint64_t bytes);
void ort_graph_clear(uintptr_t to, uint64_t bytes);
/* Notes that an element of array b was copied into array a. If b ends while a lives and is at least
 * as large, and a quarter of b's room or more was copied to a since b was last copied to another
 * array, they are one input. A copy whose source does not end, or ends last, stays an input of its
 * own. */
void ort_graph_copied(ort_vertex a, ort_vertex b);
/* When an array's elements were copied to another one: the thread's accesses until then, and the
 * stamp of the activation that copied them. */
struct ort_copying {
    uint64_t accesses;
    uint32_t thread, activation;
};
/* Returns the record that must be set when elements of the array at `from` are copied to another
 * block at `to`, or NULL if none of them was ever copied. */
struct ort_copying *ort_graph_copying(uintptr_t to, uintptr_t from);
/* Sets that record to `now` if the activation that copied b's elements reports late that it read b.
 * The reads need not be copies. */
void ort_graph_read_late(ort_vertex b, const struct ort_copying *now);
/* Returns the larger living array to which a quarter of b's room or more was copied, and sets
 * *when; or returns 0. */
ort_vertex ort_graph_larger(ort_vertex b, struct ort_copying *when);
/* Counts how often an array began to be copied to another one. */
extern uint32_t ort_graph_copyings;

/* Returns the number of v's input: from 1, never used for another input, whichever of its vertices
 * live or die. A vertex gets the number of what it is first linked with, or a new one when it is
 * first asked for here. When two inputs become one, ort_graph_same returns the number that stays
 * for both. */
uint32_t ort_graph_input(ort_vertex v);
uint32_t ort_graph_same(uint32_t input);
/* Counts how often two inputs became one. While it stays the same, so does what ort_graph_same
 * returns. */
extern uint32_t ort_graph_joins;
/* Returns the number of the scale of an array's indices, or 0 if v is not an array. Arrays that
 * became one input by copying share a scale, and an array that moved keeps its own; the rows of a
 * table have one each. Numbers are given as for inputs. */
uint32_t ort_graph_scale(ort_vertex v);
uint32_t ort_graph_same_scale(uint32_t scale);
void ort_graph_join_scales(ort_vertex a, ort_vertex b);
/* Returns the index of the element at the address in the array v. */
uint64_t ort_graph_index(ort_vertex v, uintptr_t element);
bool ort_graph_is_array(ort_vertex v);
uint32_t ort_graph_vertex_type(ort_vertex v);     /* ordo_type.id of its elements */
const char *ort_graph_name(ort_vertex v);         /* name of its block, or NULL */
bool ort_graph_alive(ort_vertex v, uint32_t age); /* is v still the vertex of that age? */
uint32_t ort_graph_age(ort_vertex v);

/* Measures what is reached from v. What a link found on the way leads to becomes one input with v.
 * Writes the sizes, and those by type if `by_type` is not NULL (room for `room`; *n is set).
 * Returns the work done, in vertices and links looked at. That is less than their number if an
 * earlier measurement still holds. */
uint64_t ort_graph_measure(ort_vertex v, struct ort_sizes *sizes, struct ort_type_sizes *by_type,
                           unsigned room, unsigned *n);

/* Arrays accessed lately, by parts of 512 bytes. For an address in one, ort_graph_array returns
 * it. */
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

/* --- the lock, while only one thread has come */

enum { ORT_GRAPH_OUTSIDE, ORT_GRAPH_ALONE, ORT_GRAPH_LOCKED };
enum { ORT_GRAPH_NOBODY, ORT_GRAPH_ONE, ORT_GRAPH_CHANGING, ORT_GRAPH_MANY };

struct ort_graph_self {
    volatile int inside;
    int first; /* 1: the thread that came first */
};
extern __thread struct ort_graph_self ort_graph_self;
extern volatile int ort_graph_first_inside, ort_graph_company;
bool ort_graph_lose(void);
void ort_graph_enter_late(void);
void ort_graph_leave_late(void);

static inline bool ort_graph_enter(void) {
    struct ort_graph_self *self = &ort_graph_self;
    if (__builtin_expect(self->inside, 0)) return ort_graph_lose();
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

/* Takes the lock without calling anything. false: use ort_graph_enter. */
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
