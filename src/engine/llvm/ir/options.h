/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * options.h: what `ordo cc` asks of the pass, passed in the environment variable ORDO_PASS as a
 * comma-separated list of NAME=VALUE.
 */
#ifndef ORDO_LLVM_OPTIONS_H
#define ORDO_LLVM_OPTIONS_H

#include <stdbool.h>

struct opass_options {
    char root[4096];    /* root=DIR, last, commas included: files below it are relative to it */
    bool lines_only;    /* lines=1: nobody asked for debug information but Ordo, to name scopes and
                           arguments: lines are all that is left of it */
    bool loops;         /* loops=0: routines only */
    bool fold;          /* fold=0: O(1) routines keep their scopes */
    bool elide;         /* elide=0: every access has its check */
    bool reference;     /* reference=1: every event a call, nothing elided, folded or inlined */
    bool drms;          /* drms=1 */
    bool blocks;        /* blocks=1: every basic block has a counter */
    bool counts_only;   /* blocks=only: counters of blocks and nothing else */
    bool structure;     /* structure=1: hooks for data structures in place of checks and births */
    bool production;    /* production=1: plain code, and recorded bodies that samples enter */
    char focus[4096];   /* focus=ITEM;ITEM...: what has gates; empty: everything (focus.c) */
    bool keep_gs;       /* keep-gs=1: gates are not reached by the segment register GS */
    bool statements;    /* statements=1: counters of clang's coverage regions and nothing else */
    bool break_elision; /* break-elision=1: a wrong elision on purpose; tests must notice */
};

/* Reads the list (NULL: defaults). Unknown names are ignored: they belong to later versions. */
void opass_options_read(const char *list, struct opass_options *out);

#endif
