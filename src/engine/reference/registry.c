/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Modules, their scopes, and library routines. Everything is copied at registration: a module may
 * be unloaded before the raw file is written. Ids are dense from 1 over all of them.
 */
#include "engine.h"
#include "engine/runtime/library.h"
#include "ref_memory.h"
#include <dlfcn.h>
#include <string.h>

static uint32_t add_scope(const struct ordo_scope *s, uint32_t module, const char *file) {
    engine.scopes =
        ref_grow(engine.scopes, engine.n_scopes, &engine.scopes_capacity, sizeof *engine.scopes);
    struct scope *copy = &engine.scopes[engine.n_scopes++];
    *copy = (struct scope){
        .raw = {.kind = ORDO_RAW_SCOPE,
                .id = (uint32_t)engine.n_scopes,
                .module = module,
                .scope_kind = s->kind,
                .flags = s->flags,
                .line = s->line,
                .column = s->column,
                .n_args = s->n_args,
                .descriptor = (uint64_t)(uintptr_t)s},
        .name = ref_copy(s->name),
        .linkage_name = ref_copy(s->linkage_name),
        .file = ref_copy(file),
        .arg_names = ref_copy(s->arg_names),
    };
    return (uint32_t)engine.n_scopes;
}

uint32_t registry_library(struct ordo_scope *library) {
    if (!library->id) {
        library->id = add_scope(library, 0, library->file);
        engine.scopes[library->id - 1].raw.routine = library->id;
        engine.scopes[library->id - 1].raw.group = library->id;
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
        if (!c->modelled) continue;
        for (size_t k = 0; k < ort_n_models; k++)
            if (!strcmp(ort_models[k].name, c->name) && ort_models[k].real != c->address)
                c->target = c->address;
    }
}

void __ordo_module_add(struct ordo_module *m) {
    engine_start();
    if (!engine.on) return;
    struct engine_hold h = engine_lock();
    struct module copy = {
        .source_root = ref_copy(m->source_root), .unit = ref_copy(m->unit), .flags = m->flags};
    copy.object = ref_copy(object_of(m, &copy.load_address));
    engine.modules = ref_grow(engine.modules, engine.n_modules, &engine.modules_capacity,
                              sizeof *engine.modules);
    engine.modules[engine.n_modules++] = copy;
    for (uint32_t i = 0; i < m->n_scopes; i++)
        m->scopes[i].id = add_scope(&m->scopes[i], (uint32_t)engine.n_modules, m->scopes[i].file);
    for (uint32_t i = 0; i < m->n_scopes; i++) {
        const struct ordo_scope *s = &m->scopes[i];
        struct ordo_raw_scope *raw = &engine.scopes[s->id - 1].raw;
        raw->parent = s->parent ? s->parent->id : 0;
        raw->routine = s->routine ? s->routine->id : s->id;
        raw->group = s->group ? s->group->id : raw->routine;
        if (s->kind == ORDO_KIND_ROUTINE) engine.scopes[s->id - 1].address = s->address;
    }
    redirect_models(m);
    engine_unlock(&h);
}

void __ordo_module_remove(struct ordo_module *m) {
    if (!engine.on) return;
    struct engine_hold h = engine_lock();
    for (uint32_t i = 0; i < m->n_scopes; i++) engine.scopes[m->scopes[i].id - 1].address = NULL;
    engine_unlock(&h);
}

static int is_instrumented(const void *address) {
    for (size_t i = 0; i < engine.n_scopes; i++)
        if (engine.scopes[i].address == address) return 1;
    return 0;
}

static uint32_t uncovered(const struct ordo_callee *c) {
    const char *library = object_of(c->address, NULL);
    for (size_t i = 0; i < engine.n_scopes; i++) {
        const struct scope *s = &engine.scopes[i];
        if (s->raw.uncovered && !strcmp(s->name, c->name) && !strcmp(s->file, library))
            return s->raw.id;
    }
    struct ordo_scope scope = {.name = c->name,
                               .linkage_name = c->name,
                               .file = library,
                               .arg_names = "",
                               .kind = ORDO_KIND_LIBRARY};
    uint32_t id = registry_library(&scope);
    engine.scopes[id - 1].raw.uncovered = 1;
    return id;
}

void __ordo_callee(struct ordo_frame *f, struct ordo_callee *c) {
    if (!engine.on) return;
    struct engine_hold h = engine_lock();
    if (c->address && is_instrumented(c->address)) {
        c->state = 1;
    } else {
        uint32_t id = uncovered(c);
        engine.scopes[id - 1].total.calls++;
        tally_edge(f->scope->id, id, 0, 0);
    }
    engine_unlock(&h);
}
