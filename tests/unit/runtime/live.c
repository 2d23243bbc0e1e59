/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The raw file of the process itself, through the runtime's own mapping of it.
 */
#include "../../../src/engine/runtime/system/raw_file.h"
#include "raw_image.h"

struct raw_image raw_image_live(void) {
    return (struct raw_image){ort_raw.base, ort_raw_header()->used};
}
