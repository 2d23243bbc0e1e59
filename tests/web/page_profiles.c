/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * page_profiles.c: makes profiles to test the HTML report with: `page_profiles KIND FILE`.
 *
 *   hostile   names with markup, sizes to 2^60, a scope with one point, one without points
 *   empty     nothing ran
 *   figure    lists that are built and sorted, as a structure build records them
 *   sampled   a production build's run: a loop that is linear per execution, quadratic over the run
 *   large     10,000 scopes in 200 files, routines and loops, and 1,000,000 points
 *   larger    50,000 scopes in 1,000 files, and as many points
 */
#include "profile/gather/gather.h"
#include "profile/raw/build.h"
#include "profile/store/store.h"
#include "support/draft_profile.h"
#include "support/one_call.h"
#include "support/random_profile.h"
#include "support/simulated_run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint32_t add_scope(struct ordo_gather *g, enum ordo_profile_kind kind, const char *name,
                          const char *file, uint32_t line, uint64_t total, uint64_t self) {
    struct ordo_profile_scope s = {.kind = kind,
                                   .name = name,
                                   .linkage_name = name,
                                   .object = "/bin/tried",
                                   .file = file,
                                   .line = line,
                                   .calls = 10,
                                   .cost_total = total,
                                   .cost_self = self};
    return ordo_gather_scope(g, &s);
}

static void add_point(struct ordo_gather *g, uint32_t series, uint64_t n, uint64_t cost) {
    one_call(g, series, n, cost, cost);
}

static void add_line(struct ordo_gather *g, uint32_t scope, const char *metric, uint64_t step,
                     unsigned n) {
    uint32_t series = ordo_gather_series(g, scope, metric, "blocks", 0, false);
    for (unsigned i = 1; i <= n; i++) add_point(g, series, i * step, 3 * i + 7);
}

static char *template_name(void) {
    char *name = malloc(10300), *end = name;
    end += sprintf(end, "std::map<");
    while (end < name + 10240) end += sprintf(end, "std::pair<int, A<B> >, ");
    strcpy(end, "C>::operator[]");
    return name;
}

static void hostile(struct ordo_gather *g) {
    static const char *const names[] = {
        "</script><script>window.broken = 1</script>",
        "\"><img src=x onerror=\"window.broken = 1\">",
        "it's \"quoted\" & <b>bold</b> -->",
        "gnp.\xe2\x80\xae"
        "c.live",
        "not \xff\xfe utf-8 \xc3",
        "",
        "new\nline\ttab",
        "__proto__",
    };
    char *longest = template_name();
    uint32_t first = ORDO_GATHER_NONE;
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++) {
        uint32_t s = add_scope(g, ORDO_PROFILE_ROUTINE, names[i], i % 2 ? "</script>.c" : names[i],
                               i + 1, 1000 * (i + 1), 100);
        add_line(g, s, i % 3 ? "rms" : "arg:</script>", 5, 30);
        ordo_gather_edge(g, first, s, 1, 1000);
        ordo_gather_context(g, ORDO_GATHER_NONE, s, 1, 1000, 100);
        if (first == ORDO_GATHER_NONE) first = s;
    }
    add_line(g, add_scope(g, ORDO_PROFILE_ROUTINE, longest, "templates.cc", 1, 90000, 90000), "rms",
             9, 40);
    uint32_t huge = add_scope(g, ORDO_PROFILE_ROUTINE, "huge_sizes", "huge.c", 1, 5000, 5000);
    uint32_t series = ordo_gather_series(g, huge, "arg:n", "blocks", 0, false);
    for (unsigned bit = 0; bit <= 60; bit++) add_point(g, series, 1ull << bit, (uint64_t)bit << 56);
    uint32_t one = add_scope(g, ORDO_PROFILE_ROUTINE, "one_point", "one.c", 1, 77, 77);
    add_point(g, ordo_gather_series(g, one, "rms", "blocks", 0, false), 0, 0);
    uint32_t many = add_scope(g, ORDO_PROFILE_ROUTINE, "many_sizes", "many.c", 1, 99, 99);
    series = ordo_gather_series(g, many, "rms", "blocks", 0, false);
    for (unsigned i = 1; i <= 6000; i++) add_point(g, series, i * 3, 7 * i + i % 5);
    add_scope(g, ORDO_PROFILE_ROUTINE, "no_points", "none.c", 1, 0, 0);
    add_scope(g, ORDO_PROFILE_ROUTINE, "stripped+0x10", "stripped.so", 0, 300, 200);
    add_scope(g, ORDO_PROFILE_ROUTINE, "stripped+0x90", "stripped.so", 0, 900, 800);
    struct ordo_run run = {.command = "</script><script>window.broken = 1</script> \xe2\x80\xae",
                           .exit_status = 0,
                           .unreadable_why = ""};
    ordo_gather_run(g, &run, NULL, 0, NULL, 0);
    ordo_gather_object(g, "/bin/tried", "/nowhere/</script>");
    ordo_gather_cost(g, 200000);
    free(longest);
}

