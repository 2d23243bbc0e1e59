/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * constructs.c: walks libclang's tree.
 *
 * libclang lists a node's children in the order of the source and leaves out missing parts. The
 * parts of a for are therefore distinguished by the positions of its semicolons.
 */
#include "lab/constructs.h"

#include "base/memory.h"
#include "base/vector.h"
#include "lab/syntax.h"

#include <stdlib.h>
#include <string.h>

struct walk {
    struct ordo_constructs *c;
    struct ordo_syntax syntax;
    const struct ordo_libclang *clang; /* of `syntax` */
    const char *function;
    CXFile file; /* the last file that was numbered */
    uint32_t file_number;
};

static struct ordo_control *statement(struct walk *w, CXCursor s);
static void expressions(struct walk *w, CXCursor e, struct ordo_control *into);

static struct ordo_syntax_children children_of(struct walk *w, CXCursor cursor) {
    return ordo_syntax_children(&w->syntax, cursor);
}

static struct ordo_syntax_extent extent_of(const struct walk *w, CXCursor cursor) {
    return ordo_syntax_extent(&w->syntax, cursor);
}

static const char *copy_string(struct walk *w, CXString s) {
    const char *text = w->clang->getCString(s);
    const char *copy = ordo_arena_copy(w->c->arena, text ? text : "");
    w->clang->disposeString(s);
    return copy;
}

static uint32_t file_number(struct walk *w, CXFile file) {
    struct ordo_constructs *c = w->c;
    if (file == w->file) return w->file_number;
    const char *name = copy_string(w, w->clang->getFileName(file));
    uint32_t number = 0;
    while (number < c->n_files && strcmp(c->files[number], name) != 0) number++;
    if (number == c->n_files) {
        c->files =
            ordo_vector_reserve(c->files, &c->files_capacity, c->n_files + 1, sizeof *c->files);
        c->files[c->n_files++] = name;
    }
    w->file = file;
    return w->file_number = number;
}

/* Records a construct. NULL if it has no place in a file. */
static struct ordo_construct *record_extent(struct walk *w, struct ordo_syntax_extent e,
                                            enum ordo_lab_kind kind) {
    struct ordo_constructs *c = w->c;
    if (!e.begin.file) return NULL;
    c->v = ordo_vector_reserve(c->v, &c->capacity, c->n + 1, sizeof *c->v);
    struct ordo_construct *x = &c->v[c->n++];
    *x = (struct ordo_construct){.written = {.file = file_number(w, e.begin.file),
                                             .line = e.begin.at.line,
                                             .column = e.begin.at.column,
                                             .end_line = e.end.at.line,
                                             .end_column = e.end.at.column,
                                             .kind = kind,
                                             .function = w->function},
                                 .in_macro = e.in_macro,
                                 .at = e.begin.at};
    return x;
}

static struct ordo_control *node(struct walk *w, CXCursor cursor, enum ordo_control_kind kind) {
    struct ordo_syntax_extent e = extent_of(w, cursor);
    return ordo_control_new(w->c->arena, kind, e.begin.at, e.end.at);
}

/* Records a construct and everything in it. */
static struct ordo_control *part(struct walk *w, CXCursor cursor, enum ordo_lab_kind kind) {
    struct ordo_control *c = node(w, cursor, ORDO_CONTROL_PLAIN);
    size_t number = w->c->n;
    struct ordo_construct *x = record_extent(w, extent_of(w, cursor), kind);
    if (x) c->construct = (uint32_t)number;
    if (!x || !x->in_macro) expressions(w, cursor, c);
    return c;
}

static void body_of_function(struct walk *w, CXCursor body, struct ordo_control *whole) {
    struct ordo_constructs *c = w->c;
    ordo_control_add(whole, statement(w, body));
    c->functions = ordo_vector_reserve(c->functions, &c->functions_capacity, c->n_functions + 1,
                                       sizeof *c->functions);
    c->functions[c->n_functions++] = (struct ordo_function_control){
        .file = file_number(w, extent_of(w, body).begin.file), .body = whole};
}

