/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * maps.c: uses all mappings that the system allows; later some are free again.
 */
#define _GNU_SOURCE
#include "../../support/programs/life.h"

#include <sys/mman.h>

#define PAGES 70000ul

int main(void) {
    sink += plenty();
    char *all =
        mmap(NULL, PAGES * 8192, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (all == MAP_FAILED) return 1;
    unsigned long i;
    for (i = 0; i < PAGES; i++)
        if (mprotect(all + i * 8192, 4096, PROT_READ | PROT_WRITE) != 0) break;
    say("exhausted", i < PAGES);
    grow();
    for (int k = 0; k < 3; k++) sink += plenty();
    life_forks();
    life_vforks();
    life_signals();
    munmap(all, PAGES * 8192);
    live();
    return 0;
}
