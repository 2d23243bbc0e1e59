/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "engine/lab/run_plan.h"

#include "engine/lab/statement_hooks.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

struct olab_plan *olab_plan;
struct ordo_lab_module *olab_modules;

void __ordo_lab_add(struct ordo_lab_module *m) {
    m->next = olab_modules;
    olab_modules = m;
}

/* The remaining words of the file. `bad` is set at the first missing word. */
struct words {
    const uint64_t *v;
    uint64_t n;
    bool bad;
};

static uint64_t next(struct words *w) {
    if (w->n == 0) {
        w->bad = true;
        return 0;
    }
    w->n--;
    return *w->v++;
}

static struct olab_list list(struct words *w, uint64_t below) {
    struct olab_list l = {.n = next(w)};
    if (l.n > w->n) {
        w->bad = true;
        return (struct olab_list){0};
    }
    l.v = w->v;
    for (uint64_t i = 0; i < l.n; i++)
        if (next(w) >= below) w->bad = true;
    return l;
}

static struct ordo_lab_module *module_of(uint64_t id) {
    for (struct ordo_lab_module *m = olab_modules; m; m = m->next)
        if (m->id == id) return m;
    return NULL;
}

static bool read_module(struct words *w, struct olab_plan *p, uint64_t index) {
    struct ordo_lab_module *m = module_of(next(w));
    if (!m || next(w) != m->n_counters || next(w) != m->n_calls) return false;
    p->modules[index] = m;
    m->first_counter = (uint32_t)p->n_counters;
    m->first_call = (uint32_t)p->n_calls;
    for (uint32_t i = 0; i < m->n_counters; i++) m->weights[i] = (int32_t)(uint32_t)next(w);
    p->n_counters += m->n_counters;
    p->n_calls += m->n_calls;
    p->calls = realloc(p->calls, (p->n_calls + 1) * sizeof *p->calls);
    p->module_of_counter =
        realloc(p->module_of_counter, (p->n_counters + 1) * sizeof *p->module_of_counter);
    if (!p->calls || !p->module_of_counter) return false;
    for (uint32_t i = 0; i < m->n_counters; i++)
        p->module_of_counter[m->first_counter + i] = (uint32_t)index;
    for (uint32_t i = 0; i < m->n_calls; i++) {
        struct olab_call *c = &p->calls[m->first_call + i];
        c->statement = next(w);
        if (c->statement != ORDO_LAB_NOWHERE && c->statement >= p->n_statements) return false;
        c->believed = list(w, p->n_statements);
    }
    return !w->bad;
}

static struct olab_plan *read_words(struct words *w) {
    uint64_t n = w->n;
    if (next(w) != ORDO_LAB_PLAN_MAGIC || next(w) != n) return NULL;
    struct olab_plan *p = calloc(1, sizeof *p);
    if (!p) return NULL;
    p->n_statements = next(w);
    p->n_modules = next(w);
    if (p->n_statements > n || p->n_modules > n) return NULL;
    p->modules = calloc(p->n_modules + 1, sizeof *p->modules);
    p->counters = calloc(p->n_statements + 1, sizeof *p->counters);
    if (!p->modules || !p->counters) return NULL;
    for (uint64_t i = 0; i < p->n_modules; i++)
        if (!read_module(w, p, i)) return NULL;
    for (uint64_t i = 0; i < p->n_statements; i++) p->counters[i] = list(w, 2 * p->n_counters);
    return w->bad || w->n ? NULL : p;
}

bool olab_plan_read(const char *path, const char **why) {
    *why = "the plan cannot be read";
    FILE *f = fopen(path, "rb");
    struct stat st;
    if (!f) return false;
    uint64_t *v = fstat(fileno(f), &st) == 0 ? malloc((size_t)st.st_size + 8) : NULL;
    size_t n = v ? fread(v, 8, (size_t)st.st_size / 8, f) : 0;
    fclose(f);
    if (!v) return false;
    *why = "the plan is not of this program";
    struct words w = {.v = v, .n = n};
    olab_plan = read_words(&w);
    return olab_plan != NULL;
}
