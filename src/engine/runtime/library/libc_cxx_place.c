/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * libc_cxx_place.c: the buffer of a C++ stream, found by the layout of GNU's C++ library, which is
 * part of its binary interface.
 *
 * A stream has its std::basic_ios at the offset that its virtual table says, and that has the state
 * and the address of the buffer. The name of the buffer's type, in the table of its virtual
 * functions, says whether its characters come from a file.
 */
#include "stream_place.h"

#define IOS_STATE 32
#define IOS_BUFFER 232
#define BUFFER_BEGIN 8
#define BUFFER_NEXT 16
#define BUFFER_END 24
#define BUFFER_PUT_BEGIN 32
#define BUFFER_PUT_NEXT 40
#define SYNC_FILE 64   /* FILE * of the buffer of a standard stream */
#define BASIC_FILE 104 /* FILE * of the buffer of a file */
enum { END = 2, BAD = 1, FAIL = 4 };

enum kind { OTHER, FILE_BUFFER, SYNC_BUFFER };

static const void *at(const void *object, long offset) {
    const void *value;
    __builtin_memcpy(&value, (const char *)object + offset, sizeof value);
    return value;
}

static const char *ios_of(const void *stream) {
    const long *table = at(stream, 0);
    return (const char *)stream + table[-3];
}

static int is_named(const char *name, const char *expected) {
    while (*name && *name == *expected) name++, expected++;
    return !*name && !*expected;
}

/* Returns what kind of buffer has this table of virtual functions. Tables never change, so the
 * latest of each kind is remembered. */
static enum kind kind_of(const void *table) {
    static const void *known[3];
    for (int k = 0; k < 3; k++)
        if (__atomic_load_n(&known[k], __ATOMIC_RELAXED) == table) return (enum kind)k;
    const void *type = at(table, -8);
    const char *name = type ? at(type, 8) : "";
    enum kind kind = is_named(name, "N9__gnu_cxx18stdio_sync_filebufIcSt11char_traitsIcEEE")
                         ? SYNC_BUFFER
                     : is_named(name, "St13basic_filebufIcSt11char_traitsIcEE") ||
                             is_named(name, "N9__gnu_cxx13stdio_filebufIcSt11char_traitsIcEEE")
                         ? FILE_BUFFER
                         : OTHER;
    __atomic_store_n(&known[kind], table, __ATOMIC_RELAXED);
    return kind;
}

struct ort_stream_place ort_cxx_place(const void *stream) {
    const void *buffer = at(ios_of(stream), IOS_BUFFER);
    enum kind kind = buffer ? kind_of(at(buffer, 0)) : OTHER;
    if (kind == OTHER) return (struct ort_stream_place){NULL, NULL, NULL, NULL};
    FILE *f = (FILE *)(size_t)at(buffer, kind == SYNC_BUFFER ? SYNC_FILE : BASIC_FILE);
    if (!f || kind == SYNC_BUFFER) return f ? ort_file_place(f) : (struct ort_stream_place){0};
    return (struct ort_stream_place){f, at(buffer, BUFFER_BEGIN), at(buffer, BUFFER_NEXT),
                                     at(buffer, BUFFER_END)};
}

struct ort_put_place ort_cxx_put_place(const void *stream) {
    const void *buffer = at(ios_of(stream), IOS_BUFFER);
    if (!buffer || kind_of(at(buffer, 0)) != OTHER) return (struct ort_put_place){NULL, NULL};
    return (struct ort_put_place){at(buffer, BUFFER_PUT_BEGIN), at(buffer, BUFFER_PUT_NEXT)};
}

size_t ort_cxx_line(const void *stream, size_t length) {
    int state;
    __builtin_memcpy(&state, ios_of(stream) + IOS_STATE, sizeof state);
    return state & (BAD | FAIL) ? 0 : length + !(state & END);
}
