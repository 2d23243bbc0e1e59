/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * declarations.c: looks into the functions that ORDO_EXPERIMENT expands to (ordo.h): their last
 * typedef ordo_function_ is the function's type, and assignments to .check name the check.
 */
#include "lab/declarations.h"

#include "base/vector.h"
#include "lab/syntax.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

struct search {
    struct ordo_syntax *syntax;
    const struct ordo_libclang *clang;
    struct ordo_arena *arena;
    struct ordo_lab_declaration_facts **list;
    size_t *n, *capacity;
    struct ordo_lab_declaration_facts *current; /* the experiment whose function is looked at */
};

static const char *copy_string(struct search *s, CXString string) {
    const char *text = s->clang->getCString(string);
    const char *copy = ordo_arena_copy(s->arena, text ? text : "");
    s->clang->disposeString(string);
    return copy;
}

/* Returns the greatest value of an integer type. */
static uint64_t greatest_of(struct search *s, CXType type) {
    long long bytes = s->clang->Type_getSizeOf(type);
    if (type.kind == CXType_Bool) return 1;
    bool has_sign = type.kind >= CXType_Char_S && type.kind <= CXType_Int128;
    if (bytes < 1 || bytes > 8 || type.kind == CXType_Enum) return UINT64_MAX;
    return UINT64_MAX >> (64 - 8 * bytes + has_sign);
}

static bool is_real(CXType type) {
    return type.kind == CXType_Float || type.kind == CXType_Double ||
           type.kind == CXType_LongDouble || type.kind == CXType_Float128 ||
           type.kind == CXType_Half || type.kind == CXType_Float16;
}

static void take_function_type(struct search *s, CXCursor typedefinition) {
    CXType function =
        s->clang->getCanonicalType(s->clang->getTypedefDeclUnderlyingType(typedefinition));
    if (s->clang->getNumArgTypes(function) != 2) return;
    CXType size = s->clang->getArgType(function, 1);
    s->current->size_type = copy_string(s, s->clang->getTypeSpelling(size));
    s->current->greatest_size = greatest_of(s, s->clang->getCanonicalType(size));
    s->current->real_size = is_real(s->clang->getCanonicalType(size));
}

static enum CXChildVisitResult find_check(CXCursor cursor, CXCursor parent, CXClientData data) {
    (void)parent;
    struct search *s = data;
    CXType type = s->clang->getCanonicalType(s->clang->getCursorType(cursor));
    if (s->clang->getCursorKind(cursor) != CXCursor_DeclRefExpr ||
        s->clang->getNumArgTypes(type) < 0)
        return CXChildVisit_Recurse;
    if (s->clang->getResultType(type).kind == CXType_Void)
        s->current->void_check = copy_string(s, s->clang->getCursorSpelling(cursor));
    return CXChildVisit_Break;
}

static bool is_named(const struct search *s, CXCursor cursor, const char *name) {
    CXString spelling = s->clang->getCursorSpelling(cursor);
    bool same = strcmp(s->clang->getCString(spelling), name) == 0;
    s->clang->disposeString(spelling);
    return same;
}

/* Looks for `settings.check = CHECK`. In C++ this is a call, in which the operator's name is a
 * child between the two sides. */
static void take_assignment(struct search *s, CXCursor assignment) {
    struct ordo_syntax_children c = ordo_syntax_children(s->syntax, assignment);
    if (c.n >= 2 && s->clang->getCursorKind(c.v[0]) == CXCursor_MemberRefExpr &&
        is_named(s, c.v[0], "check")) {
        CXCursor check = c.v[c.n - 1];
        if (find_check(check, assignment, s) == CXChildVisit_Recurse)
            s->clang->visitChildren(check, find_check, s);
    }
    free(c.v);
}

static enum CXChildVisitResult look_inside(CXCursor cursor, CXCursor parent, CXClientData data) {
    (void)parent;
    struct search *s = data;
    enum CXCursorKind kind = s->clang->getCursorKind(cursor);
    if (kind == CXCursor_BinaryOperator ||
        (kind == CXCursor_CallExpr && is_named(s, cursor, "operator=")))
        take_assignment(s, cursor);
    if (kind == CXCursor_TypedefDecl && is_named(s, cursor, "ordo_function_"))
        take_function_type(s, cursor);
    return CXChildVisit_Recurse;
}

