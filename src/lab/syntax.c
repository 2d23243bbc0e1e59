/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "lab/syntax.h"

#include "base/vector.h"

#include <stdlib.h>
#include <string.h>

static struct ordo_syntax_place place_of(const struct ordo_syntax *s, CXSourceLocation location) {
    struct ordo_syntax_place p;
    unsigned line, column;
    s->clang->getExpansionLocation(location, &p.file, &line, &column, &p.offset);
    p.at = (struct ordo_position){line, column};
    return p;
}

/* ---- uses of macros ---- */

static int by_place(const void *x, const void *y) {
    const struct ordo_macro_use *a = x, *b = y;
    if (a->file != b->file) return a->file < b->file ? -1 : 1;
    if (a->begin != b->begin) return a->begin < b->begin ? -1 : 1;
    return (a->end < b->end) - (a->end > b->end);
}

static enum CXChildVisitResult collect_use(CXCursor cursor, CXCursor parent, CXClientData data) {
    (void)parent;
    struct ordo_syntax *s = data;
    if (s->clang->getCursorKind(cursor) != CXCursor_MacroExpansion ||
        s->clang->Location_isInSystemHeader(s->clang->getCursorLocation(cursor)))
        return CXChildVisit_Continue;
    CXSourceRange r = s->clang->getCursorExtent(cursor);
    struct ordo_syntax_place begin = place_of(s, s->clang->getRangeStart(r));
    s->uses = ordo_vector_reserve(s->uses, &s->capacity, s->n_uses + 1, sizeof *s->uses);
    s->uses[s->n_uses++] =
        (struct ordo_macro_use){.file = begin.file,
                                .begin = begin.offset,
                                .end = place_of(s, s->clang->getRangeEnd(r)).offset};
    return CXChildVisit_Continue;
}

static void find_uses(struct ordo_syntax *s) {
    s->clang->visitChildren(s->clang->getTranslationUnitCursor(s->unit), collect_use, s);
    if (s->n_uses) qsort(s->uses, s->n_uses, sizeof *s->uses, by_place);
    size_t kept = 0;
    for (size_t i = 0; i < s->n_uses; i++) {
        const struct ordo_macro_use *last = kept ? &s->uses[kept - 1] : NULL, *u = &s->uses[i];
        if (!last || last->file != u->file || u->begin >= last->end) s->uses[kept++] = *u;
    }
    s->n_uses = kept;
}

/* Returns the use that contains the place, or NULL. */
static const struct ordo_macro_use *use_at(const struct ordo_syntax *s,
                                           struct ordo_syntax_place p) {
    size_t low = 0, high = s->n_uses; /* searches for the last use that begins at or before it */
    while (low < high) {
        size_t middle = (low + high) / 2;
        const struct ordo_macro_use *u = &s->uses[middle];
        if (u->file < p.file || (u->file == p.file && u->begin <= p.offset))
            low = middle + 1;
        else
            high = middle;
    }
    const struct ordo_macro_use *u = low ? &s->uses[low - 1] : NULL;
    return u && u->file == p.file && p.offset < u->end ? u : NULL;
}

/* ---- nodes ---- */

static enum CXChildVisitResult collect(CXCursor child, CXCursor parent, CXClientData data) {
    (void)parent;
    struct ordo_syntax_children *c = data;
    c->v = ordo_vector_reserve(c->v, &c->capacity, c->n + 1, sizeof *c->v);
    c->v[c->n++] = child;
    return CXChildVisit_Continue;
}

struct ordo_syntax_children ordo_syntax_children(struct ordo_syntax *s, CXCursor node) {
    struct ordo_syntax_children c = {0};
    s->clang->visitChildren(node, collect, &c);
    return c;
}

struct ordo_syntax_extent ordo_syntax_extent(const struct ordo_syntax *s, CXCursor node) {
    CXSourceRange r = s->clang->getCursorExtent(node);
    struct ordo_syntax_extent e = {.begin = place_of(s, s->clang->getRangeStart(r)),
                                   .end = place_of(s, s->clang->getRangeEnd(r))};
    const struct ordo_macro_use *use = use_at(s, e.begin);
    e.in_macro = use && e.end.file == use->file && e.end.offset <= use->end;
    if (e.in_macro && e.end.offset <= e.begin.offset) { /* it is an argument of the macro */
        e.end.at.column = e.begin.at.column + (use->end - use->begin);
        e.end.offset = use->end;
    }
    return e;
}

bool ordo_syntax_begins_in_macro(const struct ordo_syntax *s, CXCursor node) {
    CXSourceRange r = s->clang->getCursorExtent(node);
    return use_at(s, place_of(s, s->clang->getRangeStart(r))) != NULL;
}