/* Walks a lambda, a function of its own; its captures belong to the function around it. */
static void lambda(struct walk *w, CXCursor e, struct ordo_control *into) {
    const char *outer = w->function;
    struct ordo_syntax_children c = children_of(w, e);
    for (size_t i = 0; i < c.n; i++)
        if (w->clang->getCursorKind(c.v[i]) == CXCursor_CompoundStmt) {
            w->function = "lambda";
            body_of_function(w, c.v[i], node(w, c.v[i], ORDO_CONTROL_PLAIN));
            w->function = outer;
        } else if (w->clang->isExpression(w->clang->getCursorKind(c.v[i]))) {
            expressions(w, c.v[i], into);
        }
    free(c.v);
}

/* Walks `a && b`, `a || b` or `c ? a : b`, whose sides are constructs. */
static void sides(struct walk *w, CXCursor e, bool logical, struct ordo_control *into) {
    struct ordo_control *x = node(w, e, logical ? ORDO_CONTROL_BOTH : ORDO_CONTROL_CHOICE);
    struct ordo_syntax_children c = children_of(w, e);
    for (size_t i = 0; i < c.n && i < 3; i++) {
        if (logical || i > 0) {
            x->part[i] = part(w, c.v[i], logical ? ORDO_LAB_OPERAND : ORDO_LAB_ARM);
        } else {
            x->part[i] = node(w, c.v[i], ORDO_CONTROL_PLAIN);
            expressions(w, c.v[i], x->part[i]);
        }
    }
    ordo_control_add(into, x);
    free(c.v);
}

/* Walks the constructs in an expression, without the expression itself. */
static void expressions(struct walk *w, CXCursor e, struct ordo_control *into) {
    enum CXCursorKind kind = w->clang->getCursorKind(e);
    switch (kind) {
    case CXCursor_UnaryExpr: /* sizeof and similar operators */
    case CXCursor_GenericSelectionExpr:
    case CXCursor_CXXTypeidExpr:
        return;
    case CXCursor_LambdaExpr:
        lambda(w, e, into);
        return;
    case CXCursor_CompoundStmt:
        ordo_control_add(into, statement(w, e));
        return; /* of ({ }) */
    default:
        break;
    }
    bool logical = ordo_syntax_is_logical(&w->syntax, e),
         choice = kind == CXCursor_ConditionalOperator;
    if ((logical || choice) && !extent_of(w, e).in_macro) {
        sides(w, e, logical, into);
        return;
    }
    struct ordo_syntax_children c = children_of(w, e);
    for (size_t i = 0; i < c.n; i++) expressions(w, c.v[i], into);
    free(c.v);
}

static void for_loop(struct walk *w, CXCursor s, struct ordo_syntax_children c,
                     struct ordo_control *x) {
    static const enum ordo_lab_kind kinds[] = {ORDO_LAB_INIT, ORDO_LAB_CONDITION, ORDO_LAB_STEP};
    size_t n = c.n - 1;
    unsigned at[2];
    bool in_macro = ordo_syntax_begins_in_macro(&w->syntax, s);
    bool known = !in_macro && ordo_syntax_semicolons(&w->syntax, s, extent_of(w, c.v[n]).begin, at);
    for (size_t i = 0; i < n; i++) {
        unsigned which = 1, offset = extent_of(w, c.v[i]).begin.offset;
        if (known)
            which = offset < at[0] ? 0 : offset > at[1] ? 2 : 1;
        else if (n > 1)
            which = i == 0 ? 0 : i == n - 1 && n > 2 ? 2 : 1;
        /* If the loop begins in a macro, the macro's use represents its condition. */
        if (!in_macro || which == 1) x->part[which] = part(w, c.v[i], kinds[which]);
    }
    x->part[3] = statement(w, c.v[n]);
}

