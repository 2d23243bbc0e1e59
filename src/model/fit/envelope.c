/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * envelope.c: drops each size whose greatest cost is far below what a smaller size already cost.
 * Such a size did not meet its worst case and shows nothing about the envelope.
 */
#include "model/fit/envelope.h"

#include <math.h>
#include <stdlib.h>

#define FAR_BELOW 0.5 /* relative to the running maximum */

static int by_size(const void *a, const void *b) {
    const struct ordo_observation *x = a, *y = b;
    if (x->n != y->n) return x->n < y->n ? -1 : 1;
    return (x->mean > y->mean) - (x->mean < y->mean);
}

size_t ordo_envelope_find(struct ordo_observation *o, size_t n) {
    size_t sound = 0, kept = 0;
    double most = 0;
    for (size_t i = 0; i < n; i++)
        if (o[i].n > 0 && isfinite(o[i].n) && isfinite(o[i].mean) && o[i].mean >= 0)
            o[sound++] = o[i];
    qsort(o, sound, sizeof *o, by_size);
    for (size_t i = 0; i < sound; i++) {
        if (o[i].mean < FAR_BELOW * most) continue;
        most = fmax(most, o[i].mean);
        o[kept++] = o[i];
    }
    return kept;
}
