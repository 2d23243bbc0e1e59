/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * address_path.h: which file an address was loaded from.
 *
 * By /proc/self/maps and not dladdr, whose lock may be held by the thread that a handler
 * interrupted.
 * Threads: any. Signal-safe: yes.
 */
#ifndef ORT_ADDRESS_PATH_H
#define ORT_ADDRESS_PATH_H

#include <stddef.h>
#include <stdint.h>

/* A mapping, and the file that it is of. */
struct ort_mapping {
    uintptr_t low, high; /* the mapping of the address; both 0: there is none */
    uintptr_t start;     /* where the file's first mapping begins */
    char path[1024];     /* "": of no file */
};

void ort_address_mapping(const void *address, struct ort_mapping *out);

#endif
