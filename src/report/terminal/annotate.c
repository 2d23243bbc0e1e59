/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * annotate.c: walks the file's scopes, sorted by line, along with its text.
 *
 * A line's cost is the own cost of the routines and loops that begin on it, as in the report
 * (library_fold.h); a recursion's cost belongs to its members. Code of libraries keeps the cost
 * that it has itself, so that its own source can be looked at, too. Class and share are those of
 * the costliest of them. If executions of lines were counted, each line has its count.
 */
#include "report/terminal/annotate.h"

#include "base/memory.h"
#include "base/numerals.h"
#include "base/stream.h"
#include "model/fit/two_size_formula.h"
#include "report/choice/library_fold.h"
#include "report/choice/rank.h"
#include "report/words/growth_color.h"
#include "report/words/spoken_name.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BAR = 10, RUNS = 9, TAB = 4 };

/* The scopes that begin on one line. */
struct mark {
    uint32_t line;
    double own; /* their own cost */
    const struct ordo_profile_scope *first;
    uint32_t n;
};

struct marks {
    struct mark *list;
    size_t n;
    double most;
};

static bool ends_in(const char *path, const char *name) {
    size_t n = strlen(path), m = strlen(name);
    return m && n > m && path[n - m - 1] == '/' && strcmp(path + n - m, name) == 0;
}

enum ordo_status ordo_annotate_find(const struct ordo_profile *p, const char *name,
                                    const char **file, struct ordo_error *error) {
    const char *found = NULL;
    for (uint32_t i = 0; i < p->n_scopes; i++) {
        const char *f = p->scopes[i].file;
        if (p->scopes[i].kind == ORDO_PROFILE_LIBRARY) continue;
        if (strcmp(f, name) == 0) return *file = f, ORDO_OK;
        if (!ends_in(f, name) && !ends_in(name, f)) continue;
        if (found && strcmp(found, f) != 0)
            return ordo_error_set(error, ORDO_BAD_INPUT,
                                  "%s: matches both %s and %s; give more of the path", name, found,
                                  f);
        found = f;
    }
    if (!found)
        return ordo_error_set(
            error, ORDO_BAD_INPUT,
            "%s: no routine or loop of this profile begins in this file: `ordo annotate` "
            "without a file lists those that have some",
            name);
    *file = found;
    return ORDO_OK;
}

/* The scopes of a profile with their own costs. */
struct owners {
    const struct ordo_analysis *a;
    struct ordo_library_fold fold;
    bool folds; /* false: there is no code of libraries */
};

static void owners_init(struct owners *o, const struct ordo_analysis *a) {
    *o = (struct owners){.a = a, .folds = ordo_library_fold_differs(a->profile)};
    if (o->folds) ordo_library_fold_init(&o->fold, a->profile, a);
}

static void owners_done(struct owners *o) {
    if (o->folds) ordo_library_fold_done(&o->fold);
}

static bool is_folded(const struct owners *o, uint32_t scope) {
    return o->folds && o->fold.folded[scope];
}

/* Returns a scope's own cost, of which the costs of lines and files are sums: 0 if it has none, or
 * if its members have it. */
static double own(const struct owners *o, uint32_t scope) {
    double cost =
        ordo_reported_own(o->a, o->folds && !is_folded(o, scope) ? &o->fold : NULL, scope);
    return o->a->profile->scopes[scope].kind == ORDO_PROFILE_RECURSION || isnan(cost) ? 0 : cost;
}

static void write_meaning(FILE *out, const struct owners *o) {
    fprintf(out, "OWN: without callees and inner loops, with %s called there\n",
            o->folds ? "the code of libraries" : "the library routines");
}

static int by_line(const void *a, const void *b) {
    const struct ordo_profile_scope *x = *(const struct ordo_profile_scope *const *)a,
                                    *y = *(const struct ordo_profile_scope *const *)b;
    if (x->line != y->line) return x->line < y->line ? -1 : 1;
    if (x->cost_total != y->cost_total) return x->cost_total > y->cost_total ? -1 : 1;
    return (x > y) - (x < y);
}

