/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * suspects.c: writes FILE:LINE, or a linkage name if there are no line tables or the file's name
 * has characters that separate items.
 */
#include "report/export/suspects.h"

#include "analysis/growth_rank.h"
#include "base/stream.h"
#include "base/text.h"
#include "report/choice/rank.h"
#include "report/words/growth_cells.h"
#include "report/words/production_words.h"
#include "report/words/spoken_name.h"

#include <stdlib.h>
#include <string.h>

#define LEAST_SHARE 0.001     /* of the run now or at the factor: smaller ones are left out */
#define SHARE_OF_MUCH 0.2     /* at the factor: listed whatever its growth */
#define SHARE_TAKEN 0.05      /* at the factor: listed if it grows ... */
#define TIMES_MORE 1.5        /* ... by this factor */
#define MOST_CHARACTERS 4000u /* of all items: what `ordo cc --focus` takes */

static bool grows(const struct ordo_analysis *a, uint32_t i) {
    const struct ordo_series_model *m = ordo_growth_best(a, i);
    if (a->scope[i].explosive || ordo_analysis_run_is_faster(a, i)) return true;
    if (a->scope[i].pair) return ordo_two_sizes_degree(&a->scope[i].pair->fit) > 1;
    return m && m->mean.growth != ORDO_GROWTH_NONE && m->mean.growth > ORDO_GROWTH_N;
}

static bool takes_over(const struct ordo_analysis *a, uint32_t i) {
    const struct ordo_scope_growth *g = &a->scope[i];
    double all = (double)a->profile->total_cost;
    if (!g->has_share || !(all > 0)) return false;
    return g->share_at_10x >= SHARE_OF_MUCH ||
           (g->share_at_10x >= SHARE_TAKEN && g->share_at_10x >= TIMES_MORE * g->own_now / all);
}

static bool is_suspect(const struct ordo_analysis *a, uint32_t i) {
    const struct ordo_profile_scope *s = &a->profile->scopes[i];
    if (s->kind != ORDO_PROFILE_LOOP && s->kind != ORDO_PROFILE_RECURSION) return false;
    if (!ordo_rank_profiled(s) || !s->calls) return false;
    if (ordo_rank_share(a->profile, s) < LEAST_SHARE && a->scope[i].share_at_10x < LEAST_SHARE)
        return false;
    return grows(a, i) || takes_over(a, i);
}

static void add_item(struct ordo_text *t, const struct ordo_profile_scope *s) {
    if (s->kind == ORDO_PROFILE_RECURSION)
        ordo_text_add(t, s->linkage_name);
    else if (!s->line || s->flags & ORDO_PROFILE_NO_LINES)
        ordo_text_add(t, s->linkage_name);
    else if (strpbrk(s->file, " \t\n,;#"))
        ordo_text_print(t, "%s:%u", s->linkage_name, s->line);
    else
        ordo_text_print(t, "%s:%u", s->file, s->line);
}

static void add_reason(struct ordo_text *t, const struct ordo_analysis *a, uint32_t i) {
    const struct ordo_profile_scope *s = &a->profile->scopes[i];
    const struct ordo_series_model *m = ordo_growth_best(a, i);
    ordo_text_add(t, s->kind == ORDO_PROFILE_LOOP ? "loop in " : "recursion ");
    ordo_spoken_name_add(t, a->profile->scopes[s->routine.i].name, true);
    if (m) {
        ordo_text_add(t, ": ");
        ordo_growth_class_add(t, &m->mean);
        ordo_text_print(t, " by %s", a->profile->series[a->scope[i].best].metric);
    }
    if (ordo_analysis_run_is_faster(a, i)) {
        ordo_text_add(t, m ? ", over the run " : ": over the run ");
        ordo_growth_class_add(t, &a->series[ordo_analysis_run_series(a, i)].mean);
    }
    if (a->scope[i].explosive)
        ordo_text_add(t, ", explosive");
    else if (a->scope[i].has_share)
        ordo_text_print(t, ", %.1f %% of the run at %gx the size", 100 * a->scope[i].share_at_10x,
                        a->factor);
}

static bool has_item(const struct ordo_text *items, const char *item) {
    size_t n = strlen(item);
    for (const char *at = items->bytes; at && (at = strstr(at, item)); at += n)
        if ((at == items->bytes || at[-1] == '\n') && at[n] == '\n') return true;
    return false;
}

/* Adds an item. Two loops on one line are one item. */
static void add_suspect(struct ordo_text *t, struct ordo_text *items, const struct ordo_analysis *a,
                        uint32_t i, uint32_t *n) {
    struct ordo_text item = {0};
    add_item(&item, &a->profile->scopes[i]);
    bool fits = items->n + item.n + 1 <= MOST_CHARACTERS;
    if (item.n && fits && !has_item(items, item.bytes)) {
        ordo_text_print(items, "%s\n", item.bytes);
        ordo_text_print(t, "%-31s # ", item.bytes);
        add_reason(t, a, i);
        ordo_text_add(t, "\n");
        ++*n;
    }
    ordo_text_done(&item);
}

enum ordo_status ordo_suspects_write(FILE *out, const struct ordo_analysis *a,
                                     const struct ordo_scope_filter *filter, uint32_t limit,
                                     uint32_t *n, struct ordo_error *error) {
    uint32_t *order = ordo_growth_rank(a, false);
    struct ordo_text t = {0}, items = {0};
    *n = 0;
    ordo_text_add(&t, "# Loops and recursions that grow faster than linear or take much of the run "
                      "when inputs grow:\n"
                      "# ordo cc --production --focus=@FILE\n");
    for (uint32_t k = 0; k < a->profile->n_scopes && (!limit || *n < limit); k++)
        if (is_suspect(a, order[k]) && ordo_scope_filter_passes(filter, a->profile, a, order[k]))
            add_suspect(&t, &items, a, order[k], n);
    free(order);
    ordo_text_done(&items);
    return ordo_stream_write(out, &t, "the list", error);
}
