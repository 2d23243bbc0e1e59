/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * group_choice.c: file names and C++ names can contain + and /, so every such character is tried as
 * the separator until both sides name a repetition.
 */
#include "structure/group_choice.h"

#include "base/arena.h"

#include <stdlib.h>
#include <string.h>

enum { NOT_FOUND = -1, AMBIGUOUS = -2 };

static bool ends_path(const char *path, const char *name, size_t n) {
    size_t length = strlen(path);
    return length >= n && strncmp(path + length - n, name, n) == 0 &&
           (length == n || path[length - n - 1] == '/');
}

static bool is_text(const char *text, const char *name, size_t n) {
    return strlen(text) == n && strncmp(text, name, n) == 0;
}

/* Returns whether the text is FILE:LINE of the scope; with a routine, also ROUTINE:LINE. */
static bool is_place(const struct ordo_profile_scope *s, const char *routine, const char *text,
                     size_t n) {
    size_t digits = 0;
    while (digits < n && text[n - 1 - digits] >= '0' && text[n - 1 - digits] <= '9') digits++;
    if (!digits || digits + 1 >= n || text[n - 1 - digits] != ':') return false;
    if (strtoul(text + n - digits, NULL, 10) != s->line) return false;
    n -= digits + 1;
    return is_text(routine, text, n) || ends_path(s->file, text, n);
}

/* Returns the number of characters of the word for a kind, as `ordo tree` prints it; 0: there is
 * none. */
static size_t kind_length(const char *name, size_t n, enum ordo_repetition_kind *kind) {
    static const struct {
        const char *word;
        enum ordo_repetition_kind kind;
    } words[] = {{"loop in ", ORDO_REPETITION_LOOP},
                 {"recursion of ", ORDO_REPETITION_RECURSION},
                 {"recursion ", ORDO_REPETITION_RECURSION}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        size_t m = strlen(words[i].word);
        if (n <= m || strncmp(name, words[i].word, m) != 0) continue;
        *kind = words[i].kind;
        return m;
    }
    return 0;
}

/* Returns whether the name means the node: ROUTINE, FILE:LINE or ROUTINE:LINE, or what `ordo tree`
 * prints, with or without the place. */
static bool is_called(const struct ordo_profile *p, const struct ordo_repetition *r,
                      const char *name, size_t n) {
    const struct ordo_profile_scope *s = &p->scopes[r->scope];
    const char *routine = p->scopes[s->routine.i].name;
    enum ordo_repetition_kind kind = r->kind;
    if (r->kind == ORDO_REPETITION_ENTRY) return false;
    if (is_text(routine, name, n) || is_place(s, routine, name, n)) return true;
    size_t skip = kind_length(name, n, &kind);
    if (!skip || kind != r->kind) return false;
    name += skip, n -= skip;
    if (is_text(routine, name, n)) return true;
    size_t m = strlen(routine);
    if (n <= m || strncmp(name, routine, m) != 0 || name[m] != ' ') return false;
    while (m < n && name[m] == ' ') m++;
    return is_place(s, "", name + m, n - m);
}

/* Returns the scope of the nodes that the name means, or NOT_FOUND or AMBIGUOUS. */
static int64_t find_scope(const struct ordo_profile *p, const struct ordo_repetition_tree *t,
                          const char *name, size_t n) {
    int64_t found = NOT_FOUND;
    for (uint32_t i = 0; i < t->n_nodes; i++) {
        if (!is_called(p, &t->nodes[i], name, n)) continue;
        if (found >= 0 && found != t->nodes[i].scope) return AMBIGUOUS;
        found = t->nodes[i].scope;
    }
    return found;
}

static bool runs_inside(const struct ordo_repetition_tree *t, uint32_t inner, uint32_t outer) {
    for (uint32_t i = 0; i < t->n_nodes; i++) {
        if (t->nodes[i].scope != inner) continue;
        for (uint32_t up = t->nodes[i].parent; up != UINT32_MAX; up = t->nodes[up].parent)
            if (t->nodes[up].scope == outer && t->nodes[up].kind != ORDO_REPETITION_ENTRY)
                return true;
    }
    return false;
}

static void put(struct ordo_profile *p, struct ordo_group_choice c) {
    struct ordo_group_choice *list =
        ordo_arena_array(p->arena, (size_t)p->n_choices + 1, sizeof *list);
    uint32_t n = 0, i = 0;
    for (; i < p->n_choices && (p->choices[i].outer < c.outer ||
                                (p->choices[i].outer == c.outer && p->choices[i].inner < c.inner));)
        list[n++] = p->choices[i++];
    list[n++] = c;
    if (i < p->n_choices && p->choices[i].outer == c.outer && p->choices[i].inner == c.inner) i++;
    while (i < p->n_choices) list[n++] = p->choices[i++];
    p->choices = list;
    p->n_choices = n;
}

enum ordo_status ordo_group_choice_add(struct ordo_profile *p, const struct ordo_repetition_tree *t,
                                       const char *words, struct ordo_error *error) {
    int64_t a = NOT_FOUND, b = NOT_FOUND;
    if (strcmp(words, "auto") == 0) {
        p->n_choices = 0;
        return ORDO_OK;
    }
    const char *at = words;
    bool ambiguous = false;
    for (; (at = strpbrk(at, "+/")); at++) {
        a = find_scope(p, t, words, (size_t)(at - words));
        b = find_scope(p, t, at + 1, strlen(at + 1));
        ambiguous |= (a == AMBIGUOUS && b != NOT_FOUND) || (b == AMBIGUOUS && a != NOT_FOUND);
        if (a >= 0 && b >= 0) break;
    }
    if (!at && ambiguous)
        return ordo_error_set(error, ORDO_BAD_INPUT,
                              "'%s': a name in it matches several repetitions: write FILE:LINE or "
                              "ROUTINE:LINE",
                              words);
    if (!at)
        return ordo_error_set(
            error, ORDO_BAD_INPUT,
            "'%s': does not name two repetitions of this program: write A+B or A/B, "
            "each as FILE:LINE, ROUTINE:LINE or ROUTINE, as printed by `ordo tree`",
            words);
    uint32_t outer = (uint32_t)a, inner = (uint32_t)b;
    if (!runs_inside(t, inner, outer)) {
        outer = (uint32_t)b;
        inner = (uint32_t)a;
        if (!runs_inside(t, inner, outer))
            return ordo_error_set(error, ORDO_BAD_INPUT,
                                  "'%s': neither runs inside the other: join or split each with "
                                  "the loop around both",
                                  words);
    }
    put(p, (struct ordo_group_choice){outer, inner, *at == '+'});
    return ORDO_OK;
}
