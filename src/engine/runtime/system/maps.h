/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * maps.h: the mappings of the process, in the order of their addresses (/proc/self/maps).
 *
 * Errors:  the walk ends early where /proc is not to be had; ort_maps_open says so.
 * Threads: any; mappings that others make meanwhile may be missing. Signal-safe: yes.
 * May allocate: no.
 */
#ifndef ORT_MAPS_H
#define ORT_MAPS_H

#include <stdint.h>

struct ort_map {
    uintptr_t low, high;
    int writable, shared;
    char path[1024]; /* "": of no file */
};

struct ort_maps {
    int fd;
    long at, n; /* in the buffer */
    char buffer[2048];
};

/* 1, or 0: there is nothing to be read. To be closed in either case. */
int ort_maps_open(struct ort_maps *m);
/* The next mapping: 1, or 0: there are no more. */
int ort_maps_next(struct ort_maps *m, struct ort_map *out);
void ort_maps_close(struct ort_maps *m);

#endif
