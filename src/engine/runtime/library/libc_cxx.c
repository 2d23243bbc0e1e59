/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Looks in everything that the program has loaded, then in the C++ libraries by name, since one
 * that came in with a dlopen'ed object is in nobody else's scope.
 */
#include "libc_cxx.h"
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>

/* A static program has its routines bound, and need not have these. */
#pragma weak dlopen
#pragma weak dlsym

ort_any_function ort_cxx_late(const char *symbol) {
    static const char *const libraries[] = {"libstdc++.so.6", "libc++.so.1"};
    int error = errno;
    if (!dlopen || !dlsym) abort();
    ort_any_function f = (ort_any_function)dlsym(RTLD_DEFAULT, symbol);
    for (size_t i = 0; !f && i < sizeof libraries / sizeof *libraries; i++) {
        void *library = dlopen(libraries[i], RTLD_LAZY | RTLD_NOLOAD);
        if (library) f = (ort_any_function)dlsym(library, symbol);
    }
    if (!f) abort();
    errno = error;
    return f;
}
