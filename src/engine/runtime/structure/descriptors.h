/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * descriptors.h: what file descriptors of the program refer to.
 *
 * Threads: any. Signal-safe: yes. May allocate: no.
 */
#ifndef ORT_DESCRIPTORS_H
#define ORT_DESCRIPTORS_H

#include <stdint.h>

/* Notes that the descriptor was opened: it refers to something else from now on. */
void ort_descriptor_open(int fd);
/* Returns how often it was opened, as far as that is counted. */
uint32_t ort_descriptor_opened(int fd);

/* Returns the name of what the descriptor refers to ("standard input", a path): its offset in NAMES
 * + 1, or 0 if it has none. Looks it up once each time that the descriptor was opened. */
unsigned ort_descriptor_name(int fd);

#endif
