/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * file_watch.c: inotify shows when to check, stat shows what changed.
 *
 * The names in events are ignored, so that every way to save a file is detected and an overflow of
 * the queue does no harm.
 *
 * Invariant: a file's mark is its state when it was last taken or added.
 */
#include "watch/file_watch.h"

#include "base/memory.h"
#include "base/words.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

struct mark {
    bool there;
    dev_t device;
    ino_t inode;
    off_t size;
    struct timespec changed;
};

struct ordo_file_watch {
    int fd;
    struct ordo_words files;
    struct mark *marks; /* one for each file */
    bool lost;          /* a folder was removed and is not yet watched again */
};

/* A save ends with a close or a rename; incomplete files are ignored. */
#define EVENTS (IN_CLOSE_WRITE | IN_MOVED_TO | IN_ONLYDIR)

static struct mark look(const char *file) {
    struct stat st;
    struct mark m = {0};
    if (stat(file, &st) != 0) return m;
    m.there = true;
    m.device = st.st_dev;
    m.inode = st.st_ino;
    m.size = st.st_size;
    m.changed = st.st_mtim;
    return m;
}

static bool same(const struct mark *a, const struct mark *b) {
    return a->there == b->there && a->device == b->device && a->inode == b->inode &&
           a->size == b->size && a->changed.tv_sec == b->changed.tv_sec &&
           a->changed.tv_nsec == b->changed.tv_nsec;
}

/* Watches the folder of a file. Does nothing if it is already watched. */
static enum ordo_status watch_folder(struct ordo_file_watch *w, const char *file,
                                     struct ordo_error *error) {
    char folder[PATH_MAX];
    const char *slash = strrchr(file, '/');
    size_t n = slash ? (size_t)(slash - file) : 0;
    if (n >= sizeof folder)
        return ordo_error_set(error, ORDO_BAD_INPUT,
                              "%.60s...: the path is too long: use a shorter one", file);
    memcpy(folder, file, n);
    strcpy(folder + n, !slash ? "." : n ? "" : "/");
    if (inotify_add_watch(w->fd, folder, EVENTS) >= 0) return ORDO_OK;
    const char *why = errno == ENOSPC ? "no inotify watches left: raise "
                                        "fs.inotify.max_user_watches"
                                      : strerror(errno);
    return ordo_error_set(error, ORDO_ENVIRONMENT, "%s: the folder cannot be watched: %s", folder,
                          why);
}

enum ordo_status ordo_file_watch_open(struct ordo_file_watch **out, struct ordo_error *error) {
    struct ordo_file_watch *w = ordo_memory_new(1, sizeof *w);
    *out = NULL;
    w->fd = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
    if (w->fd < 0) {
        enum ordo_status status =
            ordo_error_set(error, ORDO_ENVIRONMENT, "files cannot be watched: %s: raise %s",
                           strerror(errno), "fs.inotify.max_user_instances");
        free(w);
        return status;
    }
    *out = w;
    return ORDO_OK;
}

enum ordo_status ordo_file_watch_add(struct ordo_file_watch *w, const char *file,
                                     struct ordo_error *error) {
    if (ordo_words_find(&w->files, file)) return ORDO_OK;
    ORDO_TRY(watch_folder(w, file, error));
    w->marks = ordo_memory_resize(w->marks, w->files.n + 1, sizeof *w->marks);
    w->marks[w->files.n] = look(file);
    ordo_words_add(&w->files, file);
    return ORDO_OK;
}

int ordo_file_watch_descriptor(const struct ordo_file_watch *w) {
    return w->fd;
}

static void watch_again(struct ordo_file_watch *w) {
    w->lost = false;
    for (size_t i = 0; i < w->files.n; i++)
        if (watch_folder(w, w->files.v[i], NULL) != ORDO_OK) w->lost = true;
}

const char *ordo_file_watch_take(struct ordo_file_watch *w) {
    char events[4096];
    const char *saved = NULL;
    ssize_t n;
    while ((n = read(w->fd, events, sizeof events)) > 0)
        for (ssize_t at = 0; at + (ssize_t)sizeof(struct inotify_event) <= n;) {
            struct inotify_event e;
            memcpy(&e, events + at, sizeof e);
            if (e.mask & IN_IGNORED) w->lost = true;
            at += (ssize_t)(sizeof e + e.len);
        }
    if (w->lost) watch_again(w);
    for (size_t i = 0; i < w->files.n; i++) {
        struct mark now = look(w->files.v[i]);
        if (!now.there || same(&now, &w->marks[i])) continue;
        w->marks[i] = now;
        if (!saved) saved = w->files.v[i];
    }
    return saved;
}

void ordo_file_watch_close(struct ordo_file_watch *w) {
    if (!w) return;
    close(w->fd);
    free(w->marks);
    ordo_words_done(&w->files);
    free(w);
}
