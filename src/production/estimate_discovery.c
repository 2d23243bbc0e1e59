/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Executions that move on: the run's cells are those of the first sample, and what each execution
 * after it found. The second sample of a pair tells what one execution finds; blocks of
 * neighbouring pairs tell it for the executions around them. Before the first sample time runs
 * backwards: what a second sample has no more, an earlier execution would have had besides.
 *
 * Counts of tracked cells scatter. How many more the second sample has than the first is known
 * exactly, and also by tracked cells: the difference has mean 0 and goes along with what was found,
 * so that taking off its share leaves less scatter (a control variate). Of nested executions it
 * leaves none.
 *
 * An upper bound where cells come again: that nothing came again in m pairs only says that there
 * are S m / 6 cells or more (a birthday's reasoning: each two meet with a chance of about 1/N).
 */
#include "production/confidence.h"
#include "production/sampled_run.h"

#include <math.h>

enum { BLOCK_PAIRS = 4, BLOCK_NEW = 16 };

/* One pair: cells found by its second; the known difference, by tracked cells less exactly. */
struct find {
    double fresh, off;
};

static bool find_of(const struct ordo_execution_sample *before,
                    const struct ordo_execution_sample *s, struct find *f) {
    if (!s->second || !ordo_neighbours_new(before, s, &f->fresh)) return false;
    double scale = ldexp(1, (int)s->level);
    f->off = ((double)s->tracked - s->before) * scale - ((double)s->rms - (double)before->rms);
    return true;
}

struct sums {
    double n, fresh, off, squares, products, off_squares;
    double gone;
};

static void add(struct sums *t, struct find f, double gone) {
    t->n++;
    t->fresh += f.fresh;
    t->off += f.off;
    t->squares += f.fresh * f.fresh;
    t->products += f.fresh * f.off;
    t->off_squares += f.off * f.off;
    t->gone += gone;
}

/* What to take off per unit of `off`. */
static double share_of(const struct ordo_execution_sample *s, size_t n) {
    struct sums t = {.n = 0};
    const struct ordo_execution_sample *before = NULL;
    for (size_t i = 0; i < n; i++) {
        struct find f;
        if (s[i].partial) continue;
        if (find_of(before, &s[i], &f)) add(&t, f, 0);
        before = &s[i];
    }
    double spread = t.off_squares - t.off * t.off / fmax(t.n, 1);
    return t.n > 2 && spread > 0 ? (t.products - t.fresh * t.off / t.n) / spread : 0;
}

struct course {
    double cells, variance;
    double rate, rate_variance; /* of the latest block */
    double head, from;          /* executions before the first sample; since the latest block */
};

static void settle(struct sums *t, double share, double to, double scale, struct course *c) {
    double rate = (t->fresh - share * t->off) / t->n;
    double squares = t->squares - 2 * share * t->products + share * share * t->off_squares;
    double v = t->n > 1 ? (squares - t->n * rate * rate) / (t->n - 1) : rate * rate;
    c->rate = rate > 0 ? rate : 0;
    c->rate_variance = v > 0 ? v / t->n : 0;
    double span = to - c->from, gone = c->head * t->gone / t->n;
    c->cells += span * c->rate + gone;
    c->variance += span * span * c->rate_variance + c->head * gone * scale / t->n;
    c->head = 0;
    c->from = to;
    *t = (struct sums){.n = 0};
}

static struct course follow(const struct ordo_execution_sample *s, size_t n,
                            const struct ordo_sampled_run *r) {
    struct course c = {.cells = 0};
    struct sums t = {.n = 0};
    double share = share_of(s, n);
    const struct ordo_execution_sample *before = NULL;
    bool settled = false;
    for (size_t i = 0; i < n; i++) {
        struct find f;
        if (s[i].partial) continue;
        double scale = ldexp(1, (int)s[i].level);
        if (!before) {
            c.head = (double)s[i].executions;
            c.from = c.head + 1;
            c.cells = (double)s[i].rms;
        }
        if (find_of(before, &s[i], &f)) add(&t, f, ((double)s[i].before - s[i].again) * scale);
        before = &s[i];
        if (s[i].second && t.n >= BLOCK_PAIRS && t.fresh >= BLOCK_NEW * scale) {
            settle(&t, share, (double)s[i].executions + 1, scale, &c);
            settled = true;
        }
    }
    if (t.n >= BLOCK_PAIRS || (!settled && t.n > 0)) settle(&t, share, r->executions, r->scale, &c);
    double span = r->executions - c.from;
    c.cells += span * c.rate;
    c.variance += span * span * c.rate_variance;
    return c;
}

struct ordo_estimate ordo_sampled_run_discovery(const struct ordo_sampled_run *r,
                                                const struct ordo_execution_sample *s, size_t n) {
    struct course c = follow(s, n, r);
    double unseen = c.cells - r->all;
    /* What may be nothing but scatter is believed in part. */
    if (unseen > 0 && c.variance > 0) unseen *= unseen * unseen / (unseen * unseen + c.variance);
    struct ordo_estimate e =
        ordo_sampled_run_total(r, unseen, sqrt(c.variance), ORDO_ESTIMATE_DISCOVERY);
    double sure = r->all * fmax(1, r->sampled / 12); /* two samples a pair */
    if (e.low > sure) e.low = sure;
    if (!e.reason && e.high > 4 * e.low) e.reason = ORDO_ESTIMATE_WIDE;
    return e;
}
