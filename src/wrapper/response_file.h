/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * response_file.h: expands the @FILE arguments of a command line.
 *
 * Shapes:  flat has every word, with the words of a file in place of its @FILE; origin[i] is the
 *          index in argv of the argument that flat.v[i] comes from
 * Errors:  none: an @FILE that cannot be read is unchanged, as in gcc and clang
 * Memory:  ended by ordo_response_done
 * Source:  quoting as in GNU libiberty's expandargv: blanks separate words, a backslash quotes the
 *          next character, single and double quotes group
 */
#ifndef ORDO_RESPONSE_FILE_H
#define ORDO_RESPONSE_FILE_H

#include "base/words.h"

struct ordo_response {
    struct ordo_words flat;
    size_t *origin;
};

void ordo_response_read(char *const *argv, size_t argc, struct ordo_response *out);
void ordo_response_done(struct ordo_response *r);

#endif
