/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * random_profile.c: adds facts to a gather in random order.
 */
#include "support/random_profile.h"

#include "base/map.h"
#include "profile/gather/gather.h"
#include "profile/gather/point_set.h"
#include "support/one_call.h"

#include <stdio.h>
#include <stdlib.h>

enum { N_FILES = 3, N_NAMES = 4, N_SCOPES = 24 };

uint64_t random_next(struct random_numbers *r) {
    return ordo_map_mix(r->state += 0x9e3779b97f4a7c15u);
}

uint64_t random_below(struct random_numbers *r, uint64_t n) {
    return random_next(r) % n;
}

static struct ordo_profile_scope counters(struct random_numbers *r) {
    return (struct ordo_profile_scope){.calls = random_below(r, 1000),
                                       .iterations = random_below(r, 1000),
                                       .cost_total = random_below(r, 1 << 20),
                                       .cost_self = random_below(r, 1 << 20),
                                       .unfinished = random_below(r, 2),
                                       .unfinished_cost = random_below(r, 100),
                                       .at_exit = random_below(r, 2),
                                       .units = random_below(r, 10),
                                       .negative_args = random_below(r, 3)};
}

/* Returns one of N_SCOPES scopes; the same number is the same scope in every profile. */
static uint32_t scope(struct ordo_gather *g, struct random_numbers *r, uint32_t number) {
    static const char *const files[N_FILES] = {"a.c", "lib/b.c", "lib/b.h"};
    static const char *const objects[] = {"", "/bin/one", "/lib/two.so"};
    char name[32], linkage[32];
    struct ordo_profile_scope s = counters(r);
    uint32_t routine = number % 8;
    s.kind = number < 8    ? ORDO_PROFILE_ROUTINE
             : number < 20 ? ORDO_PROFILE_LOOP
                           : ORDO_PROFILE_LIBRARY;
    snprintf(linkage, sizeof linkage, "%s%u", number < 20 ? "routine" : "strfoo",
             number < 20 ? routine % N_NAMES : number);
    snprintf(name, sizeof name, "name%u", (unsigned)(routine + random_below(r, 2)));
    s.name = name;
    s.linkage_name = linkage;
    s.file = number < 20 ? files[routine % N_FILES] : "";
    s.object = objects[random_below(r, 3)];
    s.line = number < 20 ? 10 * routine + number / 8 : 0;
    s.ordinal = number == 19;
    s.flags = (uint32_t)random_below(r, 64);
    return ordo_gather_scope(g, &s);
}

static void add_points(struct ordo_gather *g, struct random_numbers *r, uint32_t h) {
    static const char *const metrics[] = {"rms", "depth", "arg:n", "input"};
    static const char *const costs[] = {"blocks", "allocs"};
    bool many = random_below(r, 12) == 0;
    uint32_t series =
        ordo_gather_series(g, h, metrics[random_below(r, 4)], costs[random_below(r, 2)],
                           (uint32_t)random_below(r, 2), false);
    uint64_t n = many ? 3000 : random_below(r, 20);
    for (uint64_t i = 0; i < n; i++) {
        uint64_t size = many ? random_below(r, 100000) : random_below(r, 30);
        uint64_t count = 1 + random_below(r, 3), low = random_below(r, 1000),
                 high = low + random_below(r, 9);
        struct ordo_point p = {.n = size,
                               .count = count,
                               .sum_n = size * count,
                               .min = low,
                               .max = high,
                               .sum = low + (count - 1) * high,
                               .sumsq_low = random_next(r), /* causes a carry into the high word */
                               .sumsq_high = random_below(r, 5),
                               .self = low};
        ordo_gather_point(g, series, &p);
    }
}

static void add_runs(struct ordo_gather *g, struct random_numbers *r, const uint32_t *handles) {
    struct ordo_feature_value features[2] = {{"words", (double)random_below(r, 9)}, {"lines", 0.5}};
    struct ordo_process processes[3];
    uint32_t n = (uint32_t)random_below(r, 4);
    for (uint32_t i = 0; i < n; i++)
        processes[i] = (struct ordo_process){.pid = (uint32_t)random_below(r, 3),
                                             .exe = "/bin/one",
                                             .command = random_below(r, 2) ? "one" : "one two",
                                             .state = (enum ordo_process_state)random_below(r, 4),
                                             .start_ns = random_below(r, 3),
                                             .threads = 1};
    struct ordo_run run = {.command = "make test",
                           .start_ns = random_below(r, 3),
                           .exit_status = (int32_t)random_below(r, 2),
                           .unreadable_why = "",
                           .code = random_below(r, 2) ? "" : "0123456789abcdef one"};
    ordo_gather_run(g, &run, features, (uint32_t)random_below(r, 3), processes, n);
    struct ordo_run_cost costs[N_SCOPES];
    uint32_t n_costs = 0;
    for (uint32_t i = 0; i < N_SCOPES; i++)
        if (random_below(r, 2))
            costs[n_costs++] = (struct ordo_run_cost){.scope = {handles[i]},
                                                      .calls = random_below(r, 9),
                                                      .cost = random_below(r, 1 << 20)};
    ordo_gather_run_costs(g, costs, n_costs);
}

