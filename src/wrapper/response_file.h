/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * response_file.h: command lines with @FILE arguments, looked into.
 *
 * Shapes:  flat holds every word, the files' words in place of their @FILE; origin[i] is the index
 *          in the original argv of the argument that flat.v[i] came from
 * Errors:  none: an @FILE that cannot be read stays as it is, as in gcc and clang
 * Memory:  the caller ends it with ordo_response_done
 * Source:  quoting as in GNU libiberty's expandargv: blanks separate, backslash takes the next
 *          character as it is, single and double quotes group
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
