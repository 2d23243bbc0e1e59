/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * struct_types.c: reads the source's types from the module's debug information.
 *
 * Each type is read once, when it is first reached through a member or a target. To find cycles,
 * every complete record gets a list of its pointers, including those of embedded records. The
 * cycles are the strongly connected components (Tarjan) of the graph of records.
 */
#include "struct_types.h"

#include "engine/llvm/ir/module_memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_MEMBERS = 4096, MAX_POINTERS = 4096, MAX_DEPTH = 24 };

struct dtypes {
    struct ptrmap by_di;   /* handle -> address of its struct dtype */
    struct ptrmap by_llvm; /* LLVM's type -> address of its struct dtype: plain types and structs */
    struct dtype **records;
    unsigned n_records;
};

static struct dtypes *types_of(struct opass *p) {
    if (!p->structure.types) p->structure.types = opass_alloc(p, sizeof *p->structure.types);
    return p->structure.types;
}

static struct dtype *found(const struct ptrmap *map, const void *key) {
    return (struct dtype *)(intptr_t)ptrmap_get(map, key, 0);
}

/* "ns::List<int>::Node<char>" -> "Node". */
static const char *stem_of(struct opass *p, const char *own) {
    char *stem = opass_text(p, own);
    int depth = 0;
    char *begin = stem;
    for (char *c = stem; *c; c++) {
        depth += *c == '<';
        depth -= *c == '>';
        if (!depth && c[0] == ':' && c[1] == ':') begin = c + 2;
    }
    char *arguments = strchr(begin, '<');
    if (arguments && arguments != begin) *arguments = 0;
    return begin;
}

static char *pointer_name(struct opass *p, const struct dtype *target) {
    const char *to = !target                              ? "void"
                     : target->kind == SHIM_TYPE_FUNCTION ? "function"
                                                          : target->name;
    size_t n = strlen(to);
    char *name = opass_alloc(p, n + 3);
    sprintf(name, n && to[n - 1] == '*' ? "%s*" : "%s *", to);
    return name;
}

static void read_members(struct opass *p, struct dtype *t) {
    struct shim_member *list = malloc(MAX_MEMBERS * sizeof *list);
    if (!list) abort();
    t->n_members = shim_type_members(t->di, list, MAX_MEMBERS);
    t->members = opass_alloc(p, t->n_members * sizeof *t->members);
    for (unsigned i = 0; i < t->n_members; i++)
        t->members[i] = (struct dmember){opass_type(p, list[i].type), list[i].offset};
    free(list);
}

struct dtype *opass_type(struct opass *p, const void *di) {
    if (!di) return NULL;
    struct dtypes *all = types_of(p);
    struct dtype *t = found(&all->by_di, di);
    if (t) return t;
    struct shim_type *read = calloc(1, sizeof *read);
    if (!read) abort();
    shim_type_read(di, read);
    t = opass_alloc(p, sizeof *t);
    ptrmap_set(&all->by_di, di, (intptr_t)t);
    t->di = di, t->kind = read->kind, t->bytes = read->bytes, t->count = read->count;
    t->row = read->row;
    t->name = opass_text(p, read->name);
    t->stem = stem_of(p, read->name + (*read->name ? read->qualifier : 0));
    t->target = opass_type(p, read->target);
    /* an array of arrays counts as one array of the innermost elements */
    while (t->kind == SHIM_TYPE_ARRAY && t->target && t->target->kind == SHIM_TYPE_ARRAY) {
        t->row = t->target->row ? t->target->row : t->target->count;
        t->count *= t->target->count, t->target = t->target->target;
    }
    if (t->kind == SHIM_TYPE_RECORD) read_members(p, t);
    if (t->kind == SHIM_TYPE_POINTER) t->bytes = 8, t->name = pointer_name(p, t->target);
    if (t->kind == SHIM_TYPE_RECORD && !*t->name) t->name = opass_text(p, "(anonymous)");
    free(read);
    return t;
}

/* Is it a smart pointer? Then its first pointer is the one that it stands for. */
static bool is_handle(const struct dtype *t) {
    bool smart = !strcmp(t->stem, "unique_ptr") || !strcmp(t->stem, "shared_ptr") ||
                 !strcmp(t->stem, "weak_ptr");
    return smart && t->n_pointers && t->pointers[0].offset == 0;
}

