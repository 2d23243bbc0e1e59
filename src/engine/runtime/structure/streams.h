/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * streams.h: what comes from outside of the program and what leaves it, as inputs of repetitions
 * (Zaparanuks and Hauswirth, Algorithmic Profiling, section 2.3, program inputs and outputs): bytes
 * and lines, per file descriptor, a direction each.
 *
 * A descriptor is another stream each time that it was opened. A stream of the C library
 * without a descriptor is known by its address. Mapped files are blocks of the graph with the
 * file's name.
 *
 * Errors:  recording has been stopped.   Threads: any.   Signal-safe: yes.
 */
#ifndef ORT_STREAMS_H
#define ORT_STREAMS_H

/* The name of what the descriptor leads to: "standard input", a path; offset in NAMES, + 1. */
unsigned ort_descriptor_name(int fd);

#endif
