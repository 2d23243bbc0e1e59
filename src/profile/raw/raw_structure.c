/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * raw_structure.c: reads types, advances and invocations of one raw file.
 *
 * Types and names are read first, because invocations refer to them. The process's key is mixed
 * into each identity, so that identities of different processes are different in whatever order
 * their files are read. Facts and invocations of contexts beyond the tree's limit are left out.
 */
#include "profile/raw/raw_measures.h"

#include "abi/abi.h"
#include "base/vector.h"

#include <stdlib.h>
#include <string.h>

_Static_assert((int)ORDO_INPUT_STRUCTURE == (int)ORDO_FORM_STRUCTURE &&
                   (int)ORDO_INPUT_ARRAY == (int)ORDO_FORM_ARRAY &&
                   (int)ORDO_INPUT_SOURCE == (int)ORDO_FORM_SOURCE &&
                   (int)ORDO_INPUT_SINK == (int)ORDO_FORM_SINK &&
                   (int)ORDO_ELEMENT_LINKED == (int)ORDO_TYPE_LINKED &&
                   (int)ORDO_ELEMENT_POINTER == (int)ORDO_TYPE_POINTER &&
                   (int)ORDO_FACT_IS_MEASURED == (int)ORDO_FACT_MEASURED &&
                   (int)ORDO_FACT_IS_REPEATED == (int)ORDO_FACT_REPEATED &&
                   (int)ORDO_FACT_IS_BOUNDED == (int)ORDO_FACT_BOUNDED &&
                   (int)ORDO_FACT_KNOWS_USED == (int)ORDO_FACT_USED &&
                   (int)ORDO_FACT_IS_PARTIAL == (int)ORDO_FACT_PARTIAL,
               "structures.h and raw.h agree");

struct reading {
    const struct ordo_raw_reader *r;
    const struct ordo_raw_scopes *s;
    const struct ordo_raw_places *places;
    const char *directory;
    struct ordo_gather *g;
    struct ordo_error *error;
    uint64_t process;
    struct ordo_map types;               /* id to handle */
    const struct ordo_raw_names **names; /* sorted by `first` */
    size_t n_names, names_capacity;
    struct ordo_input *inputs; /* of the invocation being read */
    size_t inputs_capacity;
    struct ordo_fact *facts;
    size_t facts_capacity;
};

static enum ordo_status read_type(void *reading, const struct ordo_raw_block *b) {
    struct reading *d = reading;
    const struct ordo_raw_type *t = (const struct ordo_raw_type *)b;
    const char *name;
    uint32_t other;
    ORDO_TRY(ordo_raw_strings(d->r, b, sizeof *t, &name, 1, d->error));
    if (!t->id || ordo_map_find(&d->types, t->id, &other))
        return ordo_raw_corrupt(d->r, b, d->error, "the type id %u is taken", t->id);
    if (!t->bytes)
        return ordo_raw_corrupt(d->r, b, d->error, "elements of type %u have a size of 0", t->id);
    uint32_t handle = ordo_gather_type(d->g, name, t->bytes,
                                       t->flags & (ORDO_ELEMENT_LINKED | ORDO_ELEMENT_POINTER));
    ordo_map_put(&d->types, t->id, handle);
    return ORDO_OK;
}

static enum ordo_status read_advance(void *reading, const struct ordo_raw_block *b) {
    struct reading *d = reading;
    const struct ordo_raw_advance *a = (const struct ordo_raw_advance *)b;
    const struct ordo_raw_named_scope *outer, *inner, *callee = NULL;
    ORDO_TRY(ordo_raw_scopes_find(d->s, d->r, a, a->outer, &outer, d->error));
    ORDO_TRY(ordo_raw_scopes_find(d->s, d->r, a, a->inner, &inner, d->error));
    if (a->callee) ORDO_TRY(ordo_raw_scopes_find(d->s, d->r, a, a->callee, &callee, d->error));
    if (outer->handle == ORDO_GATHER_NONE || inner->handle == ORDO_GATHER_NONE) return ORDO_OK;
    ordo_gather_advance(d->g, outer->handle, inner->handle,
                        callee ? callee->handle : ORDO_GATHER_NONE, a->ends != 0);
    return ORDO_OK;
}

