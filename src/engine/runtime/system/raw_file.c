/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * raw_file.c: new blocks are taken from the end of the used part. Released blocks are kept in lists
 * by size class (powers of two), and are split if they are larger than needed. The chain of sizes
 * is valid at every instant: a block's size is stored before header.used, or the size of the block
 * before it, leads readers to it.
 */
#include "raw_file.h"
#include "abi/abi.h"
#include "raw_folder.h"
#include "settings.h"
#include "stop.h"

#include <errno.h>
#include <fcntl.h>

#define RESERVE (64ull << 30)
#define GROW_LEAST (8ull << 10)
#define GROW_MOST (8ull << 20)
#define WRITTEN_MOST (256ull << 10) /* larger extensions may have parts that are never touched */
#define TRIES 8                     /* released blocks that are tried */
#define CLASSES_ABOVE 2             /* classes of two and four times the size are tried too */
#define SPLIT_LEAST 256u            /* smaller pieces would be of no use */

struct ort_raw ort_raw;

/* Makes the file `size` bytes longer: 0 or -errno. */
static long extend(int fd, uint64_t offset, uint64_t size) {
    if (offset + size > ort_os_limit_file()) return -EFBIG;
    return size <= WRITTEN_MOST ? ort_os_write_zeros(fd, offset, size)
                                : ort_os_allocate(fd, offset, size);
}

/* Maps as much of the file as the process may map: 0 or -errno. */
static long map_whole(int fd) {
    uint64_t size = RESERVE, allowed = ort_os_limit_memory();
    while (size > allowed / 16) size /= 2;
    for (; size >= 128 * GROW_LEAST; size /= 2)
        if ((ort_raw.base = ort_os_map_file(NULL, size, fd, 0))) break;
    ort_raw.reserved = ort_raw.base ? size : 0;
    return ort_raw.base ? 0 : -ENOMEM;
}

uint64_t ort_raw_backed(uint64_t length) {
    return length < ort_raw.reserved ? length : ort_raw.reserved;
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
    struct ort_raw_identity made;
    long r = ort_raw_folder_init();
    if (r < 0) return r;
    long fd = ort_raw_create_file(start, &made);
    if (fd < 0) return fd;
    r = made.in_memory ? 0 : extend((int)fd, 0, GROW_LEAST);
    if (r >= 0) r = map_whole((int)fd);
    ort_raw_identify(&made, (int)fd);
    ort_os_close((int)fd);
    if (r < 0) return r;
    ort_raw.backed = made.in_memory ? ort_raw_backed(made.in_memory) : GROW_LEAST;
    fill_header(start);
    return 0;
}

/* Makes more room at the end, at least up to `need`: 0, or -1; recording has then been stopped. */
static long grow(uint64_t need) {
    uint64_t room = ort_raw.backed / 4;
    if (room < GROW_LEAST) room = GROW_LEAST;
    if (room > GROW_MOST) room = GROW_MOST;
    uint64_t end = (ort_raw.backed + room) & ~(uint64_t)(ORT_PAGE - 1);
    if (end < need) end = (need + ORT_PAGE - 1) & ~(uint64_t)(ORT_PAGE - 1);
    if (end > ort_settings.limit_bytes || end > ort_raw.reserved) {
        ort_stop(ORDO_STOP_LIMIT, 0);
        return -1;
    }
    long fd = ort_raw_reopen(), r = fd;
    if (fd >= 0) {
        r = extend((int)fd, ort_raw.backed, end - ort_raw.backed);
        ort_os_close((int)fd);
    }
    if (r < 0) {
        ort_stop(ORDO_STOP_DISK, (int)-r);
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

static void put_released(struct ordo_raw_block *b) {
    uint64_t *link = &ort_raw.free_lists[size_class(b->size)];
    ((uint64_t *)(void *)b)[2] = *link;
    *link = ort_raw_offset(b);
}

/* Takes the first block that is large enough out of the first few released ones of the class.
 * Returns NULL if there is none. */
static struct ordo_raw_block *unlink_released(int class, uint64_t size) {
    uint64_t *link = &ort_raw.free_lists[class];
    for (int tries = 0; *link && tries < TRIES; tries++) {
        uint64_t *words = (uint64_t *)(ort_raw.base + *link);
        struct ordo_raw_block *b = (struct ordo_raw_block *)words;
        if (b->size >= size) {
            *link = words[2];
            return b;
        }
        link = &words[2];
    }
    return NULL;
}

/* Makes a separate, released block of what follows the block's first `size` bytes. */
static void split(struct ordo_raw_block *b, uint64_t size) {
    struct ordo_raw_block *rest = (struct ordo_raw_block *)((char *)b + size);
    if (b->size - size < SPLIT_LEAST) return;
    *rest = (struct ordo_raw_block){ORDO_RAW_FREE, 0, b->size - size};
    __atomic_store_n(&b->size, size, __ATOMIC_RELEASE);
    put_released(rest);
}

static struct ordo_raw_block *take_released(uint64_t size) {
    struct ordo_raw_block *b = NULL;
    int class = size_class(size);
    for (int larger = 0; !b && larger <= CLASSES_ABOVE; larger++)
        b = unlink_released(class + larger, size);
    if (!b) return NULL;
    split(b, size);
    b->kind = 0;
    uint64_t *words = (uint64_t *)(void *)b;
    for (uint64_t i = 2; i < b->size / 8; i++) words[i] = 0;
    return b;
}

void *ort_raw_block(uint32_t thread, uint64_t size, enum ort_raw_place place) {
    struct ordo_raw_header *h = ort_raw_header();
    struct ordo_raw_block *b = NULL;
    size = (size + ORDO_RAW_ALIGN - 1) & ~(uint64_t)(ORDO_RAW_ALIGN - 1);
    uint64_t saved = ort_lock_take(ORT_LOCK_RAW);
    if (h->stop) goto out;
    if (place == ORT_RAW_ANYWHERE) b = take_released(size);
    if (b) {
        b->thread = thread;
        goto out;
    }
    uint64_t pad = place == ORT_RAW_PAGES ? (0 - (h->used + ORDO_RAW_ALIGN)) & (ORT_PAGE - 1) : 0;
    if (h->used + pad + size > ort_raw.backed && grow(h->used + pad + size) < 0) goto out;
    if (pad) {
        struct ordo_raw_block *between = (struct ordo_raw_block *)(ort_raw.base + h->used);
        cut(ORDO_RAW_FREE, 0, pad);
        if (pad >= SPLIT_LEAST) put_released(between);
    }
    b = (struct ordo_raw_block *)(ort_raw.base + h->used);
    cut(0, thread, size);
out:
    ort_lock_drop(ORT_LOCK_RAW, saved);
    return b;
}

void ort_raw_release(void *block) {
    struct ordo_raw_block *b = block;
    uint64_t saved = ort_lock_take(ORT_LOCK_RAW);
    b->kind = ORDO_RAW_FREE;
    put_released(b);
    ort_lock_drop(ORT_LOCK_RAW, saved);
}
