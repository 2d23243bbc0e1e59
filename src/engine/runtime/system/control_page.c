/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * control_page.c: a file of that name is left of a process that was killed, or of the program that
 * this process executed before. It is removed first, and O_EXCL follows no link.
 */
#include "control_page.h"
#include "os.h"
#include "settings.h"
#include "short_text.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/auxv.h>
#include <sys/stat.h>

struct ordo_control *ort_control_page;

static char path[ORT_SETTING_FOLDER + 64];

static void fail(const char *folder, const char *why) {
    char text[sizeof path + 200], *at = text, *end = text + sizeof text - 1;
    at = ort_append_text(at, end,
                         "ordo: ORDO_CONTROL: this process cannot be recorded: no control "
                         "page can be made in ");
    at = ort_append_text(ort_append_text(at, end, folder), end, ": ");
    ort_append_text(ort_append_text(at, end, why), end, "; name another folder\n");
    ort_os_say(text);
}

/* Writes the folder's path to `path`. Returns its end. */
static char *name_folder(const char *end) {
    if (ort_settings.control[0] == '/') return ort_append_text(path, end, ort_settings.control);
    return ort_append_number(ort_append_text(path, end, ORDO_CONTROL_FOLDER), end,
                             getauxval(AT_EUID));
}

/* Returns what is wrong with the folder, or NULL. */
static const char *check_folder(void) {
    struct stat st;
    uint64_t user = getauxval(AT_EUID);
    ort_os_make_folder(path, 0700);
    long fd = ort_os_open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW, 0);
    if (fd < 0) return fd == -ENOENT ? "there is no such folder" : "it is no folder";
    long r = ort_os_stat((int)fd, &st);
    ort_os_close((int)fd);
    if (r < 0 || (st.st_uid != user && st.st_uid != 0)) return "it belongs to another user";
    return st.st_mode & 022 ? "others may write to it" : NULL;
}

static struct ordo_control *make(long *error) {
    ort_os_unlink(path);
    long fd = ort_os_open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, 0600);
    if ((*error = fd) < 0) return NULL;
    *error = ort_os_write_zeros((int)fd, 0, ORDO_CONTROL_BYTES);
    struct ordo_control *page =
        *error < 0 ? NULL : ort_os_map_file(NULL, ORDO_CONTROL_BYTES, (int)fd, 0);
    ort_os_close((int)fd);
    if (!page) ort_os_unlink(path);
    return page;
}

/* Makes the page of the process, filled like `from` unless that is NULL. */
static void make_filled(const struct ordo_control *from, int quiet) {
    const char *end = path + sizeof path - 32;
    char *at = name_folder(end);
    long error;
    const char *wrong = check_folder();
    if (wrong) {
        if (!quiet) fail(path, wrong);
        return;
    }
    uint32_t pid = ort_os_pid();
    char *name = ort_append_text(at, path + sizeof path - 1, "/");
    name = ort_append_number(name, path + sizeof path - 1, pid);
    ort_append_text(name, path + sizeof path - 1, ORDO_CONTROL_SUFFIX);
    struct ordo_control *page = make(&error);
    if (!page) {
        *at = 0;
        if (!quiet)
            fail(path, error == -EACCES ? "it is not writable" : "the system does not allow it");
        return;
    }
    for (uint32_t i = 0; from && i < ORDO_CONTROL_BYTES / 8; i++)
        ((volatile uint64_t *)page)[i] = ((const volatile uint64_t *)from)[i];
    page->magic = 0;
    page->version = ORDO_CONTROL_VERSION;
    page->pid = pid;
    page->made_ns = ort_os_boot_ns();
    page->state = ORDO_CONTROL_LIVE;
    ort_control_page = page;
    __atomic_store_n(&page->magic, ORDO_CONTROL_MAGIC, __ATOMIC_RELEASE);
}

void ort_control_make(void) {
    if (ort_settings.control) make_filled(NULL, 0);
}

void ort_control_forked(void) {
    struct ordo_control *parent = ort_control_page;
    ort_control_page = NULL;
    if (!parent) return;
    make_filled(parent, 1);
    ort_os_unmap(parent, ORDO_CONTROL_BYTES);
}

void ort_control_note(enum ordo_control_state state, int surely) {
    struct ordo_control *page = ort_control_page;
    if (!page) return;
    __atomic_store_n(&page->state, state, __ATOMIC_RELEASE);
    if (state == ORDO_CONTROL_ENDED && surely) ort_os_unlink(path);
}
