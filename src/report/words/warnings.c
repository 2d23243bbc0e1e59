/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * warnings.c: one function per kind of warning, called in the order of the codes.
 *
 * Warnings about the whole profile name the first case and count the others. Warnings about scopes
 * consider sizes of the metric rms, and only scopes with at least 1 % of the run's cost. A size of
 * another metric (a recursion's depth, an argument) that shows growth makes up for few or narrow
 * ones.
 */
#include "report/words/warnings.h"

#include "base/memory.h"
#include "base/numerals.h"
#include "base/text.h"
#include "base/vector.h"
#include "report/choice/rank.h"
#include "report/words/production_warnings.h"
#include "report/words/spoken_name.h"

#include <stdlib.h>
#include <string.h>

#define SHARE_THAT_MATTERS 0.01
#define FEW_SIZES 5         /* fewer distinct sizes cannot show growth */
#define SMALL_SIZE_CELLS 16 /* sizes up to this may be short strings */
#define ENOUGH_RUNS 3       /* of different inputs, for growth over the input */
#define CALLS_PER_SIZE 4    /* with as many calls per size, different inputs share sizes */

struct finding {
    const struct ordo_profile *p;
    const struct ordo_run_totals *run;
    const uint32_t *order; /* scopes by cost */
    struct ordo_warnings *out;
    size_t capacity;
};

const char *ordo_warning_code_name(enum ordo_warning_code code) {
#define ORDO_WARNING(identifier, name, remedy) name,
    static const char *const names[] = {ORDO_WARNING_LIST(ORDO_WARNING)};
#undef ORDO_WARNING
    return names[code];
}

const char *ordo_warning_remedy(const struct ordo_profile *p, enum ordo_warning_code code) {
#define ORDO_BINARY_REMEDY(identifier, remedy) {ORDO_WARN_##identifier, remedy},
    static const struct {
        enum ordo_warning_code code;
        const char *remedy;
    } of_binaries[] = {ORDO_BINARY_REMEDY_LIST(ORDO_BINARY_REMEDY)};
#undef ORDO_BINARY_REMEDY
    size_t n = strcmp(p->engine, "valgrind") == 0 ? sizeof of_binaries / sizeof *of_binaries : 0;
    for (size_t i = 0; i < n; i++)
        if (of_binaries[i].code == code) return of_binaries[i].remedy;
#define ORDO_WARNING(identifier, name, remedy) remedy,
    static const char *const remedies[] = {ORDO_WARNING_LIST(ORDO_WARNING)};
#undef ORDO_WARNING
    return remedies[code];
}

/* Adds the warning; takes ownership of the text. */
static void add(struct finding *f, enum ordo_warning_code code, uint32_t scope,
                struct ordo_text *text) {
    char *taken = ordo_text_take(text);
    f->out->list =
        ordo_vector_reserve(f->out->list, &f->capacity, f->out->n + 1, sizeof *f->out->list);
    f->out->list[f->out->n++] = (struct ordo_warning){code, {scope}, taken};
}

static void name_scope(struct ordo_text *t, const struct ordo_profile_scope *s) {
    ordo_spoken_name_add(t, s->name, true);
}

static const char *plural(uint64_t n) {
    return n == 1 ? "" : "s";
}

static void name_process(struct ordo_text *t, const struct ordo_process *process) {
    const char *what = *process->command ? process->command : process->exe;
    ordo_text_print(t, "process %u (%.60s%s)", process->pid, what, strlen(what) > 60 ? "..." : "");
}

static const char *was(uint64_t n) {
    return n == 1 ? "was" : "were";
}

/* Names the first of n processes and counts the others. */
static void name_processes(struct ordo_text *t, const struct ordo_process *first, uint64_t n) {
    name_process(t, first);
    if (n > 1)
        ordo_text_print(t, " and %llu more process%s", (unsigned long long)n - 1,
                        n == 2 ? "" : "es");
}

static void find_nothing_ran(struct finding *f) {
    struct ordo_text t = {0};
    uint32_t unreadable = 0;
    for (uint32_t i = 0; i < f->p->n_runs; i++) unreadable += f->p->runs[i].unreadable;
    if (f->p->n_processes || unreadable) return;
    ordo_text_add(&t, "no instrumented process ran");
    add(f, ORDO_WARN_NOTHING_RAN, ORDO_SCOPE_NONE_INDEX, &t);
}

static void find_unreadable(struct finding *f) {
    uint64_t n = 0;
    const char *why = NULL;
    for (uint32_t i = 0; i < f->p->n_runs; i++) {
        n += f->p->runs[i].unreadable;
        if (!why && f->p->runs[i].unreadable) why = f->p->runs[i].unreadable_why;
    }
    if (!n) return;
    struct ordo_text t = {0};
    ordo_text_print(&t, "%llu raw file%s left out: %s", (unsigned long long)n,
                    n == 1 ? " was" : "s were", why);
    add(f, ORDO_WARN_UNREADABLE, ORDO_SCOPE_NONE_INDEX, &t);
}

/* Finds processes whose recording stopped for this reason; 0: for a reason unknown to this version.
 */
static void find_stop(struct finding *f, uint32_t stop, enum ordo_warning_code code) {
    const struct ordo_process *first = NULL;
    uint64_t n = 0;
    for (uint32_t i = 0; i < f->p->n_processes; i++) {
        const struct ordo_process *x = &f->p->processes[i];
        if (stop ? x->stop != stop : x->stop <= ordo_stop_last()) continue;
        if (!n++) first = x;
    }
    if (!n) return;
    struct ordo_text t = {0};
    ordo_text_add(&t, "recording of ");
    name_processes(&t, first, n);
    const char *text = ordo_stop_text(stop);
    ordo_text_print(&t, " stopped early: %s",
                    text ? text : "for a reason that this version of ordo does not know");
    if (first->stop_errno) ordo_text_print(&t, " (%s)", strerror((int)first->stop_errno));
    add(f, code, ORDO_SCOPE_NONE_INDEX, &t);
}

static void find_stops(struct finding *f) {
    uint32_t last = ORDO_WARN_STOP_OTHER - ORDO_WARN_STOP_DISK;
    for (uint32_t stop = 1; stop <= last; stop++)
        find_stop(f, stop, (enum ordo_warning_code)(ORDO_WARN_STOP_DISK + stop - 1));
    find_stop(f, 0, ORDO_WARN_STOP_OTHER);
}

static void find_lost_children(struct finding *f) {
    const struct ordo_process *first = NULL;
    uint64_t children = 0, processes = 0;
    for (uint32_t i = 0; i < f->p->n_processes; i++) {
        const struct ordo_process *x = &f->p->processes[i];
        children += x->lost_children;
        if (x->lost_children && !processes++) first = x;
    }
    if (!children) return;
    struct ordo_text t = {0};
    name_processes(&t, first, processes);
    ordo_text_print(&t, " forked %llu process%s that %s not recorded", (unsigned long long)children,
                    children == 1 ? "" : "es", was(children));
    if (first->stop)
        ordo_text_add(&t, ": recording of the parent had stopped");
    else if (first->lost_errno)
        ordo_text_print(&t, ": no raw file could be made (%s)", strerror((int)first->lost_errno));
    add(f, ORDO_WARN_LOST_CHILDREN, ORDO_SCOPE_NONE_INDEX, &t);
}

static void find_state(struct finding *f, enum ordo_process_state state,
                       enum ordo_warning_code code, const char *what) {
    const struct ordo_process *first = NULL;
    uint64_t n = 0;
    for (uint32_t i = 0; i < f->p->n_processes; i++)
        if (f->p->processes[i].state == state && !n++) first = &f->p->processes[i];
    if (!n) return;
    struct ordo_text t = {0};
    name_processes(&t, first, n);
    ordo_text_print(&t, " %s %s", was(n), what);
    add(f, code, ORDO_SCOPE_NONE_INDEX, &t);
}

static void find_unfinished(struct finding *f) {
    uint64_t activations = 0, scopes = 0;
    const struct ordo_profile_scope *worst = NULL;
    for (uint32_t i = 0; i < f->p->n_scopes; i++) {
        const struct ordo_profile_scope *s = &f->p->scopes[i];
        if (!s->unfinished) continue;
        activations += s->unfinished;
        scopes++;
        if (!worst || s->unfinished_cost > worst->unfinished_cost) worst = s;
    }
    if (!worst) return;
    struct ordo_text t = {0};
    ordo_text_print(
        &t, "%llu activation%s of %llu scope%s did not end; the largest unfinished cost is ",
        (unsigned long long)activations, plural(activations), (unsigned long long)scopes,
        plural(scopes));
    char numeral[ORDO_NUMERAL_BYTES];
    ordo_text_print(&t, "%s %s in ", ordo_numeral_short(numeral, worst->unfinished_cost),
                    f->p->cost_metric);
    name_scope(&t, worst);
    add(f, ORDO_WARN_UNFINISHED, ORDO_SCOPE_NONE_INDEX, &t);
}

static void find_no_drms(struct finding *f) {
    const struct ordo_process *first = NULL;
    uint64_t n = 0;
    for (uint32_t i = 0; i < f->p->n_processes; i++) {
        const struct ordo_process *x = &f->p->processes[i];
        if (x->drms_asked && !x->drms_compiled && !n++) first = x;
    }
    if (!n) return;
    struct ordo_text t = {0};
    ordo_text_add(&t, "drms was asked for but is not compiled into ");
    name_processes(&t, first, n);
    add(f, ORDO_WARN_NO_DRMS, ORDO_SCOPE_NONE_INDEX, &t);
}

static uint64_t count_flagged(const struct ordo_profile *p, uint32_t flag) {
    uint64_t n = 0;
    for (uint32_t i = 0; i < p->n_scopes; i++) n += (p->scopes[i].flags & flag) != 0;
    return n;
}

static void find_blocks_only(struct finding *f) {
    uint64_t n = count_flagged(f->p, ORDO_PROFILE_COUNTED);
    if (!n) return;
    struct ordo_text t = {0};
    ordo_text_print(&t,
                    "%llu routine%s compiled with --blocks=only: blocks were counted, nothing else "
                    "was measured",
                    (unsigned long long)n, n == 1 ? " was" : "s were");
    add(f, ORDO_WARN_BLOCKS_ONLY, ORDO_SCOPE_NONE_INDEX, &t);
}

static void find_repetitions(struct finding *f) {
    uint64_t n = count_flagged(f->p, ORDO_PROFILE_REPETITIONS);
    if (!n) return;
    struct ordo_text t = {0};
    ordo_text_print(
        &t,
        "%llu routine%s compiled with --structure: only entry points and possibly recursive "
        "routines have rows of their own; the cost of other routines is added to the routine or "
        "loop that calls them",
        (unsigned long long)n, n == 1 ? " was" : "s were");
    add(f, ORDO_WARN_REPETITIONS, ORDO_SCOPE_NONE_INDEX, &t);
}

/* Compiler-generated routines never have lines: they do not count if other routines have lines. */
static void find_no_lines(struct finding *f) {
    uint64_t loops = 0, routines = 0, placed = 0;
    const struct ordo_profile_scope *first = NULL;
    for (uint32_t i = 0; i < f->p->n_scopes; i++) {
        const struct ordo_profile_scope *s = &f->p->scopes[i];
        bool none = s->flags & ORDO_PROFILE_NO_LINES;
        if (s->kind == ORDO_PROFILE_LOOP && none) loops++;
        if (s->kind == ORDO_PROFILE_ROUTINE && none) routines++;
        if (s->kind == ORDO_PROFILE_ROUTINE && !none) placed++;
        if (none && (!first || (s->kind == ORDO_PROFILE_LOOP && loops == 1))) first = s;
    }
    if (!loops && (placed || !routines)) return;
    struct ordo_text t = {0};
    uint64_t n = loops + routines;
    ordo_text_print(&t, "%llu scope%s no line number%s", (unsigned long long)n,
                    n == 1 ? " has" : "s have", n == 1 ? ": " : ", among them ");
    name_scope(&t, first);
    add(f, ORDO_WARN_NO_LINES, ORDO_SCOPE_NONE_INDEX, &t);
}

static bool matters(const struct finding *f, const struct ordo_profile_scope *s) {
    return ordo_rank_profiled(s) && s->kind != ORDO_PROFILE_LIBRARY && f->p->total_cost &&
           ordo_rank_share(f->p, s) >= SHARE_THAT_MATTERS;
}

/* Counts calls of uncovered routines by the scope that makes them. */
static void find_uncovered(struct finding *f) {
    const struct ordo_profile *p = f->p;
    struct calls {
        uint64_t calls, routines, most;
        uint32_t most_called;
    } *by_caller = ordo_memory_new((size_t)p->n_scopes + 1, sizeof *by_caller);
    for (uint64_t i = 0; i < p->n_edges; i++) {
        const struct ordo_edge *e = &p->edges[i];
        if (!(p->scopes[e->callee.i].flags & ORDO_PROFILE_UNCOVERED) ||
            ordo_scope_is_none(e->caller))
            continue;
        struct calls *c = &by_caller[e->caller.i];
        c->calls += e->calls;
        c->routines++;
        if (e->calls > c->most) {
            c->most = e->calls;
            c->most_called = e->callee.i;
        }
    }
    for (uint32_t k = 0; k < p->n_scopes; k++) {
        uint32_t i = f->order[k];
        const struct calls *c = &by_caller[i];
        if (!c->most || !matters(f, &p->scopes[i])) continue;
        struct ordo_text t = {0};
        char numeral[ORDO_NUMERAL_BYTES];
        const struct ordo_profile_scope *most = &p->scopes[c->most_called];
        name_scope(&t, &p->scopes[i]);
        ordo_text_print(
            &t, " makes %s call%s to code that is neither built with `ordo cc` nor known to Ordo",
            ordo_numeral_exact(numeral, c->calls), plural(c->calls));
        ordo_text_add(&t, c->routines > 1 ? ", most often to " : ": ");
        ordo_spoken_name_add(&t, most->name, true);
        if (*most->object) ordo_text_print(&t, " (%s)", most->object);
        add(f, ORDO_WARN_UNCOVERED, i, &t);
    }
    free(by_caller);
}

static void find_irreducible(struct finding *f) {
    for (uint32_t i = 0; i < f->p->n_scopes; i++) {
        const struct ordo_profile_scope *s = &f->p->scopes[i];
        if (!(s->flags & ORDO_PROFILE_IRREDUCIBLE)) continue;
        struct ordo_text t = {0};
        ordo_text_print(&t, "%s of ", s->name);
        name_scope(&t, &f->p->scopes[s->routine.i]);
        ordo_text_add(&t, " is entered in more than one place and not profiled");
        add(f, ORDO_WARN_IRREDUCIBLE, i, &t);
    }
}

static const struct ordo_series *rms_of(const struct finding *f,
                                        const struct ordo_profile_scope *s) {
    for (uint64_t k = 0; k < s->series.n; k++) {
        const struct ordo_series *series = &f->p->series[s->series.first + k];
        if (strcmp(series->metric, "rms") == 0 && strcmp(series->cost, f->p->cost_metric) == 0)
            return series;
    }
    return NULL;
}

static bool is_narrow(const struct ordo_series *x) {
    return x->n_max / 10 < (x->n_min ? x->n_min : 1);
}

/* Returns the size metric that distinguishes most activations; rms if the others do no better. */
static const struct ordo_series *best_of(const struct finding *f,
                                         const struct ordo_profile_scope *s,
                                         const struct ordo_series *rms) {
    const struct ordo_series *best = rms;
    for (uint64_t k = 0; k < s->series.n; k++) {
        const struct ordo_series *x = &f->p->series[s->series.first + k];
        if (strcmp(x->cost, f->p->cost_metric) != 0 || x->points.n <= 1) continue;
        if (best->points.n < FEW_SIZES
                ? x->points.n > best->points.n
                : x->points.n >= FEW_SIZES && is_narrow(best) && !is_narrow(x))
            best = x;
    }
    return best;
}

/* Returns the greatest input of the scope in one activation. */
static uint64_t most_input(const struct finding *f, const struct ordo_profile_scope *s) {
    uint64_t most = 0;
    for (uint64_t k = 0; k < s->series.n; k++) {
        const struct ordo_series *x = &f->p->series[s->series.first + k];
        if (strcmp(x->metric, "input") == 0 && x->n_max > most) most = x->n_max;
    }
    return most;
}

/* Whether a scope around the loop reads more than twice as much as the loop works on. It then reads
 * in pieces: a larger input has more of them, and not larger ones. */
static bool is_of_a_piece(const struct finding *f, const struct ordo_profile_scope *s,
                          const struct ordo_series *rms) {
    if (s->kind != ORDO_PROFILE_LOOP || most_input(f, s)) return false;
    while (s->kind == ORDO_PROFILE_LOOP && !ordo_scope_is_none(s->parent)) {
        s = &f->p->scopes[s->parent.i];
        if (most_input(f, s) / 2 > rms->n_max * f->p->cell_bytes) return true;
    }
    return false;
}

/* Whether all sizes of the scope are 0, in every metric, and none of them is an argument's. */
static bool has_no_size(const struct finding *f, const struct ordo_profile_scope *s) {
    if (s->kind != ORDO_PROFILE_LOOP && !f->p->has_input) return false;
    for (uint64_t k = 0; k < s->series.n; k++) {
        const struct ordo_series *x = &f->p->series[s->series.first + k];
        if (x->n_max || strncmp(x->metric, "arg:", 4) == 0) return false;
    }
    return true;
}

/* Whether the cell size hides differences: many calls on few cells, with few distinct sizes. */
static bool is_coarse(const struct finding *f, const struct ordo_profile_scope *s,
                      const struct ordo_series *rms) {
    return f->p->cell_bytes > 1 && rms->points.n > 1 && rms->points.n < 2 * FEW_SIZES &&
           rms->n_max <= SMALL_SIZE_CELLS && s->calls >= CALLS_PER_SIZE * rms->points.n;
}

/* Returns the number of runs whose costs are known. */
static uint32_t runs_with_costs(const struct ordo_profile *p) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < p->n_runs; i++) n += p->runs[i].costs.n != 0;
    return n;
}

