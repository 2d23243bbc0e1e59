/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * address_limits.h: limits that the program sets on its own address space and data (RLIMIT_AS,
 * RLIMIT_DATA) are about its own memory, not Ordo's.
 *
 * Once the program has set a limit, the kernel's limit is higher by what the runtime has mapped,
 * and the program reads back the limit that it set. A limit that was in force when the process
 * started is left as it is, and the runtime stays within it.
 *
 * Threads: any. Signal-safe: yes. May allocate: no.
 */
#ifndef ORT_ADDRESS_LIMITS_H
#define ORT_ADDRESS_LIMITS_H

#include <stdint.h>

/* As prlimit of the calling process (os.h: ort_os_limit), for any limit. */
long ort_limits_exchange(int which, const uint64_t *set, uint64_t *old);

/* Around a call that replaces the process, for the library models (core/effects.h, which declares
 * them for these). */
#define ORT_SHELL_PREFIX 160
void ort_process_hand_on(int surely);
void ort_process_take_back(void);
void ort_process_hand_on_by_shell(char text[ORT_SHELL_PREFIX]);

#endif
