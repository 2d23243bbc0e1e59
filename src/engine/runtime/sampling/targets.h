/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * targets.h: what recorded code of production builds calls in a routine's place (__ordo_call,
 * __ordo_call_at, __ordo_target), and the library for it (ort_called).
 *
 * Routines do not ask at their entry whether a sample is recorded: who calls them by address, or
 * from another module, asks for their recorded body. A thread keeps what it has asked for, because
 * the answer takes a lock: a table of its own, by address, that a module which comes or goes makes
 * old.
 *
 * Threads: the caller's own table. Signal-safe: yes, handlers run plain code, which does not ask.
 */
#ifndef ORT_TARGETS_H
#define ORT_TARGETS_H

#include <stdint.h>

#define ORT_TARGETS 256u

struct ort_target {
    const void *address;
    void *body;
    uint32_t uncovered;  /* the scope of what nothing is recorded of; 0: it may be called */
    uint32_t generation; /* ort_modules_generation */
};

#endif
