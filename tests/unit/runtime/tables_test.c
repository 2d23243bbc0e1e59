/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * tables_test.c: the tables of a process: buckets, large costs, reloaded modules, callees that are
 * not covered, routines named like a modelled one, other costs, drms, features, the bound of the
 * context tree.
 */
#include "../../../src/engine/runtime/core/effects.h"
#include "../../../src/engine/runtime/core/library.h"
#include "program.h"
#include "scenario.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char memory[65536] __attribute__((aligned(64)));

static struct ordo_raw_point *series(uint32_t id, uint32_t metric, uint32_t cost, size_t *n,
                                     int *bucketed) {
    struct raw_image i = raw_image_live();
    return raw_image_points(&i, id, metric, cost, 0, n, bucketed);
}

/* ---- buckets ---- */

static void argument_call(int64_t n, uint64_t cost) {
    struct ordo_frame *f = instrumented_enter(&program[PROGRAM_ARGS]);
    f->args[0] = n;
    instrumented_blocks(cost);
    instrumented_leave(f);
}

static uint64_t bucket(uint64_t n) { /* 1/128 of an octave wide */
    uint64_t width = 1;
    while (n / width >= 256) width *= 2;
    return n / width * width;
}

/* argument: number of distinct sizes, forwards or backwards */
static void run_buckets(const char *argument) {
    int64_t distinct = 0, up = 0;
    CHECK(sscanf(argument, "%ld,%ld", &distinct, &up) == 2, "%s", argument);
    program_load();
    const uint64_t high = 1ull << 36; /* its square needs 128 bits */
    for (int64_t i = 0; i < distinct; i++) {
        int64_t n = (up ? i : distinct - 1 - i) * 37;
        argument_call(n, high + (uint64_t)n);
        if (i % 3 == 0) argument_call(n, high);
    }
    uint64_t count[8192] = {0}, keys[8192], sum[8192] = {0}, n_sum[8192] = {0};
    unsigned __int128 squares[8192] = {0};
    size_t n_keys = 0, n;
    int bucketed;
    for (int64_t i = 0; i < distinct; i++) {
        uint64_t size = (uint64_t)i * 37, key = distinct > 4096 ? bucket(size) : size;
        if (!n_keys || keys[n_keys - 1] != key) keys[n_keys++] = key;
        int times = (up ? i : distinct - 1 - i) % 3 == 0 ? 2 : 1;
        for (int k = 0; k < times; k++) {
            uint64_t cost = high + (k ? 0 : size);
            count[n_keys - 1]++;
            sum[n_keys - 1] += cost;
            n_sum[n_keys - 1] += size;
            squares[n_keys - 1] += (unsigned __int128)cost * cost;
        }
    }
    struct ordo_raw_point *p =
        series(program[PROGRAM_ARGS].id, ORDO_METRIC_ARG, ORDO_COST_BLOCKS, &n, &bucketed);
    CHECK(bucketed == (distinct > 4096), "%ld sizes, bucketed %d", (long)distinct, bucketed);
    CHECK(n == n_keys, "%zu points, expected %zu", n, n_keys);
    for (size_t k = 0; k < n; k++) {
        unsigned __int128 got = ((unsigned __int128)p[k].sumsq_high << 64) + p[k].sumsq_low;
        CHECK(p[k].n == keys[k] && p[k].count == count[k] && p[k].sum == sum[k] &&
                  got == squares[k],
              "point %zu: n %lu of %lu, count %lu of %lu", k, (unsigned long)p[k].n,
              (unsigned long)keys[k], (unsigned long)p[k].count, (unsigned long)count[k]);
    }
    struct raw_image i = raw_image_live();
    const struct ordo_raw_points *b = NULL;
    while (bucketed && (b = raw_image_next(&i, ORDO_RAW_POINTS, b))) {
        if (b->scope != program[PROGRAM_ARGS].id || b->metric != ORDO_METRIC_ARG) continue;
        const struct ordo_raw_point *slots = (const void *)(b + 1);
        const uint64_t *sums = (const uint64_t *)(slots + b->capacity);
        for (uint32_t s = 0; s < b->capacity; s++)
            for (size_t k = 0; slots[s].count && k < n_keys; k++)
                CHECK(slots[s].n != keys[k] || sums[s] == n_sum[k], "n sum of %lu",
                      (unsigned long)keys[k]);
    }
}

