/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "lab/lab_plan.h"

#include "abi/lab_protocol.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#define NO_FILE UINT32_MAX

struct position {
    uint32_t line, column;
};

/* One function as compiled in one module. */
struct instance {
    const struct ordo_lab_function *function;
    uint32_t module, file; /* file: of the constructs */
    struct position begin, end;
};

/* Where a construct is counted. */
struct home {
    const struct instance *instance;
    const struct ordo_region *region;
    uint32_t counter; /* the module's */
};

struct homes {
    struct home *v;
    size_t n;
};

struct join {
    struct ordo_arena *arena;
    const struct ordo_constructs *constructs;
    const struct ordo_lab_map *map;
    char **real; /* by constructs' file: without links; NULL: there is none */
    struct instance *instances;
    size_t n_instances;
    struct homes *homes; /* by construct */
    uint32_t **weights;  /* by module, by counter */
    uint64_t *words;
    size_t n_words, capacity;
    bool failed;
};

static bool before(struct position a, struct position b) {
    return a.line != b.line ? a.line < b.line : a.column < b.column;
}

static bool holds(struct position begin, struct position end, struct position p) {
    return !before(p, begin) && before(p, end);
}

static struct position begin_of(const struct ordo_region *r) {
    return (struct position){r->line, r->column};
}

static struct position end_of(const struct ordo_region *r) {
    return (struct position){r->end_line, r->end_column};
}

/* The constructs' number of a file, or NO_FILE. */
static uint32_t file_of(struct join *j, const char *folder, const char *name) {
    char joined[2 * PATH_MAX + 2], real[PATH_MAX];
    if (strlen(folder) + strlen(name) + 2 > sizeof joined) return NO_FILE;
    joined[0] = 0;
    if (name[0] != '/') strcat(strcpy(joined, folder), "/");
    strcat(joined, name);
    if (!realpath(joined, real)) return NO_FILE;
    for (uint32_t i = 0; i < j->constructs->n_files; i++)
        if (j->real[i] && strcmp(j->real[i], real) == 0) return i;
    return NO_FILE;
}

static void find_files(struct join *j) {
    j->real = ordo_arena_array(j->arena, j->constructs->n_files + 1, sizeof *j->real);
    if (!j->real) {
        j->failed = true;
        return;
    }
    for (size_t i = 0; i < j->constructs->n_files; i++) {
        char real[PATH_MAX];
        if (realpath(j->constructs->files[i], real)) j->real[i] = ordo_arena_copy(j->arena, real);
    }
}

static void add_instance(struct join *j, uint32_t module, const struct ordo_lab_function *f,
                         const uint32_t *files) {
    const struct ordo_lab_module_map *m = &j->map->modules[module];
    struct instance *x = &j->instances[j->n_instances];
    if (f->regions.n == 0 || f->regions.n_files == 0 || f->regions.files[0] >= m->n_files) return;
    *x = (struct instance){.function = f, .module = module, .file = files[f->regions.files[0]]};
    bool any = false;
    for (size_t i = 0; i < f->regions.n; i++) {
        const struct ordo_region *r = &f->regions.v[i];
        if (r->file != 0) continue;
        if (!any || before(begin_of(r), x->begin)) x->begin = begin_of(r);
        if (!any || before(x->end, end_of(r))) x->end = end_of(r);
        any = true;
    }
    if (any && x->file != NO_FILE) j->n_instances++;
}

static void find_instances(struct join *j) {
    size_t n = 0;
    for (size_t m = 0; m < j->map->n_modules; m++) n += j->map->modules[m].n_functions;
    j->instances = ordo_arena_array(j->arena, n + 1, sizeof *j->instances);
    if (!j->instances) j->failed = true;
    for (uint32_t m = 0; m < j->map->n_modules && !j->failed; m++) {
        const struct ordo_lab_module_map *x = &j->map->modules[m];
        uint32_t *files = ordo_arena_array(j->arena, x->n_files + 1, sizeof *files);
        if (!files) {
            j->failed = true;
            return;
        }
        for (size_t i = 0; i < x->n_files; i++) files[i] = file_of(j, x->files[0], x->files[i]);
        for (size_t i = 0; i < x->n_functions; i++) add_instance(j, m, &x->functions[i], files);
    }
}

static int span_order(const struct instance *a, const struct instance *b) {
    if (before(a->begin, b->begin) || before(b->end, a->end)) return 1; /* a is wider */
    return before(b->begin, a->begin) || before(a->end, b->end) ? -1 : 0;
}

