/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * names.h: names of inputs in the raw file: variables and files, each written once.
 *
 * Errors:  0; recording has been stopped.   Threads: any.   Signal-safe: yes.
 */
#ifndef ORT_NAMES_H
#define ORT_NAMES_H

#include <stdint.h>

/* Offset of the name among all names of the process, + 1; 0 for NULL and "". */
uint32_t ort_name_of(const char *name);
/* Names that were asked for before, by their addresses: a cache that needs no lock, of one owner;
 * all zero in the beginning. The text is compared as well: an address may get another one, when its
 * module goes. */
#define ORT_NAMES_SEEN 64u
struct ort_name_seen {
    const char *name, *text;
    uint32_t offset;
};
uint32_t ort_name_of_seen(struct ort_name_seen *seen, const char *name);
/* The name at an offset + 1, as long as the process lives; NULL for 0. */
const char *ort_name_text(uint32_t offset);

#endif
