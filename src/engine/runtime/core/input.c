/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * input.c: the bytes that reach the program through streams and descriptors, and those that it
 * allocates. Each thread has running totals in its THREAD block.
 *
 * What comes through a pipe is counted by pipe instead, in the raw file's header: between processes
 * of one recording it is not input of the run. So is what comes from a regular file: a file that is
 * read again and again is input of the run only once. Pipes are identified by their inodes, files
 * also by their device. Those for which there is no room in the header count as input. Of an
 * activation, everything that arrives is input (input_size.h).
 *
 * Not all that takes bytes from a library's buffer is a routine: iterators over C++ streams are
 * code of headers. What libraries themselves read from regular files is counted beside that, and so
 * is what is gone from standard input at the end, if it is one. Of both counts the greater one is
 * input.
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
#include <unistd.h>

#define KINDS 1024 /* descriptors whose kinds are remembered */
enum { UNKNOWN, OUTSIDE, FIRST_PIPE, FIRST_FILE = FIRST_PIPE + ORDO_RAW_PIPES };

static uint8_t kinds[KINDS]; /* of what a stream's descriptor refers to */
static long began_at;        /* offset of standard input, or -errno */

/* Returns the index of the key among `n`, where it is entered if it is new; -1: there is no room.
 */
static int place_of(uint64_t *keys, unsigned n, uint64_t key) {
    for (unsigned i = 0; i < n; i++) {
        uint64_t none = 0;
        if (__atomic_load_n(&keys[i], __ATOMIC_RELAXED) == key ||
            __atomic_compare_exchange_n(&keys[i], &none, key, 0, __ATOMIC_RELAXED,
                                        __ATOMIC_RELAXED) ||
            none == key)
            return (int)i;
    }
    return -1;
}

/* Stores how large the file is, if it is larger than was known. */
static void note_size(int place, uint64_t size) {
    uint64_t *at = &ort_raw_header()->file_sizes[place];
    uint64_t known = __atomic_load_n(at, __ATOMIC_RELAXED);
    while (size > known &&
           !__atomic_compare_exchange_n(at, &known, size, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
    }
}

/* Returns OUTSIDE, or FIRST_PIPE or FIRST_FILE + the index in the header. Files of the kernel that
 * are made when they are read have no size. */
static unsigned look_up(int fd) {
    struct stat st;
    struct ordo_raw_header *h = ort_raw_header();
    if (ort_os_stat(fd, &st) < 0) return OUTSIDE;
    if (S_ISFIFO(st.st_mode)) {
        int place = place_of(h->pipes, ORDO_RAW_PIPES, st.st_ino);
        return place < 0 ? OUTSIDE : FIRST_PIPE + (unsigned)place;
    }
    if (!S_ISREG(st.st_mode) || st.st_size <= 0) return OUTSIDE;
    uint64_t key = (st.st_ino ^ st.st_dev * 0x9E3779B97F4A7C15ull) | 1ull << 63;
    int place = place_of(h->files, ORDO_RAW_FILES, key);
    if (place < 0) return OUTSIDE;
    note_size(place, (uint64_t)st.st_size);
    return FIRST_FILE + (unsigned)place;
}

/* Returns the kind of a stream's descriptor, which need not be looked up for every character. */
static unsigned remembered(int fd) {
    if (fd < 0 || fd >= KINDS) return OUTSIDE;
    if (kinds[fd] == UNKNOWN) kinds[fd] = (uint8_t)look_up(fd);
    return kinds[fd];
}

/* Notes that a file has grown since its size was read, if it has. */
static __attribute__((noinline, cold)) void look_again(unsigned place, int fd) {
    struct stat st;
    if (ort_os_stat(fd, &st) == 0) note_size((int)place, (uint64_t)st.st_size);
}

/* Counts bytes of a file. When more has been read than it had, it may have grown since. */
static void count_file(unsigned place, int fd, size_t size) {
    struct ordo_raw_header *h = ort_raw_header();
    uint64_t *at = &h->file_reads[place], before = *at, known = h->file_sizes[place];
    if (likely(!ort_threads->next)) /* programs read character by character */
        *at += size;
    else
        before = __atomic_fetch_add(at, size, __ATOMIC_RELAXED);
    if (unlikely(before <= known && before + size > known)) look_again(place, fd);
}

static void count(unsigned kind, int fd, int out, size_t size) {
    struct ort_thread *t = ort_thread_current();
    if (!t) return;
    if (!out) ort_input_size_add(t, size);
    if (kind == OUTSIDE) {
        if (!out) t->input += size;
        return;
    }
    if (kind >= FIRST_FILE) {
        if (!out) count_file(kind - FIRST_FILE, fd, size);
        return;
    }
    struct ordo_raw_header *h = ort_raw_header();
    uint64_t *bytes = out ? h->pipe_writes : h->pipe_reads;
    __atomic_fetch_add(&bytes[kind - FIRST_PIPE], size, __ATOMIC_RELAXED);
}

void ort_effect_input(size_t size) {
    count(OUTSIDE, -1, 0, size);
}

void ort_effect_file_in(FILE *stream, size_t size) {
    if (size) count(remembered(stream->_fileno), stream->_fileno, 0, size);
}

static void fill(int fd, size_t size) {
    unsigned kind = look_up(fd);
    if (kind < FIRST_FILE) return;
    __atomic_fetch_add(&ort_raw_header()->file_fills[kind - FIRST_FILE], size, __ATOMIC_RELAXED);
}

/* A process that has restricted its system calls is not recorded any more, and must not make
 * others. */
static int may_fill(void) {
    return ort_recording && !ort_sampler_on && !ort_raw_header()->stop;
}

void ort_effect_library_in(int fd, size_t size) {
    if (may_fill()) fill(fd, size);
}

void ort_input_begin(void) {
    for (unsigned i = 0; i < KINDS; i++) kinds[i] = UNKNOWN;
    began_at = ort_os_offset(STDIN_FILENO);
}

void ort_input_end(void) {
    long at = may_fill() && began_at >= 0 ? ort_os_offset(STDIN_FILENO) : began_at;
    if (at > began_at) fill(STDIN_FILENO, (size_t)(at - began_at));
}

void ort_effect_stream_in(FILE *stream, const void *data, size_t size) {
    count(remembered(stream->_fileno), stream->_fileno, 0, size);
    if (unlikely(ort_structure_on)) ort_structure_passed(stream->_fileno, stream, 0, data, size);
}

void ort_effect_stream_out(FILE *stream, const void *data, size_t size) {
    unsigned kind = remembered(stream->_fileno);
    if (kind != OUTSIDE) count(kind, stream->_fileno, 1, size);
    if (unlikely(ort_structure_on)) ort_structure_passed(stream->_fileno, stream, 1, data, size);
}

void ort_effect_descriptor_in(int fd, const void *data, size_t size) {
    count(look_up(fd), fd, 0, size);
    if (unlikely(ort_structure_on)) ort_structure_passed(fd, NULL, 0, data, size);
}

void ort_effect_descriptor_out(int fd, const void *data, size_t size) {
    unsigned kind = look_up(fd);
    if (kind != OUTSIDE) count(kind, fd, 1, size);
    if (unlikely(ort_structure_on)) ort_structure_passed(fd, NULL, 1, data, size);
}

void ort_effect_descriptor_opened(int fd) {
    if (fd >= 0 && fd < KINDS) kinds[fd] = UNKNOWN;
    if (unlikely(ort_structure_on)) ort_structure_opened(fd);
}