/* Walks what precedes the branches of if, switch and while: declarations, then the condition. */
static void condition(struct walk *w, struct ordo_syntax_children c, size_t n,
                      struct ordo_control *x) {
    if (n == 0) return;
    x->part[0] = node(w, c.v[n - 1], ORDO_CONTROL_PLAIN);
    x->part[0]->begin = extent_of(w, c.v[0]).begin.at;
    for (size_t i = 0; i < n; i++) {
        if (i == n - 1) /* for a variable: declaration and condition in one */
            ordo_control_add(x->part[0], part(w, c.v[i], ORDO_LAB_CONDITION));
        else if (w->clang->getCursorKind(c.v[i]) == CXCursor_VarDecl)
            expressions(w, c.v[i], x->part[0]);
        else
            ordo_control_add(x->part[0], statement(w, c.v[i]));
    }
}

static void if_else(struct walk *w, CXCursor s, struct ordo_syntax_children c,
                    struct ordo_control *x) {
    size_t branches = 1;
    if (c.n >= 3 &&
        ordo_syntax_has_word(&w->syntax, s, "else", extent_of(w, c.v[c.n - 2]).end.offset,
                             extent_of(w, c.v[c.n - 1]).begin.offset))
        branches = 2;
    if (c.n < branches + 1) return;
    condition(w, c, c.n - branches, x);
    x->part[1] = statement(w, c.v[c.n - branches]);
    if (branches == 2) x->part[2] = statement(w, c.v[c.n - 1]);
}

static void range_for(struct walk *w, struct ordo_syntax_children c, struct ordo_control *x) {
    if (c.n < 2) return;
    x->part[0] = node(w, c.v[c.n - 2], ORDO_CONTROL_PLAIN);
    x->part[0]->begin = extent_of(w, c.v[0]).begin.at;
    for (size_t i = 0; i + 2 < c.n; i++)
        if (w->clang->getCursorKind(c.v[i]) != CXCursor_VarDecl)
            ordo_control_add(x->part[0], statement(w, c.v[i]));
    ordo_control_add(x->part[0], part(w, c.v[c.n - 2], ORDO_LAB_INIT));
    x->part[1] = statement(w, c.v[c.n - 1]);
}

static struct ordo_control *control(struct walk *w, CXCursor s, enum ordo_control_kind kind) {
    struct ordo_control *x = node(w, s, kind);
    struct ordo_syntax_children c = children_of(w, s);
    switch (kind) {
    case ORDO_CONTROL_IF:
        if_else(w, s, c, x);
        break;
    case ORDO_CONTROL_SWITCH:
    case ORDO_CONTROL_WHILE:
        if (c.n < 2) break;
        condition(w, c, c.n - 1, x);
        x->part[1] = statement(w, c.v[c.n - 1]);
        break;
    case ORDO_CONTROL_DO:
        if (c.n != 2) break;
        x->part[0] = statement(w, c.v[0]);
        x->part[1] = part(w, c.v[1], ORDO_LAB_CONDITION);
        break;
    case ORDO_CONTROL_FOR:
        if (c.n) for_loop(w, s, c, x);
        break;
    case ORDO_CONTROL_RANGE:
        range_for(w, c, x);
        break;
    case ORDO_CONTROL_TRY:
        if (c.n) x->part[0] = statement(w, c.v[0]);
        for (size_t i = 1; i < c.n; i++) ordo_control_add(x, statement(w, c.v[i]));
        break;
    default:
        for (size_t i = 0; i < c.n; i++)
            if (ordo_syntax_is_code(&w->syntax, c.v[i])) ordo_control_add(x, statement(w, c.v[i]));
    }
    free(c.v);
    return x;
}

/* Walks `case X: s` or `label: s`. What precedes the statement is a constant. */
static struct ordo_control *labelled(struct walk *w, CXCursor s, enum ordo_control_kind kind) {
    struct ordo_control *x = node(w, s, kind);
    struct ordo_syntax_children c = children_of(w, s);
    if (c.n) ordo_control_add(x, statement(w, c.v[c.n - 1]));
    free(c.v);
    return x;
}

static struct ordo_control *declaration(struct walk *w, CXCursor s) {
    struct ordo_syntax_children c = children_of(w, s);
    bool variables = false;
    for (size_t i = 0; i < c.n; i++)
        variables |= w->clang->getCursorKind(c.v[i]) == CXCursor_VarDecl;
    free(c.v);
    return variables ? part(w, s, ORDO_LAB_DECLARATION) : NULL;
}

