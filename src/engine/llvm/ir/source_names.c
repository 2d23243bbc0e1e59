/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "source_names.h"

#include <stdio.h>
#include <string.h>

bool opass_starts_with(const char *text, const char *prefix) {
    return !strncmp(text, prefix, strlen(prefix));
}

const char *opass_relative(struct opass *p, const char *path) {
    size_t n = strlen(p->options.root);
    while (n > 1 && p->options.root[n - 1] == '/') n--;
    if (n && !strncmp(path, p->options.root, n) && path[n] == '/') return path + n + 1;
    return path;
}

void opass_unit_file(struct opass *p, char *out, size_t size) {
    char directory[4096], file[4096];
    shim_unit(p->m, directory, file, sizeof file);
    snprintf(out, size, "%s", opass_relative(p, file));
}
