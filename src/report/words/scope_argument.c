/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * scope_argument.c: splits the argument into kind, name and place, in every way that is possible,
 * and compares each with every scope. How well they agree decides; equals are ambiguous unless no
 * argument could distinguish them.
 */
#include "report/words/scope_argument.h"

#include "base/memory.h"
#include "base/text.h"
#include "report/choice/rank.h"
#include "report/words/spoken_name.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_LISTED = 6, ANY_KIND = -1 };

/* How well a name fits. */
enum likeness { UNLIKE, CUT, WITHOUT_ARGUMENTS, LINKAGE, EXACT };

static const struct {
    const char *prefix;
    int kind;
} kinds[] = {{"loop in ", ORDO_PROFILE_LOOP},
             {"recursion of ", ORDO_PROFILE_RECURSION},
             {"recursion ", ORDO_PROFILE_RECURSION},
             {"routine ", ORDO_PROFILE_ROUTINE}};

/* Returns the name behind the word for a kind, and sets *kind. */
static const char *skip_kind(const char *name, int *kind) {
    *kind = ANY_KIND;
    while (*name == ' ') name++;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        size_t n = strlen(kinds[i].prefix);
        if (strncmp(name, kinds[i].prefix, n) != 0) continue;
        *kind = kinds[i].kind;
        return name + n + strspn(name + n, " ");
    }
    return name;
}

bool ordo_scope_argument_is_printed(const char *name) {
    int kind;
    const char *slash = strchr(name, '/'), *blank = strchr(name, ' ');
    skip_kind(name, &kind);
    return kind != ANY_KIND || (blank && slash && blank < slash);
}

/* Returns the length of the ellipsis that the text begins with; 0: none. */
static size_t ellipsis(const char *text) {
    return strncmp(text, "\xe2\x80\xa6", 3) == 0 || strncmp(text, "...", 3) == 0 ? 3 : 0;
}

/* Compares with a name as reports show it, which may be cut at its end. */
static enum likeness like_shown(const char *full, const char *name, size_t n, bool ascii) {
    struct ordo_text shown = {0};
    enum likeness like = UNLIKE;
    size_t mark = 3; /* bytes of an ellipsis */
    ordo_spoken_name_add(&shown, full, ascii);
    if (shown.n == n && memcmp(shown.bytes, name, n) == 0)
        like = WITHOUT_ARGUMENTS;
    else if (n > mark && ellipsis(name + n - mark) == mark && shown.n >= n - mark &&
             memcmp(shown.bytes, name, n - mark) == 0)
        like = CUT;
    ordo_text_done(&shown);
    return like;
}

/* Compares n characters of the argument with a routine's name. */
static enum likeness like_name(const struct ordo_profile_scope *s, const char *name, size_t n) {
    if (strlen(s->name) == n && memcmp(s->name, name, n) == 0) return EXACT;
    if (strlen(s->linkage_name) == n && memcmp(s->linkage_name, name, n) == 0) return LINKAGE;
    if (strncmp(s->name, name, n) == 0 && s->name[n] == '(') return WITHOUT_ARGUMENTS;
    enum likeness ascii = like_shown(s->name, name, n, true);
    return ascii ? ascii : like_shown(s->name, name, n, false);
}

/* Returns whether one of the paths is the other, or the last components of it. */
static bool like_path(const char *a, size_t n, const char *b, size_t m) {
    if (n > m) return like_path(b, m, a, n);
    return n && memcmp(a, b + m - n, n) == 0 && (n == m || b[m - n - 1] == '/');
}

/* Returns whether the place is the scope's: what reports print, which may be cut at its beginning,
 * or FILE:LINE:COLUMN. */
