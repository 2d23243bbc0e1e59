/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * result.h: the file of records that `ordo lab` reads (abi/lab_protocol.h), written by the process
 * that opened it alone: children of fork write nothing.
 *
 * Errors:  a record that could not be written is missing, and so is the end
 * Threads: one at a time
 */
#ifndef ORDO_ENGINE_LAB_RESULT_H
#define ORDO_ENGINE_LAB_RESULT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* Opens the file, on a descriptor far from the program's; false with errno when it cannot. */
bool olab_result_open(const char *path);

/* The file, or NULL in another process than the one that opened it. */
FILE *olab_result(void);

void olab_result_word(uint64_t word);
void olab_result_string(const char *text);

/* What was written reaches the file. */
void olab_result_flush(void);

#endif
