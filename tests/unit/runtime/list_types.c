/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "list_types.h"

static const uint64_t first_slot[] = {1};
static const struct ordo_type *const targets[] = {&list_types[LIST_NODE]};
static const struct ordo_type *const characters[] = {&list_types[LIST_CHAR]};

struct ordo_type list_types[LIST_TYPES] = {
    [LIST_NODE] = {.name = "node",
                   .size = sizeof(struct node),
                   .flags = ORDO_TYPE_LINKED,
                   .n_slots = 1,
                   .links = first_slot,
                   .targets = targets},
    [LIST_INT] = {.name = "int", .size = sizeof(int)},
    [LIST_CHAR] = {.name = "char", .size = 1},
    [LIST_TEXT] = {.name = "char *",
                   .size = sizeof(char *),
                   .flags = ORDO_TYPE_POINTER,
                   .targets = characters},
};
struct ordo_structure list_structure = {.n_types = LIST_TYPES, .types = list_types};
