/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * shim_placement.h: moves code that is hardly ever executed out of loops.
 */
#ifndef ORDO_LLVM_SHIM_PLACEMENT_H
#define ORDO_LLVM_SHIM_PLACEMENT_H

#ifdef __cplusplus
extern "C" {
#endif

/* From now on, makes this process place blocks that run less than once in `ratio` iterations of a
 * loop behind the code of their routine. Does nothing if the user set LLVM's options (-mllvm) or if
 * LLVM lacks them. With -flto the linker generates the code and is not affected. */
void shim_place_behind_loops(unsigned ratio);

#ifdef __cplusplus
}
#endif
#endif
