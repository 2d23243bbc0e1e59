/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * output_guard.c: creates a file to learn if a folder takes one, because permissions do not tell:
 * the file system may be read-only, or one of the kernel's.
 */
#include "cli/output_guard.h"

#include "base/memory.h"
#include "base/stream.h"
#include "base/text.h"
#include "profile/store/store.h"
#include "report/export/export.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The first bytes of a file. */
struct head {
    char bytes[1024];
    size_t n;
};

static bool begins(const struct head *h, const void *start, size_t n) {
    return h->n >= n && memcmp(h->bytes, start, n) == 0;
}

static bool begins_with(const struct head *h, const char *start) {
    return begins(h, start, strlen(start));
}

static bool contains(const struct head *h, const char *part) {
    return memmem(h->bytes, h->n, part, strlen(part)) != NULL;
}

static bool read_head(const char *path, struct head *h) {
    FILE *f = fopen(path, "re");
    h->n = f ? fread(h->bytes, 1, sizeof h->bytes, f) : 0;
    if (f) fclose(f);
    return f != NULL;
}

static bool is_database(const struct head *h) {
    static const unsigned char id[] = {
        ORDO_STORE_APPLICATION_ID >> 24, ORDO_STORE_APPLICATION_ID >> 16 & 0xff,
        ORDO_STORE_APPLICATION_ID >> 8 & 0xff, ORDO_STORE_APPLICATION_ID & 0xff};
    return begins_with(h, "SQLite format 3") && h->n >= 72 &&
           memcmp(h->bytes + 68, id, sizeof id) == 0;
}

static bool is_gzip_of_export(const struct head *h) {
    /* Flag 16: a comment follows the ten bytes of the header. */
    static const char magic[] = {0x1f, (char)0x8b, 8, 16}, comment[] = ORDO_EXPORT_GZIP_COMMENT;
    return begins(h, magic, sizeof magic) && h->n >= 10 + sizeof comment &&
           memcmp(h->bytes + 10, comment, sizeof comment) == 0;
}

/* Returns whether every line is a stack, a space and a number. A list of names with numbers looks
 * the same, except that no name has a caller. */
static bool is_collapsed_stacks(const char *path) {
    FILE *f = fopen(path, "re");
    char *line = NULL;
    size_t room = 0;
    bool fits = f != NULL, nested = false;
    unsigned lines = 0;
    for (ssize_t n; fits && (n = ordo_stream_line(f, &line, &room)) > 0;) {
        ssize_t at = n - 1;
        fits = line[at] == '\n' && strlen(line) == (size_t)n;
        while (at && isdigit((unsigned char)line[at - 1])) at--;
        fits =
            fits && at > 1 && at < n - 1 && line[at - 1] == ' ' && !isdigit((unsigned char)*line);
        nested |= strchr(line, ';') != NULL;
        if (lines < 2) lines++;
    }
    free(line);
    if (f) fclose(f);
    return fits && (nested || lines == 1);
}

static bool is_export(const char *path, const struct head *h) {
    return (begins_with(h, "{\"schema\":") && contains(h, "\"cell_bytes\":")) ||
           (begins_with(h, "{\"$schema\":") && contains(h, "\"exporter\":\"ordo ")) ||
           begins_with(h, "# callgrind format\nversion: 1\ncreator: ordo ") ||
           begins_with(h, "scope,kind,name,routine,file,line,size_metric,") ||
           begins_with(h, "kind,name,file,line,column,block") || is_gzip_of_export(h) ||
           is_collapsed_stacks(path);
}

static bool is_figure(const struct head *h) {
    if (begins_with(h, "<?xml")) return contains(h, ORDO_SVG_MARK);
    return begins_with(h, "\x89PNG") && h->n >= ORDO_PNG_MARK_AT + sizeof ORDO_PNG_MARK - 1 &&
           memcmp(h->bytes + ORDO_PNG_MARK_AT, ORDO_PNG_MARK, sizeof ORDO_PNG_MARK - 1) == 0;
}

