/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * gcov_fuzzer.c: libFuzzer on the readers of gcc's coverage data. The input patches valid files. A
 * patch is 7 bytes: a byte that selects the file (0: notes, else data), 2 bytes for the place, and
 * 4 bytes to write there.
 */
#include "support/gcov_image.h"
#include "trend/gcov_data.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static uint8_t *exact(const struct gcov_image *g) {
    uint8_t *copy = malloc(g->n);
    if (copy) memcpy(copy, g->bytes, g->n);
    return copy;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct gcov_image image[2];
    struct ordo_gcov_bytes b;
    struct ordo_gcov_notes notes;
    struct ordo_error e;
    gcov_image_make(&image[0], &image[1]);
    for (; size >= 7; data += 7, size -= 7) {
        struct gcov_image *g = &image[data[2] != 0];
        size_t at = (size_t)data[0] << 8 | data[1];
        if (at + 4 <= g->n) memcpy(g->bytes + at, data + 3, 4);
    }
    struct ordo_arena *arena = ordo_arena_new();
    uint8_t *first = exact(&image[0]), *second = exact(&image[1]);
    if (arena && first && second &&
        ordo_gcov_open_memory(&b, "notes", first, image[0].n, ORDO_GCOV_NOTES, &e) == ORDO_OK &&
        ordo_gcov_notes_read(&b, arena, &notes) == ORDO_OK &&
        ordo_gcov_open_memory(&b, "data", second, image[1].n, ORDO_GCOV_DATA, &e) == ORDO_OK)
        ordo_gcov_data_read(&b, arena, &notes);
    free(first);
    free(second);
    ordo_arena_free(arena);
    return 0;
}