static enum ordo_status list_names(void *reading, const struct ordo_raw_block *b) {
    struct reading *d = reading;
    const struct ordo_raw_names *n = (const struct ordo_raw_names *)b;
    if (n->used > n->size - sizeof *n)
        return ordo_raw_corrupt(d->r, b, d->error, "%llu bytes of names do not fit",
                                (unsigned long long)n->used);
    d->names = ordo_vector_reserve(d->names, &d->names_capacity, d->n_names + 1, sizeof *d->names);
    d->names[d->n_names++] = n;
    return ORDO_OK;
}

static int by_first(const void *a, const void *b) {
    const struct ordo_raw_names *x = *(const struct ordo_raw_names *const *)a;
    const struct ordo_raw_names *y = *(const struct ordo_raw_names *const *)b;
    return (x->first > y->first) - (x->first < y->first);
}

static enum ordo_status find_name(const struct reading *d, const void *at, uint64_t offset,
                                  const char **name) {
    size_t low = 0, high = d->n_names;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (d->names[middle]->first <= offset)
            low = middle + 1;
        else
            high = middle;
    }
    if (low) {
        const struct ordo_raw_names *n = d->names[low - 1];
        uint64_t used = n->used, skip = offset - n->first;
        const char *text = (const char *)(n + 1) + skip;
        if (used <= n->size - sizeof *n && skip < used && memchr(text, 0, used - skip)) {
            *name = text;
            return ORDO_OK;
        }
    }
    return ordo_raw_corrupt(d->r, at, d->error, "no name begins at %llu",
                            (unsigned long long)offset);
}

/* Returns the name of a stream for people. Numbers of pipes and sockets differ between runs and
 * are left out. */
static const char *stream_name(const struct reading *d, const char *name) {
    if (strncmp(name, "pipe:", 5) == 0) return "a pipe";
    if (strncmp(name, "socket:", 7) == 0) return "a socket";
    size_t n = d->directory ? strlen(d->directory) : 0;
    bool inside = n > 1 && strncmp(name, d->directory, n) == 0 && name[n] == '/' && name[n + 1];
    return inside ? name + n + 1 : name;
}

static enum ordo_status find_type(const struct reading *d, const void *at, uint32_t id,
                                  uint32_t *handle) {
    *handle = ORDO_TYPE_NONE;
    if (!id || ordo_map_find(&d->types, id, handle)) return ORDO_OK;
    return ordo_raw_corrupt(d->r, at, d->error, "there is no type %u", id);
}

static enum ordo_status read_input(const struct reading *d, const struct ordo_raw_input *in,
                                   struct ordo_input *out) {
    *out = (struct ordo_input){.form = (enum ordo_input_form)in->form,
                               .identity = ordo_map_mix(d->process ^ ordo_map_mix(in->identity)),
                               .many = in->many ? in->many : 1,
                               .name = ""};
    if (in->form < ORDO_FORM_STRUCTURE || in->form > ORDO_FORM_SINK)
        return ordo_raw_corrupt(d->r, in, d->error, "unknown form of input %u", in->form);
    if (in->name) ORDO_TRY(find_name(d, in, in->name - 1, &out->name));
    if (in->form == ORDO_FORM_SOURCE || in->form == ORDO_FORM_SINK)
        out->name = stream_name(d, out->name);
    return find_type(d, in, in->type, &out->type);
}

static enum ordo_status find_context(const struct reading *d, const void *at, uint32_t thread,
                                     uint32_t index, uint32_t *context) {
    if (ordo_raw_places_find(d->places, thread, index, context)) return ORDO_OK;
    return ordo_raw_corrupt(d->r, at, d->error, "thread %u has no calling context %u", thread,
                            index);
}

static enum ordo_status read_fact(const struct reading *d, uint32_t thread, uint32_t n_inputs,
                                  const struct ordo_raw_fact *f, struct ordo_fact *out) {
    *out = (struct ordo_fact){.input = f->input ? f->input - 1 : ORDO_INPUT_NONE,
                              .flags = f->flags & (ORDO_FACT_IS_MEASURED | ORDO_FACT_IS_BOUNDED |
                                                   ORDO_FACT_IS_REPEATED | ORDO_FACT_IS_PARTIAL |
                                                   ORDO_FACT_KNOWS_USED),
                              .reads = f->reads,
                              .writes = f->writes,
                              .creations = f->creations,
                              .elements = f->elements,
                              .references = f->references,
                              .capacity = f->capacity,
                              .used = f->used};
    if (f->input > n_inputs)
        return ordo_raw_corrupt(d->r, f, d->error, "a fact of input %u of %u", f->input, n_inputs);
    ORDO_TRY(find_type(d, f, f->type, &out->type));
    return find_context(d, f, thread, f->context, &out->context);
}

