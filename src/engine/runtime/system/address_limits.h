/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * address_limits.h: makes the limits that a program sets on its own address space and data
 * (RLIMIT_AS, RLIMIT_DATA) apply to its own memory and not to Ordo's.
 *
 * Once the program has set a limit, the kernel's limit is higher than that by the bytes that the
 * runtime has mapped. The program reads back the limit that it set. A limit that was in force when
 * the process started is not changed, and the runtime stays within it.
 *
 * Threads: any. Signal-safe: yes. May allocate: no.
 */
#ifndef ORT_ADDRESS_LIMITS_H
#define ORT_ADDRESS_LIMITS_H

#include <stdint.h>

/* Does what prlimit does for the calling process (os.h: ort_os_limit), for any limit: 0 or
 * -errno. */
long ort_limits_exchange(int which, const uint64_t *set, uint64_t *old);

/* Surround a call that replaces the process. In between, the limits on memory are those that the
 * program has set, so that the new program inherits them. `surely`: the call hardly ever fails;
 * after it has failed, the limits may not be restored completely. May change errno. */
void ort_process_hand_on(int surely);
void ort_process_take_back(void);
/* Does the same for a command of a shell: writes what the shell must execute first, or "" if
 * nothing. */
#define ORT_SHELL_PREFIX 160
void ort_process_hand_on_by_shell(char text[ORT_SHELL_PREFIX]);

#endif
