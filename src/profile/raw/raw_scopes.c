/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * raw_scopes.c: reads the scopes of one raw file and gives them identities.
 *
 * A macro may put two loops of one routine on the same line and column. Within a module they are
 * distinguished by an ordinal, counted in the order of ids, which is the order of the compiler's
 * table. Loops with equal ordinals in several modules are copies of one loop and are merged.
 */
#include "profile/raw/raw_scopes.h"

#include "abi/abi.h"
#include "base/intern.h"
#include "base/text.h"
#include "base/vector.h"
#include "profile/raw/symbols.h"

#include <stdlib.h>
#include <string.h>

_Static_assert((int)ORDO_PROFILE_ROUTINE == ORDO_KIND_ROUTINE &&
                   (int)ORDO_PROFILE_LOOP == ORDO_KIND_LOOP &&
                   (int)ORDO_PROFILE_RECURSION == ORDO_KIND_RECURSION &&
                   (int)ORDO_PROFILE_LIBRARY == ORDO_KIND_LIBRARY,
               "kinds equal those of the ABI");
_Static_assert((int)ORDO_PROFILE_FOLDED == ORDO_SCOPE_FOLDED &&
                   (int)ORDO_PROFILE_RECURSIVE == ORDO_SCOPE_RECURSIVE &&
                   (int)ORDO_PROFILE_IRREDUCIBLE == ORDO_SCOPE_IRREDUCIBLE &&
                   (int)ORDO_PROFILE_DRMS == ORDO_SCOPE_DRMS,
               "flags equal those of the ABI");

struct module {
    const struct ordo_raw_module *raw;
    const char *object, *root;
};

struct reading {
    const struct ordo_raw_reader *r;
    struct ordo_gather *g;
    struct ordo_raw_scopes *s;
    struct ordo_error *error;
    struct module *modules;
    size_t n_modules, modules_capacity, list_capacity;
    struct ordo_map module_index; /* number to index */
    struct ordo_intern positions; /* module and identity of loops */
    uint32_t *ordinals;           /* by position: number of loops so far */
    size_t ordinals_capacity;
    struct ordo_text text;
    struct ordo_symbols *symbols;
    uint32_t into; /* handle of the routine whose inlined routines are being added */
};

static enum ordo_status read_module(struct reading *d, const struct ordo_raw_block *b) {
    const struct ordo_raw_module *m = (const struct ordo_raw_module *)b;
    const char *strings[3];
    ORDO_TRY(ordo_raw_strings(d->r, b, sizeof *m, strings, 3, d->error));
    if (m->check != ordo_raw_module_check(m))
        return ordo_raw_corrupt(d->r, b, d->error, "module %u has a wrong checksum", m->number);
    d->modules =
        ordo_vector_reserve(d->modules, &d->modules_capacity, d->n_modules + 1, sizeof *d->modules);
    ordo_map_put(&d->module_index, m->number, (uint32_t)d->n_modules);
    d->modules[d->n_modules++] = (struct module){m, strings[0], strings[1]};
    if (m->flags & ORDO_SCOPE_DRMS) d->s->has_drms = true;
    ordo_gather_object(d->g, strings[0], strings[1]);
    return ORDO_OK;
}

static enum ordo_status check_scopes(const struct reading *d,
                                     const struct ordo_raw_scope_table *b) {
    uint64_t room = b->size - sizeof *b, items = (uint64_t)b->n * sizeof(struct ordo_raw_scope);
    const char *texts = (const char *)(b + 1) + items;
    if (items > room || b->texts > room - items)
        return ordo_raw_corrupt(d->r, b, d->error, "%u scopes do not fit their %llu bytes", b->n,
                                (unsigned long long)b->size);
    if (!b->texts || texts[0] || texts[b->texts - 1])
        return ordo_raw_corrupt(d->r, b, d->error, "the scopes' strings are not terminated");
    if (!b->first || b->n > UINT32_MAX - b->first)
        return ordo_raw_corrupt(d->r, b, d->error, "%u scopes cannot have ids from %u on", b->n,
                                b->first);
    if (b->check != ordo_raw_scopes_check(b))
        return ordo_raw_corrupt(d->r, b, d->error, "scopes from %u on have a wrong checksum",
                                b->first);
    return ORDO_OK;
}

