/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * source_text.c: tries places in the order of the header; the first regular file of text is read. A
 * scope without debug information may name its object as its file: a file with a NUL byte is no
 * text.
 */
#include "report/words/source_text.h"
#include "base/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static uint64_t last_end(const struct ordo_profile *p) {
    uint64_t end = 0;
    for (uint32_t i = 0; i < p->n_runs; i++)
        if (p->runs[i].end_ns > end) end = p->runs[i].end_ns;
    return end;
}

static void read_whole(int fd, struct ordo_source_text *s, size_t size) {
    s->bytes = ordo_memory_new(size + 1, 1);
    while (s->n < size) {
        ssize_t got = read(fd, s->bytes + s->n, size - s->n);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) break;
        s->n += (size_t)got;
    }
    s->bytes[s->n] = '\0';
}

/* Returns false if the next place must be tried. */
static bool try_place(uint64_t end, const char *path, struct ordo_source_text *s) {
    struct stat st;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (fd < 0) {
        if (!s->why || errno != ENOENT) s->why = strerror(errno);
        return false;
    }
    bool found = false;
    free(s->bytes);
    s->bytes = NULL;
    s->n = 0;
    if (fstat(fd, &st) != 0 || !S_ISREG(st.st_mode)) {
        s->why = "not a regular file";
    } else if ((uint64_t)st.st_size > ORDO_SOURCE_LARGEST) {
        s->why = "larger than 64 MiB";
    } else {
        read_whole(fd, s, (size_t)st.st_size);
        found = !memchr(s->bytes, '\0', s->n);
        if (!found) {
            s->why = "not a text file";
            s->outcome = ORDO_SOURCE_NOT_TEXT;
        }
        uint64_t changed = (uint64_t)st.st_mtim.tv_sec * 1000000000u + (uint64_t)st.st_mtim.tv_nsec;
        s->newer = found && end && changed > end;
    }
    close(fd);
    return found;
}

void ordo_source_text_find(const char *const *roots, size_t n_roots, uint64_t end_ns,
                           const char *file, bool with_system, struct ordo_source_text *out) {
    bool absolute = file[0] == '/', found = false;
    struct ordo_text path = {0};
    *out = (struct ordo_source_text){.outcome = ORDO_SOURCE_MISSING};
    if (absolute && strncmp(file, "/usr/", 5) == 0 && !with_system)
        out->outcome = ORDO_SOURCE_SYSTEM;
    size_t n_places = absolute ? 1 : n_roots + 1;
    if (out->outcome == ORDO_SOURCE_SYSTEM) n_places = 0;
    for (size_t i = 0; i < n_places && !found; i++) {
        const char *root = absolute || i == n_roots ? "" : roots[i];
        if (!absolute && i < n_roots && !*root) continue;
        if (!absolute && i && i < n_roots && strcmp(root, roots[i - 1]) == 0) continue;
        ordo_text_clear(&path);
        if (*root) ordo_text_print(&path, "%s/", root);
        ordo_text_add(&path, file);
        if (!out->path) out->path = ordo_memory_copy(path.bytes);
        found = try_place(end_ns, path.bytes, out);
    }
    if (found) {
        free(out->path);
        out->path = ordo_text_take(&path);
        out->outcome = ORDO_SOURCE_READ;
    } else {
        free(out->bytes);
        out->bytes = NULL;
        out->n = 0;
    }
    ordo_text_done(&path);
    if (out->outcome == ORDO_SOURCE_MISSING && !out->why) out->why = "no file name is known";
}

void ordo_source_text_read(const struct ordo_profile *p, const char *file, bool with_system,
                           struct ordo_source_text *out) {
    const char **roots = ordo_memory_new((size_t)p->n_objects + 1, sizeof *roots);
    for (uint32_t i = 0; i < p->n_objects; i++) roots[i] = p->objects[i].source_root;
    ordo_source_text_find(roots, p->n_objects, last_end(p), file, with_system, out);
    free(roots);
}

void ordo_source_place_add(struct ordo_text *t, const struct ordo_profile *p,
                           const struct ordo_profile_scope *s) {
    const char *root = "";
    for (uint32_t i = 0; i < p->n_objects && *s->file && *s->file != '/'; i++)
        if (strcmp(p->objects[i].path, s->object) == 0) root = p->objects[i].source_root;
    if (*root) ordo_text_print(t, "%s/", root);
    ordo_text_add(t, s->file);
}

void ordo_source_text_done(struct ordo_source_text *s) {
    free(s->path);
    free(s->bytes);
    *s = (struct ordo_source_text){.outcome = ORDO_SOURCE_MISSING};
}
