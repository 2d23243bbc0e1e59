/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * run_history.c: the first half, quarter, eighth, ... of a context's calls stand for smaller runs.
 * If calls become cheaper during the run, those are the last half, quarter, ...
 */
#include "analysis/run_history.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

#define LEAST_WINDOWS 8
#define MOST_HALVINGS 4
#define NEAR_AN_END 0.125 /* of the calls: windows of this part are compared */
#define CHANGE 4.0        /* least ratio of the sizes at both ends */
#define STILL 1.02        /* the same between two sixths of the run, next to the greater end */
#define SLOW 1.5          /* most ratio that a logarithm rises by in these two doublings */
#define EQUAL 1.25        /* most ratio of what sizes rise by in two doublings of a logarithm */
#define UNTIL 1.1         /* the same between two thirds of it */
#define MOST_CHANCE 0.06  /* of the ratio between sixths, by which it may fall short of STILL */
#define LINEAR 0.8        /* least log-log slope of the cost of a call by its size */
#define NOISE 0.02        /* of the sums, which inputs cause */
#define READS_AS_MUCH 0.5 /* part of a call's size that a sibling reads, too */
#define DOUBTFUL                                                                                   \
    0.5 /* what less of a sibling's data was kept than this makes its neighbours doubtful */
#define AGAIN 0.5       /* least share of what searches that end early read again */
#define MARKED 3        /* least number of calls for which it is known what was kept */
#define KEPT_WITHIN 0.9 /* least share for calls within a recursion */
#define FEW 8           /* greatest number of a repeater's calls that steps show */
#define REPEATED 4.0    /* least ratio of the calls of a scope and of the one that repeats it */
#define ALIKE 2.0       /* most ratio of the calls of two scopes that are called alike */
#define MANY 64         /* least number of calls that show whether later ones are larger */
#define SEVERAL 32      /* of them, in each calling context that counts */
#define EVEN 1.5        /* most ratio of the means over a quarter of them and over all */
#define MOST_OF_COST 0.5
#define NEARLY_ALL 0.75
#define NESTED 1.5 /* least ratio of a context's cost to its scope's if its calls are nested */

/* The observed calls of one context in one thread. */
struct series {
    const struct ordo_observation *o;
    uint64_t n;
};

struct sums {
    double cost, size;
};

/* Returns the sums over the first `calls` calls; between observations they are interpolated. */
static struct sums until(const struct series *s, double calls) {
    double at = 0;
    struct sums sums = {0};
    for (uint64_t i = 0; i < s->n; i++) {
        const struct ordo_observation *o = &s->o[i];
        struct sums next = {(double)o->sum_cost, (double)o->sum_size};
        if ((double)o->calls >= calls) {
            double part = (calls - at) / ((double)o->calls - at);
            return (struct sums){sums.cost + part * (next.cost - sums.cost),
                                 sums.size + part * (next.size - sums.size)};
        }
        at = (double)o->calls;
        sums = next;
    }
    return sums;
}

/* Returns the means over the calls of a part of the run: from and to are 0 to 1. */
static struct sums mean(const struct series *s, double from, double to) {
    double calls = (double)s->o[s->n - 1].calls;
    struct sums a = until(s, from * calls), b = until(s, to * calls);
    double n = (to - from) * calls;
    return (struct sums){(b.cost - a.cost) / n, (b.size - a.size) / n};
}

/* Returns the standard error of the ratio of the mean sizes of two sixths of the run, from how much
 * sizes stray from their mean in the sixth that begins there. They do if a search ends where it
 * finds something. */
static double chance(const struct series *s, double from) {
    double calls = (double)s->o[s->n - 1].calls, at = 0, before = 0, sum = 0, sum_of_squares = 0;
    size_t n = 0;
    for (uint64_t i = 0; i < s->n; i++) {
        double now = (double)s->o[i].calls, size = (double)s->o[i].sum_size;
        double part = (size - before) / (now - at);
        if (at >= from * calls && now <= (from + 1 / 6.0) * calls) {
            sum += part, sum_of_squares += part * part;
            n++;
        }
        at = now, before = size;
    }
    if (n < MARKED || !(sum > 0)) return 0;
    double mean = sum / (double)n, variance = sum_of_squares / (double)n - mean * mean;
    return sqrt(2 * fmax(variance, 0) / (double)(n - 1)) / mean;
}

