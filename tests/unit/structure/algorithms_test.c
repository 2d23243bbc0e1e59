/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * algorithms_test.c: costs, inputs, operations and cost functions of algorithms, from hand-made
 * invocations: the paper's examples.
 */
#include "structure/algorithms.h"
#include "support/draft_profile.h"
#include "support/unit.h"

#include <math.h>
#include <string.h>

/* main (line 1) has loop 2, which contains loop 3, which contains loop 4. */
struct nest {
    struct draft d;
    uint32_t main_, node[5], list, ints;
    struct ordo_profile *p;
    struct ordo_repetition_tree *t;
    struct ordo_algorithms *a;
};

static void init(struct nest *n) {
    struct draft *d = &n->d;
    draft_init(d);
    n->main_ = draft_routine(d, "main", 1);
    n->node[1] = draft_context(d, ORDO_GATHER_NONE, n->main_, 1);
    for (uint32_t i = 2; i <= 4; i++) {
        n->node[i] = draft_context(d, n->node[i - 1], draft_loop(d, n->main_, "main", i), 1);
        draft_steps(d, n->node[i], 1, 1);
    }
    n->list = draft_type(d, "Node");
    n->ints = draft_type(d, "int");
}

static void analyse_profile(struct nest *n, enum ordo_identity identity) {
    n->t = ordo_repetition_tree_new(n->p);
    n->a = ordo_algorithms_new(n->p, n->t, identity);
}

static void analyse(struct nest *n, enum ordo_identity identity) {
    n->p = draft_seal(&n->d);
    analyse_profile(n, identity);
}

static void done(struct nest *n) {
    ordo_algorithms_free(n->a);
    ordo_repetition_tree_free(n->t);
    ordo_profile_free(n->p);
}

/* Returns the algorithm whose root is the loop at the line. */
static const struct ordo_algorithm *at(const struct nest *n, uint32_t line) {
    for (uint32_t i = 0; i < n->a->n; i++)
        if (n->p->scopes[n->t->nodes[n->a->list[i].root].scope].line == line) return &n->a->list[i];
    fail_msg("no algorithm begins at line %u", line);
    return NULL;
}

static const struct ordo_input_class *input(const struct nest *n, const struct ordo_algorithm *x,
                                            uint32_t i) {
    assert_true(i < x->inputs.n);
    return &n->a->classes[x->inputs.first + i];
}

static const struct ordo_cost_function *function(const struct nest *n,
                                                 const struct ordo_algorithm *x,
                                                 enum ordo_size_metric size,
                                                 enum ordo_cost_metric cost, uint32_t class) {
    for (uint64_t i = x->functions.first; i < x->functions.first + x->functions.n; i++) {
        const struct ordo_cost_function *f = &n->a->functions[i];
        if (f->size.metric == size && f->size.input == class && f->size.type == ORDO_TYPE_NONE &&
            f->cost.metric == cost && (cost == ORDO_COST_STEPS || f->cost.input == class))
            return f;
    }
    return NULL;
}

static void assert_leading(const struct ordo_cost_function *f, enum ordo_growth growth,
                           double coefficient) {
    assert_non_null(f);
    assert_string_equal(ordo_growth_name(f->model.growth), ordo_growth_name(growth));
    if (fabs(f->leading - coefficient) > 0.1 * coefficient)
        fail_msg("the leading coefficient is %g, not %g", f->leading, coefficient);
}

/* Listing 3: 3 steps of the outer loop and 0 + 1 + 2 of the inner one; a triangular array with
 * as many elements. */
