/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A module's scopes get numbers in a row and are described in the raw file at once. One that was
 * unloaded and comes back gets its old numbers (known by a hash of its description), so that
 * a program that keeps reloading a plug-in does not grow without bound.
 *
 * The addresses of routines are a hash table with deletion marks.
 */
#include "modules.h"
#include "abi/relative_tables.h"
#include "activities.h"
#include "address_path.h"
#include "block_counts.h"
#include "gate_area.h"
#include "library.h"
#include "lock.h"
#include "private_memory.h"
#include "raw_file.h"
#include "sampler.h"
#include "scopes.h"
#include "start.h"
#include "texts.h"

struct known {
    uint64_t hash;
    uint32_t first, n_scopes;
    uint32_t code;  /* number of its counted blocks, or 0 */
    uint32_t gates; /* number of its gates, or 0 */
    int loaded;
};

static uint32_t latest_number;
static struct known *known;
static uint32_t known_used, known_room;

struct covered {
    const void *address; /* NULL: free, DELETED: was used */
    void *body;
};

uint32_t ort_modules_generation = 1;
static struct covered *covered;
static uint64_t covered_used, covered_room;
static const char deleted_mark;
#define DELETED ((const void *)&deleted_mark)

static uint64_t place(const void *address, uint64_t room) {
    return (((uintptr_t)address * 0x9E3779B97F4A7C15ull) >> 32) & (room - 1);
}

/* Where the address is, or where it may be put. */
static struct covered *find_place(struct covered *table, uint64_t room, const void *address) {
    uint64_t at = place(address, room);
    while (table[at].address && table[at].address != address) at = (at + 1) & (room - 1);
    return &table[at];
}

static int make_room(void) {
    if (2 * (covered_used + 1) <= covered_room) return 1;
    uint64_t room = covered_room ? covered_room * 2 : 1024, used = 0;
    struct covered *more = ort_private_array(NULL, 0, room, sizeof *more);
    if (!more) return 0;
    for (uint64_t i = 0; i < covered_room; i++) {
        if (!covered[i].address || covered[i].address == DELETED) continue;
        *find_place(more, room, covered[i].address) = covered[i];
        used++;
    }
    ort_private_array_free(covered, covered_room, sizeof *covered);
    covered = more;
    covered_room = room;
    covered_used = used;
    return 1;
}

/* Several modules may describe one routine, of which one has the body that is linked. */
static void cover(const struct ordo_scope *s) {
    if (!make_room()) return;
    struct covered *c = find_place(covered, covered_room, s->address);
    covered_used += c->address == NULL;
    if (!c->address || s->recorded) c->body = s->recorded;
    c->address = s->address;
}

static struct covered *find_covered(const void *address) {
    if (!covered_room) return NULL;
    struct covered *c = find_place(covered, covered_room, address);
    return c->address ? c : NULL;
}

void *ort_module_body(const void *address) {
    uint64_t saved = ort_lock_take(ORT_LOCK_MODULES);
    const struct covered *c = find_covered(address);
    void *body = c ? (c->body ? c->body : (void *)(uintptr_t)address) : NULL;
    ort_lock_drop(ORT_LOCK_MODULES, saved);
    return body;
}

static void modules_changed(void) {
    __atomic_fetch_add(&ort_modules_generation, 1, __ATOMIC_RELEASE);
}

static uint64_t describe_hash(const struct ordo_module *m) {
    uint64_t h = ort_text_hash(ort_text_hash(0xCBF29CE484222325ull, m->unit), m->source_root);
    const char *name = NULL, *file = NULL; /* the latest: most scopes share them with one before */
    for (uint32_t i = 0; i < m->n_scopes; i++) {
        const struct ordo_scope *s = &m->scopes[i];
        if (s->linkage_name != name) h = ort_text_hash(h, name = s->linkage_name);
        if (s->file != file) h = ort_text_hash(h, file = s->file);
        h = ort_text_hash_word(h, ((uint64_t)s->line << 32) + s->column);
        h = ort_text_hash_word(h, ((uint64_t)s->flags << 32) + s->kind);
    }
    for (uint32_t i = 0; m->code && i < m->code->n_blocks; i++) {
        const struct ordo_code_block *b = &m->code->blocks[i];
        h = ort_text_hash_word(h, ((uint64_t)b->line << 32) + b->column);
        h = ort_text_hash_word(h, ((uint64_t)b->ordinal << 32) + b->routine);
    }
    for (uint32_t i = 0; m->production && i < m->production->n_gates; i++)
        h = ort_text_hash_word(h,
                               (uint64_t)(ordo_gate_scope(&m->production->gates[i]) - m->scopes));
    return h;
}

