/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "counted_end.h"

int ort_structure_ends(struct ort_thread *t, struct ordo_frame *f, int at_exit) {
    if (unlikely(ort_uncounted(t, f)))
        ort_uncounted_end(t, f);
    else if (likely(ort_counted(t, f)))
        ort_counted_end(t, f, at_exit);
    else
        return 0;
    return 1;
}
