/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * locked_memory.h: makes mlockall lock the program's own memory and not Ordo's.
 *
 * Otherwise the kernel would bring all of the shadow into memory, which is terabytes long.
 * Therefore existing mappings are locked one by one, except the runtime's, and what the runtime
 * maps later is not locked either. The limit on locked memory (RLIMIT_MEMLOCK) applies to the
 * program's own memory. If /proc cannot be read, no existing mapping is locked, which a program
 * cannot notice.
 *
 * Threads: any; mappings that others make at the same time may stay unlocked. Signal-safe: yes.
 * May allocate: no.
 */
#ifndef ORT_LOCKED_MEMORY_H
#define ORT_LOCKED_MEMORY_H

/* Do what mlockall and munlockall do: 0 or -errno. */
long ort_locked_memory_all(int flags);
long ort_locked_memory_none(void);

/* Resets the state in a fork's child, which inherits no locks on memory. */
void ort_locked_memory_forked(void);

#endif
