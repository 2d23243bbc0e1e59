/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * costs.c: sorts the facts of the algorithm's nodes by input and type, combines those of one input
 * and type (sums of costs, greatest sizes), and adds the result to the input's class.
 *
 * When the recording must save time, it stops measuring short inner repetitions of large structures
 * first. An input's elements are known if every fact that accessed it is measured or bounded, and
 * the algorithm has the greatest number that the invocation found of the input. Other sizes are
 * known only if every fact is measured.
 */
#include "structure/costs.h"

#include "base/memory.h"
#include "base/vector.h"

#include <stdlib.h>
#include <string.h>

struct ordo_cost_scratch {
    struct ordo_fact *facts;
    size_t n, facts_capacity;
    bool *touched;
    size_t touched_capacity;
    uint64_t *most; /* elements of each input, whatever repetition found them */
    size_t most_capacity;
    uint32_t *of_input;
    size_t of_input_capacity;
};

static void reserve(struct ordo_cost_scratch *s, const struct ordo_invocation *v) {
    size_t facts = (size_t)v->n_facts + 1, inputs = (size_t)v->n_inputs + 1;
    s->facts = ordo_vector_reserve(s->facts, &s->facts_capacity, facts, sizeof *s->facts);
    s->touched = ordo_vector_reserve(s->touched, &s->touched_capacity, inputs, sizeof *s->touched);
    s->most = ordo_vector_reserve(s->most, &s->most_capacity, inputs, sizeof *s->most);
    s->of_input =
        ordo_vector_reserve(s->of_input, &s->of_input_capacity, inputs, sizeof *s->of_input);
}

static uint64_t greatest(uint64_t a, uint64_t b) {
    return a > b ? a : b;
}

static int by_input_and_type(const void *a, const void *b) {
    const struct ordo_fact *x = a, *y = b;
    if (x->input != y->input) return x->input < y->input ? -1 : 1;
    uint32_t s = x->type + 1, t = y->type + 1; /* elements of all types first */
    return (s > t) - (s < t);
}

/* Returns the steps of the invocation; *partial: whether it is partial. Facts with inputs go to the
 * scratch. */
static uint64_t select_facts(struct ordo_costs *c, uint32_t algorithm,
                             const struct ordo_invocation *v, bool *partial) {
    struct ordo_cost_scratch *s = c->scratch;
    const struct ordo_profile *p = c->profile;
    uint64_t steps = 0;
    s->n = 0;
    *partial = false;
    memset(s->touched, 0, v->n_inputs * sizeof *s->touched);
    memset(s->most, 0, v->n_inputs * sizeof *s->most);
    for (uint32_t i = 0; i < v->n_facts; i++) {
        const struct ordo_fact *f = &p->facts[v->first_fact + i];
        uint32_t node = c->tree->place[f->context];
        if (f->input != ORDO_INPUT_NONE)
            s->most[f->input] = greatest(s->most[f->input], f->elements);
        if (node == UINT32_MAX || c->of_node[node] != algorithm) continue;
        if (f->input != ORDO_INPUT_NONE) {
            s->facts[s->n++] = *f;
            s->touched[f->input] = true;
        } else if (c->tree->repeats[f->context]) {
            /* A step of a recursion is an activation of one of its routines. */
            bool loop = p->scopes[p->contexts[f->context].scope.i].kind == ORDO_PROFILE_LOOP;
            steps += loop ? f->writes : f->reads;
            *partial |= (f->flags & ORDO_FACT_IS_PARTIAL) != 0;
        }
    }
    if (s->n) qsort(s->facts, s->n, sizeof *s->facts, by_input_and_type);
    return steps;
}

/* Whether no repetition is below the node. Such a node is not a harness, whatever its steps
 * access. */
static bool is_innermost(const struct ordo_repetition_tree *t, uint32_t node) {
    return node + 1 == t->n_nodes || t->nodes[node + 1].depth <= t->nodes[node].depth;
}

