/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * structure_borders_test.c: the hooks that begin and end activations in structure builds
 * (structure_borders.c) count the same as frames that are filled in place and __ordo_leave. Random
 * activations of loops, of recursions of one and of several cycles, of routines that may recur and
 * of plain ones are recorded both ways, some of them left without a hook, and compared with the
 * test's own count. Records of invocations are the same as if homes.c settled each activation at
 * its beginning.
 */
#include "../../../src/engine/runtime/core/effects.h"
#include "../../../src/engine/runtime/structure/activities.h"
#include "instrumented.h"
#include "list_types.h"
#include "scenario.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* LEFT and RIGHT are of one cycle, but each recurs only by itself. ASIDE is of the same cycle
 * and never recurs, nor do ONCE and TRIED. There are many MAYBEs, one after the other
 * (on_stage). */
enum {
    MAIN,
    LOOP,
    INNER,
    EVEN,
    ODD,
    EVEN_LOOP,
    LEFT,
    RIGHT,
    ASIDE,
    OTHER,
    TRIED,
    ONCE,
    PLAIN,
    MAYBE,
    MANY = 32,
    SCOPES = MAYBE + MANY
};
#define RECURS (ORDO_SCOPE_REPETITIONS | ORDO_SCOPE_RECURSIVE)
static struct ordo_scope scopes[SCOPES] = {
    [MAIN] = {.name = "main", .flags = ORDO_SCOPE_REPETITIONS},
    [LOOP] = {.name = "", .routine = &scopes[MAIN], .kind = ORDO_KIND_LOOP},
    [INNER] = {.name = "", .routine = &scopes[MAIN], .kind = ORDO_KIND_LOOP},
    [EVEN] = {.name = "even", .flags = RECURS | ORDO_SCOPE_CYCLE},
    [ODD] = {.name = "odd", .group = &scopes[EVEN], .flags = RECURS | ORDO_SCOPE_CYCLE},
    [EVEN_LOOP] = {.name = "",
                   .routine = &scopes[EVEN],
                   .kind = ORDO_KIND_LOOP,
                   .flags = ORDO_SCOPE_RECURSIVE},
    [LEFT] = {.name = "left", .flags = RECURS | ORDO_SCOPE_CYCLE},
    [RIGHT] = {.name = "right", .group = &scopes[LEFT], .flags = RECURS | ORDO_SCOPE_CYCLE},
    [ASIDE] = {.name = "aside", .group = &scopes[LEFT], .flags = RECURS | ORDO_SCOPE_CYCLE},
    [OTHER] = {.name = "other", .flags = RECURS | ORDO_SCOPE_CYCLE},
    [TRIED] = {.name = "tried", .flags = RECURS | ORDO_SCOPE_MAY_CYCLE},
    [ONCE] = {.name = "once", .flags = RECURS},
    [PLAIN] = {.name = "plain", .flags = ORDO_SCOPE_REPETITIONS},
};
static struct ordo_module module = {.abi_version = ORDO_ABI_VERSION,
                                    .n_scopes = SCOPES,
                                    .scopes = scopes,
                                    .source_root = "/source",
                                    .unit = "borders.c",
                                    .structure = &list_structure};

static char maybe_names[MANY][16];

static void load(void) {
    for (uint32_t i = 0; i < MANY; i++) {
        snprintf(maybe_names[i], sizeof maybe_names[i], "maybe %u", i);
        scopes[MAYBE + i].name = maybe_names[i];
        scopes[MAYBE + i].flags = RECURS | ORDO_SCOPE_MAY_CYCLE;
    }
    for (uint32_t i = 0; i < SCOPES; i++) {
        if (!scopes[i].routine) scopes[i].routine = &scopes[i];
        if (!scopes[i].group) scopes[i].group = scopes[i].routine->group;
        if (!scopes[i].group) scopes[i].group = scopes[i].routine;
        scopes[i].linkage_name = scopes[i].routine->name;
        scopes[i].file = "borders.c";
        scopes[i].arg_names = "";
        scopes[i].line = i + 1;
    }
    __ordo_module_add(&module);
}

