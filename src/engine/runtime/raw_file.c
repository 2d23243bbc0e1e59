/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A range of addresses is reserved, and the file mapped into it piece by piece as it grows. Blocks
 * are cut off its end; released ones wait in lists by power-of-two size class. The chain of sizes
 * is valid at every instant: a block's size is stored before header.used passes over it.
 */
#include "raw_file.h"
#include "abi/abi.h"
#include "gate_sets.h"
#include "settings.h"
#include "stop.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>

#define RESERVE (64ull << 30)
#define GROW_LEAST (256ull << 10)
#define GROW_MOST (8ull << 20)
#define CACHED_MOST (1ull << 20) /* of more, some may never be touched */
#define HELD_LEAST 512           /* programs count their descriptors, or close the first few */

struct ort_raw ort_raw;

static char *append(char *at, const char *end, const char *text) {
    while (*text && at < end) *at++ = *text++;
    *at = 0;
    return at;
}

static char *append_number(char *at, const char *end, uint64_t n) {
    char digits[24], *d = digits + sizeof digits - 1;
    *d = 0;
    do *--d = (char)('0' + n % 10);
    while (n /= 10);
    return append(at, end, d);
}

/* The folder, absolute, in memory of the runtime's own: the program may change its directory and
 * overwrite its environment. */
static long name_folder(void) {
    char *at = ort_raw.path, *end = ort_raw.path + sizeof ort_raw.path - 1;
    if (ort_settings.raw_dir[0] != '/') {
        long n = ort_os_getcwd(at, sizeof ort_raw.path);
        if (n < 0) return n;
        at = append(at + n - 1, end, "/");
    }
    at = append(at, end, ort_settings.raw_dir);
    at = append(at, end, "/");
    ort_raw.folder_length = (uint64_t)(at - ort_raw.path);
    return 0;
}

/* <folder>/<pid>-<start>.raw */
static long name_file(uint64_t start_ns) {
    char *at = ort_raw.path + ort_raw.folder_length;
    char *end = ort_raw.path + sizeof ort_raw.path - 1;
    at = append_number(at, end, ort_os_pid());
    at = append(at, end, "-");
    at = append_number(at, end, start_ns);
    at = append(at, end, ".raw");
    return at == end ? -ENAMETOOLONG : 0;
}

static long secure(int fd, uint64_t offset, uint64_t size) {
    uint64_t end = offset + size;
    if (end > ort_os_limit_file()) return -EFBIG;
    return ort_os_allocate(fd, offset, size);
}

/* As `secure`, of what is to be the file's new end. */
static long extend(int fd, uint64_t offset, uint64_t size) {
    long r = secure(fd, offset, size);
    if (r >= 0 && size <= CACHED_MOST) ort_os_cache_zeros(fd, offset, size);
    return r;
}

/* 0: the descriptor is of the raw file. */
static long check(int fd) {
    struct stat now;
    long r = ort_os_stat(fd, &now);
    if (r < 0) return r;
    return now.st_dev == ort_raw.device && now.st_ino == ort_raw.inode ? 0 : -ESTALE;
}

/* The file again; a stranger of the same name, or number, is refused. */
static long reopen(void) {
    if (ort_raw.held && check(ort_raw.held - 1) == 0) return ort_os_duplicate(ort_raw.held - 1, 0);
    long fd = ort_os_open(ort_raw.path, O_RDWR | O_NOFOLLOW, 0);
    if (fd < 0) return fd;
    long r = check((int)fd);
    if (r < 0) ort_os_close((int)fd);
    return r < 0 ? r : fd;
}

/* Keeps a descriptor of the same as `fd`. */
static void hold(int fd) {
    long held = ort_os_duplicate(fd, HELD_LEAST);
    if (held < 0) held = ort_os_duplicate(fd, 0);
    ort_raw.held = held < 0 ? 0 : (int)held + 1;
}

void ort_raw_hold(void) {
    uint64_t saved = ort_lock_take(ORT_LOCK_RAW);
    if (!ort_raw.held || check(ort_raw.held - 1) < 0) {
        long fd = reopen();
        if (fd >= 0) {
            hold((int)fd);
            ort_os_close((int)fd);
        }
    }
    ort_lock_drop(ORT_LOCK_RAW, saved);
}

