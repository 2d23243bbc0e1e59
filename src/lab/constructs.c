/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * constructs.c: a walk over libclang's tree.
 *
 * libclang lists a node's children in the order of the source and leaves out those that are not
 * there, so that the parts of a for are told apart by where its semicolons stand.
 */
#include "lab/constructs.h"

#include "lab/libclang.h"

#include <stdlib.h>
#include <string.h>

struct place {
    CXFile file;
    unsigned line, column, offset;
};

struct extent {
    struct place begin, end;
    bool in_macro; /* wholly in one use of a macro */
};

struct macro_use {
    CXFile file;
    unsigned begin, end;
};

struct walk {
    struct ordo_constructs *c;
    const struct ordo_libclang *clang;
    CXTranslationUnit unit;
    const char *function;
    struct macro_use *uses; /* sorted by file and begin, outermost only */
    size_t n_uses, uses_capacity;
    bool failed;
};

struct children {
    CXCursor *v;
    size_t n, capacity;
    bool failed;
};

static void statement(struct walk *w, CXCursor s);
static void expressions(struct walk *w, CXCursor e);

/* At least one more item in a malloc'ed array. */
static bool room(void **v, size_t *capacity, size_t n, size_t size) {
    if (n < *capacity) return true;
    size_t more = *capacity ? 2 * *capacity : 16;
    void *bigger = realloc(*v, more * size);
    if (!bigger) return false;
    *v = bigger, *capacity = more;
    return true;
}

static enum CXChildVisitResult collect(CXCursor child, CXCursor parent, CXClientData data) {
    (void)parent;
    struct children *c = data;
    if (!room((void **)&c->v, &c->capacity, c->n, sizeof *c->v)) {
        c->failed = true;
        return CXChildVisit_Break;
    }
    c->v[c->n++] = child;
    return CXChildVisit_Continue;
}

static struct children children_of(struct walk *w, CXCursor cursor) {
    struct children c = {0};
    w->clang->visitChildren(cursor, collect, &c);
    w->failed |= c.failed;
    return c;
}

static struct place place_of(struct walk *w, CXSourceLocation location) {
    struct place p;
    w->clang->getExpansionLocation(location, &p.file, &p.line, &p.column, &p.offset);
    return p;
}

/* The use of a macro that holds the offset, or NULL. */
static const struct macro_use *use_at(const struct walk *w, CXFile file, unsigned offset) {
    for (size_t i = 0; i < w->n_uses; i++)
        if (w->uses[i].file == file && w->uses[i].begin <= offset && offset < w->uses[i].end)
            return &w->uses[i];
    return NULL;
}

static struct extent extent_of(struct walk *w, CXCursor cursor) {
    CXSourceRange r = w->clang->getCursorExtent(cursor);
    struct extent e = {.begin = place_of(w, w->clang->getRangeStart(r)),
                       .end = place_of(w, w->clang->getRangeEnd(r))};
    const struct macro_use *use = use_at(w, e.begin.file, e.begin.offset);
    e.in_macro = use && e.end.file == use->file && e.end.offset <= use->end;
    if (e.in_macro && e.end.offset <= e.begin.offset) { /* an argument of the macro */
        e.end.column = e.begin.column + (use->end - use->begin);
        e.end.offset = use->end;
    }
    return e;
}

static const char *copy_string(struct walk *w, CXString s) {
    const char *text = w->clang->getCString(s);
    const char *copy = ordo_arena_copy(w->c->arena, text ? text : "");
    w->clang->disposeString(s);
    w->failed |= !copy;
    return copy ? copy : "";
}

static uint32_t file_number(struct walk *w, CXFile file) {
    struct ordo_constructs *c = w->c;
    const char *name = copy_string(w, w->clang->getFileName(file));
    for (size_t i = 0; i < c->n_files; i++)
        if (strcmp(c->files[i], name) == 0) return (uint32_t)i;
    if (!room((void **)&c->files, &c->files_capacity, c->n_files, sizeof *c->files)) {
        w->failed = true;
        return 0;
    }
    c->files[c->n_files] = name;
    return (uint32_t)c->n_files++;
}

