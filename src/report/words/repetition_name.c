/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * repetition_name.c: names a loop after its routine and a recursion after the routine that entered
 * it, each followed by its place: file and line, and the column if there are several loops on the
 * line.
 */
#include "report/words/repetition_name.h"

#include "report/words/spoken_name.h"

#include <string.h>

enum { MEMBERS_BYTES = 80 }; /* past this length, the others are only counted */

static void add_members(struct ordo_text *text, const struct ordo_profile *p,
                        const struct ordo_repetition_tree *t, const struct ordo_repetition *r) {
    const char *between = " with ";
    size_t begin = text->n;
    uint32_t said = 0, n = 0;
    for (uint32_t i = 0; i < r->n_members; i++) n += t->members[r->first_member + i] != r->scope;
    for (uint32_t i = 0; i < r->n_members; i++) {
        uint32_t member = t->members[r->first_member + i];
        if (member == r->scope) continue;
        if (text->n - begin > MEMBERS_BYTES && n - said > 1) {
            ordo_text_print(text, " and %u more", n - said);
            return;
        }
        ordo_text_add(text, between);
        ordo_spoken_name_add(text, p->scopes[member].name, true);
        between = ", ";
        said++;
    }
}

static bool on_one_line(const struct ordo_profile_scope *a, const struct ordo_profile_scope *b) {
    return a->line == b->line && !strcmp(a->file, b->file);
}

/* Does the loop share its line with another loop? Scopes are sorted by their places. */
static bool shares_line(const struct ordo_profile *p, uint32_t scope) {
    const struct ordo_profile_scope *s = &p->scopes[scope];
    if (s->kind != ORDO_PROFILE_LOOP) return false;
    for (uint32_t i = scope; i-- > 0 && on_one_line(s, &p->scopes[i]);)
        if (p->scopes[i].kind == ORDO_PROFILE_LOOP && p->scopes[i].column != s->column) return true;
    for (uint32_t i = scope + 1; i < p->n_scopes && on_one_line(s, &p->scopes[i]); i++)
        if (p->scopes[i].kind == ORDO_PROFILE_LOOP && p->scopes[i].column != s->column) return true;
    return false;
}

void ordo_repetition_name_add(struct ordo_text *text, const struct ordo_profile *p,
                              const struct ordo_repetition_tree *t, uint32_t node) {
    const struct ordo_repetition *r = &t->nodes[node];
    static const char *const words[] = {[ORDO_REPETITION_ENTRY] = "",
                                        [ORDO_REPETITION_LOOP] = "loop in ",
                                        [ORDO_REPETITION_RECURSION] = "recursion of "};
    const struct ordo_profile_scope *s = &p->scopes[r->scope];
    const char *base = strrchr(s->file, '/');
    ordo_text_add(text, words[r->kind]);
    ordo_spoken_name_add(text, p->scopes[s->routine.i].name, true);
    if (r->kind == ORDO_REPETITION_RECURSION) add_members(text, p, t, r);
    if (!*s->file) return;
    ordo_text_add(text, "  ");
    ordo_spoken_text_add(text, base ? base + 1 : s->file);
    if (!(s->flags & ORDO_PROFILE_NO_LINES))
        ordo_text_print(text, shares_line(p, r->scope) && s->column ? ":%u:%u" : ":%u", s->line,
                        s->column);
    else if (s->kind == ORDO_PROFILE_LOOP)
        ordo_text_print(text, "#%u", s->line);
}