static void reserve(void) {
    uint64_t size = RESERVE, allowed = ort_os_limit_memory();
    while (size > allowed / 16) size /= 2;
    for (; size >= 4 * GROW_LEAST; size /= 2)
        if ((ort_raw.base = ort_os_reserve(NULL, size))) break;
    ort_raw.reserved = ort_raw.base ? size : 0;
}

static long create(uint64_t start_ns) {
    struct stat made;
    long r = name_file(start_ns);
    if (r < 0) return r;
    long fd = ort_os_open(ort_raw.path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, 0600);
    if (fd < 0) return fd;
    r = ort_os_stat((int)fd, &made);
    if (r < 0) {
        ort_os_close((int)fd);
        return r;
    }
    ort_raw.device = made.st_dev;
    ort_raw.inode = made.st_ino;
    return fd;
}

static void fill_header(uint64_t start_ns) {
    struct ordo_raw_header *h = ort_raw_header();
    char command[sizeof h->command];
    long n;
    for (int i = 0; i < 8; i++) h->magic[i] = (uint8_t)ORDO_RAW_MAGIC[i];
    h->abi_version = ORDO_ABI_VERSION;
    h->layout = ordo_raw_layout();
    h->cell_bytes = 1u << ort_settings.cell_shift;
    h->costs = ort_settings.costs;
    h->drms = (uint32_t)ort_settings.drms;
    h->tree = (uint64_t)ort_settings.tree;
    h->pid = ort_os_pid();
    h->ppid = ort_os_parent();
    h->start_ns = start_ns;
    ort_os_readlink("/proc/self/exe", (char *)h->exe, sizeof h->exe - 1);
    long fd = ort_os_open("/proc/self/cmdline", O_RDONLY, 0);
    if (fd >= 0) {
        n = ort_os_read((int)fd, command, sizeof command - 2);
        ort_os_close((int)fd);
        for (long i = 0; i < n; i++) h->command[i] = (uint8_t)command[i];
    }
    h->state = ORDO_RAW_LIVE;
    if (!h->used) h->used = ORDO_RAW_HEADER_BYTES;
}

long ort_raw_create(void) {
    uint64_t start = ort_os_now_ns();
    long r = name_folder();
    if (r < 0) return r;
    reserve();
    if (!ort_raw.base) return -ENOMEM;
    long fd = create(start);
    if (fd < 0) return fd;
    r = extend((int)fd, 0, GROW_LEAST);
    if (r >= 0 && !ort_os_map_file(ort_raw.base, GROW_LEAST, (int)fd, 0)) r = -ENOMEM;
    ort_os_close((int)fd);
    if (r < 0) return r;
    ort_raw.backed = GROW_LEAST;
    fill_header(start);
    return 0;
}

/* More room at the end, at least up to `need`. */
static long grow(uint64_t need) {
    uint64_t room = ort_raw.backed / 4;
    if (room < GROW_LEAST) room = GROW_LEAST;
    if (room > GROW_MOST) room = GROW_MOST;
    room &= ~(uint64_t)(ORT_PAGE - 1);
    uint64_t end = ort_raw.backed + room;
    if (end < need) end = (need + ORT_PAGE - 1) & ~(uint64_t)(ORT_PAGE - 1);
    if (end > ort_settings.limit_bytes || end > ort_raw.reserved) {
        ort_stop(ORDO_STOP_LIMIT, 0);
        return -1;
    }
    long fd = reopen();
    if (fd < 0) {
        ort_stop(ORDO_STOP_DISK, (int)-fd);
        return -1;
    }
    long r = extend((int)fd, ort_raw.backed, end - ort_raw.backed);
    int mapped = r >= 0 && ort_os_map_file(ort_raw.base + ort_raw.backed, end - ort_raw.backed,
                                           (int)fd, ort_raw.backed) != NULL;
    ort_os_close((int)fd);
    if (!mapped) {
        ort_stop(r < 0 ? ORDO_STOP_DISK : ORDO_STOP_MEMORY, r < 0 ? (int)-r : ENOMEM);
        return -1;
    }
    ort_raw.backed = end;
    return 0;
}

static void cut(uint32_t kind, uint32_t thread, uint64_t size) {
    struct ordo_raw_header *h = ort_raw_header();
    struct ordo_raw_block *b = (struct ordo_raw_block *)(ort_raw.base + h->used);
    b->thread = thread;
    b->size = size;
    b->kind = kind;
    __atomic_store_n(&h->used, h->used + size, __ATOMIC_RELEASE);
}

