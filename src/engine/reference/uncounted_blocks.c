/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * uncounted_blocks.c: the reference engine does not count blocks. Objects compiled with --blocks
 * keep number 0, whose counters are not read.
 */
#include "engine.h"

static uint64_t nobodys[ORDO_MAX_BLOCKS];
uint64_t *oref_uncounted_blocks[1] = {nobodys};

ORDO_PRESERVE_MOST uint64_t *__ordo_counts(struct ordo_thread *t, struct ordo_code *c) {
    (void)t;
    (void)c;
    return nobodys;
}

ORDO_PRESERVE_MOST uint64_t *__ordo_counts_here(struct ordo_code *c) {
    return __ordo_counts(__ordo_self, c);
}
