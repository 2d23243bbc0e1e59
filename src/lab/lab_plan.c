/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "lab/lab_plan.h"

#include "abi/lab_protocol.h"
#include "base/memory.h"
#include "base/vector.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#define NO_FILE UINT32_MAX

/* A function as compiled in one module. */
struct instance {
    const struct ordo_lab_function *function;
    uint32_t module, file; /* file: number in the constructs */
    struct ordo_position begin, end;
};

/* A counter of the plan, and whether it is added or subtracted. */
struct term {
    uint32_t module, counter;
    bool negative;
};

struct terms {
    struct term *v;
    size_t n, capacity;
};

struct join {
    struct ordo_arena *arena;
    const struct ordo_constructs *constructs;
    const struct ordo_lab_map *map;
    char **real; /* by constructs' file: real path; NULL: there is no such file */
    struct instance *instances;
    size_t n_instances;
    struct terms *terms;     /* by construct: its count */
    int32_t **weights;       /* by module, by counter */
    uint64_t *first_counter; /* by module, in the plan */
    const char *call_file;   /* the last one looked up, and its number */
    uint32_t call_file_number;
    uint64_t *words;
    size_t n_words, capacity;
};

static struct ordo_position begin_of(const struct ordo_region *r) {
    return (struct ordo_position){r->line, r->column};
}

static struct ordo_position end_of(const struct ordo_region *r) {
    return (struct ordo_position){r->end_line, r->end_column};
}

/* Returns the number of a file in the constructs, or NO_FILE. */
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
        if (!any || ordo_position_before(begin_of(r), x->begin)) x->begin = begin_of(r);
        if (!any || ordo_position_before(x->end, end_of(r))) x->end = end_of(r);
        any = true;
    }
    if (any && x->file != NO_FILE) j->n_instances++;
}

static void find_instances(struct join *j) {
    size_t n = 0;
    for (size_t m = 0; m < j->map->n_modules; m++) n += j->map->modules[m].n_functions;
    j->instances = ordo_arena_array(j->arena, n + 1, sizeof *j->instances);
    for (uint32_t m = 0; m < j->map->n_modules; m++) {
        const struct ordo_lab_module_map *x = &j->map->modules[m];
        uint32_t *files = ordo_arena_array(j->arena, x->n_files + 1, sizeof *files);
        for (size_t i = 0; i < x->n_files; i++) files[i] = file_of(j, x->files[0], x->files[i]);
        for (size_t i = 0; i < x->n_functions; i++) add_instance(j, m, &x->functions[i], files);
    }
}

static int span_order(const struct instance *a, const struct instance *b) {
    if (ordo_position_before(a->begin, b->begin) || ordo_position_before(b->end, a->end))
        return 1; /* a is larger */
    return ordo_position_before(b->begin, a->begin) || ordo_position_before(a->end, b->end) ? -1
                                                                                            : 0;
}

/* Returns the smallest function that contains the place; its other instances have the same span. */
static const struct instance *function_at(const struct join *j, uint32_t file,
                                          struct ordo_position p) {
    const struct instance *best = NULL;
    for (size_t i = 0; i < j->n_instances; i++) {
        const struct instance *x = &j->instances[i];
        if (x->file != file || !ordo_position_within(x->begin, x->end, p)) continue;
        if (!best || span_order(x, best) < 0) best = x;
    }
    return best;
}

static const struct ordo_region *innermost(const struct instance *x, struct ordo_position p) {
    const struct ordo_region *best = NULL;
    for (size_t i = 0; i < x->function->regions.n; i++) {
        const struct ordo_region *r = &x->function->regions.v[i];
        if (r->file != 0 || r->kind == ORDO_REGION_OTHER ||
            !ordo_position_within(begin_of(r), end_of(r), p))
            continue;
        if (!best || ordo_position_before(begin_of(best), begin_of(r)) ||
            (!ordo_position_before(begin_of(r), begin_of(best)) &&
             !ordo_position_before(end_of(best), end_of(r))))
            best = r;
    }
    return best;
}

/* For a loop that a macro begins: in the macro's text, the condition is the first separate
 * counter. */
static uint32_t condition_in_macro(const struct instance *x, const struct ordo_region *use) {
    for (size_t i = 0; i < x->function->regions.n; i++) {
        const struct ordo_region *r = &x->function->regions.v[i];
        if (r->file == use->expanded && r->kind == ORDO_REGION_CODE && r->runs != use->runs)
            return r->runs;
    }
    return use->runs;
}

static void add_term(struct join *j, size_t construct, struct term t) {
    struct terms *x = &j->terms[construct];
    if (x->n == x->capacity) {
        size_t more = x->capacity ? 2 * x->capacity : 4;
        struct term *bigger = ordo_arena_array(j->arena, more, sizeof *bigger);
        if (x->n) memcpy(bigger, x->v, x->n * sizeof *bigger);
        x->v = bigger, x->capacity = more;
    }
    x->v[x->n++] = t;
    j->weights[t.module][t.counter] += t.negative ? -1 : 1;
}

