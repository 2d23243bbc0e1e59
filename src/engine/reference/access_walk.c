/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * access_walk.c: accesses by the simple-minded approach. A cell is added to the set of every open
 * activation, from the innermost one outwards. If it was not in the set and the access is a read,
 * the activation's size grows by one. Invariant: a cell in an activation's set is in the sets of
 * all activations below it on the stack, so the walk ends at the first set that has the cell.
 */
#include "engine.h"

#include "engine/runtime/core/effects.h"

struct cells {
    uint64_t first, count;
};

static struct cells cells_of(const void *addr, uint64_t size) {
    if (!size) return (struct cells){0, 0};
    uint64_t a = (uint64_t)(uintptr_t)addr;
    uint64_t first = a >> oref.cell_shift;
    return (struct cells){first, ((a + size - 1) >> oref.cell_shift) - first + 1};
}

static void touch(struct strand *s, size_t index, uint64_t cell, int is_read) {
    for (size_t i = index + 1; i-- > 0;) {
        if (!oref_cell_set_add(&s->open[i].accessed, cell)) break;
        s->open[i].rms += (uint64_t)is_read;
    }
    if (!oref.drms) return;
    for (size_t i = index + 1; i-- > 0;) {
        if (!oref_cell_set_add(&s->open[i].current, cell)) break;
        s->open[i].drms += (uint64_t)is_read;
    }
}

static void forget(struct strand *s, struct cells cells, int object_is_new) {
    for (size_t i = 0; i <= (size_t)(s->hot.top - s->frames); i++) {
        if (object_is_new)
            oref_cell_set_remove_range(&s->open[i].accessed, cells.first, cells.count);
        if (oref.drms) oref_cell_set_remove_range(&s->open[i].current, cells.first, cells.count);
    }
}

static int same_thread(const struct strand *a, const struct strand *b) {
    for (const struct strand *s = a; s; s = s->interrupted)
        if (s == b) return 1;
    for (const struct strand *s = b; s; s = s->interrupted)
        if (s == a) return 1;
    return 0;
}

uint64_t oref_access_read(struct ordo_frame *f, const void *addr, uint64_t size) {
    struct cells cells = cells_of(addr, size);
    size_t index;
    struct strand *s = oref_strand_with(f, &index);
    for (uint64_t c = 0; c < cells.count; c++) touch(s, index, cells.first + c, 1);
    return cells.count;
}

uint64_t oref_access_write(struct ordo_frame *f, const void *addr, uint64_t size) {
    struct cells cells = cells_of(addr, size);
    size_t index;
    struct strand *s = oref_strand_with(f, &index);
    if (oref.drms)
        for (struct strand *other = oref.strands; other; other = other->next)
            if (!same_thread(other, s)) forget(other, cells, 0);
    for (uint64_t c = 0; c < cells.count; c++) touch(s, index, cells.first + c, 0);
    return cells.count;
}

static void forget_everywhere(const void *addr, uint64_t size, int object_is_new) {
    struct cells cells = cells_of(addr, size);
    for (struct strand *s = oref.strands; s; s = s->next)
        if (s->in_use) forget(s, cells, object_is_new);
}

void __ordo_read(struct ordo_frame *f, const void *addr, uint64_t size) {
    if (!oref.on) return;
    struct engine_hold h = oref_engine_lock();
    oref_access_read(f, addr, size);
    oref_engine_unlock(&h);
}

void __ordo_read_far(struct ordo_frame *f, const void *addr, uint64_t size, uint32_t *word) {
    (void)word;
    __ordo_read(f, addr, size);
}

void __ordo_write(struct ordo_frame *f, const void *addr, uint64_t size) {
    if (!oref.on) return;
    struct engine_hold h = oref_engine_lock();
    oref_access_write(f, addr, size);
    oref_engine_unlock(&h);
}

void __ordo_fresh(struct ordo_frame *f, const void *addr, uint64_t size) {
    (void)f;
    if (!oref.on) return;
    struct engine_hold h = oref_engine_lock();
    forget_everywhere(addr, size, 1);
    oref_engine_unlock(&h);
}

void __ordo_drms_read(struct ordo_frame *f, const void *addr, uint64_t size) {
    __ordo_read(f, addr, size);
}

void __ordo_drms_write(struct ordo_frame *f, const void *addr, uint64_t size) {
    __ordo_write(f, addr, size);
}

uint64_t ort_effect_read(struct ordo_frame *f, const void *addr, size_t size) {
    struct engine_hold h = oref_engine_lock();
    uint64_t n = oref_access_read(f, addr, size);
    oref_engine_unlock(&h);
    return n;
}

uint64_t ort_effect_write(struct ordo_frame *f, const void *addr, size_t size) {
    struct engine_hold h = oref_engine_lock();
    uint64_t n = oref_access_write(f, addr, size);
    oref_engine_unlock(&h);
    return n;
}

