/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * algorithm_families.c: the table of families. Families at even places are part A, the others B.
 */
#include "models/algorithm.h"

extern const struct algorithm_family sorting_family;
extern const struct algorithm_family selection_family;
extern const struct algorithm_family searching_family;
extern const struct algorithm_family hashing_family;
extern const struct algorithm_family strings_family;
extern const struct algorithm_family matching_family;
extern const struct algorithm_family trees_family;
extern const struct algorithm_family heaps_family;
extern const struct algorithm_family graphs_family;
extern const struct algorithm_family tables_family;
extern const struct algorithm_family numbers_family;
extern const struct algorithm_family divide_family;
extern const struct algorithm_family matrices_family;
extern const struct algorithm_family geometry_family;
extern const struct algorithm_family sets_family;
extern const struct algorithm_family parsing_family;
extern const struct algorithm_family buffers_family;
extern const struct algorithm_family compression_family;
extern const struct algorithm_family simulation_family;
extern const struct algorithm_family caches_family;
extern const struct algorithm_family lists_family;
extern const struct algorithm_family backtracking_family;
extern const struct algorithm_family bits_family;
extern const struct algorithm_family sparse_family;
extern const struct algorithm_family amortised_family;
extern const struct algorithm_family branches_family;
extern const struct algorithm_family exits_family;

const struct algorithm_family *const algorithm_families[] = {
    &sorting_family,   &selection_family,    &searching_family,  &hashing_family,
    &strings_family,   &matching_family,     &trees_family,      &heaps_family,
    &graphs_family,    &tables_family,       &numbers_family,    &divide_family,
    &matrices_family,  &geometry_family,     &sets_family,       &parsing_family,
    &buffers_family,   &compression_family,  &simulation_family, &caches_family,
    &lists_family,     &backtracking_family, &bits_family,       &sparse_family,
    &amortised_family, &branches_family,     &exits_family,
};
const size_t n_algorithm_families = sizeof algorithm_families / sizeof *algorithm_families;