/* Returns whether sizes rise by as much, or less, whenever the number of calls doubles, as those of
 * look-ups in a tree do. */
static bool rises_like_a_logarithm(const struct series *s) {
    double third = mean(s, 0.125, 0.25).size, half = mean(s, 0.25, 0.5).size;
    double last = mean(s, 0.5, 1).size;
    return half >= STILL * third && last >= STILL * half && last <= SLOW * third &&
           last - half <= EQUAL * (half - third);
}

/* Returns whether sizes rise until the end of the run, or fall from its beginning on. Where they
 * stray, the thirds of the run must show it, and the sixths must not deny it. */
static bool is_still_changing(const struct series *s, bool rises) {
    struct sums inner = rises ? mean(s, 4 / 6.0, 5 / 6.0) : mean(s, 1 / 6.0, 2 / 6.0);
    struct sums outer = rises ? mean(s, 5 / 6.0, 1) : mean(s, 0, 1 / 6.0);
    if (outer.size >= STILL * inner.size) return true;
    struct sums middle = mean(s, 1 / 3.0, 2 / 3.0);
    struct sums third = rises ? mean(s, 2 / 3.0, 1) : mean(s, 0, 1 / 3.0);
    double stray = fmin(2 * chance(s, rises ? 5 / 6.0 : 0), MOST_CHANCE);
    return third.size >= UNTIL * middle.size && outer.size >= (STILL - stray) * inner.size;
}

/* Returns whether later calls are not larger and cost no more: calls process one part of the input
 * after the other, whatever their sizes are. */
static bool is_even(const struct series *s) {
    if (s->n < LEAST_WINDOWS || s->o[s->n - 1].calls < SEVERAL) return false;
    struct sums all = mean(s, 0, 1);
    for (int quarter = 1; quarter < 4; quarter++) {
        struct sums part = mean(s, quarter / 4.0, (quarter + 1) / 4.0);
        if (part.size > EVEN * all.size || part.cost > EVEN * all.cost) return false;
    }
    return true;
}

/* Shares of what calls read: of all cells that the call before had accessed (at most), of those
 * that nothing else had accessed in between, and of those that were written in between (at least).
 * NaN: not measured. */
struct kept {
    double most, own, written;
};

/* Returns the means over the third of the calls that is largest. A search may end early, and the
 * next one go on: what both have read counts for such calls, if it is half of what the next ones
 * read. */
static struct kept kept(const struct series *s, bool falls) {
    double most = 0, own = 0, written = 0, most_of_both = 0, own_of_both = 0;
    size_t n = 0;
    uint64_t third = s->n / 3, first = falls ? 0 : s->n - third, last = falls ? third : s->n;
    for (uint64_t i = first; i < last; i++) {
        if (!s->o[i].next_rms) continue;
        double next = (double)s->o[i].next_rms, before = (double)s->o[i].before_rms;
        double both = before > 0 ? fmin(before, next) : next;
        most += (double)s->o[i].next_kept / next;
        own += (double)s->o[i].next_own / next;
        written += (double)s->o[i].next_written / next;
        most_of_both += fmin((double)s->o[i].next_kept / both, 1);
        own_of_both += fmin((double)s->o[i].next_own / both, 1);
        n++;
    }
    if (n < MARKED) return (struct kept){NAN, NAN, NAN};
    if (most >= AGAIN * (double)n) most = most_of_both, own = own_of_both;
    return (struct kept){most / (double)n, own / (double)n, written / (double)n};
}

/* Returns whether something was observed near that number of calls, of which `part` are summed:
 * samples may leave gaps. */
static bool has_near(const struct series *s, double calls, double part) {
    for (uint64_t i = 0; i < s->n; i++)
        if (fabs((double)s->o[i].calls - calls) <= part / 2) return true;
    return calls <= 0;
}

