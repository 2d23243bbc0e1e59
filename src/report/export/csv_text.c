/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * csv_text.c: quotes fields and disarms spreadsheet formulas.
 */
#include "report/export/csv_text.h"

#include <stdbool.h>
#include <string.h>

void ordo_csv_text_write(FILE *out, const char *s) {
    bool formula = *s && strchr("=+-@\t", *s);
    if (!formula && !strpbrk(s, "\",\r\n")) {
        fputs(s, out);
        return;
    }
    putc_unlocked('"', out);
    if (formula) putc_unlocked('\'', out);
    for (; *s; s++) {
        if (*s == '"') putc_unlocked('"', out);
        putc_unlocked(*s, out);
    }
    putc_unlocked('"', out);
}
