/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * symbols.h: finds where a routine of an object file is in the source, by its address.
 *
 * The object is read when the profile is made, not while the program runs. Its debug information
 * has the file and line of the routine's definition. Without debug information, routines with the
 * same name are distinguished by their order in the symbol table, so that static routines of two
 * files remain separate.
 *
 * Errors:  an object that cannot be read has no information
 * Memory:  results are borrowed until ordo_symbols_free
 * Threads: one thread at a time
 */
#ifndef ORDO_SYMBOLS_H
#define ORDO_SYMBOLS_H

#include "profile/raw/debug_info.h"
#include <stdint.h>

struct ordo_symbols;

struct ordo_symbol {
    const char *name; /* as in the source, or NULL */
    const char *file; /* absolute if it is so in the debug information, or NULL */
    uint32_t line;    /* 0: unknown */
    uint32_t
        ordinal; /* among the object's symbols of this name, by address; 0 if lines are known */
};

struct ordo_symbols *ordo_symbols_new(void);
void ordo_symbols_free(struct ordo_symbols *s);

/* Returns a C++ name as in the source; NULL if the symbol is not C++ or there is no C++ library. */
const char *ordo_symbols_demangled(struct ordo_symbols *s, const char *symbol);

/* Finds the routine with symbol `symbol` that begins at `address` of the object file. */
void ordo_symbols_find(struct ordo_symbols *s, const char *object, uint64_t address,
                       const char *symbol, struct ordo_symbol *found);

/* Finds the place of the loop whose header begins at `header` and whose latch is the instruction
 * at `latch`. It is the smaller of their two lines, because compilers may put the test at either
 * end. found->file is NULL if unknown. */
void ordo_symbols_find_loop(struct ordo_symbols *s, const char *object, uint64_t header,
                            uint64_t latch, struct ordo_source_line *found);

/* Calls `each` for every place where a routine was inlined into the one that begins at `address`.
 * Stops when `each` returns false. */
void ordo_symbols_each_inlined(struct ordo_symbols *s, const char *object, uint64_t address,
                               bool (*each)(void *argument, const struct ordo_inlined_routine *),
                               void *argument);

#endif
