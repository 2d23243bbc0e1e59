/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * library.h: the table of modelled routines, generated from abi/models.def.
 *
 * Holds the families that are replaced by wrappers; `real` is what the wrapper calls, as the
 * dynamic linker binds the name for the runtime (NULL when no object defines it: libstdc++ in a C
 * program).
 *
 * Owner: the library models. Threads: read-only.
 */
#ifndef ORT_LIBRARY_H
#define ORT_LIBRARY_H

#include <stddef.h>

struct ort_model {
    const char *name;
    void *wrapper;
    void *real;
};

extern const struct ort_model ort_models[];
extern const size_t ort_n_models;

#endif
