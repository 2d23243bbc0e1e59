/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * list_types.h: types of lists and arrays as structure builds describe them.
 */
#ifndef TEST_LIST_TYPES_H
#define TEST_LIST_TYPES_H

#include "abi/abi.h"

struct node {
    struct node *next;
    long value;
};

enum { LIST_NODE, LIST_INT, LIST_CHAR, LIST_TEXT, LIST_TYPES };

extern struct ordo_type list_types[LIST_TYPES];
extern struct ordo_structure list_structure;

#endif
