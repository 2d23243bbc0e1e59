/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * lab_fuzzer.c: libFuzzer on the files of the laboratory's programs: coverage mappings, their lists
 * of files, maps and results. The first byte selects the reader.
 */
#include "lab/lab_map.h"
#include "lab/lab_result.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void read_regions(struct ordo_arena *arena, const uint8_t *data, size_t size) {
    struct ordo_regions r;
    struct ordo_error e;
    int32_t times[8] = {0};
    if (ordo_regions_read(arena, data, size, &r, &e) != ORDO_OK) return;
    for (size_t i = 0; i < r.n && i < 100; i++) ordo_regions_add(&r, r.v[i].runs, times, 8);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct ordo_arena *arena = ordo_arena_new();
    struct ordo_error e;
    struct ordo_lab_map map;
    struct ordo_lab_result result;
    char **names;
    size_t n;
    if (!arena || size == 0) {
        ordo_arena_free(arena);
        return 0;
    }
    uint64_t *words = malloc(size - 1 ? size - 1 : 1); /* aligned, and of the exact size */
    if (words) {
        memcpy(words, data + 1, size - 1);
        switch (data[0] & 3) {
        case 0:
            read_regions(arena, data + 1, size - 1);
            break;
        case 1:
            ordo_region_files_read(arena, data + 1, size - 1, &names, &n, &e);
            break;
        case 2:
            ordo_lab_map_decode(arena, words, (size - 1) / 8, &map, &e);
            break;
        default:
            ordo_lab_result_decode(arena, words, (size - 1) / 8, &result, &e);
            break;
        }
    }
    free(words);
    ordo_arena_free(arena);
    return 0;
}