static void the_cost_of_listing_3_is_6(void **state) {
    (void)state;
    struct nest n;
    init(&n);
    for (uint64_t size = 3; size <= 4; size++) {
        uint64_t inner = size * (size - 1) / 2;
        draft_begin(&n.d, n.node[3]);
        uint32_t a = draft_input(&n.d, ORDO_INPUT_ARRAY, n.ints, 1);
        draft_activations(&n.d, n.node[3], 1, size);
        draft_activations(&n.d, n.node[4], size, inner);
        draft_fact(&n.d, n.node[3], a, size, 0, 0, size + inner);
        draft_fact(&n.d, n.node[4], a, 0, inner, 0, size + inner);
        draft_end(&n.d);
    }
    analyse(&n, ORDO_IDENTITY_SOME);
    const struct ordo_algorithm *x = at(&n, 3);
    assert_int_equal(x->nodes.n, 2);
    assert_int_equal(x->kept, 2);
    const struct ordo_cost_function *f = function(&n, x, ORDO_SIZE_ELEMENTS, ORDO_COST_STEPS, 0);
    assert_non_null(f);
    assert_int_equal(f->points.n, 2);
    const struct ordo_point *p = &n.a->points[f->points.first];
    assert_int_equal(p[0].n, 6);
    assert_int_equal(p[0].sum, 6);
    assert_int_equal(p[1].n, 10);
    assert_int_equal(p[1].sum, 10);
    assert_int_equal(x->kept_steps, 16);
    done(&n);
}

/* Runs loop 4 with `arrays` arrays of ints with 2 to 9 elements each, and again with facts that
 * are partial and cover only `covered` arrays. Returns the number of invocations whose size is
 * unknown for this cost. */
static size_t unknown_sizes(uint32_t arrays, uint32_t covered, enum ordo_size_metric metric,
                            enum ordo_cost_metric cost) {
    struct nest n;
    init(&n);
    for (uint64_t size = 2; size <= 9; size++)
        for (int partial = 0; partial < 2; partial++) {
            draft_begin(&n.d, n.node[4]);
            draft_activations(&n.d, n.node[4], 1, arrays * size);
            if (partial) n.d.facts[0].flags |= ORDO_FACT_IS_PARTIAL;
            for (uint32_t k = 0; k < (partial ? covered : arrays); k++) {
                uint32_t a = draft_input(&n.d, ORDO_INPUT_ARRAY, n.ints, k + 1);
                draft_fact(&n.d, n.node[4], a, size, 0, 0, size);
            }
            draft_end(&n.d);
        }
    analyse(&n, ORDO_IDENTITY_TYPE);
    const struct ordo_cost_function *f = function(&n, at(&n, 4), metric, cost, 0);
    assert_non_null(f);
    size_t unmeasured = f->unmeasured;
    assert_int_equal(f->points.n, 8);
    done(&n);
    return unmeasured;
}

/* If facts of an invocation are partial, the size of an input in them is known, but not the
 * other inputs, nor how much was used. Its accesses are not known at all. */
static void sizes_of_partial_invocations_are_those_of_one_input(void **state) {
    (void)state;
    assert_int_equal(unknown_sizes(1, 1, ORDO_SIZE_ELEMENTS, ORDO_COST_STEPS), 0);
    assert_int_equal(unknown_sizes(2, 2, ORDO_SIZE_ELEMENTS, ORDO_COST_STEPS), 8);
    assert_int_equal(unknown_sizes(1, 0, ORDO_SIZE_ELEMENTS, ORDO_COST_STEPS), 8);
    assert_int_equal(unknown_sizes(1, 1, ORDO_SIZE_USED, ORDO_COST_STEPS), 8);
    assert_int_equal(unknown_sizes(1, 1, ORDO_SIZE_ELEMENTS, ORDO_COST_READS), 8);
}

/* Figure 3: two loops of the harness, the construction of a list, and the two loops that sort
 * it. */
