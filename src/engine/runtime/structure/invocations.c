/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * invocations.c: ended invocations, appended to blocks of the raw file. `used` is moved on when one
 * is complete, so that a killed process does not leave half of one.
 */
#include "invocations.h"
#include "engine/runtime/system/names.h"
#include "engine/runtime/system/os.h"
#include "engine/runtime/system/private_memory.h"
#include "engine/runtime/system/raw_file.h"
#include "engine/runtime/system/settings.h"
#include "octaves.h"

#define BLOCK_BYTES (256u << 10)
#define ALL_KEPT 16u
/* Facts of a thread and of a context: until they have as many, all invocations are kept. */
#define FIRST_FACTS (1u << 18)
#define FIRST_FACTS_OF_CONTEXT (1u << 15)
#define NO_STEP 0xffffu /* not a step of size */
#define FEW_FACTS 32u

static uint32_t log2_of(uint64_t n) {
    return 63u - (uint32_t)__builtin_clzll(n);
}

/* Returns the number of the quarter of an octave that n is in; exact up to 16. */
static uint64_t step_of(uint64_t n) {
    return n < 16 ? n : 4 + (uint64_t)ort_quarter_octave(n);
}

/* Returns the greatest size among the context's own inputs. Sets *n to the number of facts. */
static uint64_t greatest_size(const struct ort_facts *t, uint32_t list, uint32_t context,
                              uint32_t *n) {
    uint64_t most = 0;
    *n = 0;
    for (uint32_t i = list; i; i = t->facts[i - 1].next, ++*n) {
        const struct ort_fact *f = &t->facts[i - 1];
        if (!f->key || f->context != context) continue;
        uint64_t size = ort_fact_elements(f);
        if (f->used > size) size = f->used;
        if (size > most) most = size;
    }
    return most;
}

/* Is the invocation kept because its thread and context have few facts? */
static int is_among_first(struct ort_invocations *v, uint32_t context, uint32_t facts) {
    if (v->facts >= FIRST_FACTS) return 0;
    uint64_t *of = ort_key_value(&v->quotas, (uint64_t)context << 16 | NO_STEP);
    if (!of || *of >= FIRST_FACTS_OF_CONTEXT) return 0;
    *of += facts;
    v->facts += facts;
    return 1;
}

/* Is the invocation kept? Sets *first to 1 if it is one of the first of its size. */
static int is_kept(struct ort_invocations *v, uint32_t context, uint64_t step, uint32_t facts,
                   int *first) {
    *first = 1;
    if (ort_settings.measure_all) return 1;
    uint64_t *seen = ort_key_value(&v->quotas, (uint64_t)context << 16 | step);
    if (!seen) return 0;
    uint64_t count = (*seen)++;
    uint64_t all = facts <= FEW_FACTS ? ALL_KEPT : ALL_KEPT * FEW_FACTS / facts + 1;
    *first = count < all;
    return *first || is_among_first(v, context, facts + 1) ||
           !(count & ((1ull << (log2_of(count / all) + 1)) - 1));
}

/* ---- the inputs of an invocation that is written down ---- */

/* Makes room for n inputs. Returns 0, or -1. */
static int room_for_inputs(struct ort_invocations *v, uint32_t n) {
    if (n > v->inputs_room) {
        uint32_t room = v->inputs_room ? v->inputs_room : 256;
        while (room < n) room *= 2;
        struct ort_input_of *more = ort_private_array(NULL, 0, room, sizeof *more);
        if (!more) return -1;
        ort_private_array_free(v->inputs, v->inputs_room, sizeof *v->inputs);
        v->inputs = more;
        v->inputs_room = room;
    }
    return 0;
}

/* Moves input i down to its place in a heap of n with the latest on top. */
static void sift(struct ort_input_of *x, uint32_t i, uint32_t n) {
    struct ort_input_of moved = x[i];
    for (uint32_t child; (child = 2 * i + 1) < n; i = child) {
        if (child + 1 < n && x[child + 1].order > x[child].order) child++;
        if (x[child].order <= moved.order) break;
        x[i] = x[child];
    }
    x[i] = moved;
}

static void sort_by_order(struct ort_input_of *x, uint32_t n) {
    for (uint32_t i = n / 2; i-- > 0;) sift(x, i, n);
    for (uint32_t end = n; end-- > 1;) {
        struct ort_input_of latest = x[0];
        x[0] = x[end];
        x[end] = latest;
        sift(x, 0, end);
    }
}

/* Collects the distinct inputs of the facts, in the order of their first access. Returns their
 * number, or -1. */
static int64_t gather_inputs(struct ort_invocations *v, const struct ort_facts *t, uint32_t list,
                             uint32_t n_facts) {
    if (room_for_inputs(v, n_facts) < 0) return -1;
    ort_keys_begin(&v->numbers);
    uint32_t n = 0;
    for (uint32_t i = list; i; i = t->facts[i - 1].next) {
        const struct ort_fact *f = &t->facts[i - 1];
        if (!f->key || f->type) continue;
        uint64_t *number = ort_key_value(&v->numbers, f->key);
        if (!number) return -1;
        if (!*number)
            v->inputs[(*number = ++n) - 1] = (struct ort_input_of){f->key, f->order, i};
        else if (f->order < v->inputs[*number - 1].order)
            v->inputs[*number - 1] = (struct ort_input_of){f->key, f->order, i};
    }
    sort_by_order(v->inputs, n);
    for (uint32_t k = 0; k < n; k++) *ort_key_value(&v->numbers, v->inputs[k].key) = k + 1;
    return n;
}

