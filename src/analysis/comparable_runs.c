/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * comparable_runs.c: two runs are of one series if they ended alike, if their command lines have
 * as many words, the same program, and the same options, and if no object file that both of them
 * ran was built from other code. Digits in options, and all other words, may differ.
 */
#include "analysis/comparable_runs.h"

#include "analysis/power_fit.h"
#include "base/memory.h"
#include "base/words.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CONCORDANT 0.8 /* least share of the pairs of runs in which the greater one costs more */
#define APART 1.05     /* least ratio of counts: a program's own work differs by so much */

enum { MOST_DIGITS = 15 };

/* A size that all runs of a series have: one number for each run, in the order of `run`. */
struct candidate {
    const struct ordo_profile *p;
    const struct ordo_words *commands; /* by run of the profile */
    const uint32_t *run;
    uint32_t n;
    double *size; /* not above 0: the run has no size that could be fitted */
    bool named;   /* the user chose this size: it need not explain the cost */
};

/* Splits a command line that ordo_text_add_quoted wrote. */
static void split(const char *command, struct ordo_words *words) {
    char *word = ordo_memory_new(strlen(command) + 1, 1);
    size_t n = 0;
    bool quoted = false, any = false;
    for (const char *c = command;; c++) {
        if (!*c || (*c == ' ' && !quoted)) {
            word[n] = '\0';
            if (any) ordo_words_add(words, word);
            n = 0, any = false;
            if (!*c) break;
            continue;
        }
        any = true;
        if (*c == '\'')
            quoted = !quoted;
        else if (*c == '\\' && !quoted && c[1])
            word[n++] = *++c;
        else
            word[n++] = *c;
    }
    free(word);
}

static const char *base_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* Returns whether the texts are equal except for the digits in them. */
static bool equal_but_for_digits(const char *a, const char *b) {
    for (;;) {
        size_t n = strspn(a, "0123456789"), m = strspn(b, "0123456789");
        if (!n != !m) return false;
        a += n, b += m;
        if (*a != *b) return false;
        if (!*a) return true;
        a++, b++;
    }
}

/* How a run ended is unknown if its profile was made of raw files only: then it is taken to have
 * succeeded. */
static int32_t status_of(const struct ordo_run *r) {
    return r->exit_status > 0 ? r->exit_status : 0;
}

/* Returns whether both runs ended with the same status or signal. A run that failed half-way cost
 * less than its size suggests. */
static bool ended_alike(const struct ordo_run *a, const struct ordo_run *b) {
    return status_of(a) == status_of(b) && a->signal == b->signal;
}

static bool same_command(const struct ordo_words *a, const struct ordo_words *b) {
    if (a->n != b->n || !a->n || strcmp(base_name(a->v[0]), base_name(b->v[0])) != 0) return false;
    for (size_t i = 1; i < a->n; i++)
        if ((*a->v[i] == '-' || *b->v[i] == '-') && !equal_but_for_digits(a->v[i], b->v[i]))
            return false;
    return true;
}

/* A line of ordo_run.code. */
struct build {
    const char *hash, *name;
    size_t length; /* of the name */
};

/* Reads the line at *at and moves *at behind it. Returns false at the end. */
static bool next_build(const char **at, struct build *b) {
    const char *space = strchr(*at, ' ');
    if (!space) return false;
    *b = (struct build){*at, space + 1, strcspn(space + 1, "\n")};
    *at = b->name + b->length + (b->name[b->length] == '\n');
    return true;
}

static bool equal_names(const struct build *a, const struct build *b) {
    return a->length == b->length && memcmp(a->name, b->name, a->length) == 0;
}

static bool has_name(const char *code, const struct build *wanted) {
    struct build b;
    while (next_build(&code, &b))
        if (equal_names(&b, wanted)) return true;
    return false;
}

static bool has_build(const char *code, const struct build *wanted) {
    struct build b;
    while (next_build(&code, &b))
        if (equal_names(&b, wanted) && memcmp(b.hash, wanted->hash, 16) == 0) return true;
    return false;
}

/* Returns whether each object file that both runs executed had a build in both. A test run executes
 * several programs called a.out, for example, of which another run executes some. */
static bool same_builds(const struct ordo_run *x, const struct ordo_run *y) {
    struct build b, other;
    for (const char *at = x->code; next_build(&at, &b);) {
        bool common = !has_name(y->code, &b);
        for (const char *all = x->code; !common && next_build(&all, &other);)
            common = equal_names(&b, &other) && has_build(y->code, &other);
        if (!common) return false;
    }
    return true;
}

static double cost_of(const struct ordo_profile *p, const struct ordo_run *r) {
    double sum = 0;
    for (uint64_t i = 0; i < r->processes.n; i++)
        sum += (double)p->processes[r->processes.first + i].cost;
    return sum;
}

