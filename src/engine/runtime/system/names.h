/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * names.h: the names of inputs (variables and files) in the raw file, each stored once.
 *
 * Errors:  0; recording has then been stopped.   Threads: any.   Signal-safe: yes.
 */
#ifndef ORT_NAMES_H
#define ORT_NAMES_H

#include <stdint.h>

/* Returns the offset + 1 of the name among all names of the process, storing it if it is new; 0 for
 * NULL and "". */
uint32_t ort_name_of(const char *name);
/* ort_name_of_seen does the same through a cache by address, which has one owner and needs no lock.
 * `seen` is an array of ORT_NAMES_SEEN entries, all zero at first. The text is compared as well,
 * because another text may be at the address after a module was unloaded. */
#define ORT_NAMES_SEEN 64u
struct ort_name_seen {
    const char *name, *text;
    uint32_t offset;
};
uint32_t ort_name_of_seen(struct ort_name_seen *seen, const char *name);
/* Returns the name with that offset + 1, which is valid as long as the process lives; NULL for
 * 0. */
const char *ort_name_text(uint32_t offset);

#endif