static void add_invocations(struct ordo_gather *g, struct random_numbers *r,
                            const uint32_t *handles, const uint32_t *nodes) {
    static const char *const names[] = {"Node", "int", "Node *"};
    uint32_t types[3];
    ordo_gather_has_structure(g);
    for (uint32_t i = 0; i < 3; i++)
        types[i] = ordo_gather_type(g, names[random_below(r, 3)], 4 + 4 * random_below(r, 2), 0);
    for (int i = 0; i < 4; i++) {
        ordo_gather_advance(g, handles[8 + random_below(r, 3)], handles[8 + random_below(r, 3)],
                            random_below(r, 2) ? handles[random_below(r, 3)] : ORDO_GATHER_NONE,
                            random_below(r, 2) != 0);
        ordo_gather_choice(g, handles[8 + random_below(r, 3)], handles[8 + random_below(r, 3)],
                           random_below(r, 2) != 0);
    }
    for (uint32_t i = 0; i < 30; i++) {
        struct ordo_input inputs[3];
        struct ordo_fact facts[8];
        struct ordo_invocation v = {.context = nodes[random_below(r, 6)],
                                    .n_inputs = (uint32_t)random_below(r, 4),
                                    .n_facts = (uint32_t)random_below(r, 9),
                                    .process = random_below(r, 2),
                                    .ordinal = random_below(r, 3)};
        for (uint32_t k = 0; k < v.n_inputs; k++)
            inputs[k] = (struct ordo_input){.type = random_below(r, 4) ? types[random_below(r, 3)]
                                                                       : ORDO_TYPE_NONE,
                                            .form = (enum ordo_input_form)(1 + random_below(r, 4)),
                                            .identity = random_below(r, 5),
                                            .many = 1 + (uint32_t)random_below(r, 2),
                                            .name = random_below(r, 2) ? "" : "table"};
        for (uint32_t k = 0; k < v.n_facts; k++)
            facts[k] = (struct ordo_fact){
                .context = nodes[random_below(r, 9)],
                .input = v.n_inputs && random_below(r, 3) ? (uint32_t)random_below(r, v.n_inputs)
                                                          : ORDO_INPUT_NONE,
                .type = random_below(r, 3) ? ORDO_TYPE_NONE : types[random_below(r, 3)],
                .flags = (uint32_t)random_below(r, 2),
                .reads = random_below(r, 3),
                .writes = random_below(r, 3),
                .used = random_below(r, 2)};
        ordo_gather_invocation(g, &v, inputs, facts);
    }
}

static void add_observations(struct ordo_gather *g, struct random_numbers *r, const uint32_t *nodes,
                             uint64_t seed) {
    for (uint32_t i = 0; i < 40; i++) {
        struct ordo_observation o = {.context = nodes[random_below(r, 9)],
                                     .thread = (random_below(r, 7) << 60) + seed,
                                     .calls = random_below(r, 5),
                                     .sum_cost = random_below(r, 3),
                                     .next_rms = 2,
                                     .next_kept = random_below(r, 3),
                                     .arg_names = random_below(r, 2) ? "" : "n,m",
                                     .args = {-1, (int64_t)random_below(r, 3)}};
        ordo_gather_observation(g, &o);
    }
}

