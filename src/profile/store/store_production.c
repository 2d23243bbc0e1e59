/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * store_production.c: moves rows of the section "production".
 *
 * Reading also copies the sampling of a process into the process, for merging, and sums into their
 * samples.
 */
#include "profile/store/store_production.h"

void ordo_sampling_row(struct ordo_row *r, void *item) {
    struct ordo_sampling *x = item;
    ordo_row_reference(r, &x->process, r->p->n_processes, false);
    ordo_row_u64(r, &x->key);
    ordo_row_u64(r, &x->rate);
    ordo_row_u64(r, &x->budget);
    ordo_row_u64(r, &x->log_bytes);
    ordo_row_u64(r, &x->sampled_ns);
    ordo_row_u64(r, &x->unsampled);
    ordo_row_u64(r, &x->samples);
    ordo_row_u64(r, &x->unlogged);
    if (!x->key) ordo_row_wrong(r, "a process has no key");
    if (!r->reading || x->process == UINT32_MAX) return;
    if (x > r->p->samplings && x[-1].process >= x->process) ordo_row_wrong(r, "rows out of order");
    r->p->processes[x->process].sampling = *x;
}

void ordo_gated_row(struct ordo_row *r, void *item) {
    struct ordo_gated_scope *x = item;
    ordo_row_reference(r, &x->scope, r->p->n_scopes, false);
    ordo_row_u64(r, &x->executions);
    ordo_row_u64(r, &x->iterations);
    ordo_row_u64(r, &x->samples);
    ordo_row_u64(r, &x->incomplete);
    ordo_row_u64(r, &x->given_up);
    ordo_row_u64(r, &x->left);
    if (r->reading && x > r->p->gated && x[-1].scope >= x->scope)
        ordo_row_wrong(r, "rows out of order");
}

void ordo_sample_row(struct ordo_row *r, void *item) {
    struct ordo_sample *x = item;
    ordo_row_number(r);
    ordo_row_reference(r, &x->scope, r->p->n_scopes, false);
    ordo_row_u64(r, &x->process);
    ordo_row_u64(r, &x->number);
    ordo_row_u32(r, &x->flags);
    ordo_row_u64(r, &x->time_ns);
    ordo_row_u64(r, &x->executions);
    ordo_row_u64(r, &x->iterations);
    ordo_row_u64(r, &x->own);
    ordo_row_u64(r, &x->cost);
    ordo_row_u64(r, &x->n);
    ordo_row_u64(r, &x->rms);
    ordo_row_u32(r, &x->level);
    ordo_row_u32(r, &x->tracked);
    ordo_row_u32(r, &x->again);
    ordo_row_u32(r, &x->before);
    ordo_row_u32(r, &x->all);
    ordo_row_u32(r, &x->once);
    ordo_row_u32(r, &x->twice);
    if (x->level >= 64) ordo_row_wrong(r, "an unknown level");
    if (r->reading && x > r->p->samples && x[-1].scope > x->scope)
        ordo_row_wrong(r, "rows out of order");
}

void ordo_sample_sums_row(struct ordo_row *r, void *item) {
    struct ordo_sample_sums *x = item;
    ordo_row_number(r);
    ordo_row_u64(r, &x->own);
    ordo_row_u64(r, &x->cost);
    ordo_row_u64(r, &x->n);
    if (!r->reading) return;
    if (r->index >= r->p->n_samples)
        ordo_row_wrong(r, "sums without a sample");
    else
        r->p->samples[r->index].sums = *x;
}
