/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * modules.c: a module's scopes get consecutive numbers and are described in the raw file at once. A
 * module that was unloaded and is loaded again gets its old numbers, so that a program that keeps
 * reloading a plug-in does not grow without bound. It is recognised by its description in the raw
 * file.
 *
 * The table of routines by address is made when it is needed, and made again after modules were
 * loaded or unloaded. A program that hardly samples therefore has none, and a program that ends
 * does not take it apart.
 */
#include "modules.h"
#include "abi/relative_tables.h"
#include "engine/runtime/core/block_counts.h"
#include "engine/runtime/core/covered.h"
#include "engine/runtime/core/library.h"
#include "engine/runtime/core/scopes.h"
#include "engine/runtime/core/seams.h"
#include "engine/runtime/system/address_path.h"
#include "engine/runtime/system/lock.h"
#include "engine/runtime/system/private_memory.h"
#include "engine/runtime/system/raw_file.h"
#include "engine/runtime/system/texts.h"
#include "start.h"

struct known {
    uint64_t hash;                    /* of what its scopes do not contain */
    uint64_t described;               /* offset of its scopes in the raw file */
    const struct ordo_module *loaded; /* NULL: not loaded */
    uint32_t first, n_scopes;
    uint32_t code;  /* number of its counted blocks, or 0 */
    uint32_t gates; /* number of its gates, or 0 */
};

static uint32_t latest_number;
static struct known *known;
static uint32_t known_used, known_room;

uint32_t ort_modules_generation = 1;
static int covered_are_known;

static int is_covered(const struct ordo_scope *s) {
    return s->kind == ORDO_KIND_ROUTINE && s->address;
}

static void find_covered(void) {
    uint64_t routines = 0;
    for (uint32_t i = 0; i < known_used; i++)
        for (uint32_t k = 0; known[i].loaded && k < known[i].n_scopes; k++)
            routines += (uint64_t)is_covered(&known[i].loaded->scopes[k]);
    if (!ort_covered_begin(routines)) return;
    for (uint32_t i = 0; i < known_used; i++)
        for (uint32_t k = 0; known[i].loaded && k < known[i].n_scopes; k++)
            if (is_covered(&known[i].loaded->scopes[k]))
                ort_covered_put(&known[i].loaded->scopes[k]);
    __atomic_store_n(&covered_are_known, 1, __ATOMIC_RELAXED);
}

void ort_modules_list(void) {
    if (__atomic_load_n(&covered_are_known, __ATOMIC_RELAXED)) return;
    uint64_t saved = ort_lock_take(ORT_LOCK_MODULES);
    if (!covered_are_known) find_covered();
    ort_lock_drop(ORT_LOCK_MODULES, saved);
}

void *ort_module_recorded(const void *address) {
    uint64_t saved = ort_lock_take(ORT_LOCK_MODULES);
    if (!covered_are_known) find_covered();
    const struct ort_covered *c = covered_are_known ? ort_covered_find(address) : NULL;
    void *recorded = c ? (c->recorded ? c->recorded : (void *)(uintptr_t)address) : NULL;
    ort_lock_drop(ORT_LOCK_MODULES, saved);
    return recorded;
}

static void modules_changed(void) {
    __atomic_store_n(&covered_are_known, 0, __ATOMIC_RELAXED);
    __atomic_fetch_add(&ort_modules_generation, 1, __ATOMIC_RELEASE);
}

static uint64_t describe_hash(const struct ordo_module *m) {
    uint64_t h = ort_text_hash(ort_text_hash(0xCBF29CE484222325ull, m->unit), m->source_root);
    for (uint32_t i = 0; m->code && i < m->code->n_blocks; i++) {
        const struct ordo_code_block *b = &m->code->blocks[i];
        h = ort_text_hash_word(h, ((uint64_t)b->line << 32) + b->column);
        h = ort_text_hash_word(h, ((uint64_t)b->ordinal << 32) + b->routine);
    }
    for (uint32_t i = 0; m->production && i < m->production->n_gates; i++) {
        const struct ordo_gate_info *gate = &m->production->gates[i];
        const struct ordo_scope *caller = ordo_gate_caller(gate);
        h = ort_text_hash_word(h, (uint64_t)(ordo_gate_scope(gate) - m->scopes));
        h = ort_text_hash_word(h, caller ? (uint64_t)(caller - m->scopes) + 1 : 0);
    }
    return h;
}

/* The mapping of the latest module, because most modules of an object are registered one after
 * another. It is forgotten when a module is removed, because something else may then be loaded
 * there. */
static struct ort_mapping mapping;