/* Whether more inputs cannot give the scope more sizes: one that works in registers has none, the
 * size of a loop over a buffer is that of the buffer, and that of a scope which runs once in each
 * run is the size of the run, which several runs show. */
static bool cannot_have_more(const struct finding *f, const struct ordo_profile_scope *s,
                             const struct ordo_series *rms) {
    if (has_no_size(f, s) || is_of_a_piece(f, s, rms)) return true;
    uint32_t runs = runs_with_costs(f->p);
    return runs >= ENOUGH_RUNS && s->calls <= runs;
}

/* Whether several runs show that the size is about the same in calls of very different costs. */
static bool stays_over_runs(const struct finding *f, const struct ordo_series *x) {
    uint64_t least = UINT64_MAX, most = 0;
    if (!f->p->has_points || runs_with_costs(f->p) < 2 || x->n_max - x->n_min > x->n_min / 4)
        return false;
    for (uint64_t k = 0; k < x->points.n; k++) {
        const struct ordo_point *point = &f->p->points[x->points.first + k];
        if (point->min < least) least = point->min;
        if (point->max > most) most = point->max;
    }
    return most / 2 >= least;
}

static void judge_sizes(struct finding *f, uint32_t i, enum ordo_warning_code wanted) {
    const struct ordo_profile_scope *s = &f->p->scopes[i];
    const struct ordo_series *rms = rms_of(f, s);
    if (!rms || !matters(f, s) || cannot_have_more(f, s, rms)) return;
    const struct ordo_series *best = best_of(f, s, rms);
    if (stays_over_runs(f, best)) return;
    enum ordo_warning_code code;
    if (is_coarse(f, s, rms))
        code = ORDO_WARN_SHORT_STRINGS;
    else if (best->points.n < FEW_SIZES)
        code = ORDO_WARN_FEW_SIZES;
    else if (is_narrow(best))
        code = ORDO_WARN_NARROW_SIZES;
    else
        return;
    if (code != wanted) return;
    struct ordo_text t = {0};
    char low[ORDO_NUMERAL_BYTES], high[ORDO_NUMERAL_BYTES];
    name_scope(&t, s);
    unsigned long long n = code == ORDO_WARN_SHORT_STRINGS ? rms->points.n : best->points.n;
    if (code == ORDO_WARN_SHORT_STRINGS)
        ordo_text_print(&t, ": %s calls but only %llu distinct sizes in %u-byte cells",
                        ordo_numeral_exact(low, s->calls), n, f->p->cell_bytes);
    else if (code == ORDO_WARN_FEW_SIZES)
        ordo_text_print(&t, ": only %llu distinct size%s (%s)", n, plural(n), best->metric);
    else
        ordo_text_print(&t, ": the largest size (%s) is less than ten times the smallest: %s to %s",
                        best->metric, ordo_numeral_exact(low, best->n_min),
                        ordo_numeral_exact(high, best->n_max));
    add(f, code, i, &t);
}

