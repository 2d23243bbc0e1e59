/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * feature.c: __ordo_feature(name, value), which ordo_feature (include/ordo/ordo.h) calls if the
 * runtime is there. Stores a number that the program gives with its run in a FEATURE block.
 */
#include "raw_file.h"
#include "recorded_process.h"

void __ordo_feature(const char *name, double value);

__attribute__((visibility("default"))) void __ordo_feature(const char *name, double value) {
    if (!ort_recording || !name) return;
    uint64_t n = 0;
    while (name[n]) n++;
    struct ordo_raw_feature *b = ort_raw_block(0, sizeof *b + n + 1, ORT_RAW_ANYWHERE);
    if (!b) return;
    union {
        double value;
        uint64_t bits;
    } u = {value};
    b->value = u.bits;
    char *to = (char *)(b + 1);
    for (uint64_t i = 0; i < n; i++) to[i] = name[i];
    ort_raw_publish(b, ORDO_RAW_FEATURE);
}
