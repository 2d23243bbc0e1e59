/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The log is one static buffer; a test that logs more than it holds fails.
 */
#include "fake_effects.h"
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

void ort_charge(struct ort_site s, struct ordo_scope *library, uint64_t blocks) {
    if (s.t != &fake_thread || library->kind != ORDO_KIND_LIBRARY || !blocks) abort();
    add("%s %llu", library->name, (unsigned long long)blocks);
}

void ort_count(struct ort_site s, enum ordo_raw_cost metric, uint64_t amount) {
    (void)s;
    if (amount)
        add("%s %llu", metric == ORDO_COST_ALLOCS ? "allocs" : "bytes", (unsigned long long)amount);
}

void ort_process_end(enum ordo_raw_state state) {
    add("end %d", (int)state);
}

struct ordo_thread *ort_signal_enter(void) {
    add("enter");
    return &fake_thread;
}

void ort_signal_leave(struct ordo_thread *interrupted) {
    add(interrupted == &fake_thread ? "leave" : "leave?");
}

void ort_stack_begin(void) {
    add("begin");
}

void ort_stack_return(struct ordo_thread *t) {
    add(t == &fake_thread ? "return" : "return?");
}
