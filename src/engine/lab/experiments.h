/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * experiments.h: the experiments of this program, as declared by ORDO_EXPERIMENT.
 *
 * Order:   of declaration within an object file; of the link between object files
 * Memory:  the program owns the declarations; list entries are never freed
 * Threads: written by constructors only
 */
#ifndef ORDO_ENGINE_LAB_EXPERIMENTS_H
#define ORDO_ENGINE_LAB_EXPERIMENTS_H

#include "ordo/ordo.h"

#include <stdbool.h>

/* A kind of input. `make` and `release` are called through the types olab_make and olab_release. */
struct ordo_lab_input {
    const char *name;
    ordo_lab_function make, release;
    struct ordo_lab_input *next;
};

/* Any pointer type is passed as void *. */
typedef void *olab_make(size_t, uint64_t);
typedef void olab_release(void *);

struct ordo_lab_declaration *olab_experiments(void);

/* Returns what is wrong with a declaration as a part of a sentence, or NULL. */
const char *olab_experiment_fault(const struct ordo_lab_declaration *declaration);

/* Returns the seed of a repetition (0, 1, ...) at a size: three rounds of splitmix64, so that
 * the inputs of one size do not depend on which other sizes run. */
uint64_t olab_seed(uint64_t seed, uint64_t size, uint64_t repetition);

#endif
