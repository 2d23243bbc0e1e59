/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * model_cache.c: stores models as records of doubles, in the order of docs/profile-format.md.
 *
 * The same function reads and writes a field, so that both orders agree.
 *
 * Invariant: every field is checked when it is read. An invalid record invalidates the whole cache
 * and has no other effect.
 */
#include "analysis/model_cache.h"

#include "profile/store/cache.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SERIES_RECORD = 0, SCOPE_RECORD = 1, MOST_VALUES = 160 };

struct record {
    double v[MOST_VALUES];
    size_t n, at; /* values in v; the next one to read */
    bool reading, wrong;
};

static void number(struct record *r, double *x) {
    if (!r->reading) {
        if (r->n < MOST_VALUES)
            r->v[r->n++] = *x;
        else
            r->wrong = true;
    } else if (r->at < r->n) {
        *x = r->v[r->at++];
    } else {
        *x = 0;
        r->wrong = true;
    }
}

static uint64_t whole(struct record *r, uint64_t x, uint64_t most) {
    double v = (double)x;
    number(r, &v);
    if (!(v >= 0 && v <= (double)most && v == floor(v))) r->wrong = true;
    return r->wrong ? 0 : (uint64_t)v;
}

static bool flag(struct record *r, bool x) {
    return whole(r, x, 1) != 0;
}

static enum ordo_growth growth(struct record *r, enum ordo_growth g) {
    return (enum ordo_growth)whole(r, g, ORDO_GROWTHS - 1);
}

static void posterior(struct record *r, double *p) {
    uint64_t mask = 0;
    for (int g = 0; g < ORDO_GROWTHS; g++)
        if (!r->reading && p[g] != 0) mask |= (uint64_t)1 << g;
    mask = whole(r, mask, ((uint64_t)1 << ORDO_GROWTHS) - 1);
    for (int g = 0; g < ORDO_GROWTHS; g++)
        if (mask >> g & 1)
            number(r, &p[g]);
        else
            p[g] = 0;
}

static void model(struct record *r, struct ordo_model *m) {
    m->growth = growth(r, m->growth);
    m->warnings = (unsigned)whole(r, m->warnings, 2 * ORDO_MODEL_LAST_WARNING - 1);
    m->n_points = (size_t)whole(r, m->n_points, (uint64_t)1 << 53);
    number(r, &m->n_min);
    number(r, &m->n_max);
    posterior(r, m->posterior);
    if ((m->has_exponent = flag(r, m->has_exponent))) {
        number(r, &m->exponent);
        number(r, &m->low);
        number(r, &m->high);
        number(r, &m->top);
        number(r, &m->top_low);
        number(r, &m->top_high);
    }
    if ((m->has_later = flag(r, m->has_later))) {
        m->later = growth(r, m->later);
        number(r, &m->later_from);
    }
    if ((m->has_least = flag(r, m->has_least))) m->least = growth(r, m->least);
    if ((m->has_base = flag(r, m->has_base))) {
        number(r, &m->base);
        number(r, &m->base_low);
        number(r, &m->base_high);
    }
    if ((m->has_r2 = flag(r, m->has_r2))) number(r, &m->r2);
    if ((m->has_prediction = flag(r, m->has_prediction))) {
        number(r, &m->at);
        number(r, &m->predicted);
        number(r, &m->predicted_low);
        number(r, &m->predicted_high);
    }
    m->n_terms = (unsigned)whole(r, m->n_terms, ORDO_MODEL_TERMS);
    for (unsigned k = 0; k < m->n_terms; k++) {
        m->term[k].growth = growth(r, m->term[k].growth);
        number(r, &m->term[k].coefficient);
    }
    number(r, &m->base_of_term);
    number(r, &m->n_break);
}

/* Moves `second`, which mostly equals `first` and then takes one value. */
static void model_like(struct record *r, const struct ordo_model *first,
                       struct ordo_model *second) {
    bool same = flag(r, !r->reading && memcmp(first, second, sizeof *first) == 0);
    if (!same)
        model(r, second);
    else if (r->reading)
        *second = *first;
}

