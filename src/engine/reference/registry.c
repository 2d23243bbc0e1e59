/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * registry.c: modules, their scopes, and library routines. Everything is copied at registration,
 * because a module may be unloaded before the raw file is written. Ids are dense, starting at 1,
 * over all of them.
 */
#include "engine.h"

#include "abi/relative_tables.h"
#include "engine/runtime/core/library.h"
#include "ref_memory.h"
#include <dlfcn.h>
#include <string.h>

static uint32_t add_scope(const struct ordo_scope *s, uint32_t module, const char *file) {
    oref.scopes = oref_grow(oref.scopes, oref.n_scopes, &oref.scopes_capacity, sizeof *oref.scopes);
    struct scope *copy = &oref.scopes[oref.n_scopes++];
    *copy = (struct scope){
        .raw = {.scope_kind = s->kind,
                .flags = s->flags,
                .line = s->line,
                .column = s->column,
                .n_args = s->n_args},
        .id = (uint32_t)oref.n_scopes,
        .module = module,
        .descriptor = (uint64_t)(uintptr_t)s,
        .name = oref_copy(s->name),
        .linkage_name = oref_copy(s->linkage_name),
        .file = oref_copy(file),
        .arg_names = oref_copy(s->arg_names),
    };
    return (uint32_t)oref.n_scopes;
}

uint32_t oref_registry_library(struct ordo_scope *library) {
    if (!library->id) {
        library->id = add_scope(library, 0, library->file);
        oref.scopes[library->id - 1].raw.routine = library->id;
        oref.scopes[library->id - 1].raw.group = library->id;
    }
    return library->id;
}

static const char *object_of(const void *address, uint64_t *base) {
    Dl_info info;
    if (!dladdr(address, &info) || !info.dli_fname) return "";
    if (base) *base = (uint64_t)(uintptr_t)info.dli_fbase;
    return info.dli_fname;
}

static void redirect_models(struct ordo_module *m) {
    for (uint32_t i = 0; i < m->n_callees; i++) {
        struct ordo_callee *c = &m->callees[i];
        if (c->modelled && ort_model_real(c->modelled - 1) != c->address) c->target = c->address;
    }
}

void __ordo_module_add(struct ordo_module *m) {
    oref_engine_start();
    if (!oref.on) return;
    struct engine_hold h = oref_engine_lock();
    ordo_tables_relocate(m);
    struct module copy = {
        .source_root = oref_copy(m->source_root), .unit = oref_copy(m->unit), .flags = m->flags};
    copy.object = oref_copy(object_of(m, &copy.load_address));
    oref.modules =
        oref_grow(oref.modules, oref.n_modules, &oref.modules_capacity, sizeof *oref.modules);
    oref.modules[oref.n_modules++] = copy;
    for (uint32_t i = 0; i < m->n_scopes; i++)
        m->scopes[i].id = add_scope(&m->scopes[i], (uint32_t)oref.n_modules, m->scopes[i].file);
    for (uint32_t i = 0; i < m->n_scopes; i++) {
        const struct ordo_scope *s = &m->scopes[i];
        struct ordo_raw_scope *raw = &oref.scopes[s->id - 1].raw;
        raw->parent = s->parent ? s->parent->id : 0;
        raw->routine = s->routine ? s->routine->id : s->id;
        raw->group = s->group ? s->group->id : raw->routine;
        if (s->kind == ORDO_KIND_ROUTINE) oref.scopes[s->id - 1].address = s->address;
    }
    redirect_models(m);
    oref_engine_unlock(&h);
}

void __ordo_module_remove(struct ordo_module *m) {
    if (!oref.on) return;
    struct engine_hold h = oref_engine_lock();
    for (uint32_t i = 0; i < m->n_scopes; i++) oref.scopes[m->scopes[i].id - 1].address = NULL;
    oref_engine_unlock(&h);
}

static int is_instrumented(const void *address) {
    for (size_t i = 0; i < oref.n_scopes; i++)
        if (oref.scopes[i].address == address) return 1;
    return 0;
}

static uint32_t uncovered(const struct ordo_callee *c) {
    const char *library = object_of(c->address, NULL);
    for (size_t i = 0; i < oref.n_scopes; i++) {
        const struct scope *s = &oref.scopes[i];
        if (s->uncovered && !strcmp(s->name, c->name) && !strcmp(s->file, library)) return s->id;
    }
    struct ordo_scope scope = {.name = c->name,
                               .linkage_name = c->name,
                               .file = library,
                               .arg_names = "",
                               .kind = ORDO_KIND_LIBRARY};
    uint32_t id = oref_registry_library(&scope);
    oref.scopes[id - 1].uncovered = 1;
    return id;
}

void __ordo_callee(struct ordo_frame *f, struct ordo_callee *c) {
    if (!oref.on) return;
    struct engine_hold h = oref_engine_lock();
    if (c->address && is_instrumented(c->address)) {
        c->state = 1;
    } else {
        uint32_t id = uncovered(c);
        oref.scopes[id - 1].total.calls++;
        oref_tally_edge(f->scope->id, id, 0, 0);
    }
    oref_engine_unlock(&h);
}
