/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * algorithm_words.c: builds the phrases of algorithm_words.h from the classes of an algorithm's
 * inputs.
 *
 * An input is named by its form and the type of its elements. Inputs that share both are numbered:
 * "a second array of int".
 */
#include "report/words/algorithm_words.h"

#include "base/memory.h"
#include "base/numerals.h"
#include "model/fit/formula.h"
#include "report/words/spoken_name.h"
#include "report/words/type_name.h"
#include "structure/classify.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_INPUTS = 3 }; /* named in a line; the others are counted */

static const struct ordo_input_class *class_of(const struct ordo_algorithm_words *w,
                                               uint32_t input) {
    return &w->algorithms->classes[w->algorithm->inputs.first + input];
}

static const char *type_name(const struct ordo_algorithm_words *w, uint32_t type) {
    return type == ORDO_TYPE_NONE ? "?" : w->profile->types[type].name;
}

static void add_article(struct ordo_text *t, const struct ordo_input_class *c, const char *next) {
    static const char *const ordinals[] = {"", "a second ", "a third "};
    if (c->further)
        ordo_text_add(t, "several ");
    else if (c->rank)
        ordo_text_add(t, ordinals[c->rank % 3]);
    else if (*next && strchr("aeiouAEIOU", *next))
        ordo_text_add(t, "an ");
    else
        ordo_text_add(t, "a ");
}

static void add_mapped_file(struct ordo_text *t, const struct ordo_input_class *c) {
    if (*c->name) {
        ordo_text_add(t, "the mapped file ");
        ordo_spoken_text_add(t, c->name);
    } else {
        add_article(t, c, "mapped");
        ordo_text_print(t, "mapped file%s", c->further ? "s" : "");
    }
}

void ordo_algorithm_input_add(struct ordo_text *t, const struct ordo_algorithm_words *w,
                              uint32_t input) {
    const struct ordo_input_class *c = class_of(w, input);
    const char *type = type_name(w, c->type);
    switch (c->form) {
    case ORDO_INPUT_STRUCTURE:
        add_article(t, c, "linked");
        ordo_text_print(t, "linked structure%s of ", c->further ? "s" : "");
        ordo_type_name_add(t, type, w->ascii);
        break;
    case ORDO_INPUT_ARRAY:
        if (c->mapped) {
            add_mapped_file(t, c);
            break;
        }
        if (*c->name) {
            ordo_text_add(t, "the array ");
            ordo_spoken_name_add(t, c->name, w->ascii);
        } else {
            add_article(t, c, "array");
            ordo_text_print(t, "array%s", c->further ? "s" : "");
        }
        ordo_text_add(t, " of ");
        ordo_type_name_add(t, type, w->ascii);
        break;
    default:
        if (*c->name) {
            ordo_spoken_text_add(t, c->name);
        } else {
            add_article(t, c, "stream");
            ordo_text_print(t, "stream%s", c->further ? "s" : "");
        }
    }
}

static const char *operation_words(enum ordo_operation operation) {
    static const char *const words[] = {[ORDO_OPERATION_TRAVERSAL] = "walks ",
                                        [ORDO_OPERATION_MODIFICATION] = "modifies ",
                                        [ORDO_OPERATION_CONSTRUCTION] = "builds ",
                                        [ORDO_OPERATION_INPUT] = "reads ",
                                        [ORDO_OPERATION_OUTPUT] = "writes "};
    return words[operation];
}

/* Groups inputs by operation, the most informative operation first: what an algorithm builds or
 * changes says more than what it reads. */
static uint32_t *in_order(const struct ordo_algorithm_words *w) {
    static const enum ordo_operation order[] = {
        ORDO_OPERATION_CONSTRUCTION, ORDO_OPERATION_MODIFICATION, ORDO_OPERATION_TRAVERSAL,
        ORDO_OPERATION_INPUT, ORDO_OPERATION_OUTPUT};
    uint32_t n = 0, *list = ordo_memory_new(w->algorithm->inputs.n + 1, sizeof *list);
    for (size_t k = 0; k < sizeof order / sizeof *order; k++)
        for (uint32_t i = 0; i < w->algorithm->inputs.n; i++)
            if (class_of(w, i)->operation == order[k]) list[n++] = i;
    return list;
}

void ordo_algorithm_kind_add(struct ordo_text *t, const struct ordo_algorithm_words *w) {
    uint64_t n = w->algorithm->inputs.n, shown = n > MOST_INPUTS + 1 ? MOST_INPUTS : n;
    uint32_t *list = in_order(w);
    if (!n) ordo_text_add(t, w->algorithm->kept ? "uses no data structure" : "inputs not recorded");
    for (uint64_t i = 0; i < shown; i++) {
        enum ordo_operation operation = class_of(w, list[i])->operation;
        if (i) ordo_text_add(t, i + 1 == n ? " and " : ", ");
        if (!i || class_of(w, list[i - 1])->operation != operation)
            ordo_text_add(t, operation_words(operation));
        ordo_algorithm_input_add(t, w, list[i]);
    }
    if (shown < n) ordo_text_print(t, " and %u more", (unsigned)(n - shown));
    free(list);
}

