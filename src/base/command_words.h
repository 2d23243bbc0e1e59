/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * command_words.h: a command line given as one option, taken apart without a shell: blanks
 * separate, quotes group, a backslash takes the next character as it is.
 *
 * Errors:  false: a quote is not closed, or there is no word
 */
#ifndef ORDO_COMMAND_WORDS_H
#define ORDO_COMMAND_WORDS_H

#include "base/words.h"

#include <stdbool.h>

bool ordo_command_words_add(struct ordo_words *out, const char *text);

#endif
