/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * type_name.h: types of elements as a report says them: nodes of the C++ library's containers by
 * the container, which is what the program's text names, other types by their names, without the
 * arguments of templates that nobody gives.
 *
 * Threads: pure
 */
#ifndef ORDO_TYPE_NAME_H
#define ORDO_TYPE_NAME_H

#include "base/text.h"

void ordo_type_name_add(struct ordo_text *t, const char *name, bool ascii);

#endif
