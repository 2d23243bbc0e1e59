/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* large_mappings.c: maps 1 GB that is used here and there, and 32 GB that are not accessible. */
#include <sys/mman.h>
char *get(unsigned long n, int p) { return mmap(0, n, p, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0); }
int touch(char *p) { int s = 0; for (int i = 0; i < 100; i++) s += p[i * 4096L * 100]; return s; }
int main(void) {
    char *a = get(1ul << 30, PROT_READ | PROT_WRITE), *b = get(32ul << 30, PROT_NONE);
    if (a == MAP_FAILED || b == MAP_FAILED) return 9;
    touch(a);
    return munmap(b, 32ul << 30) || munmap(a, 1ul << 30);
}
