/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * store_structure.c: moves rows of the section "structure".
 *
 * An invocation has the number of its inputs and facts. Their rows come in the order of the
 * invocations, and each row names its invocation.
 */
#include "profile/store/store_structure.h"

void ordo_type_row(struct ordo_row *r, void *item) {
    struct ordo_element_type *x = item;
    ordo_row_number(r);
    ordo_row_text(r, &x->name);
    ordo_row_u64(r, &x->bytes);
    ordo_row_u32(r, &x->flags);
}

void ordo_advance_row(struct ordo_row *r, void *item) {
    struct ordo_scope_advance *x = item;
    ordo_row_reference(r, &x->outer, r->p->n_scopes, false);
    ordo_row_reference(r, &x->inner, r->p->n_scopes, false);
    ordo_row_reference(r, &x->callee, r->p->n_scopes, true);
    ordo_row_bool(r, &x->ends);
}

void ordo_choice_row(struct ordo_row *r, void *item) {
    struct ordo_group_choice *x = item;
    ordo_row_reference(r, &x->outer, r->p->n_scopes, false);
    ordo_row_reference(r, &x->inner, r->p->n_scopes, false);
    ordo_row_bool(r, &x->together);
}

void ordo_invocation_row(struct ordo_row *r, void *item) {
    struct ordo_invocation *x = item;
    ordo_row_number(r);
    ordo_row_reference(r, &x->context, r->p->n_contexts, false);
    ordo_row_u64(r, &x->process);
    ordo_row_u64(r, &x->ordinal);
    ordo_row_u32(r, &x->n_inputs);
    ordo_row_u32(r, &x->n_facts);
    if (!r->reading) return;
    bool first = x == r->p->invocations;
    x->first_input = first ? 0 : x[-1].first_input + x[-1].n_inputs;
    x->first_fact = first ? 0 : x[-1].first_fact + x[-1].n_facts;
}

/* Moves the number of the invocation that the row belongs to. */
static void row_invocation(struct ordo_row *r, bool facts) {
    uint64_t i = r->cursor;
    for (; i < r->p->n_invocations; i++) {
        const struct ordo_invocation *v = &r->p->invocations[i];
        if (r->index < (facts ? v->first_fact + v->n_facts : v->first_input + v->n_inputs)) break;
    }
    r->cursor = i;
    ordo_row_u64(r, &i);
    if (i != r->cursor || i >= r->p->n_invocations)
        ordo_row_wrong(r, "it belongs to another invocation than expected");
}

void ordo_input_row(struct ordo_row *r, void *item) {
    struct ordo_input *x = item;
    uint32_t form = x->form;
    ordo_row_number(r);
    row_invocation(r, false);
    ordo_row_reference(r, &x->type, r->p->n_types, true);
    ordo_row_u32(r, &form);
    ordo_row_u64(r, &x->identity);
    ordo_row_u32(r, &x->many);
    ordo_row_text(r, &x->name);
    if (form < ORDO_INPUT_STRUCTURE || form > ORDO_INPUT_SINK)
        ordo_row_wrong(r, "unknown form of input");
    x->form = (enum ordo_input_form)form;
}

void ordo_fact_row(struct ordo_row *r, void *item) {
    struct ordo_fact *x = item;
    ordo_row_number(r);
    row_invocation(r, true);
    ordo_row_reference(r, &x->context, r->p->n_contexts, false);
    uint64_t n = r->cursor < r->p->n_invocations ? r->p->invocations[r->cursor].n_inputs : 0;
    ordo_row_reference(r, &x->input, n, true);
    ordo_row_reference(r, &x->type, r->p->n_types, true);
    ordo_row_u32(r, &x->flags);
    ordo_row_u64(r, &x->reads);
    ordo_row_u64(r, &x->writes);
    ordo_row_u64(r, &x->creations);
    ordo_row_u64(r, &x->elements);
    ordo_row_u64(r, &x->references);
    ordo_row_u64(r, &x->capacity);
    ordo_row_u64(r, &x->used);
}