static enum ordo_control_way way_of(struct walk *w, CXCursor s) {
    switch (w->clang->getCursorKind(s)) {
    case CXCursor_BreakStmt:
        return ORDO_CONTROL_BREAK;
    case CXCursor_ContinueStmt:
        return ORDO_CONTROL_CONTINUE;
    case CXCursor_ReturnStmt:
    case CXCursor_GotoStmt:
    case CXCursor_IndirectGotoStmt:
        return ORDO_CONTROL_AWAY;
    default:
        return ordo_syntax_never_returns(&w->syntax, s) || ordo_syntax_throws(&w->syntax, s)
                   ? ORDO_CONTROL_AWAY
                   : ORDO_CONTROL_ON;
    }
}

static struct ordo_control *statement(struct walk *w, CXCursor s) {
    enum CXCursorKind kind = w->clang->getCursorKind(s);
    if (kind != CXCursor_CompoundStmt && extent_of(w, s).in_macro)
        return part(w, s, ORDO_LAB_STATEMENT);
    switch (kind) {
    case CXCursor_NullStmt:
        return NULL;
    case CXCursor_CompoundStmt:
    case CXCursor_DefaultStmt:
    case CXCursor_CXXCatchStmt:
        return control(w, s, ORDO_CONTROL_PLAIN);
    case CXCursor_IfStmt:
        return control(w, s, ORDO_CONTROL_IF);
    case CXCursor_SwitchStmt:
        return control(w, s, ORDO_CONTROL_SWITCH);
    case CXCursor_WhileStmt:
        return control(w, s, ORDO_CONTROL_WHILE);
    case CXCursor_DoStmt:
        return control(w, s, ORDO_CONTROL_DO);
    case CXCursor_ForStmt:
        return control(w, s, ORDO_CONTROL_FOR);
    case CXCursor_CXXForRangeStmt:
        return control(w, s, ORDO_CONTROL_RANGE);
    case CXCursor_CXXTryStmt:
        return control(w, s, ORDO_CONTROL_TRY);
    case CXCursor_CaseStmt:
        return labelled(w, s, ORDO_CONTROL_PLAIN);
    case CXCursor_LabelStmt:
        return labelled(w, s, ORDO_CONTROL_LABEL);
    case CXCursor_DeclStmt:
        return declaration(w, s);
    default:
        break;
    }
    if (!ordo_syntax_is_code(&w->syntax, s)) return NULL;
    struct ordo_control *x = part(w, s, ORDO_LAB_STATEMENT);
    x->way = way_of(w, s);
    return x;
}

/* Records an initializer, from after the name that it gives a value. */
static struct ordo_control *initializer(struct walk *w, CXCursor name, CXCursor value) {
    struct ordo_syntax_extent e = extent_of(w, value);
    struct ordo_syntax_place begin = e.begin;
    struct ordo_control *x = node(w, value, ORDO_CONTROL_PLAIN);
    e.begin = extent_of(w, name).begin;
    x->begin = e.begin.at;
    size_t number = w->c->n;
    struct ordo_construct *c = record_extent(w, e, ORDO_LAB_INITIALIZER);
    if (c) c->at = begin.at, x->construct = (uint32_t)number;
    expressions(w, value, x);
    return x;
}

