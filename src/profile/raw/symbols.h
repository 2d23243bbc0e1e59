/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * symbols.h: where in the source a routine of an object file stands, by its address.
 *
 * The object is read when the profile is made, not while the program runs: its debug information
 * says the file and line where the routine is defined; without any, routines of one name are told
 * apart by their order in the symbol table, so that two files' static routines stay two.
 *
 * Errors:  ORDO_NO_MEMORY; an object that cannot be read has no information
 * Memory:  results are borrowed until ordo_symbols_free
 * Threads: one at a time
 */
#ifndef ORDO_SYMBOLS_H
#define ORDO_SYMBOLS_H

#include "base/status.h"
#include "profile/raw/debug_info.h"
#include <stdint.h>

struct ordo_symbols;

struct ordo_symbol {
    const char *name; /* as the source has it, or NULL */
    const char *file; /* absolute where the debug information is, or NULL */
    uint32_t line;    /* 0: unknown */
    uint32_t
        ordinal; /* among the object's symbols of this name, by address; 0 where lines are known */
};

struct ordo_symbols *ordo_symbols_new(void); /* NULL: out of memory */
void ordo_symbols_free(struct ordo_symbols *s);

/* A C++ name as the source has it; NULL: it is none, or there is no C++ library. */
const char *ordo_symbols_demangled(struct ordo_symbols *s, const char *symbol);

/* The routine called `symbol` in the object file that begins at `address` of it. */
enum ordo_status ordo_symbols_find(struct ordo_symbols *s, const char *object, uint64_t address,
                                   const char *symbol, struct ordo_symbol *found,
                                   struct ordo_error *error);

/* The place of the loop whose header begins at `header`, closed by the instruction at `latch`: the
 * smaller line of the two, since compilers may put the test at either end. *found: file NULL when
 * it is not known. */
enum ordo_status ordo_symbols_find_loop(struct ordo_symbols *s, const char *object, uint64_t header,
                                        uint64_t latch, struct ordo_line *found,
                                        struct ordo_error *error);

/* Calls `each` for every place where a routine was inlined into the one that begins at `address`;
 * false ends it. */
enum ordo_status
ordo_symbols_each_inlined(struct ordo_symbols *s, const char *object, uint64_t address,
                          bool (*each)(void *argument, const struct ordo_inlined_routine *),
                          void *argument, struct ordo_error *error);

#endif