bool ordo_syntax_is_code(const struct ordo_syntax *s, CXCursor node) {
    enum CXCursorKind kind = s->clang->getCursorKind(node);
    return s->clang->isStatement(kind) || s->clang->isExpression(kind);
}

bool ordo_syntax_is_logical(const struct ordo_syntax *s, CXCursor node) {
    if (s->clang->getCursorKind(node) != CXCursor_BinaryOperator) return false;
    enum CXBinaryOperatorKind kind = s->clang->getCursorBinaryOperatorKind(node);
    return kind == CXBinaryOperator_LAnd || kind == CXBinaryOperator_LOr;
}

bool ordo_syntax_never_returns(struct ordo_syntax *s, CXCursor node) {
    if (s->clang->getCursorKind(node) != CXCursor_CallExpr) return false;
    struct ordo_syntax_children c = ordo_syntax_children(s, node);
    bool never = false;
    if (c.n) {
        CXString type = s->clang->getTypeSpelling(s->clang->getCursorType(c.v[0]));
        never = strstr(s->clang->getCString(type), "noreturn") != NULL;
        s->clang->disposeString(type);
    }
    free(c.v);
    return never;
}

bool ordo_syntax_throws(struct ordo_syntax *s, CXCursor node) {
    enum CXCursorKind kind = s->clang->getCursorKind(node);
    if (kind == CXCursor_CXXThrowExpr) return true;
    if (kind != CXCursor_UnexposedExpr) return false;
    struct ordo_syntax_children c = ordo_syntax_children(s, node);
    bool yes = c.n == 1 && ordo_syntax_throws(s, c.v[0]);
    free(c.v);
    return yes;
}

/* ---- tokens ---- */

bool ordo_syntax_semicolons(const struct ordo_syntax *s, CXCursor loop,
                            struct ordo_syntax_place body, unsigned out[2]) {
    CXToken *tokens = NULL;
    unsigned n = 0, found = 0;
    int depth = 0;
    s->clang->tokenize(s->unit, s->clang->getCursorExtent(loop), &tokens, &n);
    for (unsigned i = 0; i < n && found < 2; i++) {
        struct ordo_syntax_place at = place_of(s, s->clang->getTokenLocation(s->unit, tokens[i]));
        if (at.file != body.file || at.offset >= body.offset) break;
        if (s->clang->getTokenKind(tokens[i]) != CXToken_Punctuation) continue;
        CXString spelling = s->clang->getTokenSpelling(s->unit, tokens[i]);
        const char *text = s->clang->getCString(spelling);
        if (strchr("([{", text[0]) && !text[1]) depth++;
        if (strchr(")]}", text[0]) && !text[1]) depth--;
        if (text[0] == ';' && depth == 1) out[found++] = at.offset;
        s->clang->disposeString(spelling);
    }
    s->clang->disposeTokens(s->unit, tokens, n);
    return found == 2;
}

bool ordo_syntax_has_word(const struct ordo_syntax *s, CXCursor node, const char *word,
                          unsigned begin, unsigned end) {
    CXToken *tokens = NULL;
    unsigned n = 0;
    bool found = false;
    s->clang->tokenize(s->unit, s->clang->getCursorExtent(node), &tokens, &n);
    for (unsigned i = 0; i < n; i++) {
        unsigned at = place_of(s, s->clang->getTokenLocation(s->unit, tokens[i])).offset;
        if (at < begin || at >= end) continue;
        CXString spelling = s->clang->getTokenSpelling(s->unit, tokens[i]);
        found |= strcmp(s->clang->getCString(spelling), word) == 0;
        s->clang->disposeString(spelling);
    }
    s->clang->disposeTokens(s->unit, tokens, n);
    return found;
}

/* ---- opening and closing ---- */

enum ordo_status ordo_syntax_open(struct ordo_syntax *s, const char *source,
                                  const char *const *arguments, size_t n,
                                  struct ordo_error *error) {
    *s = (struct ordo_syntax){0};
    ORDO_TRY(ordo_libclang_get(&s->clang, error));
    s->index = s->clang->createIndex(0, 0);
    enum CXErrorCode code =
        s->clang->parseTranslationUnit2(s->index, source, arguments, (int)n, NULL, 0,
                                        CXTranslationUnit_DetailedPreprocessingRecord, &s->unit);
    if (code != CXError_Success)
        return ordo_error_set(error, ORDO_BAD_INPUT, "%s: libclang cannot parse it (code %d)",
                              source, (int)code);
    find_uses(s);
    return ORDO_OK;
}

void ordo_syntax_close(struct ordo_syntax *s) {
    if (s->unit) s->clang->disposeTranslationUnit(s->unit);
    if (s->index) s->clang->disposeIndex(s->index);
    free(s->uses);
}
