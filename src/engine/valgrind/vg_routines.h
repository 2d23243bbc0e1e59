/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * vg_routines.h: which routine an address of the program's code is the entry of.
 *
 * A routine is named by the symbol that begins there, or, in code without symbols,
 * `object+0xADDRESS`, the address as the object file has it, so that a name holds from run to run.
 *
 * Memory:  routines live as long as the process.   Threads: the one that runs.
 */
#ifndef OVG_ROUTINES_H
#define OVG_ROUTINES_H

#include "abi/abi.h"

/* What routines of the memory allocator do. */
enum ovg_allocator {
    OVG_NO_ALLOCATOR,
    OVG_OBTAINS, /* malloc and the like */
    OVG_GIVES,   /* free and the like */
};

struct ovg_routine {
    struct ordo_scope scope; /* numbered and described at its first call */
    uint64_t address;
    enum ovg_allocator allocates;
    int is_chosen; /* named by the setting `inside` */
    struct ovg_routine *next;
};

/* What control that arrives at an address means. */
enum ovg_arrival {
    OVG_INSIDE,  /* not at the beginning of a routine, as far as symbols tell */
    OVG_ENTRY,   /* at a routine's */
    OVG_LINKAGE, /* at a stub of the procedure linkage table */
};
enum ovg_arrival ovg_routine_arrival(uint64_t address);

/* The routine that begins at the address; made when there is none. NULL: recording has stopped. */
struct ovg_routine *ovg_routine_at(uint64_t address);

/* The routine there, if any was called yet. */
struct ovg_routine *ovg_routine_known(uint64_t address);

/* Whether both addresses are in one and the same symbol, or both in none and in one object. */
int ovg_routine_same(uint64_t a, uint64_t b);

/* Whether the address is in a symbol. */
int ovg_routine_is_named(uint64_t address);

/* Whether the code there begins with the mark of an indirect target (endbr64). */
int ovg_routine_is_marked(uint64_t address);

/* The extent of the symbol that the address is in, or of the routine as it is known for unwinding;
 * 0: neither is known, or the address is in a part that was moved away from its routine. */
int ovg_routine_range(uint64_t address, uint64_t *low, uint64_t *high);

/* Whether the address is in a part that the compiler has moved away from its routine, or may be:
 * where there are no symbols, all that is not known to be called. */
int ovg_routine_may_be_moved(uint64_t address);

/* The number of the object that the address is in, 0: none, and the address as it has it. */
void ovg_routine_place(uint64_t address, uint32_t *module, uint64_t *in_object);

/* Code at [low, high) is gone. */
void ovg_routine_forget(uint64_t low, uint64_t high);

#endif