static void figure_3_has_four_algorithms_in_five_loops(void **state) {
    (void)state;
    struct nest n;
    n.p = draft_figure_3(60, 10);
    analyse_profile(&n, ORDO_IDENTITY_SOME);
    assert_int_equal(n.a->n, 4);
    const struct ordo_algorithm *x = at(&n, 41), *y = at(&n, 51);
    assert_int_equal(at(&n, 2)->inputs.n, 0);
    assert_int_equal(at(&n, 3)->inputs.n, 0);
    assert_int_equal(x->nodes.n, 1);
    assert_int_equal(input(&n, x, 0)->operation, ORDO_OPERATION_CONSTRUCTION);
    assert_int_equal(y->nodes.n, 2);
    assert_int_equal(input(&n, y, 0)->operation, ORDO_OPERATION_MODIFICATION);
    assert_int_equal(y->invocations, 600);
    assert_int_equal(y->kept, 600);
    assert_int_not_equal(x->best, ORDO_FUNCTION_NONE);
    assert_int_not_equal(y->best, ORDO_FUNCTION_NONE);
    const struct ordo_cost_function *f = &n.a->functions[x->best], *g = &n.a->functions[y->best];
    assert_leading(f, ORDO_GROWTH_N, 1);
    assert_leading(g, ORDO_GROWTH_N2, 0.25);
    assert_int_equal(g->size.metric, ORDO_SIZE_ELEMENTS);
    assert_int_equal(g->least_n, 0);
    assert_int_equal(g->greatest_n, 59);
    assert_leading(function(&n, x, ORDO_SIZE_ELEMENTS, ORDO_COST_CREATIONS, 0), ORDO_GROWTH_N, 1);
    assert_leading(function(&n, y, ORDO_SIZE_ELEMENTS, ORDO_COST_WRITES, 0), ORDO_GROWTH_N2, 0.75);
    done(&n);
}

/* Returns the operation of one invocation of loop 4 with these accesses to an input of the form. */
static enum ordo_operation operation_of(enum ordo_input_form form, uint64_t reads, uint64_t writes,
                                        uint64_t creations) {
    struct nest n;
    init(&n);
    draft_begin(&n.d, n.node[4]);
    uint32_t i = draft_input(&n.d, form, n.list, 1);
    draft_fact(&n.d, n.node[4], i, reads, writes, creations, 5);
    draft_end(&n.d);
    analyse(&n, ORDO_IDENTITY_SOME);
    enum ordo_operation operation = input(&n, at(&n, 4), 0)->operation;
    done(&n);
    return operation;
}

static void the_operations_exclude_each_other(void **state) {
    (void)state;
    assert_int_equal(operation_of(ORDO_INPUT_STRUCTURE, 9, 0, 0), ORDO_OPERATION_TRAVERSAL);
    assert_int_equal(operation_of(ORDO_INPUT_STRUCTURE, 9, 1, 0), ORDO_OPERATION_MODIFICATION);
    assert_int_equal(operation_of(ORDO_INPUT_STRUCTURE, 0, 1, 0), ORDO_OPERATION_MODIFICATION);
    assert_int_equal(operation_of(ORDO_INPUT_STRUCTURE, 9, 1, 1), ORDO_OPERATION_CONSTRUCTION);
    assert_int_equal(operation_of(ORDO_INPUT_STRUCTURE, 0, 0, 1), ORDO_OPERATION_CONSTRUCTION);
    assert_int_equal(operation_of(ORDO_INPUT_ARRAY, 9, 0, 0), ORDO_OPERATION_TRAVERSAL);
    assert_int_equal(operation_of(ORDO_INPUT_ARRAY, 9, 9, 0), ORDO_OPERATION_MODIFICATION);
    assert_int_equal(operation_of(ORDO_INPUT_SOURCE, 9, 0, 0), ORDO_OPERATION_INPUT);
    assert_int_equal(operation_of(ORDO_INPUT_SINK, 0, 9, 0), ORDO_OPERATION_OUTPUT);
}

/* A list that is read, another that is built, and some that the recording combined, which may
 * not be worked on. By type, they are one input whose size is the sum. */