static uint32_t describe_module(const struct ordo_module *m) {
    if ((uintptr_t)m < mapping.low || (uintptr_t)m >= mapping.high)
        ort_address_mapping(m, &mapping);
    uint64_t path = ort_text_size(mapping.path), root = ort_text_size(m->source_root);
    uint64_t unit = ort_text_size(m->unit);
    struct ordo_raw_module *b = ort_raw_block(0, sizeof *b + path + root + unit, ORT_RAW_BEHIND);
    if (!b) return 0;
    b->number = ++latest_number;
    b->flags = m->flags;
    b->load_address = mapping.start;
    char *at = ort_text_copy((char *)(b + 1), mapping.path, path);
    at = ort_text_copy(at, m->source_root, root);
    ort_text_copy(at, m->unit, unit);
    b->check = ordo_raw_module_check(b);
    ort_raw_publish(b, ORDO_RAW_MODULE);
    return b->number;
}

static struct ordo_raw_scope_table *description(const struct known *k) {
    return (struct ordo_raw_scope_table *)(ort_raw.base + k->described);
}

static int is_again(const struct known *k, const struct ordo_module *m, uint64_t hash) {
    return !k->loaded && k->described && k->hash == hash && k->n_scopes == m->n_scopes &&
           ort_scopes_are(description(k), m->scopes);
}

static struct known *remember(const struct ordo_module *m, uint64_t hash) {
    for (uint32_t i = 0; i < known_used; i++)
        if (is_again(&known[i], m, hash)) return &known[i];
    if (known_used == known_room) {
        uint32_t room = known_room ? known_room * 2 : 128;
        struct known *more = ort_private_array(known, known_room, room, sizeof *more);
        if (!more) return NULL;
        known = more;
        known_room = room;
    }
    known[known_used] = (struct known){.hash = hash, .n_scopes = m->n_scopes};
    return &known[known_used++];
}

static void record_gates(struct ordo_production *p, struct known *k, int fresh) {
    if (fresh) k->gates = ort_sampler_module(p);
    if (p->own && k->gates != ORT_GATES_UNSAMPLED) p->own->number = k->gates;
    __atomic_store_n(&p->number, k->gates, __ATOMIC_RELEASE);
}

/* Registers a module. One without scopes only has variables, which are registered each time. */
static void record(struct ordo_module *m) {
    ordo_tables_relocate(m);
    if (!m->n_scopes) {
        ort_structure_module(m, 0);
        return;
    }
    struct known *k = remember(m, describe_hash(m));
    if (!k) return;
    k->loaded = m;
    int fresh = !k->first;
    if (fresh && !(k->first = ort_scope_numbers(m->n_scopes))) return;
    for (uint32_t i = 0; i < m->n_scopes; i++) m->scopes[i].id = k->first + i;
    if (fresh) {
        uint32_t number = describe_module(m);
        if (number) k->described = ort_scopes_describe(m->scopes, m->n_scopes, number);
        if (number && m->code) k->code = ort_block_counts_describe(m->code, k->first);
    } else {
        description(k)->descriptors = (uint64_t)(uintptr_t)m->scopes;
    }
    if (m->code) __atomic_store_n(&m->code->number, k->code, __ATOMIC_RELAXED);
    modules_changed();
    ort_structure_module(m, !fresh);
    if (m->production && m->production->n_gates) record_gates(m->production, k, fresh);
    ort_sampler_note(m->production != NULL);
}

/* Cancels the model of a name that the program or another library defines itself: that is not the
 * modelled routine. If it is instrumented, its address is the wrapper's, because it has the
 * wrapper's name too. */
static void retarget(struct ordo_module *m) {
    for (uint32_t i = 0; i < m->n_callees; i++) {
        struct ordo_callee *c = &m->callees[i];
        if (!c->modelled || !c->target) continue;
        if (c->target == c->address || ort_model_real(c->modelled - 1) != c->address) {
            c->target = c->address;
            c->modelled = 0;
        }
    }
}

__attribute__((visibility("default"))) void __ordo_module_add(struct ordo_module *m) {
    ort_start();
    if (m->production) ort_start_sampling();
    if (m->production && !ort_recording) { /* plain code calls no callee through the table */
        ort_gate_area_module(m->production);
        return;
    }
    uint64_t saved = ort_lock_take(ORT_LOCK_MODULES);
    retarget(m);
    if (m->production) ort_gate_area_module(m->production);
    if (ort_recording) record(m);
    ort_lock_drop(ORT_LOCK_MODULES, saved);
}

__attribute__((visibility("default"))) void __ordo_module_remove(struct ordo_module *m) {
    if (!ort_recording) return;
    ort_structure_module_gone(m);
    if (!m->n_scopes) return;
    uint64_t saved = ort_lock_take(ORT_LOCK_MODULES);
    mapping.low = mapping.high = 0;
    for (uint32_t i = known_used; i-- > 0;) /* modules loaded last are removed first */
        if (known[i].loaded == m) {
            known[i].loaded = NULL;
            break;
        }
    modules_changed();
    ort_lock_drop(ORT_LOCK_MODULES, saved);
}
