/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * shim_placement.h: where code that is hardly ever executed lies.
 */
#ifndef ORDO_LLVM_SHIM_PLACEMENT_H
#define ORDO_LLVM_SHIM_PLACEMENT_H

#ifdef __cplusplus
extern "C" {
#endif

/* Of the files that this process still compiles: a block that is executed less than once in `ratio`
 * bodies of a loop lies behind its routine's code, not among the loop's. Nothing changes where the
 * user chose for himself (-mllvm), or LLVM has no such option; the linker that compiles files for
 * -flto does as it does. */
void shim_place_behind_loops(unsigned ratio);

#ifdef __cplusplus
}
#endif
#endif
