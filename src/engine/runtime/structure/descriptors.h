/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * descriptors.h: what file descriptors of the program lead to.
 *
 * Threads: any. Signal-safe: yes. May allocate: no.
 */
#ifndef ORT_DESCRIPTORS_H
#define ORT_DESCRIPTORS_H

#include <stdint.h>

/* The descriptor was opened. It leads to something else from now on. */
void ort_descriptor_open(int fd);
/* How often it was opened, as far as that is counted. */
uint32_t ort_descriptor_opened(int fd);

/* The name of what the descriptor leads to: "standard input", a path; offset in NAMES, + 1. 0: it
 * has none. Looked up once each time that the descriptor was opened. */
unsigned ort_descriptor_name(int fd);

#endif