static void inputs_of_one_type_are_distinguished_by_their_first_accesses(void **state) {
    (void)state;
    for (int by_type = 0; by_type < 2; by_type++) {
        struct nest n;
        init(&n);
        for (uint64_t i = 1; i <= 5; i++) {
            draft_begin(&n.d, n.node[4]);
            uint32_t ints = draft_input(&n.d, ORDO_INPUT_ARRAY, n.ints, 99);
            uint32_t from = draft_input(&n.d, ORDO_INPUT_STRUCTURE, n.list, 3 * i);
            uint32_t to = draft_input(&n.d, ORDO_INPUT_STRUCTURE, n.list, 3 * i + 1);
            uint32_t many = draft_input(&n.d, ORDO_INPUT_STRUCTURE, n.list, 3 * i + 2);
            n.d.inputs[many].many = 7;
            draft_activations(&n.d, n.node[4], 1, i);
            draft_fact(&n.d, n.node[4], ints, 1, 0, 0, 8);
            draft_fact(&n.d, n.node[4], from, i, 0, 0, i);
            draft_fact(&n.d, n.node[4], to, 0, i, i, 2 * i);
            draft_fact(&n.d, n.node[4], many, 0, i, 0, 100 * i);
            draft_end(&n.d);
        }
        analyse(&n, by_type ? ORDO_IDENTITY_TYPE : ORDO_IDENTITY_SOME);
        const struct ordo_algorithm *x = at(&n, 4);
        assert_int_equal(x->inputs.n, by_type ? 2 : 3);
        assert_int_equal(input(&n, x, 0)->form, ORDO_INPUT_ARRAY);
        const struct ordo_cost_function *f =
            function(&n, x, ORDO_SIZE_ELEMENTS, ORDO_COST_STEPS, 1);
        assert_non_null(f);
        if (by_type) {
            assert_true(input(&n, x, 1)->further);
            assert_int_equal(input(&n, x, 1)->operation, ORDO_OPERATION_CONSTRUCTION);
            assert_int_equal(f->greatest_n, 5 * 103);
        } else {
            assert_int_equal(input(&n, x, 1)->rank, 0);
            assert_int_equal(input(&n, x, 1)->operation, ORDO_OPERATION_TRAVERSAL);
            assert_int_equal(input(&n, x, 2)->rank, 1);
            assert_int_equal(input(&n, x, 2)->operation, ORDO_OPERATION_CONSTRUCTION);
            assert_int_equal(f->greatest_n, 5);
        }
        /* The array's size never changed. */
        assert_null(function(&n, x, ORDO_SIZE_ELEMENTS, ORDO_COST_STEPS, 0));
        done(&n);
    }
}

static void inputs_of_one_type_are_combined_from_the_fourth_on(void **state) {
    (void)state;
    struct nest n;
    init(&n);
    draft_begin(&n.d, n.node[4]);
    for (uint64_t i = 1; i <= 6; i++)
        draft_fact(&n.d, n.node[4], draft_input(&n.d, ORDO_INPUT_STRUCTURE, n.list, i), 1, 0, 0, i);
    draft_end(&n.d);
    analyse(&n, ORDO_IDENTITY_SOME);
    const struct ordo_algorithm *x = at(&n, 4);
    assert_int_equal(x->inputs.n, 4);
    for (uint32_t i = 0; i < 4; i++) {
        assert_int_equal(input(&n, x, i)->rank, i);
        assert_int_equal(input(&n, x, i)->further, i == 3);
        assert_int_equal(input(&n, x, i)->greatest[ORDO_SIZE_ELEMENTS], i == 3 ? 4 + 5 + 6 : i + 1);
    }
    done(&n);
}

static void a_name_is_kept_if_all_agree(void **state) {
    (void)state;
    struct nest n;
    init(&n);
    static const char *const files[] = {"a.txt", "b.txt"};
    for (int i = 0; i < 2; i++) {
        draft_begin(&n.d, n.node[4]);
        uint32_t same = draft_input(&n.d, ORDO_INPUT_ARRAY, n.ints, 1);
        uint32_t file = draft_input(&n.d, ORDO_INPUT_SOURCE, ORDO_TYPE_NONE, 2);
        n.d.inputs[same].name = "table";
        n.d.inputs[file].name = files[i];
        draft_fact(&n.d, n.node[4], same, 1, 0, 0, 1);
        draft_fact(&n.d, n.node[4], file, 1, 0, 0, 1);
        draft_end(&n.d);
    }
    analyse(&n, ORDO_IDENTITY_SOME);
    assert_string_equal(input(&n, at(&n, 4), 0)->name, "table");
    assert_string_equal(input(&n, at(&n, 4), 1)->name, "");
    done(&n);
}

