/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * estimate_discovery.c: executions that move on.
 *
 * The cells of the run are those of the first sample, and what each later execution found. The
 * second sample of a pair shows what one execution finds; blocks of neighbouring pairs show it for
 * the executions around them. Before the first sample, time runs backwards: cells that a second
 * sample no longer has are cells that an earlier execution would have had in addition.
 *
 * Counts of tracked cells scatter. The number of cells that the second sample has more than the
 * first is known exactly, and also from tracked cells. The difference of the two has mean 0 and is
 * correlated with what was found, so subtracting its share reduces the scatter (a control
 * variate). For nested executions no scatter remains.
 *
 * If cells come again, this is an upper bound. That nothing came again in m pairs only shows that
 * there are at least S m / 6 cells (as in the birthday problem: two executions meet with a
 * probability of about 1/N).
 */
#include "production/confidence.h"
#include "production/sampled_run.h"

#include <math.h>

enum { BLOCK_PAIRS = 4, BLOCK_NEW = 16 };

/* One pair: cells that its second sample found; and the difference of sizes by tracked cells minus
 * the exact one. */
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

/* Returns how much to subtract per unit of `off`. */
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
    double rate, rate_variance; /* cells found per execution in the latest block */
    double head, from;          /* executions before the first sample; end of the latest block */
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
    /* A number that may be only scatter is reduced. */
    if (unseen > 0 && c.variance > 0) unseen *= unseen * unseen / (unseen * unseen + c.variance);
    struct ordo_estimate e =
        ordo_sampled_run_total(r, unseen, sqrt(c.variance), ORDO_ESTIMATE_DISCOVERY);
    double sure = r->all * fmax(1, r->sampled / 12); /* each pair has two samples */
    if (e.low > sure) e.low = sure;
    if (!e.reason && e.high > 4 * e.low) e.reason = ORDO_ESTIMATE_WIDE;
    return e;
}
