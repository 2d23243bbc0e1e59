/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * syntax.h: clang's tree of a source, with places as written: in a macro, that of its use.
 *
 * Errors:  ORDO_BAD_INPUT when the source cannot be parsed; ORDO_ENVIRONMENT without libclang; out
 *          of memory is remembered in `failed`, to be looked at once, at the end
 * Memory:  the structure is the caller's storage; ordo_syntax_close ends it
 * Threads: one tree, one thread
 */
#ifndef ORDO_SYNTAX_H
#define ORDO_SYNTAX_H

#include "lab/control.h"
#include "lab/libclang.h"

#include <stdbool.h>
#include <stddef.h>

struct ordo_syntax {
    const struct ordo_libclang *clang;
    CXIndex index;
    CXTranslationUnit unit;
    struct ordo_macro_use {
        CXFile file;
        unsigned begin, end; /* offsets */
    } * uses;                /* sorted by file and place; of nested ones the outermost */
    size_t n_uses, capacity;
    bool failed;
};

struct ordo_syntax_place {
    CXFile file; /* NULL: nowhere */
    struct ordo_position at;
    unsigned offset;
};

struct ordo_syntax_extent {
    struct ordo_syntax_place begin, end;
    bool in_macro; /* wholly in one use of a macro */
};

/* A node's children in the order of the source; those that a statement does not have are left out.
 * The caller frees v. */
struct ordo_syntax_children {
    CXCursor *v;
    size_t n, capacity;
};

enum ordo_status ordo_syntax_open(struct ordo_syntax *s, const char *source,
                                  const char *const *arguments, size_t n, struct ordo_error *error);
void ordo_syntax_close(struct ordo_syntax *s);

struct ordo_syntax_children ordo_syntax_children(struct ordo_syntax *s, CXCursor node);

struct ordo_syntax_extent ordo_syntax_extent(const struct ordo_syntax *s, CXCursor node);

/* Does the node begin in a macro? */
bool ordo_syntax_begins_in_macro(const struct ordo_syntax *s, CXCursor node);

/* Of a `for` that no macro begins: the offsets of its two semicolons in front of `body`. */
bool ordo_syntax_semicolons(const struct ordo_syntax *s, CXCursor loop,
                            struct ordo_syntax_place body, unsigned out[2]);

/* Does the word stand in the node between the two offsets, outside of macros? */
bool ordo_syntax_has_word(const struct ordo_syntax *s, CXCursor node, const char *word,
                          unsigned begin, unsigned end);

/* A statement or an expression. */
bool ordo_syntax_is_code(const struct ordo_syntax *s, CXCursor node);

/* && or ||. */
bool ordo_syntax_is_logical(const struct ordo_syntax *s, CXCursor node);

/* A call that does not come back, as clang's coverage sees it: the type of what is called says so,
 * not an attribute of its declaration. */
bool ordo_syntax_never_returns(struct ordo_syntax *s, CXCursor node);

bool ordo_syntax_throws(struct ordo_syntax *s, CXCursor node);

#endif
