/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * gcc_options.c: searches the sorted tables of gcc_options.def for the option's name without the
 * dash, "no-" and the value.
 *
 * A bit set has the forms that only gcc supports, because clang supports the negative but not the
 * positive form of some options.
 */
#include "wrapper/gcc_options.h"
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { ON = 1, OFF = 2, VALUE = 4 };

static const struct option {
    const char *name;
    int forms;
} options[] = {
#define GCC_OPTION(name, forms) {name, forms},
#include "wrapper/gcc_options.def"
};

static const char *const warnings[] = {
#define GCC_WARNING(name) name,
#include "wrapper/gcc_options.def"
};

static int compare_option(const void *key, const void *element) {
    return strcmp(key, ((const struct option *)element)->name);
}

static int compare_warning(const void *key, const void *element) {
    return strcmp(key, *(const char *const *)element);
}

static const char *skip(const char *text, const char *prefix) {
    size_t n = strlen(prefix);
    return strncmp(text, prefix, n) == 0 ? text + n : text;
}

static bool is_warning(const char *name, size_t n) {
    char key[64];
    if (n == 0 || n >= sizeof key) return false;
    memcpy(key, name, n);
    key[n] = 0;
    return bsearch(key, warnings, sizeof warnings / sizeof *warnings, sizeof *warnings,
                   compare_warning);
}

/* Searches for the warning with this value, with any value, and in any form. */
static enum ordo_gcc_option find_warning(const char *name) {
    name = skip(skip(skip(name, "no-"), "error="), "no-");
    size_t all = strlen(name), bare = strcspn(name, "=");
    bool is_gccs = is_warning(name, all) || (bare < all && is_warning(name, bare + 1)) ||
                   is_warning(name, bare);
    return is_gccs ? ORDO_GCC_WARNING : ORDO_GCC_NOT;
}

enum ordo_gcc_option ordo_gcc_option_find(const char *word) {
    if (word[0] != '-') return ORDO_GCC_NOT;
    if (word[1] == 'W' && word[2] && word[3] != ',') return find_warning(word + 2);
    if (word[1] != 'f' && word[1] != 'm' && word[1] != 'g') return ORDO_GCC_NOT;

    const char *name = skip(word + 2, "no-");
    size_t n = strcspn(name, "=");
    char bare[64] = {word[1]};
    if (n == 0 || n + 2 > sizeof bare) return ORDO_GCC_NOT;
    memcpy(bare + 1, name, n);
    bare[n + 1] = 0;
    const struct option *o =
        bsearch(bare, options, sizeof options / sizeof *options, sizeof *options, compare_option);
    int form = name[n] == '=' ? VALUE : name != word + 2 ? OFF : ON;
    return o && (o->forms & form) ? ORDO_GCC_OPTION : ORDO_GCC_NOT;
}
