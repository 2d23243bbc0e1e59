/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * trend_speed.c: time and memory of the analysis of a large trend; prints one line of a table.
 *
 * Usage: trend_speed [LOCATIONS WORKLOADS SHAPES]. Counts are multiples of SHAPES random walks
 * along the workloads, so there are at least as many clusters; there are three features.
 */
#include "base/arena.h"
#include "base/map.h"
#include "trend/trend_analysis.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

static uint64_t state = 1;

static double uniform(void) {
    state += 0x9e3779b97f4a7c15u;
    return (double)(ordo_map_mix(state) >> 11) / 9007199254740992.0;
}

static double seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void *must(void *p) {
    if (!p) {
        fprintf(stderr, "trend_speed: out of memory\n");
        exit(4);
    }
    return p;
}

static struct ordo_trend *make(uint32_t n_locations, uint32_t n_workloads, uint32_t n_shapes) {
    static const char *names[3] = {"bytes", "lines", "depth"};
    struct ordo_arena *arena = must(ordo_arena_new());
    struct ordo_trend *t = must(ordo_arena_alloc(arena, sizeof *t));
    *t = (struct ordo_trend){.command = "made",
                             .source = "blocks",
                             .n_workloads = n_workloads,
                             .n_features = 3,
                             .features = names,
                             .n_locations = n_locations,
                             .arena = arena};
    size_t n = n_workloads;
    t->workloads = must(ordo_arena_array(arena, n, sizeof *t->workloads));
    t->locations = must(ordo_arena_array(arena, n_locations, sizeof *t->locations));
    t->values = must(ordo_arena_array(arena, 3 * n, sizeof *t->values));
    t->counts = must(ordo_arena_array(arena, n_locations * n, sizeof *t->counts));
    double *shape = must(calloc(n_shapes * n, sizeof *shape));
    for (size_t w = 0; w < n; w++) {
        t->workloads[w] = (struct ordo_workload){.name = "w", .command = "", .why = ""};
        t->values[w] = floor(1000 * pow(10, 4.0 * (double)w / (double)n));
        t->values[n + w] = floor(t->values[w] / 40 * (0.5 + uniform()));
        t->values[2 * n + w] = floor(100 * uniform());
        for (size_t s = 0; s < n_shapes; s++)
            shape[s * n + w] = pow(t->values[w], 0.5 + (double)s / n_shapes) * exp(2 * uniform());
    }
    for (size_t i = 0; i < n_locations; i++) {
        size_t s = i % n_shapes;
        double scale = 0.1 + uniform();
        t->locations[i] = (struct ordo_location){"routine", "file.c", 1, (uint32_t)i, 1, 0};
        for (size_t w = 0; w < n; w++)
            t->counts[i * n + w] = (uint64_t)(scale * shape[s * n + w] * (1 + 0.02 * uniform()));
    }
    free(shape);
    return t;
}

int main(int argc, char **argv) {
    uint32_t locations = argc > 1 ? (uint32_t)atoi(argv[1]) : 30000;
    uint32_t workloads = argc > 2 ? (uint32_t)atoi(argv[2]) : 1000;
    uint32_t shapes = argc > 3 ? (uint32_t)atoi(argv[3]) : 1600;
    struct ordo_trend *t = make(locations, workloads, shapes);
    struct ordo_trend_options options = ORDO_TREND_OPTIONS;
    struct ordo_trend_analysis *a;
    struct ordo_error error;
    struct rusage usage;
    double start = seconds();
    if (ordo_trend_analyse(t, &options, &a, &error) != ORDO_OK) {
        fprintf(stderr, "trend_speed: %s\n", error.message);
        return ordo_status_exit(error.status);
    }
    double took = seconds() - start;
    getrusage(RUSAGE_SELF, &usage);
    printf("| %u | %u | %u | %u | %.1f s | %.2f GB |\n", locations, workloads, t->n_features,
           a->clusters.n, took, (double)usage.ru_maxrss / (1 << 20));
    ordo_trend_analysis_free(a);
    ordo_trend_free(t);
    return 0;
}