/* The narrowest function that holds the place; its other instances have the same span. */
static const struct instance *function_at(const struct join *j, uint32_t file, struct position p) {
    const struct instance *best = NULL;
    for (size_t i = 0; i < j->n_instances; i++) {
        const struct instance *x = &j->instances[i];
        if (x->file != file || !holds(x->begin, x->end, p)) continue;
        if (!best || span_order(x, best) < 0) best = x;
    }
    return best;
}

static const struct ordo_region *innermost(const struct instance *x, struct position p) {
    const struct ordo_region *best = NULL;
    for (size_t i = 0; i < x->function->regions.n; i++) {
        const struct ordo_region *r = &x->function->regions.v[i];
        if (r->file != 0 || r->kind == ORDO_REGION_OTHER || !holds(begin_of(r), end_of(r), p))
            continue;
        if (!best || before(begin_of(best), begin_of(r)) ||
            (!before(begin_of(r), begin_of(best)) && !before(end_of(best), end_of(r))))
            best = r;
    }
    return best;
}

/* Of a loop that a macro begins: in the macro's text, the condition is the first to count apart. */
static uint32_t condition_in_macro(const struct instance *x, const struct ordo_region *use) {
    for (size_t i = 0; i < x->function->regions.n; i++) {
        const struct ordo_region *r = &x->function->regions.v[i];
        if (r->file == use->expanded && r->kind == ORDO_REGION_CODE && r->counter != use->counter)
            return r->counter;
    }
    return use->counter;
}

/* Does the region lie in the part of a loop's condition that has the condition's own number? */
static bool shares_number(const struct join *j, const struct instance *x,
                          const struct ordo_region *r) {
    for (size_t i = 0; i < j->constructs->n; i++) {
        const struct ordo_construct *c = &j->constructs->v[i];
        const struct ordo_lab_statement *s = &c->shares;
        if (s->line == 0 || c->written.file != x->file ||
            !holds((struct position){s->line, s->column},
                   (struct position){s->end_line, s->end_column}, begin_of(r)))
            continue;
        const struct ordo_region *whole = innermost(x, (struct position){c->line, c->column});
        if (whole && whole->counter == r->counter) return true;
    }
    return false;
}

static bool counter_of(const struct join *j, const struct instance *x,
                       const struct ordo_construct *c, const struct ordo_region *r,
                       uint32_t *counter) {
    uint32_t wanted = r->counter;
    if (c->in_macro && c->written.kind == ORDO_LAB_CONDITION && r->kind == ORDO_REGION_EXPANSION)
        wanted = condition_in_macro(x, r);
    const struct ordo_lab_mark *found[2] = {0};
    size_t n = 0;
    for (size_t i = 0; i < x->function->n_marks && n < 2; i++)
        if (x->function->marks[i].region_counter == wanted) found[n++] = &x->function->marks[i];
    if (n == 0 || wanted == ORDO_REGION_NO_COUNTER) return false;
    *counter = found[n == 2 && shares_number(j, x, r)]->counter;
    return true;
}

static void find_home(struct join *j, size_t number) {
    const struct ordo_construct *c = &j->constructs->v[number];
    struct position p = {c->line, c->column};
    const struct instance *first = function_at(j, c->written.file, p);
    struct homes *h = &j->homes[number];
    if (!first) return;
    h->v = ordo_arena_array(j->arena, j->n_instances, sizeof *h->v);
    if (!h->v) {
        j->failed = true;
        return;
    }
    for (size_t i = 0; i < j->n_instances; i++) {
        const struct instance *x = &j->instances[i];
        if (x->file != first->file || span_order(x, first) != 0 || !holds(x->begin, x->end, p))
            continue;
        const struct ordo_region *r = innermost(x, p);
        uint32_t counter;
        if (!r || !counter_of(j, x, c, r, &counter)) continue;
        h->v[h->n++] = (struct home){.instance = x, .region = r, .counter = counter};
        j->weights[x->module][counter]++;
    }
}

