/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * structure_test.c: invocations of repetitions and their work on inputs, from sequences of hooks:
 * the paper's listings 3 and 4 (Zaparanuks and Hauswirth, Algorithmic Profiling), recursion, too
 * many inputs, and limits on what is kept and measured.
 */
#include "../../../src/engine/runtime/core/effects.h"
#include "instrumented.h"
#include "list_types.h"
#include "scenario.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAIN, OUTER, INNER, VISIT, CHILDREN, HELPER, GUESS, SCOPES };
static struct ordo_scope scopes[SCOPES] = {
    [MAIN] = {.name = "main", .routine = &scopes[MAIN], .group = &scopes[MAIN], .line = 1},
    [OUTER] = {.name = "",
               .routine = &scopes[MAIN],
               .parent = &scopes[MAIN],
               .line = 2,
               .kind = ORDO_KIND_LOOP},
    [INNER] = {.name = "",
               .routine = &scopes[MAIN],
               .parent = &scopes[OUTER],
               .line = 3,
               .kind = ORDO_KIND_LOOP},
    [VISIT] = {.name = "visit",
               .routine = &scopes[VISIT],
               .group = &scopes[VISIT],
               .line = 5,
               .flags = ORDO_SCOPE_RECURSIVE | ORDO_SCOPE_CYCLE},
    [CHILDREN] = {.name = "",
                  .routine = &scopes[VISIT],
                  .parent = &scopes[VISIT],
                  .line = 6,
                  .kind = ORDO_KIND_LOOP,
                  .flags = ORDO_SCOPE_RECURSIVE},
    [HELPER] = {.name = "helper", .routine = &scopes[HELPER], .group = &scopes[HELPER], .line = 9},
    [GUESS] = {.name = "guess",
               .routine = &scopes[GUESS],
               .group = &scopes[GUESS],
               .line = 12,
               .flags = ORDO_SCOPE_RECURSIVE | ORDO_SCOPE_MAY_CYCLE},
};

static struct ordo_module module = {.abi_version = ORDO_ABI_VERSION,
                                    .n_scopes = SCOPES,
                                    .scopes = scopes,
                                    .source_root = "/source",
                                    .unit = "structure.c",
                                    .structure = &list_structure};

static void load(void) {
    for (int i = 0; i < SCOPES; i++) {
        scopes[i].linkage_name = scopes[i].routine->name;
        scopes[i].file = "structure.c";
        scopes[i].arg_names = "";
        scopes[i].group = scopes[i].routine;
    }
    __ordo_module_add(&module);
}

static struct ordo_frame *enter(int scope) {
    struct ordo_thread *t = instrumented_thread();
    return scopes[scope].kind == ORDO_KIND_LOOP ? __ordo_loop_enter(t, &scopes[scope])
                                                : __ordo_routine_enter(t, &scopes[scope]);
}
static void body(struct ordo_frame *loop) {
    loop->iterations++;
    instrumented_blocks(1);
}
static void leave(struct ordo_frame *f) {
    if (f->scope->kind == ORDO_KIND_LOOP)
        __ordo_loop_leave(__ordo_self, f);
    else
        __ordo_routine_leave(__ordo_self, f);
}

static struct node *make(void) {
    struct node *n = malloc(sizeof *n);
    ort_effect_block(n, sizeof *n);
    return n;
}
static void set_next(struct node *n, struct node *next) {
    __ordo_link_write(__ordo_self->top, n, &list_types[LIST_NODE], 0, next);
    n->next = next;
}
static struct node *next(const struct node *n) {
    __ordo_link_read(__ordo_self->top, n, &list_types[LIST_NODE], 0);
    return n->next;
}
static void destroy(struct node *n) {
    ort_effect_block_end(n);
    free(n);
}

/* ---- records ---- */

struct record {
    const struct ordo_raw_invocation *invocation;
    const struct ordo_raw_input *inputs;
    const struct ordo_raw_fact *facts;
};

static uint32_t scope_of(const struct raw_image *i, uint32_t context) {
    for (size_t at = ORDO_RAW_HEADER_BYTES; at < i->used;) {
        const struct ordo_raw_contexts *b = (const void *)(i->base + at);
        const struct ordo_raw_context *nodes = (const void *)(b + 1);
        if (b->kind == ORDO_RAW_CONTEXTS && context - b->first < b->capacity)
            return nodes[context - b->first].scope;
        at += b->size;
    }
    return 0;
}