uint64_t ort_effect_kernel_read(struct ordo_frame *f, const void *addr, size_t size) {
    return ort_effect_read(f, addr, size);
}

/* For rms the calling thread wrote the cells; for drms they are input to whichever activation
 * reads them next. */
uint64_t ort_effect_kernel_write(struct ordo_frame *f, const void *addr, size_t size) {
    struct engine_hold h = oref_engine_lock();
    uint64_t n = oref_access_write(f, addr, size);
    if (oref.drms) forget_everywhere(addr, size, 0);
    oref_engine_unlock(&h);
    return n;
}

uint64_t ort_effect_cells(size_t bytes) {
    uint64_t partial = (bytes & (((uint64_t)1 << oref.cell_shift) - 1)) != 0;
    return (bytes >> oref.cell_shift) + partial;
}

void ort_effect_fresh(struct ordo_frame *f, const void *addr, size_t size) {
    __ordo_fresh(f, addr, size);
}

void ort_effect_zeroed(struct ordo_frame *f, const void *addr, size_t size) {
    struct engine_hold h = oref_engine_lock();
    forget_everywhere(addr, size, 1);
    oref_access_write(f, addr, size);
    oref_engine_unlock(&h);
}

void ort_charge(struct ort_site s, struct ordo_scope *library, uint64_t blocks) {
    struct engine_hold h = oref_engine_lock();
    uint32_t id = oref_registry_library(library);
    s.t->cost += blocks;
    s.f->cost_below += blocks;
    oref.scopes[id - 1].total.calls++;
    oref.scopes[id - 1].total.cost += blocks;
    oref.scopes[id - 1].total.self += blocks;
    oref_tally_edge(s.f->scope->id, id, blocks, blocks);
    oref_engine_unlock(&h);
}

void ort_charge_counted(struct ort_site s, struct ordo_scope *library, uint64_t blocks,
                        size_t bytes) {
    (void)bytes;
    ort_charge(s, library, blocks);
}

/* Structures are not part of the oracle. */
void ort_effect_block(const void *p, size_t bytes) {
    (void)p, (void)bytes;
}
void ort_effect_mapped(const void *p, size_t bytes, int fd) {
    (void)p, (void)bytes, (void)fd;
}
void ort_effect_block_end(const void *p) {
    (void)p;
}
void ort_effect_block_move(const void *from, const void *to, size_t bytes) {
    (void)from, (void)to, (void)bytes;
}
void ort_effect_copy(const void *to, const void *from, size_t size) {
    (void)to, (void)from, (void)size;
}
void *ort_called(void *routine) {
    return routine;
}

void ort_effect_text(const void *addr) {
    (void)addr;
}
void ort_effect_set(const void *to, size_t size) {
    (void)to, (void)size;
}

int ort_effect_links(void) {
    return 0;
}

void ort_effect_link_read(struct ort_link_type *type, const void *base, const void *link) {
    (void)type, (void)base, (void)link;
}

void ort_effect_link_write(struct ort_link_type *type, const void *base, const void *link,
                           const void *to) {
    (void)type, (void)base, (void)link, (void)to;
}

void ort_effect_link(struct ort_link_type *type, const void *base, const void *link,
                     const void *to) {
    (void)type, (void)base, (void)link, (void)to;
}

void ort_effect_input(size_t size) {
    struct strand *s = __ordo_self ? oref_strand_of(__ordo_self) : NULL;
    if (s && s->hot.tick) s->open[s->hot.top - s->frames].input += size;
}

void ort_effect_file_in(FILE *stream, size_t size) {
    (void)stream;
    ort_effect_input(size);
}

void ort_effect_stream_in(FILE *stream, const void *data, size_t size) {
    (void)stream, (void)data;
    ort_effect_input(size);
}
void ort_effect_stream_out(FILE *stream, const void *data, size_t size) {
    (void)stream, (void)data, (void)size;
}
void ort_effect_descriptor_in(int fd, const void *data, size_t size) {
    (void)fd, (void)data;
    ort_effect_input(size);
}
void ort_effect_descriptor_out(int fd, const void *data, size_t size) {
    (void)fd, (void)data, (void)size;
}
void ort_effect_descriptor_opened(int fd) {
    (void)fd;
}

/* Extra cost metrics are not part of the oracle. */
void ort_count(struct ort_site s, enum ordo_raw_cost metric, uint64_t amount) {
    (void)s, (void)metric, (void)amount;
}
void ort_count_block(struct ort_site s, size_t bytes) {
    (void)s, (void)bytes;
}
void ort_count_freed(struct ort_site s, size_t bytes) {
    (void)s, (void)bytes;
}
void ort_count_resized(struct ort_site s, size_t had, size_t bytes) {
    (void)s, (void)had, (void)bytes;
}
