/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * fake_effects.c: the log is a static buffer. A test that exceeds it fails.
 */
#include "fake_effects.h"
#include "engine/runtime/sampling/gate_area.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static char text[1 << 16];
static size_t used;
static struct region {
    const char *start, *name;
    size_t size;
} regions[32];
static int n_regions;
static struct ordo_frame frame;
struct ordo_thread fake_thread = {.top = &frame, .tick = 1};
__thread struct ordo_thread *__ordo_self = &fake_thread;

void fake_reset(void) {
    n_regions = 0;
    used = 0;
    text[0] = 0;
}

void fake_name(const void *start, size_t size, const char *name) {
    if (n_regions == 32) abort();
    regions[n_regions++] = (struct region){start, name, size};
}

const char *fake_log(void) {
    static char copy[sizeof text];
    snprintf(copy, sizeof copy, "%s", text);
    used = 0;
    text[0] = 0;
    return copy;
}

static void add(const char *format, ...) {
    va_list ap;
    va_start(ap, format);
    if (used) text[used++] = ' ';
    used += (size_t)vsnprintf(text + used, sizeof text - used, format, ap);
    va_end(ap);
    if (used + 1 >= sizeof text) abort();
}

static uint64_t range(const char *verb, struct ordo_frame *f, const void *address, size_t size) {
    const char *a = address;
    if (f != &frame) abort();
    if (!size) return 0;
    for (int i = 0; i < n_regions; i++) {
        if (a < regions[i].start || a >= regions[i].start + regions[i].size) continue;
        add("%s %s+%zu:%zu", verb, regions[i].name, (size_t)(a - regions[i].start), size);
        return size;
    }
    add("%s ?:%zu", verb, size);
    return size;
}

uint64_t ort_effect_read(struct ordo_frame *f, const void *addr, size_t size) {
    return range("read", f, addr, size);
}
uint64_t ort_effect_write(struct ordo_frame *f, const void *addr, size_t size) {
    return range("write", f, addr, size);
}
uint64_t ort_effect_kernel_write(struct ordo_frame *f, const void *addr, size_t size) {
    return range("fill", f, addr, size);
}
uint64_t ort_effect_kernel_read(struct ordo_frame *f, const void *addr, size_t size) {
    return range("take", f, addr, size);
}
uint64_t ort_effect_cells(size_t bytes) {
    return bytes;
}
void ort_effect_fresh(struct ordo_frame *f, const void *addr, size_t size) {
    range("fresh", f, addr, size);
}
void ort_effect_zeroed(struct ordo_frame *f, const void *addr, size_t size) {
    range("zero", f, addr, size);
}

/* ---- objects and streams, which have a log of their own ---- */

static char objects[1 << 14];
static size_t objects_used;

const char *fake_objects(void) {
    static char copy[sizeof objects];
    snprintf(copy, sizeof copy, "%s", objects);
    objects_used = 0;
    objects[0] = 0;
    return copy;
}

static const char *place(const void *address) {
    static char text_of[4][64];
    static int next;
    char *to = text_of[next++ % 4];
    for (int i = 0; i < n_regions; i++) {
        const char *a = address;
        if (a < regions[i].start || a >= regions[i].start + regions[i].size) continue;
        snprintf(to, sizeof text_of[0], "%s+%zu", regions[i].name, (size_t)(a - regions[i].start));
        return to;
    }
    return address ? "?" : "null";
}

static void object(const char *format, ...) {
    va_list ap;
    va_start(ap, format);
    if (objects_used + 128 > sizeof objects) objects_used = 0; /* has not been read for long */
    if (objects_used) objects[objects_used++] = ' ';
    objects_used += (size_t)vsnprintf(objects + objects_used, 127, format, ap);
    va_end(ap);
}

void ort_effect_block(const void *p, size_t bytes) {
    object("block %s:%zu", place(p), bytes);
}
void ort_effect_block_end(const void *p) {
    object("end %s", place(p));
}
void ort_effect_block_move(const void *from, const void *to, size_t bytes) {
    object("move %s>%s:%zu", place(from), place(to), bytes);
}
void ort_effect_mapped(const void *p, size_t bytes, int fd) {
    object("mapped %s:%zu %s", place(p), bytes, fd < 0 ? "anonymous" : "file");
}
void ort_effect_copy(const void *to, const void *from, size_t size) {
    object("copy %s>%s:%zu", place(from), place(to), size);
}
void ort_effect_set(const void *to, size_t size) {
    object("set %s:%zu", place(to), size);
}
void *ort_called(void *routine) {
    return routine;
}

