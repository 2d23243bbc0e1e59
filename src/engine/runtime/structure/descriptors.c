/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "descriptors.h"
#include "engine/runtime/system/names.h"
#include "engine/runtime/system/os.h"
#include "engine/runtime/system/short_text.h"

#define MOST_DESCRIPTORS 1024

static uint32_t opened[MOST_DESCRIPTORS];

void ort_descriptor_open(int fd) {
    if (fd >= 0 && fd < MOST_DESCRIPTORS) opened[fd]++;
}

uint32_t ort_descriptor_opened(int fd) {
    return fd >= 0 && fd < MOST_DESCRIPTORS ? opened[fd] : 0;
}

static unsigned look_up(int fd) {
    static const char *const standard[] = {"standard input", "standard output", "standard error"};
    char link[64], path[1024], *end = link + sizeof link - 1;
    if (fd < 3) return ort_name_of(standard[fd]);
    ort_append_number(ort_append_text(link, end, "/proc/self/fd/"), end, (uint64_t)fd);
    long n = ort_os_readlink(link, path, sizeof path - 1);
    if (n <= 0) return 0;
    path[n] = 0;
    return ort_name_of(path);
}

unsigned ort_descriptor_name(int fd) {
    static struct {
        uint32_t opened, name; /* opened: + 1; 0: not looked up */
    } known[MOST_DESCRIPTORS];
    if (fd < 0) return 0;
    if (fd >= MOST_DESCRIPTORS) return look_up(fd);
    uint32_t now = opened[fd] + 1;
    if (known[fd].opened != now) {
        known[fd].name = look_up(fd);
        known[fd].opened = now;
    }
    return known[fd].name;
}