/* Fits the total of the first calls, or of the last ones, by their number. */
static void fit(const struct series *s, bool falls, struct ordo_power_fit *out) {
    double calls = (double)s->o[s->n - 1].calls, size[MOST_HALVINGS + 1], sum[MOST_HALVINGS + 1];
    double whole = until(s, calls).cost;
    size_t n = 0;
    for (int k = MOST_HALVINGS; k >= 0; k--) {
        double part = calls * ldexp(1, -k);
        double cost = falls ? whole - until(s, calls - part).cost : until(s, part).cost;
        if (part < 2 || !(cost > 0) || !has_near(s, falls ? calls - part : part, part)) continue;
        size[n] = part;
        sum[n++] = cost;
    }
    if (n < 3) return;
    const struct ordo_power_sums sums = {
        .size = size, .sum = sum, .n = n, .noise = fmax(ordo_power_deviation(size, sum, n), NOISE)};
    ordo_power_fit(&sums, out);
}

static void judge(const struct series *s, struct ordo_run_history *h, struct kept *k) {
    *h = (struct ordo_run_history){.kept = NAN, .seen = NAN, .around = ORDO_SCOPE_NONE_INDEX};
    *k = (struct kept){NAN, NAN, NAN};
    if (!s->n) return;
    h->observed = s->o;
    h->n_observed = s->n;
    h->calls = s->o[s->n - 1].calls;
    if (s->n < LEAST_WINDOWS) return;
    struct sums first = mean(s, 0, 0.125), last = mean(s, 0.875, 1);
    h->first_size = first.size;
    h->last_size = last.size;
    h->size = mean(s, 0, 1).size;
    h->first_cost = first.cost, h->last_cost = last.cost, h->cost_of_call = mean(s, 0, 1).cost;
    bool rises = last.size >= CHANGE * fmax(first.size, 1);
    bool falls = first.size >= CHANGE * fmax(last.size, 1);
    *k = kept(s, falls);
    h->kept = k->most;
    if (!rises && !falls) {
        if (!rises_like_a_logarithm(s)) h->course = ORDO_COURSE_STEADY;
        return;
    }
    struct sums *less = rises ? &first : &last, *more = rises ? &last : &first;
    double slope = log(more->cost / fmax(less->cost, 1)) / log(more->size / fmax(less->size, 1));
    if (slope < LINEAR || !is_still_changing(s, rises)) return;
    h->course = rises ? ORDO_COURSE_RISES : ORDO_COURSE_FALLS;
    fit(s, falls, &h->cost);
}

static struct series series_of(const struct ordo_profile *p, uint64_t *at) {
    uint64_t first = *at, k = first;
    const struct ordo_observation *o = p->observations;
    while (k < p->n_observations && o[k].context == o[first].context &&
           o[k].thread == o[first].thread)
        k++;
    *at = k;
    return (struct series){o + first, k - first};
}

/* Sets by_context to each context's series of the greatest cost. */
static void choose_threads(const struct ordo_profile *p, struct series *by_context) {
    for (uint64_t at = 0; at < p->n_observations;) {
        struct series s = series_of(p, &at), *best = &by_context[s.o->context];
        if (!best->n || s.o[s.n - 1].sum_cost > best->o[best->n - 1].sum_cost) *best = s;
    }
}

/* Other code may have read the same cells in between, before it wrote them: two routines that each
 * read a record, before the next one takes its place. Of such routines the last one finds that
 * nothing was kept, and library routines and cheap ones, which have no marks, find nothing at all.
 * Then only cells that nothing else had accessed count. */
static void doubt_kept(const struct ordo_profile *p, const struct kept *measured,
                       struct ordo_run_history *by_context) {
    for (uint32_t i = 0; i < p->n_contexts; i++) {
        const struct ordo_run_history *h = &by_context[i];
        uint32_t up = p->contexts[i].parent;
        if (up == UINT32_MAX || isnan(h->kept)) continue;
        uint32_t first = i; /* siblings are neighbours */
        while (first && p->contexts[first - 1].parent == up) first--;
        for (uint32_t k = first; k < p->n_contexts && p->contexts[k].parent == up; k++) {
            const struct ordo_context *c = &p->contexts[k];
            double ratio = (double)c->calls / (double)p->contexts[i].calls;
            bool reads = by_context[k].size >= READS_AS_MUCH * h->size;
            if (k == i || ratio < 1 / ALIKE || ratio > ALIKE || !reads) continue;
            bool library = p->scopes[c->scope.i].kind == ORDO_PROFILE_LIBRARY;
            if (library || !(measured[k].most >= DOUBTFUL)) /* if that is NaN, too */
                by_context[i].kept = measured[i].own;
        }
    }
}

