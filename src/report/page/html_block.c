/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * html_block.c: a custom stream that deflates what is written and encodes the result in base64,
 * three bytes at a time; up to two bytes wait for the next write. Every deflated byte is written
 * exactly once, in order: the text between the tags is one base64 value.
 */
#include "report/page/html_block.h"
#include "base/memory.h"

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

struct block {
    FILE *out;
    z_stream z;
    unsigned char waiting[3];
    unsigned n_waiting;
    bool failed;
};

static void base64_group(struct block *b) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    uint32_t v =
        (uint32_t)b->waiting[0] << 16 | (uint32_t)b->waiting[1] << 8 | (uint32_t)b->waiting[2];
    for (unsigned i = 0; i < 4; i++)
        putc_unlocked(i <= b->n_waiting ? digits[v >> (18 - 6 * i) & 63] : '=', b->out);
    b->n_waiting = 0;
    memset(b->waiting, 0, sizeof b->waiting);
}

static void base64(struct block *b, const unsigned char *bytes, size_t n) {
    for (size_t i = 0; i < n; i++) {
        b->waiting[b->n_waiting++] = bytes[i];
        if (b->n_waiting == 3) base64_group(b);
    }
}

static void pump(struct block *b, int flush) {
    unsigned char buffer[1 << 15];
    do {
        b->z.next_out = buffer;
        b->z.avail_out = sizeof buffer;
        if (deflate(&b->z, flush) == Z_STREAM_ERROR) b->failed = true;
        base64(b, buffer, sizeof buffer - b->z.avail_out);
    } while (!b->z.avail_out && !b->failed);
}

static ssize_t block_write(void *cookie, const char *bytes, size_t n) {
    struct block *b = cookie;
    for (size_t done = 0; done < n;) {
        size_t part = n - done < 1 << 30 ? n - done : 1 << 30;
        b->z.next_in = (unsigned char *)(uintptr_t)(bytes + done);
        b->z.avail_in = (uInt)part;
        pump(b, Z_NO_FLUSH);
        done += part;
    }
    if (b->failed || ferror(b->out)) return 0;
    return (ssize_t)n;
}

static int block_close(void *cookie) {
    struct block *b = cookie;
    b->z.avail_in = 0;
    pump(b, Z_FINISH);
    if (b->n_waiting) base64_group(b);
    deflateEnd(&b->z);
    fputs("</script>\n", b->out);
    bool failed = b->failed || ferror(b->out);
    free(b);
    return failed ? EOF : 0;
}

FILE *ordo_html_block_begin(FILE *out, const char *id) {
    struct block *b = ordo_memory_new(1, sizeof *b);
    b->out = out;
    if (deflateInit(&b->z, Z_BEST_COMPRESSION) != Z_OK) ordo_memory_exhausted();
    FILE *stream =
        fopencookie(b, "w", (cookie_io_functions_t){.write = block_write, .close = block_close});
    if (!stream) ordo_memory_exhausted();
    setvbuf(stream, NULL, _IOFBF, 1 << 16);
    fprintf(out, "<script type=\"application/x-ordo\" id=\"%s\">", id);
    return stream;
}

enum ordo_status ordo_html_block_end(FILE *block, struct ordo_error *error) {
    bool failed = ferror(block) != 0;
    errno = 0;
    if (fclose(block) != 0) failed = true;
    if (!failed) return ORDO_OK;
    return ordo_error_set(error, ORDO_ENVIRONMENT,
                          "the page cannot be written: %s: free the disk or name another file",
                          errno ? strerror(errno) : "the stream failed");
}
