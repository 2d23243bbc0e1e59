/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "base/byte_size.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

bool ordo_byte_size_read(const char *text, uint64_t *value) {
    if (!isdigit((unsigned char)*text)) return false;
    char *end;
    errno = 0;
    unsigned long long number = strtoull(text, &end, 10);
    static const char units[] = "kMGT";
    int shift = 0;
    if (*end) {
        const char *unit = strchr(units, *end == 'K' ? 'k' : *end);
        if (!unit || !*unit || end[1]) return false;
        shift = 10 * (int)(unit - units + 1);
    }
    if (errno || number > UINT64_MAX >> shift) return false;
    *value = (uint64_t)number << shift;
    return true;
}