/* A harness that accesses the head of each of its lists once. */
static void data_accessed_in_one_step_only_is_not_an_input(void **state) {
    (void)state;
    struct nest n;
    init(&n);
    draft_begin(&n.d, n.node[3]);
    draft_activations(&n.d, n.node[3], 1, 4);
    for (uint64_t i = 1; i <= 5; i++) {
        uint32_t list = draft_input(&n.d, ORDO_INPUT_STRUCTURE, n.list, i);
        struct ordo_fact *f = draft_fact(&n.d, n.node[3], list, 1, 0, 0, 9);
        if (i != 2) f->flags = ORDO_FACT_IS_MEASURED;
        if (i == 1) continue;
        draft_end(&n.d);
        draft_begin(&n.d, n.node[3]);
        draft_activations(&n.d, n.node[3], 1, 4);
    }
    draft_end(&n.d);
    analyse(&n, ORDO_IDENTITY_SOME);
    const struct ordo_algorithm *x = at(&n, 3);
    assert_int_equal(x->nodes.n, 1);
    assert_int_equal(x->inputs.n, 1);
    assert_int_equal(input(&n, x, 0)->rank, 0);
    done(&n);
}

/* Constant costs are left out, and sizes that were not measured; the latter are counted. */
static void uninformative_sizes_and_costs_are_left_out(void **state) {
    (void)state;
    struct nest n;
    init(&n);
    for (uint64_t i = 1; i <= 20; i++) {
        draft_begin(&n.d, n.node[4]);
        uint32_t a = draft_input(&n.d, ORDO_INPUT_STRUCTURE, n.list, i);
        draft_activations(&n.d, n.node[4], 1, 3 * i);
        struct ordo_fact *f = draft_fact(&n.d, n.node[4], a, 4, i, 0, i);
        if (i % 5 == 0) {
            f->flags = ORDO_FACT_IS_REPEATED;
            f->elements = 1;
        }
        draft_end(&n.d);
    }
    analyse(&n, ORDO_IDENTITY_SOME);
    const struct ordo_algorithm *x = at(&n, 4);
    const struct ordo_cost_function *f = &n.a->functions[x->best];
    assert_leading(f, ORDO_GROWTH_N, 3);
    assert_int_equal(f->unmeasured, 4);
    assert_int_equal(f->invocations, 16);
    assert_null(function(&n, x, ORDO_SIZE_ELEMENTS, ORDO_COST_READS, 0));
    assert_non_null(function(&n, x, ORDO_SIZE_ELEMENTS, ORDO_COST_WRITES, 0));
    done(&n);
}

/* Two loops on an input. What one of them knows of it does not make up for what the other does not,
 * except elements if it found no fewer than any other could have found. */
static void a_size_is_known_if_every_repetition_knows_it(void **state) {
    (void)state;
    for (int bounded = 0; bounded < 2; bounded++) {
        struct nest n;
        init(&n);
        for (uint64_t i = 1; i <= 20; i++) {
            draft_begin(&n.d, n.node[3]);
            uint32_t a = draft_input(&n.d, ORDO_INPUT_STRUCTURE, n.list, i);
            draft_activations(&n.d, n.node[3], 1, i);
            draft_activations(&n.d, n.node[4], i, i);
            draft_fact(&n.d, n.node[3], a, i, i, 0, i);
            struct ordo_fact *f = draft_fact(&n.d, n.node[4], a, i, i, 0, 1);
            f->flags = ORDO_FACT_IS_REPEATED | (bounded ? ORDO_FACT_IS_BOUNDED : 0u);
            draft_end(&n.d);
        }
        analyse(&n, ORDO_IDENTITY_SOME);
        const struct ordo_algorithm *x = at(&n, 3);
        if (bounded)
            assert_leading(&n.a->functions[x->best], ORDO_GROWTH_N, 2);
        else
            assert_int_equal(x->functions.n, 0);
        done(&n);
    }
}