static void sizes_beyond_4096_become_buckets(void **state) {
    (void)state;
    scenario_pass("buckets", "4096,1", NULL);
    scenario_pass("buckets", "4097,1", NULL);
    scenario_pass("buckets", "4097,0", NULL);
    scenario_pass("buckets", "60000,0", NULL);
}

/* Children's sizes go into buckets together with their parent's. */
static void run_child_buckets(const char *argument) {
    (void)argument;
    program_load();
    const uint64_t distinct = 5000;
    for (uint64_t n = 0; n < distinct; n++) {
        struct ordo_frame *f = instrumented_enter(&program[PROGRAM_MAIN]);
        program_call(PROGRAM_WORK, n + 1, memory, 0);
        for (uint64_t i = 0; i < n; i++) instrumented_read(f, memory + 8 * i, 8);
        instrumented_leave(f);
    }
    struct raw_image i = raw_image_live();
    uint32_t parent = program[PROGRAM_MAIN].id, child = program[PROGRAM_WORK].id;
    for (uint64_t n = 0; n < distinct;) {
        uint64_t calls = 0, cost = 0, key = bucket(n);
        for (; n < distinct && bucket(n) == key; n++) calls++, cost += n + 1;
        struct child_cost c = raw_image_child(&i, parent, key, child);
        CHECK(c.calls == calls && c.cost == cost, "bucket %lu: %lu calls of %lu",
              (unsigned long)key, (unsigned long)c.calls, (unsigned long)calls);
    }
}

/* An item counts up to 2^32 - 1 calls; further calls go to another item. */
static void run_many_child_calls(const char *argument) {
    (void)argument;
    program_load();
    uint32_t parent = program[PROGRAM_MAIN].id, child = program[PROGRAM_WORK].id;
    for (int round = 0; round < 3; round++) {
        struct ordo_frame *f = instrumented_enter(&program[PROGRAM_MAIN]);
        for (int k = 0; k < 2; k++) program_call(PROGRAM_WORK, 10, memory, 0);
        instrumented_leave(f);
        struct raw_image i = raw_image_live();
        const struct ordo_raw_children *b = raw_image_next(&i, ORDO_RAW_CHILDREN, NULL);
        struct ordo_raw_child *c = (struct ordo_raw_child *)(uintptr_t)(b + 1);
        CHECK(c->scope == parent && c->child[0] == child, "scope %u", c->scope);
        if (round == 0) c->calls[0] = UINT32_MAX - 1;
    }
    struct raw_image i = raw_image_live();
    struct child_cost c = raw_image_child(&i, parent, 0, child);
    CHECK(c.calls == UINT32_MAX - 1ull + 4 && c.cost == 60, "%lu calls, cost %lu",
          (unsigned long)c.calls, (unsigned long)c.cost);
}

static void a_childs_calls_can_exceed_32_bits(void **state) {
    (void)state;
    scenario_pass("many child calls", "", NULL);
}

static void childrens_sizes_become_buckets(void **state) {
    (void)state;
    scenario_pass("child buckets", "", NULL);
}

/* ---- modules and callees ---- */

static void run_reload(const char *argument) {
    (void)argument;
    program_load();
    uint32_t first = program[0].id;
    for (int i = 0; i < 1000; i++) {
        program_call(PROGRAM_WORK, 1, memory, 0);
        __ordo_module_remove(&program_module);
        for (int k = 0; k < PROGRAM_SCOPES; k++) program[k].id = 0;
        __ordo_module_add(&program_module);
    }
    CHECK(program[0].id == first, "a reloaded module's scopes begin at %u", program[0].id);
    struct raw_image image = raw_image_live();
    int modules = 0;
    const void *b = NULL;
    while ((b = raw_image_next(&image, ORDO_RAW_MODULE, b))) modules++;
    CHECK(modules == 1, "%d module records", modules);
    CHECK(raw_image_total(&image, program[PROGRAM_WORK].id).calls == 1000, "calls");
}

static void a_reloaded_module_keeps_its_numbers(void **state) {
    (void)state;
    scenario_pass("reload", "", NULL);
}

extern char real_strlen[] __asm__("strlen");
extern char wrapped_strlen[] __asm__("__ordo_wrap_strlen");
static int own_strlen(void) {
    return 1;
}