/* ---- the test's own count ---- */

struct own {
    uint64_t calls, cost, self, outermost, steps; /* as in a tally */
    uint64_t recursion, group;                    /* as in the sums of a step */
    uint64_t ended, group_ended;                  /* since the outermost open one began */
    uint32_t open, level, deepest;                /* as in ordo_nest */
    uint32_t late; /* outermost ones that ended after a second entry without a frame */
};
static struct own own[SCOPES];
static struct {
    uint32_t scope, deepest;
    uint64_t entry, below;
} stack[16];
static uint32_t depth;

static uint32_t group_of(uint32_t scope) {
    return (uint32_t)(scopes[scope].group - scopes);
}

static int recurs(uint32_t scope) {
    return scopes[scope].kind == ORDO_KIND_ROUTINE && scopes[scope].flags & ORDO_SCOPE_RECURSIVE;
}

static void own_begins(uint32_t scope) {
    struct own *group = &own[group_of(scope)];
    stack[depth].scope = scope;
    stack[depth].entry = __ordo_self->cost;
    stack[depth].below = 0;
    own[scope].open++;
    if (recurs(scope)) {
        stack[depth].deepest = group->deepest;
        group->deepest = group->level++;
    }
    depth++;
}

static void own_recursion_ends(struct own *o, struct own *group, uint32_t deepest) {
    if (deepest > group->deepest) group->deepest = deepest;
    o->ended++;
    group->group_ended++;
    if (!o->open) o->recursion += o->ended, o->ended = 0;
    if (!--group->level && __ordo_self->tick) {
        uint32_t id = scopes[o - own].id;
        o->late += __ordo_self->unframed[id] == ORDO_UNFRAMED_NEVER;
    }
    if (!group->level) o->group += group->group_ended, group->group_ended = 0;
}

static void own_ends(void) {
    uint32_t scope = stack[--depth].scope, flags = scopes[scope].flags;
    struct own *o = &own[scope];
    uint64_t cost = __ordo_self->cost - stack[depth].entry, below = stack[depth].below;
    o->open--;
    if (depth) stack[depth - 1].below += scope == PLAIN ? below : cost;
    o->calls++;
    o->cost += cost;
    o->self += cost - below;
    if (!(flags & ORDO_SCOPE_RECURSIVE) || !o->open) o->outermost += cost;
    if (recurs(scope)) own_recursion_ends(o, &own[group_of(scope)], stack[depth].deepest);
}

/* ---- the activations ---- */

static enum { IN_LINE, SETTLED, HOOKS } way;

/* NULL: nothing is recorded, or the thread has not accessed anything yet. */
static struct ort_activity *activity_of(const struct ordo_frame *f) {
    struct ort_thread *t = (struct ort_thread *)__ordo_self;
    return t->hot.tick && t->structure ? &t->structure->activities[f - t->frames] : NULL;
}

static int is_settled_at_once(const struct ordo_frame *f) {
    const struct ordo_scope *s = f->scope;
    return s->kind == ORDO_KIND_LOOP || ort_recurs((struct ort_thread *)__ordo_self, s);
}

static void settle(struct ordo_frame *f) {
    struct ort_thread *t = (struct ort_thread *)__ordo_self;
    if (is_settled_at_once(f)) {
        ort_structure_settle(t, f);
        ort_context_known(t, f);
    }
    t->hot.unreported = activity_of(f)->home == 1;
}

static struct ordo_frame *enter_in_line(struct ordo_scope *s) {
    struct ordo_frame *f = instrumented_enter(s);
    if (s->kind == ORDO_KIND_LOOP || s->flags & ORDO_SCOPE_RECURSIVE) __ordo_self->unreported = 0;
    if (way == SETTLED && activity_of(f)) settle(f);
    return f;
}

