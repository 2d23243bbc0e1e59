/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * raw_fuzzer.c: libFuzzer on the raw reader. The input patches a valid raw file: a 16-bit place in
 * units of 4 bytes, then 4 bytes to write there. So the header and the chain mostly stay valid, and
 * checks hold. An input that begins with "ORDORAW" is used as the whole file.
 */
#include "profile/gather/gather.h"
#include "profile/raw/raw_measures.h"
#include "support/raw_image.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void read_image(const uint8_t *bytes, size_t size) {
    struct ordo_raw_reader r;
    struct ordo_raw_scopes scopes;
    struct ordo_raw_places places = {0};
    struct ordo_error e;
    struct ordo_gather *g = ordo_gather_new();
    struct ordo_profile *p = NULL;
    struct ordo_raw_sums sums;
    if (g && ordo_raw_open_memory(&r, bytes, size, "input", &e) == ORDO_OK &&
        ordo_raw_scopes_read(&scopes, &r, g, &e) == ORDO_OK) {
        if (ordo_raw_measures_read(&r, &scopes, g, &e) == ORDO_OK &&
            ordo_raw_contexts_read(&r, &scopes, g, &places, &e) == ORDO_OK &&
            ordo_raw_structure_read(&r, &scopes, &places, "/home/u", g, &e) == ORDO_OK &&
            ordo_raw_production_read(&r, &scopes, g, &e) == ORDO_OK &&
            ordo_raw_threads_read(&r, &scopes, g, &sums, &e) == ORDO_OK &&
            ordo_gather_seal(g, "compiled", 8, "blocks", &p, &e) == ORDO_OK)
            ordo_profile_free(p);
        ordo_raw_places_done(&places);
        ordo_raw_scopes_done(&scopes);
    }
    ordo_gather_free(g);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size >= 7 && memcmp(data, "ORDORAW", 7) == 0) {
        uint8_t *copy = aligned_alloc(64, (size + 63) / 64 * 64);
        if (!copy) return 0;
        memcpy(copy, data, size);
        read_image(copy, size);
        free(copy);
        return 0;
    }
    struct raw_image r;
    if (size % 2)
        raw_image_production(&r, 1, 8);
    else
        raw_image_sample(&r, 1);
    for (; size >= 6; data += 6, size -= 6) {
        size_t at = ((size_t)data[0] << 8 | data[1]) * 4;
        if (at + 4 <= r.used) memcpy(r.bytes + at, data + 2, 4);
    }
    raw_image_seal(r.bytes, r.used);
    uint8_t *exact = aligned_alloc(64, r.used); /* exact, to detect reads past its end */
    if (exact) {
        memcpy(exact, r.bytes, r.used);
        read_image(exact, r.used);
        free(exact);
    }
    raw_image_done(&r);
    return 0;
}