/* Two loops of one routine may pass data to each other, and a scope may be called a few times for
 * each record. Then what counts is what calls of the scope around it kept, if it is called nearly
 * as often and was measured. */
static void inherit_kept(const struct ordo_profile *p, const struct kept *measured,
                         struct ordo_run_history *by_context) {
    for (uint32_t i = 0; i < p->n_contexts; i++) { /* parents come first */
        struct ordo_run_history *h = &by_context[i];
        uint32_t up = p->contexts[i].parent;
        if (up == UINT32_MAX || !h->calls || !by_context[up].calls) continue;
        const struct ordo_run_history *around = &by_context[up];
        double ratio = (double)h->calls / (double)around->calls;
        if (ratio >= REPEATED || ratio < 1 / ALIKE || isnan(around->kept)) continue;
        bool known = !isnan(measured[up].most);
        h->kept =
            known ? around->kept : fmax(h->kept, around->kept); /* of NaN and a number, that */
    }
}

/* Returns the innermost context around this one that is called much less often and therefore
 * repeats it. Returns UINT32_MAX if there is no such context, or if it is a loop of a recursive
 * routine: its sizes then depend on that, as those of the parts that a sort divides do. Sets
 * *within if a recursion lies in between. */
static uint32_t repeater(const struct ordo_profile *p, const bool *recurs, uint32_t context,
                         bool *within) {
    *within = false;
    const struct ordo_context *c = &p->contexts[context];
    const struct ordo_profile_scope *s = &p->scopes[c->scope.i];
    if (s->kind == ORDO_PROFILE_LOOP && recurs[s->routine.i]) return UINT32_MAX;
    for (uint32_t up = c->parent; up != UINT32_MAX; up = p->contexts[up].parent) {
        *within |= recurs[p->scopes[p->contexts[up].scope.i].routine.i];
        if ((double)p->contexts[up].calls * REPEATED <= (double)c->calls) return up;
    }
    return UINT32_MAX;
}

/* Returns what library routines read inside of each context, in cells; freed by the caller. */
static double *read_by_library(const struct ordo_profile *p, const struct series *series) {
    double *read = ordo_memory_new((size_t)p->n_contexts + 1, sizeof *read);
    for (uint32_t i = p->n_contexts; i-- > 0;) { /* parents come first */
        const struct series *s = &series[i];
        if (p->scopes[p->contexts[i].scope.i].kind == ORDO_PROFILE_LIBRARY && s->n)
            read[i] += (double)s->o[s->n - 1].sum_size;
        if (p->contexts[i].parent != UINT32_MAX) read[p->contexts[i].parent] += read[i];
    }
    return read;
}

/* Returns the least share of what the calls in the context read that was neither new to the scope
 * around them that repeats them, nor written in between: what other code has written, it needed at
 * least as many blocks for, beside those of library routines for what they read. `read`: see
 * read_by_library(). NaN if it is not known. */
static double least_kept(const struct ordo_profile *p, const struct series *series,
                         const double *read, uint32_t context, uint32_t repeater) {
    const struct series *s = &series[context], *around = &series[repeater];
    if (!s->n || !around->n || around->o->thread != s->o->thread) return NAN;
    const struct ordo_observation *all = &s->o[s->n - 1], *whole = &around->o[around->n - 1];
    double others = (double)whole->sum_cost - (double)all->sum_cost;
    /* The last calls were not observed, and are no other code. Were there other threads, more calls
     * would be missing. */
    if (whole->calls == p->contexts[repeater].calls &&
        p->contexts[context].calls - all->calls < all->calls / LEAST_WINDOWS)
        others = (double)whole->sum_cost - (double)p->contexts[context].cost;
    others -= read[repeater] - read[context];
    others = fmax(others, 0) + (double)whole->sum_size;
    return all->sum_size ? fmax(1 - others / (double)all->sum_size, 0) : NAN;
}

/* Returns whether nearly all that the context's calls cost was in one of them. That need not have
 * been observed if it is the outermost call of a recursion: many small ones may end before it. A
 * context without calls was entered once and had not ended when the process was killed. */