static struct ordo_lab_statement written(struct walk *w, struct extent e, enum ordo_lab_kind kind) {
    return (struct ordo_lab_statement){.file = file_number(w, e.begin.file),
                                       .line = e.begin.line,
                                       .column = e.begin.column,
                                       .end_line = e.end.line,
                                       .end_column = e.end.column,
                                       .kind = kind,
                                       .function = w->function};
}

/* NULL when there is no place, or no memory. */
static struct ordo_construct *record_extent(struct walk *w, struct extent e,
                                            enum ordo_lab_kind kind) {
    struct ordo_constructs *c = w->c;
    if (!e.begin.file || !room((void **)&c->v, &c->capacity, c->n, sizeof *c->v)) {
        w->failed |= e.begin.file != NULL;
        return NULL;
    }
    struct ordo_construct *x = &c->v[c->n++];
    *x = (struct ordo_construct){.written = written(w, e, kind),
                                 .in_macro = e.in_macro,
                                 .line = e.begin.line,
                                 .column = e.begin.column};
    return x;
}

static struct ordo_construct *record(struct walk *w, CXCursor cursor, enum ordo_lab_kind kind) {
    return record_extent(w, extent_of(w, cursor), kind);
}

/* A part of a statement: the construct, and what is in it. */
static void part(struct walk *w, CXCursor cursor, enum ordo_lab_kind kind) {
    record(w, cursor, kind);
    if (!extent_of(w, cursor).in_macro) expressions(w, cursor);
}

static bool is_logical(struct walk *w, CXCursor e) {
    if (w->clang->getCursorKind(e) != CXCursor_BinaryOperator) return false;
    enum CXBinaryOperatorKind kind = w->clang->getCursorBinaryOperatorKind(e);
    return kind == CXBinaryOperator_LAnd || kind == CXBinaryOperator_LOr;
}

static void lambda(struct walk *w, CXCursor e) {
    const char *outer = w->function;
    struct children c = children_of(w, e);
    for (size_t i = 0; i < c.n; i++)
        if (w->clang->getCursorKind(c.v[i]) == CXCursor_CompoundStmt) {
            w->function = "lambda";
            statement(w, c.v[i]);
            w->function = outer;
        } else if (w->clang->isExpression(w->clang->getCursorKind(c.v[i]))) {
            expressions(w, c.v[i]);
        }
    free(c.v);
}

/* What is counted in an expression, the expression itself left out. */
static void expressions(struct walk *w, CXCursor e) {
    enum CXCursorKind kind = w->clang->getCursorKind(e);
    switch (kind) {
    case CXCursor_UnaryExpr: /* sizeof and its like */
    case CXCursor_GenericSelectionExpr:
    case CXCursor_CXXTypeidExpr:
        return;
    case CXCursor_LambdaExpr:
        lambda(w, e);
        return;
    case CXCursor_CompoundStmt:
        statement(w, e);
        return; /* of ({ }) */
    default:
        break;
    }
    bool logical = is_logical(w, e), choice = kind == CXCursor_ConditionalOperator;
    bool apart = !extent_of(w, e).in_macro;
    struct children c = children_of(w, e);
    for (size_t i = 0; i < c.n; i++) {
        if (apart && logical) record(w, c.v[i], ORDO_LAB_OPERAND);
        if (apart && choice && i > 0) record(w, c.v[i], ORDO_LAB_ARM);
        expressions(w, c.v[i]);
    }
    free(c.v);
}

static void loop_condition(struct walk *w, CXCursor e) {
    struct ordo_construct *x = record(w, e, ORDO_LAB_CONDITION);
    if (!x || x->in_macro) return;
    if (is_logical(w, e)) {
        struct children c = children_of(w, e);
        if (c.n > 1) x->shares = written(w, extent_of(w, c.v[1]), ORDO_LAB_OPERAND);
        free(c.v);
    }
    expressions(w, e);
}

