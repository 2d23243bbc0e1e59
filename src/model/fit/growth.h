/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * growth.h: the classes of growth that a cost function can belong to.
 *
 * Order:   ascending; "none" (no cost function can be told) is last
 * Threads: pure, reentrant
 */
#ifndef ORDO_GROWTH_H
#define ORDO_GROWTH_H

#include <stdbool.h>

enum ordo_growth {
    ORDO_GROWTH_1,
    ORDO_GROWTH_LOG,
    ORDO_GROWTH_SQRT,
    ORDO_GROWTH_N,
    ORDO_GROWTH_N_LOG,
    ORDO_GROWTH_N_SQRT, /* n^1.5 */
    ORDO_GROWTH_N2,
    ORDO_GROWTH_N2_LOG,
    ORDO_GROWTH_N3,
    ORDO_GROWTH_EXP, /* any exponential or factorial */
    ORDO_GROWTH_NONE,
    ORDO_GROWTHS
};

/* "1", "log n", "sqrt n", ..., "2^n", "none". */
const char *ordo_growth_name(enum ordo_growth g);

/* The class of a name; false if there is none of that name. Blanks do not matter. */
bool ordo_growth_find(const char *name, enum ordo_growth *g);

/* The power of n without logarithms: 0 for log n, 1 for n log n; 99 for exponentials. */
double ordo_growth_degree(enum ordo_growth g);

/* The class that a logarithm more or less makes of it: n of n log n; ORDO_GROWTH_NONE: none does.
 */
enum ordo_growth ordo_growth_but_for_log(enum ordo_growth g);

/* g(n), logarithms to base 2; of ORDO_GROWTH_EXP 2^n. 0 for "none". */
double ordo_growth_value(enum ordo_growth g, double n);

#endif
