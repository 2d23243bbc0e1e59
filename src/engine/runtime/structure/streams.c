/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A stream's key holds its descriptor and how often that was opened. Its name is looked up when a
 * repetition first uses it.
 */
#include "streams.h"
#include "engine/runtime/core/effects.h"
#include "engine/runtime/structure/activities.h"
#include "engine/runtime/system/names.h"
#include "engine/runtime/system/os.h"

#define MOST_DESCRIPTORS 1024

static uint32_t opened[MOST_DESCRIPTORS];

static uint64_t key_of(int fd, const FILE *stream) {
    if (fd < 0) return (uintptr_t)stream & ((1ull << 39) - 1);
    uint64_t generation = fd < MOST_DESCRIPTORS ? opened[fd] : 0;
    return 1ull << 39 | (generation & 0x7ffff) << 20 | ((uint64_t)fd & 0xfffff);
}

static char *append(char *to, const char *text) {
    while (*text) *to++ = *text++;
    *to = 0;
    return to;
}

static void append_number(char *to, unsigned n) {
    char digits[12];
    int i = 0;
    do digits[i++] = (char)('0' + n % 10);
    while (n /= 10);
    while (i > 0) *to++ = digits[--i];
    *to = 0;
}

static unsigned look_up(int fd) {
    static const char *const standard[] = {"standard input", "standard output", "standard error"};
    char link[64], path[1024];
    if (fd < 3) return ort_name_of(standard[fd]);
    append_number(append(link, "/proc/self/fd/"), (unsigned)fd);
    long n = ort_os_readlink(link, path, sizeof path - 1);
    if (n <= 0) return 0;
    path[n] = 0;
    return ort_name_of(path);
}

/* Looked up once each time that the descriptor was opened. */
unsigned ort_descriptor_name(int fd) {
    static struct {
        uint32_t opened, name; /* opened: + 1; 0: not looked up */
    } known[MOST_DESCRIPTORS];
    if (fd < 0) return 0;
    if (fd >= MOST_DESCRIPTORS) return look_up(fd);
    uint32_t now = opened[fd] + 1;
    if (known[fd].opened != now) {
        known[fd].name = look_up(fd);
        known[fd].opened = now;
    }
    return known[fd].name;
}

static uint64_t lines_in(const char *data, size_t size) {
    uint64_t n = 0;
    for (size_t i = 0; data && i < size; i++) n += data[i] == '\n';
    return n;
}

static void passed(int fd, const FILE *stream, int out, const void *data, size_t size) {
    struct ort_thread *t = ort_thread_current();
    struct ort_structure *s = t ? ort_structure_of(t) : NULL;
    if (!s || !ort_graph_enter()) return;
    const struct ort_activity *a = ort_structure_at(t, t->hot.top);
    uint64_t key = key_of(fd, stream) << 1 | (uint64_t)out;
    uint32_t i = a->home > 1
                     ? ort_structure_stream(s, a, key, out ? ORDO_FORM_SINK : ORDO_FORM_SOURCE, fd)
                     : 0;
    if (i) {
        struct ort_fact *f = &s->table.facts[i - 1];
        ort_structure_step(t, s, f, a);
        *(out ? &f->writes : &f->reads) += 1;
        f->elements += size;
        f->references += lines_in(data, size);
    }
    ort_graph_leave();
}

void ort_effect_stream_in(FILE *stream, const void *data, size_t size) {
    if (unlikely(ort_structure_on)) passed(stream->_fileno, stream, 0, data, size);
}

void ort_effect_stream_out(FILE *stream, const void *data, size_t size) {
    if (unlikely(ort_structure_on)) passed(stream->_fileno, stream, 1, data, size);
}

void ort_effect_descriptor_in(int fd, const void *data, size_t size) {
    if (unlikely(ort_structure_on)) passed(fd, NULL, 0, data, size);
}

void ort_effect_descriptor_out(int fd, const void *data, size_t size) {
    if (unlikely(ort_structure_on)) passed(fd, NULL, 1, data, size);
}

void ort_effect_descriptor_opened(int fd) {
    if (unlikely(ort_structure_on) && fd >= 0 && fd < MOST_DESCRIPTORS) opened[fd]++;
}
