/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * page_labs.c: makes the page of a hand-made laboratory: `page_labs KIND FILE`. If the file's name
 * ends in .json, it is the JSON report.
 *
 *   course   every case of support/made_lab.h
 * bare     the same, without sources
 *   main     one run of a program, so there are no sizes
 *   main     one run of a program, no sizes to grow with
 *   none     no experiment
 */
#include "report/json/lab_json.h"
#include "report/page/html_lab.h"
#include "support/made_lab.h"

#include <stdio.h>
#include <string.h>

static enum ordo_status write_page(FILE *out, const char *kind, struct ordo_lab *lab, bool json,
                                   struct ordo_error *error) {
    if (strcmp(kind, "main") == 0) {
        lab->experiments[3].id = lab->experiments[3].function = "main";
        lab->experiments[3].input = "";
        lab->experiments[3].file = UINT32_MAX;
        lab->experiments[3].sizes += 20;
        lab->experiments[3].n_sizes = 1;
        lab->experiments += 3;
        lab->n_experiments = 1;
        for (size_t i = 0; i < lab->n_statements; i++) {
            lab->experiments->own[i].points += 20;
            lab->experiments->inclusive[i].points += 20;
        }
        for (size_t i = 0; i < lab->n_lines; i++) {
            lab->experiments->own_lines[i].points += 20;
            lab->experiments->inclusive_lines[i].points += 20;
        }
        lab->experiments->total.points += 20;
    }
    if (strcmp(kind, "none") == 0) lab->n_experiments = 0;
    if (json) return ordo_lab_json_write(out, lab, error);
    const struct ordo_html_lab page = {
        .lab = lab, .name = "course.c", .with_sources = strcmp(kind, "bare") != 0};
    return ordo_html_lab_write(out, &page, error);
}

int main(int argc, char **argv) {
    struct ordo_lab lab;
    struct ordo_error error = {.message = "memory is out"};
    if (argc != 3) return fprintf(stderr, "usage: page_labs KIND FILE\n"), 2;
    if (!made_lab(&lab, 200, 10)) return fprintf(stderr, "page_labs: %s\n", error.message), 4;
    size_t n = strlen(argv[2]);
    FILE *out = fopen(argv[2], "w");
    enum ordo_status status = ORDO_ENVIRONMENT;
    if (out)
        status =
            write_page(out, argv[1], &lab, n > 5 && strcmp(argv[2] + n - 5, ".json") == 0, &error);
    if (out && fclose(out) != 0) status = ORDO_ENVIRONMENT;
    if (status != ORDO_OK) fprintf(stderr, "page_labs: %s\n", error.message);
    ordo_arena_free(lab.arena);
    return ordo_status_exit(status);
}