/* Reads the invocation at `at`, where `room` bytes are left. Sets *bytes to the size of the
 * invocation. */
static enum ordo_status read_invocation(struct reading *d, uint32_t thread, const uint8_t *at,
                                        uint64_t room, uint64_t *bytes) {
    struct ordo_raw_invocation v;
    if (room < sizeof v)
        return ordo_raw_corrupt(d->r, at, d->error, "an invocation in %llu bytes",
                                (unsigned long long)room);
    memcpy(&v, at, sizeof v);
    *bytes = sizeof v + (uint64_t)v.n_inputs * sizeof(struct ordo_raw_input) +
             (uint64_t)v.n_facts * sizeof(struct ordo_raw_fact);
    if (room < *bytes)
        return ordo_raw_corrupt(d->r, at, d->error,
                                "an invocation of %u inputs and %u facts does not fit", v.n_inputs,
                                v.n_facts);
    const struct ordo_raw_input *inputs = (const struct ordo_raw_input *)(at + sizeof v);
    const struct ordo_raw_fact *facts = (const struct ordo_raw_fact *)(inputs + v.n_inputs);
    struct ordo_invocation out = {
        .n_inputs = v.n_inputs, .process = d->process, .ordinal = v.ordinal};
    d->inputs = ordo_vector_reserve(d->inputs, &d->inputs_capacity, (size_t)v.n_inputs + 1,
                                    sizeof *d->inputs);
    d->facts =
        ordo_vector_reserve(d->facts, &d->facts_capacity, (size_t)v.n_facts + 1, sizeof *d->facts);
    ORDO_TRY(find_context(d, at, thread, v.context, &out.context));
    for (uint32_t i = 0; i < v.n_inputs; i++) ORDO_TRY(read_input(d, &inputs[i], &d->inputs[i]));
    for (uint32_t i = 0; i < v.n_facts; i++) {
        struct ordo_fact *f = &d->facts[out.n_facts];
        ORDO_TRY(read_fact(d, thread, v.n_inputs, &facts[i], f));
        out.n_facts += f->context != ORDO_GATHER_NONE;
    }
    if (out.context != ORDO_GATHER_NONE) ordo_gather_invocation(d->g, &out, d->inputs, d->facts);
    return ORDO_OK;
}

static enum ordo_status read_invocations(void *reading, const struct ordo_raw_block *b) {
    struct reading *d = reading;
    const struct ordo_raw_invocations *v = (const struct ordo_raw_invocations *)b;
    uint64_t used = v->used, bytes = 0;
    const uint8_t *at = (const uint8_t *)(v + 1);
    if (used > b->size - sizeof *v)
        return ordo_raw_corrupt(d->r, b, d->error, "%llu bytes of invocations do not fit",
                                (unsigned long long)used);
    for (; used; at += bytes, used -= bytes)
        ORDO_TRY(read_invocation(d, b->thread, at, used, &bytes));
    return ORDO_OK;
}

enum ordo_status ordo_raw_structure_read(const struct ordo_raw_reader *r,
                                         const struct ordo_raw_scopes *s,
                                         const struct ordo_raw_places *places,
                                         const char *directory, struct ordo_gather *g,
                                         struct ordo_error *error) {
    const struct ordo_raw_header *h = r->header;
    struct reading d = {
        .r = r, .s = s, .places = places, .directory = directory, .g = g, .error = error};
    if (h->structure != 1) return ORDO_OK;
    ordo_gather_has_structure(g);
    d.process = ordo_map_mix(h->start_ns ^ ordo_map_mix(h->pid));
    ordo_map_init(&d.types);
    enum ordo_status status = ordo_raw_each(d.r, ORDO_RAW_TYPE, read_type, &d);
    if (status == ORDO_OK) status = ordo_raw_each(d.r, ORDO_RAW_ADVANCE, read_advance, &d);
    if (status == ORDO_OK) status = ordo_raw_each(d.r, ORDO_RAW_NAMES, list_names, &d);
    if (d.n_names) qsort(d.names, d.n_names, sizeof *d.names, by_first);
    if (status == ORDO_OK) status = ordo_raw_each(d.r, ORDO_RAW_INVOCATIONS, read_invocations, &d);
    ordo_map_done(&d.types);
    free(d.names);
    free(d.inputs);
    free(d.facts);
    return status;
}