static struct ordo_frame *enter(uint32_t scope) {
    struct ordo_thread *t = instrumented_thread();
    struct ordo_scope *s = &scopes[scope];
    own_begins(scope);
    if (way != HOOKS) return enter_in_line(s);
    return s->kind == ORDO_KIND_LOOP ? __ordo_loop_enter(t, s) : __ordo_routine_enter(t, s);
}

/* Leaves everything above f without a hook of its own. */
static void leave(struct ordo_frame *f) {
    uint32_t context = f->context, id = f->scope->id;
    for (struct ordo_frame *top = __ordo_self->top; top >= f; top--) own_ends();
    if (way != HOOKS)
        __ordo_leave(__ordo_self, f);
    else if (f->scope->kind == ORDO_KIND_LOOP)
        __ordo_loop_leave(__ordo_self, f);
    else
        __ordo_routine_leave(__ordo_self, f);
    const struct ort_thread *t = (const struct ort_thread *)__ordo_self;
    if (context && f->scope == &scopes[TRIED] && ort_tally_of(t, context - 1)->calls >= ORT_TRIED)
        CHECK(t->hot.unframed[id] == ORDO_UNFRAMED_TRIED, "tried often enough");
}

/* Leaves everything above f by an exception that f catches. */
static void unwind(struct ordo_frame *f) {
    for (struct ordo_frame *top = __ordo_self->top; top > f; top--) own_ends();
    __ordo_unwind(__ordo_self, f);
}

static uint32_t random_number(uint32_t below) {
    static uint64_t state = 88172645463325252u;
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (uint32_t)(state >> 33) % below;
}

enum { DEPTH = 4, OPERATIONS = 1 << 21, UNTOUCHED = 1000, ELEMENTS = 64, NODES = 8 };
static uint32_t operation;

/* Returns the current MAYBE. At first it does not recur, then it does, and at last it is entered
 * again while an activation without a frame is open. */
static uint32_t on_stage(uint32_t *eighth) {
    uint32_t time = OPERATIONS / MANY;
    *eighth = operation % time / (time / 8);
    return MAYBE + operation / time;
}

/* Begins an activation. In the first half, recursions have at least two steps. */
static void begin(uint32_t scope) {
    uint32_t eighth, maybe = on_stage(&eighth);
    if (scope == MAYBE) scope = maybe;
    int is_once =
        scope == ONCE || scope == TRIED || scope == ASIDE || (scope == maybe && eighth < 4);
    if (is_once && own[scope].open) return;
    if (scope == LEFT && own[RIGHT].open) return;
    if (scope == RIGHT && own[LEFT].open && operation < OPERATIONS / 4) return;
    if ((scope == LEFT || scope == RIGHT) && own[ASIDE].open) return;
    enter(scope);
    if (operation < OPERATIONS / 2 && scope != ASIDE && scopes[scope].flags & ORDO_SCOPE_CYCLE)
        leave(enter(scope));
}

/* Returns a random scope, some more often than others, so that they end more often in one
 * context. */
static uint32_t any_scope(void) {
    static const uint32_t often[] = {LOOP, EVEN, ODD, LEFT, TRIED, MAYBE};
    return random_number(4) ? often[random_number(6)] : LOOP + random_number(MAYBE + 1 - LOOP);
}

static void access_element(struct ordo_frame *f, const int *element, int reads) {
    if (__ordo_self->unreported) return;
    if (reads)
        __ordo_array_read(f, element, &list_types[LIST_INT]);
    else
        __ordo_array_write(f, element, &list_types[LIST_INT]);
}

/* Adds accesses to the thread's count, as if it had reported them. */
static void add_accesses(uint64_t accesses) {
    if (activity_of(__ordo_self->top))
        ((struct ort_thread *)__ordo_self)->structure->accesses += accesses;
}

static void link_nodes(struct ordo_frame *f, struct node *nodes) {
    struct node *from = &nodes[random_number(NODES)], *to = &nodes[random_number(NODES)];
    __ordo_link_write(f, from, &list_types[LIST_NODE], 0, to);
    from->next = to;
}