/* Offsets of the two semicolons of a for in front of its body. False: in a macro. */
static bool semicolons(struct walk *w, CXCursor loop, struct place body, unsigned out[2]) {
    CXSourceRange whole = w->clang->getCursorExtent(loop);
    CXToken *tokens = NULL;
    unsigned n = 0, found = 0;
    int depth = 0;
    w->clang->tokenize(w->unit, whole, &tokens, &n);
    for (unsigned i = 0; i < n && found < 2; i++) {
        struct place at = place_of(w, w->clang->getTokenLocation(w->unit, tokens[i]));
        if (at.file != body.file || at.offset >= body.offset) break;
        if (w->clang->getTokenKind(tokens[i]) != CXToken_Punctuation) continue;
        CXString s = w->clang->getTokenSpelling(w->unit, tokens[i]);
        const char *text = w->clang->getCString(s);
        if (strchr("([{", text[0]) && !text[1]) depth++;
        if (strchr(")]}", text[0]) && !text[1]) depth--;
        if (text[0] == ';' && depth == 1) out[found++] = at.offset;
        w->clang->disposeString(s);
    }
    w->clang->disposeTokens(w->unit, tokens, n);
    return found == 2;
}

static void for_loop(struct walk *w, CXCursor s, struct children c) {
    size_t n = c.n - 1;
    struct place body = extent_of(w, c.v[n]).begin;
    unsigned at[2];
    bool in_macro = use_at(w, extent_of(w, s).begin.file, extent_of(w, s).begin.offset) != NULL;
    bool known = !in_macro && semicolons(w, s, body, at);
    for (size_t i = 0; i < n; i++) {
        enum ordo_lab_kind kind = ORDO_LAB_CONDITION;
        unsigned offset = extent_of(w, c.v[i]).begin.offset;
        if (known) {
            if (offset < at[0]) kind = ORDO_LAB_INIT;
            if (offset > at[1]) kind = ORDO_LAB_STEP;
        } else {
            if (i == 0 && n > 1) kind = ORDO_LAB_INIT;
            if (i == n - 1 && n > 2) kind = ORDO_LAB_STEP;
        }
        if (kind == ORDO_LAB_CONDITION)
            loop_condition(w, c.v[i]);
        else if (!in_macro) /* else the macro's use stands for the condition alone */
            part(w, c.v[i], kind);
    }
    statement(w, c.v[n]);
}

static void conditional(struct walk *w, struct children c, size_t n_bodies, bool loop) {
    size_t n = c.n > n_bodies ? c.n - n_bodies : 0;
    for (size_t i = 0; i < n; i++) {
        enum CXCursorKind kind = w->clang->getCursorKind(c.v[i]);
        bool declares = kind == CXCursor_VarDecl; /* if (int k = f()): declaration and condition */
        if (i == n - 1 && loop)
            loop_condition(w, c.v[i]);
        else if (i == n - 1)
            part(w, c.v[i], ORDO_LAB_CONDITION);
        else if (declares && i == n - 2)
            expressions(w, c.v[i]);
        else
            statement(w, c.v[i]);
    }
    for (size_t i = n; i < c.n; i++) statement(w, c.v[i]);
}

/* if: then, or then and else, behind the condition. */
static size_t if_bodies(struct walk *w, CXCursor s, struct children c) {
    CXSourceRange whole = w->clang->getCursorExtent(s);
    if (c.n < 3) return 1;
    /* "else" stands between the last two children, or the last but one is the condition. */
    struct extent before = extent_of(w, c.v[c.n - 2]), last = extent_of(w, c.v[c.n - 1]);
    CXToken *tokens = NULL;
    unsigned n = 0;
    bool has_else = false;
    w->clang->tokenize(w->unit, whole, &tokens, &n);
    for (unsigned i = 0; i < n; i++) {
        unsigned at = place_of(w, w->clang->getTokenLocation(w->unit, tokens[i])).offset;
        if (at < before.end.offset || at >= last.begin.offset) continue;
        CXString text = w->clang->getTokenSpelling(w->unit, tokens[i]);
        has_else |= strcmp(w->clang->getCString(text), "else") == 0;
        w->clang->disposeString(text);
    }
    w->clang->disposeTokens(w->unit, tokens, n);
    return has_else ? 2 : 1;
}

static void range_for(struct walk *w, struct children c) {
    for (size_t i = 0; i + 1 < c.n; i++) {
        enum CXCursorKind kind = w->clang->getCursorKind(c.v[i]);
        if (i == c.n - 2)
            part(w, c.v[i], ORDO_LAB_INIT);
        else if (kind != CXCursor_VarDecl)
            statement(w, c.v[i]);
    }
    if (c.n) statement(w, c.v[c.n - 1]);
}

