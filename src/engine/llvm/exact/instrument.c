/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "instrument.h"
#include "borders.h"
#include "calls.h"
#include "compact.h"

#include "engine/llvm/counts/blocks.h"
#include "engine/llvm/ir/emit.h"
#include "engine/llvm/ir/mode.h"

/* Instruments code that is compiled for its block counts only. */
static void instrument_counts(struct opass *p, struct routine *r) {
    opass_code_count(p, r);
    ptrmap_done(&r->block_loop);
    shim_cfg_free(r->cfg);
}

void opass_instrument(struct opass *p, struct routine *r) {
    if (!p->mode) {
        instrument_counts(p, r);
        return;
    }
    opass_compact_decide(p, r);
    opass_before(p, r->entry_mark);
    opass_borders(p, r);
    opass_calls(p, r);
    p->mode->memory(p, r);
    opass_code_count(p, r);
    opass_entry(p, r);
    if (r->n_slots && !r->has_setjmp) shim_promote(r->fn, r->slots, r->n_slots);
    ptrmap_done(&r->block_loop);
    shim_cfg_free(r->cfg);
}
