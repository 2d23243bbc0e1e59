/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * names.c: names are appended to NAMES blocks and found again by a hash table of their offsets.
 */
#include "names.h"
#include "engine/runtime/system/lock.h"
#include "engine/runtime/system/private_memory.h"
#include "engine/runtime/system/raw_file.h"
#include "texts.h"

#define BLOCK_BYTES 4096u

static struct name {
    const char *at;
    uint32_t offset; /* + 1 */
} * names;
static uint32_t room, used;
static struct ordo_raw_names *block;
static uint64_t left, total;

static int same(const char *a, const char *b) {
    while (*a && *a == *b) a++, b++;
    return *a == *b;
}

static struct name *place(struct name *table, uint32_t size, const char *name) {
    uint32_t h = 2166136261u;
    for (const char *p = name; *p; p++) h = (h ^ (uint8_t)*p) * 16777619u;
    h &= size - 1;
    while (table[h].at && !same(table[h].at, name)) h = (h + 1) & (size - 1);
    return &table[h];
}

static int grow(void) {
    uint32_t size = room ? room * 2 : 256;
    struct name *more = ort_private_array(NULL, 0, size, sizeof *more);
    if (!more) return -1;
    for (uint32_t i = 0; i < room; i++)
        if (names[i].at) *place(more, size, names[i].at) = names[i];
    ort_private_array_free(names, room, sizeof *names);
    names = more;
    room = size;
    return 0;
}

static const char *append(const char *name, uint32_t bytes) {
    if (bytes > left) {
        uint64_t want = bytes > BLOCK_BYTES ? bytes : BLOCK_BYTES;
        struct ordo_raw_names *b = ort_raw_block(0, sizeof *b + want, ORT_RAW_BEHIND);
        if (!b) return NULL;
        b->first = total;
        ort_raw_publish(b, ORDO_RAW_NAMES);
        block = b;
        left = b->size - sizeof *b;
    }
    char *to = (char *)(block + 1) + block->used;
    ort_text_copy(to, name, bytes);
    __atomic_store_n(&block->used, block->used + bytes, __ATOMIC_RELEASE);
    left -= bytes;
    total += bytes;
    return to;
}

static struct name find_or_append(const char *name) {
    struct name of = {0};
    uint64_t saved = ort_lock_take(ORT_LOCK_NAMES);
    if (2 * (used + 1) > room && grow() < 0) goto out;
    struct name *n = place(names, room, name);
    if (!n->at) {
        uint32_t offset = (uint32_t)total + 1;
        const char *at = append(name, (uint32_t)ort_text_size(name));
        if (!at) goto out;
        *n = (struct name){at, offset};
        used++;
    }
    of = *n;
out:
    ort_lock_drop(ORT_LOCK_NAMES, saved);
    return of;
}

uint32_t ort_name_of(const char *name) {
    return name && *name ? find_or_append(name).offset : 0;
}

uint32_t ort_name_of_seen(struct ort_name_seen *seen, const char *name) {
    if (!name || !*name) return 0;
    struct ort_name_seen *e =
        &seen[((uintptr_t)name * 0x9E3779B97F4A7C15ull >> 32) % ORT_NAMES_SEEN];
    if (e->name == name && same(e->text, name)) return e->offset;
    struct name of = find_or_append(name);
    if (of.offset) *e = (struct ort_name_seen){name, of.at, of.offset};
    return of.offset;
}

const char *ort_name_text(uint32_t offset) {
    const char *text = NULL;
    uint64_t saved = ort_lock_take(ORT_LOCK_NAMES);
    for (uint32_t i = 0; offset && i < room; i++)
        if (names[i].at && names[i].offset == offset) text = names[i].at;
    ort_lock_drop(ORT_LOCK_NAMES, saved);
    return text;
}