static void all(struct walk *w, struct children c) {
    for (size_t i = 0; i < c.n; i++)
        if (w->clang->isStatement(w->clang->getCursorKind(c.v[i])) ||
            w->clang->isExpression(w->clang->getCursorKind(c.v[i])))
            statement(w, c.v[i]);
}

static void control(struct walk *w, CXCursor s, enum CXCursorKind kind) {
    struct children c = children_of(w, s);
    switch (kind) {
    case CXCursor_IfStmt:
        conditional(w, c, if_bodies(w, s, c), false);
        break;
    case CXCursor_SwitchStmt:
        conditional(w, c, 1, false);
        break;
    case CXCursor_WhileStmt:
        conditional(w, c, 1, true);
        break;
    case CXCursor_DoStmt:
        if (c.n == 2) {
            statement(w, c.v[0]);
            loop_condition(w, c.v[1]);
        }
        break;
    case CXCursor_ForStmt:
        if (c.n) for_loop(w, s, c);
        break;
    case CXCursor_CXXForRangeStmt:
        range_for(w, c);
        break;
    case CXCursor_CaseStmt: /* the labels' values are constants */
    case CXCursor_LabelStmt:
        if (c.n) statement(w, c.v[c.n - 1]);
        break;
    default:
        all(w, c);
    }
    free(c.v);
}

static void declaration(struct walk *w, CXCursor s) {
    struct children c = children_of(w, s);
    bool variables = false;
    for (size_t i = 0; i < c.n; i++)
        variables |= w->clang->getCursorKind(c.v[i]) == CXCursor_VarDecl;
    if (variables) part(w, s, ORDO_LAB_DECLARATION);
    free(c.v);
}

static void statement(struct walk *w, CXCursor s) {
    enum CXCursorKind kind = w->clang->getCursorKind(s);
    if (kind != CXCursor_CompoundStmt && extent_of(w, s).in_macro) {
        record(w, s, ORDO_LAB_STATEMENT);
        return;
    }
    switch (kind) {
    case CXCursor_NullStmt:
        return;
    case CXCursor_CompoundStmt:
    case CXCursor_IfStmt:
    case CXCursor_SwitchStmt:
    case CXCursor_WhileStmt:
    case CXCursor_DoStmt:
    case CXCursor_ForStmt:
    case CXCursor_CXXForRangeStmt:
    case CXCursor_CaseStmt:
    case CXCursor_DefaultStmt:
    case CXCursor_LabelStmt:
    case CXCursor_CXXTryStmt:
    case CXCursor_CXXCatchStmt:
        control(w, s, kind);
        return;
    case CXCursor_DeclStmt:
        declaration(w, s);
        return;
    default:
        if (w->clang->isStatement(kind) || w->clang->isExpression(kind))
            part(w, s, ORDO_LAB_STATEMENT);
    }
}

/* Member and base initializers stand before the body, each behind the name it gives a value. */
static void function(struct walk *w, CXCursor f) {
    w->function = copy_string(w, w->clang->getCursorSpelling(f));
    struct children c = children_of(w, f);
    for (size_t i = 0; i < c.n; i++) {
        enum CXCursorKind kind = w->clang->getCursorKind(c.v[i]);
        if (kind == CXCursor_CompoundStmt || kind == CXCursor_CXXTryStmt)
            statement(w, c.v[i]);
        else if (w->clang->isExpression(kind) && i > 0 &&
                 (w->clang->getCursorKind(c.v[i - 1]) == CXCursor_MemberRef ||
                  w->clang->getCursorKind(c.v[i - 1]) == CXCursor_TypeRef)) {
            struct extent e = extent_of(w, c.v[i]), all_of_it = e;
            all_of_it.begin = extent_of(w, c.v[i - 1]).begin;
            struct ordo_construct *x = record_extent(w, all_of_it, ORDO_LAB_INITIALIZER);
            if (x) x->line = e.begin.line, x->column = e.begin.column;
            expressions(w, c.v[i]);
        }
    }
    free(c.v);
}

