/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * syntax.h: clang's syntax tree of a source, with places as written; a place in a macro is that of
 * the macro's use.
 *
 * Errors:  ORDO_BAD_INPUT if the source cannot be parsed; ORDO_ENVIRONMENT without libclang
 * Memory:  the structure is the caller's; ordo_syntax_close releases what it holds
 * Threads: one thread per tree
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
    } * uses;                /* sorted by file and place; only the outermost of nested ones */
    size_t n_uses, capacity;
};

struct ordo_syntax_place {
    CXFile file; /* NULL: nowhere */
    struct ordo_position at;
    unsigned offset;
};

struct ordo_syntax_extent {
    struct ordo_syntax_place begin, end;
    bool in_macro; /* completely inside one use of a macro */
};

/* A node's children in the order of the source; parts that a statement does not have are left out.
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

/* Returns whether the node begins in a macro. */
bool ordo_syntax_begins_in_macro(const struct ordo_syntax *s, CXCursor node);

/* Finds the offsets of the two semicolons before `body` of a `for` that does not begin in a
 * macro. */
bool ordo_syntax_semicolons(const struct ordo_syntax *s, CXCursor loop,
                            struct ordo_syntax_place body, unsigned out[2]);

/* Returns whether the word is in the node between the two offsets, outside of macros. */
bool ordo_syntax_has_word(const struct ordo_syntax *s, CXCursor node, const char *word,
                          unsigned begin, unsigned end);

/* Returns whether it is a statement or an expression. */
bool ordo_syntax_is_code(const struct ordo_syntax *s, CXCursor node);

/* Returns whether it is && or ||. */
bool ordo_syntax_is_logical(const struct ordo_syntax *s, CXCursor node);

/* Returns whether it is a call that never returns, as clang's coverage sees it: by the type of the
 * function, not by an attribute of its declaration. */
bool ordo_syntax_never_returns(struct ordo_syntax *s, CXCursor node);

bool ordo_syntax_throws(struct ordo_syntax *s, CXCursor node);

#endif
