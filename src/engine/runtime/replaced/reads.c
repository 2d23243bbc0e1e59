/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * reads.c: replaces read(2), which libraries without models call to fill their buffers,
 * the C++ library among them: what programs take from there with iterators passes no model.
 *
 * This is libc's own name, as in limits.c. Like it, it can be cancelled.
 */
#include "engine/runtime/core/effects.h"

#include <unistd.h>

extern ssize_t __read(int fd, void *buffer, size_t size);

__attribute__((visibility("default"), weak)) ssize_t read(int fd, void *buffer, size_t size) {
    ssize_t n = __read(fd, buffer, size);
    if (n > 0) ort_effect_library_in(fd, (size_t)n);
    return n;
}