static enum ordo_status list_scopes(struct reading *d, const struct ordo_raw_block *block) {
    const struct ordo_raw_scope_table *b = (const struct ordo_raw_scope_table *)block;
    ORDO_TRY(check_scopes(d, b));
    d->s->list =
        ordo_vector_reserve(d->s->list, &d->list_capacity, d->s->n + b->n, sizeof *d->s->list);
    const struct ordo_raw_scope *raw = (const struct ordo_raw_scope *)(b + 1);
    const char *texts = (const char *)(raw + b->n);
    for (uint32_t i = 0; i < b->n; i++, raw++) {
        if (raw->scope_kind > ORDO_KIND_ROOT || raw->scope_kind == ORDO_KIND_RECURSION)
            return ordo_raw_corrupt(d->r, raw, d->error, "unknown kind of scope %u",
                                    raw->scope_kind);
        if (raw->name >= b->texts || raw->linkage_name >= b->texts || raw->file >= b->texts ||
            raw->arg_names >= b->texts)
            return ordo_raw_corrupt(d->r, raw, d->error,
                                    "a string of scope %u is outside its table", b->first + i);
        d->s->list[d->s->n++] =
            (struct ordo_raw_named_scope){.raw = raw,
                                          .of = b,
                                          .id = b->first + i,
                                          .name = texts + raw->name,
                                          .linkage_name = texts + raw->linkage_name,
                                          .file = texts + raw->file,
                                          .arg_names = texts + raw->arg_names,
                                          .handle = ORDO_GATHER_NONE};
    }
    return ORDO_OK;
}

static uint64_t descriptor_of(const struct ordo_raw_named_scope *n) {
    return n->of->descriptors + (n->id - n->of->first) * (uint64_t)sizeof(struct ordo_scope);
}

static int by_id(const void *a, const void *b) {
    uint32_t x = ((const struct ordo_raw_named_scope *)a)->id;
    uint32_t y = ((const struct ordo_raw_named_scope *)b)->id;
    return (x > y) - (x < y);
}

static enum ordo_status index_scopes(struct reading *d) {
    struct ordo_raw_scopes *s = d->s;
    if (s->n) qsort(s->list, s->n, sizeof *s->list, by_id);
    for (size_t i = 0; i < s->n; i++) {
        const struct ordo_raw_named_scope *n = &s->list[i];
        if (i && s->list[i - 1].id == n->id)
            return ordo_raw_corrupt(d->r, n->raw, d->error, "the scope id %u is taken", n->id);
        ordo_map_put(&s->by_id, n->id, (uint32_t)i);
        ordo_map_put(&s->by_descriptor, descriptor_of(n), (uint32_t)i);
    }
    return ORDO_OK;
}

/* Sets *ordinal to the number of earlier loops of this module at the same place. */
static uint32_t ordinal_of(struct reading *d, const struct ordo_raw_named_scope *n,
                           const char *file, uint32_t line, uint32_t column) {
    ordo_text_clear(&d->text);
    ordo_text_add_number(&d->text, n->of->module);
    ordo_text_add(&d->text, " ");
    ordo_text_add_number(&d->text, line);
    ordo_text_add(&d->text, ":");
    ordo_text_add_number(&d->text, column);
    ordo_text_add(&d->text, " ");
    ordo_text_add(&d->text, n->linkage_name);
    ordo_text_add(&d->text, "\n");
    ordo_text_add(&d->text, file);
    size_t before = d->positions.n;
    uint32_t position = ordo_intern_add(&d->positions, d->text.bytes, d->text.n);
    d->ordinals = ordo_vector_reserve(d->ordinals, &d->ordinals_capacity, d->positions.n,
                                      sizeof *d->ordinals);
    if (position == before) d->ordinals[position] = 0;
    return d->ordinals[position]++;
}

