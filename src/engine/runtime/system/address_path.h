/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * address_path.h: finds the file that an address was loaded from.
 *
 * Reads /proc/self/maps instead of calling dladdr, because the thread that a handler interrupted
 * may hold dladdr's lock.
 * Threads: any. Signal-safe: yes.
 */
#ifndef ORT_ADDRESS_PATH_H
#define ORT_ADDRESS_PATH_H

#include <stddef.h>
#include <stdint.h>

/* A mapping and its file. */
struct ort_mapping {
    uintptr_t low, high; /* the mapping that the address is in; both 0: there is none */
    uintptr_t start;     /* where the file's first mapping begins */
    char path[1024];     /* "": the mapping is not of a file */
};

void ort_address_mapping(const void *address, struct ort_mapping *out);

#endif
