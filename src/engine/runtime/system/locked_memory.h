/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * locked_memory.h: a program that locks all of its memory (mlockall) locks its own, not Ordo's.
 *
 * The kernel would bring all of the shadow into memory, which is terabytes long. So what is mapped
 * is locked mapping by mapping, the runtime's left out, and what the runtime maps later is not
 * locked either. The limit on locked memory (RLIMIT_MEMLOCK) holds for the program's own memory.
 * Where /proc is not to be had nothing that is mapped already is locked: no program can tell.
 *
 * Threads: any; mappings that others make meanwhile may stay unlocked. Signal-safe: yes.
 * May allocate: no.
 */
#ifndef ORT_LOCKED_MEMORY_H
#define ORT_LOCKED_MEMORY_H

/* As mlockall and munlockall: 0 or -errno. */
long ort_locked_memory_all(int flags);
long ort_locked_memory_none(void);

/* In a fork's child, which has no locks. */
void ort_locked_memory_forked(void);

#endif