/* In a partly used array, the used part explains the steps, not its capacity. */
static void the_size_that_explains_best_is_chosen(void **state) {
    (void)state;
    struct nest n;
    init(&n);
    for (uint64_t i = 1; i <= 40; i++) {
        uint64_t room = 8;
        while (room < i) room *= 2;
        draft_begin(&n.d, n.node[4]);
        uint32_t a = draft_input(&n.d, ORDO_INPUT_ARRAY, n.ints, i);
        draft_activations(&n.d, n.node[4], 1, 2 * i);
        struct ordo_fact *f = draft_fact(&n.d, n.node[4], a, i, 0, 0, room);
        f->used = i;
        draft_end(&n.d);
    }
    analyse(&n, ORDO_IDENTITY_SOME);
    const struct ordo_cost_function *f = &n.a->functions[at(&n, 4)->best];
    assert_int_equal(f->size.metric, ORDO_SIZE_USED);
    assert_leading(f, ORDO_GROWTH_N, 2);
    done(&n);
}

/* Few sizes with scattered costs get no cost function; more sizes do. */
static void a_cost_function_of_few_sizes_must_fit(void **state) {
    (void)state;
    static const struct {
        uint64_t sizes, spread;
        bool named;
    } cases[] = {{4, 0, true}, {4, 4, false}, {8, 4, true}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        struct nest n;
        init(&n);
        for (uint64_t i = 0; i < 200; i++) {
            uint64_t size = i % cases[k].sizes + 1, odd = i / cases[k].sizes % 2;
            uint64_t steps = 50 * size + (odd ? 10 : -UINT64_C(10)) * size * cases[k].spread;
            draft_begin(&n.d, n.node[4]);
            uint32_t a = draft_input(&n.d, ORDO_INPUT_STRUCTURE, n.list, i + 1);
            draft_activations(&n.d, n.node[4], 1, steps);
            draft_fact(&n.d, n.node[4], a, 5, 0, 0, size);
            draft_end(&n.d);
        }
        analyse(&n, ORDO_IDENTITY_SOME);
        const struct ordo_algorithm *x = at(&n, 4);
        assert_non_null(function(&n, x, ORDO_SIZE_ELEMENTS, ORDO_COST_STEPS, 0));
        assert_int_equal(x->best != ORDO_FUNCTION_NONE, cases[k].named);
        if (cases[k].named) assert_leading(&n.a->functions[x->best], ORDO_GROWTH_N, 50);
        done(&n);
    }
}

/* Sizes from 17 to 30, within a factor of two. Steps are alternately some fiftieths above and
 * below the size, or follow the capacity of a buffer. */
static void a_cost_function_of_similar_sizes_must_fit(void **state) {
    (void)state;
    static const struct {
        uint64_t sizes, odd, room;
        bool named;
    } cases[] = {{14, 0, 0, true}, {14, 45, 0, false}, {60, 45, 0, true}, {14, 0, 1100, false}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        struct nest n;
        init(&n);
        for (uint64_t i = 0; i < 240; i++) {
            uint64_t size = 17 + i % cases[k].sizes, odd = i / cases[k].sizes % 2;
            uint64_t steps = (50 + (odd ? cases[k].odd : -cases[k].odd)) * size;
            draft_begin(&n.d, n.node[4]);
            uint32_t a = draft_input(&n.d, ORDO_INPUT_STRUCTURE, n.list, i + 1);
            draft_activations(&n.d, n.node[4], 1, steps);
            draft_fact(&n.d, n.node[4], a, 5, 0, 0, size + cases[k].room);
            draft_end(&n.d);
        }
        analyse(&n, ORDO_IDENTITY_SOME);
        const struct ordo_algorithm *x = at(&n, 4);
        assert_non_null(function(&n, x, ORDO_SIZE_ELEMENTS, ORDO_COST_STEPS, 0));
        assert_int_equal(x->best != ORDO_FUNCTION_NONE, cases[k].named);
        done(&n);
    }
}