/* Returns the number-th record of the scope; its `invocation` is NULL if there is no such
 * record. */
static struct record find(int scope, unsigned number) {
    struct raw_image i = raw_image_live();
    for (size_t at = ORDO_RAW_HEADER_BYTES; at < i.used;) {
        const struct ordo_raw_invocations *b = (const void *)(i.base + at);
        const char *from = (const char *)(b + 1);
        for (uint64_t done = 0; b->kind == ORDO_RAW_INVOCATIONS && done < b->used;) {
            const struct ordo_raw_invocation *r = (const void *)(from + done);
            const struct ordo_raw_input *inputs = (const void *)(r + 1);
            const struct ordo_raw_fact *facts = (const void *)(inputs + r->n_inputs);
            if (scope_of(&i, r->context) == scopes[scope].id && number-- == 0)
                return (struct record){r, inputs, facts};
            done = (uint64_t)((const char *)(facts + r->n_facts) - from);
        }
        at += b->size;
    }
    return (struct record){NULL, NULL, NULL};
}

static unsigned count(int scope) {
    unsigned n = 0;
    while (find(scope, n).invocation) n++;
    return n;
}

/* Returns the only fact of the scope's contexts for the input (0: steps). */
static struct ordo_raw_fact fact(struct record r, int scope, uint32_t input) {
    struct raw_image i = raw_image_live();
    struct ordo_raw_fact sum = {0};
    int n = 0;
    for (uint32_t k = 0; r.invocation && k < r.invocation->n_facts; k++) {
        const struct ordo_raw_fact *f = &r.facts[k];
        if (scope_of(&i, f->context) != scopes[scope].id || f->input != input || f->type) continue;
        if (input)
            sum = *f;
        else {
            sum.reads += f->reads;
            sum.writes += f->writes;
        }
        n++;
    }
    CHECK(r.invocation != NULL, "no record");
    CHECK(n > 0, "no fact of scope %d for input %u", scope, input);
    CHECK(n == 1 || !input, "%d facts", n);
    return sum;
}

#define CHECK_FACT(f, r, w, c, e, refs)                                                            \
    CHECK((f).reads == (r) && (f).writes == (w) && (f).creations == (c) && (f).elements == (e) &&  \
              (f).references == (refs) && (f).flags == (ORDO_FACT_MEASURED | ORDO_FACT_REPEATED),  \
          "reads %lu writes %lu creations %lu elements %lu references %lu flags %u",               \
          (unsigned long)(f).reads, (unsigned long)(f).writes, (unsigned long)(f).creations,       \
          (unsigned long)(f).elements, (unsigned long)(f).references, (f).flags)

/* ---- scenarios ---- */

static struct node *construct(int n) {
    struct ordo_frame *loop = enter(OUTER);
    struct node *list = NULL;
    for (int i = 0; i < n; i++) {
        body(loop);
        struct node *head = make();
        set_next(head, list);
        list = head;
    }
    leave(loop);
    return list;
}

/* Listing 4: a loop constructs a list, which is then traversed and destroyed. */
static void run_list(const char *argument) {
    (void)argument;
    load();
    struct ordo_frame *f = enter(MAIN);
    struct node *list = construct(5);
    struct record r = find(OUTER, 0);
    struct ordo_raw_fact steps = fact(r, OUTER, 0);
    CHECK(steps.reads == 1 && steps.writes == 5, "%lu", (unsigned long)steps.writes);
    CHECK(r.invocation->n_inputs == 1 && r.inputs[0].form == ORDO_FORM_STRUCTURE &&
              r.inputs[0].type == list_types[LIST_NODE].id && r.inputs[0].many == 1,
          "%u inputs", r.invocation->n_inputs);
    CHECK_FACT(fact(r, OUTER, 1), 0, 5, 5, 5, 4);
    struct ordo_frame *walk = enter(INNER);
    for (struct node *n = list; n; n = next(n)) body(walk);
    leave(walk);
    struct record w = find(INNER, 0);
    CHECK_FACT(fact(w, INNER, 1), 5, 0, 0, 5, 4);
    CHECK(w.inputs[0].identity == r.inputs[0].identity, "another input");
    walk = enter(INNER);
    while (list) {
        body(walk);
        struct node *rest = next(list);
        destroy(list);
        list = rest;
    }
    leave(walk);
    CHECK_FACT(fact(find(INNER, 1), INNER, 1), 5, 0, 0, 5, 4);
    leave(f);
}

/* Listing 3: the work of inner repetitions is recorded with the outer one; 3 + (0 + 1 + 2)
 * steps. */
