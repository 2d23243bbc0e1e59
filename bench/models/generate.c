/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * generate.c: writes random labelled cases (labelled_case.h), one JSON object a line.
 *
 *     generate SEED COUNT [--family-part A|B|all] [--list]
 *
 * Half of the cases are real algorithms (algorithm.h), two fifths are made of known functions, and
 * a tenth have no function. Families of algorithms and kinds of noise are divided into parts A and
 * B, so that rules that were made on the one can be checked on the other. A case depends on the
 * seed, the part and its number only.
 */
#include "models/made_case.h"
#include "models/real_case.h"

#include <stdlib.h>
#include <string.h>

enum part { PART_ALL, PART_A, PART_B };

/* Draws an index of the part: even ones are A, odd ones are B. */
static size_t draw_of_part(struct random_numbers *r, size_t n, enum part part) {
    if (part == PART_ALL) return below(r, n);
    size_t first = part == PART_B, many = (n + (part == PART_A)) / 2;
    return first + 2 * below(r, many);
}

static void make_case(struct labelled_case *c, struct random_numbers *r, enum part part) {
    double u = random_unit(r);
    if (u < 0.5) {
        const struct algorithm_family *f =
            algorithm_families[draw_of_part(r, n_algorithm_families, part)];
        real_case_make(c, f, &f->algorithms[below(r, f->n)], r);
    } else if (u < 0.9) {
        made_case_make(c, draw_of_part(r, n_made_noises, part), r);
    } else {
        negative_case_make(c, draw_of_part(r, n_negative_kinds, part), r);
    }
}

static int list_families(void) {
    size_t n = 0;
    for (size_t i = 0; i < n_algorithm_families; i++) {
        const struct algorithm_family *f = algorithm_families[i];
        printf("%c %s:", i % 2 ? 'B' : 'A', f->name);
        for (size_t k = 0; k < f->n; k++) printf(" %s", f->algorithms[k].name);
        putchar('\n');
        n += f->n;
    }
    printf("%zu algorithms in %zu families\n", n, n_algorithm_families);
    return 0;
}

int main(int argc, char **argv) {
    static struct labelled_case c;
    enum part part = PART_ALL;
    uint64_t seed = 0, count = 0;
    int numbers = 0;
    for (int i = 1; i < argc; i++) {
        char *end = argv[i];
        if (!strcmp(argv[i], "--list")) return list_families();
        if (!strcmp(argv[i], "--family-part") && i + 1 < argc) {
            const char *name = argv[++i];
            if (!strcmp(name, "A"))
                part = PART_A;
            else if (!strcmp(name, "B"))
                part = PART_B;
            else if (!strcmp(name, "all"))
                part = PART_ALL;
            else
                numbers = 9;
            continue;
        }
        uint64_t x = strtoull(argv[i], &end, 10);
        if (!*argv[i] || *end || argv[i][0] == '-') numbers = 9;
        if (numbers++ == 0)
            seed = x;
        else
            count = x;
    }
    if (numbers != 2) {
        fputs("usage: generate SEED COUNT [--family-part A|B|all] [--list]\n", stderr);
        return 2;
    }
    for (uint64_t i = 0; i < count; i++) {
        struct random_numbers r = {.state =
                                       seed * 0x2545f4914f6cdd1du + i + (uint64_t)part * 77777777};
        random_next(&r);
        r.state = random_next(&r);
        char id[64];
        snprintf(id, sizeof id, "%c%llu-%05llu", "gab"[part], (unsigned long long)seed,
                 (unsigned long long)i);
        make_case(&c, &r, part);
        labelled_case_write(stdout, id, &c);
    }
    return fflush(stdout) == 0 ? 0 : 1;
}
