/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * result.h: the file of records that `ordo lab` reads (abi/lab_protocol.h). Only the process that
 * opened it writes; children of fork do not.
 *
 * Errors:  a record that could not be written is missing, and so is END
 * Threads: one at a time
 */
#ifndef ORDO_ENGINE_LAB_RESULT_H
#define ORDO_ENGINE_LAB_RESULT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* Opens the file on a high descriptor, away from the program's. Returns false with errno on
 * failure. */
bool olab_result_open(const char *path);

/* Returns the file, or NULL in a process that did not open it. */
FILE *olab_result(void);

void olab_result_word(uint64_t word);
void olab_result_string(const char *text);

/* Writes the buffer to the file. */
void olab_result_flush(void);

#endif