static void run_nested(const char *argument) {
    (void)argument;
    load();
    struct ordo_frame *f = enter(MAIN);
    int *array = malloc(3 * sizeof *array);
    ort_effect_block(array, 3 * sizeof *array);
    struct ordo_frame *outer = enter(OUTER);
    for (int o = 0; o < 3; o++) {
        body(outer);
        struct ordo_frame *inner = enter(INNER);
        for (int i = 0; i < o; i++) {
            body(inner);
            __ordo_array_write(inner, &array[i], &list_types[LIST_INT]);
        }
        leave(inner);
    }
    leave(outer);
    CHECK(count(INNER) == 3, "%u", count(INNER));
    struct record r = find(OUTER, 0);
    struct ordo_raw_fact own = fact(r, OUTER, 0), inner = fact(r, INNER, 0);
    CHECK(own.reads == 1 && own.writes == 3 && inner.reads == 3 && inner.writes == 3, "%lu + %lu",
          (unsigned long)own.writes, (unsigned long)inner.writes);
    struct ordo_raw_fact a = fact(r, INNER, 1);
    CHECK(r.inputs[0].form == ORDO_FORM_ARRAY, "%u", r.inputs[0].form);
    CHECK(a.writes == 3 && a.used == 2 && a.capacity == 3 && a.elements == 3,
          "writes %lu used %lu capacity %lu elements %lu", (unsigned long)a.writes,
          (unsigned long)a.used, (unsigned long)a.capacity, (unsigned long)a.elements);
    leave(f);
}

static struct ordo_raw_fact inner_fact(unsigned number) {
    return fact(find(INNER, number), INNER, 1);
}

/* Reporting accesses together gives the same as reporting them one by one. */
static void run_together(const char *argument) {
    (void)argument;
    load();
    struct ordo_frame *f = enter(MAIN);
    int *array = malloc(8 * sizeof *array);
    ort_effect_block(array, 8 * sizeof *array);
    struct ordo_frame *loop = enter(INNER);
    for (int i = 2; i < 7; i++) {
        body(loop);
        __ordo_array_read(loop, &array[i], &list_types[LIST_INT]);
        if (i & 1) __ordo_array_write(loop, &array[i], &list_types[LIST_INT]);
    }
    leave(loop);
    loop = enter(INNER);
    for (int i = 2; i < 7; i++) body(loop);
    __ordo_array_run(loop, &array[2], &array[6], &list_types[LIST_INT], 5, 2, 1, 5);
    CHECK(loop->iterations == 5, "%lu iterations", (unsigned long)loop->iterations);
    leave(loop);
    struct ordo_raw_fact a = inner_fact(0), b = inner_fact(1);
    CHECK(a.reads == 5 && a.writes == 2 && a.used == 5 && a.capacity == 8 &&
              a.flags == (ORDO_FACT_MEASURED | ORDO_FACT_REPEATED),
          "reads %lu writes %lu used %lu flags %u", (unsigned long)a.reads, (unsigned long)a.writes,
          (unsigned long)a.used, a.flags);
    a.context = b.context;
    CHECK(memcmp(&a, &b, sizeof a) == 0, "reads %lu writes %lu used %lu capacity %lu flags %u",
          (unsigned long)b.reads, (unsigned long)b.writes, (unsigned long)b.used,
          (unsigned long)b.capacity, b.flags);

    loop = enter(INNER);
    for (int i = 0; i < 3; i++) body(loop);
    __ordo_array_run(loop, &array[0], &array[1], &list_types[LIST_INT], 2, 0, 2, 2);
    __ordo_array_run(loop, NULL, NULL, &list_types[LIST_INT], 0, 0, 0, 0);
    leave(loop);
    CHECK(!(inner_fact(2).flags & ORDO_FACT_REPEATED), "one iteration counts as several");

    struct ordo_frame *outer = enter(OUTER);
    body(outer);
    loop = enter(INNER);
    __ordo_array_run(outer, &array[1], &array[3], &list_types[LIST_INT], 0, 3, 1, 1);
    leave(loop);
    leave(outer);
    CHECK(fact(find(OUTER, 0), OUTER, 1).writes == 3, "reported for an outer loop");
    leave(f);
}

static struct node *build(int n) {
    struct ordo_frame *f = enter(VISIT);
    struct node *list = NULL;
    if (n > 0) {
        struct node *rest = build(n - 1);
        list = make();
        set_next(list, rest);
    }
    leave(f);
    return list;
}

