/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * focus.c: decides which loops and recursions of a production build may have gates (--focus).
 *
 * Items of the list: a routine's name; ROUTINE:LINE or FILE:LINE for the loop on that line; FILE:
 * for everything in a file. FILE is the last part or parts of the file's path.
 */
#include "focus.h"

#include <stdio.h>
#include <string.h>

static bool is_file(const char *file, const char *text, size_t n) {
    size_t m = strlen(file);
    if (n == 0 || n > m || memcmp(file + m - n, text, n) != 0) return false;
    return n == m || file[m - n - 1] == '/';
}

static bool is_routine(const struct scope *s, const char *text, size_t n) {
    const char *names[] = {s->routine->scope->name, s->routine->scope->linkage_name};
    for (int i = 0; i < 2; i++)
        if (strlen(names[i]) == n && !memcmp(names[i], text, n)) return true;
    return false;
}

static bool matches(const struct scope *s, const char *item, size_t n) {
    size_t name = n;
    while (name && item[name - 1] >= '0' && item[name - 1] <= '9') name--;
    if (name < 2 || item[name - 1] != ':') return is_routine(s, item, n);
    if (name == n) return is_file(s->file, item, n - 1);
    char line[16];
    int digits = snprintf(line, sizeof line, "%u", s->line);
    if ((size_t)digits != n - name || memcmp(line, item + name, n - name) != 0) return false;
    return is_file(s->file, item, name - 1) || is_routine(s, item, name - 1);
}

bool opass_in_focus(const struct opass *p, const struct scope *s) {
    const char *list = p->options.focus;
    if (!*list) return true;
    while (*list) {
        size_t n = strcspn(list, ";");
        if (n && matches(s, list, n)) return true;
        list += n + (list[n] == ';');
    }
    return false;
}
