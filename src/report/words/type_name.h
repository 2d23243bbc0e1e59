/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * type_name.h: names of element types in reports. A node type of the C++ library's containers is
 * named after its container, which is what the program's source names. Other types keep their
 * names, without default template arguments.
 *
 * Threads: pure
 */
#ifndef ORDO_TYPE_NAME_H
#define ORDO_TYPE_NAME_H

#include "base/text.h"

#include <stdbool.h>

void ordo_type_name_add(struct ordo_text *t, const char *name, bool ascii);

#endif