/* Adds the construct's count in one instance of its function, as counters of the module. */
static void add_instance_terms(struct join *j, size_t number, const struct instance *x) {
    const struct ordo_construct *c = &j->constructs->v[number];
    const struct ordo_lab_function *f = x->function;
    const struct ordo_region *r = innermost(x, c->at);
    if (!r) return;
    uint32_t runs = r->runs, n = 0;
    if (c->in_macro && c->written.kind == ORDO_LAB_CONDITION && r->kind == ORDO_REGION_EXPANSION)
        runs = condition_in_macro(x, r);
    for (size_t i = 0; i < f->n_marks; i++)
        if (f->marks[i].region_counter >= n) n = f->marks[i].region_counter + 1;
    int32_t *times = ordo_memory_new((size_t)n + 1, sizeof *times);
    ordo_regions_add(&f->regions, runs, times, n);
    for (size_t i = 0; i < f->n_marks; i++) {
        int32_t k = times[f->marks[i].region_counter];
        struct term t = {x->module, f->marks[i].counter, k < 0};
        for (; k != 0; k += k < 0 ? 1 : -1) add_term(j, number, t);
    }
    free(times);
}

static void find_terms_of(struct join *j, size_t number) {
    const struct ordo_construct *c = &j->constructs->v[number];
    const struct instance *first = function_at(j, c->written.file, c->at);
    for (size_t i = 0; i < j->n_instances && first; i++) {
        const struct instance *x = &j->instances[i];
        if (x->file == first->file && span_order(x, first) == 0 &&
            ordo_position_within(x->begin, x->end, c->at))
            add_instance_terms(j, number, x);
    }
}

static void find_terms(struct join *j) {
    j->terms = ordo_arena_array(j->arena, j->constructs->n + 1, sizeof *j->terms);
    j->weights = ordo_arena_array(j->arena, j->map->n_modules + 1, sizeof *j->weights);
    j->first_counter = ordo_arena_array(j->arena, j->map->n_modules + 1, sizeof *j->first_counter);
    for (size_t m = 0; m < j->map->n_modules; m++) {
        j->weights[m] = ordo_arena_array(j->arena, (size_t)j->map->modules[m].n_counters + 1,
                                         sizeof **j->weights);
        j->first_counter[m + 1] = j->first_counter[m] + j->map->modules[m].n_counters;
    }
    for (size_t i = 0; i < j->constructs->n; i++) find_terms_of(j, i);
}

static void word(struct join *j, uint64_t value) {
    j->words = ordo_vector_reserve(j->words, &j->capacity, j->n_words + 1, sizeof *j->words);
    j->words[j->n_words++] = value;
}

/* Returns the innermost construct that contains the place; inner ones come later. */
static uint64_t construct_at(const struct join *j, uint32_t file, struct ordo_position p) {
    uint64_t found = ORDO_LAB_NOWHERE;
    for (size_t i = 0; i < j->constructs->n; i++) {
        const struct ordo_lab_statement *s = &j->constructs->v[i].written;
        if (s->file == file &&
            ordo_position_within((struct ordo_position){s->line, s->column},
                                 (struct ordo_position){s->end_line, s->end_column}, p))
            found = i;
    }
    return found;
}

/* Calls of a module share file names and mostly come file by file. */
static uint32_t file_of_call(struct join *j, const struct ordo_lab_call_site *call) {
    if (call->file != j->call_file) {
        j->call_file = call->file;
        j->call_file_number = file_of(j, "", call->file);
    }
    return j->call_file_number;
}

static void write_call(struct join *j, const struct ordo_lab_call_site *call) {
    uint32_t file = file_of_call(j, call);
    struct ordo_position p = {call->line, call->column};
    word(j, file == NO_FILE ? ORDO_LAB_NOWHERE : construct_at(j, file, p));
    const struct ordo_control *caller =
        file == NO_FILE ? NULL : ordo_constructs_function(j->constructs, file, p);
    uint32_t none, *believed = &none;
    size_t n = caller ? ordo_control_believed(caller, p, &none, 0) : 0;
    if (n) believed = ordo_arena_array(j->arena, n, sizeof *believed);
    if (n) ordo_control_believed(caller, p, believed, n);
    word(j, n);
    for (size_t i = 0; i < n; i++) word(j, believed[i]);
}

static void write_words(struct join *j) {
    word(j, ORDO_LAB_PLAN_MAGIC);
    word(j, 0);
    word(j, j->constructs->n);
    word(j, j->map->n_modules);
    for (size_t m = 0; m < j->map->n_modules; m++) {
        const struct ordo_lab_module_map *x = &j->map->modules[m];
        word(j, x->id);
        word(j, x->n_counters);
        word(j, x->n_calls);
        for (uint32_t i = 0; i < x->n_counters; i++) word(j, (uint32_t)j->weights[m][i]);
        for (size_t i = 0; i < x->n_calls; i++) write_call(j, &x->calls[i]);
    }
    for (size_t i = 0; i < j->constructs->n; i++) {
        const struct terms *x = &j->terms[i];
        word(j, x->n);
        for (size_t k = 0; k < x->n; k++)
            word(j, (j->first_counter[x->v[k].module] + x->v[k].counter) << 1 | x->v[k].negative);
    }
    j->words[1] = j->n_words;
}

void ordo_lab_plan_make(struct ordo_arena *arena, const struct ordo_constructs *constructs,
                        const struct ordo_lab_map *map, struct ordo_lab_plan *out) {
    struct join j = {.arena = arena, .constructs = constructs, .map = map};
    find_files(&j);
    find_instances(&j);
    find_terms(&j);
    write_words(&j);
    *out = (struct ordo_lab_plan){.n = j.n_words};
    out->words = ordo_arena_alloc(arena, (j.n_words + 1) * sizeof *out->words);
    memcpy(out->words, j.words, j.n_words * sizeof *out->words);
    free(j.words);
}