/* Ends some activations. The one right above the bottom stays open for long. */
static void end(struct ordo_frame *bottom) {
    struct ordo_frame *top = __ordo_self->top;
    uint32_t above = (uint32_t)(top - bottom), how = random_number(64);
    uint32_t to = how ? above - 1 : random_number(above); /* bottom + to stays open */
    if (!to && random_number(256)) return;
    if (how & 1)
        unwind(bottom + to);
    else
        leave(bottom + to + 1);
}

static void operate(struct ordo_frame *bottom, int *array, struct node *nodes) {
    struct ordo_frame *top = __ordo_self->top;
    uint32_t what = random_number(100), element = random_number(ELEMENTS);
    instrumented_blocks(what % 3);
    if (what < 40 && top - bottom < DEPTH)
        begin(any_scope());
    else if (what < 60 && top->scope->kind == ORDO_KIND_LOOP)
        top->iterations++, own[top->scope - scopes].steps++;
    else if (what >= 60 && what < 72 && operation < UNTOUCHED)
        return;
    else if (what >= 60 && what < 70)
        access_element(top, &array[element], what & 1);
    else if (what == 70)
        link_nodes(top, nodes);
    else if (what == 71 && operation & 1 << 14)
        add_accesses(UINT64_C(1) << (8 + random_number(14)));
    else if (top > bottom)
        end(bottom);
}

/* Checks that everything about open activations is as abi.h and activities.h document. */
static void look(void) {
    const struct ordo_frame *top = __ordo_self->top;
    const struct ort_activity *a = activity_of(top);
    uint32_t scope = stack[depth - 1].scope;
    CHECK(top->scope == &scopes[scope], "scope %u is on top", scope);
    if (!a) return;
    if (recurs(scope)) {
        const struct ordo_nest *n = &__ordo_self->nest[scopes[group_of(scope)].id];
        const struct own *o = &own[group_of(scope)];
        CHECK(n->level == o->level && n->deepest == o->deepest, "level %u %u, deepest %u %u",
              n->level, o->level, n->deepest, o->deepest);
    }
    if (way == IN_LINE) return;
    CHECK(a->home || !is_settled_at_once(top), "scope %u is not settled", scope);
    CHECK((__ordo_self->unreported != 0) == (a->home == 1), "unreported %u, home %u in scope %u",
          __ordo_self->unreported, a->home, scope);
    CHECK(!a[1].home, "what is not open is settled");
    CHECK(!a->home || a[-1].home, "what is below scope %u is not settled", scope);
}

static void run_operations(void) {
    static int array[ELEMENTS];
    static struct node nodes[NODES];
    uint32_t eighth, maybe;
    struct ordo_frame *bottom = enter(MAIN);
    ort_effect_block(array, sizeof array);
    for (int k = 0; k < NODES; k++) ort_effect_block(&nodes[k], sizeof nodes[k]);
    for (operation = 0; operation < OPERATIONS; operation++) {
        maybe = on_stage(&eighth);
        if (operation == UNTOUCHED) {
            unwind(bottom);
            access_element(bottom, array, 1);
        }
        if (eighth == 7 && activity_of(bottom))
            __ordo_self->unframed[scopes[maybe].id] = ORDO_UNFRAMED_NEVER;
        operate(bottom, array, nodes);
        look();
    }
    unwind(bottom);
    leave(bottom);
}

/* ---- what was counted ---- */

/* Counts of a node of the calling context tree, identified by the scopes on its path. */
struct counted {
    uint64_t path, scope, calls, cost, self, outermost, steps, least, greatest;
    struct ordo_raw_step step;
};
enum { MOST = 65536 };

