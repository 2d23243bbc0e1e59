/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * plan.h: which system calls of the runtime fail in this process.
 *
 *   ORDO_TEST_FAULTS=NAME:K,NAME:K+,...   the K-th call of ort_os_NAME fails; with a plus also all later
 *                                         ones. A forked child continues the count
 *                       NAME:f            all calls fail in forked processes
 *   ORDO_TEST_COUNTS=FILE                 64-bit numbers, two for each of fault_names: calls and
 *                                         failures
 *
 * Threads: any. Signal-safe: yes.
 */
#ifndef PLAN_H
#define PLAN_H

extern const char *const fault_names[];
extern const unsigned fault_count;

int fault_is_due(unsigned number);

#endif
