/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * graph_blocks.c: blocks begin, end and move.
 *
 * A block that begins ends all blocks that it overlaps, as a whole: nothing reported their end (a
 * stack frame was left), and what they held is no longer what it was. Elements outside all blocks
 * that begin there end too.
 */
#include "engine/runtime/core/thread_state.h"
#include "engine/runtime/system/private_memory.h"
#include "graph_kept.h"
#include "graph_population.h"

struct ort_pool ort_blocks;

static uint32_t take(void) {
    uint32_t id = ort_blocks.free;
    if (!id) return ort_pool_next(&ort_blocks, sizeof(struct ort_block));
    ort_blocks.free = (uint32_t)ort_block_at(id)->at;
    return id;
}

static void kill_elements(uintptr_t at, uintptr_t end) {
    for (ort_vertex v; (v = ort_place_next(at, end)) != 0;) {
        at = ort_vertex_at(v)->at + 8;
        ort_vertex_kill(v);
    }
}

/* Notes that addresses enter or leave a block. */
static void borders_change(void) {
    if (ort_slots_outside) ort_appearances++;
}

/* Forgets which words of the block, whose elements are gone, had slots; unless an element outside
 * all blocks reaches into it, which may have some. */
static void forget_slots(const struct ort_block *b) {
    uintptr_t low = b->at > ort_vertex_outside ? b->at - ort_vertex_outside : 0;
    for (ort_vertex v; ort_vertex_outside && (v = ort_place_next(low, b->at)) != 0;) {
        const struct ort_graph_vertex *x = ort_vertex_at(v);
        if (x->at + 8 * ((uint64_t)x->first + x->n_slots) > b->at) return;
        low = x->at + 8;
    }
    ort_place_clear_slots(b->at, b->at + b->bytes);
}

static void end(uint32_t id) {
    struct ort_block *b = ort_block_at(id);
    borders_change();
    if (b->array) ort_vertex_kill(b->array);
    if (b->elements) {
        kill_elements(b->at, b->at + b->bytes);
        forget_slots(b);
    }
    ort_place_uncover(id, b->at, b->bytes);
    b->age++;
    b->at = ort_blocks.free;
    b->bytes = 0;
    ort_blocks.free = id;
}

static void make_room(uintptr_t at, uint64_t bytes) {
    for (uint32_t id; (id = ort_place_overlap(at, bytes)) != 0;) end(id);
    kill_elements(at, at + bytes);
}

/* Makes room for the block and puts it there. */
static bool settle(uint32_t id, uintptr_t at, uint64_t bytes) {
    struct ort_places_spot spot;
    bool beside = !ort_place_spot(at, bytes, &spot);
    if (likely(!beside)) {
        uint32_t in_way = ort_spot_before(&spot);
        if (in_way) end(in_way);
        while ((in_way = ort_spot_first(&spot, &beside)) != 0) end(in_way);
    }
    if (unlikely(beside)) {
        make_room(at, bytes);
        return ort_place_cover(id, at, bytes);
    }
    if (unlikely(ort_spot_has_elements(&spot))) kill_elements(at, at + bytes);
    ort_spot_take(&spot, id);
    return true;
}

static bool believable(uintptr_t at, uint64_t bytes) {
    return at >= ORT_GRAPH_LOWEST && at < ORT_GRAPH_ADDRESSES && bytes &&
           bytes <= ORT_GRAPH_ADDRESSES - at - 8;
}

/* Sets the type of the block that has just begun there, if it is such. Returns its number, or 0. */
static uint32_t set_type(uintptr_t at, uint64_t bytes, struct ordo_type *type) {
    uint32_t id = ort_place_beginning(at);
    struct ort_block *b = id ? ort_block_at(id) : NULL;
    if (!b || b->bytes != bytes || !ort_block_is_untouched(b) || (b->name && !b->local)) return 0;
    b->nodes = ort_block_holds_nodes(type, bytes);
    b->type = ort_type_number(type);
    return id;
}

/* Begins a block. *id: its number, or 0 if there can be none. */
static bool begin(uintptr_t at, uint64_t bytes, struct ordo_type *type, const char *name,
                  uint32_t *id) {
    *id = 0;
    if (!believable(at, bytes)) return true;
    if (type && !name && (*id = set_type(at, bytes, type)) != 0) return true;
    borders_change();
    if (!(*id = take()) || !settle(*id, at, bytes)) return false;
    struct ort_block *b = ort_block_at(*id);
    *b = (struct ort_block){.at = at,
                            .bytes = bytes,
                            .name = name,
                            .age = b->age,
                            .type = type ? ort_type_number(type) : 0,
                            .nodes = type && ort_block_holds_nodes(type, bytes),
                            .heap = !type};
    return true;
}

bool ort_graph_block(uintptr_t at, uint64_t bytes, struct ordo_type *type, const char *name) {
    uint32_t id;
    return begin(at, bytes, type, name, &id);
}

bool ort_graph_variable(uintptr_t at, uint64_t bytes, struct ordo_type *type,
                        const struct ordo_frame *frame) {
    const struct ort_thread *t = (const struct ort_thread *)__ordo_self;
    uint32_t id;
    if (!begin(at, bytes, type, NULL, &id)) return false;
    struct ort_block *b = id ? ort_block_at(id) : NULL;
    if (!b || b->heap || !frame || frame < t->frames || frame > t->hot.top) return true;
    b->local = 1;
    b->frame = (uint32_t)(frame - t->frames);
    b->stamp = frame->stamp;
    b->thread = t->number;
    *ort_recent_block(at) = id; /* for when the variable begins again */
    return true;
}