static const struct ordo_raw_named_scope *scope_by_id(const struct ordo_raw_scopes *s,
                                                      uint32_t id) {
    uint32_t i;
    return ordo_map_find(&s->by_id, id, &i) ? &s->list[i] : NULL;
}

/* Gives a loop the linkage name of its routine, whatever name the compiler gave it. */
static void name_loop(struct ordo_raw_scopes *s, struct ordo_raw_named_scope *n) {
    const struct ordo_raw_named_scope *routine = scope_by_id(s, n->raw->routine);
    if (n->raw->scope_kind != ORDO_KIND_LOOP || !routine) return;
    n->linkage_name = *routine->linkage_name ? routine->linkage_name : routine->name;
}

/* Sets file and line of a routine of an unmodified binary from debug information; without it, the
 * file is the object. */
static void place_routine(struct reading *d, const struct ordo_raw_named_scope *n,
                          const char *object, struct ordo_profile_scope *s) {
    struct ordo_symbol found;
    ordo_symbols_find(d->symbols, object, n->of->uncovered, s->linkage_name, &found);
    s->file = found.file ? found.file : object;
    s->line = found.line;
    s->ordinal = found.ordinal;
    if (found.name) s->name = found.name;
    if (!found.line) s->flags |= ORDO_PROFILE_NO_LINES;
}

/* Names a loop of an unmodified binary: FILE:LINE, or `object+0xADDRESS` without debug
 * information. */
static void place_loop(struct reading *d, struct ordo_raw_named_scope *n, const char *object,
                       struct ordo_profile_scope *s) {
    const struct ordo_raw_scope *raw = n->raw;
    const struct ordo_raw_named_scope *routine = scope_by_id(d->s, raw->routine);
    uint64_t header = n->of->uncovered;
    struct ordo_source_line found;
    ordo_symbols_find_loop(d->symbols, object, header, header + (int32_t)raw->line, &found);
    const char *slash = strrchr(object, '/'), *file = found.file ? found.file : object;
    s->file = file;
    s->line = found.line;
    s->column = found.column;
    if (found.file) {
        s->ordinal = ordinal_of(d, n, file, found.line, found.column);
        slash = strrchr(file, '/');
    } else {
        s->flags |= ORDO_PROFILE_NO_LINES;
        s->ordinal = routine ? (uint32_t)(header - routine->of->uncovered) : 0;
    }
    ordo_text_clear(&d->text);
    if (found.file)
        ordo_text_print(&d->text, "%s:%u", slash ? slash + 1 : file, found.line);
    else
        ordo_text_print(&d->text, "%s+0x%llx", slash ? slash + 1 : object,
                        (unsigned long long)header);
}

