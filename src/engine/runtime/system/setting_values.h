/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * setting_values.h: numbers, sizes, shares and signals as the environment writes them, in the forms
 * that `ordo record` takes.
 *
 * Errors:  a text that cannot be read gives 0 and leaves *value as it was.
 * Threads: any.   Signal-safe: yes.
 */
#ifndef ORT_SETTING_VALUES_H
#define ORT_SETTING_VALUES_H

#include <stdint.h>

/* Digits. */
int ort_setting_number(const char *text, uint64_t *value);

/* Bytes: digits, and k, K, M, G or T for powers of 1,024. */
int ort_setting_size(const char *text, uint64_t *value);

/* "1/N", "0.01" or "1%" in millionths, rounded down, but to 1 at least when it is not 0. */
int ort_setting_share(const char *text, uint64_t *value);

/* One of how many: the N of "1/N", or of a share that is not 0. */
int ort_setting_one_of(const char *text, uint64_t *value);

enum ort_setting_action { ORT_SETTING_START, ORT_SETTING_STOP, ORT_SETTING_ROTATE };

/* The entry at *at of a list, "start:USR1": what to do at a signal, which is written with or
 * without SIG, or as its number. *at goes on to the next entry, also when this one cannot be read.
 */
int ort_setting_signal(const char **at, enum ort_setting_action *action, int *number);

#endif
