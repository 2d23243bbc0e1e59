/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * debug_info.c: reads DWARF through libdw.
 *
 * A compilation unit is found by the address ranges in its own entry, because compilers do not
 * always write the table of all units. The unit found last is tried first.
 */
#include "profile/raw/debug_info.h"
#include "base/memory.h"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

struct ordo_debug_info {
    int fd;
    Dwarf *dwarf;
    Dwarf_Die *units;
    size_t n_units, latest;
};

static bool list_units(struct ordo_debug_info *d) {
    Dwarf_CU *unit = NULL;
    Dwarf_Die die;
    Dwarf_Half version;
    uint8_t type;
    size_t room = 0;
    while (dwarf_get_units(d->dwarf, unit, &unit, &version, &type, &die, NULL) == 0) {
        if (d->n_units == room) {
            room = room ? 2 * room : 64;
            d->units = ordo_memory_resize(d->units, room, sizeof *d->units);
        }
        d->units[d->n_units++] = die;
    }
    return d->n_units > 0;
}

struct ordo_debug_info *ordo_debug_info_open(const char *object) {
    struct ordo_debug_info *d = ordo_memory_new(1, sizeof *d);
    d->fd = open(object, O_RDONLY | O_CLOEXEC);
    if (d->fd >= 0) d->dwarf = dwarf_begin(d->fd, DWARF_C_READ);
    if (d->dwarf && list_units(d)) return d;
    ordo_debug_info_close(d);
    return NULL;
}

void ordo_debug_info_close(struct ordo_debug_info *d) {
    if (!d) return;
    if (d->dwarf) dwarf_end(d->dwarf);
    if (d->fd >= 0) close(d->fd);
    free(d->units);
    free(d);
}

bool ordo_debug_info_line(struct ordo_debug_info *d, uint64_t address,
                          struct ordo_source_line *found) {
    for (size_t i = 0; i < d->n_units; i++) {
        size_t k = (d->latest + i) % d->n_units;
        if (dwarf_haspc(&d->units[k], address) != 1) continue;
        d->latest = k;
        Dwarf_Line *line = dwarf_getsrc_die(&d->units[k], address);
        int number = 0, column = 0;
        const char *file = line ? dwarf_linesrc(line, NULL, NULL) : NULL;
        if (!file || dwarf_lineno(line, &number) != 0 || number <= 0) return false;
        if (dwarf_linecol(line, &column) != 0) column = 0;
        *found = (struct ordo_source_line){file, (uint32_t)number, (uint32_t)column};
        return true;
    }
    return false;
}

/* Calls `each` for the routines inlined below the entry `parent`. Nested routines with code of
 * their own are not entered. */
static bool visit(Dwarf_Die *parent, bool (*each)(void *, const struct ordo_inlined_routine *),
                  void *argument) {
    Dwarf_Die die;
    if (dwarf_child(parent, &die) != 0) return true;
    do {
        int tag = dwarf_tag(&die), line = 0;
        if (tag == DW_TAG_inlined_subroutine) {
            const char *name = dwarf_diename(&die), *file = dwarf_decl_file(&die);
            if (dwarf_decl_line(&die, &line) != 0 || line < 0) line = 0;
            if (name && !each(argument, &(struct ordo_inlined_routine){name, file ? file : "",
                                                                       (uint32_t)line}))
                return false;
        }
        bool holds_code = tag == DW_TAG_inlined_subroutine || tag == DW_TAG_lexical_block ||
                          tag == DW_TAG_try_block || tag == DW_TAG_catch_block;
        if (holds_code && !visit(&die, each, argument)) return false;
    } while (dwarf_siblingof(&die, &die) == 0);
    return true;
}

void ordo_debug_info_inlined(struct ordo_debug_info *d, uint64_t die,
                             bool (*each)(void *argument, const struct ordo_inlined_routine *),
                             void *argument) {
    Dwarf_Die routine;
    if (dwarf_offdie(d->dwarf, die, &routine)) visit(&routine, each, argument);
}