/* Listing 4 by recursion: one invocation of 6 steps; inner activations are not invocations. */
static void run_recursion(const char *argument) {
    (void)argument;
    load();
    struct ordo_frame *f = enter(MAIN);
    build(5);
    CHECK(count(VISIT) == 1, "%u", count(VISIT));
    struct record r = find(VISIT, 0);
    struct ordo_raw_fact steps = fact(r, VISIT, 0);
    CHECK(steps.reads == 6 && steps.writes == 6, "%lu", (unsigned long)steps.writes);
    CHECK_FACT(fact(r, VISIT, 1), 0, 5, 5, 5, 4);
    leave(f);
}

/* A loop that works on more inputs than are distinguished. */
static void run_many(const char *argument) {
    (void)argument;
    load();
    struct ordo_frame *f = enter(MAIN), *outer = enter(OUTER);
    for (int i = 0; i < 1000; i++) {
        body(outer);
        struct node *n = make();
        struct ordo_frame *inner = enter(INNER);
        body(inner);
        set_next(n, NULL);
        leave(inner);
        destroy(n);
    }
    leave(outer);
    struct record r = find(OUTER, 0);
    uint64_t writes = 0, most = 0;
    for (uint32_t k = 0; k < r.invocation->n_facts; k++)
        if (r.facts[k].input) writes += r.facts[k].writes;
    for (uint32_t k = 0; k < r.invocation->n_inputs; k++)
        if (r.inputs[k].many > most) most = r.inputs[k].many;
    CHECK(writes == 1000, "%lu", (unsigned long)writes);
    CHECK(most > 1 && r.invocation->n_inputs < 400, "%u inputs, %lu in one", r.invocation->n_inputs,
          (unsigned long)most);
    CHECK(count(INNER) == 1000, "%u kept", count(INNER));
    leave(f);
}

/* Some of many short invocations are observed. The loop around them is observed, and has all of
 * their work. The size of their input is known, because no more elements ever lived. */
static void run_some(const char *argument) {
    load();
    struct ordo_frame *f = enter(MAIN);
    struct node *list = construct(10);
    struct ordo_frame *outer = enter(OUTER);
    for (int i = 0; i < 50000; i++) {
        body(outer);
        struct ordo_frame *inner = enter(INNER);
        for (struct node *n = list; n; n = next(n)) {
            body(inner);
            if (*argument == 'w') set_next(n, n->next);
        }
        leave(inner);
    }
    leave(outer);
    unsigned n = count(INNER);
    CHECK(n >= 5000 && n < 40000, "%u kept", n);
    unsigned measured = 0;
    for (unsigned i = 0; i < n; i++) {
        struct ordo_raw_fact a = fact(find(INNER, i), INNER, 1);
        CHECK(a.reads == 10, "%lu reads", (unsigned long)a.reads);
        if (!(a.flags & ORDO_FACT_MEASURED)) continue;
        CHECK(a.elements == 10, "%lu elements", (unsigned long)a.elements);
        measured++;
    }
    CHECK(measured >= 16, "%u measured", measured);
    struct ordo_raw_fact steps = fact(find(OUTER, 1), INNER, 0);
    CHECK(steps.reads == 50000 && steps.writes == 500000, "%lu steps", (unsigned long)steps.writes);
    struct ordo_raw_fact all = fact(find(OUTER, 1), INNER, 1);
    CHECK(all.reads == 500000, "%lu reads", (unsigned long)all.reads);
    if (*argument == 'w') CHECK(all.writes == 500000, "%lu writes", (unsigned long)all.writes);
    CHECK(all.elements == 10 && all.flags & (ORDO_FACT_BOUNDED | ORDO_FACT_MEASURED),
          "%lu elements", (unsigned long)all.elements);
    CHECK(all.flags & ORDO_FACT_REPEATED, "in several steps of one activation");
    leave(f);
}