static bool is_stream(const struct ordo_input_class *c) {
    return c->form == ORDO_INPUT_SOURCE || c->form == ORDO_INPUT_SINK;
}

/* Whether there is another input of the same form, so that the text must say which one it means. */
static bool has_sibling(const struct ordo_algorithm_words *w, uint32_t input) {
    for (uint32_t i = 0; i < w->algorithm->inputs.n; i++)
        if (i != input && class_of(w, i)->form == class_of(w, input)->form) return true;
    return false;
}

/* Says which input, if there are several. */
static void add_of(struct ordo_text *t, const struct ordo_algorithm_words *w, uint32_t input) {
    if (w->algorithm->inputs.n < 2) return;
    ordo_text_add(t, " of ");
    ordo_algorithm_input_add(t, w, input);
}

void ordo_algorithm_size_add(struct ordo_text *t, const struct ordo_algorithm_words *w,
                             const struct ordo_size_key *key) {
    const struct ordo_input_class *c = class_of(w, key->input);
    uint32_t type = key->type;
    if (is_stream(c)) {
        ordo_text_add(t, key->metric == ORDO_SIZE_REFERENCES ? "lines" : "bytes");
        add_of(t, w, key->input);
        return;
    }
    if (c->form == ORDO_INPUT_ARRAY) {
        static const char *const words[] = {
            [ORDO_SIZE_ELEMENTS] = "elements",
            [ORDO_SIZE_USED] = "elements used",
            [ORDO_SIZE_REFERENCES] = "references",
            [ORDO_SIZE_CAPACITY] = "capacity",
        };
        if (type != ORDO_TYPE_NONE) {
            ordo_type_name_add(t, type_name(w, type), w->ascii);
            ordo_text_add(t, " ");
        }
        bool bytes =
            c->mapped && c->type != ORDO_TYPE_NONE && w->profile->types[c->type].bytes == 1;
        if (bytes && key->metric <= ORDO_SIZE_USED)
            ordo_text_add(t, key->metric == ORDO_SIZE_USED ? "bytes used" : "bytes");
        else
            ordo_text_add(t, words[key->metric]);
        add_of(t, w, key->input);
        return;
    }
    if (type == ORDO_TYPE_NONE && !c->several_types) type = c->type;
    if (key->metric == ORDO_SIZE_REFERENCES) ordo_text_add(t, "references of ");
    if (key->metric == ORDO_SIZE_CAPACITY)
        ordo_text_add(t, "room in arrays of ");
    else if (key->metric == ORDO_SIZE_USED)
        ordo_text_add(t, "elements used in arrays of ");
    if (type != ORDO_TYPE_NONE) {
        ordo_type_name_add(t, type_name(w, type), w->ascii);
        ordo_text_add(t, " ");
    }
    ordo_text_add(t, "objects");
    if (has_sibling(w, key->input)) add_of(t, w, key->input);
}

void ordo_algorithm_cost_add(struct ordo_text *t, const struct ordo_algorithm_words *w,
                             const struct ordo_cost_key *key) {
    ordo_text_add(t, ordo_cost_metric_name(key->metric));
    if (key->metric == ORDO_COST_STEPS) return;
    if (key->type != ORDO_TYPE_NONE) {
        ordo_text_add(t, " of ");
        ordo_type_name_add(t, type_name(w, key->type), w->ascii);
        ordo_text_add(t, " elements");
    }
    add_of(t, w, key->input);
}

/* Appends 0.25, 12 or 1,234. */
static void add_coefficient(struct ordo_text *t, double v) {
    char numeral[ORDO_NUMERAL_BYTES];
    if (fabs(v) >= 100 && v < 1e15)
        ordo_text_add(t, ordo_numeral_exact(numeral, (uint64_t)llround(v)));
    else
        ordo_text_print(t, "%.2g", v);
}

static void add_raised(struct ordo_text *t, const char *name, bool ascii) {
    static const char *const raised[] = {['2'] = "\xc2\xb2", ['3'] = "\xc2\xb3"};
    for (const char *c = name; *c; c++) {
        bool power = !ascii && c[0] == '^' && (c[1] == '2' || c[1] == '3') && c[2] != '.';
        if (power)
            ordo_text_add(t, raised[(unsigned char)*++c]);
        else
            ordo_text_add_bytes(t, c, 1);
    }
}

void ordo_algorithm_growth_add(struct ordo_text *t, const struct ordo_cost_function *f,
                               bool ascii) {
    char formula[ORDO_FORMULA_BYTES];
    if (f->model.growth == ORDO_GROWTH_NONE) {
        ordo_text_add(t, "?");
    } else if (f->model.growth == ORDO_GROWTH_EXP || !isfinite(f->leading)) {
        ordo_formula_write(formula, sizeof formula, &f->model, "n");
        add_raised(t, *formula ? formula : "?", ascii);
    } else if (f->model.growth == ORDO_GROWTH_1) {
        add_coefficient(t, f->leading);
    } else {
        bool one = fabs(f->leading - 1) < 0.05;
        if (!one) add_coefficient(t, f->leading);
        ordo_text_add(t, one ? "" : " ");
        add_raised(t, ordo_growth_name(f->model.growth), ascii);
    }
}

