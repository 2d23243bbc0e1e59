/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * own.c KILOBYTES: mlock of the program's own memory, repeated until it fails or 40 MB are locked.
 */
#define _GNU_SOURCE
#include "../../support/programs/life.h"

#include <sys/mman.h>

int main(int argc, char **argv) {
    size_t bytes = argc > 1 ? (size_t)atoi(argv[1]) << 10 : 4096, locked = 0;
    sink += plenty();
    while (locked < 40u << 20) {
        char *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (p == MAP_FAILED || mlock(p, bytes) != 0) break;
        for (size_t i = 0; i < bytes; i += 512) p[i] = (char)i;
        sink += sum((int *)(void *)p, 500);
        locked += bytes;
    }
    printf("%zu kB are locked: %s\n", locked >> 10, errno ? strerror(errno) : "all");
    grow();
    live();
    return 0;
}
