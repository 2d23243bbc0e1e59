/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * sample_log.c: the records of samples.
 *
 * Records are slots of SAMPLES blocks. A slot is filled before its scope is set, and its scope is
 * cleared before it is filled again, so that a killed process leaves only whole records and free
 * slots.
 *
 * Thinning out concerns scopes with more than half of the mean number of records. They have at
 * least half of all records, so each time about a quarter of the log becomes free.
 */
#include "sample_log.h"
#include "engine/runtime/system/private_memory.h"
#include "engine/runtime/system/raw_file.h"
#include "engine/runtime/system/settings.h"

#define PER_BLOCK 256u /* records */
#define PAIR_LOG2 1u   /* numbers of a pair differ in the last bit only */

struct slot {
    struct ordo_raw_sample *record;
    struct ort_log_share *share;
    uint32_t number; /* of the sample in its scope, from 0 */
    uint32_t pad;
};

static struct ort_log_share *shares;
static struct slot *slots;
static uint32_t *free_slots; /* numbers of slots without a record */
static uint32_t n_slots, n_free, room;
static uint32_t n_shares;

static uint32_t most_slots(void) {
    uint64_t n = ort_settings.log_bytes / sizeof(struct ordo_raw_sample);
    return !ort_settings.log_bytes || n > UINT32_MAX / 2 ? UINT32_MAX / 2 : n ? (uint32_t)n : 1;
}

static int keeps(const struct ort_log_share *share, uint32_t number) {
    return (number >> PAIR_LOG2 & ((1ull << share->stride_log2) - 1)) == 0;
}

static int make_tables(uint32_t want) {
    if (want <= room) return 0;
    uint32_t more = room ? 2 * room : 1024;
    struct slot *s = ort_private_array(slots, n_slots, more, sizeof *s);
    if (!s) return -1;
    slots = s;
    uint32_t *f = ort_private_array(NULL, 0, more, sizeof *f);
    if (!f) return -1;
    for (uint32_t i = 0; i < n_free; i++) f[i] = free_slots[i];
    ort_private_array_free(free_slots, room, sizeof *f);
    free_slots = f;
    room = more;
    return 0;
}

static int add_block(void) {
    uint32_t n = most_slots() - n_slots;
    if (!n) return -1;
    if (n > PER_BLOCK) n = PER_BLOCK;
    if (make_tables(n_slots + n) < 0) return -1;
    struct ordo_raw_samples *b =
        ort_raw_block(0, sizeof *b + n * sizeof(struct ordo_raw_sample), ORT_RAW_ANYWHERE);
    if (!b) return -1;
    b->n = b->capacity = n;
    ort_raw_publish(b, ORDO_RAW_SAMPLES);
    struct ordo_raw_sample *records = (struct ordo_raw_sample *)(b + 1);
    for (uint32_t i = n; i-- > 0;) {
        slots[n_slots + i] = (struct slot){&records[i], NULL, 0, 0};
        free_slots[n_free++] = n_slots + i;
    }
    n_slots += n;
    return 0;
}

static void remove_record(uint32_t slot) {
    struct slot *s = &slots[slot];
    __atomic_store_n(&s->record->scope, 0, __ATOMIC_RELEASE);
    s->share->logged--;
    s->share = NULL;
    free_slots[n_free++] = slot;
    ort_sample_unlogged();
}

/* Removes half of the records of each scope that has many. */
static void thin_out(void) {
    uint64_t records = n_slots - n_free;
    for (struct ort_log_share *s = shares; s; s = s->next)
        if (s->logged > 2 && 2ull * s->logged * n_shares > records && s->stride_log2 < 31)
            s->stride_log2++;
    for (uint32_t i = 0; i < n_slots; i++)
        if (slots[i].share && !keeps(slots[i].share, slots[i].number)) remove_record(i);
}

static void enlist(struct ort_log_share *share) {
    if (share->known) return;
    share->known = 1;
    share->next = shares;
    shares = share;
    n_shares++;
}

static int make_room(void) {
    if (n_free || add_block() == 0) return 0;
    if (n_slots) thin_out();
    return n_free ? 0 : -1;
}

void ort_sample_log_add(struct ort_log_share *share, const struct ordo_raw_sample *sample) {
    uint32_t number = share->ended++;
    if (!keeps(share, number) || make_room() < 0 || !keeps(share, number)) {
        ort_sample_unlogged();
        return;
    }
    enlist(share);
    uint32_t slot = free_slots[--n_free];
    struct ordo_raw_sample *to = slots[slot].record;
    uint64_t *words = (uint64_t *)(void *)to;
    const uint64_t *from = (const uint64_t *)(const void *)sample;
    words[0] = (uint64_t)sample->flags << 32;
    for (uint32_t i = 1; i < sizeof *to / 8; i++) words[i] = from[i];
    __atomic_store_n(&to->scope, share->scope, __ATOMIC_RELEASE);
    slots[slot].share = share;
    slots[slot].number = number;
    share->logged++;
}

void ort_sample_log_forget(void) {
    shares = NULL;
    n_shares = n_slots = n_free = 0;
}
