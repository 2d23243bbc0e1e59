/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * ordo.h: what a program may say to Ordo. Optional, C and C++, harmless without the runtime:
 * every function does nothing unless the program runs under `ordo record`.
 *
 * Signal-safe: no. Threads: any.
 */
#ifndef ORDO_ORDO_H
#define ORDO_ORDO_H

#ifdef __cplusplus
extern "C" {
#endif

extern void __ordo_feature(const char *name, double value) __attribute__((weak));

/* A number that goes with this run, such as the length of its input: it is stored with the run in
 * the profile. The latest value of a name counts. */
static __inline__ void ordo_feature(const char *name, double value) {
    if (__ordo_feature) __ordo_feature(name, value);
}

#ifdef __cplusplus
}
#endif

#endif
