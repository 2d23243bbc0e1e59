/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * options.c: reads the pass's options.
 */
#include "options.h"

#include <stdio.h>
#include <string.h>

void opass_options_read(const char *list, struct opass_options *out) {
    *out = (struct opass_options){.loops = true, .fold = true, .elide = true};
    while (list && *list) {
        size_t n = strncmp(list, "root=", 5) ? strcspn(list, ",") : strlen(list);
        char item[4200];
        snprintf(item, sizeof item, "%.*s", (int)(n < 4190 ? n : 4190), list);
        list += n + (list[n] == ',');
        char *value = strchr(item, '=');
        if (!value) continue;
        *value++ = 0;
        bool on = strcmp(value, "0") != 0;
        if (!strcmp(item, "root")) snprintf(out->root, sizeof out->root, "%.4095s", value);
        if (!strcmp(item, "lines")) out->lines_only = on;
        if (!strcmp(item, "loops")) out->loops = on;
        if (!strcmp(item, "fold")) out->fold = on;
        if (!strcmp(item, "elide")) out->elide = on;
        if (!strcmp(item, "drms")) out->drms = on;
        if (!strcmp(item, "blocks")) out->blocks = on;
        if (!strcmp(item, "blocks")) out->counts_only = !strcmp(value, "only");
        if (!strcmp(item, "structure")) out->structure = on;
        if (!strcmp(item, "production")) out->production = on;
        if (!strcmp(item, "focus")) snprintf(out->focus, sizeof out->focus, "%.4095s", value);
        if (!strcmp(item, "keep-gs")) out->keep_gs = on;
        if (!strcmp(item, "statements")) out->statements = on;
        if (!strcmp(item, "reference")) out->reference = on;
        if (!strcmp(item, "break-elision")) out->break_elision = on;
    }
    if (out->reference) out->fold = out->elide = out->blocks = false;
    if (out->counts_only) out->loops = out->elide = out->drms = false;
    if (out->structure) out->elide = false;
    if (out->production) out->fold = false;
    if (out->drms) out->elide = false; /* another thread may write between two reads */
}