static enum ordo_status pour_scope(struct reading *d, struct ordo_raw_named_scope *n) {
    const struct ordo_raw_scope *raw = n->raw;
    if (raw->scope_kind == ORDO_KIND_ROOT) return ORDO_OK;
    uint32_t module;
    const char *object = "";
    if (n->of->module) {
        if (!ordo_map_find(&d->module_index, n->of->module, &module))
            return ordo_raw_corrupt(d->r, raw, d->error,
                                    "scope %u is of module %u, which is not "
                                    "described",
                                    n->id, n->of->module);
        object = d->modules[module].object;
        if (raw->flags & ORDO_SCOPE_BINARY) d->s->has_binary = true;
    }
    struct ordo_profile_scope s = {
        .kind = (enum ordo_profile_kind)raw->scope_kind,
        .flags = (raw->flags & (ORDO_PROFILE_FOLDED | ORDO_PROFILE_RECURSIVE |
                                ORDO_PROFILE_IRREDUCIBLE | ORDO_PROFILE_DRMS)) |
                 (raw->flags & ORDO_SCOPE_COUNTED ? ORDO_PROFILE_COUNTED : 0u) |
                 (raw->flags & ORDO_SCOPE_SAMPLED ? ORDO_PROFILE_SAMPLED : 0u) |
                 (raw->flags & ORDO_SCOPE_REPETITIONS ? ORDO_PROFILE_REPETITIONS : 0u),
        .name = *n->name ? n->name : n->linkage_name,
        .linkage_name = *n->linkage_name ? n->linkage_name : n->name,
        .object = object,
        .file = n->file,
        .line = raw->line,
        .column = raw->column,
    };
    ordo_text_clear(&d->text);
    if (raw->scope_kind == ORDO_KIND_LIBRARY) {
        const char *name = ordo_symbols_demangled(d->symbols, s.linkage_name);
        if (name) s.name = name;
        if (n->of->uncovered) s.flags |= ORDO_PROFILE_UNCOVERED;
        s.object = n->file; /* the library that has it; it has no source */
        s.file = "";
    } else if (raw->scope_kind == ORDO_KIND_LOOP && raw->flags & ORDO_SCOPE_BINARY) {
        place_loop(d, n, object, &s);
        s.name = d->text.bytes;
    } else if (raw->scope_kind == ORDO_KIND_LOOP) {
        const struct ordo_raw_named_scope *routine = scope_by_id(d->s, raw->routine);
        if (raw->column == 0 && routine && routine->raw->line == 0) {
            /* Without line tables `line` is the loop's number in its routine. */
            s.flags |= ORDO_PROFILE_NO_LINES;
            s.ordinal = raw->line;
            s.line = 0;
            ordo_text_print(&d->text, "%s#%u", *routine->name ? routine->name : n->linkage_name,
                            raw->line);
        } else {
            s.ordinal = ordinal_of(d, n, n->file, raw->line, raw->column);
            ordo_text_clear(&d->text);
            ordo_text_print(&d->text, "%s:%u", n->file, raw->line);
        }
        s.name = d->text.bytes;
    } else if (raw->flags & ORDO_SCOPE_BINARY) {
        place_routine(d, n, object, &s);
    } else if (raw->line == 0) {
        s.flags |= ORDO_PROFILE_NO_LINES;
    }
    n->handle = ordo_gather_scope(d->g, &s);
    return ORDO_OK;
}

static bool take_inlined(void *reading, const struct ordo_inlined_routine *i) {
    struct reading *d = reading;
    ordo_gather_inlined(d->g, d->into, i->name, i->file, i->line);
    return true;
}

/* Adds the routines that the compiler inlined into a routine of an unmodified binary. */
static void note_inlined(struct reading *d, const struct ordo_raw_named_scope *n) {
    const struct ordo_raw_scope *raw = n->raw;
    uint32_t module;
    if (raw->scope_kind != ORDO_KIND_ROUTINE || !(raw->flags & ORDO_SCOPE_BINARY) ||
        n->handle == ORDO_GATHER_NONE || !ordo_map_find(&d->module_index, n->of->module, &module))
        return;
    d->into = n->handle;
    ordo_symbols_each_inlined(d->symbols, d->modules[module].object, n->of->uncovered, take_inlined,
                              d);
}

static enum ordo_status enclose(struct reading *d, const struct ordo_raw_named_scope *n) {
    if (n->raw->scope_kind != ORDO_KIND_LOOP || n->handle == ORDO_GATHER_NONE) return ORDO_OK;
    const struct ordo_raw_named_scope *routine = scope_by_id(d->s, n->raw->routine);
    const struct ordo_raw_named_scope *parent = scope_by_id(d->s, n->raw->parent);
    if (!routine || routine->raw->scope_kind != ORDO_KIND_ROUTINE)
        return ordo_raw_corrupt(d->r, n->raw, d->error,
                                "loop %u is of routine %u, which is not "
                                "described",
                                n->id, n->raw->routine);
    if (parent && parent->raw->scope_kind > ORDO_KIND_LOOP) parent = NULL;
    ordo_gather_enclose(d->g, n->handle, routine->handle,
                        parent ? parent->handle : routine->handle);
    return ORDO_OK;
}