static bool is_called_once(const struct ordo_profile *p, const bool *recurs, const struct series *s,
                           uint32_t context) {
    const struct ordo_context *c = &p->contexts[context];
    double most = 0, sum = 0, calls = 0;
    if (!c->calls) return true;
    for (uint64_t i = 0; i < s->n; i++) {
        const struct ordo_observation *o = &s->o[i];
        bool alone = (double)o->calls == calls + 1;
        most = fmax(most, alone ? (double)o->sum_cost - sum : (double)o->cost);
        sum = (double)o->sum_cost, calls = (double)o->calls;
    }
    double whole = p->n_runs == 1 ? fmax(sum, (double)c->cost) : sum;
    if (s->n && most >= NEARLY_ALL * whole) return true;
    return recurs[p->scopes[c->scope.i].routine.i] && sum < (1 - NEARLY_ALL) * whole;
}

/* Returns whether a scope between the context and its repeater reads much less than the context
 * does: what a call reads has then been written since that scope was called. The sizes of a
 * recursion that is entered once are of its many inner activations. */
static bool reads_own_data(const struct ordo_profile *p, const bool *recurs,
                           const struct series *series, const struct ordo_run_history *by_context,
                           uint32_t context, uint32_t repeater) {
    const double calls = (double)p->contexts[context].calls;
    for (uint32_t up = p->contexts[context].parent; up != repeater; up = p->contexts[up].parent) {
        double more = fmax((double)p->contexts[up].calls / calls, 1); /* of a few of its calls */
        if (series[up].n >= LEAST_WINDOWS && (double)p->contexts[up].calls * REPEATED > calls &&
            more * by_context[up].size < READS_AS_MUCH * by_context[context].size &&
            !is_called_once(p, recurs, &series[up], up))
            return true;
    }
    return false;
}

/* Returns whether sizes change steadily, so that they do not only differ between the repeater's
 * calls: these would show as a step. */
static bool is_steady(const struct series *s, const struct ordo_run_history *h,
                      const struct series *repeater) {
    if (!s->n || !repeater->n) return false;
    uint64_t repeats = repeater->o[repeater->n - 1].calls;
    double step = fabs(h->last_size - h->first_size) / (2 * (double)repeats), before = NAN;
    if (repeats > FEW) return false;
    for (uint64_t i = 0; i < s->n; i++) {
        const struct ordo_observation *o = &s->o[i];
        double size = (double)o->sum_size, calls = (double)o->calls;
        if (i) size -= (double)o[-1].sum_size, calls -= (double)o[-1].calls;
        size /= calls;
        if (fabs(size - before) > step) return false;
        before = size;
    }
    return true;
}

/* If the repeater is itself called several times, later calls may be larger because its own data
 * are. Then its calls must have kept their data, too. */
static void restrict_kept(const struct ordo_profile *p, const bool *recurs,
                          const struct series *series, const uint32_t *around,
                          struct ordo_run_history *by_context) {
    for (uint32_t i = 0; i < p->n_contexts; i++) { /* repeaters come first */
        uint32_t up = around[i];
        if (up == UINT32_MAX || is_called_once(p, recurs, &series[up], up)) continue;
        if (is_steady(&series[i], &by_context[i], &series[up])) continue;
        double kept = by_context[up].kept;
        by_context[i].kept = isnan(kept) ? kept : fmin(by_context[i].kept, kept);
    }
}

/* Returns whether the context's calls are within other calls of its scope, or within each other:
 * the sizes of these follow the course of a recursion, which ends the innermost one first. Then the
 * context has more cost than its scope, of which only outermost activations count. */
static bool has_nested_calls(const struct ordo_profile *p, uint32_t context) {
    const struct ordo_profile_scope *s = &p->scopes[p->contexts[context].scope.i];
    double whole = (double)s->cost_total + (double)s->unfinished_cost;
    return ordo_profile_is_nested(p, context) || (double)p->contexts[context].cost > NESTED * whole;
}

/* Returns whether a context's history counts for its scope: its calls change, or are all alike, and
 * kept their data. */
static bool is_telling(const struct ordo_run_history *h) {
    return h->course != ORDO_COURSE_NONE && h->kept >= ORDO_HISTORY_KEPT;
}

/* Sets how many calls of each scope became no larger, if most of its cost is in them.
 * A call within another one has its part of that one's size. */
