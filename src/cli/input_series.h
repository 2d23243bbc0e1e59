/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * input_series.h: the command lines of a series of runs, for `ordo run --scan` and `--inputs`.
 *
 *   --scan n=1000:16000:x2   {n} in the command is 1000, 2000, 4000, 8000, 16000; +N adds N
 *   --inputs 'in.*'          {} in the command is each file that the pattern matches, smallest
 * first
 *
 * Errors:  ORDO_BAD_INPUT for a wrong value, which the message names
 * Memory:  free it with ordo_input_series_done
 */
#ifndef ORDO_INPUT_SERIES_H
#define ORDO_INPUT_SERIES_H

#include "base/status.h"
#include "base/words.h"

#include <stdbool.h>

struct ordo_input_series {
    char *placeholder;        /* "{n}" or "{}" */
    char *feature;            /* "n"; NULL: files have no number */
    struct ordo_words values; /* what takes the place of the placeholder, run by run */
};

enum ordo_status ordo_input_series_scan(const char *scan, struct ordo_input_series *s,
                                        struct ordo_error *error);
enum ordo_status ordo_input_series_files(const char *pattern, struct ordo_input_series *s,
                                         struct ordo_error *error);
void ordo_input_series_done(struct ordo_input_series *s);

/* Returns whether the placeholder occurs in the command. */
bool ordo_input_series_occurs(const struct ordo_input_series *s, char **argv);

/* Appends the command of run i to `argv`. */
void ordo_input_series_command(const struct ordo_input_series *s, size_t i, char **command,
                               struct ordo_words *argv);

#endif
