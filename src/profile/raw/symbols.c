/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * symbols.c: tables of the routines of object files.
 *
 * An object is read once. All routines of its debug information go into a table sorted by entry
 * address, and all its routine symbols into one sorted by name and address.
 */
#include "profile/raw/symbols.h"

#include "base/arena.h"
#include "base/memory.h"
#include "base/vector.h"

#include <dlfcn.h>
#include <dwarf.h>
#include <elfutils/libdw.h>
#include <fcntl.h>
#include <gelf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct routine {
    uint64_t address;
    const char *name, *file;
    uint32_t line;
    uint64_t die; /* offset in the debug information */
};

struct named {
    const char *name;
    uint64_t address;
};

struct object {
    char *path;
    struct routine *routines; /* sorted by address */
    size_t n_routines, routines_capacity;
    struct named *named; /* sorted by name, then address */
    size_t n_named, named_capacity;
    struct ordo_debug_info *debug_info; /* opened on first use */
    bool looked_for_debug_info;
    struct object *next;
};

struct ordo_symbols {
    struct object *objects;
    struct ordo_arena *arena;
};

struct reading {
    struct ordo_symbols *s;
    struct object *o;
    const char *unit;   /* the compilation unit's own file */
    const char *folder; /* base of the compilation unit's relative file names */
};

struct ordo_symbols *ordo_symbols_new(void) {
    struct ordo_symbols *s = ordo_memory_new(1, sizeof *s);
    s->arena = ordo_arena_new();
    return s;
}

void ordo_symbols_free(struct ordo_symbols *s) {
    if (!s) return;
    for (struct object *o = s->objects, *next; o; o = next) {
        next = o->next;
        free(o->routines);
        free(o->named);
        free(o->path);
        ordo_debug_info_close(o->debug_info);
        free(o);
    }
    ordo_arena_free(s->arena);
    free(s);
}

static const char *absolute(struct reading *r, const char *file) {
    if (file[0] == '/' || !r->folder) return ordo_arena_copy(r->s->arena, file);
    if (file[0] == '.' && file[1] == '/') file += 2;
    return ordo_arena_format(r->s->arena, "%s/%s", r->folder, file);
}

static int take_routine(Dwarf_Die *die, void *reading) {
    struct reading *r = reading;
    Dwarf_Addr entry;
    const char *name = dwarf_diename(die), *file = dwarf_decl_file(die);
    int line = 0;
    if (!file) file = r->unit; /* DWARF 5 numbers it 0, which libdw takes for no file */
    if (dwarf_entrypc(die, &entry) != 0 || !file || dwarf_decl_line(die, &line) != 0 || line <= 0)
        return DWARF_CB_OK;
    r->o->routines = ordo_vector_reserve(r->o->routines, &r->o->routines_capacity,
                                         r->o->n_routines + 1, sizeof *r->o->routines);
    r->o->routines[r->o->n_routines++] =
        (struct routine){entry, name ? ordo_arena_copy(r->s->arena, name) : NULL, absolute(r, file),
                         (uint32_t)line, dwarf_dieoffset(die)};
    return DWARF_CB_OK;
}

static int by_address(const void *a, const void *b) {
    uint64_t x = ((const struct routine *)a)->address, y = ((const struct routine *)b)->address;
    return (x > y) - (x < y);
}

static int by_name(const void *a, const void *b) {
    const struct named *x = a, *y = b;
    int c = strcmp(x->name, y->name);
    return c ? c : (x->address > y->address) - (x->address < y->address);
}

static void read_lines(struct reading *r, Elf *elf) {
    Dwarf *dwarf = dwarf_begin_elf(elf, DWARF_C_READ, NULL);
    if (!dwarf) return;
    Dwarf_CU *unit = NULL;
    Dwarf_Die die;
    Dwarf_Half version;
    uint8_t type;
    while (dwarf_get_units(dwarf, unit, &unit, &version, &type, &die, NULL) == 0) {
        Dwarf_Attribute folder;
        r->folder = dwarf_formstring(dwarf_attr(&die, DW_AT_comp_dir, &folder));
        r->unit = dwarf_diename(&die);
        dwarf_getfuncs(&die, take_routine, r, 0);
    }
    dwarf_end(dwarf);
}

static void take_symbol(struct reading *r, const char *name, uint64_t address) {
    r->o->named = ordo_vector_reserve(r->o->named, &r->o->named_capacity, r->o->n_named + 1,
                                      sizeof *r->o->named);
    r->o->named[r->o->n_named++] = (struct named){ordo_arena_copy(r->s->arena, name), address};
}