/* A repetition that is not observed did not find what came after its end. */
static void run_later(const char *argument) {
    (void)argument;
    load();
    struct ordo_frame *f = enter(MAIN);
    int *array = malloc(20 * sizeof *array);
    for (int i = 0; i < 8000; i++) {
        ort_effect_block(array, 10 * sizeof *array);
        struct ordo_frame *outer = enter(OUTER);
        for (int j = 0; j < 50; j++) {
            body(outer);
            struct ordo_frame *inner = enter(INNER);
            for (int k = 0; k < 3; k++) {
                body(inner);
                __ordo_array_read(inner, &array[k], &list_types[LIST_INT]);
            }
            leave(inner);
        }
        ort_effect_block_move(array, array, 20 * sizeof *array);
        leave(outer);
    }
    unsigned n = count(OUTER), unknown = 0;
    for (unsigned i = 0; i < n; i += 1 + n / 20) {
        struct ordo_raw_fact a = fact(find(OUTER, i), INNER, 1);
        int known = a.flags & (ORDO_FACT_BOUNDED | ORDO_FACT_MEASURED);
        CHECK(!known || a.elements == 10, "%lu elements, flags %u", (unsigned long)a.elements,
              a.flags);
        unknown += !known;
    }
    CHECK(unknown, "all %u were observed", n);
    leave(f);
}

/* A long list is measured while that is free, and then only as often as the work done on it pays
 * for it. Until then it is not observed either, except the first times. */
static void run_effort(const char *argument) {
    enum { WALKS = 1500 };
    load();
    struct ordo_frame *f = enter(MAIN);
    struct node *list = construct(20000);
    for (int i = 0; i < WALKS; i++) {
        struct ordo_frame *walk = enter(INNER);
        struct node *n = list;
        for (int k = 0; k <= i; k++) {
            body(walk);
            n = next(n);
        }
        if (n->next && n->next->next) set_next(n, n->next->next);
        leave(walk);
    }
    unsigned n = count(INNER), measured = 0;
    for (unsigned i = 0; i < n; i++) {
        struct record r = find(INNER, i);
        struct ordo_raw_fact a = r.facts[0].input ? r.facts[0] : r.facts[1];
        CHECK(a.flags & ORDO_FACT_MEASURED || r.invocation->ordinal < 16, "looked at the %lu-th",
              (unsigned long)r.invocation->ordinal);
        if (!(a.flags & ORDO_FACT_MEASURED)) continue;
        measured++;
        CHECK(a.elements == 20000 - r.invocation->ordinal, "%lu of the %lu-th",
              (unsigned long)a.elements, (unsigned long)r.invocation->ordinal);
    }
    if (*argument == 'a')
        CHECK(measured == WALKS, "%u of %u", measured, n);
    else
        CHECK(measured >= 100 && measured < WALKS / 2, "%u of %u", measured, n);
    leave(f);
}

/* A list whose head changes is entered at the head in a loop's last step. So the size is what is
 * found from there, even if a routine that may recur, and did not, did it. */
static void run_guess(const char *argument) {
    (void)argument;
    load();
    struct ordo_frame *f = enter(MAIN);
    struct node *head = construct(3), *first = head;
    struct ordo_frame *loop = enter(INNER);
    body(loop);
    next(first);
    for (int i = 0; i < 4; i++) {
        struct node *n = make();
        set_next(n, head);
        head = n;
    }
    body(loop);
    struct ordo_frame *guess = enter(GUESS);
    next(head);
    next(first);
    leave(guess);
    next(first->next);
    leave(loop);
    struct ordo_raw_fact a = fact(find(INNER, 0), INNER, 1);
    CHECK(count(GUESS) == 0, "%u invocations of a routine that did not recur", count(GUESS));
    CHECK_FACT(a, 4, 4, 4, 7, 6);
    leave(f);
}

/* A copy from memory of which nothing is known shows no elements: an array may have grown. Another
 * copy behind the first one does. */
static void run_copies(const char *argument) {
    (void)argument;
    load();
    struct ordo_frame *f = enter(MAIN);
    char *from = malloc(8), *to = malloc(16);
    ort_effect_block(from, 8);
    ort_effect_block(to, 16);
    for (int i = 0; i < 2; i++) {
        struct ordo_frame *loop = enter(INNER);
        body(loop);
        ort_effect_copy(to + 8 * i, from, 8);
        leave(loop);
    }
    CHECK(find(INNER, 0).invocation->n_inputs == 0, "the first copy showed an array");
    struct ordo_raw_fact a = inner_fact(1);
    CHECK(a.writes == 1 && a.capacity == 2, "writes %lu capacity %lu", (unsigned long)a.writes,
          (unsigned long)a.capacity);
    leave(f);
}

/* Bytes that an array of pointers leads to are texts in an invocation that reads the pointers only,
 * and rows of a table in one that reads some of the bytes, whatever was read before. */
