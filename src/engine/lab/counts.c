/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "engine/lab/counts.h"

#include "engine/lab/statement_tally.h"

#include <stdlib.h>

int olab_counts_open(const char **why) {
    const char *path = getenv(ORDO_LAB_ENV_PLAN);
    *why = NULL;
    return !path || olab_plan_read(path, why);
}

void olab_counts_begin(void) {
    struct olab_tally *t = olab_tally_mine();
    if (t) olab_tally_clear(t);
}

void olab_counts_end(void) {
    struct olab_tally *t = olab_tally_mine();
    if (t) olab_tally_unwind(t, 0);
}

static void word(FILE *f, uint64_t value) {
    fwrite(&value, sizeof value, 1, f);
}

void olab_counts_write(FILE *result) {
    struct olab_tally *t = olab_tally_mine();
    if (!t) return;
    uint64_t n = 0, all = olab_plan->n_statements;
    for (uint64_t s = 0; s < all; s++) n += olab_tally_inclusive(t, s) != 0;
    word(result, ORDO_LAB_RECORD_COUNTS);
    word(result, olab_tally_work());
    word(result, n);
    for (uint64_t s = 0; s < all; s++) {
        uint64_t inclusive = olab_tally_inclusive(t, s);
        if (inclusive == 0) continue;
        word(result, s);
        word(result, olab_tally_own(t, s));
        word(result, inclusive);
    }
}
