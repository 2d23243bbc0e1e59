/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * vg_routines.c: a hash table from entry address to routine.
 *
 * An entry is removed when its object is unmapped, because another object may be mapped there. The
 * number of its scope stays with the costs counted so far.
 *
 * The part of a routine that the compiler has moved away (`name.cold`) is not a routine of its own.
 */
#include "vg_routines.h"
#include "vg_extents.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_basics.h"
#include "pub_tool_debuginfo.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_seqmatch.h"

#include "abi/raw.h"
#include "engine/runtime/core/scopes.h"
#include "engine/runtime/system/private_memory.h"
#include "engine/runtime/system/raw_file.h"
#include "engine/runtime/system/settings.h"

#define SLOTS (1u << 16)

static struct ovg_routine *table[SLOTS];

struct object {
    const DebugInfo *info; /* only compared: it may have been freed */
    uint64_t text;
    uint32_t number;
    struct object *next;
};
static struct object *objects;
static uint32_t latest_object;

static uint32_t place(uint64_t address) {
    return (uint32_t)((address * 0x9E3779B97F4A7C15ull) >> 48);
}

static char *keep(const char *text) {
    SizeT size = VG_(strlen)(text) + 1;
    char *copy = ort_private_take(size);
    if (copy) VG_(memcpy)(copy, text, size);
    return copy;
}

static const char *base_name(const char *path) {
    const char *slash = VG_(strrchr)(path, '/');
    return slash ? slash + 1 : path;
}

/* Returns the number of the object's MODULE block, which is written at the first request. */
static uint32_t object_number(const DebugInfo *info) {
    for (struct object *o = objects; o; o = o->next)
        if (o->info == info) return o->number;
    const char *path = VG_(DebugInfo_get_filename)(info);
    uint64_t size = sizeof(struct ordo_raw_module) + VG_(strlen)(path) + 3;
    struct object *o = ort_private_take(sizeof *o);
    struct ordo_raw_module *b = o ? ort_raw_block(0, size, ORT_RAW_BEHIND) : NULL;
    if (!b) return 0;
    b->number = ++latest_object;
    b->flags = ORDO_SCOPE_DRMS;
    b->load_address = (uint64_t)VG_(DebugInfo_get_text_bias)(info);
    VG_(strcpy)((HChar *)(b + 1), path);
    b->check = ordo_raw_module_check(b);
    ort_raw_publish(b, ORDO_RAW_MODULE);
    *o = (struct object){info, VG_(DebugInfo_get_text_avma)(info), b->number, objects};
    objects = o;
    return o->number;
}

/* Returns the object that the address belongs to, including sections without debug information. */
static const DebugInfo *object_of(uint64_t address) {
    const DebugInfo *info = VG_(find_DebugInfo)(VG_(current_DiEpoch)(), (Addr)address);
    if (info) return info;
    const NSegment *segment = VG_(am_find_nsegment)((Addr)address);
    const HChar *path = segment ? VG_(am_get_filename)(segment) : NULL;
    for (info = path ? VG_(next_DebugInfo)(NULL) : NULL; info; info = VG_(next_DebugInfo)(info))
        if (VG_(strcmp)(VG_(DebugInfo_get_filename)(info), path) == 0) return info;
    return NULL;
}

/* All loaders are called ld-something: ld-linux-x86-64.so.2, ld-musl-x86_64.so.1. */
int ovg_is_in_loader(uint64_t address) {
    const DebugInfo *info = object_of(address);
    const HChar *name = info ? VG_(DebugInfo_get_soname)(info) : NULL;
    return name && VG_(strncmp)(name, "ld-", 3) == 0;
}

static int is_moved_part(const char *name) {
    return VG_(strstr)(name, ".cold") != NULL;
}

/* Returns whether the code is `jmp *slot(%rip)`, perhaps after endbr64. */
static int is_stub(uint64_t address) {
    const UChar *code = (const UChar *)(Addr)address;
    const NSegment *segment = VG_(am_find_nsegment)((Addr)address);
    if (!segment || !segment->hasR || segment->end - address < 16) return 0;
    if (ovg_routine_is_marked(address)) code += 4;
    if (code[0] == 0xf2) code++;
    return code[0] == 0xff && code[1] == 0x25;
}

