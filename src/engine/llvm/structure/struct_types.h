/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * struct_types.h: the source's types, and the pointers in them that make structures recursive.
 *
 * A record (struct, class, union) is linked if it is in a cycle of the relation "has a pointer to".
 * Pointers may lead through other pointers and arrays. A pointer to a base also leads to derived
 * records; a first member that is a record counts as a base (C's inheritance). The links of a
 * record are its pointers to records of the same cycle. Embedded records contribute their pointers
 * at their offset. If an embedded record is linked itself, it is an element of its own (the hook of
 * an intrusive list), except if it is the base of a record that has more links.
 *
 * Source: Zaparanuks and Hauswirth, Algorithmic Profiling, sections 2.3 and 3.1 (there "static
 *         analysis of recursive types"); pointers to bases, hooks and arrays inside of records are
 *         what C and C++ add.
 */
#ifndef ORDO_LLVM_STRUCT_TYPES_H
#define ORDO_LLVM_STRUCT_TYPES_H

#include "engine/llvm/ir/pass.h"
#include "engine/llvm/shim/shim_types.h"

struct dmember {
    struct dtype *type;
    uint64_t offset;
};

/* A pointer in a record, or an array of pointers: `count` of them, `stride` bytes apart. */
struct dlink {
    uint64_t offset, count, stride;
    struct dtype *pointer;
    bool open; /* the last member, an array of unknown length */
};

struct dtype {
    const void *di; /* debug information; NULL: known only to LLVM */
    enum shim_type_kind kind;
    char *name;       /* never NULL */
    const char *stem; /* the name without namespaces and template arguments */
    uint64_t bytes;
    struct dtype *target; /* of a pointer; elements of an array */
    uint64_t count;
    uint64_t row; /* of an array with several dimensions: elements of the last one; of the elements
                     of a variable (opass_element_of): the same */
    struct dmember *members;
    unsigned n_members;
    struct dlink *pointers; /* records: all, including those of embedded records */
    unsigned n_pointers;
    struct dtype **derived;
    unsigned n_derived;
    unsigned cycle;      /* linked records: number of the cycle, from 1; others: 0 */
    struct dlink *links; /* of linked records */
    unsigned n_links;
    struct dtype
        *home; /* of a record that is not linked: the last linked record found to contain it */
    uint64_t home_offset; /* its offset there; UINT64_MAX: there are several places */
    bool number;          /* a pointer that the source keeps as a number (hidden_links.h) */
    bool held;      /* memory for several such records is allocated, so their pointers matter */
    unsigned entry; /* index in the module's table of types, + 1; 0: not in it */
    struct dtype *rowed; /* of an array: its elements with `row` set */
    struct dtype *loose; /* a pointer's loose type (opass_loose); of a loose type itself */
};

struct dtypes;

/* Reads the module's records. */
void opass_types_read(struct opass *p);
/* Finds their cycles. Types of members do not change any more after that. */
void opass_types_collect(struct opass *p);
/* Returns the type for a handle of shim_types.h; NULL for NULL. */
struct dtype *opass_type(struct opass *p, const void *di);
/* Returns a type for an LLVM type that debug information does not name. */
struct dtype *opass_plain_type(struct opass *p, LLVMTypeRef type);
/* Returns the record that corresponds to LLVM's struct, or NULL if `type` is not a struct. `hint`
 * is the type in the source of what is there, or NULL. */
struct dtype *opass_record(struct opass *p, LLVMTypeRef type, struct dtype *hint);

/* Returns the type of a record's member at the offset, also in embedded records and arrays; NULL:
 * none. The member has this size; 0: any size. */
struct dtype *opass_member(struct dtype *record, uint64_t offset, uint64_t bytes);
/* Returns the type of the record's own member that begins at the offset, one of this size if there
 * is one; NULL: none. */
struct dtype *opass_part(struct dtype *record, uint64_t offset, uint64_t bytes);
/* May an object of the type contain pointers? */
bool opass_has_pointers(const struct dtype *type);
/* Does it have links, or contain records that have some? */
bool opass_has_links(const struct dtype *type);
/* Is it a record that is not linked and whose only arrays are arrays of bytes? */
bool opass_is_plain_record(const struct dtype *record);
/* Does it contain bytes that may hold an object with a pointer (ORDO_TYPE_STORAGE)? */
bool opass_has_storage(const struct dtype *type);
/* Returns the linked record for whose objects the record has bytes of their size, and sets *offset
 * to where they are: what std::make_shared allocates, a counter in front of an object. NULL: it is
 * no such record. */
struct dtype *opass_counted(struct opass *p, const struct dtype *record, uint64_t *offset);
/* Notes that memory for several such records is allocated: marks it and the records in it as held.
 */
void opass_type_hold(struct dtype *record);
/* Returns the loose type of a pointer (ORDO_TYPE_LOOSE). */
struct dtype *opass_loose(struct opass *p, struct dtype *pointer);

/* Returns the linked record that has a link at this offset of `type`: the type itself or an
 * embedded record, whose offset is stored in *base. NULL: there is no link. */
struct dtype *opass_link_owner(struct dtype *type, uint64_t offset, uint64_t *base);

#endif
