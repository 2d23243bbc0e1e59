/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * stream_place.h: how many bytes a stream delivered during a call whose result does not say it,
 * such as formatted input. It is the distance between the places in the stream's buffer before and
 * after the call. If the buffer was filled again meanwhile, it is what was left in it before and
 * what is gone from it now; of a call that takes more than one whole buffer, the middle is missed.
 *
 * Reads only the stream's memory. Signal-safe: yes. Threads: the caller's stream.
 */
#ifndef ORT_STREAM_PLACE_H
#define ORT_STREAM_PLACE_H

#include <stddef.h>
#include <stdio.h>

struct ort_stream_place {
    FILE *file; /* NULL: the stream does not bring bytes from outside */
    const char *begin, *next, *end;
};

static inline struct ort_stream_place ort_file_place(FILE *f) {
    return (struct ort_stream_place){f, f->_IO_read_base, f->_IO_read_ptr, f->_IO_read_end};
}

static inline size_t ort_stream_passed(const struct ort_stream_place *before,
                                       const struct ort_stream_place *after) {
    if (before->begin == after->begin && before->end == after->end && before->next <= after->next)
        return (size_t)(after->next - before->next);
    return (size_t)(before->end - before->next) + (size_t)(after->next - after->begin);
}

/* Returns the place of a C++ stream of characters (std::istream), whose file is NULL unless it is
 * one of a file or std::cin. Its memory is laid out as by GNU's C++ library. */
struct ort_stream_place ort_cxx_place(const void *stream);

/* Where a C++ stream puts characters whose buffer is no file, such as a std::ostringstream; NULL:
 * nowhere. Code of its headers reads that buffer. */
struct ort_put_place {
    const char *begin, *next;
};
struct ort_put_place ort_cxx_put_place(const void *stream);

/* Returns the characters that std::getline took for a line of that length: the delimiter too,
 * unless the stream ended first. 0 if it failed. */
size_t ort_cxx_line(const void *stream, size_t length);

#endif
