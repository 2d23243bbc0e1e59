/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * cairo_library.c: opens the library by its ABI name and looks up the functions that the header
 * lists.
 */
#include "report/figure/cairo_library.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <string.h>

static bool find(void *library, const char *name, void *slot, struct ordo_error *error) {
    void *symbol = dlsym(library, name);
    if (!symbol) {
        ordo_error_set(error, ORDO_ENVIRONMENT,
                       "libcairo.so.2 has no %s: install a newer libcairo2", name);
        return false;
    }
    memcpy(slot, &symbol, sizeof symbol);
    return true;
}

enum ordo_status ordo_cairo_library_get(const struct ordo_cairo_library **out,
                                        struct ordo_error *error) {
    static struct ordo_cairo_library functions;
    static bool loaded;
    if (!loaded) {
        void *library = dlopen("libcairo.so.2", RTLD_NOW | RTLD_LOCAL);
        if (!library)
            return ordo_error_set(error, ORDO_ENVIRONMENT,
                                  "figures need libcairo.so.2, which is not installed: install "
                                  "libcairo2, or use --html");
#define FUNCTION(name)                                                                             \
    if (!find(library, "cairo_" #name, &functions.name, error)) return ORDO_ENVIRONMENT;
        ORDO_CAIRO_FUNCTIONS(FUNCTION)
#undef FUNCTION
        loaded = true;
    }
    *out = &functions;
    return ORDO_OK;
}