static const void *of_node(const struct raw_image *i, uint32_t kind, uint32_t node,
                           uint64_t bytes) {
    const struct ordo_raw_contexts *b = NULL;
    while ((b = raw_image_next(i, kind, b)))
        if (node - b->first < b->capacity)
            return (const char *)b +
                   (kind == ORDO_RAW_STEPS ? sizeof(struct ordo_raw_steps) : sizeof *b) +
                   (node - b->first) * bytes;
    return NULL;
}

static const struct ordo_raw_context *context_of(const struct raw_image *i, uint32_t node) {
    return of_node(i, ORDO_RAW_CONTEXTS, node, sizeof(struct ordo_raw_context));
}

static const struct ordo_raw_tally *tally_of(const struct raw_image *i, uint32_t node) {
    const struct ordo_raw_steps *b = NULL;
    while ((b = raw_image_next(i, ORDO_RAW_STEPS, b))) {
        if (node - b->first >= b->capacity) continue;
        const struct ordo_raw_step *s = (const void *)(b + 1);
        return (const struct ordo_raw_tally *)(s + b->capacity) + (node - b->first);
    }
    return NULL;
}

static uint64_t path_of(const struct raw_image *i, uint32_t node) {
    uint64_t path = 0;
    for (const struct ordo_raw_context *c; node && (c = context_of(i, node - 1)); node = c->parent)
        path = path * 31 + c->scope;
    return path;
}

static int by_path(const void *a, const void *b) {
    const struct counted *x = a, *y = b;
    return x->path < y->path ? -1 : x->path > y->path;
}

/* Reads all nodes, ordered by their paths. Returns their number. */
static uint32_t read_nodes(const struct raw_image *i, struct counted *into) {
    uint32_t n = 0;
    for (const struct ordo_raw_context *c; n < MOST && (c = context_of(i, n)) && c->scope; n++) {
        const struct ordo_raw_tally *y = tally_of(i, n);
        const struct ordo_raw_step *s = of_node(i, ORDO_RAW_STEPS, n, sizeof *s);
        into[n] = (struct counted){path_of(i, n + 1),
                                   c->scope,
                                   c->calls + y->calls,
                                   c->cost + y->cost,
                                   c->self + y->self,
                                   y->outermost,
                                   y->steps,
                                   y->least,
                                   y->greatest,
                                   *s};
    }
    qsort(into, n, sizeof *into, by_path);
    return n;
}

static void check_own_count(uint32_t scope, const struct counted *nodes, uint32_t n) {
    struct own seen = {0};
    const struct own *o = &own[scope];
    for (const struct counted *c = nodes; c < nodes + n; c++) {
        if (c->scope != scopes[scope].id) continue;
        seen.calls += c->calls, seen.cost += c->cost, seen.self += c->self;
        seen.outermost += c->outermost, seen.steps += c->steps;
        seen.recursion += c->step.sum, seen.group += c->step.group_sum;
    }
#define CHECK_OWN(figure)                                                                          \
    CHECK(seen.figure == o->figure, "scope %u: %lu, counted %lu", scope, (unsigned long)o->figure, \
          (unsigned long)seen.figure)
    CHECK_OWN(calls);
    CHECK_OWN(cost);
    CHECK_OWN(self);
    CHECK_OWN(outermost);
    if (scopes[scope].kind == ORDO_KIND_LOOP) CHECK_OWN(steps);
    CHECK_OWN(recursion);
    CHECK_OWN(group);
}

static void run_trace(const char *argument) {
    way = !strcmp(argument, "inline") ? IN_LINE : !strcmp(argument, "settled") ? SETTLED : HOOKS;
    load();
    run_operations();
    static struct counted nodes[MOST];
    struct raw_image live = raw_image_live();
    uint32_t n = read_nodes(&live, nodes);
    for (uint32_t s = LOOP; s < SCOPES; s++)
        if (s != PLAIN) check_own_count(s, nodes, n); /* plain routines are not counted */
    const struct ort_thread *t = (const struct ort_thread *)__ordo_self;
    CHECK(ort_cycle_is_split(&t->structure->cycles, scopes[LEFT].id), "left and right are one");
    CHECK(!ort_cycle_is_split(&t->structure->cycles, scopes[EVEN].id), "even and odd are two");
    CHECK(t->hot.unframed[scopes[TRIED].id] == ORDO_UNFRAMED_TRIED, "tried has frames");
    for (uint32_t s = MAYBE; s < SCOPES; s++) {
        const struct ordo_raw_total *total = t->slots[scopes[s].id].total;
        CHECK(own[s].late && total->recurred == (ORDO_RECURRED | ORDO_RECURRED_LATE),
              "%s: %u late, %lu", scopes[s].name, own[s].late, (unsigned long)total->recurred);
    }
}

