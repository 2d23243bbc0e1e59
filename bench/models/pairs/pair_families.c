/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * pair_families.c: the list. The last two families were made after the rules.
 */
#include "models/pairs/pair_algorithm.h"

#define FAMILIES(X)                                                                                \
    X(pair_strings)                                                                                \
    X(pair_matrices)                                                                               \
    X(pair_graphs)                                                                                 \
    X(pair_sets)                                                                                   \
    X(pair_tables)                                                                                 \
    X(pair_heaps) X(pair_numbers) X(pair_simulations) X(pair_geometry) X(pair_records)

#define DECLARE(name) extern const struct pair_family name##_family;
FAMILIES(DECLARE)

#define ADDRESS(name) &name##_family,
const struct pair_family *const pair_families[] = {FAMILIES(ADDRESS)};
const size_t n_pair_families = sizeof pair_families / sizeof *pair_families;
const size_t n_first_pair_families = sizeof pair_families / sizeof *pair_families - 2;