/* Is it what counts the owners of a shared object? It may lead to the object too, but a smart
 * pointer leads there once. */
static bool is_counter(const struct dtype *t) {
    if (!t || t->kind != SHIM_TYPE_RECORD) return false;
    return !strcmp(t->stem, "_Sp_counted_base") || !strcmp(t->stem, "__shared_weak_count");
}

/* Returns the record that a pointer leads to through pointers, smart pointers and arrays, or NULL.
 * So smart pointers in a std::vector are not elements of their own. */
static struct dtype *led_to(struct dtype *t) {
    for (int i = 0; t && i < MAX_DEPTH; i++) {
        if (t->kind == SHIM_TYPE_RECORD && is_handle(t)) t = t->pointers[0].pointer;
        if (t->kind == SHIM_TYPE_RECORD) return is_counter(t) ? NULL : t;
        if (t->kind != SHIM_TYPE_POINTER && t->kind != SHIM_TYPE_ARRAY) return NULL;
        t = t->target;
    }
    return NULL;
}

/* Appends the pointers of `t`, which is at `offset` of `record`, to those of `record`. `last`:
 * nothing follows it in the record. */
static void add_pointers(struct opass *p, struct dtype *record, struct dtype *t, uint64_t offset,
                         uint64_t count, uint64_t stride, bool last, int depth) {
    if (!t || depth > MAX_DEPTH || record->n_pointers >= MAX_POINTERS) return;
    switch (t->kind) {
    case SHIM_TYPE_POINTER:
        if (offset % 8) return; /* in a packed record pointers are not at word boundaries */
        *OPASS_PUSH(p, record->pointers, record->n_pointers) =
            (struct dlink){offset, count, stride, t, last && count <= 1 && stride};
        return;
    case SHIM_TYPE_ARRAY:
        if (!t->target || !t->target->bytes) return;
        if (t->target->kind == SHIM_TYPE_POINTER && count == 1) {
            add_pointers(p, record, t->target, offset, t->count ? t->count : 1, 8, last, depth + 1);
            return;
        }
        for (uint64_t i = 0; i < (t->count ? t->count : 1) && i < MAX_POINTERS; i++)
            add_pointers(p, record, t->target, offset + i * t->target->bytes, count, stride, false,
                         depth + 1);
        return;
    case SHIM_TYPE_RECORD:
        for (unsigned i = 0; i < t->n_members; i++)
            add_pointers(p, record, t->members[i].type, offset + t->members[i].offset, count,
                         stride, last && i + 1 == t->n_members, depth + 1);
        return;
    default:
        return;
    }
}

/* A record at the beginning of another record is its base. */
static void add_bases(struct opass *p, struct dtype *record) {
    struct dtype *t = record;
    for (int i = 0; t && i < MAX_DEPTH; i++) {
        struct dtype *base = NULL;
        for (unsigned k = 0; k < t->n_members && !base; k++)
            if (t->members[k].offset == 0 && t->members[k].type &&
                t->members[k].type->kind == SHIM_TYPE_RECORD && t->members[k].type->bytes)
                base = t->members[k].type;
        if (base) *OPASS_PUSH(p, base->derived, base->n_derived) = record;
        t = base;
    }
}

/* Tarjan's search. Arrays are indexed by the number of the record, which `number` contains. */
struct search {
    struct opass *p;
    struct ptrmap number;
    unsigned *index, *low, *stack;
    bool *on_stack, *to_itself;
    unsigned counter, open, cycles;
};

static unsigned number_of(struct search *s, const struct dtype *t) {
    return (unsigned)ptrmap_get(&s->number, t, -1);
}

static void visit(struct search *s, struct dtype *t);

static void follow(struct search *s, unsigned from, struct dtype *to) {
    if (!to || ptrmap_get(&s->number, to, -1) < 0) return;
    unsigned k = number_of(s, to);
    if (k == from) s->to_itself[k] = true;
    if (!s->index[k]) {
        visit(s, to);
        if (s->low[k] < s->low[from]) s->low[from] = s->low[k];
    } else if (s->on_stack[k] && s->index[k] < s->low[from]) {
        s->low[from] = s->index[k];
    }
}