static void marks_init(struct marks *m, const struct owners *o, const char *file) {
    const struct ordo_profile *p = o->a->profile;
    const struct ordo_profile_scope **scopes =
        ordo_memory_new((size_t)p->n_scopes + 1, sizeof *scopes);
    size_t n = 0;
    *m = (struct marks){.list = ordo_memory_new((size_t)p->n_scopes + 1, sizeof *m->list)};
    for (uint32_t i = 0; i < p->n_scopes; i++)
        if (p->scopes[i].kind != ORDO_PROFILE_LIBRARY && strcmp(p->scopes[i].file, file) == 0)
            scopes[n++] = &p->scopes[i];
    qsort(scopes, n, sizeof *scopes, by_line);
    for (size_t i = 0; i < n; i++) {
        if (!m->n || m->list[m->n - 1].line != scopes[i]->line)
            m->list[m->n++] = (struct mark){.line = scopes[i]->line, .first = scopes[i]};
        struct mark *x = &m->list[m->n - 1];
        x->own += own(o, (uint32_t)(scopes[i] - p->scopes));
        x->n++;
        if (x->own > m->most) m->most = x->own;
    }
    free(scopes);
}

static void percent(char out[16], double share) {
    if (!(share > 0))
        snprintf(out, 16, "0 %%");
    else if (share < 0.0005)
        snprintf(out, 16, "<0.1 %%");
    else
        snprintf(out, 16, "%.1f %%", 100 * (share > 1 ? 1 : share));
}

