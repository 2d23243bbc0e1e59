/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * warning_lines.c: collects the warnings of one kind, then writes them as one line, or as one
 * paragraph. A line has the number of warnings and the first of them.
 */
#include "report/terminal/warning_lines.h"

#include "analysis/growth_rank.h"
#include "model/fit/formula.h"
#include "report/choice/rank.h"
#include "report/words/growth_cells.h"
#include "report/words/spoken_name.h"
#include "report/words/warnings.h"

#include <string.h>

#define BOLD_YELLOW "\033[1m\033[33m"
#define PLAIN "\033[0m"
#define SHARE_THAT_MATTERS 0.01

/* The warnings of one kind. */
struct kind {
    const struct ordo_warning_lines *w;
    struct ordo_text *out;
    const char *code, *remedy; /* no remedy: each text has one */
    const char *what;          /* what the line says of the first text, up to a colon; or NULL */
    size_t n;                  /* warnings */
    bool of_scopes;
    struct ordo_text first, all;
};

static void begin(struct kind *k, const struct ordo_warning_lines *w, struct ordo_text *out,
                  const char *code, const char *remedy) {
    *k = (struct kind){.w = w, .out = out, .code = code, .remedy = remedy};
}

/* Adds a warning, with the remedy of its own if it has one. */
static void add(struct kind *k, const char *text, const char *remedy, bool of_a_scope) {
    const char *arrow = k->w->ascii ? "->" : "\xe2\x86\x92";
    if (!k->n++) ordo_spoken_text_add(&k->first, text);
    k->of_scopes = of_a_scope;
    ordo_text_add(&k->all, "  ");
    ordo_spoken_text_add(&k->all, text);
    if (remedy) ordo_text_print(&k->all, " %s %s", arrow, remedy);
    ordo_text_add(&k->all, "\n");
}

/* Appends the line; what exceeds the room is cut. */
static void write_line(const struct kind *k) {
    struct ordo_text line = {0};
    const char *color = k->w->color ? BOLD_YELLOW : "", *plain = k->w->color ? PLAIN : "";
    ordo_text_print(&line, "[%s] ", k->code);
    if (k->of_scopes)
        ordo_text_print(&line, k->n == 1 ? "%zu scope: " : "%zu scopes, such as ", k->n);
    else if (k->n > 1)
        ordo_text_print(&line, "%zu times, such as ", k->n);
    ordo_text_add(&line, k->first.bytes);
    if (k->what) ordo_text_print(&line, ": %.*s", (int)strcspn(k->what, ":"), k->what);
    size_t room = k->w->room > sizeof "warning" ? k->w->room - sizeof "warning" : 0;
    bool cut = room && ordo_spoken_columns(line.bytes) > room;
    ordo_text_print(k->out, "%swarning%s ", color, plain);
    const char *ellipsis = k->w->ascii ? "..." : "\xe2\x80\xa6";
    size_t at = 0, mark = ordo_spoken_columns(ellipsis);
    for (const char *s = line.bytes; *s; s++) {
        at += ((unsigned char)*s & 0xc0) != 0x80;
        if (cut && at + mark > room) break;
        ordo_text_add_bytes(k->out, s, 1);
    }
    ordo_text_print(k->out, "%s\n", cut ? ellipsis : "");
    ordo_text_done(&line);
}

static void write_paragraph(const struct kind *k) {
    const char *color = k->w->color ? BOLD_YELLOW : "", *plain = k->w->color ? PLAIN : "";
    ordo_text_print(k->out, "\n%swarning%s [%s]\n%s", color, plain, k->code, k->all.bytes);
    if (k->remedy)
        ordo_text_print(k->out, "  %s %s\n", k->w->ascii ? "->" : "\xe2\x86\x92", k->remedy);
}

/* Writes what was collected. Returns whether there was a warning. */
static bool end(struct kind *k) {
    bool any = k->n != 0;
    if (any && k->w->full) write_paragraph(k);
    if (any && !k->w->full) write_line(k);
    ordo_text_done(&k->first);
    ordo_text_done(&k->all);
    return any;
}

