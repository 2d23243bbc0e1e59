/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * attachment.c: the recorder's side of control pages.
 *
 * A recording has a number that no other has. The processes of a recording are those in whose pages
 * it is: the one that was named, and the children that it has forked since. All pages in the folder
 * are looked at again and again for that. Pages of processes that were killed are removed.
 */
#include "run/attachment.h"
#include "abi/control_words.h"
#include "base/memory.h"
#include "base/text.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum {
    STEP_MS = 10,
    SCAN_MS = 300,    /* between two looks at all pages */
    LEASE_MS = 5000,  /* a recording ends so long after its recorder was killed */
    ANSWER_MS = 2000, /* how long processes may take to end a recording */
};

static uint64_t now_ns(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static uint64_t now_ms(void) {
    return now_ns(CLOCK_MONOTONIC) / 1000000;
}

/* ---- what /proc says of a process ---- */

/* Reads the start of a file of /proc/PID. Returns false if it cannot be read. */
static bool read_proc(pid_t pid, const char *file, char *text, size_t room) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/%s", (int)pid, file);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t n = fd < 0 ? -1 : read(fd, text, room - 1);
    if (fd >= 0) close(fd);
    text[n < 0 ? 0 : n] = 0;
    return n > 0;
}

/* Is there such a process, and has it not ended? */
static bool exists(pid_t pid) {
    char text[512], *at;
    if (kill(pid, 0) != 0 && errno == ESRCH) return false;
    at = read_proc(pid, "stat", text, sizeof text) ? strrchr(text, ')') : NULL;
    return !at || (at[1] && at[2] != 'Z' && at[2] != 'X');
}

/* Returns the user that the process runs as, or this process's own if that is unknown. */
static uid_t user_of(pid_t pid) {
    char text[4096];
    unsigned real, effective;
    const char *line = read_proc(pid, "status", text, sizeof text) ? strstr(text, "\nUid:") : NULL;
    if (!line || sscanf(line, "\nUid:\t%u\t%u", &real, &effective) != 2) return geteuid();
    return effective;
}

/* Returns when the process was started (CLOCK_BOOTTIME), or 0 if that is unknown. */
static uint64_t start_of(pid_t pid) {
    enum { FIELDS_BEFORE = 19 }; /* between the name and the start */
    char text[4096], *at = read_proc(pid, "stat", text, sizeof text) ? strrchr(text, ')') : NULL;
    for (int i = 0; at && i <= FIELDS_BEFORE; i++) at = strchr(at + 1, ' ');
    if (!at) return 0;
    return strtoull(at, NULL, 10) * (1000000000u / (uint64_t)sysconf(_SC_CLK_TCK));
}

/* ---- pages ---- */

static char *path_of(const char *folder, pid_t pid) {
    return ordo_text_format("%s/%d" ORDO_CONTROL_SUFFIX, folder, (int)pid);
}

static void unmap(struct ordo_control *page) {
    munmap(page, ORDO_CONTROL_BYTES);
}

/* Maps the page of a process. Returns NULL with errno; 0: the file is no control page of this user
 * and process. */
static struct ordo_control *map_page(const char *path, pid_t pid) {
    struct stat st;
    int fd = open(path, O_RDWR | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0) return NULL;
    bool good = fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && st.st_uid == geteuid() &&
                !(st.st_mode & 077) && st.st_size == ORDO_CONTROL_BYTES;
    struct ordo_control *page =
        good ? mmap(NULL, ORDO_CONTROL_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0)
             : MAP_FAILED;
    int number = good ? errno : 0;
    close(fd);
    if (page != MAP_FAILED &&
        (__atomic_load_n(&page->magic, __ATOMIC_ACQUIRE) != ORDO_CONTROL_MAGIC ||
         page->pid != (uint32_t)pid)) {
        unmap(page);
        page = MAP_FAILED;
        number = 0;
    }
    errno = number;
    return page == MAP_FAILED ? NULL : page;
}

/* Was the page made before the process was started, by another one with the same number? */
static bool is_old(const struct ordo_control *page, pid_t pid) {
    enum { TOLERANCE_NS = 100000000 };
    return page->made_ns + TOLERANCE_NS < start_of(pid);
}

static enum ordo_status check_folder(const char *folder, struct ordo_error *error) {
    struct stat st;
    if (lstat(folder, &st) != 0) return ORDO_OK; /* then it has no page */
    bool own = S_ISDIR(st.st_mode) && (st.st_uid == geteuid() || st.st_uid == 0);
    if (own && !(st.st_mode & 022)) return ORDO_OK;
    return ordo_error_set(error, ORDO_BAD_INPUT,
                          "%s: not a folder that only this user can write to: control pages in it "
                          "are not used",
                          folder);
}