/* Draws a bar of BAR columns, in eighths of a column unless `ascii`. */
static void bar(FILE *out, double part, bool ascii) {
    static const char *const eighths[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
    unsigned n = (unsigned)(part * BAR * 8 + 0.5);
    if (!n && part > 0) n = 1;
    unsigned full = ascii ? (n + 7) / 8 : n / 8, columns = full;
    for (unsigned i = 0; i < full; i++) fputs(ascii ? "#" : "█", out);
    if (!ascii && n % 8) {
        fputs(eighths[n % 8], out);
        columns++;
    }
    fprintf(out, "%*s", (int)(BAR - columns), "");
}

/* Returns the class of a scope; `two` has room for one of two sizes. */
static const char *class_of(const struct ordo_analysis *a, const struct ordo_profile_scope *s,
                            char two[ORDO_TWO_SIZE_CLASS_BYTES]) {
    const struct ordo_scope_growth *g = &a->scope[s - a->profile->scopes];
    uint32_t best = g->best;
    if (g->pair) {
        ordo_two_size_class_write(two, ORDO_TWO_SIZE_CLASS_BYTES, &g->pair->fit, false);
        return two;
    }
    if (g->argument) return ordo_growth_name(g->argument->mean.growth);
    if (s->flags & ORDO_PROFILE_FOLDED) return "folded";
    if (!ordo_rank_profiled(s) || best == ORDO_SERIES_NONE) return "-";
    return ordo_growth_name(a->series[best].mean.growth);
}

/* Writes one line of text: expands tabs, replaces control characters, cuts to `width` columns. */
static void write_text(FILE *out, const char *s, size_t n, uint32_t width) {
    uint32_t column = 0;
    for (size_t i = 0; i < n && (!width || column < width); i++) {
        unsigned char c = (unsigned char)s[i];
        if (c == '\t') {
            do putc_unlocked(' ', out), column++;
            while (column % TAB && (!width || column < width));
            continue;
        }
        if (c == '\r' && i + 1 == n) break;
        putc_unlocked(c < ' ' || c == 127 ? '?' : c, out);
        if ((c & 0xc0) != 0x80) column++;
    }
}

/* Executions of the file's lines, if they were counted. */
struct runs {
    const struct ordo_line_count *list;
    uint64_t n, at; /* at: the next one to write */
};

static struct runs find_runs(const struct ordo_profile *p, const char *file) {
    struct runs r = {0};
    for (uint64_t i = 0; i < p->n_lines; i++) {
        if (strcmp(p->lines[i].file, file) != 0) continue;
        if (!r.n) r.list = &p->lines[i];
        r.n++;
    }
    return r;
}

struct writer {
    FILE *out;
    const struct ordo_analysis *a;
    const struct owners *owners;
    const struct ordo_annotate_options *options;
    const struct marks *marks;
    struct runs runs;
    int digits; /* of line numbers */
};

static void write_mark(const struct writer *w, const struct mark *m) {
    const struct ordo_profile *p = w->a->profile;
    if (!m) {
        fprintf(w->out, "%8s %8s %-9s %*s", "", "", "", BAR, "");
        return;
    }
    char self[16], share[16];
    percent(self, p->total_cost ? m->own / (double)p->total_cost : 0);
    percent(share, ordo_rank_share(p, m->first));
    char two[ORDO_TWO_SIZE_CLASS_BYTES];
    const char *on = ordo_growth_color_of(w->a, (uint32_t)(m->first - p->scopes));
    bool colored = on && w->options->color;
    fprintf(w->out, "%8s %8s %s%-9s%s ", self, share, colored ? on : "",
            class_of(w->a, m->first, two), colored ? ORDO_COLOR_PLAIN : "");
    bar(w->out, w->marks->most > 0 ? m->own / w->marks->most : 0, w->options->ascii);
}

/* Writes the line's count. Lines must come in ascending order. */
static void write_runs(struct writer *w, uint32_t line) {
    char numeral[ORDO_NUMERAL_BYTES];
    struct runs *r = &w->runs;
    if (!r->n) return;
    while (r->at < r->n && r->list[r->at].line < line) r->at++;
    bool counted = r->at < r->n && r->list[r->at].line == line;
    fprintf(w->out, " %*s", RUNS, counted ? ordo_numeral_short(numeral, r->list[r->at].count) : "");
}

static void write_line(struct writer *w, uint32_t line, const struct mark *m, const char *s,
                       size_t n) {
    int before = 8 + 1 + 8 + 1 + 9 + 1 + BAR + 1 + w->digits + 3 + (w->runs.n ? RUNS + 1 : 0);
    uint32_t width = w->options->width;
    write_mark(w, m);
    write_runs(w, line);
    fprintf(w->out, " %*u %s ", w->digits, line, w->options->ascii ? "|" : "│");
    write_text(w->out, s, n, width > (uint32_t)before + 10 ? width - (uint32_t)before : width);
    putc_unlocked('\n', w->out);
}

static void write_header(const struct writer *w, const char *file,
                         const struct ordo_source_text *source) {
    struct ordo_text name = {0};
    ordo_spoken_text_add(&name, source->path ? source->path : file);
    fprintf(w->out, "%s\n", name.bytes ? name.bytes : file);
    ordo_text_done(&name);
    if (source->outcome != ORDO_SOURCE_READ)
        fprintf(w->out, "no text: %s\n",
                source->outcome == ORDO_SOURCE_SYSTEM ? "a system header" : source->why);
    if (source->newer)
        fputs("this file changed after the recording: lines may not match\n", w->out);
    write_meaning(w->out, w->owners);
    fprintf(w->out, "%8s %8s %-9s %-*s", "OWN", "SHARE", "CLASS", BAR, "");
    if (w->runs.n) fprintf(w->out, " %*s", RUNS, "RUNS");
    fprintf(w->out, " %*s\n", w->digits, "LINE");
}

static void write_source(struct writer *w, const struct ordo_source_text *source) {
    const char *s = source->bytes, *end = s + source->n;
    size_t at = 0;
    uint32_t context = w->options->context;
    bool gap = false;
    for (uint32_t line = 1; s < end; line++) {
        const char *newline = memchr(s, '\n', (size_t)(end - s)), *stop = newline ? newline : end;
        while (at < w->marks->n && w->marks->list[at].line < line) at++;
        const struct mark *m = at < w->marks->n ? &w->marks->list[at] : NULL;
        bool near = context == ORDO_ANNOTATE_WHOLE || (m && m->line - line <= context) ||
                    (at && line - w->marks->list[at - 1].line <= context);
        if (near) {
            if (gap) fputs("...\n", w->out);
            write_line(w, line, m && m->line == line ? m : NULL, s, (size_t)(stop - s));
        }
        gap = !near;
        s = newline ? newline + 1 : end;
    }
}

enum ordo_status ordo_annotate_write(FILE *out, const struct ordo_analysis *a, const char *file,
                                     const struct ordo_source_text *source,
                                     const struct ordo_annotate_options *options,
                                     struct ordo_error *error) {
    struct owners owners;
    struct marks marks;
    owners_init(&owners, a);
    marks_init(&marks, &owners, file);
    struct writer w = {out, a, &owners, options, &marks, find_runs(a->profile, file), 6};
    write_header(&w, file, source);
    if (source->outcome == ORDO_SOURCE_READ) {
        write_source(&w, source);
    } else {
        struct ordo_text name = {0};
        for (size_t i = 0; i < marks.n; i++) {
            ordo_text_clear(&name);
            ordo_spoken_name_add(&name, marks.list[i].first->name, options->ascii);
            if (name.bytes) write_line(&w, marks.list[i].line, &marks.list[i], name.bytes, name.n);
        }
        ordo_text_done(&name);
    }
    free(marks.list);
    owners_done(&owners);
    return ordo_stream_end(out, "the annotated source", error);
}

struct file_cost {
    const char *file;
    double own;
    uint32_t n;
};

static int by_file(const void *a, const void *b) {
    return strcmp(((const struct file_cost *)a)->file, ((const struct file_cost *)b)->file);
}

static int by_cost(const void *a, const void *b) {
    const struct file_cost *x = a, *y = b;
    if (x->own != y->own) return x->own > y->own ? -1 : 1;
    return strcmp(x->file, y->file);
}

enum ordo_status ordo_annotate_list(FILE *out, const struct ordo_analysis *a,
                                    struct ordo_error *error) {
    const struct ordo_profile *p = a->profile;
    struct owners owners;
    owners_init(&owners, a);
    struct file_cost *files = ordo_memory_new((size_t)p->n_scopes + 1, sizeof *files);
    size_t n = 0, kept = 0;
    for (uint32_t i = 0; i < p->n_scopes; i++)
        if (p->scopes[i].kind != ORDO_PROFILE_LIBRARY && *p->scopes[i].file)
            files[n++] = (struct file_cost){p->scopes[i].file,
                                            is_folded(&owners, i) ? 0 : own(&owners, i), 1};
    qsort(files, n, sizeof *files, by_file);
    for (size_t i = 0; i < n; i++) {
        if (kept && strcmp(files[kept - 1].file, files[i].file) == 0) {
            files[kept - 1].own += files[i].own;
            files[kept - 1].n++;
        } else
            files[kept++] = files[i];
    }
    qsort(files, kept, sizeof *files, by_cost);
    write_meaning(out, &owners);
    fprintf(out, "%8s %7s  %s\n", "OWN", "SCOPES", "FILE");
    struct ordo_text name = {0};
    for (size_t i = 0; i < kept; i++) {
        char share[16];
        percent(share, p->total_cost ? files[i].own / (double)p->total_cost : 0);
        ordo_text_clear(&name);
        ordo_spoken_text_add(&name, files[i].file);
        fprintf(out, "%8s %7u  %s\n", share, files[i].n, name.bytes ? name.bytes : "");
    }
    ordo_text_done(&name);
    free(files);
    owners_done(&owners);
    return ordo_stream_end(out, "the annotated source", error);
}
