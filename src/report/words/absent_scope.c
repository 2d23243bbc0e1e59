/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * absent_scope.c: what is known about the name decides, the most certain first.
 */
#include "report/words/absent_scope.h"

#include "base/text.h"
#include "report/words/spoken_name.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Explains why a scope that the profile lists has no costs. */
static enum ordo_status explain_listed(const struct ordo_profile *p, uint32_t scope,
                                       const char *name, struct ordo_error *error) {
    const struct ordo_profile_scope *s = &p->scopes[scope];
    const char *why = "was never called: record an input that reaches it";
    if (s->flags & ORDO_PROFILE_COUNTED)
        why = "was compiled with --blocks=only, which only counts its blocks: compile it with "
              "`ordo cc --blocks`";
    else if (s->flags & ORDO_PROFILE_REPETITIONS)
        why = "was compiled with --structure, which counts loops and recursions: its cost is "
              "counted in the loop or routine around it; compile it without --structure";
    else if (s->flags & ORDO_PROFILE_FOLDED)
        why = "is folded, because its cost is constant: its callers have its cost; compile with "
              "`ordo cc --no-fold` to see it";
    else if (s->flags & ORDO_PROFILE_IRREDUCIBLE)
        why = "is a loop that is entered in more than one place, and therefore not profiled";
    else if (p->has_production)
        why =
            "is in no sample: production builds sample loops and recursions; record with a higher "
            "--rate or --budget, or an ordinary build";
    return ordo_error_set(error, ORDO_BAD_INPUT, "%s: %s", name, why);
}

/* Returns whether the n characters are the file's path, or the last components of it. */
static bool is_end_of_path(const char *file, const char *end, size_t n) {
    size_t m = strlen(file);
    return n && n <= m && memcmp(file + m - n, end, n) == 0 && (n == m || file[m - n - 1] == '/');
}

/* Returns whether the name is that of a file of the profile, without a line. */
static bool names_file(const struct ordo_profile *p, const char *name) {
    for (uint32_t i = 0; i < p->n_scopes; i++)
        if (is_end_of_path(p->scopes[i].file, name, strlen(name))) return true;
    return false;
}

/* Explains FILE and FILE:LINE if the profile has scopes of this file. */
static bool explain_place(const struct ordo_profile *p, const char *name,
                          struct ordo_error *error) {
    size_t n = strlen(name), digits = 0;
    unsigned long line = 0, best = 0;
    const char *file = NULL;
    while (digits < n && isdigit((unsigned char)name[n - 1 - digits])) digits++;
    bool has_line = digits && digits < n && name[n - 1 - digits] == ':';
    if (has_line) line = strtoul(name + n - digits, NULL, 10);
    for (uint32_t i = 0; i < p->n_scopes; i++) {
        const struct ordo_profile_scope *s = &p->scopes[i];
        if (s->kind == ORDO_PROFILE_LIBRARY || s->flags & ORDO_PROFILE_NO_LINES) continue;
        if (!is_end_of_path(s->file, name, has_line ? n - digits - 1 : n)) continue;
        unsigned long gap = s->line > line ? s->line - line : line - s->line;
        unsigned long best_gap = best > line ? best - line : line - best;
        if (!file || gap < best_gap) best = s->line;
        file = s->file;
    }
    if (!file) return false;
    if (has_line)
        ordo_error_set(error, ORDO_BAD_INPUT,
                       "%s: no routine or loop begins at this line: the nearest one begins at line "
                       "%lu",
                       name, best);
    else
        ordo_error_set(error, ORDO_BAD_INPUT,
                       "%s: is a source file: write FILE:LINE for one of its loops or routines, or "
                       "run `ordo annotate %s`",
                       name, name);
    return true;
}

/* Explains FILE:LINE if the profile has no scope of this file. */
static bool explain_other_file(const struct ordo_profile *p, const char *name, bool is_file,
                               struct ordo_error *error) {
    size_t n = strlen(name), digits = 0;
    while (digits < n && isdigit((unsigned char)name[n - 1 - digits])) digits++;
    size_t end = n - digits;
    if (is_file || !digits || end < 4 || name[end - 1] != ':' || name[end - 2] == ':') return false;
    const char *dot = memrchr(name, '.', end - 1);
    if (!dot || strpbrk(name, " <(")) return false;
    uint32_t best = ORDO_SCOPE_NONE_INDEX;
    for (uint32_t i = 0; i < p->n_scopes; i++) {
        const struct ordo_profile_scope *s = &p->scopes[i];
        if (s->kind == ORDO_PROFILE_LIBRARY || s->flags & ORDO_PROFILE_NO_LINES || !*s->file)
            continue;
        if (best == ORDO_SCOPE_NONE_INDEX || s->cost_total > p->scopes[best].cost_total) best = i;
    }
    if (best == ORDO_SCOPE_NONE_INDEX) return false;
    ordo_error_set(error, ORDO_BAD_INPUT,
                   "%s: the profile has no routine or loop of a file %.*s: it has some of %s", name,
                   (int)end - 1, name, p->scopes[best].file);
    return true;
}

enum ordo_status ordo_absent_scope_explain(const struct ordo_profile *p, uint32_t scope,
                                           const char *name, const char *nearest, bool is_file,
                                           struct ordo_error *error) {
    if (scope != ORDO_SCOPE_NONE_INDEX) {
        if (names_file(p, name) && explain_place(p, name, error)) return ORDO_BAD_INPUT;
        return explain_listed(p, scope, name, error);
    }
    for (uint32_t i = 0; i < p->n_inlined; i++)
        if (strcmp(p->inlined[i].name, name) == 0)
            return ordo_error_set(
                error, ORDO_BAD_INPUT,
                "%s: was inlined by the compiler, into %s and perhaps others: report "
                "that routine, or build with -fno-inline",
                name, p->scopes[p->inlined[i].into.i].name);
    for (uint32_t i = 0; i < p->n_scopes; i++) {
        const struct ordo_profile_scope *s = &p->scopes[i];
        if (s->kind != ORDO_PROFILE_LIBRARY || strcmp(s->name, name) != 0) continue;
        return ordo_error_set(error, ORDO_BAD_INPUT, "%s: is a library routine that is %s", name,
                              s->flags & ORDO_PROFILE_UNCOVERED
                                  ? "not instrumented: build the library with `ordo cc` too"
                                  : "modelled: its callers have its cost");
    }
    if (explain_place(p, name, error) || explain_other_file(p, name, is_file, error))
        return ORDO_BAD_INPUT;
    if (is_file)
        return ordo_error_set(error, ORDO_BAD_INPUT,
                              "%s: is no profile, and no routine, loop or recursion has this name: "
                              "name a file that `ordo record` wrote",
                              name);
    if (nearest)
        return ordo_error_set(error, ORDO_BAD_INPUT,
                              "%s: the profile has no routine, loop or recursion of this name: did "
                              "you mean '%s'?",
                              name, nearest);
    return ordo_error_set(
        error, ORDO_BAD_INPUT,
        "%s: the profile has no routine, loop or recursion of this name: write a name as `ordo "
        "report --rows 0` prints it%s",
        name,
        strcmp(p->engine, "valgrind") == 0
            ? ""
            : "; code that was not built with `ordo cc`, or that the compiler removed, has none");
}
