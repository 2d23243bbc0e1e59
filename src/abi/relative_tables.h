/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * relative_tables.h: turns the distances in a module's tables into pointers (abi.h: ordo_module).
 *
 * Threads: nobody else may access the module's tables meanwhile. Signal-safe: yes.
 */
#ifndef ORDO_RELATIVE_TABLES_H
#define ORDO_RELATIVE_TABLES_H

#include "abi/abi.h"

#include <stddef.h>

static inline void *ordo_pointer_at(const void *field, const void *distance) {
    return distance ? (void *)((uintptr_t)field + (uintptr_t)distance) : NULL;
}

/* Turns the distances into pointers. Does nothing if that was done before, or if the tables never
 * had distances. */
static inline void ordo_tables_relocate(struct ordo_module *m) {
    if (!(m->flags & ORDO_SCOPE_RELATIVE)) return;
    m->flags &= ~(uint32_t)ORDO_SCOPE_RELATIVE;
#define AT(pointer) (pointer) = ordo_pointer_at(&(pointer), (pointer))
    for (uint32_t i = 0; i < m->n_scopes; i++) {
        struct ordo_scope *s = &m->scopes[i];
        AT(s->name);
        AT(s->linkage_name);
        AT(s->file);
        AT(s->arg_names);
        AT(s->parent);
        AT(s->routine);
        AT(s->group);
        if (s->flags & ORDO_SCOPE_RELATIVE) AT(s->address);
        AT(s->recorded);
        s->flags &= ~(uint32_t)ORDO_SCOPE_RELATIVE;
    }
    for (uint32_t i = 0; i < m->n_callees; i++) AT(m->callees[i].name);
#undef AT
}

#endif