static enum ordo_status no_page(const struct ordo_attachment *a, struct ordo_error *error) {
    if (user_of(a->pid) != geteuid())
        return ordo_error_set(error, ORDO_BAD_INPUT,
                              "process %d runs as another user: run ordo as the user that started "
                              "it",
                              (int)a->pid);
    return ordo_error_set(error, ORDO_BAD_INPUT,
                          "process %d has no control page in %s: build it with `ordo cc "
                          "--production`, and start it with ORDO_CONTROL=1 in its environment",
                          (int)a->pid, a->folder);
}

static enum ordo_status find_page(struct ordo_attachment *a, struct ordo_error *error) {
    if (!exists(a->pid))
        return ordo_error_set(error, ORDO_BAD_INPUT, "process %d: there is no such process",
                              (int)a->pid);
    ORDO_TRY(check_folder(a->folder, error));
    char *path = path_of(a->folder, a->pid);
    a->page = map_page(path, a->pid);
    int number = errno;
    bool old = a->page && is_old(a->page, a->pid);
    if (old) {
        unlink(path);
        unmap(a->page);
        a->page = NULL;
    }
    enum ordo_status status = ORDO_OK;
    if (!a->page && !old && number != ENOENT)
        status = ordo_error_set(error, ORDO_BAD_INPUT, "%s: not a control page of this user: %s",
                                path, number ? strerror(number) : "remove it");
    else if (!a->page)
        status = no_page(a, error);
    free(path);
    return status;
}

static enum ordo_status check_page(const struct ordo_attachment *a, struct ordo_error *error) {
    int pid = (int)a->pid;
    if (a->page->version != ORDO_CONTROL_VERSION)
        return ordo_error_set(error, ORDO_BAD_INPUT,
                              "process %d uses another version of Ordo's runtime: record it with "
                              "the `ordo` that it was built with",
                              pid);
    if (a->page->state == ORDO_CONTROL_ENDED)
        return ordo_error_set(error, ORDO_BAD_INPUT,
                              "process %d is ending, or executes a program that has no control "
                              "page",
                              pid);
    if (a->page->state == ORDO_CONTROL_STOPPED)
        return ordo_error_set(error, ORDO_BAD_INPUT,
                              "process %d can record no more, because an earlier recording had to "
                              "stop (its report says why): start the process again",
                              pid);
    return ORDO_OK;
}

static enum ordo_status claim(struct ordo_attachment *a, struct ordo_error *error) {
    uint32_t holder = 0, own = (uint32_t)getpid();
    while (!__atomic_compare_exchange_n(&a->page->holder, &holder, own, 0, __ATOMIC_ACQ_REL,
                                        __ATOMIC_ACQUIRE))
        if (holder == own || exists((pid_t)holder))
            return ordo_error_set(error, ORDO_BAD_INPUT,
                                  "process %d is being recorded by process %u: wait for its end",
                                  (int)a->pid, holder);
    return ORDO_OK;
}

