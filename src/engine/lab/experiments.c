/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * experiments.c: two lists in the order of declaration, of experiments and of each one's inputs.
 * Invariant: `end` and `end_of_inputs` point to the NULL that ends their list.
 */
#include "engine/lab/experiments.h"

#include <stdlib.h>

static struct ordo_lab_declaration *first, **end = &first;
static bool out_of_memory;

int ordo_lab_add_input(struct ordo_lab_declaration *declaration, const char *name,
                       ordo_lab_function make, ordo_lab_function release) {
    struct ordo_lab_input *input = malloc(sizeof *input);
    if (!input) {
        out_of_memory = true;
        return 0;
    }
    *input = (struct ordo_lab_input){name, make, release, NULL};
    if (!declaration->inputs) declaration->end_of_inputs = &declaration->inputs;
    *declaration->end_of_inputs = input;
    declaration->end_of_inputs = &input->next;
    return 0;
}

void ordo_lab_declare(struct ordo_lab_declaration *declaration) {
    *end = declaration;
    end = &declaration->next;
}

struct ordo_lab_declaration *olab_experiments(void) {
    return first;
}

const char *olab_experiment_fault(const struct ordo_lab_declaration *declaration) {
    const struct ordo_lab_settings *s = &declaration->settings;
    if (out_of_memory) return "no memory to declare it: free some";
    if (!declaration->inputs)
        return ".inputs is missing: name a generator, such as ordo_random_ints";
    if (s->to == ORDO_UNSET_) return ".to is missing: give the greatest size";
    if (s->from < 0) return ".from is negative: sizes begin at 0";
    if (s->from > s->to) return ".from is greater than .to: swap them";
    if (s->step != ORDO_UNSET_ && s->ratio != -1)
        return ".step and .ratio are given: leave one out";
    if (s->step != ORDO_UNSET_ && s->step < 1) return ".step is not positive: give 1 or more";
    if (s->ratio != -1 && !(s->ratio > 1)) return ".ratio is not above 1: give one such as 2";
    if (s->ratio != -1 && s->from == 0)
        return ".from is 0, and 0 times .ratio stays 0: begin at 1 or use .step";
    if (s->repeat < 1) return ".repeat is not positive: give 1 or more";
    return NULL;
}

uint64_t olab_seed(uint64_t seed, uint64_t size, uint64_t repetition) {
    uint64_t state = seed;
    state = ordo_random(&state) + size;
    state = ordo_random(&state) + repetition;
    return ordo_random(&state);
}
