/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "raw_folder.h"
#include "lock.h"
#include "os.h"
#include "settings.h"
#include "short_text.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>

#define HELD_LEAST 512 /* programs count their descriptors, or close the first few */

char ort_raw_path[1024];
static uint64_t folder_length; /* of ort_raw_path */
static struct ort_raw_identity own;
static int next_in_memory; /* files that are created from now on are in no folder */

static const char *const path_end = ort_raw_path + sizeof ort_raw_path - 1;

/* Adds the folder's name at `at` in its path: 0 or -errno. */
static long name_folder(char *at, const char *name) {
    at = ort_append_text(ort_append_text(at, path_end, name), path_end, "/");
    folder_length = (uint64_t)(at - ort_raw_path);
    return at + sizeof own.name > path_end ? -ENAMETOOLONG : 0;
}

long ort_raw_folder_next(const char *folder) {
    next_in_memory = !folder;
    return folder ? name_folder(ort_raw_path, folder) : 0;
}

long ort_raw_folder_init(void) {
    const char *folder = ort_settings.raw_dir;
    if (!folder || folder[0] == '/') return ort_raw_folder_next(folder);
    long n = ort_os_getcwd(ort_raw_path, sizeof ort_raw_path);
    if (n < 0) return n;
    return name_folder(ort_append_text(ort_raw_path + n - 1, path_end, "/"), folder);
}

const char *ort_raw_folder(void) {
    ort_raw_path[folder_length] = 0;
    return ort_raw_path;
}

static const char *path_of(const struct ort_raw_identity *file) {
    ort_append_text(ort_raw_path + folder_length, ort_raw_path + sizeof ort_raw_path - 1,
                    file->name);
    return ort_raw_path;
}

/* Creates a file in no folder. Nothing but its room has to be known of it. */
static long create_in_memory(struct ort_raw_identity *made) {
    uint64_t most = ort_os_limit_file();
    *made = (struct ort_raw_identity){0};
    made->in_memory = ort_settings.limit_bytes < most ? ort_settings.limit_bytes : most;
    made->in_memory &= ~(uint64_t)(ORT_PAGE - 1);
    return ort_os_memory_file(made->in_memory);
}

long ort_raw_create_file(uint64_t start_ns, struct ort_raw_identity *made) {
    struct stat st;
    if (next_in_memory) return create_in_memory(made);
    char *end = made->name + sizeof made->name - 1;
    char *at = ort_append_number(made->name, end, ort_os_pid());
    at = ort_append_number(ort_append_text(at, end, "-"), end, start_ns);
    ort_append_text(at, end, ".raw");
    long fd = ort_os_open(path_of(made), O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, 0600);
    if (fd < 0) return fd;
    long r = ort_os_stat((int)fd, &st);
    if (r < 0) {
        ort_raw_unlink(made);
        ort_os_close((int)fd);
        return r;
    }
    made->device = st.st_dev;
    made->inode = st.st_ino;
    made->in_memory = 0;
    made->held = 0;
    return fd;
}

void ort_raw_unlink(const struct ort_raw_identity *made) {
    if (!made->in_memory) ort_os_unlink(path_of(made));
}

/* Returns 0 if the descriptor is of the process's own file, else -errno (-ESTALE: of another
 * one). */
static long check(int fd) {
    struct stat now;
    long r = ort_os_stat(fd, &now);
    if (r < 0) return r;
    return now.st_dev == own.device && now.st_ino == own.inode ? 0 : -ESTALE;
}

static int is_held(void) {
    return own.held && check(own.held - 1) == 0;
}

long ort_raw_reopen(void) {
    if (own.in_memory) return -ESTALE;
    if (is_held()) return ort_os_duplicate(own.held - 1, 0);
    long fd = ort_os_open(path_of(&own), O_RDWR | O_NOFOLLOW, 0);
    if (fd < 0) return fd;
    long r = check((int)fd);
    if (r < 0) ort_os_close((int)fd);
    return r < 0 ? r : fd;
}

static int duplicate(int fd) {
    long held = ort_os_duplicate(fd, HELD_LEAST);
    if (held < 0) held = ort_os_duplicate(fd, 0);
    return held < 0 ? 0 : (int)held + 1;
}

void ort_raw_identify(const struct ort_raw_identity *file, int fd) {
    int old = is_held() ? own.held : 0;
    own = *file;
    if (!old) return;
    own.held = duplicate(fd);
    ort_os_close(old - 1);
}

void ort_raw_hold(void) {
    uint64_t saved = ort_lock_take(ORT_LOCK_RAW);
    if (!is_held()) {
        long fd = ort_raw_reopen();
        if (fd >= 0) {
            own.held = duplicate((int)fd);
            ort_os_close((int)fd);
        }
    }
    ort_lock_drop(ORT_LOCK_RAW, saved);
}

void ort_raw_let_go(void) {
    if (is_held()) ort_os_close(own.held - 1);
    own.held = 0;
}