static struct ordo_combined_input fold(const struct ordo_costs *c, const struct ordo_fact *facts,
                                       size_t n) {
    struct ordo_combined_input x = {
        .type = facts->type, .inputs = 1, .whole = true, .knows_used = true};
    bool bounded = true;
    for (size_t i = 0; i < n; i++) {
        const struct ordo_fact *f = &facts[i];
        bool accesses = f->reads || f->writes || f->creations;
        if (accesses && !(f->flags & ORDO_FACT_IS_MEASURED)) x.whole = false;
        if (accesses && !(f->flags & (ORDO_FACT_IS_MEASURED | ORDO_FACT_IS_BOUNDED)))
            bounded = false;
        if (accesses && !(f->flags & (ORDO_FACT_IS_MEASURED | ORDO_FACT_KNOWS_USED)))
            x.knows_used = false;
        if (f->flags & ORDO_FACT_IS_REPEATED) x.repeated = true;
        if (is_innermost(c->tree, c->tree->place[f->context])) x.innermost = true;
        x.cost[ORDO_COST_READS] += f->reads;
        x.cost[ORDO_COST_WRITES] += f->writes;
        x.cost[ORDO_COST_CREATIONS] += f->creations;
        x.size[ORDO_SIZE_ELEMENTS] = greatest(x.size[ORDO_SIZE_ELEMENTS], f->elements);
        x.size[ORDO_SIZE_USED] = greatest(x.size[ORDO_SIZE_USED], f->used);
        x.size[ORDO_SIZE_REFERENCES] = greatest(x.size[ORDO_SIZE_REFERENCES], f->references);
        x.size[ORDO_SIZE_CAPACITY] = greatest(x.size[ORDO_SIZE_CAPACITY], f->capacity);
    }
    x.leads_on = x.size[ORDO_SIZE_USED] && x.size[ORDO_SIZE_CAPACITY] &&
                 x.size[ORDO_SIZE_ELEMENTS] > x.size[ORDO_SIZE_CAPACITY];
    uint64_t most = c->scratch->most[facts->input];
    x.measured =
        x.whole || (bounded && facts->type == ORDO_TYPE_NONE && x.size[ORDO_SIZE_ELEMENTS] == most);
    return x;
}

/* Adds the facts to the class's entry in the invocation being built, which is the last one. */
static void add_input(struct ordo_costs *c, size_t first, const struct ordo_combined_input *x) {
    for (size_t i = first; i < c->n_inputs; i++) {
        struct ordo_combined_input *to = &c->inputs[i];
        if (to->input != x->input || to->type != x->type) continue;
        to->inputs += x->inputs;
        to->measured &= x->measured;
        to->whole &= x->whole;
        to->knows_used &= x->knows_used;
        to->leads_on |= x->leads_on;
        to->repeated |= x->repeated;
        to->innermost |= x->innermost;
        for (int k = 0; k < ORDO_COSTS; k++) to->cost[k] += x->cost[k];
        for (int k = 0; k < ORDO_SIZES; k++) to->size[k] += x->size[k];
        return;
    }
    c->inputs =
        ordo_vector_reserve(c->inputs, &c->inputs_capacity, c->n_inputs + 1, sizeof *c->inputs);
    c->inputs[c->n_inputs++] = *x;
}

static void note_class(struct ordo_costs *c, const struct ordo_combined_input *x, bool partial) {
    struct ordo_input_class *class = &c->classes.list[x->input];
    if (x->type != ORDO_TYPE_NONE) {
        class->several_types = true;
        return;
    }
    for (int k = 0; k < ORDO_SIZES; k++) {
        bool all = k != ORDO_SIZE_ELEMENTS;
        if (!(all ? x->whole : x->measured)) continue;
        bool first = !(all ? class->whole : class->measured);
        if (first || x->size[k] < class->least[k]) class->least[k] = x->size[k];
        if (x->size[k] > class->greatest[k]) class->greatest[k] = x->size[k];
    }
    class->measured |= x->measured;
    class->whole |= x->whole;
    class->repeated |= x->repeated;
    class->partial |= partial;
    class->innermost |= x->innermost;
    class->invocations++;
    class->reads += x->cost[ORDO_COST_READS];
    class->writes += x->cost[ORDO_COST_WRITES];
    class->creations += x->cost[ORDO_COST_CREATIONS];
}

/* The elements of a structure are its objects. Arrays in it, such as a node's array of children,
 * have room for others, which are counted if something begins with the array. `n`: facts of the
 * input, all types first. */
static void count_objects(const struct ordo_costs *c, const struct ordo_fact *facts, size_t n,
                          struct ordo_combined_input *x) {
    uint64_t objects = 0;
    for (size_t i = 0, of; i < n; i += of) {
        uint64_t most = 0;
        for (of = 0; i + of < n && facts[i + of].type == facts[i].type; of++)
            most = greatest(most, facts[i + of].elements);
        uint32_t type = facts[i].type;
        if (type != ORDO_TYPE_NONE && c->profile->types[type].flags & ORDO_ELEMENT_LINKED)
            objects += most;
    }
    if (!objects || objects >= x->size[ORDO_SIZE_ELEMENTS]) return;
    x->size[ORDO_SIZE_ELEMENTS] = objects;
    x->measured = x->whole;
}