void ort_effect_text(const void *addr) {
    (void)addr;
}
void ort_effect_input(size_t size) {
    (void)size; /* only counted */
}
void ort_effect_file_in(FILE *stream, size_t size) {
    (void)stream, (void)size;
}
void ort_effect_stream_in(FILE *stream, const void *data, size_t size) {
    object("%s in %zu%s", stream ? "stream" : "none", size, data ? "" : " unseen");
}
void ort_effect_stream_out(FILE *stream, const void *data, size_t size) {
    object("%s out %zu%s", stream ? "stream" : "none", size, data ? "" : " unseen");
}
void ort_effect_descriptor_in(int fd, const void *data, size_t size) {
    object("descriptor%s in %zu%s", fd < 0 ? " none" : "", size, data ? "" : " unseen");
}
void ort_effect_descriptor_out(int fd, const void *data, size_t size) {
    object("descriptor%s out %zu%s", fd < 0 ? " none" : "", size, data ? "" : " unseen");
}
void ort_effect_descriptor_opened(int fd) {
    object("opened%s", fd < 0 ? " none" : "");
}
int ort_effect_links(void) {
    return 0;
}
void ort_effect_link_read(struct ort_link_type *type, const void *base, const void *link) {
    object("%s read %s %s", type->name, place(base), place(link));
}
void ort_effect_link_write(struct ort_link_type *type, const void *base, const void *link,
                           const void *to) {
    object("%s write %s %s>%s", type->name, place(base), place(link), place(to));
}
void ort_effect_link(struct ort_link_type *type, const void *base, const void *link,
                     const void *to) {
    object("%s set %s %s>%s", type->name, place(base), place(link), place(to));
}

const char *expected(const char *format, ...) {
    static char want[512];
    va_list ap;
    va_start(ap, format);
    vsnprintf(want, sizeof want, format, ap);
    va_end(ap);
    return want;
}

void ort_charge(struct ort_site s, struct ordo_scope *library, uint64_t blocks) {
    if (s.t != &fake_thread || library->kind != ORDO_KIND_LIBRARY || !blocks) abort();
    add("%s %llu", library->name, (unsigned long long)blocks);
}

void ort_charge_counted(struct ort_site s, struct ordo_scope *library, uint64_t blocks,
                        size_t bytes) {
    (void)bytes;
    ort_charge(s, library, blocks);
}

void ort_count(struct ort_site s, enum ordo_raw_cost metric, uint64_t amount) {
    (void)s;
    if (metric != ORDO_COST_IO_BYTES) abort(); /* blocks are counted with their sizes */
    if (amount) add("bytes %llu", (unsigned long long)amount);
}

/* A resized block is a new one and the end of the old one. */
void ort_count_block(struct ort_site s, size_t bytes) {
    (void)s;
    add("block %zu", bytes);
}
void ort_count_freed(struct ort_site s, size_t bytes) {
    (void)s;
    if (bytes) add("freed %zu", bytes);
}
void ort_count_resized(struct ort_site s, size_t had, size_t bytes) {
    ort_count_block(s, bytes);
    ort_count_freed(s, had);
}

void ort_process_mark(enum ordo_raw_state state) {
    add("mark %d", (int)state);
}

void ort_process_confine(void) {
    add("confine");
}

void ort_process_restrict(void) {
    add("restrict");
}

void ort_process_end(enum ordo_raw_state state) {
    add("end %d", (int)state);
}

void ort_process_hand_on(int surely) {
    add(surely ? "hand on surely" : "hand on");
}

void ort_process_take_back(void) {
    add("take back");
}

void ort_process_hand_on_by_shell(char prefix[ORT_SHELL_PREFIX]) {
    prefix[0] = '\0';
    add("hand on by shell");
}

struct ordo_thread *ort_signal_enter(void) {
    add("enter");
    return &fake_thread;
}

void ort_signal_leave(struct ordo_thread *interrupted) {
    add(interrupted == &fake_thread ? "leave" : "leave?");
}

int ort_follows(void) {
    return 0;
}

void ort_gate_area_leave(void) {
    add("out of area");
}

void ort_gate_area_return(void) {
    add("back in area");
}

void ort_stack_begin(int fresh) {
    if (!fresh) return;
    add("begin");
}

void ort_stack_return(struct ordo_thread *t) {
    add(t == &fake_thread ? "return" : "return?");
}