static void large(struct ordo_gather *g, uint32_t n_scopes) {
    const uint32_t points = 1000000 / n_scopes;
    struct random_numbers r = {11};
    uint32_t routine = ORDO_GATHER_NONE;
    uint64_t total = 0;
    for (uint32_t i = 0; i < n_scopes; i++) {
        char name[64], linkage[64], file[32];
        bool loop = i % 3 == 1;
        uint64_t cost = 1 + random_below(&r, 1 << (4 + i % 20));
        snprintf(file, sizeof file, "src/part_%u/file_%u.c", i / 500, i / 50);
        snprintf(linkage, sizeof linkage, "routine_%u", i - loop);
        if (loop)
            snprintf(name, sizeof name, "%s:%u", file, 10 + i % 50 * 4);
        else
            snprintf(name, sizeof name, "%s", linkage);
        struct ordo_profile_scope s = {.kind = loop ? ORDO_PROFILE_LOOP : ORDO_PROFILE_ROUTINE,
                                       .name = name,
                                       .linkage_name = linkage,
                                       .object = "/bin/large",
                                       .file = file,
                                       .line = 10 + i % 50 * 4,
                                       .calls = points,
                                       .cost_total = cost,
                                       .cost_self = cost / 2};
        uint32_t h = ordo_gather_scope(g, &s);
        if (loop)
            ordo_gather_enclose(g, h, routine, routine);
        else
            routine = h;
        uint32_t series = ordo_gather_series(g, h, "rms", "blocks", 0, false);
        for (uint64_t k = 1; k <= points; k++)
            add_point(g, series, k * (1 + i % 9),
                      (i % 7 == 0 ? k * k : 40 * k) + random_below(&r, 6));
        ordo_gather_edge(g, loop ? routine : ORDO_GATHER_NONE, h, 1, cost);
        ordo_gather_context(g, ORDO_GATHER_NONE, h, 1, cost, cost / 2);
        total += cost;
    }
    ordo_gather_cost(g, total);
    struct ordo_run run = {.command = "large", .unreadable_why = ""};
    ordo_gather_run(g, &run, NULL, 0, NULL, 0);
}

static int sampled(const char *path) {
    struct raw_image r;
    struct ordo_profile *p = NULL;
    struct ordo_error error;
    char *raw = malloc(strlen(path) + sizeof ".raw");
    const char *const list[] = {strcat(strcpy(raw, path), ".raw")};
    simulated_run(&r, 1, SIMULATED_PREFIX, 2000, 20);
    raw_image_write(&r, raw);
    raw_image_done(&r);
    enum ordo_status status = ordo_profile_from_raw(list, 1, NULL, &p, &error);
    if (status == ORDO_OK) status = ordo_profile_save(p, path, false, &error);
    if (status != ORDO_OK) fprintf(stderr, "page_profiles: %s\n", error.message);
    remove(raw);
    free(raw);
    ordo_profile_free(p);
    return ordo_status_exit(status);
}

int main(int argc, char **argv) {
    struct ordo_gather *g = ordo_gather_new();
    struct ordo_profile *p = NULL;
    struct ordo_error error;
    if (argc != 3) return fprintf(stderr, "usage: page_profiles KIND FILE\n"), 2;
    if (strcmp(argv[1], "sampled") == 0) {
        ordo_gather_free(g);
        return sampled(argv[2]);
    }
    if (strcmp(argv[1], "figure") == 0) {
        p = draft_figure_3(100, 10);
        enum ordo_status saved = ordo_profile_save(p, argv[2], false, &error);
        if (saved != ORDO_OK) fprintf(stderr, "page_profiles: %s\n", error.message);
        ordo_profile_free(p);
        ordo_gather_free(g);
        return ordo_status_exit(saved);
    }
    if (strcmp(argv[1], "hostile") == 0)
        hostile(g);
    else if (strcmp(argv[1], "large") == 0)
        large(g, 10000);
    else if (strcmp(argv[1], "larger") == 0)
        large(g, 50000);
    else if (strcmp(argv[1], "empty") != 0)
        return fprintf(stderr, "page_profiles: no such kind: %s\n", argv[1]), 2;
    enum ordo_status status = ordo_gather_seal(g, "compiled", 8, "blocks", &p, &error);
    if (status == ORDO_OK) status = ordo_profile_save(p, argv[2], false, &error);
    if (status != ORDO_OK) fprintf(stderr, "page_profiles: %s\n", error.message);
    ordo_profile_free(p);
    ordo_gather_free(g);
    return ordo_status_exit(status);
}
