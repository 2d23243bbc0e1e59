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

/* Whether the name means the node. */
static bool is_called(const struct ordo_profile *p, const struct ordo_repetition *r,
                      const char *name, size_t n) {
    const struct ordo_profile_scope *s = &p->scopes[r->scope];
    const char *routine = p->scopes[s->routine.i].name;
    if (r->kind == ORDO_REPETITION_ENTRY) return false;
    if (strlen(routine) == n && strncmp(routine, name, n) == 0) return true;
    size_t digits = 0;
    while (digits < n && name[n - 1 - digits] >= '0' && name[n - 1 - digits] <= '9') digits++;
    if (!digits || digits + 1 >= n || name[n - 1 - digits] != ':') return false;
    if (strtoul(name + n - digits, NULL, 10) != s->line) return false;
    n -= digits + 1;
    return (strlen(routine) == n && strncmp(routine, name, n) == 0) || ends_path(s->file, name, n);
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
