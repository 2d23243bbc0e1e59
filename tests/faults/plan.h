/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * plan.h: which system calls of the runtime are to fail in this process.
 *
 *   ORDO_TEST_FAULTS=NAME:K,NAME:K+,...   the K-th call of ort_os_NAME fails; with a plus, all from
 *                                         the K-th on. A forked child goes on counting
 *                       NAME:f            all fail in processes that were forked
 *   ORDO_TEST_COUNTS=FILE                 64-bit numbers, two for each of fault_names: calls,
 * failures
 *
 * Threads: any. Signal-safe: yes.
 */
#ifndef PLAN_H
#define PLAN_H

extern const char *const fault_names[];
extern const unsigned fault_count;

int fault_is_due(unsigned number);

#endif