static enum CXChildVisitResult top_level(CXCursor cursor, CXCursor parent, CXClientData data) {
    (void)parent;
    struct walk *w = data;
    if (w->clang->Location_isInSystemHeader(w->clang->getCursorLocation(cursor)))
        return CXChildVisit_Continue;
    switch (w->clang->getCursorKind(cursor)) {
    case CXCursor_FunctionDecl:
    case CXCursor_CXXMethod:
    case CXCursor_Constructor:
    case CXCursor_Destructor:
    case CXCursor_ConversionFunction:
    case CXCursor_FunctionTemplate:
        function(w, cursor);
        return CXChildVisit_Continue;
    case CXCursor_Namespace:
    case CXCursor_LinkageSpec:
    case CXCursor_UnexposedDecl:
    case CXCursor_StructDecl:
    case CXCursor_ClassDecl:
    case CXCursor_ClassTemplate:
    case CXCursor_ClassTemplatePartialSpecialization:
        return CXChildVisit_Recurse;
    default:
        return CXChildVisit_Continue;
    }
}

static enum CXChildVisitResult macro_uses(CXCursor cursor, CXCursor parent, CXClientData data) {
    (void)parent;
    struct walk *w = data;
    if (w->clang->getCursorKind(cursor) != CXCursor_MacroExpansion ||
        w->clang->Location_isInSystemHeader(w->clang->getCursorLocation(cursor)))
        return CXChildVisit_Continue;
    CXSourceRange r = w->clang->getCursorExtent(cursor);
    struct place begin = place_of(w, w->clang->getRangeStart(r));
    struct place end = place_of(w, w->clang->getRangeEnd(r));
    if (use_at(w, begin.file, begin.offset)) return CXChildVisit_Continue;
    if (!room((void **)&w->uses, &w->uses_capacity, w->n_uses, sizeof *w->uses)) {
        w->failed = true;
        return CXChildVisit_Break;
    }
    w->uses[w->n_uses++] =
        (struct macro_use){.file = begin.file, .begin = begin.offset, .end = end.offset};
    return CXChildVisit_Continue;
}

enum ordo_status ordo_constructs_add(struct ordo_constructs *c, const char *source,
                                     const char *const *arguments, size_t n,
                                     struct ordo_error *error) {
    struct walk w = {.c = c};
    ORDO_TRY(ordo_libclang_get(&w.clang, error));
    CXIndex index = w.clang->createIndex(0, 0);
    enum CXErrorCode code =
        w.clang->parseTranslationUnit2(index, source, arguments, (int)n, NULL, 0,
                                       CXTranslationUnit_DetailedPreprocessingRecord, &w.unit);
    enum ordo_status status = ORDO_OK;
    if (code != CXError_Success) {
        status = ordo_error_set(error, ORDO_BAD_INPUT, "%s: libclang cannot parse it (code %d)",
                                source, (int)code);
    } else {
        CXCursor root = w.clang->getTranslationUnitCursor(w.unit);
        w.clang->visitChildren(root, macro_uses, &w);
        w.clang->visitChildren(root, top_level, &w);
        w.clang->disposeTranslationUnit(w.unit);
        if (w.failed) status = ordo_error_memory(error, source);
    }
    w.clang->disposeIndex(index);
    free(w.uses);
    return status;
}

static int compare(uint64_t a, uint64_t b) {
    return a < b ? -1 : a > b;
}

static int by_place(const void *x, const void *y) {
    const struct ordo_lab_statement *a = &((const struct ordo_construct *)x)->written;
    const struct ordo_lab_statement *b = &((const struct ordo_construct *)y)->written;
    int order = compare(a->file, b->file);
    if (order == 0) order = compare(a->line, b->line);
    if (order == 0) order = compare(a->column, b->column);
    if (order == 0) order = compare(b->end_line, a->end_line); /* outer before inner */
    if (order == 0) order = compare(b->end_column, a->end_column);
    return order ? order : compare(a->kind, b->kind);
}

void ordo_constructs_sort(struct ordo_constructs *c) {
    if (c->n) qsort(c->v, c->n, sizeof *c->v, by_place);
    size_t kept = 0;
    for (size_t i = 0; i < c->n; i++) {
        struct ordo_lab_statement *a = kept ? &c->v[kept - 1].written : NULL, *b = &c->v[i].written;
        bool same = a && a->file == b->file && a->line == b->line && a->column == b->column &&
                    a->end_line == b->end_line && a->end_column == b->end_column;
        if (!same) c->v[kept++] = c->v[i];
    }
    c->n = kept;
}
