/* no_counts.c: replaces the counting by one that counts nothing, so that the driver is tested without a plan. Aborts
 * unless the function runs between begin and end, and records are written outside. */
#include "engine/lab/counts.h"

#include "abi/lab_protocol.h"

#include <stdlib.h>

static int counting;
static uint64_t begun;

int olab_counts_open(const char **why) {
    *why = "the plan is rejected";
    return !getenv("NO_COUNTS_FAILS");
}

void olab_counts_begin(void) {
    if (counting) abort();
    counting = 1;
    begun++;
}

void olab_counts_end(void) {
    if (!counting) abort();
    counting = 0;
}

void olab_counts_write(FILE *result) {
    uint64_t record[] = {ORDO_LAB_RECORD_COUNTS, begun, 0};
    if (counting) abort();
    fwrite(record, sizeof record, 1, result);
}
