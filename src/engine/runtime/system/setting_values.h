/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * setting_values.h: reads numbers, sizes, shares and signals from environment variables, in the
 * forms that `ordo record` accepts.
 *
 * Errors:  if the text cannot be read, the functions return 0 and do not change *value; else they
 *          return 1.
 * Threads: any.   Signal-safe: yes.
 */
#ifndef ORT_SETTING_VALUES_H
#define ORT_SETTING_VALUES_H

#include <stdint.h>

/* Reads a number: digits. */
int ort_setting_number(const char *text, uint64_t *value);

/* Reads a number of bytes: digits, and k, K, M, G or T for powers of 1,024. */
int ort_setting_size(const char *text, uint64_t *value);

/* Reads a share, "1/N", "0.01" or "1%", in millionths, rounded down, but at least 1 if it is not
 * 0. */
int ort_setting_share(const char *text, uint64_t *value);

/* Reads a rate of one in N: the N of "1/N", or of a share that is not 0. */
int ort_setting_one_of(const char *text, uint64_t *value);

enum ort_setting_action { ORT_SETTING_START, ORT_SETTING_STOP, ORT_SETTING_ROTATE };

/* Reads the entry at *at of a list, such as "start:USR1": what to do at a signal, which is written
 * with or without SIG, or as a number. Moves *at to the next entry, even if this one cannot be
 * read. */
int ort_setting_signal(const char **at, enum ort_setting_action *action, int *number);

#endif