static void run_bytes(const char *argument) {
    (void)argument;
    load();
    struct ordo_frame *f = enter(MAIN);
    char **table = malloc(3 * sizeof *table);
    ort_effect_block(table, 3 * sizeof *table);
    for (int i = 0; i < 3; i++) {
        table[i] = malloc(10);
        ort_effect_block(table[i], 10);
        __ordo_array_link(f, &table[i], &list_types[LIST_TEXT], table[i]);
    }
    for (int bytes = 0; bytes < 3; bytes++) {
        struct ordo_frame *loop = enter(INNER);
        for (int i = 0; i < 2; i++) {
            body(loop);
            __ordo_array_read(loop, &table[i], &list_types[LIST_TEXT]);
            if (bytes == 1) __ordo_array_read(loop, table[0], &list_types[LIST_CHAR]);
        }
        leave(loop);
        struct ordo_raw_fact a = inner_fact((unsigned)bytes);
        uint64_t elements = bytes == 1 ? 3 + 3 * 10 : 3;
        CHECK(a.elements == elements && a.capacity == elements && a.flags & ORDO_FACT_MEASURED,
              "elements %lu capacity %lu flags %u", (unsigned long)a.elements,
              (unsigned long)a.capacity, a.flags);
    }
    leave(f);
}

/* If nothing is observed, an access says so, be it one or several together, and so does the end
 * of a repetition. */
static void run_unreported(const char *argument) {
    (void)argument;
    load();
    struct ordo_frame *f = enter(MAIN);
    int *array = malloc(8 * sizeof *array);
    ort_effect_block(array, 8 * sizeof *array);
    __ordo_array_read(f, &array[1], &list_types[LIST_INT]);
    CHECK(__ordo_self->unreported, "after an access in no repetition");
    __ordo_self->unreported = 0;
    __ordo_array_run(f, &array[1], &array[3], &list_types[LIST_INT], 3, 0, 0, 0);
    CHECK(__ordo_self->unreported, "after several accesses");
    __ordo_self->unreported = 0;
    struct ordo_frame *loop = enter(INNER);
    body(loop);
    __ordo_array_write(loop, &array[0], &list_types[LIST_INT]);
    struct ordo_frame *helper = enter(HELPER);
    __ordo_array_write(helper, &array[1], &list_types[LIST_INT]);
    leave(helper);
    CHECK(!__ordo_self->unreported, "in a loop that is looked at");
    leave(loop);
    CHECK(__ordo_self->unreported, "after the loop");
    struct ordo_raw_fact a = inner_fact(0);
    CHECK(a.reads == 0 && a.writes == 2, "reads %lu writes %lu", (unsigned long)a.reads,
          (unsigned long)a.writes);
    leave(f);
}

const struct scenario scenarios[] = {
    {"list", run_list},
    {"nested", run_nested},
    {"together", run_together},
    {"recursion", run_recursion},
    {"many", run_many},
    {"some", run_some},
    {"later", run_later},
    {"effort", run_effort},
    {"unreported", run_unreported},
    {"guess", run_guess},
    {"copies", run_copies},
    {"bytes", run_bytes},
    {NULL, NULL},
};

static const char *const on[] = {"ORDO_TREE=1", "ORDO_STRUCTURE=1", NULL};
static const char *const all[] = {"ORDO_TREE=1", "ORDO_STRUCTURE=1", "ORDO_STRUCTURE_EFFORT=all",
                                  NULL};

#define TEST(name)                                                                                 \
    static void test_##name(void **state) {                                                        \
        (void)state;                                                                               \
        scenario_pass(#name, "", on);                                                              \
    }
TEST(list)
TEST(nested)
TEST(together)
TEST(recursion)
TEST(many)
TEST(unreported)
TEST(guess)
TEST(copies)
TEST(bytes)
TEST(later)

static void test_some(void **state) {
    (void)state;
    scenario_pass("some", "", on);
    scenario_pass("some", "w", on);
}

static void test_effort(void **state) {
    (void)state;
    scenario_pass("effort", "", on);
    scenario_pass("effort", "all", all);
}

int main(int argc, char **argv) {
    scenario_child(argc, argv);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_list),     cmocka_unit_test(test_nested),
        cmocka_unit_test(test_together), cmocka_unit_test(test_recursion),
        cmocka_unit_test(test_many),     cmocka_unit_test(test_effort),
        cmocka_unit_test(test_some),     cmocka_unit_test(test_unreported),
        cmocka_unit_test(test_guess),    cmocka_unit_test(test_copies),
        cmocka_unit_test(test_bytes),    cmocka_unit_test(test_later),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
