/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * growth.h: the classes of growth that a cost function can belong to.
 *
 * Order:   ascending; "none" (not enough data to fit) is last
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

/* Returns "1", "log n", "sqrt n", ..., "2^n", "none". */
const char *ordo_growth_name(enum ordo_growth g);

/* Finds the class of a name; blanks do not matter. Returns false if no class has that name. */
bool ordo_growth_find(const char *name, enum ordo_growth *g);

/* Returns the power of n without logarithms: 0 for log n, 1 for n log n; 99 for exponentials. */
double ordo_growth_degree(enum ordo_growth g);

/* Returns the class that differs by a logarithm: n for n log n, and the reverse; ORDO_GROWTH_NONE
 * if no class does. */
enum ordo_growth ordo_growth_other_log(enum ordo_growth g);

/* Returns g(n), with logarithms to base 2; 2^n for ORDO_GROWTH_EXP, 0 for "none". */
double ordo_growth_value(enum ordo_growth g, double n);

#endif
