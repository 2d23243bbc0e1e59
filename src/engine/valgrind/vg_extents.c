/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * vg_extents.c: finds extents of routines in .eh_frame_hdr.
 *
 * The object's ELF header is where the beginning of the file is mapped. It names the segment with
 * the sorted table of (first address, description); the description has the length. Both linkers
 * write table entries relative to the table's beginning, and compilers write descriptions relative
 * to themselves; other encodings are ignored.
 */
#include "vg_extents.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_basics.h"
#include "pub_tool_libcbase.h"

#include <elf.h>

#define ENCODING_SDATA4 0x0b
#define ENCODING_UDATA4 0x03
#define ENCODING_PCREL 0x10
#define ENCODING_DATAREL 0x30
#define MOST_MAPPINGS 2048

struct table {
    uint64_t base;          /* the address that entries are relative to */
    const int32_t *entries; /* pairs: first address, description */
    uint32_t n;
};

static int is_readable(uint64_t low, uint64_t size) {
    const NSegment *s = VG_(am_find_nsegment)((Addr)low);
    return s && s->hasR && s->end - low >= size - 1;
}

/* Returns the address at which the beginning of the object's file is mapped, or 0. `address` is
 * in the object. */
static uint64_t header_address(uint64_t address) {
    static Addr starts[MOST_MAPPINGS];
    const NSegment *own = VG_(am_find_nsegment)((Addr)address);
    if (!own || own->kind != SkFileC) return 0;
    Int n = VG_(am_get_segment_starts)(SkFileC, starts, MOST_MAPPINGS);
    uint64_t found = 0;
    for (Int i = 0; i < n && starts[i] <= address; i++) {
        const NSegment *s = VG_(am_find_nsegment)(starts[i]);
        if (s && s->dev == own->dev && s->ino == own->ino && s->offset == 0) found = s->start;
    }
    return found;
}

static int read_table(uint64_t at, uint64_t size, struct table *t) {
    if (size < 12 || !is_readable(at, size)) return 0;
    const uint8_t *h = (const uint8_t *)(Addr)at;
    if (h[0] != 1 || h[1] != (ENCODING_PCREL | ENCODING_SDATA4) || h[2] != ENCODING_UDATA4 ||
        h[3] != (ENCODING_DATAREL | ENCODING_SDATA4))
        return 0;
    VG_(memcpy)(&t->n, h + 8, sizeof t->n);
    if (!t->n || t->n > (size - 12) / 8) return 0;
    t->base = at;
    t->entries = (const int32_t *)(const void *)(h + 12);
    return 1;
}

static int find_table(uint64_t address, struct table *t) {
    uint64_t at = header_address(address), bias = 0;
    if (!at || !is_readable(at, sizeof(Elf64_Ehdr))) return 0;
    const Elf64_Ehdr *h = (const Elf64_Ehdr *)(Addr)at;
    if (VG_(memcmp)(h->e_ident, ELFMAG, SELFMAG) != 0 || h->e_phentsize != sizeof(Elf64_Phdr) ||
        !is_readable(at + h->e_phoff, (uint64_t)h->e_phnum * sizeof(Elf64_Phdr)))
        return 0;
    const Elf64_Phdr *p = (const Elf64_Phdr *)(Addr)(at + h->e_phoff), *frames = NULL;
    for (int i = h->e_phnum; i-- > 0;) {
        if (p[i].p_type == PT_GNU_EH_FRAME) frames = &p[i];
        if (p[i].p_type == PT_LOAD && p[i].p_offset == 0) bias = at - p[i].p_vaddr;
    }
    return frames && read_table(bias + frames->p_vaddr, frames->p_memsz, t);
}

static uint64_t entry(const struct table *t, uint32_t i, int which) {
    return t->base + (uint64_t)(int64_t)t->entries[2 * i + (uint32_t)which];
}

int ovg_extent_find(uint64_t address, uint64_t *low, uint64_t *high) {
    struct table t;
    if (!find_table(address, &t) || address < entry(&t, 0, 0)) return 0;
    uint32_t first = 0, end = t.n;
    while (end - first > 1) {
        uint32_t middle = first + (end - first) / 2;
        if (entry(&t, middle, 0) <= address)
            first = middle;
        else
            end = middle;
    }
    /* words of a description: length, offset of its CIE, first address, size */
    uint64_t at = entry(&t, first, 1);
    if (!is_readable(at, 16)) return 0;
    const uint32_t *d = (const uint32_t *)(Addr)at;
    uint64_t begins = at + 8 + (uint64_t)(int64_t)(int32_t)d[2];
    if (begins != entry(&t, first, 0) || address - begins >= d[3]) return 0;
    *low = begins;
    *high = begins + d[3];
    return 1;
}