static bool is_place(const struct ordo_profile_scope *s, const char *place) {
    char numbers[32];
    size_t n = strlen(place), mark = ellipsis(place);
    const char *file = s->file;
    snprintf(numbers, sizeof numbers, "(line %u)", s->line); /* as findings name callers */
    if (s->line && strcmp(place, numbers) == 0) return true;
    if (s->flags & ORDO_PROFILE_NO_LINES) {
        const char *shown = s->kind == ORDO_PROFILE_LOOP ? s->name : *file ? file : s->object;
        if (mark)
            return strlen(shown) >= n - mark &&
                   strcmp(shown + strlen(shown) - (n - mark), place + mark) == 0;
        return like_path(place, n, shown, strlen(shown));
    }
    for (int with_column = 0; with_column < 2; with_column++) {
        int digits = with_column ? snprintf(numbers, sizeof numbers, ":%u:%u", s->line, s->column)
                                 : snprintf(numbers, sizeof numbers, ":%u", s->line);
        size_t m = (size_t)digits;
        if (n < m || strcmp(place + n - m, numbers) != 0) continue;
        size_t path = n - m;
        if (!mark && like_path(place, path, file, strlen(file))) return true;
        if (mark && path >= mark && strlen(file) >= path - mark &&
            memcmp(file + strlen(file) - (path - mark), place + mark, path - mark) == 0)
            return true;
    }
    return false;
}

/* Returns the length of a name without the number of a recursion's routines behind it. */
static size_t without_members(const char *name, size_t n) {
    static const char end[] = " routines)";
    size_t m = sizeof end - 1, at = n;
    if (n <= m || memcmp(name + n - m, end, m) != 0) return n;
    for (at -= m; at && isdigit((unsigned char)name[at - 1]);) at--;
    return at > 2 && name[at - 1] == '(' && name[at - 2] == ' ' ? at - 2 : n;
}

/* Compares name and place, if there is one, with the scope. */
static enum likeness like_parts(const struct ordo_profile *p, const struct ordo_profile_scope *s,
                                int kind, const char *name, size_t n, const char *place) {
    if (*place && !is_place(s, place)) return UNLIKE;
    if (s->kind == ORDO_PROFILE_RECURSION && kind == ORDO_PROFILE_RECURSION)
        n = without_members(name, n);
    return like_name(s->kind == ORDO_PROFILE_LOOP ? &p->scopes[s->routine.i] : s, name, n);
}

static enum likeness likeness_of(const struct ordo_profile *p, const struct ordo_profile_scope *s,
                                 const char *argument) {
    int kind;
    const char *name = skip_kind(argument, &kind);
    /* A line means a loop that begins there before a routine. */
    if (kind == ANY_KIND && s->kind == ORDO_PROFILE_ROUTINE && is_place(s, name)) return CUT;
    if (kind == ANY_KIND && s->kind == ORDO_PROFILE_LOOP) {
        if (strcmp(s->name, name) == 0) return EXACT;
        return is_place(s, name) ? WITHOUT_ARGUMENTS : UNLIKE;
    }
    /* Names such as "loop in" are not routines, but "recursion" may be one. */
    if (kind != ANY_KIND && (int)s->kind != kind)
        return s->kind == ORDO_PROFILE_LOOP ? UNLIKE : like_name(s, argument, strlen(argument));
    size_t n = strlen(name);
    while (n && name[n - 1] == ' ') n--;
    enum likeness best = like_parts(p, s, kind, name, n, "");
    for (const char *blank = strchr(name, ' '); blank; blank = strchr(blank, ' ')) {
        const char *place = blank + strspn(blank, " ");
        enum likeness like =
            *place ? like_parts(p, s, kind, name, (size_t)(blank - name), place) : UNLIKE;
        if (like > best) best = like;
        blank = place;
    }
    return best;
}

static bool ran(const struct ordo_profile_scope *s) {
    return ordo_rank_profiled(s) && (s->calls || s->unfinished);
}

/* Returns how well the name means the scope; 0: it does not. */
static int match(const struct ordo_profile *p, uint32_t i, const char *name) {
    const struct ordo_profile_scope *s = &p->scopes[i];
    if (s->kind == ORDO_PROFILE_LIBRARY) return 0;
    enum likeness like = likeness_of(p, s, name);
    if (!like) return 0;
    return 4 * (int)like + 2 * ran(s) + (s->kind == ORDO_PROFILE_ROUTINE);
}