static enum CXChildVisitResult top_level(CXCursor cursor, CXCursor parent, CXClientData data) {
    static const char prefix[] = "ordo_declare_";
    (void)parent;
    struct search *s = data;
    enum CXCursorKind kind = s->clang->getCursorKind(cursor);
    if (kind == CXCursor_Namespace || kind == CXCursor_LinkageSpec ||
        kind == CXCursor_UnexposedDecl)
        return CXChildVisit_Recurse;
    if (kind != CXCursor_FunctionDecl) return CXChildVisit_Continue;
    CXString name = s->clang->getCursorSpelling(cursor);
    bool is_experiment = strncmp(s->clang->getCString(name), prefix, sizeof prefix - 1) == 0;
    s->clang->disposeString(name);
    struct ordo_syntax_extent e = ordo_syntax_extent(s->syntax, cursor);
    if (!is_experiment || !e.begin.file) return CXChildVisit_Continue;
    *s->list = ordo_vector_reserve(*s->list, s->capacity, *s->n + 1, sizeof **s->list);
    s->current = &(*s->list)[(*s->n)++];
    *s->current = (struct ordo_lab_declaration_facts){
        .file = copy_string(s, s->clang->getFileName(e.begin.file)),
        .line = e.begin.at.line,
        .end_line = e.end.at.line,
        .size_type = "",
        .greatest_size = UINT64_MAX};
    s->clang->visitChildren(cursor, look_inside, s);
    return CXChildVisit_Continue;
}

void ordo_declarations_find(struct ordo_syntax *syntax, struct ordo_arena *arena,
                            struct ordo_lab_declaration_facts **list, size_t *n, size_t *capacity) {
    struct search s = {.syntax = syntax,
                       .clang = syntax->clang,
                       .arena = arena,
                       .list = list,
                       .n = n,
                       .capacity = capacity};
    s.clang->visitChildren(s.clang->getTranslationUnitCursor(syntax->unit), top_level, &s);
}

/* Skips a comment, a literal or a line of the preprocessor, or else one character. */
static const char *skip(const char *p, bool line_begins) {
    if (p[0] == '/' && p[1] == '*') {
        const char *end = strstr(p + 2, "*/");
        return end ? end + 2 : p + strlen(p);
    }
    if ((p[0] == '/' && p[1] == '/') || (*p == '#' && line_begins)) {
        while (*p && *p != '\n') p += p[0] == '\\' && p[1] ? 2 : 1;
        return p;
    }
    if (*p == '"' || *p == '\'') {
        char quote = *p++;
        while (*p && *p != quote && *p != '\n') p += p[0] == '\\' && p[1] ? 2 : 1;
        return *p ? p + 1 : p;
    }
    return p + 1;
}

static const char *skip_blanks(const char *p) {
    while (isspace((unsigned char)*p) || (p[0] == '/' && (p[1] == '*' || p[1] == '/')))
        p = skip(p, false);
    return p;
}

/* Returns what is behind the parenthesis that closes the one at p; NULL: none does. */
static const char *behind(const char *p) {
    int depth = 0;
    do {
        if (*p == '(') depth++;
        if (*p == ')') depth--;
        p = skip(p, false);
    } while (*p && depth);
    return depth ? NULL : p;
}

static uint32_t line_at(const char *text, const char *p) {
    uint32_t line = 1;
    for (; text < p; text++) line += *text == '\n';
    return line;
}

uint32_t ordo_declarations_unended(const char *text, bool *open) {
    static const char word[] = "ORDO_EXPERIMENT";
    bool line_begins = true;
    for (const char *p = text; *p;) {
        bool inside = p > text && (isalnum((unsigned char)p[-1]) || p[-1] == '_');
        if (!inside && strncmp(p, word, sizeof word - 1) == 0 && p[sizeof word - 1] == '(') {
            const char *end = behind(p + sizeof word - 1);
            *open = !end;
            if (!end) return line_at(text, p);
            if (*skip_blanks(end) != ';') return line_at(text, end);
            p = end;
            continue;
        }
        const char *next = skip(p, line_begins);
        line_begins = next[-1] == '\n' || (line_begins && isspace((unsigned char)next[-1]));
        p = next;
    }
    return 0;
}