/* Returns whether most sizes are positive, and whether those differ and explain the cost. */
static bool explains(const struct candidate *c) {
    unsigned pairs = 0, concordant = 0, positive = 0;
    for (uint32_t i = 0; i < c->n; i++) {
        if (isnan(c->size[i])) return false;
        if (!(c->size[i] > 0)) continue;
        positive++;
        double x = cost_of(c->p, &c->p->runs[c->run[i]]);
        for (uint32_t k = 0; k < i; k++) {
            double y = cost_of(c->p, &c->p->runs[c->run[k]]);
            if (!(c->size[k] > 0) || c->size[i] == c->size[k]) continue;
            pairs++;
            concordant += c->size[i] > c->size[k] ? x > y : x < y;
        }
    }
    return pairs && 2 * positive > c->n && (c->named || concordant >= CONCORDANT * pairs);
}

static void take_feature(struct candidate *c, const char *name) {
    for (uint32_t i = 0; i < c->n; i++) {
        const struct ordo_run *r = &c->p->runs[c->run[i]];
        c->size[i] = NAN;
        for (uint64_t k = 0; k < r->features.n; k++)
            if (strcmp(c->p->features[r->features.first + k].name, name) == 0)
                c->size[i] = c->p->features[r->features.first + k].value;
    }
}

/* Returns the number at the end of the word, as in 100, n=100 or -n100; NAN if the word has none.
 */
static double integer_in(const char *word) {
    size_t n = strcspn(word, "0123456789"), digits = strspn(word + n, "0123456789");
    if (!digits || digits > MOST_DIGITS || word[n + digits] || memchr(word, '.', n) ||
        memchr(word, '/', n))
        return NAN;
    return strtod(word + n, NULL);
}

static void take_argument(struct candidate *c, size_t word) {
    for (uint32_t i = 0; i < c->n; i++) c->size[i] = integer_in(c->commands[c->run[i]].v[word]);
}

/* Returns the run of digits at position i in the word, or NULL; sets *n to its length. */
static const char *digits_at(const char *word, size_t i, size_t *n) {
    for (;; word += *n) {
        word += strcspn(word, "0123456789");
        *n = strspn(word, "0123456789");
        if (!*n) return NULL;
        if (i-- == 0) return word;
    }
}

/* Takes the one number that differs in a word whose other characters are the same in all runs, as
 * in data/in.100.txt. */
static void take_number_in(struct candidate *c, size_t word) {
    const char *first = c->commands[c->run[0]].v[word];
    size_t n, m, differs = SIZE_MAX;
    for (uint32_t i = 0; i < c->n; i++) {
        const char *w = c->commands[c->run[i]].v[word], *x, *y;
        c->size[i] = NAN;
        if (!equal_but_for_digits(first, w) || !isnan(integer_in(w))) return;
        for (size_t k = 0; (x = digits_at(first, k, &n)); k++) {
            y = digits_at(w, k, &m);
            if (n == m && memcmp(x, y, n) == 0) continue;
            if (differs != SIZE_MAX && differs != k) return;
            differs = k;
        }
    }
    for (uint32_t i = 0; i < c->n && differs != SIZE_MAX; i++) {
        const char *number = digits_at(c->commands[c->run[i]].v[word], differs, &n);
        c->size[i] = n <= MOST_DIGITS ? strtod(number, NULL) : NAN;
    }
}

/* Returns whether the greatest of the positive sizes is at least `ratio` times the least. */
static bool are_apart(const struct candidate *c, double ratio) {
    double least = INFINITY, most = 0;
    for (uint32_t i = 0; i < c->n; i++) {
        if (c->size[i] > 0) least = fmin(least, c->size[i]);
        most = fmax(most, c->size[i]);
    }
    return most >= ratio * least;
}

static void take_count(struct candidate *c, size_t field) {
    for (uint32_t i = 0; i < c->n; i++)
        c->size[i] = (double)*(const uint64_t *)((const char *)&c->p->runs[c->run[i]] + field);
}

/* Takes the candidate at position i of their order, and writes its name. Returns its kind; none if
 * there are no more. */