void ort_graph_becomes(uintptr_t at, struct ordo_type *type) {
    uint32_t id = ort_place_block(at);
    struct ort_block *b = id ? ort_block_at(id) : NULL;
    if (!b || !b->heap || b->type || !ort_block_is_untouched(b)) return;
    uint64_t lead = at - b->at;
    if ((b->bytes - lead) / type->size != 1 || lead > UINT32_MAX) return;
    if (set_type(b->at, b->bytes, type)) b->lead = (uint32_t)lead;
}

void ort_graph_several(uintptr_t at) {
    uint32_t id = ort_place_beginning(at);
    struct ort_block *b = id ? ort_block_at(id) : NULL;
    if (b && b->type && ort_graph_type_of(b->type)->flags & ORDO_TYPE_PLAIN) b->nodes = 0;
}

bool ort_block_is_left(const struct ort_block *b) {
    const struct ort_thread *t = (const struct ort_thread *)__ordo_self;
    if (!b->local || !t || b->thread != t->number) return false;
    const struct ordo_frame *f = t->frames + b->frame;
    return f > t->hot.top || f->stamp != b->stamp;
}

bool ort_graph_is_block(uintptr_t at, uint64_t bytes, const char *name) {
    uint32_t id = ort_place_beginning(at);
    return id && ort_block_at(id)->bytes == bytes && !ort_block_at(id)->local &&
           ort_block_at(id)->name == name;
}

void ort_graph_end(uintptr_t at) {
    uint32_t id = ort_place_beginning(at);
    if (id) end(id);
}

static void set_bytes(struct ort_block *b, uint64_t bytes) {
    struct ort_graph_vertex *x = b->array ? ort_vertex_at(b->array) : NULL;
    uint64_t size = x ? ort_graph_type_of(x->type)->size : 1, was = b->bytes;
    b->bytes = bytes;
    if (x) ort_population_room(b->array, was / size, ort_array_is_content(x));
    if (x && x->stamp) ort_kept_room(b->array, was / size, bytes / size);
}

/* Changes the length of the block in place. What no longer fits dies. */
static bool resize(uint32_t id, uint64_t bytes) {
    struct ort_block *b = ort_block_at(id);
    uintptr_t was = b->at + b->bytes, is = b->at + bytes;
    borders_change();
    if (b->array) ort_vertex_forget(ort_vertex_at(b->array));
    if (is > was) make_room(was, is - was);
    ort_place_uncover(id, b->at, b->bytes);
    set_bytes(b, bytes);
    if (!ort_place_cover(id, b->at, bytes)) return false;
    uint64_t reach = ort_vertex_longest;
    uintptr_t low = is - b->at > reach ? is - reach : b->at;
    for (ort_vertex v; b->elements && (v = ort_place_next(low, was)) != 0;) {
        const struct ort_graph_vertex *x = ort_vertex_at(v);
        low = x->at + 8;
        if (x->at + ort_graph_type_of(x->type)->size > is)
            ort_vertex_kill(v);
        else if (!ort_vertex_shorten(v, is))
            return false;
    }
    if (!b->array) return true;
    if (bytes >= ort_graph_type_of(ort_vertex_at(b->array)->type)->size)
        return ort_vertex_shorten(b->array, is);
    ort_vertex_kill(b->array);
    return true;
}

/* Elements of a block that is moving. Nothing else refers to them meanwhile. */
static ort_vertex *moving;
static uint64_t moving_room;

static bool collect(const struct ort_block *b, uint64_t *n) {
    uintptr_t at = b->at;
    *n = 0;
    for (ort_vertex v; b->elements && (v = ort_place_next(at, b->at + b->bytes)) != 0;) {
        if (*n == moving_room) {
            uint64_t more = moving_room ? moving_room * 2 : 1024;
            ort_vertex *to = ort_private_array(moving, moving_room, more, sizeof *to);
            if (!to) return false;
            moving = to;
            moving_room = more;
        }
        at = ort_vertex_at(v)->at + 8;
        moving[(*n)++] = v;
    }
    return true;
}

bool ort_graph_move(uintptr_t at, uintptr_t to, uint64_t bytes) {
    uint32_t id = ort_place_beginning(at);
    if (!id || !believable(to, bytes)) {
        if (id) end(id);
        return ort_graph_block(to, bytes, NULL, NULL);
    }
    if (to == at) return resize(id, bytes);
    if ((to - at) & 7) kill_elements(at, at + ort_block_at(id)->bytes);
    struct ort_block *b = ort_block_at(id);
    uint64_t n;
    borders_change();
    if (b->bytes > bytes && !resize(id, bytes)) return false;
    if (!collect(b, &n)) return false;
    for (uint64_t i = 0; i < n; i++) ort_vertex_leave(moving[i]);
    if (b->array) ort_vertex_leave(b->array);
    if (n) forget_slots(b);
    ort_place_uncover(id, b->at, b->bytes);
    make_room(to, bytes);
    bool ok = ort_place_cover(id, to, bytes);
    for (uint64_t i = 0; i < n; i++)
        ok &= ort_vertex_arrive(moving[i], ort_vertex_at(moving[i])->at - at + to);
    if (b->array) ok &= ort_vertex_arrive(b->array, to);
    b->at = to;
    set_bytes(b, bytes);
    b->age++;
    return ok;
}