static void function(struct walk *w, CXCursor f) {
    if (extent_of(w, f).in_macro) return; /* it is written in the macro, not here */
    w->function = copy_string(w, w->clang->getCursorSpelling(f));
    struct ordo_control *whole = node(w, f, ORDO_CONTROL_PLAIN);
    struct ordo_syntax_children c = children_of(w, f);
    for (size_t i = 0; i < c.n; i++) {
        enum CXCursorKind kind = w->clang->getCursorKind(c.v[i]);
        enum CXCursorKind last = i ? w->clang->getCursorKind(c.v[i - 1]) : kind;
        if (kind == CXCursor_CompoundStmt || kind == CXCursor_CXXTryStmt)
            body_of_function(w, c.v[i], whole);
        else if (w->clang->isExpression(kind) &&
                 (last == CXCursor_MemberRef || last == CXCursor_TypeRef))
            ordo_control_add(whole, initializer(w, c.v[i - 1], c.v[i]));
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

enum ordo_status ordo_constructs_add(struct ordo_constructs *c, const char *source,
                                     const char *const *arguments, size_t n,
                                     struct ordo_error *error) {
    struct walk w = {.c = c};
    enum ordo_status status = ordo_syntax_open(&w.syntax, source, arguments, n, error);
    w.clang = w.syntax.clang;
    if (status == ORDO_OK) {
        w.clang->visitChildren(w.clang->getTranslationUnitCursor(w.syntax.unit), top_level, &w);
        ordo_declarations_find(&w.syntax, c->arena, &c->declarations, &c->n_declarations,
                               &c->declarations_capacity);
    }
    ordo_syntax_close(&w.syntax);
    return status;
}

static int compare(uint64_t a, uint64_t b) {
    return a < b ? -1 : a > b;
}

struct numbered {
    struct ordo_construct construct;
    uint32_t number;
};

static int by_place(const void *x, const void *y) {
    const struct ordo_lab_statement *a = &((const struct numbered *)x)->construct.written;
    const struct ordo_lab_statement *b = &((const struct numbered *)y)->construct.written;
    int order = compare(a->file, b->file);
    if (order == 0) order = compare(a->line, b->line);
    if (order == 0) order = compare(a->column, b->column);
    if (order == 0) order = compare(b->end_line, a->end_line); /* outer before inner */
    if (order == 0) order = compare(b->end_column, a->end_column);
    return order ? order : compare(a->kind, b->kind);
}

/* Replaces numbers from before the sort by those after it. */
static void renumber(struct ordo_control *c, const uint32_t *number) {
    for (; c; c = c->next) {
        if (c->construct != ORDO_CONTROL_NO_CONSTRUCT) c->construct = number[c->construct];
        for (size_t i = 0; i < 4; i++) renumber(c->part[i], number);
        renumber(c->children, number);
    }
}

static bool same_place(const struct ordo_lab_statement *a, const struct ordo_lab_statement *b) {
    return a->file == b->file && a->line == b->line && a->column == b->column &&
           a->end_line == b->end_line && a->end_column == b->end_column;
}

void ordo_constructs_sort(struct ordo_constructs *c) {
    struct numbered *all = ordo_memory_new(c->n + 1, sizeof *all);
    uint32_t *number = ordo_memory_new(c->n + 1, sizeof *number);
    size_t kept = 0;
    for (size_t i = 0; i < c->n; i++)
        all[i] = (struct numbered){.construct = c->v[i], .number = (uint32_t)i};
    qsort(all, c->n, sizeof *all, by_place);
    for (size_t i = 0; i < c->n; i++) {
        if (i == 0 || !same_place(&c->v[kept - 1].written, &all[i].construct.written))
            c->v[kept++] = all[i].construct;
        number[all[i].number] = (uint32_t)(kept - 1);
    }
    c->n = kept;
    for (size_t i = 0; i < c->n_functions; i++) renumber(c->functions[i].body, number);
    free(all);
    free(number);
}

const struct ordo_control *ordo_constructs_function(const struct ordo_constructs *c, uint32_t file,
                                                    struct ordo_position place) {
    const struct ordo_control *best = NULL;
    for (size_t i = 0; i < c->n_functions; i++) {
        const struct ordo_control *x = c->functions[i].body;
        if (c->functions[i].file != file || !ordo_position_within(x->begin, x->end, place))
            continue;
        if (!best || ordo_position_before(best->begin, x->begin)) best = x;
    }
    return best;
}

void ordo_constructs_done(struct ordo_constructs *c) {
    free(c->files);
    free(c->v);
    free(c->functions);
    free(c->declarations);
    *c = (struct ordo_constructs){.arena = c->arena};
}