/* Appends the name under which the argument would mean the scope. `exactly`: how much of it is
 * needed. */
static void add_name(struct ordo_text *t, const struct ordo_profile *p, uint32_t i, int exactly) {
    const struct ordo_profile_scope *s = &p->scopes[i], *r = &p->scopes[s->routine.i];
    const char *file = s->file;
    ordo_text_add(t, s->kind == ORDO_PROFILE_LOOP        ? "loop in "
                     : s->kind == ORDO_PROFILE_RECURSION ? "recursion "
                                                         : "");
    ordo_spoken_text_add(t, exactly < 2 ? r->name : r->linkage_name);
    ordo_text_add(t, " ");
    if (s->flags & ORDO_PROFILE_NO_LINES) {
        ordo_spoken_text_add(t, s->kind == ORDO_PROFILE_LOOP ? s->name : *file ? file : s->object);
        return;
    }
    ordo_spoken_text_add(t, file);
    ordo_text_print(t, ":%u", s->line);
    if (exactly > 0 && s->column) ordo_text_print(t, ":%u", s->column);
}

static bool same_name(const struct ordo_profile *p, uint32_t a, uint32_t b, int exactly) {
    struct ordo_text x = {0}, y = {0};
    add_name(&x, p, a, exactly);
    add_name(&y, p, b, exactly);
    bool same = strcmp(x.bytes, y.bytes) == 0;
    ordo_text_done(&x);
    ordo_text_done(&y);
    return same;
}

/* Keeps the first of those that no argument distinguishes. Returns how many are left. */
static uint32_t drop_same(const struct ordo_profile *p, uint32_t *list, uint32_t n) {
    uint32_t kept = 0;
    for (uint32_t k = 0; k < n; k++) {
        bool same = false;
        for (uint32_t j = 0; j < kept && !same; j++) same = same_name(p, list[j], list[k], 2);
        if (!same) list[kept++] = list[k];
    }
    return kept;
}

static enum ordo_status ambiguous(const struct ordo_profile *p, const char *name,
                                  const uint32_t *list, uint32_t n, struct ordo_error *error) {
    struct ordo_text names = {0};
    for (uint32_t k = 0; k < n && k < MOST_LISTED; k++) {
        int exactly = 0;
        for (uint32_t j = 0; j < n; j++)
            while (j != k && exactly < 2 && same_name(p, list[j], list[k], exactly)) exactly++;
        ordo_text_add(&names, !k ? "'" : k + 1 == n ? " or '" : ", '");
        add_name(&names, p, list[k], exactly);
        ordo_text_add(&names, "'");
    }
    if (n > MOST_LISTED) ordo_text_print(&names, " or one of %u more", n - MOST_LISTED);
    ordo_error_set(error, ORDO_BAD_INPUT, "%s: means %u scopes: write %s", name, n, names.bytes);
    ordo_text_done(&names);
    return ORDO_BAD_INPUT;
}

enum ordo_status ordo_scope_argument_find(const struct ordo_profile *p, const char *name,
                                          uint32_t *scope, struct ordo_error *error) {
    uint32_t *order = ordo_rank_scopes(p, ORDO_RANK_COST, NULL), *list = order, n = 0;
    int best = 1;
    for (uint32_t k = 0; k < p->n_scopes; k++) {
        uint32_t i = order[k];
        int m = match(p, i, name);
        if (m < best) continue;
        if (m > best) n = 0;
        best = m;
        list[n++] = i;
    }
    *scope = n ? list[0] : ORDO_SCOPE_NONE_INDEX;
    /* What did not run is not shown: the first one explains why. */
    if (n > 1 && ran(&p->scopes[list[0]])) n = drop_same(p, list, n);
    enum ordo_status status =
        n > 1 && ran(&p->scopes[list[0]]) ? ambiguous(p, name, list, n, error) : ORDO_OK;
    free(order);
    return status;
}