/* The same operations without a recording. */
static void run_idle(const char *argument) {
    (void)argument;
    way = HOOKS;
    load();
    run_operations();
    CHECK(!__ordo_self->tick, "nothing is to be recorded");
}

const struct scenario scenarios[] = {{"trace", run_trace}, {"idle", run_idle}, {NULL, NULL}};

static struct ordo_raw_total total_of(const struct raw_image *i, uint32_t scope) {
    return raw_image_total(i, raw_image_scope(i, scopes[scope].name));
}

static void both_ways_give_the_same_counts(void **state) {
    (void)state;
    static const char *const on[] = {"ORDO_TREE=1", "ORDO_STRUCTURE=1", NULL};
    static struct counted one[MOST], other[MOST];
    struct ordo_raw_total totals[MAYBE];
    scenario_pass("trace", "inline", on);
    struct raw_image i = scenario_only_file();
    uint32_t n = read_nodes(&i, one);
    for (uint32_t s = EVEN; s < MAYBE; s++) totals[s] = total_of(&i, s);
    scenario_pass("trace", "hooks", on);
    i = scenario_only_file();
    assert_int_equal(read_nodes(&i, other), n);
    assert_in_range(n, 500, MOST - 1);
    for (uint32_t k = 0; k < n; k++) assert_memory_equal(&one[k], &other[k], sizeof one[k]);
    for (uint32_t s = EVEN; s < MAYBE; s++) {
        struct ordo_raw_total total = total_of(&i, s);
        assert_int_equal(total.units, totals[s].units);
        assert_int_equal(total.recurred, totals[s].recurred);
    }
    assert_true(totals[EVEN].units > 1000);
    assert_int_equal(totals[ONCE].recurred, 0);
}

/* Returns the records of all invocations, as they are written. */
static char *read_invocations(const struct raw_image *i, size_t *bytes) {
    char *all = malloc(i->used);
    const struct ordo_raw_invocations *b = NULL;
    *bytes = 0;
    assert_non_null(all);
    while ((b = raw_image_next(i, ORDO_RAW_INVOCATIONS, b))) {
        memcpy(all + *bytes, b + 1, b->used);
        *bytes += b->used;
    }
    return all;
}

static void invocations_are_the_same_if_settled_at_their_beginning(void **state) {
    (void)state;
    static const char *const on[] = {"ORDO_TREE=1", "ORDO_STRUCTURE=1", NULL};
    size_t n, n_settled;
    scenario_pass("trace", "settled", on);
    struct raw_image i = scenario_only_file();
    char *settled = read_invocations(&i, &n_settled);
    scenario_pass("trace", "hooks", on);
    i = scenario_only_file();
    char *all = read_invocations(&i, &n);
    assert_true(n > 1000000);
    assert_int_equal(n, n_settled);
    assert_memory_equal(all, settled, n);
    free(all);
    free(settled);
}

static void threads_that_are_not_recorded_do_nothing(void **state) {
    (void)state;
    assert_int_equal(scenario_run_idle("idle", ""), 0);
}

int main(int argc, char **argv) {
    scenario_child(argc, argv);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_ways_give_the_same_counts),
        cmocka_unit_test(invocations_are_the_same_if_settled_at_their_beginning),
        cmocka_unit_test(threads_that_are_not_recorded_do_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
