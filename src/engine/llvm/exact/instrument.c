/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "instrument.h"
#include "borders.h"
#include "calls.h"
#include "checks.h"
#include "compact.h"
#include "objects.h"

#include "engine/llvm/counts/blocks.h"
#include "engine/llvm/ir/emit.h"
#include "engine/llvm/structure/structure.h"

/* Instruments code that is compiled for its block counts only. */
static void instrument_counts(struct opass *p, struct routine *r) {
    opass_code_count(p, r);
    ptrmap_done(&r->block_loop);
    shim_cfg_free(r->cfg);
}

void opass_instrument(struct opass *p, struct routine *r) {
    if (p->options.counts_only) {
        instrument_counts(p, r);
        return;
    }
    opass_compact_decide(p, r);
    opass_before(p, r->entry_mark);
    opass_borders(p, r);
    opass_calls(p, r);
    if (p->options.structure) {
        opass_structure_emit(p, r);
    } else {
        opass_objects(p, r);
        opass_checks(p, r);
    }
    opass_code_count(p, r);
    opass_entry(p, r);
    if (r->n_slots && !r->has_setjmp && !p->options.reference)
        shim_promote(r->fn, r->slots, r->n_slots);
    ptrmap_done(&r->block_loop);
    shim_cfg_free(r->cfg);
}