struct ordo_profile *random_profile(uint64_t seed) {
    struct random_numbers r = {seed * 1000003};
    struct ordo_gather *g = ordo_gather_new();
    uint32_t handles[N_SCOPES];
    for (uint32_t i = 0; i < N_SCOPES; i++) handles[i] = scope(g, &r, i);
    for (uint32_t i = 8; i < 20; i++)
        ordo_gather_enclose(g, handles[i], handles[i % 8], handles[i < 16 ? i % 8 : i - 8]);
    for (int i = 0; i < 12; i++) add_points(g, &r, handles[random_below(&r, 20)]);
    uint32_t nodes[64];
    for (uint32_t i = 0; i < 64; i++) {
        uint32_t parent =
            i && random_below(&r, 4) ? (uint32_t)random_below(&r, i) : ORDO_GATHER_NONE;
        nodes[i] =
            ordo_gather_context(g, parent == ORDO_GATHER_NONE ? parent : nodes[parent],
                                handles[random_below(&r, N_SCOPES)], random_below(&r, 9), i, 1);
        if (i % 3)
            ordo_gather_steps(g, &(struct ordo_steps){.context = nodes[i],
                                                      .own = {i, 9 * i, seed % 7, 7 + seed % 5},
                                                      .group = {i % 2, i % 2, i % 2, i % 2}});
        uint32_t caller =
            random_below(&r, 5) ? handles[random_below(&r, N_SCOPES)] : ORDO_GATHER_NONE;
        ordo_gather_edge(g, caller, handles[random_below(&r, N_SCOPES)], random_below(&r, 4), i);
        ordo_gather_child(g, handles[random_below(&r, 20)], handles[random_below(&r, N_SCOPES)],
                          random_below(&r, 1000), 1 + random_below(&r, 4), i);
    }
    ordo_gather_has_steps(g, true);
    add_invocations(g, &r, handles, nodes);
    ordo_gather_object(g, "/bin/one", random_below(&r, 2) ? "/home/u" : "/home/v");
    for (int i = 0; i < 5; i++)
        ordo_gather_line(g, "a.c", (uint32_t)random_below(&r, 4), random_below(&r, 100));
    for (uint32_t i = 0; i < 12; i++)
        ordo_gather_block(g, handles[random_below(&r, 8)],
                          &(struct ordo_block_count){.ordinal = (uint32_t)random_below(&r, 3),
                                                     .file = random_below(&r, 4) ? "a.c" : "b.h",
                                                     .line = (uint32_t)random_below(&r, 2),
                                                     .column = (uint32_t)random_below(&r, 2),
                                                     .is_cost = random_below(&r, 2) != 0,
                                                     .count = random_below(&r, 1000)});
    for (uint32_t i = 0; i < 6; i++)
        ordo_gather_inlined(g, handles[random_below(&r, 8)], random_below(&r, 2) ? "f" : "g",
                            random_below(&r, 4) ? "a.c" : "", (uint32_t)random_below(&r, 2));
    add_runs(g, &r, handles);
    ordo_gather_cost(g, random_below(&r, 1 << 20));
    if (random_below(&r, 9) == 0) ordo_gather_contexts_truncated(g);
    add_observations(g, &r, nodes, seed);
    struct ordo_profile *p = NULL;
    struct ordo_error error;
    if (ordo_gather_seal(g, "compiled", 8, "blocks", &p, &error) != ORDO_OK) {
        fprintf(stderr, "random_profile: %s\n", error.message);
        abort();
    }
    ordo_gather_free(g);
    return p;
}

struct ordo_profile *large_profile(uint32_t n_scopes, uint64_t points) {
    struct random_numbers r = {7};
    struct ordo_gather *g = ordo_gather_new();
    uint32_t last = ORDO_GATHER_NONE;
    for (uint32_t i = 0; i < n_scopes; i++) {
        char name[32], file[32];
        snprintf(name, sizeof name, "routine_%u", i);
        snprintf(file, sizeof file, "src/file_%u.c", i / 50);
        struct ordo_profile_scope s = {.kind = ORDO_PROFILE_ROUTINE,
                                       .name = name,
                                       .linkage_name = name,
                                       .object = "/bin/large",
                                       .file = file,
                                       .line = 1 + i % 50,
                                       .calls = points / n_scopes,
                                       .cost_total = random_below(&r, 1 << 20),
                                       .cost_self = random_below(&r, 1 << 10)};
        uint32_t h = ordo_gather_scope(g, &s);
        uint32_t series = ordo_gather_series(g, h, "rms", "blocks", 0, false);
        uint64_t n = points * (i + 1) / n_scopes - points * i / n_scopes;
        for (uint64_t k = 0; k < n; k++) {
            uint64_t cost = 3 * k * k + random_below(&r, 5);
            one_call(g, series, k * 7, cost, cost / 2);
        }
        ordo_gather_edge(g, last, h, 1, 10);
        last = h;
    }
    ordo_gather_cost(g, (uint64_t)n_scopes << 20);
    struct ordo_run run = {.command = "large", .unreadable_why = ""};
    ordo_gather_run(g, &run, NULL, 0, NULL, 0);
    struct ordo_profile *p = NULL;
    struct ordo_error error;
    if (ordo_gather_seal(g, "compiled", 8, "blocks", &p, &error) != ORDO_OK) {
        fprintf(stderr, "large_profile: %s\n", error.message);
        abort();
    }
    ordo_gather_free(g);
    return p;
}
