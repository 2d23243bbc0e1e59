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

long ort_raw_folder_init(void) {
    char *at = ort_raw_path, *end = ort_raw_path + sizeof ort_raw_path - 1;
    if (ort_settings.raw_dir[0] != '/') {
        long n = ort_os_getcwd(at, sizeof ort_raw_path);
        if (n < 0) return n;
        at = ort_append_text(at + n - 1, end, "/");
    }
    at = ort_append_text(at, end, ort_settings.raw_dir);
    at = ort_append_text(at, end, "/");
    folder_length = (uint64_t)(at - ort_raw_path);
    return at + sizeof own.name > end ? -ENAMETOOLONG : 0;
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

long ort_raw_create_file(uint64_t start_ns, struct ort_raw_identity *made) {
    struct stat st;
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
    made->held = 0;
    return fd;
}

void ort_raw_unlink(const struct ort_raw_identity *made) {
    ort_os_unlink(path_of(made));
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
