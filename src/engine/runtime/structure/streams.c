/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * streams.c: data that enters and leaves the program, as inputs of repetitions (Zaparanuks and
 * Hauswirth, Algorithmic Profiling, section 2.3, program inputs and outputs): bytes and lines, per
 * file descriptor and direction.
 *
 * Each time a descriptor is opened, it is another stream. A stream of the C library without a
 * descriptor is identified by its address. Mapped files are blocks of the graph with the file's
 * name.
 *
 * A stream's key holds its descriptor and how often that was opened.
 *
 * Errors:  recording has been stopped.   Threads: any.   Signal-safe: yes.
 */
#include "descriptors.h"
#include "engine/runtime/core/seams.h"
#include "engine/runtime/structure/activities.h"

static uint64_t key_of(int fd, const void *stream) {
    if (fd < 0) return (uintptr_t)stream & ((1ull << 39) - 1);
    uint64_t generation = ort_descriptor_opened(fd);
    return 1ull << 39 | (generation & 0x7ffff) << 20 | ((uint64_t)fd & 0xfffff);
}

static uint64_t lines_in(const char *data, size_t size) {
    uint64_t n = 0;
    for (size_t i = 0; data && i < size; i++) n += data[i] == '\n';
    return n;
}

void ort_structure_passed(int fd, const void *stream, int out, const void *data, size_t size) {
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

void ort_structure_opened(int fd) {
    ort_descriptor_open(fd);
}
