/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * maps.c: lines are "low-high perms offset device inode path". Buffers are not initialised as a
 * whole, because the compiler would call memset, which may be the program's own.
 */
#include "maps.h"
#include "os.h"

#include <fcntl.h>

int ort_maps_open(struct ort_maps *m) {
    m->fd = (int)ort_os_open("/proc/self/maps", O_RDONLY, 0);
    m->at = m->n = 0;
    return m->fd >= 0;
}

void ort_maps_close(struct ort_maps *m) {
    if (m->fd >= 0) ort_os_close(m->fd);
}

static int next(struct ort_maps *m) {
    if (m->at == m->n) {
        m->n = m->fd >= 0 ? ort_os_read(m->fd, m->buffer, sizeof m->buffer) : 0;
        m->at = 0;
        if (m->n <= 0) return m->n = 0, -1;
    }
    return (unsigned char)m->buffer[m->at++];
}

static uintptr_t hexadecimal(struct ort_maps *m, int *c) {
    uintptr_t n = 0;
    for (*c = next(m);; *c = next(m)) {
        if (*c >= '0' && *c <= '9')
            n = n * 16 + (uintptr_t)(*c - '0');
        else if (*c >= 'a' && *c <= 'f')
            n = n * 16 + (uintptr_t)(*c - 'a' + 10);
        else
            return n;
    }
}

static int is_in_line(int c) {
    return c >= 0 && c != '\n';
}

int ort_maps_next(struct ort_maps *m, struct ort_map *out) {
    int c;
    out->low = hexadecimal(m, &c);
    out->high = hexadecimal(m, &c);
    out->writable = out->shared = 0;
    for (c = next(m); is_in_line(c) && c != ' '; c = next(m)) {
        out->writable |= c == 'w';
        out->shared |= c == 's';
    }
    for (int field = 0; is_in_line(c) && field < 3; field++)
        for (c = next(m); is_in_line(c) && c != ' ';) c = next(m);
    while (c == ' ') c = next(m);
    uint32_t n = 0;
    for (; is_in_line(c); c = next(m))
        if (n < sizeof out->path - 1) out->path[n++] = (char)c;
    out->path[n] = 0;
    return out->high > out->low;
}