static void find_homes(struct join *j) {
    j->homes = ordo_arena_array(j->arena, j->constructs->n + 1, sizeof *j->homes);
    j->weights = ordo_arena_array(j->arena, j->map->n_modules + 1, sizeof *j->weights);
    j->failed |= !j->homes || !j->weights;
    for (size_t m = 0; m < j->map->n_modules && !j->failed; m++) {
        j->weights[m] =
            ordo_arena_array(j->arena, j->map->modules[m].n_counters + 1, sizeof **j->weights);
        j->failed |= !j->weights[m];
    }
    for (size_t i = 0; i < j->constructs->n && !j->failed; i++) find_home(j, i);
}

static void word(struct join *j, uint64_t value) {
    if (j->n_words == j->capacity) {
        size_t more = j->capacity ? 2 * j->capacity : 1024;
        uint64_t *bigger = realloc(j->words, more * sizeof *bigger);
        if (!bigger) {
            j->failed = true;
            return;
        }
        j->words = bigger, j->capacity = more;
    }
    j->words[j->n_words++] = value;
}

/* The innermost construct that holds the place; inner ones come later. */
static uint64_t construct_at(const struct join *j, uint32_t file, struct position p) {
    uint64_t found = ORDO_LAB_NOWHERE;
    for (size_t i = 0; i < j->constructs->n; i++) {
        const struct ordo_lab_statement *s = &j->constructs->v[i].written;
        if (s->file == file && holds((struct position){s->line, s->column},
                                     (struct position){s->end_line, s->end_column}, p))
            found = i;
    }
    return found;
}

static bool is_lost(const struct join *j, size_t number, const struct instance *caller,
                    struct position call) {
    const struct ordo_construct *c = &j->constructs->v[number];
    if (c->written.file != caller->file || !before(call, (struct position){c->line, c->column}))
        return false;
    const struct homes *h = &j->homes[number];
    for (size_t i = 0; i < h->n; i++)
        if (span_order(h->v[i].instance, caller) == 0 &&
            holds(begin_of(h->v[i].region), end_of(h->v[i].region), call))
            return true;
    return false;
}

static void write_call(struct join *j, const struct ordo_lab_call *call) {
    uint32_t file = file_of(j, "", call->file);
    struct position p = {call->line, call->column};
    const struct instance *caller = file == NO_FILE ? NULL : function_at(j, file, p);
    word(j, file == NO_FILE ? ORDO_LAB_NOWHERE : construct_at(j, file, p));
    size_t at = j->n_words;
    word(j, 0);
    for (size_t i = 0; i < j->constructs->n && caller && !j->failed; i++)
        if (is_lost(j, i, caller, p)) {
            word(j, i);
            j->words[at]++;
        }
}

static void write_words(struct join *j) {
    word(j, ORDO_LAB_PLAN_MAGIC);
    word(j, 0);
    word(j, j->constructs->n);
    word(j, j->map->n_modules);
    for (size_t m = 0; m < j->map->n_modules && !j->failed; m++) {
        const struct ordo_lab_module_map *x = &j->map->modules[m];
        word(j, x->id);
        word(j, x->n_counters);
        word(j, x->n_calls);
        for (uint32_t i = 0; i < x->n_counters; i++) word(j, j->weights[m][i]);
        for (size_t i = 0; i < x->n_calls && !j->failed; i++) write_call(j, &x->calls[i]);
    }
    for (size_t i = 0; i < j->constructs->n; i++) {
        const struct homes *h = &j->homes[i];
        word(j, h->n);
        for (size_t k = 0; k < h->n; k++) {
            uint64_t first = 0;
            for (uint32_t m = 0; m < h->v[k].instance->module; m++)
                first += j->map->modules[m].n_counters;
            word(j, first + h->v[k].counter);
        }
    }
    if (!j->failed) j->words[1] = j->n_words;
}

enum ordo_status ordo_lab_plan_make(struct ordo_arena *arena,
                                    const struct ordo_constructs *constructs,
                                    const struct ordo_lab_map *map, struct ordo_lab_plan *out,
                                    struct ordo_error *error) {
    struct join j = {.arena = arena, .constructs = constructs, .map = map};
    find_files(&j);
    if (!j.failed) find_instances(&j);
    if (!j.failed) find_homes(&j);
    if (!j.failed) write_words(&j);
    *out = (struct ordo_lab_plan){.n = j.n_words};
    if (!j.failed) out->words = ordo_arena_alloc(arena, (j.n_words + 1) * sizeof *out->words);
    if (out->words) memcpy(out->words, j.words, j.n_words * sizeof *out->words);
    free(j.words);
    return out->words ? ORDO_OK : ordo_error_memory(error, "the plan of the experiment");
}
