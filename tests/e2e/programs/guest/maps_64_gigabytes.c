/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* maps_64_gigabytes.c: maps 64 GB and uses five places in it. */
#include <stdio.h>
#include <sys/mman.h>
static long touch(volatile char *p, long bytes) { long i, s = 0; for (i = 0; i < bytes; i += bytes / 16) s += p[i]; return s; }
int main(void) {
    long bytes = 64L << 30;
    volatile char *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if ((void *)p == MAP_FAILED) { puts("not mapped"); return 0; }
    for (int i = 0; i < 4; i++) touch(p, bytes);
    p[0] = p[bytes - 1] = 1;
    printf("%ld\n", touch(p, bytes));
    munmap((void *)p, bytes);
    return 0;
}