bool ordo_output_is_earlier(const char *path, enum ordo_output_kind kind) {
    struct stat st;
    struct head h;
    if (stat(path, &st) != 0 || !S_ISREG(st.st_mode) || !st.st_size) return true;
    if (!read_head(path, &h)) return false;
    switch (kind) {
    case ORDO_OUTPUT_PAGE:
        return begins_with(&h, "<!doctype html>") && contains(&h, "<title>Ordo</title>");
    case ORDO_OUTPUT_DATABASE:
        return is_database(&h);
    case ORDO_OUTPUT_EXPORT:
        return is_export(path, &h);
    case ORDO_OUTPUT_FIGURE:
        return is_figure(&h);
    }
    return false;
}

bool ordo_output_is_database(const char *path) {
    struct head h;
    return read_head(path, &h) && is_database(&h);
}

enum ordo_status ordo_output_guard(const char *path, const char *option, enum ordo_output_kind kind,
                                   struct ordo_error *error) {
    static const char *const names[] = {[ORDO_OUTPUT_PAGE] = "a page",
                                        [ORDO_OUTPUT_DATABASE] = "a profile or a trend",
                                        [ORDO_OUTPUT_EXPORT] = "an export",
                                        [ORDO_OUTPUT_FIGURE] = "a figure"};
    if (!ordo_output_is_earlier(path, kind))
        return ordo_error_set(error, ORDO_BAD_INPUT,
                              "%s: exists and is not %s that Ordo wrote: name another file with %s",
                              path, names[kind], option);
    if (kind != ORDO_OUTPUT_DATABASE || access(path, F_OK) != 0) return ORDO_OK;
    char *old = ordo_text_format("%s.old", path);
    enum ordo_status status = ORDO_OK;
    if (!ordo_output_is_earlier(old, kind))
        status = ordo_error_set(error, ORDO_BAD_INPUT,
                                "%s: exists and is not %s that Ordo wrote, so that %s cannot be "
                                "kept: name another file with %s",
                                old, names[kind], path, option);
    free(old);
    return status;
}

bool ordo_output_is_same_file(const char *path, const char *other) {
    struct stat a, b;
    return stat(path, &a) == 0 && stat(other, &b) == 0 && a.st_dev == b.st_dev &&
           a.st_ino == b.st_ino;
}

enum ordo_status ordo_output_check_input(const char *path, const char *option, const char *input,
                                         struct ordo_error *error) {
    if (!ordo_output_is_same_file(path, input)) return ORDO_OK;
    return ordo_error_set(error, ORDO_BAD_INPUT, "%s: is an input: name another file with %s", path,
                          option);
}

static enum ordo_status check_folder(const char *folder, const char *path, const char *option,
                                     struct ordo_error *error) {
    struct stat st;
    if (stat(folder, &st) != 0 && errno == ENOENT)
        return ordo_error_set(error, ORDO_ENVIRONMENT,
                              "%s: no such folder: create it, or name another file with %s", folder,
                              option);
    char *probe = ordo_text_format("%s.XXXXXX", path);
    int file = mkostemp(probe, O_CLOEXEC), number = errno;
    if (file >= 0) {
        close(file);
        unlink(probe);
    }
    free(probe);
    if (file >= 0) return ORDO_OK;
    return ordo_error_set(error, ORDO_ENVIRONMENT,
                          "%s: cannot create a file in it: %s: name another file with %s", folder,
                          strerror(number), option);
}

enum ordo_status ordo_output_check_place(const char *path, const char *option,
                                         enum ordo_output_way way, struct ordo_error *error) {
    struct stat st;
    if (!*path) return ordo_error_set(error, ORDO_ENVIRONMENT, "%s: is empty: name a file", option);
    bool exists = stat(path, &st) == 0;
    if (exists && S_ISDIR(st.st_mode))
        return ordo_error_set(error, ORDO_ENVIRONMENT, "%s: is a folder: name a file with %s", path,
                              option);
    if (exists && !S_ISREG(st.st_mode)) return ORDO_OK;
    if (exists && way == ORDO_OUTPUT_IN_PLACE) {
        if (access(path, W_OK) == 0) return ORDO_OK;
        return ordo_error_set(error, ORDO_ENVIRONMENT,
                              "%s: cannot be written: %s: name another file with %s", path,
                              strerror(errno), option);
    }
    char *copy = ordo_memory_copy(path);
    enum ordo_status status = check_folder(dirname(copy), path, option, error);
    free(copy);
    return status;
}
