/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "cli/input_series.h"

#include "base/text.h"

#include <ctype.h>
#include <errno.h>
#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { MOST_RUNS = 64 }; /* ORDO_RUNS_WITH_COSTS */

static enum ordo_status wrong_scan(const char *scan, const char *what, struct ordo_error *error) {
    return ordo_error_set(error, ORDO_BAD_INPUT,
                          "--scan %s: %s; write for example n=1000:16000:x2 or n=100:500:+100",
                          scan, what);
}

static bool read_number(const char **at, unsigned long long *n) {
    char *end;
    errno = 0;
    if (!isdigit((unsigned char)**at)) return false;
    *n = strtoull(*at, &end, 10);
    *at = end;
    return errno == 0 && *n <= 1ull << 53;
}

enum ordo_status ordo_input_series_scan(const char *scan, struct ordo_input_series *s,
                                        struct ordo_error *error) {
    const char *equals = strchr(scan, '='), *at;
    unsigned long long from, to, step = 2;
    char how = 'x';
    *s = (struct ordo_input_series){0};
    if (!equals || equals == scan)
        return wrong_scan(scan, equals ? "has no name" : "has no range", error);
    at = equals + 1;
    if (!read_number(&at, &from) || *at++ != ':' || !read_number(&at, &to))
        return wrong_scan(scan, "its range is not two whole numbers with a colon between them",
                          error);
    if (*at == ':') {
        how = at[1];
        at += 2;
        if ((how != 'x' && how != '+') || !read_number(&at, &step))
            return wrong_scan(scan, "its step is neither xN nor +N with a whole number N", error);
    }
    if (*at) return wrong_scan(scan, "has something after its numbers", error);
    if (!from) return wrong_scan(scan, "sizes begin at 1", error);
    if (from > to || step < (how == 'x' ? 2 : 1))
        return wrong_scan(scan, "its sizes do not grow", error);
    s->feature = ordo_text_format("%.*s", (int)(equals - scan), scan);
    s->placeholder = ordo_text_format("{%s}", s->feature);
    for (unsigned long long n = from; n <= to; n = how == 'x' ? n * step : n + step) {
        ordo_words_addf(&s->values, "%llu", n);
        if (s->values.n <= MOST_RUNS) continue;
        ordo_input_series_done(s);
        return wrong_scan(scan, "these are more than 64 runs", error);
    }
    return ORDO_OK;
}

static long long bytes_of(const char *path) {
    struct stat st;
    return stat(path, &st) == 0 ? (long long)st.st_size : 0;
}

static int by_size(const void *a, const void *b) {
    const char *const *x = a, *const *y = b;
    long long m = bytes_of(*x), n = bytes_of(*y);
    return m != n ? (m > n) - (m < n) : strcmp(*x, *y);
}

enum ordo_status ordo_input_series_files(const char *pattern, struct ordo_input_series *s,
                                         struct ordo_error *error) {
    glob_t files;
    *s = (struct ordo_input_series){0};
    if (glob(pattern, 0, NULL, &files) != 0)
        return ordo_error_set(error, ORDO_BAD_INPUT, "--inputs %s: no file has such a name%s",
                              pattern,
                              strpbrk(pattern, "*?[") ? ": name files that exist"
                                                      : ": write a pattern such as 'in.*'");
    qsort(files.gl_pathv, files.gl_pathc, sizeof *files.gl_pathv, by_size);
    if (files.gl_pathc > MOST_RUNS) {
        size_t n = files.gl_pathc;
        globfree(&files);
        return ordo_error_set(error, ORDO_BAD_INPUT,
                              "--inputs %s: these are %zu files: name at most %d", pattern, n,
                              MOST_RUNS);
    }
    s->placeholder = ordo_text_format("{}");
    for (size_t i = 0; i < files.gl_pathc; i++) ordo_words_add(&s->values, files.gl_pathv[i]);
    globfree(&files);
    return ORDO_OK;
}

void ordo_input_series_done(struct ordo_input_series *s) {
    free(s->placeholder);
    free(s->feature);
    ordo_words_done(&s->values);
    *s = (struct ordo_input_series){0};
}

bool ordo_input_series_occurs(const struct ordo_input_series *s, char **argv) {
    for (; *argv; argv++)
        if (strstr(*argv, s->placeholder)) return true;
    return false;
}

void ordo_input_series_command(const struct ordo_input_series *s, size_t i, char **command,
                               struct ordo_words *argv) {
    size_t length = strlen(s->placeholder);
    for (; *command; command++) {
        struct ordo_text word = {0};
        const char *at = *command, *found;
        for (; (found = strstr(at, s->placeholder)); at = found + length) {
            ordo_text_add_bytes(&word, at, (size_t)(found - at));
            ordo_text_add(&word, s->values.v[i]);
        }
        ordo_text_add(&word, at);
        ordo_words_add(argv, word.bytes ? word.bytes : "");
        ordo_text_done(&word);
    }
}