static void run_callees(const char *argument) {
    (void)argument;
    struct ordo_callee callees[] = {
        {"strlen", real_strlen, wrapped_strlen, 0, 1},
        {"strlen", (void *)(uintptr_t)own_strlen, wrapped_strlen, 0, 1},
        {"getpid", (void *)(uintptr_t)getpid, NULL, 0, 0},
        {"work", program[PROGRAM_WORK].address, NULL, 0, 0},
        {"gone", NULL, NULL, 0, 0},
    };
    program_module.callees = callees;
    program_module.n_callees = 5;
    program_load();
    struct ordo_frame *m = instrumented_enter(&program[PROGRAM_MAIN]);
    CHECK(callees[0].target == wrapped_strlen, "the library's strlen is modelled");
    CHECK(callees[1].target == (void *)(uintptr_t)own_strlen, "the program's own is not");
    for (int i = 0; i < 10; i++)
        for (int k = 0; k < 5; k++)
            if (callees[k].state != 1) __ordo_callee(m, &callees[k]);
    CHECK(callees[0].state == 1 && callees[3].state == 1 && callees[4].state == 1, "states");
    instrumented_leave(m);
    struct raw_image i = raw_image_live();
    uint32_t id = raw_image_scope(&i, "getpid");
    CHECK(id && raw_image_total(&i, id).calls == 10, "uncovered calls");
    CHECK(raw_image_edge(&i, program[PROGRAM_MAIN].id, id) == 10, "by caller");
    struct raw_image_scope s = {0};
    while (raw_image_next_scope(&i, &s) && s.id != id) {
    }
    CHECK(s.of->uncovered == 1 && s.raw->scope_kind == ORDO_KIND_LIBRARY, "kind");
    CHECK(strstr(s.file, "libc.so"), "library: %s", s.file);
}

static void uncovered_calls_are_counted_by_library(void **state) {
    (void)state;
    scenario_pass("callees", "", NULL);
}

/* ---- texts ---- */

/* A routine, two loops of it and another routine need two names and a file. */
static void run_texts(const char *argument) {
    (void)argument;
    static const char first[] = "first", second[] = "second", file[] = "texts.c";
    static struct ordo_scope s[4];
    static struct ordo_module m = {ORDO_ABI_VERSION, 4,    0,    0,   s, 0, "/t",
                                   "texts.c",        NULL, NULL, NULL};
    for (uint32_t i = 0; i < 4; i++) {
        const char *routine = i < 3 ? first : second;
        int loop = i == 1 || i == 2;
        s[i] = (struct ordo_scope){.name = loop ? "" : routine,
                                   .linkage_name = routine,
                                   .file = file,
                                   .arg_names = i == 3 ? "n" : NULL,
                                   .routine = &s[i < 3 ? 0 : 3],
                                   .group = &s[i < 3 ? 0 : 3],
                                   .kind = loop ? ORDO_KIND_LOOP : ORDO_KIND_ROUTINE,
                                   .line = i + 1};
    }
    __ordo_module_add(&m);
    struct raw_image image = raw_image_live();
    struct raw_image_scope x = {0};
    for (uint32_t i = 0; i < 4; i++) {
        do CHECK(raw_image_next_scope(&image, &x), "scope %u", i);
        while (x.id != s[i].id);
        CHECK(x.of->n == 4 && x.of->first == s[0].id, "one block of all four");
        CHECK(x.of->descriptors == (uint64_t)(uintptr_t)s, "descriptors");
        CHECK(!strcmp(x.name, s[i].name) && !strcmp(x.linkage_name, s[i].linkage_name), "names");
        CHECK(!strcmp(x.file, file), "file %s", x.file);
        CHECK(x.raw->line == i + 1 && x.raw->routine == s[i].routine->id, "place");
    }
    uint32_t texts = 1 + sizeof first + sizeof second + sizeof file + sizeof "n";
    CHECK(x.of->texts == texts, "%u bytes of texts, not %u", x.of->texts, texts);
}

static void scopes_share_their_texts(void **state) {
    (void)state;
    scenario_pass("texts", "", NULL);
}

/* ---- contexts ---- */

#define WIDE 60
static struct ordo_scope wide[WIDE];
static struct ordo_module wide_module = {ORDO_ABI_VERSION, WIDE, 0,    0,   wide, 0, "/w",
                                         "wide.c",         NULL, NULL, NULL};