static void add_count(struct ordo_text *t, uint64_t n, const char *word) {
    char numeral[ORDO_NUMERAL_BYTES];
    ordo_text_print(t, "%s %s%s", ordo_numeral_exact(numeral, n), word, n == 1 ? "" : "s");
}

/* `measured`: of those, the ones that what follows is about. */
static void add_invocations(struct ordo_text *t, const struct ordo_algorithm *x,
                            uint64_t measured) {
    char numeral[ORDO_NUMERAL_BYTES];
    add_count(t, x->invocations, "invocation");
    if (!x->kept && x->inputs.n)
        ordo_text_add(t, ", recorded together");
    else if (measured != x->invocations && x->inputs.n)
        ordo_text_print(t, ", %s of them measured", ordo_numeral_exact(numeral, measured));
}

/* Says how the steps grow, and the range of n that shows it. */
static void add_function(struct ordo_text *t, const struct ordo_algorithm_words *w,
                         const struct ordo_cost_function *f) {
    char numeral[ORDO_NUMERAL_BYTES];
    ordo_text_add(t, "; steps = ");
    ordo_algorithm_growth_add(t, f, w->ascii);
    if (w->algorithm->outgrowing != ORDO_FUNCTION_NONE) {
        const struct ordo_cost_function *more = &w->algorithms->functions[w->algorithm->outgrowing];
        ordo_text_add(t, " but ");
        ordo_algorithm_cost_add(t, w, &more->cost);
        ordo_text_add(t, " = ");
        ordo_algorithm_growth_add(t, more, w->ascii);
    }
    ordo_text_add(t, ", n = ");
    ordo_algorithm_size_add(t, w, &f->size);
    ordo_text_add(t, " (");
    add_invocations(t, w->algorithm, f->invocations);
    ordo_text_print(t, ", n %s..", ordo_numeral_exact(numeral, f->least_n));
    ordo_text_add(t, ordo_numeral_exact(numeral, f->greatest_n));
    ordo_text_add(t, ")");
}

/* For algorithms without a cost function: says the size of the input that is named first. */
static void add_fixed_size(struct ordo_text *t, const struct ordo_algorithm_words *w) {
    char numeral[ORDO_NUMERAL_BYTES];
    uint32_t *list = in_order(w), i = 0, n = (uint32_t)w->algorithm->inputs.n;
    while (i < n && !class_of(w, list[i])->measured) i++;
    if (i < n) {
        const struct ordo_input_class *c = class_of(w, list[i]);
        struct ordo_size_key key = {ORDO_SIZE_ELEMENTS, list[i], ORDO_TYPE_NONE};
        uint64_t low = c->least[key.metric], high = c->greatest[key.metric];
        ordo_text_print(t, "; n = %s", ordo_numeral_exact(numeral, low));
        if (low != high) ordo_text_print(t, "..%s", ordo_numeral_exact(numeral, high));
        ordo_text_add(t, " ");
        ordo_algorithm_size_add(t, w, &key);
    } else {
        ordo_text_add(t, "; sizes were not measured");
    }
    free(list);
}

void ordo_algorithm_line_add(struct ordo_text *t, const struct ordo_algorithm_words *w) {
    const struct ordo_algorithm *x = w->algorithm;
    ordo_algorithm_kind_add(t, w);
    if (x->best != ORDO_FUNCTION_NONE) {
        add_function(t, w, &w->algorithms->functions[x->best]);
        return;
    }
    if (x->inputs.n && x->kept) add_fixed_size(t, w);
    if (x->inputs.n && x->functions.n &&
        w->algorithms->functions[x->functions.first].cost.metric == ORDO_COST_STEPS)
        ordo_text_add(t, "; steps: not enough data to fit");
    ordo_text_add(t, " (");
    add_invocations(t, x, x->kept);
    ordo_text_add(t, ", ");
    add_count(t, x->steps, "step");
    ordo_text_add(t, ")");
}

const char *ordo_size_metric_name(enum ordo_size_metric metric) {
    static const char *const names[] = {[ORDO_SIZE_ELEMENTS] = "elements",
                                        [ORDO_SIZE_USED] = "used",
                                        [ORDO_SIZE_REFERENCES] = "references",
                                        [ORDO_SIZE_CAPACITY] = "capacity"};
    return names[metric];
}

const char *ordo_cost_metric_name(enum ordo_cost_metric metric) {
    static const char *const names[] = {[ORDO_COST_STEPS] = "steps",
                                        [ORDO_COST_READS] = "reads",
                                        [ORDO_COST_WRITES] = "writes",
                                        [ORDO_COST_CREATIONS] = "creations"};
    return names[metric];
}
