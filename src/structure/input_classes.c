/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * input_classes.c: there are few classes, so they are searched one by one. The rank of an input is
 * the number of touched inputs of its form and type (mapped files and other arrays counted
 * separately) before it. The invocation's count is kept beside the class of rank 0. A class keeps
 * its name only while all its inputs have the same name.
 */
#include "structure/input_classes.h"

#include "base/vector.h"

#include <stdlib.h>
#include <string.h>

/* Whether it is a mapped file: an array with a file's name, which no variable can have. */
static bool is_mapped(const struct ordo_input *in) {
    return in->form == ORDO_INPUT_ARRAY && *in->name == '/';
}

static bool is_of(const struct ordo_input_class *c, const struct ordo_input *in, uint32_t rank) {
    return c->form == in->form && c->type == in->type && c->rank == rank &&
           c->mapped == is_mapped(in);
}

/* Returns the class, and adds it if it is new. */
static uint32_t find_class(struct ordo_input_classes *c, const struct ordo_input *in,
                           uint32_t rank) {
    for (uint32_t i = 0; i < c->n; i++)
        if (is_of(&c->list[i], in, rank)) return i;
    c->list = ordo_vector_reserve(c->list, &c->capacity, c->n + 1, sizeof *c->list);
    c->ranks = ordo_vector_reserve(c->ranks, &c->ranks_capacity, c->n + 1, sizeof *c->ranks);
    c->ranks[c->n] = 0;
    c->list[c->n] = (struct ordo_input_class){.form = in->form,
                                              .type = in->type,
                                              .rank = rank,
                                              .mapped = is_mapped(in),
                                              .further = c->by_type || rank == ORDO_INPUT_RANKS,
                                              .name = in->name};
    return (uint32_t)c->n++;
}

static uint32_t class_of(struct ordo_input_classes *c, const struct ordo_input *in) {
    if (c->by_type) return find_class(c, in, 0);
    if (in->many > 1) return find_class(c, in, ORDO_INPUT_RANKS);
    uint32_t first = find_class(c, in, 0);
    uint32_t rank = c->ranks[first]++;
    return rank ? find_class(c, in, rank < ORDO_INPUT_RANKS ? rank : ORDO_INPUT_RANKS) : first;
}

void ordo_input_classes_add(struct ordo_input_classes *c, const struct ordo_input *inputs,
                            const bool *touched, uint32_t n, uint32_t *of_input) {
    for (size_t i = 0; i < c->n; i++) c->ranks[i] = 0;
    for (uint32_t k = 0; k < n; k++) {
        of_input[k] = ORDO_INPUT_NONE;
        if (!touched[k]) continue;
        of_input[k] = class_of(c, &inputs[k]);
        struct ordo_input_class *x = &c->list[of_input[k]];
        if (strcmp(x->name, inputs[k].name) != 0) x->name = "";
    }
}

void ordo_input_classes_done(struct ordo_input_classes *c) {
    free(c->list);
    free(c->ranks);
}