static void note_counted(struct reading *d, const struct ordo_raw_block *b) {
    const struct ordo_raw_gate_scopes *t = (const struct ordo_raw_gate_scopes *)b;
    const uint32_t *ids = (const uint32_t *)(t + 1);
    if (t->n_gates > (b->size - sizeof *t) / sizeof *ids / 2) return; /* reported later */
    for (uint32_t i = 0; i < t->n_gates; i++) {
        const struct ordo_raw_named_scope *n = scope_by_id(d->s, ids[i] & ~ORDO_RAW_GATE_FLAGS);
        if (n && ids[i] & ORDO_RAW_GATE_LIBRARY) ordo_map_put(&d->s->counted, n->handle, 1);
    }
}

static enum ordo_status read_all(struct reading *d) {
    const struct ordo_raw_block *b;
    for (uint64_t at = 0; (b = ordo_raw_next(d->r, &at));) {
        if (b->kind == ORDO_RAW_MODULE) ORDO_TRY(read_module(d, b));
        if (b->kind == ORDO_RAW_SCOPES) ORDO_TRY(list_scopes(d, b));
    }
    ORDO_TRY(index_scopes(d));
    for (size_t i = 0; i < d->s->n; i++) name_loop(d->s, &d->s->list[i]);
    for (size_t i = 0; i < d->s->n; i++) ORDO_TRY(pour_scope(d, &d->s->list[i]));
    for (size_t i = 0; i < d->s->n; i++) ORDO_TRY(enclose(d, &d->s->list[i]));
    for (size_t i = 0; i < d->s->n; i++) note_inlined(d, &d->s->list[i]);
    for (uint64_t at = 0; (b = ordo_raw_next(d->r, &at));)
        if (b->kind == ORDO_RAW_GATE_SCOPES) note_counted(d, b);
    return ORDO_OK;
}

enum ordo_status ordo_raw_scopes_read(struct ordo_raw_scopes *s, const struct ordo_raw_reader *r,
                                      struct ordo_gather *g, struct ordo_error *error) {
    memset(s, 0, sizeof *s);
    struct reading d = {.r = r, .g = g, .s = s, .error = error, .symbols = ordo_symbols_new()};
    enum ordo_status status = read_all(&d);
    ordo_symbols_free(d.symbols);
    free(d.modules);
    free(d.ordinals);
    ordo_map_done(&d.module_index);
    ordo_intern_done(&d.positions);
    ordo_text_done(&d.text);
    if (status != ORDO_OK) ordo_raw_scopes_done(s);
    return status;
}

void ordo_raw_scopes_done(struct ordo_raw_scopes *s) {
    free(s->list);
    ordo_map_done(&s->by_id);
    ordo_map_done(&s->by_descriptor);
    ordo_map_done(&s->counted);
    memset(s, 0, sizeof *s);
}

bool ordo_raw_scopes_count(const struct ordo_raw_scopes *s, uint32_t handle) {
    uint32_t value;
    return ordo_map_find(&s->counted, handle, &value);
}

enum ordo_status ordo_raw_scopes_find(const struct ordo_raw_scopes *s,
                                      const struct ordo_raw_reader *r, const void *at, uint32_t id,
                                      const struct ordo_raw_named_scope **found,
                                      struct ordo_error *error) {
    *found = scope_by_id(s, id);
    if (*found) return ORDO_OK;
    return ordo_raw_corrupt(r, at, error, "scope %u is not described", id);
}