static void find_even(const struct ordo_profile *p, const struct series *series,
                      struct ordo_run_history *by_scope) {
    double *cost = ordo_memory_new(p->n_scopes, sizeof *cost);
    for (uint32_t i = 0; i < p->n_contexts; i++) {
        if (!is_even(&series[i]) || has_nested_calls(p, i)) continue;
        by_scope[p->contexts[i].scope.i].even += p->contexts[i].calls;
        cost[p->contexts[i].scope.i] += (double)p->contexts[i].cost;
    }
    for (uint32_t i = 0; i < p->n_scopes; i++) {
        double whole = (double)p->scopes[i].cost_total + (double)p->scopes[i].unfinished_cost;
        if (cost[i] < MOST_OF_COST * whole || by_scope[i].even < MANY) by_scope[i].even = 0;
    }
    free(cost);
}

/* Returns whether the context's calls change in size, and are not known to keep their data. */
static bool is_open(const struct ordo_run_history *h) {
    bool changes = h->course == ORDO_COURSE_RISES || h->course == ORDO_COURSE_FALLS;
    return changes && !(h->kept >= ORDO_HISTORY_KEPT);
}

/* Returns, by scope, the dearest of its contexts that are of a kind, if all contexts of that kind
 * have most of the scope's cost; else UINT32_MAX. Freed by the caller. */
static uint32_t *dearest(const struct ordo_profile *p, const struct ordo_run_history *by_context,
                         bool is_of_kind(const struct ordo_run_history *)) {
    uint32_t *best = ordo_memory_new((size_t)p->n_scopes + 1, sizeof *best);
    double *sum = ordo_memory_new((size_t)p->n_scopes + 1, sizeof *sum);
    for (uint32_t i = 0; i < p->n_scopes; i++) best[i] = UINT32_MAX;
    for (uint32_t i = 0; i < p->n_contexts; i++) {
        const struct ordo_context *c = &p->contexts[i];
        uint32_t *at = &best[c->scope.i];
        if (!is_of_kind(&by_context[i]) || has_nested_calls(p, i)) continue;
        sum[c->scope.i] += (double)c->cost;
        if (c->cost && (*at == UINT32_MAX || c->cost > p->contexts[*at].cost)) *at = i;
    }
    for (uint32_t i = 0; i < p->n_scopes; i++) {
        double whole = (double)p->scopes[i].cost_total + (double)p->scopes[i].unfinished_cost;
        if (sum[i] < MOST_OF_COST * whole) best[i] = UINT32_MAX;
    }
    free(sum);
    return best;
}

/* Sets the history of each scope to that of its telling context, and notes scopes whose calls
 * change in size, and may or may not pass over the same data. */
static void choose_contexts(const struct ordo_profile *p, const struct ordo_run_history *by_context,
                            struct ordo_run_history *by_scope) {
    uint32_t *telling = dearest(p, by_context, is_telling), *open = dearest(p, by_context, is_open);
    for (uint32_t i = 0; i < p->n_scopes; i++) {
        struct ordo_run_history *h = &by_scope[i];
        *h = (struct ordo_run_history){.kept = NAN, .seen = NAN};
        if (telling[i] != UINT32_MAX) {
            *h = by_context[telling[i]];
            /* The last calls were not observed; if there are several threads or runs, these are
             * all. */
            uint64_t not_observed = p->contexts[telling[i]].calls - h->calls;
            if (not_observed < h->calls / LEAST_WINDOWS) h->calls += not_observed;
        }
        if (open[i] == UINT32_MAX) continue;
        h->changing_first = by_context[open[i]].first_size;
        h->changing_last = by_context[open[i]].last_size;
    }
    free(telling);
    free(open);
}

static bool *find_recursive(const struct ordo_profile *p) {
    bool *recurs = ordo_memory_new(p->n_scopes, sizeof *recurs);
    for (uint32_t i = 0; i < p->n_members; i++) recurs[p->members[i].i] = true;
    return recurs;
}

/* Returns whether there are observations near both ends of the run, which show how large calls were
 * there. */
static bool shows_ends(const struct series *s) {
    double calls = (double)s->o[s->n - 1].calls;
    bool begin = false, end = false;
    for (uint64_t i = 0; i < s->n; i++) {
        double at = (double)s->o[i].calls / calls;
        begin |= at >= NEAR_AN_END / 2 && at <= NEAR_AN_END * 2;
        end |= 1 - at >= NEAR_AN_END / 2 && 1 - at <= NEAR_AN_END * 2;
    }
    return begin && end;
}