enum ovg_arrival ovg_routine_arrival(uint64_t address) {
    const HChar *name;
    DiEpoch now = VG_(current_DiEpoch)();
    if (VG_(DebugInfo_sect_kind)(NULL, (Addr)address) == Vg_SectPLT) return OVG_LINKAGE;
    if (VG_(get_fnname_if_entry)(now, (Addr)address, &name))
        return is_moved_part(name) ? OVG_INSIDE : OVG_ENTRY;
    if (VG_(get_fnname)(now, (Addr)address, &name)) return OVG_INSIDE;
    if (is_stub(address)) return OVG_LINKAGE;
    return ovg_routine_known(address) ? OVG_ENTRY : OVG_INSIDE;
}

int ovg_routine_is_named(uint64_t address) {
    const HChar *name;
    return VG_(get_fnname)(VG_(current_DiEpoch)(), (Addr)address, &name);
}

/* Returns the beginning of the symbol around the address, or 0. */
static uint64_t symbol_start(uint64_t address) {
    const HChar *name;
    if (!VG_(get_fnname_w_offset)(VG_(current_DiEpoch)(), (Addr)address, &name)) return 0;
    const HChar *offset = VG_(strrchr)(name, '+');
    return offset ? address - (uint64_t)VG_(strtoll10)(offset + 1, NULL) : address;
}

static int is_in_moved_part(uint64_t address) {
    const HChar *name;
    return VG_(get_fnname)(VG_(current_DiEpoch)(), (Addr)address, &name) && is_moved_part(name);
}

int ovg_routine_may_be_moved(uint64_t address) {
    if (ovg_routine_is_named(address)) return is_in_moved_part(address);
    return ovg_routine_arrival(address) == OVG_INSIDE;
}

int ovg_routine_range(uint64_t address, uint64_t *low, uint64_t *high) {
    uint64_t start = symbol_start(address), in = address, out, step = 1;
    if (!start) return ovg_extent_find(address, low, high);
    if (is_in_moved_part(address)) return 0;
    while (symbol_start(in + step) == start) in += step, step *= 2;
    for (out = in + step; out - in > 1;) {
        uint64_t middle = in + (out - in) / 2;
        if (symbol_start(middle) == start)
            in = middle;
        else
            out = middle;
    }
    *low = start;
    *high = out;
    return 1;
}

void ovg_routine_place(uint64_t address, uint32_t *module, uint64_t *in_object) {
    const DebugInfo *info = object_of(address);
    *module = info ? object_number(info) : 0;
    *in_object = info ? address - (uint64_t)VG_(DebugInfo_get_text_bias)(info) : address;
}

int ovg_routine_is_marked(uint64_t address) {
    const UChar *code = (const UChar *)(Addr)address;
    return code[0] == 0xf3 && code[1] == 0x0f && code[2] == 0x1e && code[3] == 0xfa;
}

int ovg_routine_same(uint64_t a, uint64_t b) {
    const HChar *name;
    DiEpoch now = VG_(current_DiEpoch)();
    Bool has_a = VG_(get_fnname_w_offset)(now, (Addr)a, &name);
    char kept[256];
    if (!has_a) name = "";
    VG_(strncpy)(kept, name, sizeof kept - 1);
    kept[sizeof kept - 1] = 0;
    Bool has_b = VG_(get_fnname_w_offset)(now, (Addr)b, &name);
    if (has_a != has_b) return 0;
    if (object_of(a) != object_of(b)) return 0;
    if (!has_a) return 1;
    /* "name+offset": equal except for the offset */
    const HChar *end_a = VG_(strrchr)(kept, '+'), *end_b = VG_(strrchr)(name, '+');
    SizeT n_a = end_a ? (SizeT)(end_a - kept) : VG_(strlen)(kept);
    SizeT n_b = end_b ? (SizeT)(end_b - name) : VG_(strlen)(name);
    return n_a == n_b && VG_(strncmp)(kept, name, n_a) == 0;
}

