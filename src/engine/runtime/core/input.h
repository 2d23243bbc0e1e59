/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * input.h: bytes that reach the program (input.c).
 */
#ifndef ORT_INPUT_H
#define ORT_INPUT_H

/* Forgets which pipes and files the descriptors refer to, when there is a new raw file (of a fork's
 * child, or after a rotation), which has other indices. */
#ifdef ORT_NO_STRUCTURE /* Ordo's Valgrind tool, which counts what system calls return */
static inline void ort_input_forget(void) {}
#else
void ort_input_forget(void);
#endif

#endif