static int size_class(uint64_t size) {
    return 64 - __builtin_clzll(size - 1);
}

/* The first released block that is large enough, among the first few of its class. */
static struct ordo_raw_block *take_released(uint64_t size) {
    uint64_t *link = &ort_raw.free_lists[size_class(size)];
    for (int tries = 0; *link && tries < 8; tries++) {
        uint64_t *words = (uint64_t *)(ort_raw.base + *link);
        struct ordo_raw_block *b = (struct ordo_raw_block *)words;
        if (b->size >= size) {
            *link = words[2];
            b->kind = 0;
            for (uint64_t i = 2; i < b->size / 8; i++) words[i] = 0;
            return b;
        }
        link = &words[2];
    }
    return NULL;
}

void *ort_raw_block(uint32_t thread, uint64_t size, int page_payload) {
    struct ordo_raw_header *h = ort_raw_header();
    struct ordo_raw_block *b = NULL;
    size = (size + ORDO_RAW_ALIGN - 1) & ~(uint64_t)(ORDO_RAW_ALIGN - 1);
    uint64_t saved = ort_lock_take(ORT_LOCK_RAW);
    if (h->stop) goto out;
    if (!page_payload) b = take_released(size);
    if (b) {
        b->thread = thread;
        goto out;
    }
    uint64_t pad = page_payload ? (0 - (h->used + ORDO_RAW_ALIGN)) & (ORT_PAGE - 1) : 0;
    if (h->used + pad + size > ort_raw.backed && grow(h->used + pad + size) < 0) goto out;
    if (pad) cut(ORDO_RAW_FREE, 0, pad);
    b = (struct ordo_raw_block *)(ort_raw.base + h->used);
    cut(0, thread, size);
out:
    ort_lock_drop(ORT_LOCK_RAW, saved);
    return b;
}

void ort_raw_release(void *block) {
    struct ordo_raw_block *b = block;
    uint64_t saved = ort_lock_take(ORT_LOCK_RAW);
    int class = size_class(b->size);
    b->kind = ORDO_RAW_FREE;
    ((uint64_t *)block)[2] = ort_raw.free_lists[class];
    ort_raw.free_lists[class] = ort_raw_offset(block);
    ort_lock_drop(ORT_LOCK_RAW, saved);
}

/* ---- fork ---- */

/* A page of a sparse file is about to be touched. */
static long secure_pages(int fd, uint64_t from, uint64_t to) {
    from &= ~(uint64_t)(ORT_PAGE - 1);
    to = (to + ORT_PAGE - 1) & ~(uint64_t)(ORT_PAGE - 1);
    return fd < 0 ? 0 : secure(fd, from, to - from);
}

static void copy_words(void *to, const void *from, uint64_t size) {
    for (uint64_t i = 0; i < size / 8; i++) ((uint64_t *)to)[i] = ((const uint64_t *)from)[i];
}

/* Fills `to` with the header and the wanted blocks; the rest becomes holes behind FREE blocks. */
static long copy_wanted(char *to, int fd, uint64_t used,
                        int (*keep)(const struct ordo_raw_block *)) {
    uint64_t free_from = 0;
    long r = secure_pages(fd, 0, ORDO_RAW_HEADER_BYTES);
    if (r < 0) return r;
    copy_words(to, ort_raw.base, ORDO_RAW_HEADER_BYTES);
    for (uint64_t at = ORDO_RAW_HEADER_BYTES; at <= used;) {
        const struct ordo_raw_block *b = (const struct ordo_raw_block *)(ort_raw.base + at);
        int wanted = at < used && keep(b);
        if ((wanted || at == used) && free_from) {
            struct ordo_raw_block gap = {ORDO_RAW_FREE, 0, at - free_from};
            if ((r = secure_pages(fd, free_from, free_from + sizeof gap)) < 0) return r;
            *(struct ordo_raw_block *)(to + free_from) = gap;
            free_from = 0;
        }
        if (at == used) break;
        if (wanted) {
            if ((r = secure_pages(fd, at, at + b->size)) < 0) return r;
            copy_words(to + at, b, b->size);
            if (b->kind == ORDO_RAW_GATES) ort_gates_begin((struct ordo_raw_gates *)(to + at));
        } else if (!free_from) {
            free_from = at;
        }
        at += b->size;
    }
    return 0;
}

/* What says which file is the process's. */
struct identity {
    uint64_t device, inode;
    int held;
    char name[64]; /* behind the folder's */
};