static enum ordo_run_size take(struct candidate *c, size_t i, char *name, size_t bytes) {
    static const struct {
        enum ordo_run_size kind;
        const char *name;
        size_t field;
    } counts[] = {
        {ORDO_RUN_SIZE_INPUT, "bytes read", offsetof(struct ordo_run, input)},
        {ORDO_RUN_SIZE_ALLOCATIONS, "allocations", offsetof(struct ordo_run, allocations)},
        {ORDO_RUN_SIZE_ALLOCATED, "bytes allocated", offsetof(struct ordo_run, allocated)},
    };
    const struct ordo_span *features = &c->p->runs[c->run[0]].features;
    size_t words = c->commands[c->run[0]].n - 1; /* without the program's name */
    if (i < features->n) {
        const char *feature = c->p->features[features->first + i].name;
        take_feature(c, feature);
        snprintf(name, bytes, "%s", feature);
        return ORDO_RUN_SIZE_FEATURE;
    }
    i -= features->n;
    if (i < words) {
        take_argument(c, i + 1);
        snprintf(name, bytes, "argument %zu", i + 1);
        return ORDO_RUN_SIZE_ARGUMENT;
    }
    i -= words;
    if (i < sizeof counts / sizeof *counts) {
        take_count(c, counts[i].field);
        snprintf(name, bytes, "%s", counts[i].name);
        return counts[i].kind;
    }
    i -= sizeof counts / sizeof *counts;
    if (i >= words) return ORDO_RUN_SIZE_NONE;
    take_number_in(c, i + 1);
    snprintf(name, bytes, "number in argument %zu", i + 1);
    return ORDO_RUN_SIZE_NAME;
}

/* Counts that hardly differ are better than no size only. */
static enum ordo_run_size choose(struct candidate *c, const char *name, char *out, size_t bytes) {
    enum ordo_run_size kind;
    for (int hardly = 0; hardly < 2; hardly++)
        for (size_t i = 0; (kind = take(c, i, out, bytes)) != ORDO_RUN_SIZE_NONE; i++) {
            if ((name && strcmp(name, out) != 0) || !explains(c)) continue;
            bool chosen = name || kind <= ORDO_RUN_SIZE_ARGUMENT;
            bool count = kind != ORDO_RUN_SIZE_NAME;
            if (chosen || are_apart(c, hardly && count ? APART : ORDO_POWER_RANGE)) return kind;
        }
    *out = '\0';
    return ORDO_RUN_SIZE_NONE;
}

/* Drops the runs that have no positive size. */
static void keep_sizes(struct ordo_run_series *s) {
    for (uint32_t i = 0; i < s->n_alike; i++) {
        if (!(s->size[i] > 0)) continue;
        s->run[s->n] = s->run[i];
        s->size[s->n++] = s->size[i];
    }
}

/* Sorts by size; equal sizes stay in order. There are at most ORDO_RUNS_WITH_COSTS. */
static void sort(struct ordo_run_series *s) {
    for (uint32_t i = 1; i < s->n; i++) {
        double size = s->size[i];
        uint32_t run = s->run[i], k = i;
        for (; k && s->size[k - 1] > size; k--) {
            s->size[k] = s->size[k - 1];
            s->run[k] = s->run[k - 1];
        }
        s->size[k] = size;
        s->run[k] = run;
    }
}

/* Counts the runs that are not in run[], by the first reason that tells them apart. */
static void count_others(const struct ordo_profile *p, const struct ordo_words *commands,
                         struct ordo_run_series *s) {
    uint32_t leader = s->run[0];
    for (uint32_t i = 0, k = 0; i < p->n_runs; i++) {
        if (k < s->n_alike && s->run[k] == i) {
            k++;
            continue;
        }
        if (!same_command(&commands[leader], &commands[i]))
            s->others.command++;
        else if (!ended_alike(&p->runs[leader], &p->runs[i]))
            s->others.end++;
        else if (!p->runs[i].costs.n)
            s->others.costs++;
        else
            s->others.build++;
    }
}

static bool same_series(const struct ordo_profile *p, const struct ordo_words *commands, uint32_t a,
                        uint32_t b) {
    return p->runs[a].costs.n && p->runs[b].costs.n && ended_alike(&p->runs[a], &p->runs[b]) &&
           same_command(&commands[a], &commands[b]) && same_builds(&p->runs[a], &p->runs[b]);
}

/* Stores the runs of the series around `leader` in run[], which has room for all runs. Returns
 * their number. Two runs that are alike a third need not be alike: its build may be unknown. */
static uint32_t series_of(const struct ordo_profile *p, const struct ordo_words *commands,
                          uint32_t leader, uint32_t *run) {
    uint32_t n = 0;
    for (uint32_t k = 0; k < p->n_runs; k++) {
        bool alike = same_series(p, commands, leader, k);
        for (uint32_t i = 0; alike && i < n; i++) alike = same_series(p, commands, run[i], k);
        if (alike) run[n++] = k;
    }
    return n;
}

/* Stores the runs of the greatest series in run[]. Returns their number. */
static uint32_t greatest(const struct ordo_profile *p, const struct ordo_words *commands,
                         uint32_t *run) {
    uint32_t most = 0, leader = 0;
    for (uint32_t i = 0; i < p->n_runs && most < p->n_runs; i++) {
        uint32_t n = p->runs[i].costs.n ? series_of(p, commands, i, run) : 0;
        if (n > most) most = n, leader = i;
    }
    return most ? series_of(p, commands, leader, run) : 0;
}