static void add_inputs(struct ordo_costs *c, const struct ordo_input *inputs, size_t first,
                       bool partial) {
    const struct ordo_cost_scratch *s = c->scratch;
    for (size_t i = 0, n; i < s->n; i += n) {
        for (n = 1; i + n < s->n && by_input_and_type(&s->facts[i], &s->facts[i + n]) == 0;) n++;
        struct ordo_combined_input x = fold(c, &s->facts[i], n);
        size_t all = n;
        while (i + all < s->n && s->facts[i + all].input == s->facts[i].input) all++;
        if (x.type == ORDO_TYPE_NONE && inputs[s->facts[i].input].form == ORDO_INPUT_STRUCTURE)
            count_objects(c, &s->facts[i], all, &x);
        x.input = s->of_input[s->facts[i].input];
        /* Each of several combined inputs may have been accessed in one step only. */
        if (inputs[s->facts[i].input].many > 1) x.repeated = x.innermost = false;
        add_input(c, first, &x);
    }
    for (size_t i = first; i < c->n_inputs; i++) note_class(c, &c->inputs[i], partial);
}

void ordo_costs_add(struct ordo_costs *c, uint32_t algorithm, const struct ordo_invocation *v) {
    if (!c->scratch) c->scratch = ordo_memory_new(1, sizeof *c->scratch);
    reserve(c->scratch, v);
    c->list = ordo_vector_reserve(c->list, &c->capacity, c->n + 1, sizeof *c->list);
    bool partial;
    uint64_t steps = select_facts(c, algorithm, v, &partial);
    size_t first = c->n_inputs;
    ordo_input_classes_add(&c->classes, &c->profile->inputs[v->first_input], c->scratch->touched,
                           v->n_inputs, c->scratch->of_input);
    add_inputs(c, &c->profile->inputs[v->first_input], first, partial);
    c->list[c->n++] = (struct ordo_combined){steps, partial, first, c->n_inputs - first};
}

static uint32_t rank_among(const struct ordo_input_class *list, uint32_t n,
                           const struct ordo_input_class *x) {
    uint32_t rank = 0;
    for (uint32_t i = 0; i < n; i++) rank += list[i].form == x->form && list[i].type == x->type;
    return rank;
}

static bool is_stream(const struct ordo_input_class *x) {
    return x->form == ORDO_INPUT_SOURCE || x->form == ORDO_INPUT_SINK;
}

void ordo_costs_settle(struct ordo_costs *c) {
    struct ordo_input_class *list = c->classes.list;
    bool any = false; /* some input was accessed in more than one step */
    for (uint32_t i = 0; i < c->classes.n; i++) any |= list[i].repeated && !is_stream(&list[i]);
    uint32_t *moved = c->classes.ranks, n = 0; /* by class: its new index */
    for (uint32_t i = 0; i < c->classes.n; i++) {
        bool once = list[i].innermost && (is_stream(&list[i]) || !any);
        bool stays = list[i].repeated || once || c->classes.by_type;
        moved[i] = stays ? n : ORDO_INPUT_NONE;
        if (!stays) continue;
        if (!list[i].further) list[i].rank = rank_among(list, n, &list[i]);
        list[n++] = list[i];
    }
    c->classes.n = n;
    for (size_t i = 0; i < c->n; i++) {
        struct ordo_combined *v = &c->list[i];
        size_t kept = v->first;
        for (size_t k = v->first; k < v->first + v->n; k++) {
            uint32_t to = moved[c->inputs[k].input];
            if (to == ORDO_INPUT_NONE) continue;
            c->inputs[kept] = c->inputs[k];
            c->inputs[kept++].input = to;
        }
        v->n = kept - v->first;
    }
}

const struct ordo_combined_input *ordo_costs_find(const struct ordo_costs *c,
                                                  const struct ordo_combined *v, uint32_t input,
                                                  uint32_t type) {
    for (size_t i = v->first; i < v->first + v->n; i++)
        if (c->inputs[i].input == input && c->inputs[i].type == type) return &c->inputs[i];
    return NULL;
}

void ordo_costs_done(struct ordo_costs *c) {
    ordo_input_classes_done(&c->classes);
    free(c->list);
    free(c->inputs);
    if (!c->scratch) return;
    free(c->scratch->facts);
    free(c->scratch->touched);
    free(c->scratch->most);
    free(c->scratch->of_input);
    free(c->scratch);
}