/* 60 * 59 * 58 paths of length 3 exceed the bound on nodes. */
static void run_bound(const char *argument) {
    (void)argument;
    for (uint32_t i = 0; i < WIDE; i++) {
        wide[i] = (struct ordo_scope){
            .name = "w", .linkage_name = "w", .file = "wide.c", .arg_names = "", .line = i + 1};
        wide[i].routine = wide[i].group = &wide[i];
    }
    program_load();
    __ordo_module_add(&wide_module);
    for (int round = 0; round < 2; round++)
        for (int a = 0; a < WIDE; a++) {
            struct ordo_frame *f = instrumented_enter(&wide[a]);
            for (int b = 0; b < WIDE; b++) {
                if (b == a) continue;
                struct ordo_frame *g = instrumented_enter(&wide[b]);
                for (int c = 0; c < WIDE; c++)
                    if (c != a && c != b) instrumented_leave(instrumented_enter(&wide[c]));
                instrumented_leave(g);
            }
            instrumented_leave(f);
        }
    struct raw_image i = raw_image_live();
    CHECK(raw_image_header(&i)->stop == 0, "stopped");
    uint64_t nodes = 0;
    const struct ordo_raw_contexts *b = NULL;
    while ((b = raw_image_next(&i, ORDO_RAW_CONTEXTS, b)))
        for (uint32_t k = 0; k < b->capacity; k++)
            nodes += ((const struct ordo_raw_context *)(b + 1))[k].scope != 0;
    CHECK(nodes >= 65536 && nodes <= 65536 + WIDE + WIDE * WIDE, "%lu nodes", (unsigned long)nodes);
    for (int a = 0; a < WIDE; a += 17)
        for (int c = 1; c < WIDE; c += 19) {
            uint64_t calls = raw_image_edge(&i, wide[a].id, wide[c].id);
            uint64_t expected = a == c ? 0 : 2 * (1 + WIDE - 2); /* in first and second place */
            CHECK(calls == expected, "%d calls %d %lu times", a, c, (unsigned long)calls);
        }
}

static void beyond_the_trees_bound_callers_are_exact(void **state) {
    (void)state;
    scenario_pass("bound", "", NULL);
}

/* ---- other costs, drms, features ---- */

static void run_costs(const char *argument) {
    (void)argument;
    program_load();
    for (uint64_t n = 1; n <= 10; n++) {
        struct ordo_frame *f = instrumented_enter(&program[PROGRAM_MAIN]);
        struct ordo_frame *l = instrumented_enter(&program[PROGRAM_LOOP]);
        for (uint64_t i = 0; i < n; i++) instrumented_read(l, memory + 8 * i, 8);
        l->iterations = 3 * n;
        ort_count(ort_site(), ORDO_COST_ALLOCS, n);
        ort_count(ort_site(), ORDO_COST_IO_BYTES, 100 * n);
        instrumented_leave(l);
        instrumented_leave(f);
    }
    static const uint64_t factor[] = {0, 3, 1, 100};
    for (uint32_t cost = 1; cost < 4; cost++)
        for (int scope = 0; scope < 2; scope++) {
            size_t n;
            int bucketed;
            struct ordo_raw_point *p = series(program[scope ? PROGRAM_LOOP : PROGRAM_MAIN].id,
                                              ORDO_METRIC_RMS, cost, &n, &bucketed);
            CHECK(n == 10, "cost %u: %zu points", cost, n);
            for (size_t k = 0; k < n; k++)
                CHECK(p[k].n == k + 1 && p[k].sum == factor[cost] * (k + 1) && p[k].count == 1,
                      "cost %u at %lu: %lu", cost, (unsigned long)p[k].n, (unsigned long)p[k].sum);
        }
}

static void other_costs_are_series_of_their_own(void **state) {
    (void)state;
    scenario_pass("costs", "", (const char *[]){"ORDO_COSTS=iterations,allocs,io", NULL});
}

static void *writer(void *cells) {
    struct ordo_frame *f = instrumented_enter(&program[PROGRAM_WORK]);
    for (int i = 0; i < 4; i++) __ordo_drms_write(f, (char *)cells + 8 * i, 8);
    instrumented_leave(f);
    return NULL;
}