static void read_symbols(struct reading *r, Elf *elf) {
    GElf_Shdr header;
    for (Elf_Scn *section = NULL; (section = elf_nextscn(elf, section));) {
        if (!gelf_getshdr(section, &header) || header.sh_type != SHT_SYMTAB || !header.sh_entsize)
            continue;
        Elf_Data *data = elf_getdata(section, NULL);
        size_t n = data ? header.sh_size / header.sh_entsize : 0;
        for (size_t i = 0; i < n; i++) {
            GElf_Sym symbol;
            if (!gelf_getsym(data, (int)i, &symbol) || GELF_ST_TYPE(symbol.st_info) != STT_FUNC ||
                symbol.st_shndx == SHN_UNDEF)
                continue;
            const char *name = elf_strptr(elf, header.sh_link, symbol.st_name);
            if (name && *name) take_symbol(r, name, symbol.st_value);
        }
    }
}

static void read_object(struct reading *r) {
    int fd = open(r->o->path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return;
    elf_version(EV_CURRENT);
    Elf *elf = elf_begin(fd, ELF_C_READ_MMAP, NULL);
    if (elf && elf_kind(elf) == ELF_K_ELF) {
        read_symbols(r, elf);
        read_lines(r, elf);
    }
    elf_end(elf);
    close(fd);
    if (r->o->n_routines)
        qsort(r->o->routines, r->o->n_routines, sizeof *r->o->routines, by_address);
    if (r->o->n_named) qsort(r->o->named, r->o->n_named, sizeof *r->o->named, by_name);
}

static struct object *object_at(struct ordo_symbols *s, const char *path) {
    for (struct object *o = s->objects; o; o = o->next)
        if (strcmp(o->path, path) == 0) return o;
    struct object *o = ordo_memory_new(1, sizeof *o);
    o->path = ordo_memory_copy(path);
    o->next = s->objects;
    s->objects = o;
    struct reading r = {.s = s, .o = o};
    read_object(&r);
    return o;
}

static const struct routine *routine_at(const struct object *o, uint64_t address) {
    struct routine key = {.address = address};
    return o->n_routines
               ? bsearch(&key, o->routines, o->n_routines, sizeof *o->routines, by_address)
               : NULL;
}

static uint32_t ordinal_of(const struct object *o, const char *name, uint64_t address) {
    size_t low = 0, high = o->n_named;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (strcmp(o->named[middle].name, name) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    uint32_t ordinal = 0;
    for (size_t i = low; i < o->n_named && strcmp(o->named[i].name, name) == 0; i++) {
        if (o->named[i].address >= address) return ordinal;
        ordinal++;
    }
    return 0;
}

/* Loads the C++ library for the first mangled name. */
const char *ordo_symbols_demangled(struct ordo_symbols *s, const char *symbol) {
    typedef char *demangler(const char *, char *, size_t *, int *);
    static demangler *demangle;
    static bool looked;
    if (strncmp(symbol, "_Z", 2) != 0) return NULL;
    if (!looked) {
        looked = true;
        void *library = dlopen("libstdc++.so.6", RTLD_NOW | RTLD_LOCAL);
        void *found = library ? dlsym(library, "__cxa_demangle") : NULL;
        memcpy(&demangle, &found, sizeof demangle);
    }
    int status;
    char *name = demangle ? demangle(symbol, NULL, NULL, &status) : NULL;
    const char *kept = name ? ordo_arena_copy(s->arena, name) : NULL;
    free(name);
    return kept;
}

void ordo_symbols_find(struct ordo_symbols *s, const char *object, uint64_t address,
                       const char *symbol, struct ordo_symbol *found) {
    *found = (struct ordo_symbol){0};
    found->name = ordo_symbols_demangled(s, symbol);
    if (!*object) return;
    const struct object *o = object_at(s, object);
    const struct routine *r = routine_at(o, address);
    if (r)
        *found = (struct ordo_symbol){.name = r->name, .file = r->file, .line = r->line};
    else
        found->ordinal = ordinal_of(o, symbol, address);
}

static struct ordo_debug_info *debug_info_of(struct object *o) {
    if (!o->looked_for_debug_info) o->debug_info = ordo_debug_info_open(o->path);
    o->looked_for_debug_info = true;
    return o->debug_info;
}

void ordo_symbols_each_inlined(struct ordo_symbols *s, const char *object, uint64_t address,
                               bool (*each)(void *argument, const struct ordo_inlined_routine *),
                               void *argument) {
    if (!*object) return;
    struct object *o = object_at(s, object);
    const struct routine *r = routine_at(o, address);
    if (r && debug_info_of(o)) ordo_debug_info_inlined(o->debug_info, r->die, each, argument);
}

void ordo_symbols_find_loop(struct ordo_symbols *s, const char *object, uint64_t header,
                            uint64_t latch, struct ordo_source_line *found) {
    *found = (struct ordo_source_line){0};
    if (!*object) return;
    struct object *o = object_at(s, object);
    struct ordo_source_line at_latch;
    if (!debug_info_of(o)) return;
    bool has_header = ordo_debug_info_line(o->debug_info, header, found);
    if (!ordo_debug_info_line(o->debug_info, latch, &at_latch)) return;
    if (!has_header || (strcmp(at_latch.file, found->file) == 0 && at_latch.line < found->line))
        *found = at_latch;
}
