/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * memory.c: the C library's heap, whose failures end the process.
 */
#include "base/memory.h"
#include "base/status.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *advice;
static int exit_status; /* 0: that of ORDO_ENVIRONMENT */

void ordo_memory_set_status(int status) {
    exit_status = status;
}

void ordo_memory_set_advice(const char *line) {
    advice = line;
}

/* Does not run exit handlers, because other threads may still be running. */
_Noreturn void ordo_memory_exhausted(void) {
    static const char line[] =
        "ordo: not enough memory: free some or raise the limit (ulimit -v)\n";
    ssize_t n = advice ? write(STDERR_FILENO, advice, strlen(advice)) : 0;
    n = write(STDERR_FILENO, line, sizeof line - 1);
    (void)n;
    _exit(exit_status ? exit_status : ordo_status_exit(ORDO_ENVIRONMENT));
}

static void *checked(void *p) {
    if (!p) ordo_memory_exhausted();
    return p;
}

void *ordo_memory_new(size_t count, size_t size) {
    return checked(count && size ? calloc(count, size) : calloc(1, 1));
}

void *ordo_memory_resize(void *p, size_t count, size_t size) {
    return checked(count && size ? reallocarray(p, count, size) : realloc(p, 1));
}

char *ordo_memory_copy(const char *s) {
    return checked(strdup(s));
}

char *ordo_memory_copy_bytes(const char *s, size_t n) {
    return checked(strndup(s, n));
}
