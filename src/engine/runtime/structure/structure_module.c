/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * structure_module.c: the tables of a module of `ordo cc --structure`. Its types get numbers, its
 * arrays and structs become blocks of the graph, and its advances become a part of the raw file.
 */
#include "activities.h"
#include "engine/runtime/system/raw_file.h"
#include "engine/runtime/system/settings.h"
#include "engine/runtime/system/texts.h"

static uint32_t described; /* the latest type in the raw file, from 1 */

static void describe_type(const struct ordo_type *type) {
    uint64_t n = ort_text_size(type->name);
    struct ordo_raw_type *b = ort_raw_block(0, sizeof *b + n, ORT_RAW_BEHIND);
    if (!b) return;
    b->id = type->id;
    b->flags = type->flags;
    b->bytes = type->size;
    ort_text_copy((char *)(b + 1), type->name, n);
    ort_raw_publish(b, ORDO_RAW_TYPE);
    described = type->id;
}

void ort_structure_types(void) {
    while (described < ort_graph_n_types) {
        uint32_t next = described + 1;
        describe_type(ort_graph_type_of(next));
        if (described < next) return;
    }
}

static void describe_advance(const struct ordo_module *m, const struct ordo_advance *a) {
    struct ordo_raw_advance *b = ort_raw_block(0, sizeof *b, ORT_RAW_BEHIND);
    if (!b) return;
    b->outer = m->scopes[a->outer].id;
    b->inner = m->scopes[a->inner].id;
    b->callee = a->callee == UINT32_MAX ? 0 : m->scopes[a->callee].id;
    b->ends = a->ends;
    ort_raw_publish(b, ORDO_RAW_ADVANCE);
}

void ort_structure_module(const struct ordo_module *m, int known) {
    struct ordo_structure *s = m->structure;
    if (!s || !ort_settings.structure || !ort_graph_enter()) return;
    for (uint32_t i = 0; i < s->n_types; i++) ort_graph_type(&s->types[i]);
    ort_structure_types();
    for (uint32_t i = 0; i < s->n_variables; i++) {
        const struct ordo_variable *v = &s->variables[i];
        ort_graph_block((uintptr_t)v->address, v->size, v->type, v->name);
    }
    for (uint32_t i = 0; !known && i < s->n_advances; i++) describe_advance(m, &s->advances[i]);
    ort_graph_leave();
    ort_raw_header()->structure = 1;
    ort_structure_on = 1;
}

void ort_structure_module_gone(const struct ordo_module *m) {
    const struct ordo_structure *s = m->structure;
    if (!s || !ort_structure_on || !ort_graph_enter()) return;
    for (uint32_t i = 0; i < s->n_variables; i++) ort_graph_end((uintptr_t)s->variables[i].address);
    ort_graph_leave();
}