static struct identity identity(void) {
    struct identity i = {ort_raw.device, ort_raw.inode, 0, {0}};
    if (ort_raw.held && check(ort_raw.held - 1) == 0) i.held = ort_raw.held;
    append(i.name, i.name + sizeof i.name - 1, ort_raw.path + ort_raw.folder_length);
    return i;
}

static void take_identity(const struct identity *i) {
    ort_raw.device = i->device;
    ort_raw.inode = i->inode;
    ort_raw.held = i->held;
    append(ort_raw.path + ort_raw.folder_length, ort_raw.path + sizeof ort_raw.path - 1, i->name);
}

/* A new file of `size` bytes, filled and mapped at *copy: 0 or -errno. */
static long make_file(uint64_t start, uint64_t size, uint64_t used,
                      int (*keep)(const struct ordo_raw_block *), char **copy) {
    struct identity old = identity();
    long fd = create(start), r = fd;
    if (fd >= 0) {
        r = size > ort_os_limit_file() ? -EFBIG : ort_os_truncate((int)fd, size);
        if (r >= 0 && !(*copy = ort_os_map_file(NULL, size, (int)fd, 0))) r = -ENOMEM;
        if (r >= 0) r = copy_wanted(*copy, (int)fd, used, keep);
        if (r >= 0 && old.held) hold((int)fd);
        ort_os_close((int)fd);
        if (r < 0 && *copy) ort_os_unmap(*copy, size);
        if (r < 0) ort_os_unlink(ort_raw.path);
    }
    if (r < 0)
        take_identity(&old);
    else if (old.held)
        ort_os_close(old.held - 1);
    return r < 0 ? r : 0;
}

/* `copy` takes the place of the old file. */
static int put_in_place(char *copy, uint64_t start, uint64_t size, uint64_t used) {
    uint64_t old_size = ort_raw.backed;
    if (ort_os_move(copy, ort_raw.base, size) < 0) return -1;
    if (old_size > size) ort_os_reserve_again(ort_raw.base + size, old_size - size);
    ort_raw.backed = size;
    for (uint32_t i = 0; i < sizeof ort_raw.free_lists / sizeof *ort_raw.free_lists; i++)
        ort_raw.free_lists[i] = 0;
    struct ordo_raw_header *h = ort_raw_header();
    h->used = used;
    h->pid = ort_os_pid();
    h->ppid = ort_os_parent();
    h->start_ns = start;
    h->forked = 1;
    h->end_ns = 0;
    h->state = ORDO_RAW_LIVE;
    return 0;
}

static uint64_t whole_pages(uint64_t size) {
    return (size + ORT_PAGE - 1) & ~(uint64_t)(ORT_PAGE - 1);
}

int ort_raw_fork(uint64_t used, int (*keep)(const struct ordo_raw_block *)) {
    uint64_t start = ort_os_now_ns(), old_stop = ort_raw_header()->stop, size = whole_pages(used);
    char *copy = NULL;
    long r = old_stop ? -ECANCELED : make_file(start, size, used, keep, &copy);
    if (r < 0) {
        if (ort_raw.held && check(ort_raw.held - 1) == 0) ort_os_close(ort_raw.held - 1);
        ort_raw.held = 0;
        copy = ort_os_shared_memory(size);
        if (!copy) return -1;
        copy_wanted(copy, -1, used, keep);
    }
    if (put_in_place(copy, start, size, used) < 0) return -1;
    if (r < 0 && !old_stop) ort_stop(ORDO_STOP_DISK, (int)-r);
    return 0;
}

/* Where the last wanted block ends: what is behind it is nobody's any more. */
static uint64_t end_of_wanted(uint64_t used, int (*keep)(const struct ordo_raw_block *)) {
    uint64_t end = ORDO_RAW_HEADER_BYTES;
    for (uint64_t at = end; at < used;) {
        const struct ordo_raw_block *b = (const struct ordo_raw_block *)(ort_raw.base + at);
        at += b->size;
        if (keep(b)) end = at;
    }
    return end;
}

int ort_raw_renew(uint64_t used, int (*keep)(const struct ordo_raw_block *)) {
    used = end_of_wanted(used, keep);
    uint64_t start = ort_os_now_ns(), size = whole_pages(used);
    char *copy = NULL;
    return make_file(start, size, used, keep, &copy) < 0 ? -1
                                                         : put_in_place(copy, start, size, used);
}
