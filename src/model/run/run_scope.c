/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * run_scope.c: names of the enums, and the way to the calls of a routine that nothing counts.
 */
#include "model/run/run_scope.h"

const char *ordo_run_verdict_name(enum ordo_run_verdict v) {
    static const char *const names[] = {"none", "same", "saturates", "not-estimated", "grows"};
    return (unsigned)v < sizeof names / sizeof *names ? names[v] : "none";
}

uint32_t ordo_run_calls_of(const struct ordo_run_totals *t, uint32_t i) {
    enum { DEEPEST = 64 };
    for (int k = 0; k < DEEPEST && t->scope[i].calls_of != i; k++) i = t->scope[i].calls_of;
    return i;
}