static void visit(struct search *s, struct dtype *t) {
    unsigned self = number_of(s, t);
    s->index[self] = s->low[self] = ++s->counter;
    s->stack[s->open++] = self;
    s->on_stack[self] = true;
    for (unsigned i = 0; i < t->n_pointers; i++) follow(s, self, led_to(t->pointers[i].pointer));
    for (unsigned i = 0; i < t->n_derived; i++) follow(s, self, t->derived[i]);
    if (s->low[self] != s->index[self]) return;
    unsigned from = s->open;
    while (s->stack[--from] != self) {
    }
    bool cycle = s->open - from > 1 || s->to_itself[self];
    s->cycles += cycle;
    for (unsigned i = from; i < s->open; i++) {
        s->on_stack[s->stack[i]] = false;
        if (cycle) types_of(s->p)->records[s->stack[i]]->cycle = s->cycles;
    }
    s->open = from;
}

static void find_cycles(struct opass *p) {
    struct dtypes *all = types_of(p);
    unsigned n = all->n_records + 1;
    struct search s = {.p = p};
    s.index = opass_alloc(p, n * sizeof *s.index), s.low = opass_alloc(p, n * sizeof *s.low);
    s.stack = opass_alloc(p, n * sizeof *s.stack);
    s.on_stack = opass_alloc(p, n), s.to_itself = opass_alloc(p, n);
    for (unsigned i = 0; i < all->n_records; i++) ptrmap_set(&s.number, all->records[i], i);
    for (unsigned i = 0; i < all->n_records; i++)
        if (!s.index[i]) visit(&s, all->records[i]);
    ptrmap_done(&s.number);
}

/* Is the offset of `t` in an embedded linked record? `base`: do not count bases. */
static bool is_in_another(const struct dtype *t, uint64_t offset, bool base) {
    for (unsigned i = 0; i < t->n_members; i++) {
        const struct dmember *m = &t->members[i];
        const struct dtype *in = m->type;
        if (!in || offset < m->offset) continue;
        uint64_t at = offset - m->offset;
        if (in->kind == SHIM_TYPE_ARRAY && in->target && in->target->kind == SHIM_TYPE_RECORD &&
            in->target->bytes && at < in->bytes)
            in = in->target, at %= in->bytes;
        if (in->kind != SHIM_TYPE_RECORD || at >= in->bytes) continue;
        if (in->cycle && !(base && m->offset == 0)) return true;
        if (is_in_another(in, at, base && m->offset == 0)) return true;
    }
    return false;
}

/* Returns a link of a smart pointer that leads nowhere, to its counter. What releases the object
 * reads only this one. */
static struct dlink counter_of(struct opass *p, const struct dlink *pointer) {
    struct dlink link = *pointer;
    link.pointer = opass_plain_type(p, p->ptr);
    return link;
}

static void find_links(struct opass *p, struct dtype *t) {
    for (unsigned i = 0; t->cycle && i < t->n_pointers; i++) {
        struct dtype *to = led_to(t->pointers[i].pointer);
        if (!to || to->cycle != t->cycle || is_in_another(t, t->pointers[i].offset, true)) continue;
        *OPASS_PUSH(p, t->links, t->n_links) = t->pointers[i];
        if (i + 1 < t->n_pointers && is_counter(t->pointers[i + 1].pointer->target))
            *OPASS_PUSH(p, t->links, t->n_links) = counter_of(p, &t->pointers[i + 1]);
    }
    unsigned own = 0;
    for (unsigned i = 0; i < t->n_links; i++) own += !is_in_another(t, t->links[i].offset, false);
    if (!own) t->n_links = 0; /* all are links of its base, which represents it */
}

/* Sets the home of records that are embedded in linked ones. The offset is known only if there is a
 * single place. */
