/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * libc_alloc.h: the sizes of blocks, as the allocator gives them. A block of `malloc(n)` holds n
 * bytes or a few more, and only the allocator knows how many.
 *
 * Signal-safe: yes, once called. May allocate: no. Threads: any.
 */
#ifndef ORT_LIBC_ALLOC_H
#define ORT_LIBC_ALLOC_H

#include <stddef.h>

/* Returns whether malloc_usable_size understands malloc's blocks: both are in one object file. */
int ort_block_bytes_known(void);

/* Returns the bytes of malloc's block p; `asked` if the allocator does not say, 0 for NULL. */
size_t ort_block_bytes(const void *p, size_t asked);

/* Returns whether the blocks of `operator new` are malloc's. `delete` is the program's
 * `operator delete(void *)`. */
int ort_block_bytes_cxx(void (*delete)(void));

#endif
