/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * comparable_runs.h: the runs of a profile that differ only in their input, and the size of that
 * input.
 *
 * A run that failed is not comparable to one that did not, and neither are runs of two builds whose
 * code differs. Runs whose size is 0 are left out.
 *
 * The size of a run is the first of these that differs between the runs and that explains their
 * cost: a feature (`record --feature`, ordo_feature(), the variable of `run --scan`), an integer on
 * the command line, the bytes of input, the allocations, the bytes allocated, a number within a
 * word of the command line, such as a file's name. It explains the cost if, of two runs, the one of
 * greater size nearly always costs more. Of the last four, the greatest is at least
 * ORDO_POWER_RANGE times the least; counts that differ less come last, by 5 % at least.
 *
 * Shapes:  runs by size, ascending; runs of equal size stay apart
 * Memory:  free it with ordo_run_series_free; strings belong to it or to the profile
 * Threads: pure, reentrant
 */
#ifndef ORDO_COMPARABLE_RUNS_H
#define ORDO_COMPARABLE_RUNS_H

#include "base/text.h"
#include "profile/profile.h"

enum ordo_run_size {
    ORDO_RUN_SIZE_NONE, /* fewer than 2 runs, or no number that explains them */
    ORDO_RUN_SIZE_FEATURE,
    ORDO_RUN_SIZE_ARGUMENT,
    ORDO_RUN_SIZE_INPUT,
    ORDO_RUN_SIZE_ALLOCATIONS,
    ORDO_RUN_SIZE_ALLOCATED,
    ORDO_RUN_SIZE_NAME, /* a number in a name on the command line */
};

struct ordo_run_series {
    enum ordo_run_size kind;
    char name[64]; /* "n", "argument 1", "bytes read", "allocations", "bytes allocated", "number in
                      argument 1" */
    uint32_t n;    /* runs of the series; 0: kind is NONE */
    uint32_t *run; /* index in the profile */
    double *size;  /* more than 0 */
    uint32_t n_alike; /* runs that differ only in their input, those without a size included */
    struct {
        uint32_t command; /* another program, or other options */
        uint32_t end;     /* another exit status or signal */
        uint32_t costs;   /* their costs are not known */
        uint32_t build;   /* other code */
    } others; /* runs that are not alike, each counted once, under the first that applies */
};

/* Finds the series with most runs. `name` chooses the size by its name; NULL: as described above.
 */
void ordo_run_series_find(const struct ordo_profile *p, const char *name,
                          struct ordo_run_series *out);
void ordo_run_series_free(struct ordo_run_series *s);

/* Appends the names that ordo_run_series_find would take: "lines, argument 1 and bytes read";
 * nothing if there are none. */
void ordo_run_size_names_add(struct ordo_text *t, const struct ordo_profile *p);

/* The numbers that the user chose for each of the comparable runs: features, and integers on the
 * command line. Only those that all runs have, above 0, and that differ. */
#define ORDO_RUN_SIZES 8
struct ordo_run_sizes {
    uint32_t n;    /* runs; 0: fewer than 2, or no such number */
    uint32_t *run; /* index in the profile */
    unsigned sizes;
    char name[ORDO_RUN_SIZES][64]; /* "feature:n", "argument 1" */
    double *size[ORDO_RUN_SIZES];  /* n of each */
};

void ordo_run_sizes_find(const struct ordo_profile *p, struct ordo_run_sizes *out);
void ordo_run_sizes_free(struct ordo_run_sizes *s);

#endif
