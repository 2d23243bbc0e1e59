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

/* Writes the path, or "" when there is none, and returns where that file's first mapping begins. */
uintptr_t ort_address_path(const void *address, char *path, size_t room);

#endif