static void run_drms(const char *argument) {
    (void)argument;
    program_load();
    struct ordo_frame *m = instrumented_enter(&program[PROGRAM_MAIN]);
    struct ordo_frame *f = instrumented_enter(&program[PROGRAM_ARGS]);
    f->args[0] = 0;
    for (int round = 0; round < 5; round++) { /* a buffer of 2 cells, filled by the kernel */
        ort_effect_kernel_write(f, memory, 16);
        for (int k = 0; k < 3; k++) __ordo_drms_read(f, memory, 16);
    }
    __ordo_drms_read(f, memory + 1000, 8); /* ordinary input */
    __ordo_drms_write(f, memory + 2000, 8);
    __ordo_drms_read(f, memory + 2000, 8); /* written by itself */
    instrumented_leave(f);                 /* rms 1, drms 11 */
    __ordo_drms_read(m, memory, 16);       /* the callee has already read it: nothing new */
    pthread_t thread;
    pthread_create(&thread, NULL, writer, memory);
    pthread_join(thread, NULL);
    __ordo_drms_read(m, memory, 16); /* 2 more for main */
    f = instrumented_enter(&program[PROGRAM_ARGS]);
    f->args[0] = 1;
    __ordo_drms_read(f, memory, 32); /* main has read 2, 2 are new: 4 for itself, 2 more for main */
    instrumented_leave(f);
    instrumented_leave(m); /* drms 11 + 2 + 2 = 15; rms 1 + 2 cells never accessed before */
    static const uint64_t expected[][2] = {{3, 15}, {1, 11}, {4, 4}};
    for (uint32_t metric = 0; metric < 2; metric++) {
        size_t n;
        int bucketed;
        struct ordo_raw_point *p = series(program[PROGRAM_MAIN].id, metric, 0, &n, &bucketed);
        CHECK(n == 1 && p[0].n == expected[0][metric], "main, metric %u: %lu", metric,
              (unsigned long)p[0].n);
        p = series(program[PROGRAM_ARGS].id, metric, 0, &n, &bucketed);
        uint64_t low = metric ? 4 : 1, high = metric ? 11 : 4;
        CHECK(n == 2 && p[0].n == low && p[1].n == high, "args, metric %u: %lu and %lu", metric,
              (unsigned long)p[0].n, (unsigned long)p[1].n);
    }
}

static void input_from_the_kernel_and_threads_is_drms(void **state) {
    (void)state;
    scenario_pass("drms", "", (const char *[]){"ORDO_DRMS=1", NULL});
    scenario_pass("drms", "", (const char *[]){"ORDO_DRMS=1", "ORDO_TEST_NO_WINDOWS=1", NULL});
}

void __ordo_feature(const char *name, double value);

static void run_feature(const char *argument) {
    (void)argument;
    program_load();
    __ordo_feature("length", 2.5);
    struct raw_image i = raw_image_live();
    const struct ordo_raw_feature *b = raw_image_next(&i, ORDO_RAW_FEATURE, NULL);
    double value;
    CHECK(b, "no record");
    memcpy(&value, &b->value, sizeof value);
    CHECK(value == 2.5 && !strcmp((const char *)(b + 1), "length"), "%f", value);
}

static void a_feature_is_written_as_a_record(void **state) {
    (void)state;
    scenario_pass("feature", "", NULL);
}

const struct scenario scenarios[] = {{"buckets", run_buckets},
                                     {"many child calls", run_many_child_calls},
                                     {"child buckets", run_child_buckets},
                                     {"reload", run_reload},
                                     {"callees", run_callees},
                                     {"texts", run_texts},
                                     {"bound", run_bound},
                                     {"costs", run_costs},
                                     {"drms", run_drms},
                                     {"feature", run_feature},
                                     {NULL, NULL}};

int main(int argc, char **argv) {
    scenario_child(argc, argv);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sizes_beyond_4096_become_buckets),
        cmocka_unit_test(childrens_sizes_become_buckets),
        cmocka_unit_test(a_childs_calls_can_exceed_32_bits),
        cmocka_unit_test(a_reloaded_module_keeps_its_numbers),
        cmocka_unit_test(uncovered_calls_are_counted_by_library),
        cmocka_unit_test(scopes_share_their_texts),
        cmocka_unit_test(beyond_the_trees_bound_callers_are_exact),
        cmocka_unit_test(other_costs_are_series_of_their_own),
        cmocka_unit_test(input_from_the_kernel_and_threads_is_drms),
        cmocka_unit_test(a_feature_is_written_as_a_record),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