static enum ovg_allocator allocator_called(const char *name) {
    static const char *const names[] = {"free",          "cfree",          "malloc",   "calloc",
                                        "realloc",       "reallocarray",   "memalign", "valloc",
                                        "aligned_alloc", "posix_memalign", "pvalloc"};
    static const char *const operators[] = {"_Zdl", "_Zda", "_Znw", "_Zna"};
    const UInt n_give = 2; /* compare the first ones of both */
    for (UInt i = 0; i < sizeof operators / sizeof *operators; i++)
        if (VG_(strncmp)(name, operators[i], 4) == 0) return i < n_give ? OVG_GIVES : OVG_OBTAINS;
    if (VG_(strncmp)(name, "__libc_", 7) == 0) name += 7;
    for (UInt i = 0; i < sizeof names / sizeof *names; i++)
        if (VG_(strcmp)(name, names[i]) == 0) return i < n_give ? OVG_GIVES : OVG_OBTAINS;
    return OVG_NO_ALLOCATOR;
}

/* Returns whether a pattern of the comma-separated list `inside` matches the name. */
static int is_chosen(const char *name) {
    HChar pattern[256];
    for (const char *at = ort_settings.inside; at && *at;) {
        UInt n = 0;
        for (; *at && *at != ','; at++)
            if (n < sizeof pattern - 1) pattern[n++] = *at;
        pattern[n] = 0;
        if (*at) at++;
        if (VG_(string_match)(pattern, name)) return 1;
    }
    return 0;
}

/* Sets the routine's name, object and address, then its number, and writes its SCOPE block. */
static int describe(struct ovg_routine *r) {
    const HChar *symbol;
    DiEpoch now = VG_(current_DiEpoch)();
    const DebugInfo *info = object_of(r->address);
    uint64_t in_object;
    uint32_t module;
    char made[300];
    ovg_routine_place(r->address, &module, &in_object);
    if (!VG_(get_fnname)(now, (Addr)r->address, &symbol)) {
        VG_(snprintf)
        (made, sizeof made, "%.255s+0x%llx",
         info ? base_name(VG_(DebugInfo_get_filename)(info)) : "[no object]", (ULong)in_object);
        symbol = made;
    }
    const char *name = keep(symbol);
    if (!name) return -1;
    r->allocates = allocator_called(name);
    r->is_chosen = is_chosen(name);
    r->scope =
        (struct ordo_scope){.name = name,
                            .linkage_name = name,
                            .file = "",
                            .arg_names = "",
                            .kind = ORDO_KIND_ROUTINE,
                            .flags = ORDO_SCOPE_RECURSIVE | ORDO_SCOPE_DRMS | ORDO_SCOPE_BINARY};
    r->scope.routine = r->scope.group = &r->scope;
    uint32_t id = ort_scope_numbers(1);
    if (!id) return -1;
    r->scope.id = id;
    ort_scope_describe(&r->scope, module, in_object);
    return 0;
}

struct ovg_routine *ovg_routine_known(uint64_t address) {
    for (struct ovg_routine *r = table[place(address)]; r; r = r->next)
        if (r->address == address) return r;
    return NULL;
}

struct ovg_routine *ovg_routine_at(uint64_t address) {
    struct ovg_routine *r = ovg_routine_known(address);
    if (r) return r;
    r = ort_private_take(sizeof *r);
    if (!r) return NULL;
    r->address = address;
    if (describe(r) < 0) return NULL;
    r->next = table[place(address)];
    table[place(address)] = r;
    return r;
}

void ovg_routine_forget(uint64_t low, uint64_t high) {
    for (uint32_t i = 0; i < SLOTS; i++)
        for (struct ovg_routine **at = &table[i]; *at;) {
            if ((*at)->address >= low && (*at)->address < high)
                *at = (*at)->next;
            else
                at = &(*at)->next;
        }
    for (struct object **at = &objects; *at;) {
        if ((*at)->text >= low && (*at)->text < high)
            *at = (*at)->next;
        else
            at = &(*at)->next;
    }
}