/* Leaves the pages of the full block to the file: the process does not read them again. */
static void leave_block(const struct ort_invocations *v) {
    if (!v->block) return;
    uintptr_t from = (uintptr_t)v->block + ORT_PAGE - 1, to = (uintptr_t)v->block + v->block->size;
    from &= ~(uintptr_t)(ORT_PAGE - 1);
    to &= ~(uintptr_t)(ORT_PAGE - 1);
    if (from < to) ort_os_leave((void *)from, to - from);
}

static void *room_for(struct ort_invocations *v, uint32_t thread, uint64_t bytes) {
    if (bytes > v->left) {
        uint64_t want = bytes > BLOCK_BYTES ? bytes : BLOCK_BYTES;
        struct ordo_raw_invocations *b = ort_raw_block(thread, sizeof *b + want, ORT_RAW_ANYWHERE);
        if (!b) return NULL;
        ort_raw_publish(b, ORDO_RAW_INVOCATIONS);
        leave_block(v);
        v->block = b;
        v->left = b->size - sizeof *b;
        ort_os_populate(b, b->size);
    }
    return (char *)(v->block + 1) + v->block->used;
}

static void write_input(struct ort_invocations *v, struct ordo_raw_input *to,
                        const struct ort_fact *f) {
    uint32_t name = f->name ? f->name : ort_name_of_seen(v->names, f->variable);
    *to = (struct ordo_raw_input){
        .type = f->began_as, .form = f->form, .identity = f->key, .many = f->many, .name = name};
}

static uint32_t flags_of(uint8_t sizes_known) {
    if (sizes_known == ORT_KNOWS_ALL) return ORDO_FACT_MEASURED;
    return (sizes_known & ORT_KNOWS_ELEMENTS ? ORDO_FACT_BOUNDED : 0u) |
           (sizes_known & ORT_KNOWS_USED ? ORDO_FACT_USED : 0u);
}

static void write_fact(struct ordo_raw_fact *to, const struct ort_fact *f, uint32_t input) {
    *to = (struct ordo_raw_fact){.context = f->context - 1,
                                 .input = input,
                                 .type = f->type,
                                 .flags = flags_of(f->measured) |
                                          (f->repeated ? ORDO_FACT_REPEATED : 0u) |
                                          (f->partial ? ORDO_FACT_PARTIAL : 0u),
                                 .reads = f->reads,
                                 .writes = f->writes,
                                 .creations = f->creations,
                                 .elements = ort_fact_elements(f),
                                 .references = f->references,
                                 .capacity = ort_fact_capacity(f),
                                 .used = f->used};
}

/* Returns the number of a fact's input in the record, from 1. An input that has facts by type only
 * gets the number after all others. */
static uint32_t input_number(const struct ort_invocations *v, uint32_t n, uint64_t key) {
    const uint64_t *number = ort_key_find(&v->numbers, key);
    return number ? (uint32_t)*number : n + 1;
}

static int write_invocation(struct ort_invocations *v, uint32_t thread, uint32_t context,
                            uint64_t ordinal, uint64_t steps, int partial,
                            const struct ort_facts *t, uint32_t list, uint32_t n_facts) {
    int64_t n_inputs = gather_inputs(v, t, list, n_facts);
    if (n_inputs < 0) return -1;
    uint64_t bytes = sizeof(struct ordo_raw_invocation) +
                     (uint64_t)n_inputs * sizeof(struct ordo_raw_input) +
                     n_facts * sizeof(struct ordo_raw_fact);
    struct ordo_raw_invocation *r = room_for(v, thread, bytes);
    if (!r) return -1;
    *r = (struct ordo_raw_invocation){.context = context - 1,
                                      .n_inputs = (uint32_t)n_inputs,
                                      .n_facts = n_facts,
                                      .ordinal = ordinal};
    struct ordo_raw_input *in = (struct ordo_raw_input *)(r + 1);
    for (uint32_t k = 0; k < n_inputs; k++) write_input(v, in++, &t->facts[v->inputs[k].fact - 1]);
    struct ordo_raw_fact *out = (struct ordo_raw_fact *)in;
    *out++ = (struct ordo_raw_fact){.context = context - 1,
                                    .flags = partial ? ORDO_FACT_PARTIAL : 0u,
                                    .reads = 1,
                                    .writes = steps};
    for (uint32_t i = list; i; i = t->facts[i - 1].next) {
        const struct ort_fact *f = &t->facts[i - 1];
        uint32_t input = f->key ? input_number(v, (uint32_t)n_inputs, f->key) : 0;
        write_fact(out++, f, input);
    }
    v->left -= bytes;
    __atomic_store_n(&v->block->used, v->block->used + bytes, __ATOMIC_RELEASE);
    return 0;
}

int ort_invocation_ended(struct ort_invocations *v, uint32_t thread, uint32_t context,
                         uint64_t ordinal, uint64_t steps, int partial, const struct ort_facts *t,
                         uint32_t list, uint64_t blocks) {
    uint32_t facts;
    uint64_t size = greatest_size(t, list, context, &facts);
    int first,
        kept = is_kept(v, context, size ? step_of(size) : 1024 + step_of(blocks), facts, &first);
    if (kept &&
        write_invocation(v, thread, context, ordinal, steps, partial, t, list, facts + 1) < 0)
        return -1;
    return first;
}

void ort_invocations_forget(struct ort_invocations *v) {
    ort_private_array_free(v->inputs, v->inputs_room, sizeof *v->inputs);
    ort_keys_free(&v->quotas);
    ort_keys_free(&v->numbers);
    v->inputs = NULL;
    v->block = NULL;
    v->left = v->inputs_room = 0;
    v->facts = 0;
    for (uint32_t i = 0; i < ORT_NAMES_SEEN; i++) v->names[i] = (struct ort_name_seen){0};
}