static void find_sizes(struct finding *f, enum ordo_warning_code wanted) {
    for (uint32_t k = 0; k < f->p->n_scopes; k++) judge_sizes(f, f->order[k], wanted);
}

static void find_negative(struct finding *f) {
    for (uint32_t k = 0; k < f->p->n_scopes; k++) {
        uint32_t i = f->order[k];
        const struct ordo_profile_scope *s = &f->p->scopes[i];
        if (!s->negative_args || !matters(f, s)) continue;
        struct ordo_text t = {0};
        char numeral[ORDO_NUMERAL_BYTES];
        name_scope(&t, s);
        ordo_text_print(&t, ": %s argument value%s below 0",
                        ordo_numeral_exact(numeral, s->negative_args), plural(s->negative_args));
        add(f, ORDO_WARN_NEGATIVE_ARGS, i, &t);
    }
}

static void add_found(void *to, enum ordo_warning_code code, uint32_t scope,
                      struct ordo_text *text) {
    add(to, code, scope, text);
}

static void find_all(struct finding *f) {
    find_nothing_ran(f);
    find_unreadable(f);
    find_stops(f);
    find_lost_children(f);
    find_state(f, ORDO_PROCESS_KILLED, ORDO_WARN_KILLED,
               "killed, or ended by a call that Ordo does not see");
    find_state(f, ORDO_PROCESS_RUNNING, ORDO_WARN_RUNNING,
               "still running when the profile was made");
    find_unfinished(f);
    find_no_drms(f);
    find_blocks_only(f);
    find_repetitions(f);
    find_no_lines(f);
    find_uncovered(f);
    find_irreducible(f);
    find_sizes(f, ORDO_WARN_SHORT_STRINGS);
    find_sizes(f, ORDO_WARN_FEW_SIZES);
    find_sizes(f, ORDO_WARN_NARROW_SIZES);
    find_negative(f);
    const struct ordo_warning_sink sink = {add_found, f};
    ordo_production_warnings_find(f->p, f->run, f->order, &sink);
}

void ordo_warnings_find(const struct ordo_profile *p, const struct ordo_run_totals *run,
                        struct ordo_warnings *out) {
    uint32_t *order = ordo_rank_scopes(p, ORDO_RANK_COST, NULL);
    *out = (struct ordo_warnings){0};
    struct finding f = {.p = p, .run = run, .order = order, .out = out};
    find_all(&f);
    free(order);
}

void ordo_warnings_done(struct ordo_warnings *w) {
    for (size_t i = 0; i < w->n; i++) free(w->list[i].text);
    free(w->list);
    *w = (struct ordo_warnings){0};
}
