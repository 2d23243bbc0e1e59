/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * input.c: the bytes that reach the program through streams and descriptors, and those that it
 * allocates. Each thread has running totals in its THREAD block.
 *
 * What comes through a pipe is counted by pipe instead, in the file's header: between processes of
 * one recording it is not input of the run. Pipes are identified by their inodes. Those beyond
 * ORDO_RAW_PIPES count as input. Of an activation, everything that arrives is input (input_size.h).
 *
 * Errors: none.   Threads: any.   Signal-safe: yes.
 */
#include "input.h"
#include "effects.h"
#include "engine/runtime/system/os.h"
#include "engine/runtime/system/raw_file.h"
#include "input_size.h"
#include "seams.h"

#include <sys/stat.h>

#define KINDS 1024 /* descriptors whose kinds are remembered */
enum { UNKNOWN, OUTSIDE, FIRST_PIPE };

static uint8_t kinds[KINDS]; /* of what a stream's descriptor refers to */

/* Returns OUTSIDE, or FIRST_PIPE + the index of the pipe in the header. */
static unsigned look_up(int fd) {
    struct stat st;
    struct ordo_raw_header *h = ort_raw_header();
    if (ort_os_stat(fd, &st) < 0 || !S_ISFIFO(st.st_mode)) return OUTSIDE;
    for (unsigned i = 0; i < ORDO_RAW_PIPES; i++) {
        uint64_t none = 0;
        if (__atomic_load_n(&h->pipes[i], __ATOMIC_RELAXED) == st.st_ino ||
            __atomic_compare_exchange_n(&h->pipes[i], &none, st.st_ino, 0, __ATOMIC_RELAXED,
                                        __ATOMIC_RELAXED) ||
            none == st.st_ino)
            return FIRST_PIPE + i;
    }
    return OUTSIDE;
}

/* Returns the kind of a stream's descriptor, which need not be looked up for every character. */
static unsigned remembered(int fd) {
    if (fd < 0 || fd >= KINDS) return OUTSIDE;
    if (kinds[fd] == UNKNOWN) kinds[fd] = (uint8_t)look_up(fd);
    return kinds[fd];
}

static void count(unsigned kind, int out, size_t size) {
    struct ort_thread *t = ort_thread_current();
    if (!t) return;
    if (!out) ort_input_size_add(t, size);
    if (likely(kind == OUTSIDE)) {
        if (!out) t->input += size;
        return;
    }
    struct ordo_raw_header *h = ort_raw_header();
    uint64_t *bytes = out ? h->pipe_writes : h->pipe_reads;
    __atomic_fetch_add(&bytes[kind - FIRST_PIPE], size, __ATOMIC_RELAXED);
}

void ort_effect_input(size_t size) {
    count(OUTSIDE, 0, size);
}

void ort_effect_file_in(FILE *stream, size_t size) {
    if (size) count(remembered(stream->_fileno), 0, size);
}

void ort_input_forget(void) {
    for (unsigned i = 0; i < KINDS; i++) kinds[i] = UNKNOWN;
}

void ort_effect_stream_in(FILE *stream, const void *data, size_t size) {
    count(remembered(stream->_fileno), 0, size);
    if (unlikely(ort_structure_on)) ort_structure_passed(stream->_fileno, stream, 0, data, size);
}

void ort_effect_stream_out(FILE *stream, const void *data, size_t size) {
    unsigned kind = remembered(stream->_fileno);
    if (kind != OUTSIDE) count(kind, 1, size);
    if (unlikely(ort_structure_on)) ort_structure_passed(stream->_fileno, stream, 1, data, size);
}

void ort_effect_descriptor_in(int fd, const void *data, size_t size) {
    count(look_up(fd), 0, size);
    if (unlikely(ort_structure_on)) ort_structure_passed(fd, NULL, 0, data, size);
}

void ort_effect_descriptor_out(int fd, const void *data, size_t size) {
    unsigned kind = look_up(fd);
    if (kind != OUTSIDE) count(kind, 1, size);
    if (unlikely(ort_structure_on)) ort_structure_passed(fd, NULL, 1, data, size);
}

void ort_effect_descriptor_opened(int fd) {
    if (fd >= 0 && fd < KINDS) kinds[fd] = UNKNOWN;
    if (unlikely(ort_structure_on)) ort_structure_opened(fd);
}