/* Do the samples of a loop tell nothing about its course? `s`: its observations. */
static bool is_undecided(const struct series *s, const struct ordo_run_history *h) {
    if (s->n < LEAST_WINDOWS) return true;
    bool changes = h->course == ORDO_COURSE_RISES || h->course == ORDO_COURSE_FALLS;
    return changes ? !(h->kept < AGAIN) : !shows_ends(s);
}

void ordo_run_histories_of_samples(const struct ordo_profile *p, const struct ordo_run_totals *t,
                                   struct ordo_run_histories *out) {
    bool *recurs = find_recursive(p);
    out->scope = ordo_memory_new(p->n_scopes, sizeof *out->scope);
    for (uint32_t i = 0; i < p->n_scopes; i++) {
        const struct ordo_run_scope *x = &t->scope[i];
        struct series s = {x->observed, x->n_observed};
        struct ordo_run_history *h = &out->scope[i];
        struct kept measured;
        judge(&s, h, &measured);
        h->seen = h->kept;
        bool covered = s.n && !recurs[p->scopes[i].routine.i] &&
                       (double)s.o[s.n - 1].sum_cost >= MOST_OF_COST * x->iterations;
        h->undecided = x->calls >= LEAST_WINDOWS && (!covered || is_undecided(&s, h));
        if (!covered || isnan(h->kept)) h->course = ORDO_COURSE_NONE;
        if (h->course == ORDO_COURSE_STEADY && h->undecided) h->course = ORDO_COURSE_NONE;
        if (covered && is_even(&s) && x->executions >= MANY) h->even = (uint64_t)x->executions;
    }
    free(recurs);
}

void ordo_run_histories_find(const struct ordo_profile *p, struct ordo_run_histories *out) {
    struct series *series = ordo_memory_new((size_t)p->n_contexts + 1, sizeof *series);
    struct ordo_run_history *by_context =
        ordo_memory_new((size_t)p->n_contexts + 1, sizeof *by_context);
    uint32_t *around = ordo_memory_new((size_t)p->n_contexts + 1, sizeof *around);
    bool *recurs = find_recursive(p);
    out->scope = ordo_memory_new(p->n_scopes, sizeof *out->scope);
    choose_threads(p, series);
    struct kept *measured = ordo_memory_new((size_t)p->n_contexts + 1, sizeof *measured);
    for (uint32_t i = 0; i < p->n_contexts; i++) judge(&series[i], &by_context[i], &measured[i]);
    doubt_kept(p, measured, by_context);
    double *read = read_by_library(p, series);
    for (uint32_t i = 0; i < p->n_contexts; i++) by_context[i].seen = by_context[i].kept;
    for (uint32_t i = 0; i < p->n_contexts; i++) {
        bool within = false;
        around[i] = series[i].n ? repeater(p, recurs, i, &within) : UINT32_MAX;
        if (around[i] == UINT32_MAX) {
            by_context[i].course = ORDO_COURSE_NONE;
            continue;
        }
        by_context[i].around = p->contexts[around[i]].scope.i;
        double least = least_kept(p, series, read, i, around[i]);
        if (!isnan(measured[i].written)) least = fmin(least, 1 - measured[i].written);
        double kept = fmax(by_context[i].kept, least);
        bool doubtful = within && by_context[i].course != ORDO_COURSE_STEADY && kept < KEPT_WITHIN;
        by_context[i].kept = doubtful ? 0 : kept;
    }
    inherit_kept(p, measured, by_context);
    for (uint32_t i = 0; i < p->n_contexts; i++)
        if (around[i] != UINT32_MAX && reads_own_data(p, recurs, series, by_context, i, around[i]))
            by_context[i].kept = 0;
    restrict_kept(p, recurs, series, around, by_context);
    choose_contexts(p, by_context, out->scope);
    find_even(p, series, out->scope);
    free(read);
    free(series);
    free(by_context);
    free(recurs);
    free(around);
    free(measured);
}

void ordo_run_histories_free(struct ordo_run_histories *h) {
    free(h->scope);
    *h = (struct ordo_run_histories){0};
}
