/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * struct_types.h: the source's types, and which pointers in them make recursive structures.
 *
 * A record (struct, class, union) is linked when it lies on a cycle of "has a pointer to", where
 * pointers lead through pointers and arrays, and what points to a base lands on derived records
 * too (a first member that is a record counts as a base: C's inheritance). Its links are its
 * pointers to records of the same cycle. Embedded records contribute theirs at their offset, unless
 * they are linked by themselves: those are elements of their own (an intrusive list's hook), but
 * for bases of records that have further links.
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

/* A pointer in a record; in an array of them the first, with `count` and `stride`. */
struct dlink {
    uint64_t offset, count, stride;
    struct dtype *pointer;
    bool open; /* the last member, an array of unknown length */
};

struct dtype {
    const void *di; /* NULL: known to LLVM only */
    enum shim_type_kind kind;
    char *name;       /* never NULL */
    const char *stem; /* of the name: no namespaces, no template arguments */
    uint64_t bytes;
    struct dtype *target; /* pointers, arrays */
    uint64_t count;
    struct dmember *members;
    unsigned n_members;
    struct dlink *pointers; /* records: all, embedded records' among them */
    unsigned n_pointers;
    struct dtype **derived;
    unsigned n_derived;
    unsigned cycle;      /* linked records: number of their cycle, from 1 */
    struct dlink *links; /* of linked records */
    unsigned n_links;
    struct dtype *home;   /* not linked itself, but part of linked records: the latest */
    uint64_t home_offset; /* where in it; UINT64_MAX: in several places */
    bool held;            /* memory for several of them is allocated: their pointers lead on */
    unsigned entry;       /* in the module's table of types, + 1; 0: not in it */
    struct dtype *loose;  /* a pointer's (opass_loose), or itself when it is one */
};

struct dtypes;

/* Reads the module's records and finds their cycles. */
void opass_types_collect(struct opass *p);
/* The type of a handle of shim_types.h; NULL for NULL. */
struct dtype *opass_type(struct opass *p, const void *di);
/* A type that debug information does not name: of this size, or a pointer. */
struct dtype *opass_plain_type(struct opass *p, LLVMTypeRef type);
/* The record that LLVM's struct stands for; `hint` is what the source says is there, or NULL. */
struct dtype *opass_record(struct opass *p, LLVMTypeRef type, struct dtype *hint);

/* The member of a record at the offset that is of this size, or any when 0; embedded records and
 * arrays are looked into. NULL: none. */
struct dtype *opass_member(struct dtype *record, uint64_t offset, uint64_t bytes);
/* The member right in a record that begins at the offset and, if one does, is of this size. */
struct dtype *opass_part(struct dtype *record, uint64_t offset, uint64_t bytes);
/* Does an object of the type have pointers in it? */
bool opass_has_pointers(const struct dtype *type);
/* Does it have or embed links? */
bool opass_has_links(const struct dtype *type);
/* Is it a record, and has it no arrays but of bytes? */
bool opass_is_plain_record(const struct dtype *record);
/* Has it bytes that an object with a pointer may live in (ORDO_TYPE_STORAGE)? */
bool opass_has_storage(const struct dtype *type);
/* Memory for several of the record is allocated: it and what is in it is held. */
void opass_type_hold(struct dtype *record);
/* The pointer as a type of its own (ORDO_TYPE_LOOSE). */
struct dtype *opass_loose(struct opass *p, struct dtype *pointer);

/* The linked record with a link at this offset of `type`: itself or an embedded one, whose own
 * offset is then *base. NULL: no link is there. */
struct dtype *opass_link_owner(struct dtype *type, uint64_t offset, uint64_t *base);

/* struct_table.c: the module's table of types (abi.h: ordo_structure). Types enter it before any
 * code refers to it; what their links lead to enters with them. */
void opass_type_use(struct opass *p, struct dtype *type);
void opass_type_table_declare(struct opass *p);
void opass_type_table_define(struct opass *p);
LLVMValueRef opass_type_address(struct opass *p, struct dtype *type);
/* In bytes; of a type with links. */
uint64_t opass_first_link(const struct dtype *type);
/* In words of 8 bytes from the type's first link. */
uint64_t opass_slot(const struct dtype *type, uint64_t offset);

#endif
