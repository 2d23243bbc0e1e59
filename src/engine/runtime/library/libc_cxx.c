/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * libc_cxx.c: looks up routines of the C++ library. It searches everything that the program has
 * loaded, then the C++ libraries by name, because one that was loaded with a dlopen'ed object is in
 * no other object's scope.
 */
#include "libc_cxx.h"
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>

/* Weak: a static program has the routines bound by its linker and may lack these. */
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
