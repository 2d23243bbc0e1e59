/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * command_words.h: splits a command line that was given as one option, without a shell.
 *
 * Blanks separate words, quotes group, and a backslash escapes the next character.
 */
#ifndef ORDO_COMMAND_WORDS_H
#define ORDO_COMMAND_WORDS_H

#include "base/words.h"

#include <stdbool.h>

/* Adds the words of `text` to `out`. Returns false if a quote is not closed or there is no word. */
bool ordo_command_words_add(struct ordo_words *out, const char *text);

#endif