static void find_homes(struct dtype *outer, struct dtype *t, uint64_t offset, bool several,
                       int depth) {
    for (unsigned i = 0; depth < MAX_DEPTH && i < t->n_members; i++) {
        struct dtype *in = t->members[i].type;
        if (!in) continue;
        bool array = in->kind == SHIM_TYPE_ARRAY;
        if (array) in = in->target;
        if (!in || in->kind != SHIM_TYPE_RECORD || in->cycle) continue;
        uint64_t at = offset + t->members[i].offset;
        bool known = in->home && (in->home != outer || in->home_offset != at);
        in->home = outer;
        in->home_offset = several || array || known ? UINT64_MAX : at;
        find_homes(outer, in, at, several || array || known, depth + 1);
    }
}

static void take_record(void *to, const void *di, const char *alias) {
    struct opass *p = to;
    struct dtype *t = opass_type(p, di);
    if (*alias) t->name = opass_text(p, alias), t->stem = t->name;
    *OPASS_PUSH(p, types_of(p)->records, types_of(p)->n_records) = t;
}

void opass_types_read(struct opass *p) {
    types_of(p);
    shim_each_record(p->m, take_record, p);
}

void opass_types_collect(struct opass *p) {
    struct dtypes *all = types_of(p);
    for (unsigned i = 0; i < all->n_records; i++) {
        add_pointers(p, all->records[i], all->records[i], 0, 1, 0, true, 0);
        add_bases(p, all->records[i]);
    }
    find_cycles(p);
    for (unsigned i = 0; i < all->n_records; i++) find_links(p, all->records[i]);
    for (unsigned i = 0; i < all->n_records; i++)
        if (all->records[i]->n_links) find_homes(all->records[i], all->records[i], 0, false, 0);
}

struct dtype *opass_plain_type(struct opass *p, LLVMTypeRef type) {
    struct dtypes *all = types_of(p);
    struct dtype *t = found(&all->by_llvm, type);
    if (t) return t;
    t = opass_alloc(p, sizeof *t);
    ptrmap_set(&all->by_llvm, type, (intptr_t)t);
    t->bytes = shim_alloc_size(p->m, type);
    t->kind = SHIM_TYPE_SCALAR;
    char name[64];
    switch (LLVMGetTypeKind(type)) {
    case LLVMPointerTypeKind:
        t->kind = SHIM_TYPE_POINTER;
        snprintf(name, sizeof name, "void *");
        break;
    case LLVMFloatTypeKind:
        snprintf(name, sizeof name, "float");
        break;
    case LLVMDoubleTypeKind:
        snprintf(name, sizeof name, "double");
        break;
    case LLVMIntegerTypeKind:
        snprintf(name, sizeof name, "int%u", LLVMGetIntTypeWidth(type));
        break;
    default:
        snprintf(name, sizeof name, "%llu bytes", (unsigned long long)t->bytes);
    }
    t->name = opass_text(p, name);
    t->stem = t->name;
    return t;
}

/* "struct.ns::Node.12" -> "ns::Node"; NULL: not a record of the source. */
static char *source_name(struct opass *p, LLVMTypeRef type) {
    const char *name = LLVMGetStructName(type);
    if (!name) return NULL;
    static const char *const kinds[] = {"struct.", "class.", "union."};
    const char *own = NULL;
    for (int i = 0; i < 3; i++)
        if (!strncmp(name, kinds[i], strlen(kinds[i]))) own = name + strlen(kinds[i]);
    if (!own) return NULL;
    char *text = opass_text(p, own);
    char *dot = strrchr(text, '.');
    if (dot && dot[1] && dot[1 + strspn(dot + 1, "0123456789")] == 0) *dot = 0;
    size_t n = strlen(text);
    if (n > 5 && !strcmp(text + n - 5, ".base")) text[n - 5] = 0;
    return text;
}

/* Returns `t`, or a record at its beginning, if its name has this stem; otherwise NULL. */
static struct dtype *leading(struct dtype *t, const char *stem, uint64_t bytes, int depth) {
    if (!t || t->kind != SHIM_TYPE_RECORD || depth > MAX_DEPTH) return NULL;
    if (!strcmp(t->stem, stem)) return t;
    if (!strcmp(stem, "anon") && !*t->stem && t->bytes == bytes) return t;
    for (unsigned i = 0; i < t->n_members; i++) {
        if (t->members[i].offset) continue;
        struct dtype *in = leading(t->members[i].type, stem, bytes, depth + 1);
        if (in) return in;
    }
    return NULL;
}