/* Where the latest module lay: most modules of an object come one after the other. Not after one
 * was removed, when something else may be loaded there. */
static struct ort_mapping mapping;

static uint32_t describe_module(const struct ordo_module *m) {
    if ((uintptr_t)m < mapping.low || (uintptr_t)m >= mapping.high)
        ort_address_mapping(m, &mapping);
    uint64_t path = ort_text_size(mapping.path), root = ort_text_size(m->source_root);
    uint64_t unit = ort_text_size(m->unit);
    struct ordo_raw_module *b = ort_raw_block(0, sizeof *b + path + root + unit, 0);
    if (!b) return 0;
    b->number = ++latest_number;
    b->flags = m->flags;
    b->load_address = mapping.start;
    char *at = ort_text_copy((char *)(b + 1), mapping.path, path);
    at = ort_text_copy(at, m->source_root, root);
    ort_text_copy(at, m->unit, unit);
    ort_raw_publish(b, ORDO_RAW_MODULE);
    return b->number;
}

/* The scopes of a reloaded module may lie elsewhere now. */
static void move_descriptors(const struct ordo_module *m, uint32_t first) {
    struct ordo_raw_header *h = ort_raw_header();
    for (uint64_t at = ORDO_RAW_HEADER_BYTES; at < h->used;) {
        struct ordo_raw_scope_table *b = (struct ordo_raw_scope_table *)(ort_raw.base + at);
        if (b->kind == ORDO_RAW_SCOPES && b->first == first)
            b->descriptors = (uint64_t)(uintptr_t)m->scopes;
        at += b->size;
    }
}

static struct known *remember(const struct ordo_module *m, uint64_t hash) {
    for (uint32_t i = 0; i < known_used; i++)
        if (known[i].hash == hash && known[i].n_scopes == m->n_scopes && !known[i].loaded)
            return &known[i];
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
    if (fresh) k->gates = ort_sampler_begin() ? ort_gates_describe(p) : ORT_GATES_UNSAMPLED;
    if (p->own && k->gates != ORT_GATES_UNSAMPLED) p->own->number = k->gates;
    __atomic_store_n(&p->number, k->gates, __ATOMIC_RELEASE);
}

/* One without scopes has variables, which are known anew each time. */
static void record(struct ordo_module *m) {
    ordo_tables_relocate(m);
    if (!m->n_scopes) {
        ort_structure_module(m, 0);
        return;
    }
    struct known *k = remember(m, describe_hash(m));
    if (!k) return;
    k->loaded = 1;
    int fresh = !k->first;
    if (fresh && !(k->first = ort_scope_numbers(m->n_scopes))) return;
    for (uint32_t i = 0; i < m->n_scopes; i++) m->scopes[i].id = k->first + i;
    if (fresh) {
        uint32_t number = describe_module(m);
        if (number) ort_scopes_describe(m->scopes, m->n_scopes, number);
        if (number && m->code) k->code = ort_block_counts_describe(m->code, k->first);
    } else {
        move_descriptors(m, k->first);
    }
    if (m->code) __atomic_store_n(&m->code->number, k->code, __ATOMIC_RELAXED);
    for (uint32_t i = 0; i < m->n_scopes; i++)
        if (m->scopes[i].kind == ORDO_KIND_ROUTINE && m->scopes[i].address) cover(&m->scopes[i]);
    modules_changed();
    ort_structure_module(m, !fresh);
    if (m->production && m->production->n_gates) record_gates(m->production, k, fresh);
    ort_sampler_note(m->production != NULL);
}

/* A modelled name that the program defines itself, or another library does, is not the modelled
 * routine. Where it is instrumented it has the wrapper's name too. */
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
    for (uint32_t i = 0; i < known_used; i++)
        if (known[i].first && known[i].first == m->scopes[0].id) known[i].loaded = 0;
    for (uint32_t i = 0; i < m->n_scopes; i++) {
        struct covered *c = m->scopes[i].address ? find_covered(m->scopes[i].address) : NULL;
        if (c) c->address = DELETED;
    }
    modules_changed();
    ort_lock_drop(ORT_LOCK_MODULES, saved);
}
