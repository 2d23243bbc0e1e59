/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* statements.c: statements and operands of every kind, several of them on one line. */
#include <ordo/ordo.h>
#define TWICE(x) do { (x)++; (x)++; } while (0)
#define EACH(i, n) for (int i = 0; i < (n); i++)
static int f(int *a, int n) {
    int s = 0, w = 0; s++; s++;
    while (w < n && s < 100) { w++; s += w > 3 ? w : 2; }
    do { w--; } while (w > 3 || s-- > 50);
    switch (n) { case 6: s++; case 5: s--; break; default: s = 7; }
    TWICE(s); EACH(i, n) s += a[i] == -1 || a[i] == 0;
    for (;;) { if (w++ > 4) break; if (w == 1) continue; s--; }
again:
    if (w-- > 0) goto again;
    return sizeof(s ? w : 0) > 2 ? s : w;
    s = 9;
}
ORDO_EXPERIMENT(f, .inputs = ordo_sorted_ints, .from = 6, .to = 6);
