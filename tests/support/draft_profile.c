/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "support/draft_profile.h"

#include <stdio.h>
#include <stdlib.h>

void draft_init(struct draft *d) {
    *d = (struct draft){.g = ordo_gather_new()};
    if (!d->g) abort();
    ordo_gather_has_steps(d->g, true);
    ordo_gather_has_structure(d->g);
}

static uint32_t scope(struct draft *d, enum ordo_profile_kind kind, const char *name,
                      uint32_t line) {
    return ordo_gather_scope(d->g, &(struct ordo_profile_scope){.kind = kind,
                                                                .name = name,
                                                                .linkage_name = name,
                                                                .object = "",
                                                                .file = "a.c",
                                                                .line = line});
}

uint32_t draft_routine(struct draft *d, const char *name, uint32_t line) {
    return scope(d, ORDO_PROFILE_ROUTINE, name, line);
}

uint32_t draft_loop(struct draft *d, uint32_t routine, const char *name, uint32_t line) {
    uint32_t loop = scope(d, ORDO_PROFILE_LOOP, name, line);
    ordo_gather_enclose(d->g, loop, routine, routine);
    return loop;
}

uint32_t draft_context(struct draft *d, uint32_t parent, uint32_t s, uint64_t calls) {
    return ordo_gather_context(d->g, parent, s, calls, calls, calls);
}

uint32_t draft_type(struct draft *d, const char *name) {
    return ordo_gather_type(d->g, name, 16, ORDO_ELEMENT_LINKED);
}

void draft_steps(struct draft *d, uint32_t context, uint64_t invocations, uint64_t steps) {
    ordo_gather_steps(
        d->g, &(struct ordo_steps){.context = context, .own = {invocations, steps, 0, steps}});
}

void draft_begin(struct draft *d, uint32_t context) {
    uint64_t ordinal = d->open.ordinal + 1;
    d->open = (struct ordo_invocation){.context = context, .process = 1, .ordinal = ordinal};
}

uint32_t draft_input(struct draft *d, enum ordo_input_form form, uint32_t type, uint64_t identity) {
    if (d->open.n_inputs == sizeof d->inputs / sizeof *d->inputs) abort();
    d->inputs[d->open.n_inputs] = (struct ordo_input){
        .type = type, .form = form, .identity = identity, .many = 1, .name = ""};
    return d->open.n_inputs++;
}

static struct ordo_fact *add(struct draft *d, struct ordo_fact f) {
    if (d->open.n_facts == sizeof d->facts / sizeof *d->facts) abort();
    f.type = ORDO_TYPE_NONE;
    f.flags = ORDO_FACT_IS_MEASURED | ORDO_FACT_IS_REPEATED;
    d->facts[d->open.n_facts] = f;
    return &d->facts[d->open.n_facts++];
}

void draft_activations(struct draft *d, uint32_t context, uint64_t activations, uint64_t steps) {
    add(d,
        (struct ordo_fact){
            .context = context, .input = ORDO_INPUT_NONE, .reads = activations, .writes = steps});
}

struct ordo_fact *draft_fact(struct draft *d, uint32_t context, uint32_t input, uint64_t reads,
                             uint64_t writes, uint64_t creations, uint64_t size) {
    bool is_array = d->inputs[input].form == ORDO_INPUT_ARRAY;
    return add(d, (struct ordo_fact){.context = context,
                                     .input = input,
                                     .reads = reads,
                                     .writes = writes,
                                     .creations = creations,
                                     .elements = size,
                                     .references = is_array ? 0 : size,
                                     .capacity = is_array ? size : 0,
                                     .used = is_array ? size : 0});
}

void draft_end(struct draft *d) {
    ordo_gather_invocation(d->g, &d->open, d->inputs, d->facts);
}

struct ordo_profile *draft_seal(struct draft *d) {
    struct ordo_profile *p;
    struct ordo_error e;
    if (ordo_gather_seal(d->g, "compiled", 8, "blocks", &p, &e) != ORDO_OK) {
        fprintf(stderr, "draft_profile: %s\n", e.message);
        abort();
    }
    ordo_gather_free(d->g);
    return p;
}

static void build(struct draft *d, uint32_t loop, uint32_t type, uint64_t size) {
    draft_begin(d, loop);
    draft_activations(d, loop, 1, size);
    if (size)
        draft_fact(d, loop, draft_input(d, ORDO_INPUT_STRUCTURE, type, 1), 3 * size, 2 * size, size,
                   size);
    draft_end(d);
}

static void sort(struct draft *d, const uint32_t *loops, uint32_t type, uint64_t size,
                 uint64_t moves) {
    uint64_t steps = size ? size - 1 : 0;
    draft_begin(d, loops[0]);
    draft_activations(d, loops[0], 1, steps);
    draft_activations(d, loops[1], steps, moves);
    uint32_t list = draft_input(d, ORDO_INPUT_STRUCTURE, type, 1);
    draft_fact(d, loops[0], list, 1 + steps, 0, 0, size);
    draft_fact(d, loops[1], list, 4 * moves, 3 * moves, 0, size);
    draft_end(d);
}

static void draft_harness(struct draft *d, uint32_t loop, uint64_t steps) {
    draft_begin(d, loop);
    draft_activations(d, loop, 1, steps);
    draft_end(d);
}

struct ordo_profile *draft_figure_3(unsigned sizes, unsigned each) {
    struct draft d;
    draft_init(&d);
    uint32_t main_ = draft_routine(&d, "main", 1), construct = draft_routine(&d, "construct", 40),
             sort_ = draft_routine(&d, "sort", 50), type = draft_type(&d, "Node");
    uint32_t entry = draft_context(&d, ORDO_GATHER_NONE, main_, 1);
    uint32_t outer = draft_context(&d, entry, draft_loop(&d, main_, "main", 2), 1);
    uint32_t harness = draft_context(&d, outer, draft_loop(&d, main_, "main", 3), sizes);
    uint64_t lists = (uint64_t)sizes * each, built = 0, sorted = 0, moved = 0, noise = 1;
    uint32_t in_construct = draft_context(&d, harness, construct, lists);
    uint32_t in_sort = draft_context(&d, harness, sort_, lists);
    uint32_t line_41 =
        draft_context(&d, in_construct, draft_loop(&d, construct, "construct", 41), lists);
    uint32_t loops[2] = {draft_context(&d, in_sort, draft_loop(&d, sort_, "sort", 51), lists)};
    loops[1] = draft_context(&d, loops[0], draft_loop(&d, sort_, "sort", 52), lists);
    for (uint64_t i = 0; i < lists; i++) {
        uint64_t size = i / each;
        noise = noise * 6364136223846793005u + 1442695040888963407u;
        uint64_t moves = size * size / 4 + (size ? (noise >> 40) % (1 + size / 4) : 0);
        build(&d, line_41, type, size);
        sort(&d, loops, type, size, moves);
        built += size;
        sorted += size ? size - 1 : 0;
        moved += moves;
    }
    for (unsigned i = 0; i < sizes; i++) draft_harness(&d, harness, each);
    draft_harness(&d, outer, sizes);
    draft_steps(&d, outer, 1, sizes);
    draft_steps(&d, harness, sizes, lists);
    draft_steps(&d, line_41, lists, built);
    draft_steps(&d, loops[0], lists, sorted);
    draft_steps(&d, loops[1], sorted, moved);
    return draft_seal(&d);
}

uint32_t draft_scope_at(const struct ordo_profile *p, uint32_t line) {
    uint32_t i = 0;
    while (i < p->n_scopes && p->scopes[i].line != line) i++;
    if (i == p->n_scopes) abort();
    return i;
}
