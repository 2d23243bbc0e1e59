/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * live.c: reads the process's own raw file through the runtime's mapping of it.
 */
#include "../../../src/engine/runtime/system/raw_file.h"
#include "raw_image.h"

struct raw_image raw_image_live(void) {
    return (struct raw_image){ort_raw.base, ort_raw_header()->used};
}