struct dtype *opass_record(struct opass *p, LLVMTypeRef type, struct dtype *hint) {
    if (LLVMGetTypeKind(type) != LLVMStructTypeKind) return NULL;
    struct dtypes *all = types_of(p);
    uint64_t bytes = LLVMTypeIsSized(type) ? shim_alloc_size(p->m, type) : 0;
    char *name = source_name(p, type);
    const char *stem = name ? stem_of(p, name) : NULL;
    struct dtype *t = stem ? leading(hint, stem, bytes, 0) : NULL;
    if (t) return t;
    t = found(&all->by_llvm, type);
    if (t) return t;
    for (unsigned i = 0; stem && i < all->n_records && !t; i++)
        if (all->records[i]->bytes == bytes && !strcmp(all->records[i]->stem, stem))
            t = all->records[i];
    if (!t && hint && hint->kind == SHIM_TYPE_RECORD && hint->bytes == bytes) return hint;
    if (!t) {
        t = opass_alloc(p, sizeof *t);
        t->kind = SHIM_TYPE_RECORD, t->bytes = bytes;
        t->name = name ? name : opass_text(p, "(anonymous)");
        t->stem = stem ? stem : t->name;
    }
    ptrmap_set(&all->by_llvm, type, (intptr_t)t);
    return t;
}

struct dtype *opass_member(struct dtype *t, uint64_t offset, uint64_t bytes) {
    for (int depth = 0; t && depth < MAX_DEPTH; depth++) {
        if (offset == 0 && t->kind != SHIM_TYPE_ARRAY && (!bytes || t->bytes == bytes)) {
            bool wrapper = bytes && t->kind == SHIM_TYPE_RECORD && t->n_members;
            if (!wrapper) return t;
        }
        if (t->kind == SHIM_TYPE_ARRAY && t->target && t->target->bytes) {
            offset %= t->target->bytes, t = t->target;
            continue;
        }
        struct dtype *in = NULL;
        uint64_t at = 0;
        for (unsigned i = 0; i < t->n_members; i++) {
            struct dmember *m = &t->members[i];
            uint64_t size = m->type ? m->type->bytes : 0;
            bool open = m->type && m->type->kind == SHIM_TYPE_ARRAY && !m->type->count;
            if (!m->type || offset < m->offset || (offset - m->offset >= size && !open)) continue;
            if (in && bytes && !opass_member(m->type, offset - m->offset, bytes)) continue;
            if (in && !bytes) continue;
            in = m->type, at = m->offset;
        }
        t = in, offset -= at;
    }
    return NULL;
}

struct dtype *opass_part(struct dtype *t, uint64_t offset, uint64_t bytes) {
    struct dtype *best = NULL;
    if (!t || t->kind != SHIM_TYPE_RECORD) return NULL;
    for (unsigned i = 0; i < t->n_members; i++) {
        struct dtype *in = t->members[i].type;
        if (!in || t->members[i].offset != offset) continue;
        if (!best || (best->bytes != bytes && in->bytes == bytes)) best = in;
    }
    return best;
}

bool opass_has_pointers(const struct dtype *t) {
    if (!t) return true;
    if (t->kind == SHIM_TYPE_ARRAY) return opass_has_pointers(t->target);
    if (t->kind == SHIM_TYPE_RECORD) return t->n_pointers > 0 || !t->di;
    return t->kind == SHIM_TYPE_POINTER;
}

bool opass_has_links(const struct dtype *t) {
    if (!t) return false;
    if (t->kind == SHIM_TYPE_ARRAY) return opass_has_links(t->target);
    if (t->kind != SHIM_TYPE_RECORD) return false;
    if (t->n_links) return true;
    for (unsigned i = 0; i < t->n_members; i++)
        if (opass_has_links(t->members[i].type)) return true;
    return false;
}

