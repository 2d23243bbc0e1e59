/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * graph_wide.c: an array sorted by address. It has room for as many blocks as the address space can
 * hold, because they do not overlap.
 */
#include "graph_wide.h"
#include "graph.h"

enum { MOST = ORT_GRAPH_ADDRESSES >> ORT_WIDE_LOG2 };

static struct wide {
    uintptr_t at;
    uint64_t bytes;
    uint32_t block;
} wide[MOST];
uint32_t ort_n_wide;

/* Returns how many begin at or before the address. */
static uint32_t up_to(uintptr_t addr) {
    uint32_t low = 0, high = ort_n_wide;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (wide[middle].at <= addr)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

uint32_t ort_wide_at(uintptr_t addr) {
    uint32_t i = up_to(addr);
    return i && addr - wide[i - 1].at < wide[i - 1].bytes ? wide[i - 1].block : 0;
}

void ort_wide_add(uint32_t block, uintptr_t at, uint64_t bytes) {
    uint32_t i = up_to(at);
    for (uint32_t k = ort_n_wide; k > i; k--) wide[k] = wide[k - 1];
    wide[i] = (struct wide){at, bytes, block};
    ort_n_wide++;
}

void ort_wide_remove(uintptr_t at) {
    uint32_t i = up_to(at);
    if (!i || wide[i - 1].at != at) return;
    ort_n_wide--;
    for (uint32_t k = i - 1; k < ort_n_wide; k++) wide[k] = wide[k + 1];
}
