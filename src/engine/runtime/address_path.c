/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * One pass over the lines "low-high perms offset device inode path", keeping where the current
 * path's run of mappings began; a bss part has no path and belongs to the run before it. Buffers
 * are not initialised as a whole: the compiler would call memset, which may be the program's own.
 */
#include "address_path.h"
#include "os.h"

#include <fcntl.h>

struct lines {
    int fd;
    long at, n;
    char buffer[2048];
};

static int next(struct lines *l) {
    if (l->at == l->n) {
        l->n = ort_os_read(l->fd, l->buffer, sizeof l->buffer);
        l->at = 0;
        if (l->n <= 0) return l->n = 0, -1;
    }
    return (unsigned char)l->buffer[l->at++];
}

static uintptr_t hexadecimal(struct lines *l, int *c) {
    uintptr_t n = 0;
    for (*c = next(l);; *c = next(l)) {
        if (*c >= '0' && *c <= '9')
            n = n * 16 + (uintptr_t)(*c - '0');
        else if (*c >= 'a' && *c <= 'f')
            n = n * 16 + (uintptr_t)(*c - 'a' + 10);
        else
            return n;
    }
}

static int same(const char *a, const char *b) {
    while (*a && *a == *b) a++, b++;
    return *a == *b;
}

void ort_address_mapping(const void *address, struct ort_mapping *out) {
    char line[sizeof out->path], *run = out->path;
    struct lines l;
    out->low = out->high = out->start = 0;
    out->path[0] = 0;
    l.fd = (int)ort_os_open("/proc/self/maps", O_RDONLY, 0);
    l.at = l.n = 0;
    if (l.fd < 0) return;
    for (int c = 0; c >= 0;) {
        uintptr_t low = hexadecimal(&l, &c), high = hexadecimal(&l, &c);
        for (int field = 0; c >= 0 && c != '\n' && field < 4; field++)
            for (c = next(&l); c >= 0 && c != '\n' && c != ' ';) c = next(&l);
        while (c == ' ') c = next(&l);
        size_t n = 0;
        for (; c >= 0 && c != '\n'; c = next(&l))
            if (n < sizeof line - 1) line[n++] = (char)c;
        line[n] = 0;
        if (n && !same(line, run)) {
            out->start = low;
            for (size_t i = 0; i <= n; i++) run[i] = line[i];
        }
        if ((uintptr_t)address - low < high - low) {
            out->low = low;
            out->high = high;
            break;
        }
    }
    ort_os_close(l.fd);
    if (!out->low || run[0] != '/') run[0] = 0;
}
