/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * graph_generic.c: the length of a copy shows the size of an element, if it divides the block and
 * the copy begins where an element would. The other side of the copy may show the element's type.
 * If a later copy does not fit these elements, the block is an array of bytes. An access by the
 * program's own code shows the type for good, as with other guessed arrays. A block of one element
 * is no array, but its type is remembered, because arrays grow from one: the copy that makes it two
 * counts for both.
 *
 * A copy from the beginning of one allocated block to that of another, of which nothing but bytes
 * is known, shows nothing: an array that grows is copied like that as a whole.
 */
#include "graph_parts.h"

#define GENERIC_MOST 4096u /* bytes of an element */

/* Returns the number of the type of `bytes` bytes of which nothing else is known, or 0. */
static uint32_t bytes_type(uint32_t bytes) {
    char name[24], digits[12];
    static uint32_t last_bytes, last_type;
    if (bytes == last_bytes) return last_type;
    uint32_t n = 0, i = 0;
    for (uint32_t rest = bytes; rest; rest /= 10) digits[n++] = (char)('0' + rest % 10);
    while (n) name[i++] = digits[--n];
    for (const char *unit = " bytes"; *unit; unit++) name[i++] = *unit;
    name[i] = 0;
    struct ordo_type type = {.name = bytes == 1 ? "char" : name, .size = bytes};
    last_bytes = bytes;
    return last_type = ort_graph_type(&type);
}

/* Returns the number of the type of the element of this size at the address, or 0. */
static uint32_t type_of(uintptr_t at, uint64_t bytes) {
    uint32_t block = ort_place_block(at);
    const struct ort_block *b = block ? ort_block_at(block) : NULL;
    uint32_t id = !b ? 0 : b->array ? ort_vertex_at(b->array)->type : b->type;
    if (!id) return 0;
    const struct ordo_type *type = ort_graph_type_of(id);
    return type->size == bytes && !(type->flags & ORDO_TYPE_LINKED) ? id : 0;
}

/* Is the address in an array, known or declared, whose elements are smaller than the copy, and
 * larger than bytes? Then the copy is one of several elements. Bytes may be a buffer for an
 * element. */
static bool is_of_several(uintptr_t at, uint64_t bytes) {
    uint32_t block = ort_place_block(at);
    const struct ort_block *b = block ? ort_block_at(block) : NULL;
    uint32_t id = !b ? 0 : b->array ? ort_vertex_at(b->array)->type : b->type;
    uint64_t size = id ? ort_graph_type_of(id)->size : 0;
    return size > 1 && size < bytes;
}

/* Is it the beginning of an allocated block of which nothing is known, or only that it has bytes?
 */
static bool begins_unknown(uintptr_t at) {
    uint32_t block = ort_place_block(at);
    const struct ort_block *b = block ? ort_block_at(block) : NULL;
    if (!b || !b->heap || b->at != at || b->type || b->elements) return false;
    return !b->array || ort_graph_type_of(ort_vertex_at(b->array)->type)->size == 1;
}

static bool fits(const struct ort_block *b, uintptr_t at, uint64_t bytes) {
    return b->bytes % bytes == 0 && (at - b->at) % bytes == 0;
}

uintptr_t ort_graph_generic(uintptr_t at, uint64_t bytes, uintptr_t other) {
    uint32_t block = ort_place_block(at);
    struct ort_block *b = block ? ort_block_at(block) : NULL;
    if (!b || !b->heap || b->nodes || b->elements) return 0;
    if (b->type && ort_graph_type_of(b->type)->size != bytes) return 0;
    if (b->array) {
        const struct ort_graph_vertex *x = ort_vertex_at(b->array);
        bool of_bytes = x->type == bytes_type(ort_graph_type_of(x->type)->size);
        if (of_bytes && x->flags & ORT_VERTEX_GUESSED && bytes % ort_graph_type_of(x->type)->size)
            ort_vertex_retype(b->array, bytes_type(1));
        return 0;
    }
    if (bytes < 2 || bytes > GENERIC_MOST || !fits(b, at, bytes)) return 0;
    if (is_of_several(other, bytes)) return 0;
    if (begins_unknown(at) && begins_unknown(other)) return 0;
    uint32_t id = type_of(other, bytes);
    if (bytes == b->bytes) {
        if (!b->type) b->type = id;
        return 0;
    }
    uintptr_t first = b->type && at == b->at + bytes ? b->at : at;
    if (!id) id = b->type;
    if (!id) id = bytes_type((uint32_t)bytes);
    bool made = id && ort_vertex_array_of(block, ort_graph_type_of(id), ORT_VERTEX_GUESSED);
    return made ? first : 0;
}