void ordo_run_series_find(const struct ordo_profile *p, const char *name,
                          struct ordo_run_series *out) {
    *out = (struct ordo_run_series){0};
    if (p->n_runs < 2) return;
    struct ordo_words *commands = ordo_memory_new(p->n_runs, sizeof *commands);
    out->run = ordo_memory_new(p->n_runs, sizeof *out->run);
    out->size = ordo_memory_new(p->n_runs, sizeof *out->size);
    for (uint32_t i = 0; i < p->n_runs; i++) split(p->runs[i].command, &commands[i]);
    out->n_alike = greatest(p, commands, out->run);
    if (out->n_alike) count_others(p, commands, out);
    struct candidate c = {p, commands, out->run, out->n_alike, out->size, name};
    if (out->n_alike >= 2) out->kind = choose(&c, name, out->name, sizeof out->name);
    if (out->kind != ORDO_RUN_SIZE_NONE) keep_sizes(out);
    sort(out);
    for (uint32_t i = 0; i < p->n_runs; i++) ordo_words_done(&commands[i]);
    free(commands);
}

void ordo_run_size_names_add(struct ordo_text *t, const struct ordo_profile *p) {
    if (p->n_runs < 2) return;
    struct ordo_words *commands = ordo_memory_new(p->n_runs, sizeof *commands), names = {0};
    uint32_t *run = ordo_memory_new(p->n_runs, sizeof *run);
    double *size = ordo_memory_new(p->n_runs, sizeof *size);
    for (uint32_t i = 0; i < p->n_runs; i++) split(p->runs[i].command, &commands[i]);
    struct candidate c = {p, commands, run, greatest(p, commands, run), size, true};
    char name[64];
    for (size_t i = 0; c.n >= 2 && take(&c, i, name, sizeof name) != ORDO_RUN_SIZE_NONE; i++)
        if (explains(&c)) ordo_words_add(&names, name);
    for (size_t i = 0; i < names.n; i++)
        ordo_text_print(t, "%s%s", !i ? "" : i + 1 == names.n ? " and " : ", ", names.v[i]);
    for (uint32_t i = 0; i < p->n_runs; i++) ordo_words_done(&commands[i]);
    ordo_words_done(&names);
    free(commands);
    free(run);
    free(size);
}

void ordo_run_series_free(struct ordo_run_series *s) {
    free(s->run);
    free(s->size);
    *s = (struct ordo_run_series){0};
}

/* Keeps the candidate's numbers if all runs have one above 0, and they differ. */
static void keep_size(struct ordo_run_sizes *s, struct candidate *c, const char *kind,
                      const char *name) {
    bool differ = false;
    for (uint32_t i = 0; i < c->n; i++) {
        if (!(c->size[i] > 0)) return;
        differ |= c->size[i] != c->size[0];
    }
    if (!differ || s->sizes == ORDO_RUN_SIZES) return;
    snprintf(s->name[s->sizes], sizeof *s->name, "%s%s", kind, name);
    s->size[s->sizes] = ordo_memory_new(c->n, sizeof *c->size);
    memcpy(s->size[s->sizes++], c->size, c->n * sizeof *c->size);
}

void ordo_run_sizes_find(const struct ordo_profile *p, struct ordo_run_sizes *out) {
    *out = (struct ordo_run_sizes){0};
    if (p->n_runs < 2) return;
    struct ordo_words *commands = ordo_memory_new(p->n_runs, sizeof *commands);
    double *size = ordo_memory_new(p->n_runs, sizeof *size);
    out->run = ordo_memory_new(p->n_runs, sizeof *out->run);
    for (uint32_t i = 0; i < p->n_runs; i++) split(p->runs[i].command, &commands[i]);
    out->n = greatest(p, commands, out->run);
    if (out->n >= 2) {
        struct candidate c = {p, commands, out->run, out->n, size, true};
        const struct ordo_run *first = &p->runs[out->run[0]];
        for (uint64_t k = 0; k < first->features.n; k++) {
            const char *name = p->features[first->features.first + k].name;
            take_feature(&c, name);
            keep_size(out, &c, "feature:", name);
        }
        for (size_t word = 1; word < commands[out->run[0]].n; word++) {
            char number[32];
            snprintf(number, sizeof number, "%zu", word);
            take_argument(&c, word);
            keep_size(out, &c, "argument ", number);
        }
    }
    for (uint32_t i = 0; i < p->n_runs; i++) ordo_words_done(&commands[i]);
    free(commands);
    free(size);
    if (!out->sizes) ordo_run_sizes_free(out);
}

void ordo_run_sizes_free(struct ordo_run_sizes *s) {
    for (unsigned k = 0; k < s->sizes; k++) free(s->size[k]);
    free(s->run);
    *s = (struct ordo_run_sizes){0};
}
