/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * two_size_forms.h: the candidate cost functions of two sizes, n and m: products such as n·m and
 * m log n, and sums such as n + m, with lower terms.
 *
 * Threads: pure, reentrant
 */
#ifndef ORDO_TWO_SIZE_FORMS_H
#define ORDO_TWO_SIZE_FORMS_H

#include "model/fit/growth.h"

#include <stdbool.h>

/* A column is the product of a class of n and one of m; ORDO_GROWTH_1: this size has no part. */
struct ordo_two_size_column {
    unsigned char of_n, of_m; /* enum ordo_growth */
};
#define ORDO_TWO_SIZE_COLUMNS 21
extern const struct ordo_two_size_column ordo_two_size_columns[ORDO_TWO_SIZE_COLUMNS];

/* Returns the column in which n and m have changed places. */
unsigned ordo_two_size_swapped(unsigned column);

#define ORDO_TWO_SIZE_LOWER 5
struct ordo_two_size_form {
    unsigned char leading[2], n_leading;               /* columns; 1: a product, 2: a sum */
    unsigned char lower[ORDO_TWO_SIZE_LOWER], n_lower; /* any of them may be in the sum */
    bool symmetric;                                    /* exchanging n and m gives the same form */
    bool may_subtract; /* a square of one size: n m - m^2 is (n - m) m */
    double price;      /* in nats: how rare it is */
};
extern const struct ordo_two_size_form ordo_two_size_forms[];
extern const unsigned ordo_n_two_size_forms;

#endif