/* Warnings about sizes do not matter for scopes that the report does not show. */
static bool is_left_out(const struct ordo_warning_lines *w, const struct ordo_warning *x) {
    return w->without && !ordo_scope_is_none(x->scope) && w->without[x->scope.i] &&
           x->code != ORDO_WARN_UNCOVERED && x->code != ORDO_WARN_IRREDUCIBLE;
}

static bool add_of_profile(struct ordo_text *out, const struct ordo_warning_lines *w) {
    struct ordo_warnings all;
    bool any = false;
    ordo_warnings_find(w->profile, w->analysis ? w->analysis->run : NULL, &all);
    for (size_t i = 0; i < all.n;) {
        enum ordo_warning_code code = all.list[i].code;
        struct kind k;
        begin(&k, w, out, ordo_warning_code_name(code), ordo_warning_remedy(w->profile, code));
        for (; i < all.n && all.list[i].code == code; i++)
            if (!is_left_out(w, &all.list[i]))
                add(&k, all.list[i].text, NULL, !ordo_scope_is_none(all.list[i].scope));
        any |= end(&k);
    }
    ordo_warnings_done(&all);
    return any;
}

static void add_model(struct kind *k, uint32_t scope, const struct ordo_model *m,
                      enum ordo_model_warning warning) {
    struct ordo_text name = {0}, remedy = {0};
    ordo_spoken_name_add(&name, k->w->profile->scopes[scope].name, k->w->ascii);
    if (!k->remedy) ordo_growth_remedy_add(&remedy, m, warning);
    add(k, name.n ? name.bytes : "", k->remedy ? NULL : remedy.bytes, true);
    ordo_text_done(&name);
    ordo_text_done(&remedy);
}

/* Too few and too narrow sizes are among the profile's own warnings. Where two sizes or the caller
 * explain the cost, nothing has to be done about a function of one size. */
static bool add_of_models(struct ordo_text *out, const struct ordo_warning_lines *w) {
    const unsigned said = ORDO_MODEL_FEW_SIZES | ORDO_MODEL_NO_SIZE | ORDO_MODEL_NARROW_SIZES |
                          ORDO_MODEL_OUTLIERS | ORDO_MODEL_ZERO_COST | ORDO_MODEL_MIXTURE;
    bool any = false;
    for (unsigned bit = 1; w->analysis && bit <= ORDO_MODEL_LAST_WARNING; bit <<= 1) {
        enum ordo_model_warning warning = (enum ordo_model_warning)bit;
        bool general = ordo_growth_remedy_is_general(warning);
        struct kind k;
        if (bit & said) continue;
        begin(&k, w, out, ordo_model_warning_code(warning),
              general ? ordo_model_warning_remedy(warning) : NULL);
        k.what = ordo_model_warning_remedy(warning);
        for (size_t i = 0; i < w->n_rows; i++) {
            const struct ordo_series_model *m = ordo_growth_best(w->analysis, w->rows[i]);
            const struct ordo_scope_growth *g = &w->analysis->scope[w->rows[i]];
            if (!m || !(m->mean.warnings & bit) || g->pair || g->callers || g->argument) continue;
            if (ordo_rank_share(w->profile, &w->profile->scopes[w->rows[i]]) < SHARE_THAT_MATTERS)
                continue;
            add_model(&k, w->rows[i], &m->mean, warning);
        }
        any |= end(&k);
    }
    return any;
}

void ordo_warning_lines_add(struct ordo_text *out, const struct ordo_warning_lines *w) {
    struct ordo_text text = {0};
    bool any = add_of_profile(&text, w);
    any |= add_of_models(&text, w);
    if (any)
        ordo_text_print(out, "%s%s%s", w->full ? "" : "\n", text.bytes,
                        w->full ? ""
                                : "`ordo report --warnings` shows all warnings, and what to do "
                                  "about them\n");
    ordo_text_done(&text);
}