static void release(struct ordo_control *page) {
    uint32_t own = (uint32_t)getpid();
    __atomic_compare_exchange_n(&page->holder, &own, 0, 0, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
}

enum ordo_status ordo_attach(pid_t pid, const char *folder, struct ordo_attachment *out,
                             struct ordo_error *error) {
    bool own = !folder || folder[0] != '/';
    *out = (struct ordo_attachment){
        .pid = pid,
        .folder = own ? ordo_text_format(ORDO_CONTROL_FOLDER "%u", (unsigned)geteuid())
                      : ordo_memory_copy(folder),
        .number = now_ns(CLOCK_REALTIME) ^ (uint64_t)getpid() << 40,
    };
    enum ordo_status status = find_page(out, error);
    if (status == ORDO_OK) status = check_page(out, error);
    if (status == ORDO_OK) status = claim(out, error);
    if (status == ORDO_OK) return status;
    if (out->page) unmap(out->page);
    free(out->folder);
    *out = (struct ordo_attachment){0};
    return status;
}

void ordo_attachment_end(struct ordo_attachment *a) {
    release(a->page);
    unmap(a->page);
    free(a->folder);
    *a = (struct ordo_attachment){0};
}

/* ---- all pages of the recording ---- */

/* Does something with a page of the recording. Returns whether the process still records it. */
typedef bool page_visitor(const struct ordo_attachment *a, struct ordo_control *page);

/* Visits the pages of the recording. Returns for how many the visitor returned true. */
static unsigned visit_pages(const struct ordo_attachment *a, page_visitor *visitor) {
    unsigned n = 0;
    DIR *dir = opendir(a->folder);
    for (struct dirent *entry; dir && (entry = readdir(dir));) {
        char *end;
        unsigned long pid = strtoul(entry->d_name, &end, 10);
        if (strcmp(end, ORDO_CONTROL_SUFFIX) != 0 || pid == 0 || pid > INT32_MAX) continue;
        char *path = path_of(a->folder, (pid_t)pid);
        struct ordo_control *page = map_page(path, (pid_t)pid);
        if (page && !exists((pid_t)pid))
            unlink(path);
        else if (page && (page->wanted == a->number || page->recording == a->number))
            n += visitor(a, page);
        if (page) unmap(page);
        free(path);
    }
    if (dir) closedir(dir);
    return n;
}

static void put_off(struct ordo_control *page) {
    __atomic_store_n(&page->until_ns, now_ns(CLOCK_MONOTONIC) + LEASE_MS * 1000000ull,
                     __ATOMIC_RELEASE);
}

static bool go_on(const struct ordo_attachment *a, struct ordo_control *page) {
    (void)a;
    put_off(page);
    return true;
}

static bool stop(const struct ordo_attachment *a, struct ordo_control *page) {
    uint64_t number = a->number;
    __atomic_compare_exchange_n(&page->wanted, &number, 0, 0, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
    if (page->pid != (uint32_t)a->pid) release(page); /* a child's has its parent's holder */
    return page->state == ORDO_CONTROL_LIVE &&
           __atomic_load_n(&page->recording, __ATOMIC_ACQUIRE) == a->number;
}

static void sleep_ms(long ms) {
    nanosleep(&(struct timespec){.tv_nsec = ms * 1000000}, NULL);
}

/* ---- a recording ---- */

static void copy(char *to, size_t room, const char *from) {
    snprintf(to, room, "%s", from ? from : "");
}

static enum ordo_status request(struct ordo_attachment *a, const struct ordo_attached_recording *r,
                                struct ordo_error *error) {
    struct ordo_control *page = a->page;
    if (strlen(r->raw_dir) >= sizeof page->folder)
        return ordo_error_set(error, ORDO_ENVIRONMENT,
                              "%s: the path is too long: choose another one with -o", r->raw_dir);
    copy(page->folder, sizeof page->folder, r->raw_dir);
    copy(page->rate, sizeof page->rate, r->rate);
    copy(page->budget, sizeof page->budget, r->budget);
    copy(page->log, sizeof page->log, r->log);
    /* A process that has changed its user creates raw files as that user. */
    if (geteuid() == 0 && user_of(a->pid) != 0 && chown(r->raw_dir, user_of(a->pid), (gid_t)-1))
        return ordo_error_set(error, ORDO_ENVIRONMENT,
                              "%s: cannot be given to the user of the "
                              "process: %s",
                              r->raw_dir, strerror(errno));
    put_off(page);
    __atomic_store_n(&page->wanted, a->number, __ATOMIC_RELEASE);
    return ORDO_OK;
}

static enum ordo_status failed(const struct ordo_attachment *a,
                               const struct ordo_attached_recording *r, struct ordo_error *error) {
    return ordo_error_set(error, ORDO_ENVIRONMENT,
                          "process %d cannot record into %s: %s: choose another folder with -o",
                          (int)a->pid, r->raw_dir, strerror((int)a->page->error));
}

/* Waits until the recording is to end. */
static enum ordo_status wait_for_end(struct ordo_attachment *a, struct ordo_attached_recording *r,
                                     struct ordo_error *error) {
    uint64_t began = now_ms(), scanned = began;
    while (!*r->stop) {
        uint64_t now = now_ms();
        if (__atomic_load_n(&a->page->failed, __ATOMIC_ACQUIRE) == a->number)
            return failed(a, r, error);
        bool records = __atomic_load_n(&a->page->recording, __ATOMIC_ACQUIRE) == a->number;
        if (records && !r->began) {
            r->began = true;
            r->start_ns = now_ns(CLOCK_REALTIME);
            began = now;
        }
        r->ended = a->page->state == ORDO_CONTROL_ENDED || !exists(a->pid);
        if (r->ended || (r->began && !records)) break;
        if (r->for_ms && now - began >= r->for_ms) break;
        if (now - scanned >= SCAN_MS) {
            visit_pages(a, go_on);
            scanned = now;
        }
        sleep_ms(STEP_MS);
    }
    return ORDO_OK;
}

enum ordo_status ordo_attachment_record(struct ordo_attachment *a,
                                        struct ordo_attached_recording *r,
                                        struct ordo_error *error) {
    r->start_ns = now_ns(CLOCK_REALTIME);
    ORDO_TRY(request(a, r, error));
    enum ordo_status status = wait_for_end(a, r, error);
    r->end_ns = now_ns(CLOCK_REALTIME);
    uint64_t asked = now_ms();
    while (visit_pages(a, stop) && now_ms() - asked < ANSWER_MS) sleep_ms(STEP_MS);
    if (!r->ended) r->ended = a->page->state == ORDO_CONTROL_ENDED || !exists(a->pid);
    return status;
}
