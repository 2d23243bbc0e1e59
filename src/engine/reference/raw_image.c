/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * raw_image.c: writes the raw file (abi/raw.def) with ordinary writes: header, modules, scopes, one
 * thread for all threads, points, totals, calls. Calls between scopes are written as a tree of
 * caller nodes below the bound; this is how raw.def represents counts of callers without contexts.
 */
#include "engine.h"
#include "ref_memory.h"
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static int fd;
static uint64_t used;

static void put(const void *data, size_t size) {
    const char *p = data;
    while (size) {
        ssize_t n = write(fd, p, size);
        if (n <= 0) oref_die("cannot write the raw file");
        p += n;
        size -= (size_t)n;
        used += (uint64_t)n;
    }
}

static uint64_t padded(uint64_t size) {
    return (size + ORDO_RAW_ALIGN - 1) & ~(uint64_t)(ORDO_RAW_ALIGN - 1);
}

static void pad(void) {
    static const char zeros[ORDO_RAW_ALIGN];
    put(zeros, padded(used) - used);
}

/* Returns a block that contains its own check: a record, the data that follows it, and strings. */
static char *join(void *block, const void *data, size_t size, const char *const *strings, int n) {
    char *at = (char *)block + size;
    memcpy(block, data, size);
    for (int i = 0; i < n; i++) at = stpcpy(at, strings[i]) + 1;
    return block;
}

static uint64_t size_with_strings(size_t record, const char *const *strings, int n) {
    uint64_t size = record;
    for (int i = 0; i < n; i++) size += strlen(strings[i]) + 1;
    return padded(size);
}

static void read_whole(const char *path, uint8_t *to, size_t room) {
    int in = open(path, O_RDONLY | O_CLOEXEC);
    if (in < 0) return;
    size_t have = 0;
    for (ssize_t n; have < room && (n = read(in, to + have, room - have)) > 0;) have += (size_t)n;
    close(in);
}

