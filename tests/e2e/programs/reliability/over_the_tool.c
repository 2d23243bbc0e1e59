/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * over_the_tool.c: maps memory over that of Ordo's Valgrind tool, which crashes the tool.
 */
#include <stdio.h>
#include <sys/mman.h>

int main(void) {
    puts("before");
    fflush(stdout);
    char *m = mmap((void *)0x570000000000, 1 << 20, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
    m[0] = 1;
    puts("after");
    return 0;
}