static bool has_arrays(const struct dtype *t, int depth) {
    if (!t || depth > MAX_DEPTH) return false;
    if (t->kind == SHIM_TYPE_ARRAY) return !t->target || t->target->bytes != 1;
    for (unsigned i = 0; t->kind == SHIM_TYPE_RECORD && i < t->n_members; i++)
        if (has_arrays(t->members[i].type, depth + 1)) return true;
    return false;
}

bool opass_is_plain_record(const struct dtype *t) {
    return t && t->kind == SHIM_TYPE_RECORD && t->bytes && !t->cycle && !has_arrays(t, 0);
}

bool opass_has_storage(const struct dtype *t) {
    if (!t) return false;
    if (t->kind == SHIM_TYPE_ARRAY) return t->target && t->target->bytes == 1 && t->bytes >= 8;
    if (!strcmp(t->stem, "basic_string")) return false; /* its bytes are short text, not storage */
    for (unsigned i = 0; t->kind == SHIM_TYPE_RECORD && i < t->n_members; i++)
        if (opass_has_storage(t->members[i].type)) return true;
    return false;
}

/* Finds the bytes of this size in the record. */
static bool find_bytes(const struct dtype *t, uint64_t bytes, uint64_t *offset, int depth) {
    if (!t || depth > MAX_DEPTH) return false;
    if (t->kind == SHIM_TYPE_ARRAY) return t->target && t->target->bytes == 1 && t->bytes == bytes;
    for (unsigned i = 0; t->kind == SHIM_TYPE_RECORD && i < t->n_members; i++) {
        if (!find_bytes(t->members[i].type, bytes, offset, depth + 1)) continue;
        *offset += t->members[i].offset;
        return true;
    }
    return false;
}

struct dtype *opass_counted(struct opass *p, const struct dtype *t, uint64_t *offset) {
    *offset = 0;
    if (!t || t->kind != SHIM_TYPE_RECORD || !t->di) return NULL;
    if (strcmp(t->stem, "_Sp_counted_ptr_inplace") && strcmp(t->stem, "__shared_ptr_emplace"))
        return NULL;
    struct dtype *of = opass_type(p, shim_template_argument(t->di));
    if (!of || of->kind != SHIM_TYPE_RECORD || !of->cycle || !of->n_links) return NULL;
    return find_bytes(t, of->bytes, offset, 0) ? of : NULL;
}

void opass_type_hold(struct dtype *t) {
    if (!t || t->kind != SHIM_TYPE_RECORD || t->held || !t->n_pointers) return;
    t->held = true;
    for (unsigned i = 0; i < t->n_members; i++) opass_type_hold(t->members[i].type);
}

struct dtype *opass_loose(struct opass *p, struct dtype *pointer) {
    if (pointer->loose) return pointer->loose;
    struct dtype *t = opass_alloc(p, sizeof *t);
    *t = *pointer;
    t->entry = 0;
    t->loose = t;
    if (is_counter(t->target)) t->target = NULL;
    return pointer->loose = t;
}

static bool has_link(const struct dtype *t, uint64_t offset) {
    for (unsigned i = 0; i < t->n_links; i++) {
        const struct dlink *l = &t->links[i];
        if (offset < l->offset) continue;
        uint64_t at = offset - l->offset;
        if (at == 0 || (l->stride && at % l->stride == 0 && (l->open || at / l->stride < l->count)))
            return true;
    }
    return false;
}

struct dtype *opass_link_owner(struct dtype *t, uint64_t offset, uint64_t *base) {
    *base = 0;
    for (int depth = 0; t && depth < MAX_DEPTH; depth++) {
        if (t->kind == SHIM_TYPE_ARRAY && t->target && t->target->bytes) {
            uint64_t at = offset % t->target->bytes;
            *base += offset - at;
            offset = at, t = t->target;
        }
        if (t->kind != SHIM_TYPE_RECORD) return NULL;
        if (has_link(t, offset)) return t;
        struct dtype *in = NULL;
        uint64_t start = 0;
        for (unsigned i = 0; i < t->n_members && !in; i++) {
            struct dmember *m = &t->members[i];
            if (!m->type || offset < m->offset || offset - m->offset >= m->type->bytes) continue;
            if (opass_has_links(m->type)) in = m->type, start = m->offset;
        }
        *base += start, offset -= start, t = in;
    }
    return NULL;
}