static void sizes_by_type_are_separate_sizes(void **state) {
    (void)state;
    struct nest n;
    init(&n);
    for (uint64_t i = 1; i <= 60; i++) {
        uint64_t vertices = 5 + (i * 7) % 13, edges = 4 * i;
        draft_begin(&n.d, n.node[4]);
        uint32_t a = draft_input(&n.d, ORDO_INPUT_STRUCTURE, n.list, i);
        draft_activations(&n.d, n.node[4], 1, edges);
        draft_fact(&n.d, n.node[4], a, edges, 0, 0, vertices * vertices);
        struct ordo_fact *f = draft_fact(&n.d, n.node[4], a, edges, 0, 0, edges);
        f->type = n.ints;
        f->references = 0;
        f = draft_fact(&n.d, n.node[4], a, 0, 0, 0, vertices);
        f->type = n.list;
        f->references = 0;
        draft_end(&n.d);
    }
    analyse(&n, ORDO_IDENTITY_SOME);
    const struct ordo_cost_function *f = &n.a->functions[at(&n, 4)->best];
    assert_int_not_equal(f->size.type, ORDO_TYPE_NONE);
    assert_string_equal(n.p->types[f->size.type].name, "int");
    assert_leading(f, ORDO_GROWTH_N, 1);
    done(&n);
}

/* A recursion's steps are its activations in any context; those of a helper are not. */
static void steps_of_a_recursion_are_its_activations(void **state) {
    (void)state;
    struct nest n;
    init(&n);
    struct draft *d = &n.d;
    uint32_t f = draft_routine(d, "walk", 60), g = draft_routine(d, "visit", 70);
    uint32_t top = draft_context(d, n.node[4], f, 20), again = draft_context(d, top, f, 200),
             helper = draft_context(d, top, g, 220);
    for (uint64_t i = 1; i <= 20; i++) {
        draft_begin(d, top);
        uint32_t a = draft_input(d, ORDO_INPUT_STRUCTURE, n.list, i);
        draft_activations(d, top, 1, 99);
        draft_activations(d, again, i, 0);
        draft_activations(d, helper, i, i);
        draft_fact(d, top, a, 2, 0, 0, i + 1);
        draft_fact(d, again, a, 2 * i, 0, 0, i + 1);
        draft_end(d);
    }
    analyse(&n, ORDO_IDENTITY_SOME);
    const struct ordo_algorithm *x = at(&n, 60);
    assert_int_equal(x->kept, 20);
    assert_int_equal(x->kept_steps, 20 + 210);
    assert_leading(&n.a->functions[x->best], ORDO_GROWTH_N, 1);
    done(&n);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_cost_of_listing_3_is_6),
        cmocka_unit_test(sizes_of_partial_invocations_are_those_of_one_input),
        cmocka_unit_test(figure_3_has_four_algorithms_in_five_loops),
        cmocka_unit_test(the_operations_exclude_each_other),
        cmocka_unit_test(inputs_of_one_type_are_distinguished_by_their_first_accesses),
        cmocka_unit_test(inputs_of_one_type_are_combined_from_the_fourth_on),
        cmocka_unit_test(a_name_is_kept_if_all_agree),
        cmocka_unit_test(data_accessed_in_one_step_only_is_not_an_input),
        cmocka_unit_test(uninformative_sizes_and_costs_are_left_out),
        cmocka_unit_test(a_size_is_known_if_every_repetition_knows_it),
        cmocka_unit_test(the_size_that_explains_best_is_chosen),
        cmocka_unit_test(a_cost_function_of_few_sizes_must_fit),
        cmocka_unit_test(a_cost_function_of_similar_sizes_must_fit),
        cmocka_unit_test(sizes_by_type_are_separate_sizes),
        cmocka_unit_test(steps_of_a_recursion_are_its_activations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
