/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "base/stream.h"

#include "base/memory.h"

#include <errno.h>
#include <string.h>

ssize_t ordo_stream_line(FILE *in, char **line, size_t *room) {
    ssize_t n = getline(line, room, in);
    if (n < 0 && !feof(in) && !ferror(in)) ordo_memory_exhausted();
    return n;
}

enum ordo_status ordo_stream_end(FILE *out, const char *what, struct ordo_error *error) {
    if (fflush(out) == 0 && !ferror(out)) return ORDO_OK;
    int number = errno;
    ordo_error_set(error, ORDO_ENVIRONMENT,
                   "%s cannot be written: %s: free the disk or name another file", what,
                   strerror(number));
    errno = number;
    return ORDO_ENVIRONMENT;
}

enum ordo_status ordo_stream_write(FILE *out, struct ordo_text *t, const char *what,
                                   struct ordo_error *error) {
    if (t->n) fwrite(t->bytes, 1, t->n, out);
    int number = errno;
    ordo_text_done(t);
    errno = number;
    return ordo_stream_end(out, what, error);
}
