/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * lab_lines.c: statements are sorted by place, so those of one line are adjacent.
 */
#include "lab/lab_lines.h"

void ordo_lab_lines_find(struct ordo_lab *lab) {
    const struct ordo_lab_statement *s = lab->statements;
    lab->lines = ordo_arena_array(lab->arena, lab->n_statements / 2 + 1, sizeof *lab->lines);
    lab->n_lines = 0;
    for (size_t first = 0, end; first < lab->n_statements; first = end) {
        for (end = first + 1; end < lab->n_statements; end++)
            if (s[end].file != s[first].file || s[end].line != s[first].line) break;
        if (end - first > 1)
            lab->lines[lab->n_lines++] = (struct ordo_lab_line){.first = first, .n = end - first};
    }
}

static struct ordo_lab_series *new_series(const struct ordo_lab *lab, size_t n_sizes) {
    struct ordo_lab_series *s = ordo_arena_array(lab->arena, lab->n_lines, sizeof *s);
    for (size_t i = 0; i < lab->n_lines; i++) {
        s[i].points = ordo_arena_array(lab->arena, n_sizes, sizeof *s[i].points);
    }
    return s;
}

void ordo_lab_lines_new(const struct ordo_lab *lab, struct ordo_lab_experiment *e, size_t n_sizes) {
    e->own_lines = new_series(lab, n_sizes);
    e->inclusive_lines = new_series(lab, n_sizes);
}

void ordo_lab_lines_add(const struct ordo_lab *lab, struct ordo_lab_experiment *e, size_t at,
                        uint64_t size, const uint64_t *own, const uint64_t *inclusive) {
    for (size_t i = 0; i < lab->n_lines; i++) {
        const struct ordo_lab_line *l = &lab->lines[i];
        uint64_t a = 0, b = 0;
        for (size_t k = l->first; k < l->first + l->n; k++) a += own[k], b += inclusive[k];
        ordo_lab_point_add(&e->own_lines[i].points[at], size, a);
        ordo_lab_point_add(&e->inclusive_lines[i].points[at], size, b);
    }
}
