/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * vg_routines.h: maps addresses of the program's code to the routines that begin there.
 *
 * A routine is named after the symbol that begins there. In code without symbols its name is
 * `object+0xADDRESS`, with the address in the object file, so that the name is the same in every
 * run.
 *
 * Memory:  routines live as long as the process.   Threads: the running one.
 */
#ifndef OVG_ROUTINES_H
#define OVG_ROUTINES_H

#include "abi/abi.h"

/* What a routine does as part of the memory allocator. */
enum ovg_allocator {
    OVG_NO_ALLOCATOR,
    OVG_OBTAINS, /* malloc and similar */
    OVG_GIVES,   /* free and similar */
};

struct ovg_routine {
    struct ordo_scope scope; /* numbered and described at the first call */
    uint64_t address;
    enum ovg_allocator allocates;
    int is_chosen; /* matched by the setting `inside` */
    struct ovg_routine *next;
};

/* Where control arrives. */
enum ovg_arrival {
    OVG_INSIDE,  /* not at the beginning of a routine, according to the symbols */
    OVG_ENTRY,   /* at the beginning of a routine */
    OVG_LINKAGE, /* at a stub of the procedure linkage table */
};
enum ovg_arrival ovg_routine_arrival(uint64_t address);

/* Returns the routine that begins at the address, which is created if necessary. NULL: recording
 * has stopped. */
struct ovg_routine *ovg_routine_at(uint64_t address);

/* Returns the routine that begins at the address if it was called before, else NULL. */
struct ovg_routine *ovg_routine_known(uint64_t address);

/* Returns whether both addresses are in the same symbol, or in the same object and in no symbol. */
int ovg_routine_same(uint64_t a, uint64_t b);

/* Returns whether the address is in the dynamic loader. */
int ovg_is_in_loader(uint64_t address);

/* Returns whether the address is in a symbol. */
int ovg_routine_is_named(uint64_t address);

/* Returns whether the code begins with endbr64, the mark of an indirect branch's target. */
int ovg_routine_is_marked(uint64_t address);

/* Sets the extent of the symbol that contains the address, or of the routine according to the
 * unwinding tables. Returns 0 if neither is known, or if the address is in a part that was moved
 * away from its routine. */
int ovg_routine_range(uint64_t address, uint64_t *low, uint64_t *high);

/* Returns whether the address is in a part that the compiler has moved away from its routine, or
 * may be. Without symbols this is all code that is not known to be called. */
int ovg_routine_may_be_moved(uint64_t address);

/* Sets the number of the object that contains the address (0: none), and the address in the
 * object file. */
void ovg_routine_place(uint64_t address, uint32_t *module, uint64_t *in_object);

/* Forgets the code at [low, high), which has been unmapped. */
void ovg_routine_forget(uint64_t low, uint64_t high);

#endif
