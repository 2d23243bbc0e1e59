/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * input.h: bytes that reach the program (input.c).
 */
#ifndef ORT_INPUT_H
#define ORT_INPUT_H

#ifdef ORT_NO_STRUCTURE /* Ordo's Valgrind tool, which counts what system calls return */
static inline void ort_input_begin(void) {}
static inline void ort_input_end(void) {}
#else
/* Begins to count for a raw file: at the start, in a fork's child, and after a rotation. Forgets
 * which pipes and files the descriptors refer to, because the new file has other indices. */
void ort_input_begin(void);
/* Counts what was read from standard input without a model, when the process ends. */
void ort_input_end(void);
#endif

#endif
