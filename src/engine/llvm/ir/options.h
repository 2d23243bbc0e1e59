/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * options.h: options that `ordo cc` passes to the pass, as a comma-separated list of NAME=VALUE in
 * the environment variable ORDO_PASS.
 */
#ifndef ORDO_LLVM_OPTIONS_H
#define ORDO_LLVM_OPTIONS_H

#include <stdbool.h>

struct opass_options {
    char root[4096];  /* root=DIR, the last option, may contain commas: the source root */
    bool lines_only;  /* lines=1: debug information was generated only for Ordo, which names scopes
                         and arguments by it; the pass removes all of it except lines */
    bool loops;       /* loops=0: routines only */
    bool fold;        /* fold=0: O(1) routines keep their scopes */
    bool elide;       /* elide=0: every access has a check */
    bool reference;   /* reference=1: every event is a call; nothing is elided, folded or inlined */
    bool drms;        /* drms=1 */
    bool blocks;      /* blocks=1: every basic block has a counter */
    bool counts_only; /* blocks=only: counters of blocks and nothing else */
    bool structure;   /* structure=1: hooks for data structures in place of checks and births */
    bool production;  /* production=1: plain code, and recorded versions that samples enter */
    char focus[4096]; /* focus=ITEM;ITEM...: what may have gates; empty: everything (focus.c) */
    bool keep_gs;     /* keep-gs=1: gates are not reached through the segment register GS */
    bool statements;  /* statements=1: counters of clang's coverage regions and nothing else */
    bool break_elision; /* break-elision=1: elides wrongly on purpose, which tests must detect */
};

/* Reads the list; NULL: defaults. Ignores unknown names, which belong to later versions. */
void opass_options_read(const char *list, struct opass_options *out);

#endif