static uint64_t now_ns(void) {
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static void put_header(enum ordo_raw_state state, uint64_t total) {
    union {
        struct ordo_raw_header h;
        uint8_t bytes[ORDO_RAW_HEADER_BYTES];
    } u = {.h = {.abi_version = ORDO_ABI_VERSION,
                 .layout = ordo_raw_layout(),
                 .used = total,
                 .cell_bytes = 1u << oref.cell_shift,
                 .state = state,
                 .pid = (uint32_t)getpid(),
                 .ppid = (uint32_t)getppid(),
                 .costs = 1u << ORDO_COST_BLOCKS,
                 .start_ns = oref.start_ns,
                 .end_ns = now_ns(),
                 .forked = (uint32_t)oref.forked,
                 .drms = (uint32_t)oref.drms}};
    memcpy(u.h.magic, ORDO_RAW_MAGIC, sizeof u.h.magic);
    if (readlink("/proc/self/exe", (char *)u.h.exe, sizeof u.h.exe - 1) < 0) u.h.exe[0] = 0;
    read_whole("/proc/self/cmdline", u.h.command, sizeof u.h.command - 2);
    put(&u, sizeof u);
}

static void put_modules(void) {
    for (size_t i = 0; i < oref.n_modules; i++) {
        const struct module *m = &oref.modules[i];
        const char *strings[] = {m->object, m->source_root, m->unit};
        struct ordo_raw_module raw = {.kind = ORDO_RAW_MODULE,
                                      .number = (uint32_t)i + 1,
                                      .flags = m->flags,
                                      .load_address = m->load_address};
        raw.size = size_with_strings(sizeof raw, strings, 3);
        struct ordo_raw_module *block = oref_alloc(raw.size);
        join(block, &raw, sizeof raw, strings, 3);
        block->check = ordo_raw_module_check(block);
        put(block, raw.size);
        oref_free(block, raw.size);
    }
}

static void put_scopes(void) {
    for (size_t i = 0; i < oref.n_scopes; i++) {
        const struct scope *s = &oref.scopes[i];
        const char *strings[] = {"", s->name, s->linkage_name, s->file, s->arg_names};
        struct ordo_raw_scope raw = s->raw;
        raw.name = 1;
        raw.linkage_name = raw.name + (uint32_t)strlen(s->name) + 1;
        raw.file = raw.linkage_name + (uint32_t)strlen(s->linkage_name) + 1;
        raw.arg_names = raw.file + (uint32_t)strlen(s->file) + 1;
        struct ordo_raw_scope_table table = {.kind = ORDO_RAW_SCOPES,
                                             .first = s->id,
                                             .n = 1,
                                             .module = s->module,
                                             .texts =
                                                 raw.arg_names + (uint32_t)strlen(s->arg_names) + 1,
                                             .descriptors = s->descriptor,
                                             .uncovered = s->uncovered};
        table.size = padded(sizeof table + sizeof raw + table.texts);
        struct {
            struct ordo_raw_scope_table table;
            struct ordo_raw_scope raw;
        } fixed = {table, raw};
        struct ordo_raw_scope_table *block = oref_alloc(table.size);
        join(block, &fixed, sizeof fixed, strings, 5);
        block->check = ordo_raw_scopes_check(block);
        put(block, table.size);
        oref_free(block, table.size);
    }
}

static void put_thread(void) {
    struct ordo_raw_thread raw = {.kind = ORDO_RAW_THREAD, .thread = 1, .threads = 1};
    raw.size = padded(sizeof raw);
    raw.tid = (uint32_t)getpid();
    for (struct strand *s = oref.strands; s; s = s->next) raw.cost += s->hot.cost;
    put(&raw, sizeof raw);
    pad();
}

static int group_recurred(uint32_t group) {
    for (size_t i = 0; i < oref.n_scopes; i++)
        if (oref.scopes[i].raw.group == group && oref.scopes[i].total.recurred) return 1;
    return 0;
}

static void put_points(void) {
    for (size_t i = 0; i < oref.n_scopes; i++) {
        const struct scope *s = &oref.scopes[i];
        int recurred = group_recurred(s->raw.group);
        for (size_t k = 0; k < s->n_series; k++) {
            const struct series *series = &s->series[k];
            if (series->unit == 1 && !recurred) continue;
            struct ordo_raw_points raw = {.kind = ORDO_RAW_POINTS,
                                          .thread = 1,
                                          .scope = s->id,
                                          .metric = series->metric,
                                          .cost = ORDO_COST_BLOCKS,
                                          .unit = series->unit,
                                          .capacity = 8};
            while (raw.capacity < series->map.count) raw.capacity *= 2;
            raw.size = sizeof raw + raw.capacity * sizeof(struct ordo_raw_point);
            put(&raw, sizeof raw);
            put(series->map.points, series->map.count * sizeof *series->map.points);
            for (size_t p = series->map.count; p < raw.capacity; p++)
                put(&(struct ordo_raw_point){0}, sizeof(struct ordo_raw_point));
        }
    }
}

static void put_totals(void) {
    if (!oref.n_scopes) return;
    struct ordo_raw_totals raw = {
        .kind = ORDO_RAW_TOTALS, .thread = 1, .first = 1, .capacity = (uint32_t)oref.n_scopes};
    raw.size = sizeof raw + oref.n_scopes * sizeof(struct ordo_raw_total);
    put(&raw, sizeof raw);
    for (size_t i = 0; i < oref.n_scopes; i++) {
        struct ordo_raw_total total = oref.scopes[i].total;
        total.units = group_recurred(oref.scopes[i].raw.group) ? oref.scopes[i].outer_calls : 0;
        put(&total, sizeof total);
    }
}

/* Node 2 k is the caller of call k, below the bound; node 2 k + 1 the callee. */
static void put_calls(void) {
    uint32_t n = 0;
    for (size_t i = 0; i < 1024; i++)
        for (const struct edge *e = oref.edges[i]; e; e = e->next) n++;
    if (!n) return;
    struct ordo_raw_contexts raw = {.kind = ORDO_RAW_CONTEXTS, .thread = 1, .capacity = 2 * n};
    raw.size = padded(sizeof raw + raw.capacity * sizeof(struct ordo_raw_context));
    put(&raw, sizeof raw);
    uint32_t index = 0;
    for (size_t i = 0; i < 1024; i++)
        for (const struct edge *e = oref.edges[i]; e; e = e->next, index += 2) {
            struct ordo_raw_context caller = {0}, callee = {0};
            if (e->caller) {
                caller.parent = ORDO_RAW_TRUNCATED;
                caller.scope = e->caller;
                caller.first_child = index + 2;
                callee.parent = index + 1;
            }
            callee.scope = e->callee;
            callee.calls = e->calls;
            callee.cost = e->cost;
            callee.self = e->self;
            put(&caller, sizeof caller);
            put(&callee, sizeof callee);
        }
    pad();
}

void oref_raw_image_write(enum ordo_raw_state state) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%d-%llu.raw", oref.raw_dir, (int)getpid(),
             (unsigned long long)oref.start_ns);
    fd = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (fd < 0) oref_die("cannot create the raw file");
    used = 0;
    put_header(state, 0);
    put_modules();
    put_scopes();
    put_thread();
    put_points();
    put_totals();
    put_calls();
    uint64_t total = used;
    if (lseek(fd, 0, SEEK_SET) < 0) oref_die("cannot write the raw file");
    put_header(state, total);
    close(fd);
}