static void series_record(struct record *r, struct ordo_series_model *m) {
    number(r, &m->unexplained);
    m->various_sizes = flag(r, m->various_sizes);
    m->costs_differ = flag(r, m->costs_differ);
    model(r, &m->mean);
    model_like(r, &m->mean, &m->worst);
}

/* Moves an index below n, or UINT32_MAX for none. */
static uint32_t index_of(struct record *r, uint32_t i, uint32_t n) {
    uint64_t kept = whole(r, i == UINT32_MAX ? 0 : (uint64_t)i + 1, n);
    return kept ? (uint32_t)(kept - 1) : UINT32_MAX;
}

static void scope_record(struct record *r, const struct ordo_profile *p,
                         struct ordo_scope_growth *g) {
    struct ordo_cause *c = &g->cause;
    g->best = index_of(r, g->best, p->n_series);
    g->has_share = flag(r, g->has_share);
    g->explosive = flag(r, g->explosive);
    number(r, &g->own_now);
    number(r, &g->own_at_10x);
    number(r, &g->share_at_10x);
    number(r, &g->predicted_total);
    c->kind = (enum ordo_cause_kind)whole(r, c->kind, ORDO_CAUSE_CHILD);
    if (c->kind != ORDO_CAUSE_NONE) {
        c->growth = growth(r, c->growth);
        number(r, &c->share);
        c->root.i = index_of(r, c->root.i, p->n_scopes);
        c->child.i = index_of(r, c->child.i, p->n_scopes);
        if (c->kind == ORDO_CAUSE_CHILD && c->child.i == UINT32_MAX) r->wrong = true;
    }
}

struct reading {
    struct ordo_analysis *a;
    uint64_t n_series, n_scopes;
};

static bool take(void *context, const struct ordo_cache_record *kept) {
    struct reading *x = context;
    const struct ordo_profile *p = x->a->profile;
    struct record r = {.reading = true, .n = kept->n / sizeof(double)};
    if (r.n > MOST_VALUES || kept->n % sizeof(double) || !kept->bytes) return false;
    memcpy(r.v, kept->bytes, kept->n);
    if (kept->kind == SERIES_RECORD && kept->item < p->n_series) {
        series_record(&r, &x->a->series[kept->item]);
        x->n_series++;
    } else if (kept->kind == SCOPE_RECORD && kept->item < p->n_scopes) {
        scope_record(&r, p, &x->a->scope[kept->item]);
        x->n_scopes++;
    } else {
        return false;
    }
    return !r.wrong && r.at == r.n;
}

struct ordo_analysis *ordo_model_cache_read(const char *path, const struct ordo_profile *p) {
    if (p->n_series < ORDO_MODEL_CACHE_SERIES) return NULL;
    struct reading x = {.a = ordo_analysis_new(p)};
    if (!x.a) return NULL;
    if (ordo_cache_read(path, ORDO_MODEL_VERSION, take, &x) && x.n_series == p->n_series &&
        x.n_scopes == p->n_scopes)
        return x.a;
    ordo_analysis_free(x.a);
    return NULL;
}

struct writing {
    const struct ordo_analysis *a;
    uint64_t at;
    struct record r;
};

static bool next(void *context, struct ordo_cache_record *out) {
    struct writing *x = context;
    const struct ordo_profile *p = x->a->profile;
    uint64_t i = x->at++;
    x->r = (struct record){.n = 0};
    if (i < p->n_series) {
        struct ordo_series_model m = x->a->series[i];
        series_record(&x->r, &m);
        *out = (struct ordo_cache_record){.kind = SERIES_RECORD, .item = (uint32_t)i};
    } else if (i - p->n_series < p->n_scopes) {
        i -= p->n_series;
        struct ordo_scope_growth g = x->a->scope[i];
        scope_record(&x->r, p, &g);
        *out = (struct ordo_cache_record){.kind = SCOPE_RECORD, .item = (uint32_t)i};
    } else {
        return false;
    }
    out->bytes = x->r.v;
    out->n = x->r.n * sizeof(double);
    return true;
}

void ordo_model_cache_write(const char *path, const struct ordo_analysis *a) {
    struct writing x = {.a = a};
    if (a->profile->n_series < ORDO_MODEL_CACHE_SERIES) return;
    ordo_cache_write(path, ORDO_MODEL_VERSION, next, &x);
}
