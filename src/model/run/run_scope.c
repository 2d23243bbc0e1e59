/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * run_scope.c: names of the enums.
 */
#include "model/run/run_scope.h"

const char *ordo_run_verdict_name(enum ordo_run_verdict v) {
    static const char *const names[] = {"none", "same", "saturates", "not-estimated", "grows"};
    return (unsigned)v < sizeof names / sizeof *names ? names[v] : "none";
}
