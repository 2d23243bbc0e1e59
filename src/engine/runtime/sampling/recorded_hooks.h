/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * recorded_hooks.h: what the hooks of recorded versions count for the sampler.
 *
 * Threads: the caller's own. Signal-safe: yes.
 */
#ifndef ORT_RECORDED_HOOKS_H
#define ORT_RECORDED_HOOKS_H

#include <stdint.h>

/* Hook calls that recorded nothing: accesses by the recorded code of hollow samples (sampler.h). */
extern __thread uint32_t ort_hollow_hooks;

#endif
