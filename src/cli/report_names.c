/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * report_names.c: a name that is missing gets a list of the costliest names that there are, each
 * once.
 */
#include "cli/report_names.h"

#include "base/memory.h"
#include "base/text.h"
#include "cli/nearest.h"
#include "cli/option_table.h"
#include "report/choice/rank.h"
#include "report/words/spoken_name.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_LISTED = 8 };

/* Distinct names in the order in which they were added; they belong to the profile. */
struct names {
    const char **list;
    size_t n;
};

static void add(struct names *names, const char *name) {
    if (!*name) return;
    for (size_t i = 0; i < names->n; i++)
        if (strcmp(names->list[i], name) == 0) return;
    names->list[names->n++] = name;
}

/* Appends a suggestion, if a name is near, and the first names. */
static void write_names(struct ordo_text *t, const struct names *names, const char *wanted) {
    const char *near = ordo_nearest_find(wanted, names->list, names->n);
    if (near) {
        ordo_text_add(t, "did you mean ");
        ordo_spoken_text_add(t, near);
        ordo_text_add(t, "?");
        return;
    }
    ordo_text_add(t, names->n ? "the profile has " : "the profile has none");
    for (size_t i = 0; i < names->n && i < MOST_LISTED; i++) {
        ordo_text_add(t, !i ? "" : i + 1 == names->n ? " and " : ", ");
        ordo_spoken_text_add(t, names->list[i]);
    }
    if (names->n > MOST_LISTED) ordo_text_print(t, " and %zu more", names->n - MOST_LISTED);
}

static enum ordo_status missing(const char *option, const char *wanted, const char *why,
                                const struct names *names, struct ordo_error *error) {
    struct ordo_text t = {0};
    write_names(&t, names, wanted);
    ordo_error_set(error, ORDO_BAD_INPUT, "%s %s: %s: %s", option, wanted, why, t.bytes);
    ordo_text_done(&t);
    return ORDO_BAD_INPUT;
}

static bool ran(const struct ordo_profile_scope *s) {
    return s->kind != ORDO_PROFILE_LIBRARY && ordo_rank_profiled(s) && (s->calls || s->unfinished);
}

static enum ordo_status check_metric(const struct ordo_profile *p, uint32_t scope,
                                     const char *metric, struct ordo_error *error) {
    struct names names = {ordo_memory_new((size_t)p->n_series + 1, sizeof *names.list), 0};
    bool found = false;
    for (uint32_t i = 0; i < p->n_scopes; i++) {
        if (scope != ORDO_SCOPE_NONE_INDEX && scope != i) continue;
        const struct ordo_profile_scope *s = &p->scopes[i];
        for (uint64_t k = 0; k < s->series.n; k++)
            add(&names, p->series[s->series.first + k].metric);
    }
    for (size_t i = 0; i < names.n && !found; i++) found = strcmp(names.list[i], metric) == 0;
    enum ordo_status status =
        found ? ORDO_OK
              : missing(ordo_option_given("metric") ? "--metric" : "--size", metric,
                        scope == ORDO_SCOPE_NONE_INDEX ? "no scope has this size"
                                                       : "the scope does not have this size",
                        &names, error);
    free(names.list);
    return status;
}

/* Adds the names that a filter compares, the costliest scopes first. */
static void add_candidates(const struct ordo_profile *p, bool files, struct names *names) {
    uint32_t *order = ordo_rank_scopes(p, ORDO_RANK_COST, NULL);
    for (uint32_t k = 0; k < p->n_scopes; k++) {
        const struct ordo_profile_scope *s = &p->scopes[order[k]];
        if (ran(s)) add(names, files ? s->file : p->scopes[s->routine.i].name);
    }
    free(order);
}

static enum ordo_status check_filter(const struct ordo_profile *p, const char *option,
                                     const char *part, const struct ordo_scope_filter *filter,
                                     struct ordo_error *error) {
    static const char *const whys[] = {"no scope of a file with this name ran",
                                       "no routine with this name ran",
                                       "no routine with this name called another one"};
    bool files = filter->file != NULL;
    if (!part) return ORDO_OK;
    for (uint32_t i = 0; i < p->n_scopes; i++)
        if (ran(&p->scopes[i]) && ordo_scope_filter_passes(filter, p, NULL, i)) return ORDO_OK;
    struct names names = {ordo_memory_new((size_t)p->n_scopes + 1, sizeof *names.list), 0};
    add_candidates(p, files, &names);
    enum ordo_status status = missing(option, part,
                                      files             ? whys[0]
                                      : filter->routine ? whys[1]
                                                        : whys[2],
                                      &names, error);
    free(names.list);
    return status;
}

enum ordo_status ordo_report_names_check(const struct ordo_profile *p, uint32_t scope,
                                         const struct ordo_table_options *o,
                                         struct ordo_error *error) {
    const struct ordo_scope_filter *f = &o->filter;
    const struct ordo_scope_filter file = {.file = f->file}, routine = {.routine = f->routine},
                                   caller = {.caller = f->caller};
    if (o->metric) ORDO_TRY(check_metric(p, scope, o->metric, error));
    ORDO_TRY(check_filter(p, "--file", f->file, &file, error));
    ORDO_TRY(check_filter(p, "--routine", f->routine, &routine, error));
    return check_filter(p, "--caller", f->caller, &caller, error);
}
