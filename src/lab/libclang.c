/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * libclang.c: opens the library by its ABI name and looks up the functions that the header lists.
 */
#include "lab/libclang.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <string.h>

#define LIBRARY "libclang-" ORDO_LLVM ".so." ORDO_LLVM

static bool find(void *library, const char *name, void *slot, struct ordo_error *error) {
    void *symbol = dlsym(library, name);
    if (!symbol) {
        ordo_error_set(error, ORDO_ENVIRONMENT, LIBRARY " has no %s: install libclang1-" ORDO_LLVM,
                       name);
        return false;
    }
    memcpy(slot, &symbol, sizeof symbol);
    return true;
}

enum ordo_status ordo_libclang_get(const struct ordo_libclang **out, struct ordo_error *error) {
    static struct ordo_libclang functions;
    static bool loaded;
    if (!loaded) {
        void *library = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);
        if (!library)
            return ordo_error_set(error, ORDO_ENVIRONMENT,
                                  "statements are found by " LIBRARY
                                  ", which is not installed: install libclang1-" ORDO_LLVM);
#define FUNCTION(name)                                                                             \
    if (!find(library, "clang_" #name, &functions.name, error)) return ORDO_ENVIRONMENT;
        ORDO_LIBCLANG_FUNCTIONS(FUNCTION)
#undef FUNCTION
        loaded = true;
    }
    *out = &functions;
    return ORDO_OK;
}
