/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * sanitizer_report.c: a report of UndefinedBehaviorSanitizer is a line PLACE: runtime error: WHAT.
 * One of AddressSanitizer begins with ERROR: AddressSanitizer: KIND; then come the access and the
 * calls, of which the first in the sources is the place.
 */
#include "lab/sanitizer_report.h"

#include "base/words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Generators and the laboratory may be too slow with everything that the sanitizers can do. Fresh
 * memory has the same contents each time, so that two inputs can be compared. */
const char *const ordo_sanitizer_settings[3] = {
    "ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1:quarantine_size_mb=8:color=never:"
    "max_malloc_fill_size=1073741824:external_symbolizer_path=/usr/lib/llvm-" ORDO_LLVM
    "/bin/llvm-symbolizer",
    "UBSAN_OPTIONS=print_stacktrace=0:color=never", NULL};

/* Finds FILE:LINE of one of the files in the line. */
static bool find_place(const char *line, const char *const *files, size_t n, char *out,
                       size_t size) {
    for (size_t i = 0; i < n; i++) {
        const char *slash = strrchr(files[i], '/'), *name = slash ? slash + 1 : files[i];
        size_t length = strlen(name);
        for (const char *p = line; (p = strstr(p, name)); p += length) {
            if (p == line || (p[-1] != '/' && p[-1] != ' ')) continue;
            if (p[length] != ':') continue;
            size_t digits = strspn(p + length + 1, "0123456789");
            if (!digits) continue;
            snprintf(out, size, "%s:%.*s", files[i], (int)digits, p + length + 1);
            return true;
        }
    }
    return false;
}

/* Returns the words for what AddressSanitizer calls the error, in *n characters. */
static const char *kind_of(const char *kind, int *n) {
    static const struct {
        const char *begins, *words;
    } others[] = {{"stack-overflow", "stack overflow"},
                  {"SEGV", "access to an invalid address"},
                  {"attempting double-free", "memory is freed twice"},
                  {"attempting free", "memory is freed that was not allocated"}};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (strncmp(kind, others[i].begins, strlen(others[i].begins)) == 0)
            return *n = (int)strlen(others[i].words), others[i].words;
    *n = (int)strcspn(kind, " ");
    return kind;
}

static void cut_line(char *line) {
    line[strcspn(line, "\r\n")] = 0;
}

/* Reads the rest of a report of AddressSanitizer. */
static void read_address(FILE *f, const char *kind, const char *const *files, size_t n, char *out,
                         size_t size) {
    char line[2048], place[512] = "", access[64] = "";
    bool is_overflow = strncmp(kind, "stack-overflow", 14) == 0;
    while (!*place && fgets(line, sizeof line, f)) {
        cut_line(line);
        if (!*access && (strncmp(line, "READ of", 7) == 0 || strncmp(line, "WRITE of", 8) == 0))
            snprintf(access, sizeof access, ", %.*s",
                     (int)(strstr(line, " at ") ? strstr(line, " at ") - line : 40), line);
        if (strstr(line, "    #")) find_place(line, files, n, place, sizeof place);
    }
    int length;
    const char *words = kind_of(kind, &length);
    snprintf(out, size, "%s%s%.*s%s", place, *place ? ": " : "", length, words,
             is_overflow ? "" : access);
}

bool ordo_sanitizer_report_read(const char *path, const char *const *files, size_t n, char *out,
                                size_t size) {
    char line[2048], place[512];
    static const char undefined[] = ": runtime error: ", address[] = "ERROR: AddressSanitizer: ";
    FILE *f = fopen(path, "rbe");
    bool found = false;
    while (f && !found && fgets(line, sizeof line, f)) {
        cut_line(line);
        const char *u = strstr(line, undefined), *a = strstr(line, address);
        found = u || a;
        if (u) {
            char prefixed[2050];
            snprintf(prefixed, sizeof prefixed, " %s", line);
            bool known = find_place(prefixed, files, n, place, sizeof place);
            snprintf(out, size, "%s%s%s", known ? place : "", known ? ": " : "",
                     u + sizeof undefined - 1);
        } else if (a) {
            read_address(f, a + sizeof address - 1, files, n, out, size);
        }
    }
    if (f) fclose(f);
    return found;
}
